"""What the tests over the tree look through: the files that belong to the project, by git where there is git."""

import functools
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = {".venv", ".git", "instance", "__pycache__", "node_modules"}


@functools.cache
def files(pattern="*", under="."):
    """The project's files under a folder that match a pattern, as paths, sorted."""
    words = ["git", "ls-files", "-co", "--exclude-standard", "--", under]
    asked = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if asked.returncode == 0:
        found = [ROOT / line for line in asked.stdout.splitlines()]
    else:
        found = [f for f in (ROOT / under).rglob("*") if not SKIPPED & set(f.relative_to(ROOT).parts)]
    return tuple(sorted(f for f in found if f.is_file() and f.match(pattern)))


def name(file):
    return str(file.relative_to(ROOT))

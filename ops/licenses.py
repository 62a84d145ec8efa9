"""Hold the license of every package in the runtime lock against the list of those that a city can run."""

import re
import sys
from importlib import metadata
from pathlib import Path

ALLOWED = (
    "MIT", "MIT-0", "MIT-CMU", "BSD", "Apache", "ISC", "PSF", "Python Software Foundation", "HPND", "MPL-2.0",
    "Mozilla Public", "LGPL", "Lesser General Public", "0BSD", "Zlib", "Unlicense", "Public Domain", "CC0",
)  # fmt: skip
# read by hand, where the package says it in a way that a machine misses
READ_BY_HAND: dict[str, str] = {"pyrage": "MIT"}  # its licenses/LICENSE


def license_of(name: str) -> str:
    """What a package says of its license: the expression, else the field, else the classifiers; empty where nothing."""
    about = metadata.metadata(name)
    said = about.get("License-Expression") or ""
    classifiers = [c.rsplit(" :: ", 1)[-1] for c in about.get_all("Classifier") or [] if c.startswith("License")]
    field = (about.get("License") or "").strip().splitlines()
    return said or ", ".join(classifiers) or (field[0] if field else "") or READ_BY_HAND.get(name, "")


def main() -> int:
    """Print each package with its license; 1 where one is not on the list."""
    lock = Path(__file__).parent.parent / "requirements.lock"
    faults = 0
    for name in re.findall(r"^([a-z0-9._-]+)==", lock.read_text(), re.MULTILINE):
        try:
            said = license_of(name)
        except metadata.PackageNotFoundError:
            continue  # for another Python or system
        fits = any(a.lower() in said.lower() for a in ALLOWED)
        faults += not fits
        sys.stdout.write(f"{name:28} {said or 'says nothing'}{'' if fits else '   <- not on the list'}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

"""Where each clause of the inventory is carried: by which piece of law and by which rule."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from fieldapp import rules
from fieldapp.lawbook.inventory import excused, inventory
from fieldapp.lawbook.values import Lawbook, Piece

_IDS = re.compile(r"\b([A-Z]+)-(\d+)(?:\s+to\s+\1-(\d+))?")
RULES = Path(rules.__file__).parent


@dataclass(frozen=True, slots=True)
class Coverage:
    """`covered`: id -> where (a file with a key, or a file of rules); `excused`: id -> why; `missing`: the rest."""

    covered: Mapping[str, tuple[str, ...]]
    excused: Mapping[str, str]
    missing: tuple[str, ...]


def coverage(book: Lawbook) -> Coverage:
    """Every id of the inventory in one of three places; what is carried does not count as excused."""
    where: dict[str, list[str]] = {}
    for place in book.places():
        for piece in place.every():
            for _, clause in clauses_of(piece):
                _add(where, clause, f"{piece.file} {piece.key}")
    for file in sorted(RULES.glob("*.py")):
        for clause in ids_in(docstrings(file)):
            _add(where, clause, f"rules/{file.name}")
    covered = {clause: tuple(where[clause]) for clause in inventory() if clause in where}
    let_go = {clause: reason for clause, reason in excused().items() if clause not in covered}
    return Coverage(covered, let_go, tuple(c for c in inventory() if c not in covered and c not in let_go))


def clauses_of(piece: Piece) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every id that a piece names, with the way to it: its own, and those within its lists (a step-up's)."""
    for number, clause in enumerate(piece.clauses):
        yield (("clauses", number) if len(piece.clauses) > 1 else ("clause",)), clause
    for name, value in piece.fields.items():
        for number, part in enumerate(value if isinstance(value, list) else ()):
            if isinstance(part, dict) and part.get("clause"):
                yield (name, number, "clause"), part["clause"]


def ids_in(text: str) -> Iterator[str]:
    """The ids that a text names, with everything between the ends of a range ("C-178 to C-182")."""
    for letter, first, last in _IDS.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"{letter}-{number:0{len(first)}}"


def docstrings(file: Path) -> str:
    """What the docstrings of a module, its classes and its functions say."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    speaks = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    return "\n".join(ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, speaks))


def _add(where: dict[str, list[str]], clause: str, place: str) -> None:
    if place not in where.setdefault(clause, []):
        where[clause].append(place)

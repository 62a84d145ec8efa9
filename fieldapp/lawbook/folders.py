"""From the files of a folder to a place with its pieces, with everything that is wrong in them and on which line."""

import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from fieldapp.lawbook.faults import heads
from fieldapp.lawbook.faults.fault import Fault, Wrong
from fieldapp.lawbook.faults.heads import HEADS
from fieldapp.lawbook.names import FILE as NAMES_FILE
from fieldapp.lawbook.names import NO_NAMES, Names, read_names, wrong_in_names
from fieldapp.lawbook.pieces import read_pieces
from fieldapp.lawbook.toml_lines import line_at, lines_of
from fieldapp.lawbook.values import Piece, Place


class FolderReader:
    """Reads folders; `wrong` is what was found in them, `unclear` the folders that could not be read to their end."""

    def __init__(self) -> None:
        self.wrong: list[Wrong] = []
        self.unclear: set[str] = set()
        self._unreadable: list[Fault] = []
        self._texts: dict[str, str] = {}

    def faults(self) -> list[Fault]:
        """What was found so far, each with its line."""
        lines = {file: lines_of(self._texts[file]) for file in {one.file for one in self.wrong} & self._texts.keys()}
        found = (Fault(one.file, one.key, line_at(lines.get(one.file, {}), one.path), one.text) for one in self.wrong)
        return sorted({*self._unreadable, *found}, key=lambda fault: (fault.file, fault.line, fault.key, fault.text))

    def place(self, files: list[Path]) -> Place | None:
        """The place whose folder holds `files`; None where its state.toml or city.toml is missing or unsound."""
        folder = files[0].parent
        found = [file for file in files if file.name in HEADS]
        if len(found) != 1:
            sentence = "has both a state.toml and a city.toml" if found else "has no state.toml or city.toml"
            self._unreadable.append(Fault(_short(folder), "(folder)", 0, sentence))
        head = self._head(found[0]) if found else None
        names = NO_NAMES
        pieces: dict[str, dict[str, list[Piece]]] = {}
        for file in (file for file in files if file not in found):
            content = self._content(file)
            if file.name == NAMES_FILE:
                names = self._names(file, content)
                continue
            for kind, key, piece in read_pieces(_short(file), content, self.wrong):
                dated = pieces.setdefault(kind, {}).setdefault(key, [])
                dated += [piece] if piece else []
        if head is None:
            self.unclear.add(folder.name)
            return None
        dated_pieces = {kind: {key: _in_order(dated) for key, dated in keys.items()} for kind, keys in pieces.items()}
        return Place(**{name: head.get(name, "") for name in heads.FIELDS}, pieces=dated_pieces, names=names)

    def _content(self, file: Path) -> dict[str, Any]:
        """What a file holds; nothing, and a fault, where it cannot be read."""
        try:
            text = file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
            self._texts[_short(file)] = text
            return tomllib.loads(text, parse_float=Decimal)
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as wrong:
            self._unreadable.append(_unreadable(file, wrong))
            self.unclear.add(file.parent.name)
            return {}

    def _head(self, file: Path) -> Mapping[str, str] | None:
        content = self._content(file)
        if file.parent.name in self.unclear:
            return None
        found = list(heads.faults(file, content))
        self.wrong += (Wrong(_short(file), key, (key,), sentence) for key, sentence in found)
        return None if found else content

    def _names(self, file: Path, content: Mapping[str, Any]) -> Names:
        found = list(wrong_in_names(content))
        if not found:
            return read_names(content)
        self.unclear.add(file.parent.name)
        self.wrong += (
            Wrong(_short(file), str(next(p for p in reversed(path) if isinstance(p, str))), path, sentence)
            for path, sentence in found
        )
        return NO_NAMES


def _in_order(pieces: list[Piece]) -> tuple[Piece, ...]:
    return tuple(sorted(pieces, key=lambda piece: piece.since))


def _unreadable(file: Path, wrong: Exception) -> Fault:
    if isinstance(wrong, UnicodeDecodeError):
        return Fault(_short(file), "(file)", wrong.object.count(b"\n", 0, wrong.start) + 1, "is no UTF-8 text")
    if isinstance(wrong, OSError):
        return Fault(_short(file), "(file)", 0, f"cannot be read: {wrong.strerror}")
    place = re.search(r"at line (\d+)", str(wrong))
    line = int(place[1]) if place else file.read_bytes().count(b"\n") + 1
    return Fault(_short(file), "(file)", line, f"is no TOML: {wrong}")


def _short(path: Path) -> str:
    return "/".join(path.parts[-2:])

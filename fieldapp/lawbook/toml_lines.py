"""On which line of a TOML file each key and each part of a list stands; tomllib gives the values without it."""

import re
from collections.abc import Mapping

Path = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""(?P<space>[ \t]+|\#[^\n]*)
    |(?P<newline>\n)
    |(?P<text>\"{3}(?:[^\\]|\\.)*?\"{3,5}|'{3}.*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')
    |(?P<mark>[\[\]{}=,.])
    |(?P<bare>[^\s\[\]{}=,.\#"']+)""",
    re.VERBOSE | re.DOTALL,
)


def line_at(lines: Mapping[Path, int], path: Path) -> int:
    """The line of `path`; of what should hold it where the file has no such place; 1 where it has neither."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def lines_of(text: str) -> dict[Path, int]:
    """The line (from 1) of every table, key and part of a list in a text that tomllib has read.

    A path names keys and places in lists: ("ground", 0, "needs", 1, "fact").
    """
    return _Reader(text).lines


class _Reader:
    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self._counts: dict[Path, int] = {}  # the last table of each [[list of tables]]
        self._tokens: list[tuple[str, str, int]] = []
        line = 1
        for found in _TOKEN.finditer(text):
            if found.lastgroup != "space":
                self._tokens.append((found.lastgroup or "", found[0], line))
            line += found[0].count("\n")
        self._tokens.append(("end", "", line))
        self._at = 0
        self._file()

    def _file(self) -> None:
        under: Path = ()
        while self._peek()[0] != "end":
            if self._skip("\n"):
                continue
            if self._peek()[1] == "[":
                under = self._header()
            else:
                self._pair(under)

    def _header(self) -> Path:
        line = self._take()[2]
        of_list = self._skip("[")
        *outer, last = self._key()
        path: Path = ()
        for part in outer:
            path = self._in_last_table((*path, part))
        path = (*path, last)
        self.lines.setdefault(path, line)
        if of_list:
            self._counts[path] = self._counts.get(path, -1) + 1
            path = self._in_last_table(path)
            self.lines[path] = line
        while self._skip("]"):
            pass
        return path

    def _in_last_table(self, path: Path) -> Path:
        return (*path, self._counts[path]) if path in self._counts else path

    def _key(self) -> list[str]:
        parts = [self._name()]
        while self._skip("."):
            parts.append(self._name())
        return parts

    def _name(self) -> str:
        kind, word, _ = self._take()
        return word[1:-1] if kind == "text" else word

    def _pair(self, under: Path) -> None:
        line = self._peek()[2]
        for part in self._key():
            under = (*under, part)
            self.lines.setdefault(under, line)
        self._skip("=")
        self._value(under)

    def _value(self, path: Path) -> None:
        word = self._peek()[1]
        if word in ("[", "{"):
            self._take()
            self._parts(path, "]" if word == "[" else "}")
            return
        while self._peek()[1] not in {",", "]", "}", "\n", ""} or self._peek()[0] == "text":
            self._take()

    def _parts(self, path: Path, end: str) -> None:
        """The values of a list, or the pairs of a table in line, up to its end."""
        number = 0
        while not self._skip(end):
            if self._skip(",") or self._skip("\n"):
                continue
            if end == "}":
                self._pair(path)
            else:
                self.lines[(*path, number)] = self._peek()[2]
                self._value((*path, number))
                number += 1

    def _peek(self) -> tuple[str, str, int]:
        return self._tokens[self._at]

    def _take(self) -> tuple[str, str, int]:
        self._at += 1
        return self._tokens[self._at - 1]

    def _skip(self, mark: str) -> bool:
        kind, word, _ = self._peek()
        if word == mark and kind != "text":
            self._at += 1
            return True
        return False

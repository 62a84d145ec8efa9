"""The QR symbol of a tag: its text, the smallest symbol that holds it, and that symbol as SVG.

Fewer modules beat more correction on a tag of an inch, so the symbol is chosen first and the level fills what is left.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

import qrcode
from qrcode.constants import ERROR_CORRECT_H, ERROR_CORRECT_L, ERROR_CORRECT_M, ERROR_CORRECT_Q
from qrcode.exceptions import DataOverflowError

from fieldapp.media.scanned import Scanned, tag_of

__all__ = ["Polarity", "Scanned", "Symbol", "svg_path", "symbol_of", "symbol_svg", "tag_of", "tag_text"]

QUIET = 4  # modules of margin on each side that the standard asks for
INK, PAPER = "#000", "#fff"
_LEVELS: tuple[tuple[Literal["H", "Q", "M", "L"], int], ...] = (
    ("H", ERROR_CORRECT_H), ("Q", ERROR_CORRECT_Q), ("M", ERROR_CORRECT_M), ("L", ERROR_CORRECT_L),
)  # fmt: skip
_ALPHANUMERIC = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")


class Polarity(Enum):
    """Dark on light as printed and anodized tags are, or light on dark as most engraved ones come out."""

    DARK_ON_LIGHT = "dark-on-light"
    LIGHT_ON_DARK = "light-on-dark"

    @property
    def colors(self) -> tuple[str, str]:
        """The color of the drawn modules and that of the ground with its quiet zone."""
        return (INK, PAPER) if self is Polarity.DARK_ON_LIGHT else (PAPER, INK)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A QR symbol without quiet zone: `rows` of modules, True where one is drawn; `size` modules a side."""

    text: str
    version: int
    level: Literal["H", "Q", "M", "L"]
    rows: tuple[tuple[bool, ...], ...]

    @property
    def size(self) -> int:
        """Modules a side, without the quiet zone."""
        return len(self.rows)


def tag_text(host: str, code: str) -> str:
    """What the QR of a tag says: an address in capitals on the city's own host (`host` may name a port).

    A loopback host is a demo's and has no certificate, so its address says HTTP.
    """
    name = host.lower().partition(":")[0]
    scheme = "HTTP" if name == "localhost" or name.startswith("127.") else "HTTPS"
    return f"{scheme}://{host}/T/{code}".upper()


def symbol_of(text: str) -> Symbol:
    """The smallest symbol that holds `text` in alphanumeric mode, at the highest error level that still fits it.

    Raises ValueError where a character is not one of the 45 of that mode or where no symbol holds the text.
    """
    if not text or not set(text) <= _ALPHANUMERIC:
        msg = f"a QR code in alphanumeric mode cannot hold {text!r}"
        raise ValueError(msg)
    smallest = _made(text, ERROR_CORRECT_L, None)
    if smallest is None:
        msg = f"no QR code holds {len(text)} characters"
        raise ValueError(msg)
    for level, constant in _LEVELS:
        made = _made(text, constant, smallest.version)
        if made is not None:
            rows = tuple(tuple(bool(module) for module in row) for row in made.get_matrix())
            return Symbol(text, made.version, level, rows)
    msg = "a symbol that holds a text at level L always holds it"
    raise AssertionError(msg)


def svg_path(symbol: Symbol) -> str:
    """The drawn modules as the `d` of one SVG path, one unit a module, the top left module at 0 0."""
    return "".join(f"M{x} {y}h{width}v1h-{width}z" for x, y, width in _bars(symbol))


def symbol_svg(symbol: Symbol, polarity: Polarity = Polarity.DARK_ON_LIGHT) -> str:
    """The symbol with its quiet zone as a whole SVG document, one unit a module."""
    drawn, ground = polarity.colors
    side = symbol.size + 2 * QUIET
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f'<path fill="{ground}" d="M0 0h{side}v{side}h-{side}z"/>'
        f'<path fill="{drawn}" transform="translate({QUIET} {QUIET})" d="{svg_path(symbol)}"/></svg>\n'
    )


def _made(text: str, level: int, version: int | None) -> "qrcode.QRCode[Any] | None":
    code: qrcode.QRCode[Any] = qrcode.QRCode(version=version, error_correction=level, border=0)
    code.add_data(text, optimize=0)  # one segment, in the mode that its characters allow
    try:
        code.make(fit=version is None)
    except (DataOverflowError, ValueError):  # the second: a version past 40
        return None
    return code


def _bars(symbol: Symbol) -> Iterator[tuple[int, int, int]]:
    """Runs of drawn modules in a row: x, y, width."""
    for y, row in enumerate(symbol.rows):
        x = 0
        while x < symbol.size:
            width = 0
            while x + width < symbol.size and row[x + width]:
                width += 1
            if width:
                yield x, y, width
            x += width + 1

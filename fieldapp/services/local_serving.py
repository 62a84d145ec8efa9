"""What a trial run needs to know: the address in this network, and whether a port is free."""

import errno
import socket
from pathlib import Path

from fieldapp import clock
from fieldapp.media.local_certificate import local_certificate
from fieldapp.media.qr import symbol_of

ELSEWHERE = ("192.0.2.1", 9)  # a documentation address: choosing a route to it sends nothing


def address_in_network() -> str | None:
    """This machine's address in its network, None where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith("127.") else found


def is_free(host: str, port: int) -> bool:
    """Whether a server can listen there. Raises OSError where the trouble is another one than a taken port."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as wrong:
            if wrong.errno == errno.EADDRINUSE:
                return False
            raise
    return True


def certificate_in(instance: Path, address: str) -> tuple[Path, Path]:
    """Files of a certificate and its key for this machine under `address`, kept in the instance folder."""
    return local_certificate(instance, ("localhost", "127.0.0.1", address), clock.now())


def terminal_qr(text: str) -> str:
    """A QR code of `text` for a terminal, two modules a character, dark on light whatever the terminal's colors."""
    rows = [list(row) for row in symbol_of(text.upper()).rows]
    side = len(rows[0]) + 8
    padded = [[False] * side] * 4 + [[False] * 4 + row + [False] * 4 for row in rows] + [[False] * side] * 4
    if len(padded) % 2:
        padded.append([False] * side)
    marks = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
    lines = ("".join(marks[above, below] for above, below in zip(*pair, strict=True)) for pair in _pairs(padded))
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in lines)


def _pairs(rows: list[list[bool]]) -> list[tuple[list[bool], list[bool]]]:
    return list(zip(rows[::2], rows[1::2], strict=True))

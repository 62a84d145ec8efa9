"""Nothing in the suite may talk to anything but this machine, and no test may leave the clock moved."""

import ipaddress
import socket

import pytest

from fieldapp import clock


class UnreachableError(OSError):
    """The suite tried to leave this machine."""


def is_here(address) -> bool:
    """Whether a socket address (path, or host and port) is this machine's own."""
    if not isinstance(address, tuple):
        return True
    host = address[0]
    if host in ("localhost", ""):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(scope="session", autouse=True)
def _only_this_machine():
    patch = pytest.MonkeyPatch()

    def guarded(name):
        plain = getattr(socket.socket, name)

        def connect(self, address):
            if not is_here(address):
                raise UnreachableError(f"the suite stays on this machine, but asked for {address!r}")
            return plain(self, address)

        patch.setattr(socket.socket, name, connect)

    guarded("connect")
    guarded("connect_ex")
    plain_names = socket.getaddrinfo

    def names(host, *rest, **more):
        if host is not None and not is_here((host, 0)):
            raise UnreachableError(f"the suite stays on this machine, but asked for the address of {host!r}")
        return plain_names(host, *rest, **more)

    patch.setattr(socket, "getaddrinfo", names)
    yield
    patch.undo()


@pytest.fixture(autouse=True)
def _real_time_afterwards():
    yield
    clock.set_clock(None)

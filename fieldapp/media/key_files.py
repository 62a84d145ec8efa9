"""Private keys in a folder (0700), one file a key (KID.pem, 0600)."""

import os
import stat
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from fieldapp.media.signing import key_id, point_of


class UnusableKey(Exception):
    """A private key is not there, is no key, or others could read it; the sentence names the file."""


def check_modes(folder: Path) -> None:
    """Raises UnusableKey where the folder or a file in it is open to others; no folder is no fault."""
    if not folder.exists():
        return
    _closed(folder, 0o700)
    for file in folder.iterdir():
        _closed(file, 0o600)


def make_key(folder: Path) -> bytes:
    """Make a P-256 key, keep it in the folder (made where it is missing) and give its public point."""
    folder.mkdir(mode=0o700, exist_ok=True)
    check_modes(folder)
    key = ec.generate_private_key(ec.SECP256R1())
    point = point_of(key.public_key())
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    descriptor = os.open(_file(folder, key_id(point)), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(key.private_bytes(*form))
        out.flush()
        os.fsync(out.fileno())
    return point


def read_key(folder: Path, kid: str) -> ec.EllipticCurvePrivateKey:
    """The private key of that id. Raises UnusableKey where it is not there or is another one."""
    file = _file(folder, kid)
    try:
        key = serialization.load_pem_private_key(file.read_bytes(), None)
    except FileNotFoundError as gone:
        raise UnusableKey(f"{file} is not there: bring it back from the safe, or make a new key") from gone
    except (OSError, ValueError, TypeError) as wrong:
        raise UnusableKey(f"{file} cannot be read as a private key") from wrong
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key_id(point_of(key.public_key())) != kid:
        raise UnusableKey(f"{file} holds another key than its name says")
    return key


def has_key(folder: Path, kid: str) -> bool:
    """Whether the file of that key is there."""
    return _file(folder, kid).exists()


def forget_key(folder: Path, kid: str) -> None:
    """Remove a private key that is not to sign any more."""
    _file(folder, kid).unlink(missing_ok=True)


def _file(folder: Path, kid: str) -> Path:
    return folder / f"{kid}.pem"


def _closed(place: Path, mode: int) -> None:
    found = stat.S_IMODE(place.lstat().st_mode)
    if found & 0o077:
        raise UnusableKey(f"{place} is open to others (mode {found:04o}): chmod {mode:04o} it, then start again")

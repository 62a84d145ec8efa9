"""The signature under a pack: by a key of its own, for which the receipt key vouches, since phones know that one."""

from dataclasses import dataclass
from pathlib import Path

from fieldapp.media.key_files import UnusableKey, read_key
from fieldapp.media.signing import b64u, point_of, sign, statement
from fieldapp.services import needed_keys, server_keys
from fieldapp.tables.server_keys import PACK


class CannotSignList(Exception):
    """A private key is not where it should be."""


@dataclass(frozen=True, slots=True)
class Signed:
    """The pack key: id, 65 bytes as base64url, signature; the receipt key that vouches, and its signature."""

    kid: str
    public_key: str
    signature: str
    voucher: str
    vouched: str


def signed_pack(instance: Path, origin: str, city: str, sha256: str, *, actor: str) -> Signed:
    """Sign the bytes of a pack of `city` for phones of `origin`. Raises CannotSignList."""
    said = statement("fieldapp/pack/1", origin, city, sha256)
    try:
        kid = needed_keys.kid_of(instance, PACK, actor=actor)
        key = read_key(instance / server_keys.FOLDER, kid)
        voucher, vouched = server_keys.signed(instance, statement("fieldapp/use/1", origin, PACK, kid))
    except UnusableKey as wrong:
        raise CannotSignList(str(wrong)) from wrong
    return Signed(kid, b64u(point_of(key.public_key())), sign(key, said), voucher, vouched)

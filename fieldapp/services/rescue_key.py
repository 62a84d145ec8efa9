"""The key to which phones encrypt what they cannot send: made when it is first needed, anew where its file is gone."""

from pathlib import Path

from fieldapp.media.key_files import UnusableKey
from fieldapp.services.needed_keys import kid_of
from fieldapp.tables import server_keys


def is_there(instance: Path, *, actor: str) -> bool:
    """Make the key that opens rescue files where there is none; False where the folder of keys cannot be used.

    A restored instance has no private keys, so it gets another; files for the old one need the old key from the safe.
    """
    try:
        kid_of(instance, server_keys.RESCUE, actor=actor)
    except (UnusableKey, OSError):
        return False
    return True

"""The key for an S3-compatible store, from a file that only its owner can read."""

import configparser
import stat
from dataclasses import dataclass, field
from pathlib import Path

LARGEST_FILE = 65_536  # bytes


@dataclass(frozen=True, slots=True)
class S3Credentials:
    """A key's id and secret, and a token where the key is a passing one; no secret shows when it is printed."""

    key_id: str
    secret: str = field(repr=False)
    token: str = field(default="", repr=False)


def read_s3_credentials(file: Path, profile: str) -> S3Credentials:
    """One section of a credentials file as AWS tools write it.

    Raises ValueError with a sentence that names the file and repeats none of its content.
    """
    content = configparser.RawConfigParser()
    try:
        if stat.S_IMODE(file.stat().st_mode) & 0o077:
            raise ValueError(f"{file} can be read by others: chmod 0600 it")
        if file.stat().st_size > LARGEST_FILE:
            raise ValueError(f"{file} is too large for a file of credentials")
        content.read_string(file.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise ValueError(f"{file} cannot be read: {wrong.strerror}") from wrong
    except (configparser.Error, UnicodeDecodeError):
        raise ValueError(f"{file} is no file of credentials") from None
    key_id, secret, token = (
        content.get(profile, name, fallback="").strip()
        for name in ("aws_access_key_id", "aws_secret_access_key", "aws_session_token")
    )
    if not key_id or not secret:
        raise ValueError(f"{file} has no aws_access_key_id and aws_secret_access_key under [{profile}]")
    return S3Credentials(key_id, secret, token)

"""A store of files opened by its place: a folder, or an S3-compatible service as PHOTO_STORE says."""

import importlib.util
from pathlib import Path

from fieldapp.config import S3Keys, Settings, UnusableSetting
from fieldapp.media.file_store import FileStore, FolderStore
from fieldapp.media.s3_address import S3Address, read_s3_address
from fieldapp.media.s3_credentials import S3Credentials, read_s3_credentials


class UnusableStore(Exception):
    """No store can be opened by these words; the sentence says why and repeats no secret."""


def store_of(settings: Settings) -> FileStore:
    """The store of this instance: PHOTO_STORE, else the folder `files`. Nothing is asked of a service yet.

    Raises UnusableSetting where PHOTO_STORE, or what its service needs, cannot be used.
    """
    if not settings.photo_store:
        return FolderStore(settings.instance / "files")
    if "://" not in settings.photo_store:
        raise UnusableSetting("PHOTO_STORE: write s3://..., or leave it empty for the instance's own folder")
    try:
        return store_at(settings.photo_store, settings.s3_keys)
    except UnusableStore as wrong:
        raise UnusableSetting(f"PHOTO_STORE: {wrong}") from wrong


def store_at(words: str, keys: S3Keys) -> FileStore:
    """The store at a folder or an s3:// address, whether or not it is this instance's. Raises UnusableStore."""
    if "://" not in words:
        return FolderStore(Path(words).resolve())
    try:
        address = read_s3_address(words)
        credentials = _credentials(address, keys)
    except ValueError as wrong:
        raise UnusableStore(str(wrong)) from wrong
    if keys.certificates and not Path(keys.certificates).is_file():
        raise UnusableStore(f"AWS_CA_BUNDLE: there is no file {keys.certificates}")
    if importlib.util.find_spec("botocore") is None:
        raise UnusableStore("an S3-compatible service needs the Python package botocore, which is not installed")
    from fieldapp.media.s3_store import S3Store  # noqa: PLC0415  the package is there only where it is wanted

    return S3Store(address, credentials, certificates=keys.certificates)


def is_in_use(words: str, settings: Settings) -> bool:
    """Whether these words name the store of this instance. Raises ValueError for an address that cannot be read."""
    return _place(words) == _place(settings.photo_store or str(settings.instance / "files"))


def _place(words: str) -> Path | S3Address:
    return read_s3_address(words) if "://" in words else Path(words).resolve()


def _credentials(address: S3Address, keys: S3Keys) -> S3Credentials:
    if not address.profile and keys.key_id and keys.secret:
        return S3Credentials(keys.key_id, keys.secret, keys.token)
    if keys.file is None:
        raise ValueError(
            "there is no key for the service: set AWS_SHARED_CREDENTIALS_FILE to a file of credentials (mode 0600), "
            "or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
        )
    return read_s3_credentials(keys.file, address.profile or "default")

"""Read and hash every file that a city's records name; find files that no record names."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection

from fieldapp.media.file_store import ChangedFile, FileStore, MissingFile, StoreFailure
from fieldapp.services.verify import notes as kinds
from fieldapp.services.verify.notes import Notes
from fieldapp.tables import audit_queries, photos


@dataclass(slots=True)
class FilesReading:
    """How many files were named, and how many bytes were read."""

    files: int = 0
    bytes: int = 0


def check_files(connection: Connection, city: str, store: FileStore, notes: Notes) -> FilesReading:
    """Hash each original, copy and proof of `city`, one in memory at a time; missing and changed ones are noted.

    Raises StoreFailure where a service that holds files does not answer: that says nothing about any file.
    """
    reading = FilesReading()
    with audit_queries.any_text(connection):
        _check_each(connection, city, store, notes, reading)
    return reading


def _check_each(connection: Connection, city: str, store: FileStore, notes: Notes, reading: FilesReading) -> None:
    for what, sha256, size in photos.files_of_city(connection, city):
        reading.files += 1
        try:
            found = len(store.open(sha256))
        except MissingFile:
            notes.fault(kinds.FILE_MISSING, f"The file of {what} is not in the store.", file=sha256)
        except ChangedFile:
            notes.fault(kinds.FILE_CHANGED, f"The bytes of {what} are not the ones that were stored.", file=sha256)
        except (ValueError, TypeError):
            notes.fault(kinds.FILE_MISSING, f"{what} names no file: it holds no SHA-256.", file=_shown(sha256))
        except StoreFailure:
            raise
        except OSError as wrong:
            notes.fault(kinds.FILE_MISSING, f"The file of {what} cannot be read: {wrong.strerror}.", file=sha256)
        else:
            reading.bytes += found
            if size is not None and size != found:
                words = f"{what} is on record with {size} bytes, its file has {found}."
                notes.fault(kinds.ALTERED, words, file=sha256)


def _shown(name: object) -> str:
    return str(name).encode("ascii", "backslashreplace").decode()[:80]


def unexpected(connection: Connection, store: FileStore) -> Iterator[str]:
    """The names of files in the store that no record of any city names."""
    return (name for name in store.names() if not photos.is_named(connection, name))

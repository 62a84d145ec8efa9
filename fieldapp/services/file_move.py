"""Bring every file that the records name from one store to another: copy, read back there, and only then forget."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fieldapp import clock
from fieldapp.media.file_store import ChangedFile, FileStore, MissingFile
from fieldapp.services.verify.run import known_cities
from fieldapp.tables import audit, photos
from fieldapp.tables.db import reading, writing

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Place:
    """A store and the words by which the caller names it."""

    words: str
    store: FileStore


@dataclass(frozen=True, slots=True)
class CityFiles:
    """What became of the files that one city's records name, each counted once; a fault is a sentence."""

    city: str
    named: int
    copied: int
    there: int
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveReport:
    """A move that came to its end. `left`: files in the source that no record names."""

    cities: tuple[CityFiles, ...]
    forgotten: int = 0
    left: int = 0

    @property
    def faults(self) -> tuple[str, ...]:
        """Every fault of every city."""
        return tuple(fault for found in self.cities for fault in found.faults)


class SameStore(Exception):
    """Source and target are one store: forgetting in one would lose the file in both."""


class MoveStopped(Exception):
    """A store failed, so the move ended half way; what it did stands, and another run goes on from there."""

    def __init__(self, why: str, done: int, total: int, *, forgetting: bool) -> None:
        super().__init__(why)
        self.done, self.total, self.forgetting = done, total, forgetting


def move(source: Place, target: Place, *, forget: bool, actor: str, progress: Progress) -> MoveReport:
    """Copy what the records of every city name; with `forget`, what was read back then leaves the source.

    A file that is missing or changed in the source, and not sound in the target, is a fault: it is named and stays.
    Each city's chain gets an entry before anything is forgotten. Raises SameStore and MoveStopped.
    """
    named = {city: _named(city) for city in known_cities()}
    everything = {sha256 for files in named.values() for sha256 in files}
    outcomes: dict[str, str] = {}
    try:
        if forget:
            _refuse_one_store(source.store, target.store)
        for files in named.values():
            for sha256 in files:
                if sha256 not in outcomes:
                    outcomes[sha256] = _copy(source, target, sha256)
                    progress(len(outcomes), len(everything))
    except OSError as wrong:
        raise MoveStopped(_sentence(wrong), len(outcomes), len(everything), forgetting=False) from wrong
    found = tuple(_of_city(city, files, outcomes) for city, files in named.items())
    for city in found:
        _tell(city, source, target, forget=forget, actor=actor)
    if not forget:
        return MoveReport(found)
    sound = [sha256 for sha256, outcome in outcomes.items() if outcome in (_COPIED, _THERE)]
    forgotten = _forget(source.store, sound, progress)
    return MoveReport(found, forgotten, sum(name not in everything for name in source.store.names()))


_COPIED, _THERE = "copied", "there"  # else the outcome is a sentence


def _named(city: str) -> dict[str, str]:
    """Each file that the city's records name, by its hash, with the first that names it."""
    found: dict[str, str] = {}
    with reading() as connection:
        for what, sha256, _ in photos.files_of_city(connection, city):
            found.setdefault(sha256, what)
    return found


def _copy(source: Place, target: Place, sha256: str) -> str:
    if _is_sound(target.store, sha256):
        return _THERE
    try:
        data = source.store.open(sha256)
    except MissingFile:
        return f"the file {sha256} is missing in {source.words}"
    except ChangedFile:
        return f"the file {sha256} has changed in {source.words}: its bytes are not the ones that were stored"
    except ValueError:
        return "what the record names is not the hash of a file"
    target.store.put(data, sha256)
    if not _is_sound(target.store, sha256):
        return f"the file {sha256} cannot be read back from {target.words}"
    return _COPIED


def _is_sound(store: FileStore, sha256: str) -> bool:
    try:
        store.open(sha256)
    except (MissingFile, ChangedFile, ValueError):
        return False
    return True


def _refuse_one_store(source: FileStore, target: FileStore) -> None:
    """Whatever the words say (links, other names of a host): lay a file in one and look for it in the other."""
    trial = b"fieldapp: is this the same store? " + clock.random_bytes(16)
    sha256 = hashlib.sha256(trial).hexdigest()
    source.put(trial, sha256)
    try:
        same = target.has(sha256)
    finally:
        source.forget(sha256)
    if same:
        raise SameStore("source and target are the same store, so nothing was done")


def _of_city(city: str, files: Mapping[str, str], outcomes: Mapping[str, str]) -> CityFiles:
    told = [outcomes[sha256] for sha256 in files]
    faults = tuple(
        f"{city}: {what}: {outcomes[sha256]}"
        for sha256, what in files.items()
        if outcomes[sha256] not in (_COPIED, _THERE)
    )
    return CityFiles(city, len(files), told.count(_COPIED), told.count(_THERE), faults)


def _tell(city: CityFiles, source: Place, target: Place, *, forget: bool, actor: str) -> None:
    if not city.named:
        return
    detail = {
        "from": source.words, "to": target.words, "files": city.named, "copied": city.copied, "there": city.there,
        "faults": len(city.faults), "forget": forget,
    }  # fmt: skip
    with writing() as connection:
        audit.append(connection, city.city, actor=actor, action="files.moved", subject="files:store", detail=detail)


def _forget(store: FileStore, names: list[str], progress: Progress) -> int:
    count = 0
    for done, sha256 in enumerate(names):
        try:
            if store.has(sha256):
                store.forget(sha256)
                count += 1
        except OSError as wrong:
            raise MoveStopped(_sentence(wrong), done, len(names), forgetting=True) from wrong
        progress(done + 1, len(names))
    return count


def _sentence(wrong: OSError) -> str:
    return f"{wrong.filename}: {wrong.strerror}" if wrong.filename else str(wrong)

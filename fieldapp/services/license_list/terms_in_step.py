"""The license terms and rabies vaccinations of one step."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import Connection, Row

from fieldapp.services.license_list.corrected import Corrected
from fieldapp.services.license_list.judge import Placement, Term
from fieldapp.services.license_list.listed import LIFE, Listed
from fieldapp.tables import list_queries
from fieldapp.tables.bulk import insert_many, take_ids
from fieldapp.tables.keys import number_key, number_runs
from fieldapp.tables.licenses import License, Vaccination

_TERM = ("id", "city", "animal_id", "number", "number_folded", "number_key", "number_runs", "issued_on", "ends_on",
         "for_life", "list_status", "ended_early", "term_hash", "list_identity", "list_slot", "import_id",
         "import_line")  # fmt: skip
_VACCINATION = ("id", "city", "animal_id", "given_on", "due_on", "dose", "product", "serial", "veterinarian",
                "tag_number", "tag_key", "import_id")  # fmt: skip


def store(connection: Connection, city: str, placements: Sequence[tuple[str, Placement]], import_id: int) -> None:
    """Store the terms of every (number key, placement), new or over the ones that they replace, and vaccinations."""
    _terms(connection, city, placements, import_id)
    _vaccinations(connection, city, [placement for _, placement in placements], import_id)


def _terms(connection: Connection, city: str, placements: Sequence[tuple[str, Placement]], import_id: int) -> None:
    stale = [gone for _, placement in placements for gone in placement.stale]
    if stale:
        list_queries.delete_terms(connection, city, stale)
    fresh = sum(term.replaces is None for _, placement in placements for term in placement.terms)
    ids = take_ids(connection, License, fresh)
    rows = []
    for key, placement in placements:
        for term in placement.terms:
            listed = term.listed
            if term.replaces is not None:
                continue
            life = listed.ends == LIFE
            rows.append(
                (next(ids), city, placement.animal_id, listed.number, key, number_key(listed.number),
                 number_runs(listed.number), listed.issued or None, None if life else listed.ends or None, life,
                 listed.status, listed.ended_early, term.hash, placement.identity, listed.slot, import_id, term.line)
            )  # fmt: skip
    insert_many(connection, License, _TERM, rows)
    _replace(connection, city, [placement for _, placement in placements], import_id)


def _replace(connection: Connection, city: str, placements: Sequence[Placement], import_id: int) -> None:
    over = [(p, term) for p in placements for term in p.terms if term.replaces is not None]
    if not over:
        return
    corrected = Corrected(connection, city, import_id)
    corrected.look_at_animals({p.animal_id for p, _ in over if p.animal_id is not None})
    changes = [_replaced(placement, term, corrected, import_id) for placement, term in over]
    list_queries.set_values(connection, city, License, changes)
    corrected.store()


def _replaced(placement: Placement, term: Term, corrected: Corrected, import_id: int) -> dict[str, Any]:
    listed = term.listed
    change: dict[str, Any] = {
        "id": term.replaces, "number": listed.number, "list_status": listed.status, "ended_early": listed.ended_early,
        "term_hash": term.hash, "list_identity": placement.identity, "list_slot": listed.slot,
        "import_id": import_id, "import_line": term.line,
    }  # fmt: skip
    subject = f"license:{term.replaces}"
    if not corrected.keeps(placement.animal_id or 0, "license end", listed.ends, subject):
        life = listed.ends == LIFE
        change |= {"ends_on": None if life else _date(listed.ends), "for_life": life}
    if not corrected.keeps(placement.animal_id or 0, "license issued", listed.issued, subject):
        change["issued_on"] = _date(listed.issued)
    return change


def _vaccinations(connection: Connection, city: str, placements: Sequence[Placement], import_id: int) -> None:
    given: dict[tuple[int, str, str, str], Listed] = {}
    for placement in placements:
        for term in placement.terms:
            listed = term.listed
            if listed.given or listed.due or listed.rabies_tag:
                given[placement.animal_id or 0, listed.given, listed.due, listed.rabies_tag] = listed
    if not given:
        return
    present: dict[int, list[Any]] = {}
    for row in list_queries.vaccinations(connection, city, {animal for animal, *_ in given}):
        present.setdefault(row.animal_id, []).append(row)
    fresh, changes = [], []
    corrected = Corrected(connection, city, import_id)
    corrected.look_at_animals(present)
    for (animal, *_), listed in given.items():
        same = next((row for row in present.get(animal, ()) if _same(row, listed)), None)
        if same is None:
            fresh.append((animal, listed))
        elif change := _vaccination_change(same, listed, corrected):
            changes.append({"id": same.id, **change})
    ids = take_ids(connection, Vaccination, len(fresh))
    rows = [
        (next(ids), city, animal, listed.given or None, listed.due or None, "", listed.product, "", listed.vet,
         listed.rabies_tag, number_key(listed.rabies_tag) if listed.rabies_tag else "", import_id)
        for animal, listed in fresh
    ]  # fmt: skip
    insert_many(connection, Vaccination, _VACCINATION, rows)
    list_queries.set_values(connection, city, Vaccination, changes)
    corrected.store()


def _same(row: Row[*tuple[Any, ...]], listed: Listed) -> bool:
    """The same shot: given on the same day, or where the day is not known due on the same day or under the same tag."""
    if row.given_on and listed.given:
        return bool(row.given_on.isoformat() == listed.given)
    if row.due_on and listed.due:
        return bool(row.due_on.isoformat() == listed.due)
    return bool(row.tag_key) and row.tag_key == number_key(listed.rabies_tag)


def _vaccination_change(row: Row[*tuple[Any, ...]], listed: Listed, corrected: Corrected) -> dict[str, Any]:
    change: dict[str, Any] = {}
    subject = f"vaccination:{row.id}"
    for field, name, value in (("rabies given", "given_on", listed.given), ("rabies due", "due_on", listed.due)):
        here = getattr(row, name)
        if value and not corrected.keeps(row.animal_id, field, value, subject) and value != (here and here.isoformat()):
            change[name] = _date(value)
    if listed.rabies_tag and listed.rabies_tag != row.tag_number:
        change |= {"tag_number": listed.rabies_tag, "tag_key": number_key(listed.rabies_tag)}
    if listed.product and listed.product != row.product:
        change["product"] = listed.product
    if listed.vet and listed.vet != row.veterinarian:
        change["veterinarian"] = listed.vet
    return change


def _date(text: str) -> date | None:
    return date.fromisoformat(text) if text and text != LIFE else None

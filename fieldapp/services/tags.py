"""The life of a tag after it was made: issued to an animal, reported lost, stolen or destroyed, found, replaced.

Each step is one update that names the state it starts from, so of many callers at once exactly one wins.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from fieldapp.lawbook.current import lawbook
from fieldapp.rules.limits import Limit
from fieldapp.services import cities
from fieldapp.services.tag_stock import ListedTag, TagRefusal, UnknownTag, listed
from fieldapp.tables import audit, tags_queries
from fieldapp.tables.db import reading, writing
from fieldapp.tables.tags_queries import TagRow

REPORTS = ("lost", "stolen", "destroyed")  # a mutilated tag counts as destroyed
_LARGEST_ID = 2**31 - 1  # what an integer key of PostgreSQL holds
FOUND = "found"  # a tag that turned up again, or a report that was a mistake
_HOW_IT_IS = {
    "in_stock": "is in stock: no animal wears it yet",
    "issued": "is issued already",
    "lost": "was reported lost",
    "stolen": "was reported stolen",
    "destroyed": "was reported destroyed",
    "replaced": "was replaced by another tag",
}


class UnknownAnimal(LookupError):
    """The city has no such animal."""


@dataclass(frozen=True, slots=True)
class Wearer:
    """An animal that can wear a tag. `name` is its species and id where it has no name."""

    id: int
    name: str
    species: str


def of_animal(city: str, animal_id: int) -> tuple[Wearer, tuple[ListedTag, ...]]:
    """An animal of the city and every tag that it wears or wore, the newest first. Raises UnknownAnimal."""
    with reading() as connection:
        animal = _wearer(connection, city, animal_id)
        rows = tags_queries.of_animal(connection, city, animal_id)
    name = animal.name or f"the {animal.species} without a name"
    return Wearer(animal.id, name, animal.species), tuple(map(listed, rows))


def issue(city: str, tag_id: int, animal_id: int, *, actor: str) -> None:
    """Give a tag from stock to an animal of the same city.

    Raises UnknownTag or UnknownAnimal for ids that the city does not have; TagRefusal where the tag is not in stock, or
    the animal is dead, of a species without tags here, or wears a tag of that year already.
    """
    with writing() as connection:
        animal = _wearer(connection, city, animal_id)
        tag = _tag(connection, city, tag_id)
        _may_wear(city, animal)
        _wears_none(connection, city, animal, tag)
        _bind(connection, city, tag, animal.id)
        detail = {"number": tag.number, "animal": animal.id}
        audit.append(connection, city, actor=actor, action="tag_issued", subject=f"tag:{tag.id}", detail=detail)


def report(city: str, tag_id: int, happening: str, *, actor: str) -> None:
    """Record that an issued tag was lost, stolen or destroyed, or (`found`) that it is on its animal after all.

    Raises UnknownTag; TagRefusal for another word or where the tag's state does not allow it.
    """
    if happening not in {*REPORTS, FOUND}:
        msg = f"A tag is reported {', '.join(REPORTS)} or {FOUND}, not {happening!r}."
        raise TagRefusal(msg)
    to = "issued" if happening == FOUND else happening
    allowed = set(REPORTS) if happening == FOUND else {"issued", *REPORTS} - {happening}
    with writing() as connection:
        tag = _tag(connection, city, tag_id)
        if happening == FOUND and tag.state in allowed:
            _wears_none(connection, city, _wearer(connection, city, tag.animal_id), tag)
        day = cities.law_day(city)
        if not tags_queries.move(connection, city, tag.id, from_states=allowed, to=to, day=day):
            raise _wrong_state(connection, city, tag, f"it cannot be reported {happening}")
        detail = {"number": tag.number, "from": tag.state, "to": to}
        action = "tag_found" if happening == FOUND else "tag_reported"
        audit.append(connection, city, actor=actor, action=action, subject=f"tag:{tag.id}", detail=detail)


def replace(city: str, old_id: int, new_id: int, *, happening: str = "", proof: str = "", actor: str) -> None:
    """Hand out a duplicate: the old tag becomes `replaced`, the new one from stock goes to the same animal.

    `happening`: what became of the old tag (lost, stolen, destroyed); may be empty where that was reported before.
    `proof`: what the owner brought, one of `proofs(city, happening)` where the city asks for any (Crystal C-047).
    Raises UnknownTag, TagRefusal.
    """
    with writing() as connection:
        old, new = _tag(connection, city, old_id), _tag(connection, city, new_id)
        happening = happening or (old.state if old.state in REPORTS else "")
        _proved(city, old, happening, proof)
        if old.year is not None and new.year is not None and new.year < old.year:
            msg = f"Tag {new.number} is of {new.year}: a tag of {old.year} is replaced by one of {old.year} or later."
            raise TagRefusal(msg)
        if old.animal_id is None:
            raise _wrong_state(connection, city, old, "it cannot be replaced")
        animal = _wearer(connection, city, old.animal_id)  # locked before any tag, as every step here does
        _may_wear(city, animal)
        _end(connection, city, old, new)
        _wears_none(connection, city, animal, new)
        _bind(connection, city, new, animal.id)
        detail = {
            "old": old.number, "new": new.number, "animal": animal.id, "happening": happening, "proof": proof,
        }  # fmt: skip
        audit.append(connection, city, actor=actor, action="tag_replaced", subject=f"tag:{old.id}", detail=detail)


def proofs(city: str, happening: str) -> tuple[str, ...]:
    """What the owner may bring for a duplicate of a tag that was lost, stolen or destroyed; empty: nothing is asked."""
    limit = _duplicate_rule(city, happening)
    return limit.words if limit else ()


def _duplicate_rule(city: str, happening: str) -> Limit | None:
    return lawbook().at(city, f"tag.duplicate.{happening}", cities.law_day(city))


def _proved(city: str, old: TagRow, happening: str, proof: str) -> None:
    if happening not in REPORTS:
        msg = f"Say what became of tag {old.number}: {', '.join(REPORTS)}."
        raise TagRefusal(msg)
    rule = _duplicate_rule(city, happening)
    if rule and proof not in rule.words:
        ways = " or ".join(rule.words)
        msg = f"A duplicate of a {happening} tag needs proof here: {ways} ({rule.citation})."
        raise TagRefusal(msg)
    if not rule and len(proof) > 100:  # free words where the city names none
        msg = "Write at most 100 characters about the proof."
        raise TagRefusal(msg)


def _may_wear(city: str, animal: TagRow) -> None:
    if animal.died_on is not None:
        msg = f"{_name(animal)} died on {animal.died_on:%B} {animal.died_on.day}, {animal.died_on.year}."
        raise TagRefusal(msg)
    tagged = cities.tagged_species(city)
    if animal.species not in tagged:
        msg = f"{cities.city(city).name} has no tags for a {animal.species}: only for {', '.join(sorted(tagged))}."
        raise TagRefusal(msg)


def _wears_none(connection: Connection, city: str, animal: TagRow, tag: TagRow) -> None:
    worn = tags_queries.worn(connection, city, animal.id, tag.year)
    if worn is not None and worn != tag.number:
        year = f"of {tag.year} " if tag.year else ""
        msg = f"{_name(animal)} wears tag {worn} {year}already. If that tag is gone, replace it."
        raise TagRefusal(msg)


def _bind(connection: Connection, city: str, tag: TagRow, animal_id: int) -> None:
    if not tags_queries.bind(connection, city, tag.id, animal_id, cities.law_day(city)):
        raise _wrong_state(connection, city, tag, "it cannot be issued")


def _end(connection: Connection, city: str, old: TagRow, new: TagRow) -> None:
    worn, day = {"issued", *REPORTS}, cities.law_day(city)
    if not tags_queries.move(connection, city, old.id, from_states=worn, to="replaced", day=day, replaced_by=new.id):
        raise _wrong_state(connection, city, old, "it cannot be replaced")


def _wrong_state(connection: Connection, city: str, tag: TagRow, so: str) -> TagRefusal:
    """The refusal for a tag that is not in the state that a step starts from, by its state now."""
    now = _tag(connection, city, tag.id)
    return TagRefusal(f"Tag {now.number} {_HOW_IT_IS[now.state]}, so {so}.")


def _tag(connection: Connection, city: str, tag_id: int) -> TagRow:
    row = tags_queries.one(connection, city, tag_id)
    if row is None:
        msg = f"{cities.city(city).name} has no tag with the id {tag_id}."
        raise UnknownTag(msg)
    return row


def _wearer(connection: Connection, city: str, animal_id: int) -> TagRow:
    row = tags_queries.wearer(connection, city, animal_id) if 0 < animal_id <= _LARGEST_ID else None
    if row is None:
        msg = f"{cities.city(city).name} has no animal with the id {animal_id}."
        raise UnknownAnimal(msg)
    return row


def _name(animal: TagRow) -> str:
    return str(animal.name) or f"The {animal.species} with the id {animal.id}"

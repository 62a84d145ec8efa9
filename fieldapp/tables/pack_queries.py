"""What a phone's offline list is made of beside tables/facts.py: whole lists of one city, each asked for once."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, exists, or_, select
from sqlalchemy.orm import aliased

from fieldapp.tables.animals import Animal, Keeping, Owner, Premises
from fieldapp.tables.declarations import Declaration, OwnershipBar, Removal
from fieldapp.tables.field_notes import FieldNote
from fieldapp.tables.tags import Tag

Found = Sequence[Row[*tuple[Any, ...]]]


def animal_ids(connection: Connection, city: str) -> Sequence[int]:
    """The ids of every animal of the city, in order."""
    return connection.scalars(select(Animal.id).where(Animal.city == city).order_by(Animal.id)).all()


def tags_in_stock(connection: Connection, city: str) -> Iterator[Row[*tuple[Any, ...]]]:
    """The tags of the city that no animal wears yet, in order."""
    tags = select(Tag.id, Tag.code, Tag.number, Tag.state, Tag.state_since)
    yield from connection.execute(tags.where(Tag.city == city, Tag.animal_id.is_(None)).order_by(Tag.id))


def notes_since(connection: Connection, city: str, since: datetime) -> Found:
    """(animal, ended, occurred_at) of the notes about animals of the city that no later note corrects, latest first."""
    note, later = FieldNote, aliased(FieldNote)
    corrected = select(later.id).where(later.city == note.city, later.corrects == note.record_id).exists()
    query = select(note.animal_id, note.ended, note.occurred_at)
    query = query.where(note.city == city, note.occurred_at >= since, note.animal_id.is_not(None), ~corrected)
    return connection.execute(query.order_by(note.occurred_at.desc(), note.id.desc())).all()


def declarations(connection: Connection, city: str) -> Found:
    """Every declaration that was not rescinded: (animal, class, its days), of animals whose owners may all be found."""
    d = Declaration
    query = select(d.animal_id, d.dog_class, d.declared_on, d.appealed_on, d.final_on, d.rescinded_on, Animal.died_on)
    query = query.join(Animal, Animal.id == d.animal_id).where(d.city == city, Animal.city == city)
    return connection.execute(query.where(d.rescinded_on.is_(None), ~_protected(d.animal_id)).order_by(d.id)).all()


def removals(connection: Connection, city: str) -> Found:
    """(animal, removed_on) of every animal that was removed from the city and lives, as above."""
    same_chip = (Removal.microchip_key == Animal.microchip_key) & (Removal.microchip_key != "")
    query = select(Animal.id.label("animal_id"), Removal.removed_on, Animal.died_on)
    query = query.join(Animal, or_(Removal.animal_id == Animal.id, same_chip))
    query = query.where(Removal.city == city, Animal.city == city, ~_protected(Animal.id))
    return connection.execute(query.order_by(Removal.id, Animal.id)).all()


def bars(connection: Connection, city: str) -> Found:
    """(owner, address, from_on, until_on) of everybody who may own no dog and whose address is not protected."""
    bar = OwnershipBar
    query = select(bar.owner_id, Owner.address, bar.from_on, bar.until_on).join(Owner, Owner.id == bar.owner_id)
    query = query.where(bar.city == city, Owner.city == city, Owner.address_protected.is_(False))
    return connection.execute(query.order_by(bar.id)).all()


def places_of_animals(connection: Connection, city: str, animals: Sequence[int]) -> Found:
    """(animal, address): where these animals are kept, and where their owners live; nothing of a protected owner's."""
    kept = select(Animal.id.label("animal_id"), Premises.address).join(Premises, Premises.id == Animal.premises_id)
    kept = kept.where(Animal.city == city, Animal.id.in_(animals), ~_protected(Animal.id))
    lived = select(Keeping.animal_id, Owner.address).join(Owner, Owner.id == Keeping.owner_id)
    lived = lived.where(Keeping.city == city, Keeping.animal_id.in_(animals), ~_protected(Keeping.animal_id))
    return connection.execute(kept.union(lived)).all()


def places_of_owners(connection: Connection, city: str, owners: Sequence[int]) -> Found:
    """(owner, address): where the animals of these owners are kept, unless some owner of one is protected."""
    query = select(Keeping.owner_id, Premises.address).join(Animal, Animal.id == Keeping.animal_id)
    query = query.join(Premises, Premises.id == Animal.premises_id)
    query = query.where(Keeping.city == city, Keeping.owner_id.in_(owners), ~_protected(Animal.id))
    return connection.execute(query.distinct()).all()


def _protected(animal_id: Any) -> Any:  # noqa: ANN401  a column, and a condition of any type
    """Whether some owner of the animal has a protected address (Minn. Stat. 13.045): a co-owner's would tell it."""
    keeping, owner = aliased(Keeping), aliased(Owner)
    joined = (keeping.animal_id == animal_id) & (keeping.owner_id == owner.id) & owner.address_protected
    return exists().where(joined)

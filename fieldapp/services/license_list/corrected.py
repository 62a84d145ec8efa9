"""Values that were corrected here: a list never overwrites them; what it says instead stands beside them."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Row

from fieldapp.services.license_list.people import person_key
from fieldapp.tables import list_queries
from fieldapp.tables.animals import Difference


class Corrected:
    """The corrected values that one step may meet, and what the list says about them.

    `animals` and `owners` are the ids that the step touches; nothing is asked where the city never corrected anything.
    """

    def __init__(self, connection: Connection, city: str, import_id: int) -> None:
        self._connection, self._city, self._import_id = connection, city, import_id
        self._any = list_queries.has_differences(connection, city)
        self._of_animal: dict[tuple[int, str, str], Any] = {}
        self._of_owner: dict[tuple[str, str], list[Any]] = {}
        self._changes: dict[int, dict[str, Any]] = {}

    def look_at_animals(self, animals: Iterable[int]) -> None:
        """Ask for the corrected values of these animals and their terms."""
        if self._any:
            for row in list_queries.differences_of_animals(self._connection, self._city, animals):
                self._of_animal[row.animal_id, row.field, row.subject] = row

    def look_at_owners(self, owners: Iterable[int]) -> None:
        """Ask for the corrected values of these owners."""
        if self._any:
            for row in list_queries.differences_of_owners(self._connection, self._city, owners):
                self._of_owner.setdefault((row.subject, row.field), []).append(row)

    def former_names(self) -> dict[tuple[int | None, str], int]:
        """Owners whose name was corrected here: by animal and the key of the list's name, the owner's id."""
        return {
            (row.animal_id, person_key(row.in_list)): int(row.subject.partition(":")[2])
            for row in self._of_animal.values()
            if row.field == "owner" and row.in_list
        }

    def owner_kept(self, animal: int, listed: str) -> bool:
        """Whether the name of one of the animal's owners was corrected here: then a list does not replace the owner."""
        rows = [row for (of, field, _), row in self._of_animal.items() if of == animal and field == "owner"]
        for row in rows:
            self._note(row, listed)
        return bool(rows)

    def address_kept(self, animal: int) -> bool:
        """Whether the address of one of the animal's owners was corrected here: the animal is kept there."""
        return any(of == animal and field == "address" for of, field, _ in self._of_animal)

    def keeps(self, animal: int, field: str, listed: str, subject: str = "") -> bool:
        """Whether this value of an animal was corrected here; then what the list says is noted beside it."""
        row = self._of_animal.get((animal, field, subject))
        if row is not None:
            self._note(row, listed)
        return row is not None

    def keeps_of_owner(self, owner: int, field: str, listed: str) -> bool:
        """Whether this value of an owner was corrected here; then what the list says is noted beside it."""
        rows = self._of_owner.get((f"owner:{owner}", field), ())
        for row in rows:
            self._note(row, listed)
        return bool(rows)

    def store(self) -> None:
        """Write what the list says about corrected values."""
        list_queries.set_values(self._connection, self._city, Difference, list(self._changes.values()))

    def _note(self, row: Row[*tuple[Any, ...]], listed: str) -> None:
        says = None if not listed or listed.casefold() == row.here.casefold() else listed
        if says != row.in_list:
            change = {"id": row.id, "in_list": says, "import_id": self._import_id}
            self._changes[row.id] = change if says is None else change | {"settled_at": None}

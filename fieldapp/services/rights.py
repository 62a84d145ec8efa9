"""Who may do what: the one table of roles and rights, and the person who is signed in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

LOOK_UP = "look_up"  # tag pages, animals, declarations of a city
SEARCH = "search"  # search by number, name, address, position
EDIT_ANIMAL = "edit_animal"
IMPORT_LIST = "import_list"
MAKE_TAGS = "make_tags"
ISSUE_TAGS = "issue_tags"
SEE_PROTECTED = "see_protected"  # the street address of an owner whose address is protected (Minn. Stat. 13.045)
PEOPLE = "people"  # invite, change roles, end
SEE_PHOTOS = "see_photos"  # copies of photos that show no paper and no person
ADD_PHOTOS = "add_photos"
SEE_PAPERS = "see_papers"  # photos of papers and of people, and proofs as PDF
SEE_ORIGINALS = "see_originals"  # the bytes as they came, with everything that a camera wrote into them
SIGN_OFF_LAW = "sign_off_law"  # say what the city makes of a doubt in its law
WRITE_NOTES = "write_notes"  # field notes, and to see one's own
SEE_ALL_NOTES = "see_all_notes"  # the field notes of everybody in the city
HAND_IN = "hand_in"  # a rescue file of a phone
SEE_RECORDS = "see_records"  # sealed records that a person has to look at: held, in quarantine, in conflict
ADOPT_RECORDS = "adopt_records"  # answer for one of them
LOOK_AFTER_PHONES = "look_after_phones"  # approve, end and wipe the phones of the city's people

_OFFICER = frozenset({LOOK_UP, SEARCH, SEE_PHOTOS, ADD_PHOTOS, WRITE_NOTES, HAND_IN})
_CLERK = _OFFICER | {EDIT_ANIMAL, IMPORT_LIST, MAKE_TAGS, ISSUE_TAGS, SEE_PROTECTED, SEE_PAPERS, SEE_RECORDS}
_SUPERVISOR = _CLERK | {PEOPLE, SEE_ORIGINALS, SIGN_OFF_LAW, SEE_ALL_NOTES, ADOPT_RECORDS, LOOK_AFTER_PHONES}

RIGHTS_OF_ROLE: Mapping[str, frozenset[str]] = {"officer": _OFFICER, "clerk": _CLERK, "supervisor": _SUPERVISOR}
ROLES = tuple(RIGHTS_OF_ROLE)
RIGHTS = _SUPERVISOR


@dataclass(frozen=True, slots=True)
class Who:
    """A signed-in person in the city whose hat they wear now.

    `roles`: city id -> role, in every city they belong to. `second_factor`: this session showed one (a passkey counts
    as both). `has_second_factor`: the person has set one up. `verified_at`: when they last proved who they are, UTC.
    """

    person_id: int
    username: str
    name: str
    city: str
    roles: Mapping[str, str]
    session_id: int
    second_factor: bool
    has_second_factor: bool
    demo: bool
    verified_at: datetime

    @property
    def role(self) -> str:
        """The role in the present city."""
        return self.roles[self.city]

    @property
    def complete(self) -> bool:
        """True once nothing more is asked for: demo people need no second factor, everybody else has shown one."""
        return self.demo or self.second_factor

    @property
    def actor(self) -> str:
        """How the audit chain names this person ("person:7")."""
        return f"person:{self.person_id}"

    def may(self, right: str, city: str | None = None) -> bool:
        """Whether this person has `right` in `city` (the present one where none is named)."""
        if right not in RIGHTS:
            msg = f"no such right: {right!r}"
            raise ValueError(msg)
        return self.complete and right in RIGHTS_OF_ROLE.get(self.roles.get(city or self.city, ""), frozenset())

"""What a file of law may hold: the kinds of pieces by topic, and the fields of each, as docs/law.md tells."""

from fieldapp.lawbook.schemas import clocks, declared_dogs, enclosures, keeping, offenses, office, seizure, values
from fieldapp.lawbook.schemas.fields import COMMON, ELEMENT, Field

__all__ = ["COMMON", "ELEMENT", "KINDS", "Field"]

KINDS: dict[str, dict[str, Field]] = {
    **values.KINDS,
    **offenses.KINDS,
    **enclosures.KINDS,
    **clocks.KINDS,
    **seizure.KINDS,
    **declared_dogs.KINDS,
    **keeping.KINDS,
    **office.KINDS,
}

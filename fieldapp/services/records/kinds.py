"""The kinds of records that this program knows. Adding one is one schema, one form, one service, and a line here."""

from collections.abc import Mapping

from fieldapp.services.field_notes.kind import FIELD_NOTE
from fieldapp.services.records.kind import Kind

_ALL: tuple[Kind, ...] = (FIELD_NOTE,)
KINDS: Mapping[str, Kind] = {kind.name: kind for kind in _ALL}

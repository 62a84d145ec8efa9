"""The kinds of records that this program knows. Adding one is one schema, one form, one service, and a line here."""

from collections.abc import Mapping

from fieldapp.services.records.kind import Kind

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in ()}

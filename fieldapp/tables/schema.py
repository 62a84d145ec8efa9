"""Every table by name, for the migrations and for whoever walks the whole schema."""

from fieldapp.tables import (
    animals,
    audit,
    declarations,
    devices,
    field_notes,
    imports,
    law_sign_offs,
    licenses,
    lookups,
    people,
    photos,
    records,
    server_keys,
    tags,
)

__all__ = [
    "animals",
    "audit",
    "declarations",
    "devices",
    "field_notes",
    "imports",
    "law_sign_offs",
    "licenses",
    "lookups",
    "people",
    "photos",
    "records",
    "server_keys",
    "tags",
]

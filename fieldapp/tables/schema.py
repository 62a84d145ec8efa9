"""Every table by name, for the migrations and for whoever walks the whole schema."""

from fieldapp.tables import animals, audit, declarations, imports, licenses, lookups, people, tags

__all__ = ["animals", "audit", "declarations", "imports", "licenses", "lookups", "people", "tags"]

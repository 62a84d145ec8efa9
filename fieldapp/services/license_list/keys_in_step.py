"""Keys that one step asks for more than once."""

from functools import lru_cache

from fieldapp.tables.keys import address_key, name_key, number_key

address_key_of = lru_cache(20_000)(address_key)
name_key_of = lru_cache(20_000)(name_key)
number_key_of = lru_cache(2_000)(number_key)

"""The keyed hashes by which a phone finds what was scanned or typed; the twin is static/js/offline/list-hashes.js."""

import base64
import hmac

from fieldapp.tables.keys import house_and_street, number_key, number_runs

HASH_BYTES = 6  # 8 characters: of 200,000 numbers one strange one in a billion is taken for one of the list


def hashed(key: bytes, kind: str, text: str) -> str:
    """Eight characters for a text of a kind (code, number, runs, place) under the city's key."""
    digest = hmac.digest(key, f"{kind}\n{text}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:HASH_BYTES]).decode()


def of_number(key: bytes, number: str) -> str:
    """The hashes of a printed number, one behind the other: the whole, and its parts where it has several."""
    whole, runs = number_key(number), number_runs(number)
    if not whole:
        return ""
    return hashed(key, "number", whole) + (hashed(key, "runs", runs) if "." in runs else "")


def of_tag(key: bytes, code: str, number: str) -> str:
    """The hashes of a tag: its code, then its number."""
    return hashed(key, "code", code) + of_number(key, number)


def of_place(key: bytes, address: str) -> str:
    """The hash of an address by house number and street; empty where there is no house number."""
    house, street = house_and_street(address)
    return "" if house is None else hashed(key, "place", f"{house} {street}")

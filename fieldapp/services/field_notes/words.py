"""How a field note is said in words: on a page, in a list and in the text for another system."""

ENDED_WORDS_OF = {
    "no_violation": "No violation",
    "gone_on_arrival": "Gone on arrival",
    "unable_to_locate": "Unable to locate",
    "returned_to_owner": "Returned to owner",
    "verbal_warning": "Verbal warning",
    "counterfeit_tag": "Counterfeit tag",
    "other": "Other",
}
PLACE_BY_WORDS = {"position": "by the position of the phone", "typed": "typed", "none": "not given"}
CITY_BY_WORDS = {"tag": "by the tag", "position": "by the position", "chosen": "chosen by hand"}
PROTECTION_WORDS = {
    "passkey": "key kept under a passkey",
    "storage": "key kept in the storage of the phone",
    "desk": "entered at the desk",
}


def ended_in_words(ended: str, ended_words: str) -> str:
    """How a call ended: "Gone on arrival"; the officer's own words where it was none of the listed ends."""
    return ended_words if ended == "other" and ended_words else ENDED_WORDS_OF.get(ended, ended)


def animal_in_words(name: str | None, species: str | None, tag: str, animal_words: str) -> str:
    """What is known of the animal in one line; empty where nothing is."""
    named = " ".join(part for part in (name, f"({species})" if name and species else species) if part)
    return ", ".join(part for part in (named, f"tag {tag}" if tag else "", animal_words) if part)


def device_in_words(device: str, number: int | None) -> str:
    """The device as people call it: "phone 7", "desk"."""
    return f"phone {number}" if number is not None else "desk" if device.startswith("desk-") else device

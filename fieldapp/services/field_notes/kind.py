"""The field note as a kind of record on the road."""

from fieldapp.services.field_notes.apply import apply_note
from fieldapp.services.field_notes.check import KIND, PHOTO_KINDS, SCHEMA, read_note
from fieldapp.services.records.kind import Kind, Payload


def _examples() -> tuple[Payload, ...]:
    whole = {
        "ended": "returned_to_owner", "ended_words": "", "animal": {"id": None, "tag": "26-00417", "words": "brindle"},
        "place_words": "Welcome Park, by the ball field", "place_by": "typed", "occurred_at": "2026-11-30T15:04:00Z",
        "case_number": "26-118804", "words": "Walked home with the neighbor.", "city_differs": "", "corrects": None,
        "protection": "storage",
    }  # fmt: skip
    short = {"ended": "gone_on_arrival", "occurred_at": "2026-11-30T15:04:00.000Z"}
    return whole, short, {**whole, "ended": "other", "ended_words": "Taken along by a rescue"}


FIELD_NOTE = Kind(
    name=KIND, title="Field note", schemas={SCHEMA: read_note}, photo_kinds=frozenset(PHOTO_KINDS), apply=apply_note,
    page="/notes/{}", example=_examples,
)  # fmt: skip

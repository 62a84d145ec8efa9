"""The stage of a declaration on a day, and what it does to the status word."""

from datetime import date

import pytest

from fieldapp.rules.declarations import DeclarationDates, keep_away, stage, status_word

DATES = DeclarationDates("dangerous", date(2026, 1, 10), date(2026, 1, 20), date(2026, 2, 20), date(2026, 9, 1))


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2026, 1, 9), None),
        (date(2026, 1, 10), "declared"),
        (date(2026, 1, 19), "declared"),
        (date(2026, 1, 20), "appeal_pending"),
        (date(2026, 2, 20), "final"),
        (date(2026, 8, 31), "final"),
        (date(2026, 9, 1), "rescinded"),
    ],
)
def test_the_stage_changes_on_its_day(day, expected):
    found = stage(DATES, day)
    assert (found[0] if found else None) == expected


@pytest.mark.parametrize(
    ("dog_class", "word", "away"),
    [("dangerous", "DANGEROUS DOG", True), ("potentially_dangerous", "POTENTIALLY DANGEROUS", False)],
)
def test_what_a_declaration_says(dog_class, word, away):
    for at in ("declared", "appeal_pending", "final"):
        assert status_word(dog_class, at) == word
    assert status_word(dog_class, "rescinded") == ""
    assert keep_away(dog_class, "final") is keep_away(dog_class, "appeal_pending") is away
    assert not keep_away(dog_class, "declared")
    assert not keep_away(dog_class, "rescinded")

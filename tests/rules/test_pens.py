"""What a described pen may hold, and the words with which the rest is refused."""

from decimal import Decimal

import pytest

from fieldapp.lawbook.enclosures import enclosure_law
from fieldapp.rules.facts import Fact
from fieldapp.rules.pens import UnusablePen, read_pen
from tests.rules.pens import BOOK, DAY
from tests.rules.refused_pens import REFUSED, TAKEN

KNOWN = enclosure_law(BOOK, "crystal", DAY).facts


@pytest.mark.parametrize(("pen", "field", "sentence"), REFUSED)
def test_what_is_no_pen_is_refused(pen, field, sentence):
    with pytest.raises(UnusablePen) as wrong:
        read_pen(pen, KNOWN)
    assert (wrong.value.field, wrong.value.sentence) == (field, sentence)
    assert str(wrong.value) == f"{field}: {sentence}"


@pytest.mark.parametrize(("name", "given", "value", "how"), TAKEN)
def test_what_a_pen_may_hold(name, given, value, how):
    fact = read_pen({name: given}, KNOWN).get(name)
    assert (fact and (str(fact.value), fact.how)) == (value and (value, how))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (60.5, "is no number"),  # a float has already lost digits
        (Decimal("NaN"), "is no number"),
        (Decimal("Infinity"), "is larger than any pen"),
        (Decimal("-Infinity"), "is negative"),
        (Decimal("1e999"), "is larger than any pen"),
        (Decimal("1e-31"), "is finer than anybody measures"),
        (Decimal("9" * 5000), "is larger than any pen"),
    ],
)
def test_numbers_that_no_pen_has(given, sentence):
    with pytest.raises(UnusablePen, match=sentence):
        read_pen({"wall_height_in": given}, KNOWN)


def test_all_digits_are_kept():
    long = "59.123456789012345678901234567890"
    assert read_pen({"wall_height_in": Decimal(long)}, KNOWN)["wall_height_in"] == Fact(Decimal(long), "measured")
    assert str(read_pen({"wall_height_in": Decimal("-0.0")}, KNOWN)["wall_height_in"].value) == "0.0"
    assert read_pen({"wall_gauge": {"value": 9, "how": "told", "words": "shop"}}, KNOWN)["wall_gauge"].words == "shop"

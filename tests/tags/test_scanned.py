"""A scanned text is a code, a number or foreign; the table is shared with the twin in the page."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldapp.media.qr import tag_of
from fieldapp.media.tag_code import is_well_formed

TABLE = json.loads((Path(__file__).parent / "scanned_texts.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", TABLE["cases"], ids=lambda case: repr(case["text"])[:60])
def test_each_text_is_what_the_table_says(case):
    read = tag_of(case["text"], TABLE["hosts"])
    assert (read.kind, read.value) == (case["kind"], case["value"])


@given(st.text(max_size=60))
def test_any_text_is_told_without_an_error(text):
    read = tag_of(text, TABLE["hosts"])
    assert read.kind != "code" or is_well_formed(read.value)
    assert read.text == text.strip(" \t\r\n\v\f")


@given(st.sampled_from(TABLE["hosts"]), st.text(alphabet="@:/\\?#.%&", min_size=1, max_size=4), st.integers(0, 40))
def test_no_address_with_something_pushed_in_is_followed_to_another_code(host, pushed, at):
    address = f"https://{host}/t/7K3QW9XZ41"
    read = tag_of(address[:at] + pushed + address[at:], TABLE["hosts"])
    assert read.kind == "foreign" or read.value == "7K3QW9XZ41"

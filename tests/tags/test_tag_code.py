"""The code of a tag: vectors, what the check finds, what reading forgives."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldapp.media import tag_code
from fieldapp.media.tag_code import ALPHABET, check_character, grouped, is_well_formed, new_code, read_code

PAYLOADS = st.text(alphabet=ALPHABET, min_size=9, max_size=9)


@pytest.mark.parametrize(("payload", "check"), [("7K3QW9XZ4", "1"), ("123456789", "0"), ("ZZZZZZZZZ", "X")])
def test_vectors(payload, check):
    assert check_character(payload) == check
    assert is_well_formed(payload + check)


@given(PAYLOADS)
def test_every_single_substitution_is_found(payload):
    code = payload + check_character(payload)
    for at, other in itertools.product(range(10), ALPHABET):
        if other != code[at]:
            assert not is_well_formed(code[:at] + other + code[at + 1 :])


@given(PAYLOADS)
def test_every_swap_of_neighbors_across_one_and_with_the_check_is_found(payload):
    code = payload + check_character(payload)
    pairs = [(i, i + 1) for i in range(9)] + [(i, i + 2) for i in range(8)] + [(i, 9) for i in range(9)]
    for one, two in pairs:
        if code[one] != code[two]:
            symbols = list(code)
            symbols[one], symbols[two] = symbols[two], symbols[one]
            assert not is_well_formed("".join(symbols))


def test_the_check_misses_no_swap_at_all_by_its_weights():
    """Two places can only be swapped unseen where their weights are equal; all ten are different (the check's is 1)."""
    weights = {check_character("0" * i + "1" + "0" * (8 - i)) for i in range(9)} | {"1"}
    assert len(weights) == 10


def test_a_new_code_is_well_formed_random_and_uses_every_symbol():
    codes = [new_code() for _ in range(500)]
    assert all(is_well_formed(code) for code in codes)
    assert len(set(codes)) == 500
    assert set("".join(code[:9] for code in codes)) == set(ALPHABET)


def test_new_codes_come_from_the_clock_module(monkeypatch):
    monkeypatch.setattr(tag_code.clock, "random_bytes", lambda size: bytes(range(32, 32 + size)))
    assert new_code() == "012345678" + check_character("012345678")


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("7k3qw9xz41", "7K3QW9XZ41"),
        (" 7K3-QW9-XZ41\r\n", "7K3QW9XZ41"),
        ("7K3QW9XZ4I", "7K3QW9XZ41"),
        ("7K3QW9XZ4l", "7K3QW9XZ41"),
        ("i23456789o", "1234567890"),
        ("7K3QW9XZ42", None),
        ("7K3QW9XZ4", None),
        ("7K3QW9XZ411", None),
        ("7K3QU9XZ41", None),
        ("", None),
        ("\u0667K3QW9XZ41", None),
        ("7K3QW9XZ4\uff11", None),
        ("7\u212a3QW9XZ41", None),
    ],
)
def test_reading_forgives_case_breaks_and_look_alikes_only(typed, code):
    assert read_code(typed) == code


@pytest.mark.parametrize("text", ["7k3qw9xz41", "7K3QW9XZ41\n", "7K3QW9XZ4O", "", "7K3QW9XZ4", "7K3QW9XZ41 "])
def test_well_formed_is_exact(text):
    assert not is_well_formed(text)


@pytest.mark.parametrize("payload", ["", "7K3QW9XZ", "7K3QW9XZ4U", "7K3QW9XZo", "7k3qw9xz4"])
def test_a_payload_outside_the_alphabet_has_no_check(payload):
    with pytest.raises(ValueError, match="nine symbols"):
        check_character(payload)


@given(PAYLOADS)
def test_a_grouped_code_reads_back(payload):
    code = payload + check_character(payload)
    assert read_code(grouped(code).lower()) == code

"""A protected address (Safe at Home) outlives every list, however it writes the owner."""

import pytest
from sqlalchemy import update

from fieldapp.cli.import_licenses import notes
from fieldapp.services.correct import correct
from fieldapp.services.license_list.people import person_key, street_of
from fieldapp.tables.animals import Owner
from fieldapp.tables.db import writing
from tests.list.conftest import rows

HEAD = "License Number,Dog Name,DOB,Owner Name,Second Owner,Address,Phone,Issued,Expires\n"
HERS = "42,Juno,2019-03-04,Rosalind Achebe,,5333 Unity Ave N,763-555-0101,2026-01-02,2026-12-31\n"


@pytest.fixture
def hers(app_on_both, give):
    give(HEAD + HERS)
    with writing() as connection:
        connection.execute(update(Owner).values(address_protected=True))


def open_owners():
    return rows("select name from owners where not address_protected")


@pytest.mark.parametrize("owner", ['"Achebe, Rosalind"', "Rosalind T Achebe", "ROSALIND T. ACHEBE", "Achebe Rosalind",
                                   "Rosalind Achebe", "Mrs. Rosalind Achebe"])  # fmt: skip
@pytest.mark.parametrize("address", ['"5333 Unity Avenue N, Crystal MN 55429"', "5333 Unity Avenue N"])
def test_she_is_met_however_she_is_written(hers, give, owner, address):
    other = f"43,Bo,2020-03-04,{owner},,{address},,2026-01-02,2026-12-31\n"
    again = f"42,Juno,2019-03-04,{owner},,{address},,2027-01-02,2027-12-31\n"
    assert give(HEAD + other + again).guarded == ()
    assert rows("select count(*) from owners") == [(1,)]
    assert open_owners() == []
    assert rows("select count(distinct animal_id), count(distinct owner_id) from keepings") == [(2, 1)]


@pytest.mark.parametrize(
    "line",
    ["42,Juno,2019-03-04,R. Nwosu,,9 Far Rd,,2027-01-02,2027-12-31\n",  # her dog
     "77,Juno,2019-03-04,Rosalind Achebe,Obi Nwosu,5333 Unity Ave N,,2027-01-02,2027-12-31\n",  # a second owner
     '43,Bo,2020-01-01,Obi Nwosu,,"5333 Unity Avenue North, Crystal, MN 55429-1234",,2026-01-02,2026-12-31\n',
     "43,Bo,2020-01-01,Obi Nwosu,,5333 UNITY AVE N CRYSTAL MN,,2026-01-02,2026-12-31\n"],
)  # fmt: skip
def test_whom_a_list_brings_to_her_dog_or_her_street_is_protected_and_told(hers, give, line):
    report = give(HEAD + line)
    assert open_owners() == []
    assert rows("select count(*) from owners") == [(2,)]
    assert report.guarded == (2,)
    assert any("made protected" in note and "line 2" in note for note in notes(report))


def test_who_lives_elsewhere_is_not(hers, give):
    lines = "43,Bo,2020-01-01,Obi Nwosu,,5335 Unity Ave N,,2026-01-02,2026-12-31\n"
    lines += "44,Al,2020-01-01,Ann B,,5333 Unity Ave S,,2026-01-02,2026-12-31\n"
    assert give(HEAD + lines).guarded == ()
    assert len(open_owners()) == 2


@pytest.mark.parametrize("turned", [False, True])
def test_what_the_list_calls_protected_reaches_others_there_in_any_order(app_on_both, give, turned):
    head = HEAD.replace("Issued", "Address Protected,Issued")
    lines = ["1,Rex,2020-01-01,Ann Lee,,1 Elm St,,yes,2026-01-02,2026-12-31\n",
             "2,Bo,2020-01-01,Ann Lee,,1 Elm St,,,2026-01-02,2026-12-31\n",
             '3,Al,2020-01-01,Cy Day,,"1 Elm Street, Crystal",,,2026-01-02,2026-12-31\n']  # fmt: skip
    for line in lines[::-1] if turned else lines:
        give(head + line)
    assert open_owners() == []
    assert rows("select count(*) from owners") == [(2,)]


def test_what_a_clerk_said_stays(hers, give):
    correct("crystal", 1, "address protected", "no", actor="cli")
    give(HEAD.replace("Issued", "Address Protected,Issued") + HERS.replace("2026-01-02", "yes,2026-01-02"))
    assert open_owners() == [("Rosalind Achebe",)]
    assert rows("select in_list from differences") == [("yes",)]


def test_names_and_streets_that_differ_stay_apart():
    assert person_key("Ann B") != person_key("Ann C")
    assert person_key("Ann B Lee") == person_key("Lee, Ann") != person_key("Lee, Anna")
    assert street_of("1 Elm St, Apt 2, Crystal MN", "crystal") != street_of("1 Elm St, Apt 3", "crystal")
    for text in ("1 Elm St, Apt 2, Crystal MN 55429", "1 Elm Street Apt 2 Crystal MN", "1 Elm St Apt 2, New Hope, MN"):
        assert street_of(text, "crystal") == "1 elm st apt 2"
    assert street_of("12 Battle Lake Rd, Battle Lake, MN 56515", "battle_lake") == "12 battle lake rd"
    assert street_of("12 Battle Lake Rd Battle Lake", "battle_lake") == "12 battle lake rd"

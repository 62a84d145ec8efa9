"""What an import stores, on both databases."""

from dataclasses import replace

import pytest

from fieldapp.media.sheets import UnusableSheet
from fieldapp.services.license_list import run, steps
from fieldapp.services.license_list.refused_file import refused_lines, write_refused
from tests.list.conftest import counts, rows

HEAD = "License Number,Dog Name,Species,DOB,Owner Name,Address,Phone,Issue Date,Expires\n"
REX = "0042,Rex,Dog,3/4/2019,Ann Lee,4127 Sample Avenue N,763-555-0101,1/2/2026,12/31/2026\n"


def again(give, content, **more):
    """A second run of the same list: no new and no changed row."""
    first = give(content, **more)
    second = give(content, **more)
    assert counts(second) == (first.read, 0, 0, first.read - first.refused, first.refused)
    return first


def test_one_row_becomes_animal_owner_premises_term(app_on_both, give):
    report = again(give, HEAD + REX)
    assert counts(report) == (1, 1, 0, 0, 0)
    assert rows("select number, number_folded, issued_on, ends_on from licenses")[0][:2] == ("0042", "0042")
    assert rows("select a.name, o.name, o.phone_key, p.house, p.street_key from animals a join keepings k on "
                "k.animal_id = a.id join owners o on o.id = k.owner_id join premises p on p.id = a.premises_id") == [
        ("Rex", "Ann Lee", "7635550101", 4127, "sample ave n")]  # fmt: skip
    assert [r[0] for r in rows("select action from audit_entries order by seq")] == ["import.begin", "import.end"] * 2
    assert rows("select read, new, unchanged from imports order by id") == [(1, 1, 0), (1, 0, 1)]


def test_a_dry_run_gives_the_counts_and_stores_nothing(app_on_both, give):
    assert counts(give(HEAD + REX, dry_run=True)) == (1, 1, 0, 0, 0)
    assert rows("select count(*) from animals") == rows("select count(*) from imports") == [(0,)]
    assert rows("select count(*) from audit_entries") == [(0,)]


JUDGED = {
    "renewal": (["42,Rex,Dog,2019,2024-01-01,2024-12-31", "42,REX,dog,2019,2025-01-01,2025-12-31"], (2, 1, 1, 0, 0)),
    "renewal in any order": (["42,Rex,Dog,2019,,2025-12-31", "42,Rex,Dog,2019,,2024-12-31"], (2, 1, 1, 0, 0)),
    "case folds": (["s42,Rex,Dog,2019,,2024-12-31", "S42,Rex,Dog,2019,,2025-12-31"], (2, 1, 1, 0, 0)),
    "used again": (["42,Rex,Dog,2019,,2024-12-31", "42,Bo,Dog,2020,,2025-12-31"], (2, 2, 0, 0, 0)),
    "used again by issue": (["42,Rex,Dog,2019,2024-01-01,", "42,Bo,Dog,2020,2025-01-01,"], (2, 2, 0, 0, 0)),
    "same year": (["42,Rex,Dog,2019,,2025-06-30", "42,Bo,Dog,2020,,2025-12-31"], (2, 0, 0, 0, 2)),
    "year unknown": (["42,Rex,Dog,2019,,", "42,Bo,Dog,2020,,2025-12-31"], (2, 0, 0, 0, 2)),
    "three, two at odds": (
        ["42,Rex,Dog,2019,,2023-12-31", "42,Bo,Dog,2020,,2025-12-31", "42,Al,Dog,2020,,2025-12-31"], (3, 0, 0, 0, 3)),
    "another birth is another": (["42,Rex,Dog,2019,,2025-12-31", "42,Rex,Dog,2020,,2025-12-31"], (2, 0, 0, 0, 2)),
    "another species": (["42,Rex,Dog,2019,,2025-12-31", "42,Rex,Pig,2019,,2025-12-31"], (2, 0, 0, 0, 2)),
    "duplicate": (["42,Rex,Dog,2019,,2025-12-31"] * 3, (3, 1, 0, 2, 0)),
    "duplicate of a conflict": (
        ["42,Rex,Dog,2019,,2025-12-31", "42,Bo,Dog,2019,,2025-12-31", "42,Bo,Dog,2019,,2025-12-31"], (3, 0, 0, 1, 2)),
    "no end": (["42,Rex,Dog,2019,2025-01-01,"], (1, 1, 0, 0, 0)),
    "lifetime": (["42,Rex,Dog,2019,2025-01-01,Lifetime"], (1, 1, 0, 0, 0)),
    "no date": (["42,Rex,Dog,2019,2025-02-30,", "43,Bo,Dog,2019,2025-02-28,"], (2, 1, 0, 0, 1)),
    "cat": (["42,Tom,Cat,2019,,2025-12-31", "43,Bo,Canine,2019,,2025-12-31"], (2, 1, 0, 0, 1)),
    "pig": (["42,Babe,Pot-bellied pig,2019,,2025-12-31"], (1, 1, 0, 0, 0)),
    "ends before": (["42,Rex,Dog,2019,2025-02-01,2025-01-01"], (1, 0, 0, 0, 1)),
    "blank number": ([",Rex,Dog,2019,2025-02-01,"], (1, 0, 0, 0, 1)),
    "number that is none": (["N/A,Rex,Dog,2019,2025-02-01,"], (1, 0, 0, 0, 1)),
    "born tomorrow": (["42,Rex,Dog,2027,2025-02-01,"], (1, 0, 0, 0, 1)),
    "ragged": (["42,Rex,Dog,2019,2025-02-01", "43,Bo,Dog,2019,2025-02-01,"], (2, 1, 0, 0, 1)),
    "nul": (["42,Re\0x,Dog,2019,2025-02-01,"], (1, 0, 0, 0, 1)),
    "separator": (["42,Re\x1fx,Dog,2019,2025-02-01,"], (1, 0, 0, 0, 1)),
    "long": ([f"42,{'x' * 1001},Dog,2019,2025-02-01,"], (1, 0, 0, 0, 1)),
    "refused before duplicate": (["42,Tom,Cat,2019,,"] * 2, (2, 0, 0, 0, 2)),
    "none": ([], (0, 0, 0, 0, 0)),
}  # fmt: skip


@pytest.mark.parametrize("case", JUDGED)
def test_each_row_is_judged_in_the_contracts_order(app, give, case):
    lines, expected = JUDGED[case]
    content = "License Number,Dog Name,Species,DOB,Issued,Expires\n" + "\n".join(lines) + "\n"
    assert counts(give(content, dry_run=True)) == expected
    assert counts(again(give, content)) == expected


def test_a_new_list_without_change_of_place_or_with_it_changes_nothing(app, give):
    other = REX.replace("0042", "0043").replace("Rex", "Bo")
    give(HEAD + REX + other)
    assert counts(give(HEAD + other + REX)) == (2, 0, 0, 2, 0)
    assert counts(give("Fee," + HEAD + "15," + REX)) == (1, 0, 0, 1, 0), "a column not used changes nothing"


def test_other_content_for_a_known_number_and_animal_is_changed_in_place(app_on_both, give):
    give(HEAD + REX)
    phone = REX.replace("0101", "0102")
    assert counts(again(give, HEAD + phone)) == (1, 0, 1, 0, 0)
    assert rows("select phone from owners") == [("763-555-0102",)]
    assert rows("select count(*) from licenses") == [(1,)], "the same term, told anew"
    assert counts(give(HEAD + REX)) == (1, 0, 1, 0, 0), "back to what it was is a change too"
    assert rows("select phone from owners") == [("763-555-0101",)]


def test_a_shorter_end_for_the_same_issue_replaces_the_longer(app, give):
    give(HEAD + REX)
    assert counts(again(give, HEAD + REX.replace("12/31/2026", "6/30/2026"))) == (1, 0, 1, 0, 0)
    assert [str(end) for (end,) in rows("select ends_on from licenses")] == ["2026-06-30"]


def test_next_years_list_renews_and_uses_numbers_again(app_on_both, give):
    give(HEAD + REX + REX.replace("0042", "0043").replace("Rex", "Bo"))
    renewed = REX.replace("1/2/2026", "1/2/2027").replace("12/31/2026", "12/31/2027")
    reused = renewed.replace("0042", "0043").replace("Rex", "Zoe").replace("Ann Lee", "Max Fu")
    assert counts(again(give, HEAD + renewed + reused)) == (2, 1, 1, 0, 0)
    assert rows("select count(*) from animals") == [(3,)]
    assert rows("select count(*) from licenses where number = '0042'") == [(2,)]


def test_a_number_given_to_another_animal_in_a_year_on_record_is_refused(app_on_both, give):
    give(HEAD + REX)
    report = give(HEAD + REX.replace("Rex", "Zoe"))
    assert counts(report) == (1, 0, 0, 0, 1)
    assert "on record" in report.refusals[0][1]
    assert rows("select count(*) from animals") == [(1,)]


def test_a_list_that_begins_to_tell_births_still_means_the_same_dogs(app, give):
    give("License Number,Dog Name,Expires\n42,Rex,2025-12-31\n")
    report = again(give, "License Number,Dog Name,DOB,Expires\n42,Rex,2019-03-04,2026-12-31\n")
    assert counts(report) == (1, 0, 1, 0, 0)
    assert [str(born) for (born,) in rows("select born_on from animals")] == ["2019-03-04"]


def test_a_new_number_for_the_same_owners_dog_stays_one_animal(app_on_both, give):
    give(HEAD + REX)
    next_year = REX.replace("0042", "0099").replace("1/2/2026", "1/2/2027").replace("12/31/2026", "12/31/2027")
    assert counts(again(give, HEAD + next_year)) == (1, 1, 0, 0, 0)
    assert rows("select count(*) from animals") == [(1,)]
    same_year = REX.replace("0042", "0100")
    give(HEAD + same_year)
    assert rows("select count(*) from animals") == [(2,)], "two dogs of one name, licensed in one year"


def test_owners_are_met_by_name_and_address_or_phone(app_on_both, give):
    lines = [
        "1,Rex,Dog,2019,Ann Lee,12 Elm St,763-555-0101,,2026-12-31",
        "2,Bo,Dog,2019,ANN LEE,12 Elm Street,,,2026-12-31",
        "3,Zoe,Dog,2019,Ann Lee,,(763) 555-0101,,2026-12-31",
        "4,Al,Dog,2019,Ann Lee,99 Oak St,,,2026-12-31",
        "5,Ed,Dog,2019,Ann Lee,,,,2026-12-31",
    ]
    again(give, HEAD + "\n".join(lines) + "\n")
    found = rows(
        "select k.owner_id, l.number from keepings k join licenses l on l.animal_id = k.animal_id order by l.number"
    )
    owner = {number: of for of, number in found}
    assert owner["1"] == owner["2"] == owner["3"]
    assert len({owner["1"], owner["4"], owner["5"]}) == 3
    moved = lines[0].replace("12 Elm St", "5 Fir Ct").replace("763-555-0101", "")
    give(HEAD + moved + "\n")
    assert rows("select address from owners where id = :id", id=owner["1"]) == [("5 Fir Ct",)]


def test_a_sold_dog_has_its_new_owner_and_a_second_owner_is_kept(app_on_both, give):
    head = HEAD.replace("Owner Name", "Owner Name,Second Owner")
    two = REX.replace("Ann Lee", "Ann Lee,Bob Lee")
    again(give, head + two)
    assert rows("select count(*) from keepings") == [(2,)]
    give(HEAD + REX.replace("0101", "0109"))
    assert rows("select count(*) from keepings") == [(2,)], "a list without the column says nothing against the second"
    again(give, HEAD + REX.replace("Ann Lee", "Cy Day").replace("4127 Sample", "9 Other"))
    assert rows("select o.name from owners o join keepings k on k.owner_id = o.id") == [("Cy Day",)]


def test_a_list_without_numbers_goes_by_owner_and_address(app_on_both, give):
    head = "Dog Name,Owner Name,Address,Expires\n"
    lines = "Rex,Ann Lee,12 Elm St,2026-12-31\nBo,Ann Lee,12 Elm St,2026-12-31\nRex,Ann Lee,12 Elm Street,2027-12-31\n"
    assert counts(again(give, head + lines)) == (3, 2, 1, 0, 0)
    assert rows("select count(*), min(number) from licenses") == [(3, "")]


def test_stand_in_names_are_no_names(app, give):
    lines = "1,NAME NOT PROVIDED\n2,Unknown\n3,n/a\n4,-\n5,Nala\n"
    give("License Number,Dog Name\n" + lines)
    assert rows("select name from animals order by id") == [("",)] * 4 + [("Nala",)]


def test_rabies_columns_become_one_vaccination(app_on_both, give):
    head = "License Number,Dog Name,Rabies Vaccination Date,Rabies Due,Rabies Tag,Vet,Expires\n"
    give(head + "1,Rex,5/1/2025,5/1/2028,R-0077,Elm Clinic,2025-12-31\n2,Bo,,,,,2025-12-31\n")
    again(give, head + "1,Rex,5/1/2025,5/1/2028,R-0077,Elm Clinic,2026-12-31\n")
    found = rows("select given_on, due_on, tag_number, tag_key, veterinarian from vaccinations")
    assert [(str(a), str(b), c, d, e) for a, b, c, d, e in found] == [
        ("2025-05-01", "2028-05-01", "R-0077", "R0077", "Elm Clinic")]  # fmt: skip


def test_status_words_are_kept_and_end_a_term(app, give):
    head = "License Number,Dog Name,License Status,Expires\n"
    report = give(
        head
        + "1,A,Current,2026-12-31\n2,B,Current,2025-12-31\n3,C,Expired,2027-12-31\n"
        "4,D,Cancelled (Lost tag),2027-12-31\n"
        "5,E,Cancelled (Deceased),2027-12-31\n6,F,Inactive,2020-01-01\n"
    )
    assert report.disagree == 2
    assert rows("select list_status, ended_early from licenses order by id") == [
        ("Current", ""), ("Current", ""), ("Expired", ""), ("Cancelled (Lost tag)", "lost tag"),
        ("Cancelled (Deceased)", "deceased"), ("Inactive", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        (["1/2/2026", "3/14/2026"], ["2026-01-02", "2026-03-14"]),
        (["1/2/2026", "14/3/2026"], ["2026-02-01", "2026-03-14"]),
        (["1/2/2026", "3/4/2026"], ["2026-01-02", "2026-03-04"]),
        (["14/3/2026", "3/14/2026", "2026-01-02", "March 5 2026"], ["2026-01-02", "2026-03-05"]),
    ],
)
def test_every_row_of_a_column_is_in_one_order(app, give, dates, expected):
    content = "License Number,Dog Name,Issued\n" + "".join(f"{n},Dog{n},{day}\n" for n, day in enumerate(dates))
    report = give(content)
    assert [str(day) for (day,) in rows("select issued_on from licenses order by id")] == expected
    assert report.refused == len(dates) - len(expected)


def test_a_day_first_column_is_found_even_far_down(app, give):
    lines = [f"{n},Dog{n},{n % 12 + 1}/{n % 12 + 1}/2026\n" for n in range(6_000)] + [
        "9999,Last,31/1/2026\n",
        "9998,X,2/1/2026\n",
    ]
    report = give("License Number,Dog Name,Issued\n" + "".join(lines))
    assert report.refused == 0
    assert [str(d) for (d,) in rows("select issued_on from licenses where number = '9998'")] == ["2026-01-02"]


def test_saved_columns_are_remembered_for_that_header(app_on_both, give):
    content = "Nummer,Hund,Kept By,Street\n7,Rex,Ann,1 Elm St\n"
    with pytest.raises(UnusableSheet):
        give(content)
    mapping = {"Nummer": "number", "Hund": "name", "Kept By": "owner"}
    give(content, mapping=mapping, columns_name="old program")
    report = give(content.replace("Rex", "Bo").replace("7", "8"))
    assert report.columns_name == "old program"
    assert rows("select name from animals order by id") == [("Rex",), ("Bo",)]
    with pytest.raises(run.UnknownColumns, match="nothing such"):
        give(content, columns_name="nothing such")


def test_another_citys_columns_and_terms_are_not_ours(app, give):
    content = "Nummer,Hund\n7,Rex\n"
    give(content, mapping={"Nummer": "number"}, columns_name="mine")
    with pytest.raises(run.UnknownColumns):
        give(content, columns_name="mine", city="benson")
    give(HEAD + REX)
    assert counts(give(HEAD + REX, city="benson")) == (1, 1, 0, 0, 0)


def test_refused_rows_come_out_to_be_mended_and_given_again(app_on_both, give, order_of, tmp_path):
    content = 'License Number,Dog Name,Phone,Issued\n1,"=cmd()|x",+1 763,2/30/2026\n2,Bo,,2/28/2026\n'
    content += '3,"Al\nTwo",-5,2/31/2026\n'
    report = give(content)
    assert [line for line, _ in report.refusals] == [2, 4]
    stored = "".join(refused_lines("crystal", report.import_id))
    target = tmp_path / "refused.csv"
    write_refused(order_of(content), report, target)
    written = target.read_bytes().decode()
    assert written == stored
    assert "'=cmd()|x" in written
    assert "'+1 763" in written
    assert counts(give(written)) == (2, 0, 0, 0, 2), "given again as it is, it is refused again"
    mended = written.replace("2/30/2026", "2/20/2026").replace("2/31/2026", "2/21/2026")
    assert counts(give(mended)) == (2, 2, 0, 0, 0)
    assert {name for (name,) in rows("select name from animals")} == {"=cmd()|x", "Bo", "Al Two"}
    assert rows("select phone from owners") == []
    assert "".join(refused_lines("benson", report.import_id)) == ""


def test_killed_half_way_a_second_run_completes_it(app_on_both, give, monkeypatch):
    lines = "".join(REX.replace("0042", f"{n:04}").replace("Rex", f"D{n}") for n in range(900))
    lines += (
        "".join(lines.splitlines(keepends=True)[:48])
        .replace("1/2/2026", "1/2/2027")
        .replace("12/31/2026", "12/31/2027")
    )
    monkeypatch.setattr(steps, "_FIRST_STEP", 100)
    monkeypatch.setattr(steps, "_LARGEST", 100)
    whole = steps._one_step
    done = []

    def breaks(*rest):
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(1)
        return whole(*rest)

    monkeypatch.setattr(steps, "_one_step", breaks)
    with pytest.raises(KeyboardInterrupt):
        give(HEAD + lines)
    (some,) = rows("select count(*) from animals")
    assert 0 < some[0] < 900
    assert rows("select finished_at from imports") == [(None,)]
    monkeypatch.setattr(steps, "_one_step", whole)
    report = give(HEAD + lines)
    assert report.refused == 0
    assert report.new + report.changed + report.unchanged == report.read
    assert report.unchanged >= some[0]
    assert rows("select count(*) from animals") == [(900,)]
    assert counts(give(HEAD + lines)) == (report.read, 0, 0, report.read, 0)


def test_a_number_on_a_thousand_rows_is_no_number(app, give):
    lines = "".join(f"1,Dog,2026-{n % 12 + 1:02}-{n % 28 + 1:02},{n}\n" for n in range(1_200))
    report = give("License Number,Dog Name,Expires,Fee\n" + lines + "2,Bo,2026-12-31,1\n")
    assert counts(report) == (1_201, 1, 0, 0, 1_200)


def test_two_terms_of_one_dog_under_two_numbers_in_one_list_are_one_dog(app, give):
    later = REX.replace("0042", "0099").replace("1/2/2026", "1/2/2025").replace("12/31/2026", "12/31/2025")
    assert counts(again(give, HEAD + REX + later)) == (2, 2, 0, 0, 0)
    assert rows("select count(*) from animals") == [(1,)]
    assert rows("select count(*) from keepings") == [(1,)]


def test_hidden_marks_and_bom_are_no_part_of_a_number(app, give):
    give(b"\xef\xbb\xbf" + "License Number,Dog Name\n\u200b0042\u00a0,Rex\u202e\n".encode())
    assert rows("select number, number_key from licenses") == [("0042", "42")]
    assert rows("select name from animals") == [("Rex",)]


ERRORS = ("#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "Err:502", "########")


@pytest.mark.parametrize("place", range(4))
def test_a_row_with_a_spreadsheets_error_in_a_column_that_counts_is_refused(app, give, place):
    label = ("license number", "animal's name", "address", "issue date")[place]
    good = ["7", "Rex", "12 Elm St #4", "2026-02-28"]
    lines = [",".join([*good[:place], error, *good[place + 1 :], "x"]) for error in ERRORS]
    lines.append("8,#1 Dog,12 Elm St #4,2026-02-28,#REF!")  # no error, and an error where nobody looks
    report = give("Tag,Dog Name,Address,Issued,Fee\n" + "\n".join(lines) + "\n")
    assert counts(report) == (11, 1, 0, 0, 10)
    for (_, reason), error in zip(report.refusals, ERRORS, strict=True):
        assert reason.startswith(f"{label}: ")
        assert error in reason


def test_only_the_name_of_the_file_is_kept_not_where_it_lay(app, order_of):
    order = order_of("Tag,Dog Name\n1,Rex\n")
    run.import_list(replace(order, file=str(order.path)))
    assert rows("select file_name from imports") == [("list.csv",)]
    folder = f"%{order.path.parent.name}%"
    assert rows("select count(*) from audit_entries where detail like :folder", folder=folder) == [(0,)]

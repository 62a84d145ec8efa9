"""Bytes to rows: encodings, delimiters, quotes, workbooks, and files that are no lists."""

import datetime
import io
import time
import zipfile

import pytest
from openpyxl import Workbook

from fieldapp.media.sheet_writer import csv_lines, guarded, unguarded
from fieldapp.media.sheets import UnusableSheet, open_sheet

TEXT = "License Number,Dog Name,Owner Name\r\n0042,Zoë,José Núñez\r\n0043,Rex,Ann\r\n"


@pytest.fixture
def sheet_of(tmp_path):
    def make(content, name="list.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return open_sheet(path)

    return make


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        b"\xfe\xff" + TEXT.encode("utf-16-be"),
        TEXT.encode("cp1252"),
        TEXT.replace(",", ";").encode(),
        TEXT.replace(",", "\t").encode("utf-16"),
        TEXT.replace("\r\n", "\n").encode(),
        TEXT.replace("\r\n", "\r").encode(),
        b"sep=,\r\n" + TEXT.encode(),
    ],
    ids=["utf8", "bom", "utf16", "le", "be", "be-bom", "cp1252", "semicolon", "excel-unicode", "lf", "cr", "sep"],
)
def test_each_encoding_and_delimiter_reads_the_same(sheet_of, content):
    sheet = sheet_of(content)
    assert sheet.header == ("License Number", "Dog Name", "Owner Name")
    assert [row.cells for row in sheet.rows()] == [["0042", "Zoë", "José Núñez"], ["0043", "Rex", "Ann"]]
    assert [row.cells[0] for row in sheet.rows()] == ["0042", "0043"], "rows can be asked again"


def test_a_line_end_inside_quotes_is_one_row_and_the_next_keeps_its_line(sheet_of):
    rows = list(sheet_of('a,b\n1,"two\nlines"\n2,x\n').rows())
    assert [(row.line, row.cells) for row in rows] == [(2, ["1", "two\nlines"]), (4, ["2", "x"])]


def test_an_unclosed_quote_costs_its_own_row_only(sheet_of):
    rows = list(sheet_of('a,b\n1,"open\n2,x\n3,y\n').rows())
    assert [(row.line, bool(row.fault)) for row in rows] == [(2, True), (3, False), (4, False)]


def test_a_quote_left_open_in_a_long_file_costs_its_own_row_only(sheet_of):
    rows = list(sheet_of('a,b\n1,"open\n' + "".join(f"{n},x\n" for n in range(500))).rows())
    assert len(rows) == 501
    assert [row.line for row in rows if row.fault] == [2]


def test_ragged_rows_are_told_but_blank_extras_are_not(sheet_of):
    rows = list(sheet_of("a,b,c\n1,2\n1,2,3,,\n1,2,3,4\n\n,,\n1,2,3\n").rows())
    assert [(row.line, row.fault) for row in rows] == [
        (2, "the row has 2 cells, the header has 3"), (3, ""), (4, "the row has 4 cells, the header has 3"), (7, ""),
    ]  # fmt: skip


def test_one_broken_byte_in_utf8_spoils_its_row_not_the_encoding(sheet_of):
    rows = list(sheet_of(b"a,b\n1,Zo\xc3\xab\n2,x\xff\n3,J\xc3\xb6\n4,\xc3\xa9\n").rows())
    assert rows[0].cells[1] == "Zoë"
    assert "\udcff" in rows[1].cells[1]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"\n\n\n", "is empty"),
        (b"%PDF-1.7 x", "a PDF"),
        (b"\xd0\xcf\x11\xe0rest", "old Excel workbook"),
        (b"<!DOCTYPE html><p>", "a web page"),
        (b"PK\x03\x04garbage", "damaged"),
        (b"a" * 1_100_000, "million characters"),
    ],
)
def test_what_is_no_list_is_told_with_the_files_name(sheet_of, content, says):
    with pytest.raises(UnusableSheet) as wrong:
        sheet_of(content)
    assert says in str(wrong.value)
    assert "list.csv" in str(wrong.value)
    assert "\n" not in str(wrong.value)


def workbook(*rows, formats=None):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for cell, form in (formats or {}).items():
        book.active[cell].number_format = form
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook_called_csv_is_read_as_one(sheet_of):
    content = workbook(
        ["License Number", "Issued", "Fee", None],
        [42, datetime.datetime(2026, 3, 4), 15.0, None],  # noqa: DTZ001  as in a workbook
        ["0007", datetime.date(2026, 3, 5), 2.5, None],
        [None, None, None, None],
        [8, 46000, None, None],
        formats={"A2": "00000"},
    )
    sheet = sheet_of(content)
    assert sheet.is_workbook
    assert sheet.header == ("License Number", "Issued", "Fee")
    assert [(row.line, row.cells) for row in sheet.rows()] == [
        (2, ["00042", "2026-03-04", "15"]), (3, ["0007", "2026-03-05", "2.5"]), (5, ["8", "46000", ""]),
    ]  # fmt: skip


def repacked(content, **changes):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.infolist():
            new.writestr(member, changes.pop(member.filename, None) or old.read(member))
        for name, data in changes.items():
            new.writestr(name, data)
    return out.getvalue()


def test_workbooks_beyond_the_limits_are_refused_before_they_are_opened(sheet_of):
    plain = workbook(["License Number"], ["1"])
    for bad, says in (
        (repacked(plain, **{"xl/big.xml": b" " * 250_000_000}), "too large"),
        (repacked(plain, **{"xl/sharedStrings.xml": b"<sst>" + b"<si/>" * 7_000_000}), "too large"),
        (repacked(plain, **{"xl/tight.xml": b" " * 30_000_000}), "packed too tightly"),
        (repacked(plain, **{f"x/{n}": b"x" for n in range(1_001)}), "parts"),
        (repacked(plain, **{"xl/styles.xml": b'<!DOCTYPE x [<!ENTITY a "b">]><styleSheet/>'}), "entities"),
        (repacked(plain, **{"xl/worksheets/sheet1.xml": b"<worksheet><broken"}), "cannot be read"),
    ):
        with pytest.raises(UnusableSheet, match=says):
            list(sheet_of(bad).rows())


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "\nx", "'=1", "plain", "'plain", "", "'"])
def test_no_cell_is_written_as_a_formula_and_every_cell_comes_back(cell):
    written = guarded(cell)
    assert not written.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert unguarded(written) == cell


def test_the_writer_makes_what_excel_opens(sheet_of):
    text = "".join(csv_lines(["a", "b"], [["=1", 'say "x"'], ["é", ""]]))
    assert text == '\ufeffa,b\r\n\'=1,"say ""x"""\r\né,\r\n'
    assert [row.cells for row in sheet_of(text).rows()] == [["'=1", 'say "x"'], ["é", ""]]


SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    '<row r="1"><c r="A1" t="str"><v>Tag</v></c><c r="B1" t="str"><v>Name</v></c></row>%s</sheetData></worksheet>'
)


def raw_workbook(rows, sheet=SHEET):
    """A workbook whose sheet holds just this XML."""
    book, packed = Workbook(), io.BytesIO()
    book.save(packed)
    out = io.BytesIO()
    with zipfile.ZipFile(packed) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name) if name != "xl/worksheets/sheet1.xml" else sheet % rows)
    return out.getvalue()


@pytest.mark.parametrize(
    "row",
    [
        '<row r="1048577000"><c r="A1048577000"><v>1</v></c></row>',
        '<row r="1048577"><c><v>1</v></c></row>',
        '<row r="3"><c r="A3"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>',
        '<row r="-1"><c><v>1</v></c></row>',
        '<row r="2"><c r="XFE2"><v>1</v></c></row>',
        '<row r="2"><c r="ZZZZZZ2"><v>1</v></c></row>',
        '<row r="x"/>',
    ],
)
def test_a_workbook_that_excel_cannot_have_made_is_refused_at_once(sheet_of, row):
    began = time.monotonic()
    with pytest.raises(UnusableSheet, match=r"row numbered|cannot be read"):
        list(sheet_of(raw_workbook(row), "list.xlsx").rows())
    assert time.monotonic() - began < 2


def test_gaps_between_rows_cost_nothing(sheet_of):
    began = time.monotonic()
    rows = list(sheet_of(raw_workbook('<row r="1048576"><c r="A1048576"><v>7</v></c></row>'), "list.xlsx").rows())
    assert rows == [(1048576, ["7", ""], "")]
    assert time.monotonic() - began < 2


def test_cells_far_to_the_right_cost_nothing_and_their_rows_are_refused(sheet_of):
    cells = "".join(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(2, 20_002))
    began = time.monotonic()
    rows = list(sheet_of(raw_workbook(cells), "list.xlsx").rows())
    assert time.monotonic() - began < 5
    assert len(rows) == 20_000
    assert {(len(row.cells), row.fault) for row in rows} == {
        (2, "the row has a cell in column 16384, the header has 2 columns")
    }


def test_a_header_without_end_is_refused(sheet_of):
    far_header = SHEET.replace('"B1"', '"XFD1"')
    with pytest.raises(UnusableSheet, match="500 columns"):
        sheet_of(raw_workbook("", far_header), "list.xlsx")


def test_an_error_cell_is_told_from_its_words(sheet_of):
    words = ["#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "odd"]
    cells = "".join(f'<row r="{n}"><c r="A{n}" t="e"><v>{w}</v></c></row>' for n, w in enumerate(words, 2))
    read = [row.cells[0] for row in sheet_of(raw_workbook(cells), "list.xlsx").rows()]
    assert read == [*words[:-1], "#ERROR!"]


@pytest.mark.parametrize("cell", ["{}", '"{}"', '"a, b{}"'])
def test_a_cell_too_long_is_told_as_such_with_its_column(sheet_of, cell):
    rows = list(sheet_of("a,b\n1," + cell.format("x" * 200_000) + "\n2,y\n").rows())
    assert [(row.line, row.fault) for row in rows] == [
        (2, "the cell in column 2 is longer than 65,536 characters"),
        (3, ""),
    ]

"""What others wrote is served as they wrote it: each file is named with its sum, its version and its license."""

import hashlib
import tomllib

from tests.tree.listing import ROOT, files

FOLDER = ROOT / "fieldapp/static/vendor"
BOOK = tomllib.loads((FOLDER / "VENDOR.toml").read_text(encoding="utf-8"))["vendored"]


def test_each_sum_is_right():
    for package in BOOK:
        for path, expected in package["sha256"].items():
            assert hashlib.sha256((FOLDER / path).read_bytes()).hexdigest() == expected, path


def test_each_says_whence_and_under_which_license():
    for package in BOOK:
        assert package["version"]
        assert package["source"].startswith("https://")
        assert package["license"]
        for text in package["license_text"]:
            assert (FOLDER / text).stat().st_size > 100, text


def test_nothing_else_lies_there():
    named = {path for package in BOOK for path in (*package["sha256"], *package["license_text"])} | {"VENDOR.toml"}
    assert {str(f.relative_to(FOLDER)) for f in files(under="fieldapp/static/vendor")} == named


def test_htmx_is_of_the_second_line():
    assert next(p for p in BOOK if p["name"] == "htmx")["version"].startswith("2.0.")

"""Pictures of tags and of other codes, where a folder of them lies beside the project: what each text is."""

from pathlib import Path

import pytest
from PIL import Image, ImageOps

from fieldapp.media.qr import tag_of
from tests.tags.pictures import read_symbols

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "qr"
HOSTS = ["tags.oakmere.example"]
NUMBERS = {
    "tag_1.jpg": "OM-24-00817",
    "tag_2.jpg": "OM-24-00818",
    "tag_3.jpg": "om-24-00819",
    "tag_4.jpg": "OM-24-00820",
    "tag_5.jpg": "OM-24-00821",
    "tag_6.jpg": "00822",
    "tag_7.jpg": "OM-23-00044",
    "tag_8.jpg": "OM-24-O0823",
    "tag_centre_mud.jpg": "OM-24-00831",
    "tag_exif6.jpg": "OM-24-00830",
    "tag_no_quiet_zone.jpg": "OM-24-00832",
}
PICTURES = sorted(f.name for f in FOLDER.glob("*.[jp][pn]g"))

pytestmark = pytest.mark.outside


def test_the_folder_is_there():
    if not PICTURES:
        pytest.skip(f"no pictures in {FOLDER.name}: the folder of test inputs is not beside the project")


@pytest.mark.parametrize("name", PICTURES)
def test_each_text_is_told_for_what_it_is(name):
    picture = ImageOps.exif_transpose(Image.open(FOLDER / name))
    for text in (found.text for found in read_symbols(picture)):
        read = tag_of(text, HOSTS)
        if name in NUMBERS:
            assert (read.kind, read.value) == ("number", NUMBERS[name])
        elif name.startswith("other_"):
            assert read.kind == "foreign"
        else:
            assert read.kind == "foreign" or text == "1234567890"

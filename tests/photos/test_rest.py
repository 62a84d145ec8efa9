"""A JPEG that was cut and closed again is refused, and a whole one never is, whatever gray it ends in."""

from pathlib import Path

import pytest

from fieldapp.media.jpeg_rest import FILLER, end_of_picture
from tests.photos_phone.made import LACKING, WHOLE, as_bytes, scene

PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "data" / "photos"


@pytest.mark.parametrize("name", LACKING)
def test_a_picture_without_its_rest_is_refused(refusal, name):
    assert refusal(LACKING[name]) == "The photo is incomplete: its end is missing. Take or choose it again."


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_picture_is_taken_whatever_it_ends_in(read, name):
    assert read(WHOLE[name]).type == "jpeg"


def test_the_end_is_that_of_the_picture_and_not_of_a_thumbnail_or_a_trailer():
    data = as_bytes(scene(64, 48))
    assert end_of_picture(data) == len(data) - 2
    assert end_of_picture(data + b"\xff\xd9") == len(data) - 2
    thumbnail = b"\xff\xe1" + (len(data) + 2).to_bytes(2, "big") + data
    assert end_of_picture(data[:2] + thumbnail + data[2:]) == len(data) + len(thumbnail) - 2
    assert end_of_picture(data[:-2]) == -1
    assert end_of_picture(b"\xff\xd8\xff") == -1


def test_what_is_put_in_holds_no_marker():
    assert b"\xff" not in FILLER
    assert len({*FILLER}) > 60


@pytest.mark.outside
@pytest.mark.skipif(not PHOTOS.is_dir(), reason="../shared/data/photos is not there")
@pytest.mark.parametrize("name", ["good_dog_face.jpg", "orient_landscape_6.jpg", "ultrahdr_valid.jpg", "gps_no_ref.jpg",
                                  "cmyk_phone_scan.jpg", "panorama_vertical_2400x12000.jpg"])  # fmt: skip
def test_a_real_photo_is_taken(read, name):
    assert read((PHOTOS / name).read_bytes()).type == "jpeg"

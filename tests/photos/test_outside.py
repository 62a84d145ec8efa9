"""The photos of ../shared/data/photos end as their README says, by the command and by an upload."""

import io
import json
from pathlib import Path

import numpy
import pytest
from PIL import Image

from fieldapp.media.photo_sniff import Refused
from fieldapp.media.photos import read_photo

PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "data" / "photos"
pytestmark = [pytest.mark.outside, pytest.mark.skipif(not PHOTOS.is_dir(), reason="../shared/data/photos is not there")]

REFUSED = {
    "animated_3_frames.gif": "GIF", "bomb_20000x20000.png": "400 megapixels", "bomb_extents.gif": "GIF",
    "bomb_jpeg_says_40000x30000.jpg": "1,200 megapixels", "heic_corrupted.heic": "damaged",
    "jpeg_magic_then_html.jpg": "damaged", "missing_eoi_only.jpg": "incomplete", "really_a_tiff.jpg": "TIFF",
    "really_html.jpg": "web page", "samsung_200MP.heic": "camera's settings", "svg_named.png": "SVG",
    "svg_script.svg": "SVG", "truncated_30pct.jpg": "incomplete", "truncated_progressive.jpg": "incomplete",
    "ultrahdr_truncated.jpg": "incomplete", "zero_byte.png": "empty",
}  # fmt: skip
TAKEN = {
    "avif_exif.avif": ("avif", 512, 512), "avif_orientation_3.avif": ("avif", 326, 268),
    "cmyk_phone_scan.jpg": ("jpeg", 480, 421), "exif_empty_gps_ifd.jpg": ("jpeg", 10, 10),
    "exif_gps_nonsense.jpg": ("jpeg", 8, 8), "exif_invalid.jpg": ("jpeg", 200, 200),
    "good_dog_face.jpg": ("jpeg", 1025, 900), "gps_no_ref.jpg": ("jpeg", 640, 562),
    "gps_north_west.jpg": ("jpeg", 640, 562), "iphone8_arrow.heic": ("heif", 3024, 4032),
    "iphoneXS_pug_face_gps.heic": ("heif", 1025, 900), "orient_landscape_6.jpg": ("jpeg", 1800, 1200),
    "orientation_tag_0.jpg": ("jpeg", 640, 562), "panorama_vertical_2400x12000.jpg": ("jpeg", 2400, 12000),
    "png_16bit_rgb.png": ("png", 128, 128), "png_xmp_orientation.png": ("png", 10, 10),
    "really_a_png.jpg": ("png", 160, 140), "ultrahdr_valid.jpg": ("jpeg", 720, 820),
    **{f"orient_hopper_{n}.jpg": ("jpeg", 128, 128) for n in range(1, 9)},
    **{f"orient_hopper_{n}.webp": ("webp", 128, 128) for n in (3, 6, 8)},
}  # fmt: skip
WHERE = {"gps_north_west.jpg": (37.779167, -122.419444), "iphoneXS_pug_face_gps.heic": (44.977778, -93.265278)}
WHEN = {
    "gps_north_west.jpg": "2026-07-04T23:50:00-07:00", "orientation_tag_0.jpg": "", "exif_gps_nonsense.jpg": "",
    "gps_no_ref.jpg": "2026-07-04T23:50:00", "exif_invalid.jpg": "",
}  # fmt: skip


def page_of(name):
    return Image.open(io.BytesIO(read_photo(PHOTOS / name).page))


def difference(one, other):
    assert one.size == other.size
    parts = [numpy.asarray(p.convert("RGB"), dtype=numpy.int16) for p in (one, other)]
    return float(numpy.abs(parts[0] - parts[1]).mean())


def test_every_file_has_its_line_here():
    assert {f.name for f in PHOTOS.iterdir()} == {*REFUSED, *TAKEN, "filenames.txt"}


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_refused_in_words(name):
    with pytest.raises(Refused, match=REFUSED[name]):
        read_photo(PHOTOS / name)


@pytest.mark.parametrize("name", sorted(TAKEN))
def test_taken_without_metadata(name):
    seen = read_photo(PHOTOS / name)
    assert (seen.type, seen.width, seen.height) == TAKEN[name]
    assert seen.position == WHERE.get(name)
    assert seen.captured_at == WHEN.get(name, seen.captured_at)
    for data in (seen.page, seen.small):
        picture = Image.open(io.BytesIO(data))
        assert {marker for marker, _ in picture.applist} <= {"APP0"}
        assert not dict(picture.getexif())


@pytest.mark.parametrize("name", sorted(n for n in TAKEN if "hopper" in n))
def test_the_orientations_compare_with_their_reference(name):
    reference = Image.open(PHOTOS / "orient_hopper_1.jpg")
    assert difference(page_of(name), reference) < 6


def test_the_arrow_points_up():
    """Turned by the container once: the same picture as another reader of HEIC gives, reduced."""
    import pi_heif  # noqa: PLC0415

    whole = pi_heif.open_heif(PHOTOS / "iphone8_arrow.heic").to_pillow()
    whole.thumbnail((1600, 1600))
    assert difference(page_of("iphone8_arrow.heic"), whole) < 6


def test_the_words_of_the_landscape_stand_upright():
    whole = Image.open(PHOTOS / "orient_landscape_6.jpg").transpose(Image.Transpose.ROTATE_270)
    whole.thumbnail((1600, 1600))
    assert difference(page_of("orient_landscape_6.jpg"), whole) < 6


def test_colors_of_paper_and_of_deep_pictures():
    cmyk = Image.open(PHOTOS / "cmyk_phone_scan.jpg").convert("RGB")
    assert difference(page_of("cmyk_phone_scan.jpg"), cmyk) < 6
    deep = Image.open(PHOTOS / "png_16bit_rgb.png").convert("RGB")
    assert difference(page_of("png_16bit_rgb.png"), deep) < 6


def test_upload_and_command_agree_on_each(command, tmp_path, signed_in, give, left_over):
    files = sorted(f for f in PHOTOS.iterdir() if f.suffix != ".txt")
    lines = [json.loads(x) for x in command("photos", "check", *files, instance=tmp_path / "x").stdout.splitlines()]
    officer = signed_in()
    for file, line in zip(files, lines, strict=True):
        answer = give(officer, [(file.name, file.read_bytes())])
        assert (answer.status_code == 303) == (line["result"] == "accepted"), file.name
        assert answer.status_code in (303, 422)
    assert left_over() == []


def test_the_names_of_phones_and_people(signed_in, give, animal_of):
    names = (PHOTOS / "filenames.txt").read_text(encoding="utf-8").splitlines()
    data = (PHOTOS / "good_dog_face.jpg").read_bytes()
    supervisor = signed_in("supervisor")
    for name in names:
        assert give(supervisor, [(name, data)]).status_code == 303, name
    text = supervisor.get(f"/animals/{animal_of()}/photos").text
    assert text.count('src="/photos/') == len(names)
    assert "\u202e" not in text

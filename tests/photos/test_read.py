"""What reading a photo finds: its type by content, upright sRGB copies of pixels only, its facts."""

import io
import struct
import time
import zlib

import numpy
import pytest
from PIL import Image, ImageCms

from bench import own_photos as own
from fieldapp.media import photo_pixels


def pixels(data):
    return Image.open(io.BytesIO(data))


def difference(one, other):
    """Mean absolute difference a channel."""
    assert one.size == other.size
    parts = [numpy.asarray(p.convert("RGB"), dtype=numpy.int16) for p in (one, other)]
    return float(numpy.abs(parts[0] - parts[1]).mean())


@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "PNG", "AVIF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_all_eight_orientations_come_upright(read, kind, orientation):
    seen = read(own.lying(orientation, kind))
    assert (seen.width, seen.height) == (96, 64)
    assert difference(pixels(seen.page), own.corners()) < 6
    assert difference(pixels(seen.small), own.corners()) < 6


def test_a_heic_is_turned_by_its_container_only(read):
    seen = read((own.GIVEN / "turned.heic").read_bytes())  # irot, and EXIF says 6 too
    assert (seen.type, seen.width, seen.height) == ("heif", 96, 64)
    assert difference(pixels(seen.page), own.corners()) < 6
    assert (seen.captured_at, seen.position) == ("2026-07-04T23:50:00-07:00", (37.779167, -122.419444))


def test_of_a_heic_with_two_pictures_the_primary_one_is_taken(read):
    assert difference(pixels(read((own.GIVEN / "two.heic").read_bytes()).page), own.corners()) < 6


@pytest.mark.parametrize("orientation", [0, 9, 65535])
def test_an_orientation_that_does_not_exist_turns_nothing(read, orientation):
    data = own.saved(own.corners(), exif=own.exif(orientation))
    assert difference(pixels(read(data).page), own.corners()) < 6


def xmp(orientation):
    return (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        f'<rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="{orientation}"/></rdf:RDF>'
        "</x:xmpmeta>"
    ).encode()


def png_with_xmp(picture, orientation, **more):
    data = own.saved(picture, "PNG", **more)
    text = b"iTXt" + b"XML:com.adobe.xmp\x00\x00\x00\x00\x00" + xmp(orientation)
    chunk = struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text))
    return data[:33] + chunk + data[33:]


def with_chunk(data, kind, content, *, last):
    at = data.rfind(b"IEND") - 4 if last else 33
    chunk = struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    return data[:at] + chunk + data[at:]


def as_digits(block):
    words = b"\nexif\n%8d\n" % len(block) + b"\n".join(
        block.hex().encode()[at : at + 72] for at in range(0, 2 * len(block), 72)
    )
    return b"Raw profile type exif\x00\x00" + zlib.compress(words + b"\n")


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("written", ["eXIf", "zTXt", "iTXt"])
def test_what_a_png_says_of_itself_counts_wherever_it_stands(read, written, last):
    data = own.saved(own.corners().transpose(own.TURNS[6]), "PNG")
    block = own.exif(6, when="2026:07:04 23:50:00").tobytes()
    text = b"XML:com.adobe.xmp\x00\x00\x00\x00\x00" + xmp(6).replace(b'"6"', b"'6'")
    content = {"eXIf": block[6:], "zTXt": as_digits(block), "iTXt": text}[written]
    seen = read(with_chunk(data, written.encode(), content, last=last))
    assert (seen.width, seen.height) == own.corners().size
    assert difference(pixels(seen.page), own.corners()) < 6
    assert seen.captured_at == ("" if written == "iTXt" else "2026-07-04T23:50:00")


@pytest.mark.parametrize("digits", [b"\nexif\n 3\nabc\n", b"\nexif\n 3\nzz", b"", b"\nexif\n  4\n00000000"])
def test_digits_that_are_no_exif_are_left_alone(read, digits):
    content = b"Raw profile type exif\x00\x00" + zlib.compress(digits)
    data = own.saved(own.corners(), "PNG")
    assert difference(pixels(read(with_chunk(data, b"zTXt", content, last=False)).page), own.corners()) < 6


def test_xmp_turns_once_and_only_where_exif_says_nothing(read):
    lying = own.corners().transpose(own.TURNS[3])
    assert difference(pixels(read(png_with_xmp(lying, 3)).page), own.corners()) < 6
    assert difference(pixels(read(png_with_xmp(lying, 3, exif=own.exif(3))).page), own.corners()) < 6
    assert difference(pixels(read(own.saved(lying, "AVIF", xmp=xmp(3))).page), own.corners()) < 6
    assert difference(pixels(read(png_with_xmp(own.corners(), 6, exif=own.exif(1))).page), own.corners()) < 6


@pytest.mark.parametrize("name", sorted(own.whole_ones()))
def test_copies_hold_pixels_only(read, name):
    seen = read(own.whole_ones()[name])
    for data, longest in ((seen.page, 1600), (seen.small, 320)):
        picture = pixels(data)
        assert (picture.format, picture.mode) == ("JPEG", "RGB")
        assert max(picture.size) <= longest
        assert set(picture.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
        assert not dict(picture.getexif())
        markers = {marker for marker, _ in picture.applist}
        assert markers <= {"APP0"}, "no EXIF, XMP, profile, comment"
        assert b"Canary" not in data
        assert b"4711" not in data


def test_thumbnails_comments_and_trailers_do_not_come_along(read):
    block = own.exif(1)
    data = own.saved(own.corners(), exif=block, comment=b"Canary comment", dpi=(72, 72)) + b"Canary trailer" * 100
    seen = read(data)
    assert b"Canary" not in seen.page + seen.small


def test_sizes_of_the_copies(read):
    seen = read(own.saved(own.scene(4000, 3000)))
    assert (seen.width, seen.height) == (4000, 3000)
    assert pixels(seen.page).size == (1600, 1200)
    assert pixels(seen.small).size == (320, 240)
    tall = read(own.saved(own.scene(600, 4800)))
    assert pixels(tall.page).size == (200, 1600)


def test_colors_follow_the_embedded_profile(read):
    """A profile whose red is green must show; without one, or with one of no use, the numbers stay."""
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    red = Image.new("RGB", (64, 64), (200, 30, 30))
    assert difference(pixels(read(own.saved(red)).page), red) < 3
    assert difference(pixels(read(own.saved(red, icc_profile=b"nonsense" * 40)).page), red) < 3
    assert difference(pixels(read(own.saved(red, icc_profile=lab)).page), red) < 3, "a profile for other channels"
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    assert difference(pixels(read(own.saved(red, icc_profile=srgb)).page), red) < 3
    assert (
        difference(
            pixels(read(own.saved(red, icc_profile=swapped(srgb))).page), Image.new("RGB", (64, 64), (30, 200, 30))
        )
        < 40
    )


def swapped(profile):
    """An sRGB profile whose red and green primaries have changed places."""
    data = bytearray(profile)
    count = struct.unpack(">I", data[128:132])[0]
    for number in range(count):
        at = 132 + 12 * number
        if data[at : at + 4] in (b"rXYZ", b"gXYZ"):
            data[at : at + 1] = b"g" if data[at : at + 1] == b"r" else b"r"
    return bytes(data)


def test_gray_cmyk_deep_and_see_through_pictures_keep_their_look(read):
    assert difference(pixels(read(own.saved(own.corners().convert("CMYK"))).page), own.corners()) < 6
    gray = own.corners().convert("L")
    assert difference(pixels(read(own.saved(gray)).page), gray) < 3
    deep = Image.fromarray(numpy.asarray(gray).astype(numpy.uint16) * 257)
    assert difference(pixels(read(own.saved(deep, "PNG")).page), gray) < 3
    clear = Image.new("RGBA", (32, 32), (0, 0, 0, 0))
    assert difference(pixels(read(own.saved(clear, "PNG")).page), Image.new("RGB", (32, 32), "white")) < 2
    palette = own.corners().quantize(8)
    assert difference(pixels(read(own.saved(palette, "PNG")).page), own.corners()) < 6


def frames(kind):
    rest = [Image.new("RGB", (96, 64), "black")] * 2
    return own.saved(own.corners(), kind, save_all=True, append_images=rest)


@pytest.mark.parametrize("kind", ["WEBP", "AVIF", "PNG"])
def test_of_moving_pictures_the_first_is_taken(read, kind):
    assert difference(pixels(read(frames(kind)).page), own.corners()) < 6


GOOD = {"latitude": (37.0, 46.0, 45.0), "longitude": (122.0, 25.0, 10.0)}
FACTS = [
    (own.exif(when="2026:07:04 23:50:00", offset="-07:00"), "2026-07-04T23:50:00-07:00", None),
    (own.exif(when="2026:07:04 23:50:00"), "2026-07-04T23:50:00", None),
    (own.exif(when="2026:02:30 10:00:00"), "", None),
    (own.exif(when="2026:07:04 25:00:00"), "", None),
    (own.exif(when="0000:00:00 00:00:00"), "", None),
    (own.exif(when="1970:01:01 00:00:00"), "", None),
    (own.exif(when="2099:09:29 10:10:10"), "", None),
    (own.exif(when="yesterday"), "", None),
    (own.exif(when="2026:07:04 23:50:00", offset="+99:00"), "2026-07-04T23:50:00", None),
    (own.exif(**GOOD), "", (37.779167, -122.419444)),
    (own.exif(**GOOD, refs=("S", "E")), "", (-37.779167, 122.419444)),
    (own.exif(**GOOD, refs=None), "", None),
    (own.exif(**GOOD, refs=("X", "W")), "", None),
    (own.exif(latitude=(0.0, 0.0, 0.0), longitude=(0.0, 0.0, 0.0)), "", None),
    (own.exif(latitude=(91.0, 0.0, 0.0), longitude=(0.0, 0.0, 1.0)), "", None),
    (own.exif(latitude=(90.0, 0.0, 1.0), longitude=(10.0, 0.0, 0.0)), "", None),
    (own.exif(latitude=(45.0, 61.0, 0.0), longitude=(10.0, 0.0, 0.0)), "", None),
    (own.exif(latitude=(45.0, 0.0), longitude=(10.0, 0.0)), "", None),
]


@pytest.mark.parametrize(("block", "when", "where"), FACTS)
def test_time_and_place_only_where_they_are_sane(read, block, when, where):
    seen = read(own.saved(own.corners(), exif=block))
    assert (seen.captured_at, seen.position) == (when, where)


def test_a_place_of_numbers_that_are_none_is_none(read):
    data = own.saved(own.corners(), exif=own.exif(**GOOD))
    at = (
        data.index(struct.pack(">II", 37, 1))
        if struct.pack(">II", 37, 1) in data
        else data.index(struct.pack("<II", 37, 1))
    )
    assert read(data[:at] + bytes(8) + data[at + 8 :]).position is None  # 0/0


BAD = {
    "empty": (b"", "empty"),
    "html": (b"<!doctype html><script>1</script>", "web page"),
    "html after spaces": (b"\xef\xbb\xbf \n<HTML>", "web page"),
    "svg": (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "SVG"),
    "svg after a prolog": (b"<?xml version='1.0'?><svg/>", "SVG"),
    "gif": (own.saved(own.corners(), "GIF"), "GIF"),
    "tiff": (own.saved(own.corners(), "TIFF"), "TIFF"),
    "bmp": (own.saved(own.corners(), "BMP"), "BMP"),
    "pdf": (b"%PDF-1.7", "PDF"),
    "zip": (b"PK\x03\x04aaaa", "ZIP"),
    "video": (b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom", "video"),
    "text": (b"dear clerk", "no photo"),
    "magic, then html": (b"\xff\xd8\xff\xe0<html>" * 3, "choose it again"),
    "png magic only": (b"\x89PNG\r\n\x1a\n", "damaged"),
    "webp magic only": (b"RIFF\x00\x00\x00\x00WEBP", "damaged"),
    "heic magic only": (b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", "damaged"),
    "avif magic only": (b"\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif", "damaged"),
    "png of 400 megapixels": (own.huge_png(20000, 20000), "400 megapixels"),
    "jpeg of 1200 megapixels": (own.huge_jpeg(40000, 30000), "1,200 megapixels"),
    "jpeg of 108 megapixels": (own.huge_jpeg(12000, 9000), "camera's settings"),
    "too long a side": (own.huge_png(40000, 100), "too long (40,000 x 100); a side may have 32,768 pixels"),
    "no height": (own.huge_jpeg(100, 0), "damaged"),
    "an end that is missing": (own.saved(own.corners())[:-2], "incomplete"),
    "an end that is missing, then zeros": (own.saved(own.scene(300, 200))[:-2000] + bytes(4000), "incomplete"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_photo_is_refused_in_words(refusal, name):
    data, word = BAD[name]
    began = time.monotonic()
    said = refusal(data)
    assert time.monotonic() - began < 3
    assert word in said
    assert said.endswith(".")
    assert "Traceback" not in said


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF"])
@pytest.mark.parametrize("share", [0.1, 0.3, 0.6, 0.95])
def test_a_photo_that_is_cut_is_refused(refusal, kind, share):
    data = own.saved(own.scene(320, 240), kind)
    assert "incomplete" in refusal(data[: int(len(data) * share)])


def test_a_progressive_photo_that_is_cut_is_refused(refusal):
    data = own.saved(own.scene(320, 240), progressive=True)
    assert "incomplete" in refusal(data[: len(data) // 2])


def test_a_heic_that_is_cut_is_refused(refusal):
    data = (own.GIVEN / "turned.heic").read_bytes()
    assert "incomplete" in refusal(data[: len(data) // 2])


def test_the_name_says_nothing(read):
    assert read(own.saved(own.corners(), "PNG"), "photo.jpg").type == "png"
    assert read(own.saved(own.corners()), "photo.html").type == "jpeg"


def test_the_largest_photos_are_taken(read):
    assert photo_pixels.PIXELS["jpeg"] >= 8192 * 6144
    seen = read(own.saved(own.scene(8064, 6048)))
    assert (seen.width, seen.height) == (8064, 6048)
    assert pixels(seen.page).size == (1600, 1200)


def test_a_file_of_too_many_bytes_is_refused_unread(tmp_path, refusal):
    assert "25 MB" in refusal(own.saved(own.corners()) + bytes(25_000_000))

"""Small pictures of tags, each with one fault, made on the spot."""

import io

import numpy
import qrcode
from PIL import Image, ImageDraw, ImageFilter

CODE = "7K3QW9XZ41"


def symbol(text, *, ink="#111", ground="#fff", border=4, box=8, level=qrcode.constants.ERROR_CORRECT_H):
    code = qrcode.QRCode(error_correction=level, border=border, box_size=box)
    code.add_data(text)
    code.make()
    return code.make_image(fill_color=ink, back_color=ground).convert("RGB")


def on_ground(picture, *, size=(720, 960), ground="#7d8f6f", turn=0):
    sheet = Image.new("RGB", size, ground)
    turned = picture.convert("RGBA").rotate(turn, expand=True, resample=Image.Resampling.BICUBIC)
    sheet.paste(turned, ((size[0] - turned.width) // 2, (size[1] - turned.height) // 2), turned)
    return sheet


def tilted(picture):
    """The picture as seen from below: its upper edge is a third shorter."""
    w, h = picture.size
    shown = ((w * 0.17, h * 0.1), (w * 0.83, h * 0.1), (w, h), (0, h))
    taken = ((0, 0), (w, 0), (w, h), (0, h))
    rows, right = [], []
    for (x, y), (u, v) in zip(shown, taken, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    factors = tuple(numpy.linalg.solve(numpy.array(rows), numpy.array(right)))
    return picture.transform((w, h), Image.Transform.PERSPECTIVE, factors, Image.Resampling.BICUBIC, fillcolor="#fff")


def muddy(picture):
    w, h = picture.size
    ImageDraw.Draw(picture).ellipse((w * 0.4, h * 0.42, w * 0.6, h * 0.6), fill="#5a4632")
    return picture


def glaring(picture):
    spot = Image.new("L", picture.size, 0)
    w, h = picture.size
    ImageDraw.Draw(spot).ellipse((w * 0.55, h * 0.5, w * 0.95, h * 0.85), fill=170)
    picture.paste(Image.new("RGB", picture.size, "#fff"), (0, 0), spot.filter(ImageFilter.GaussianBlur(25)))
    return picture


def two_tags():
    sheet = Image.new("RGB", (1000, 560), "#7d8f6f")
    sheet.paste(symbol(CODE), (60, 100))
    sheet.paste(symbol("ZZZZZZZZZX"), (560, 100))
    return sheet


def as_file(picture, name="tag.jpg", *, orientation=0, kind="JPEG"):
    """The picture as Playwright's file chooser takes it; `orientation` is written as EXIF only."""
    exif = Image.Exif()
    if orientation:
        exif[0x0112] = orientation
    out = io.BytesIO()
    picture.save(out, kind, **({"exif": exif, "quality": 88} if kind == "JPEG" else {}))
    return {"name": name, "mimeType": f"image/{kind.lower()}", "buffer": out.getvalue()}


def faults(address):
    """Name -> (file, kind, text) of every picture; `address` is the text of a tag of ours."""
    tag = lambda **more: symbol(address, **more)  # noqa: E731
    return {
        "clean": (as_file(on_ground(tag())), "code", CODE),
        "turned": (as_file(on_ground(tag(), turn=73)), "code", CODE),
        "tilted": (as_file(on_ground(tilted(tag()))), "code", CODE),
        "engraved light on dark": (
            as_file(on_ground(tag(ink="#e8e8e8", ground="#303030"), ground="#303030")),
            "code",
            CODE,
        ),
        "low contrast": (as_file(on_ground(tag(ink="#777", ground="#a5a5a5"))), "code", CODE),
        "out of focus": (as_file(on_ground(tag()).filter(ImageFilter.GaussianBlur(3))), "code", CODE),
        "mud": (as_file(on_ground(muddy(tag()))), "code", CODE),
        "glare": (as_file(on_ground(glaring(tag()))), "code", CODE),
        "no quiet zone": (as_file(on_ground(tag(border=0), ground="#999")), "code", CODE),
        "small in a big photo": (as_file(on_ground(tag(box=4), size=(3024, 4032))), "code", CODE),
        "sideways by EXIF": (as_file(on_ground(tag(), turn=20).rotate(90, expand=True), orientation=6), "code", CODE),
        "bare code, lower case": (as_file(on_ground(symbol("7k3 qw9 xz41\r\n"))), "code", CODE),
        "number only": (as_file(on_ground(symbol("OM-24-O0823"))), "number", "OM-24-O0823"),
        "another host": (
            as_file(on_ground(symbol(f"https://tags.evil.example/t/{CODE}"))),
            "foreign",
            f"https://tags.evil.example/t/{CODE}",
        ),
        "a script": (as_file(on_ground(symbol("javascript:alert(1)"))), "foreign", "javascript:alert(1)"),
        "markup": (
            as_file(on_ground(symbol("<img src=x onerror=alert(1)>"))),
            "foreign",
            "<img src=x onerror=alert(1)>",
        ),
        "two tags": (as_file(two_tags()), "several", ""),
        "no code": (as_file(Image.effect_noise((600, 600), 60).convert("RGB")), "nothing", ""),
        "one color": (as_file(Image.new("RGB", (300, 200), "#446")), "nothing", ""),
        "a pixel": (as_file(Image.new("RGB", (1, 1), "#446"), kind="PNG"), "nothing", ""),
        "no picture": (
            {"name": "tag.jpg", "mimeType": "image/jpeg", "buffer": b"<html>not a picture</html>"},
            "unreadable",
            "",
        ),
        "empty file": ({"name": "tag.heic", "mimeType": "image/heic", "buffer": b""}, "unreadable", ""),
    }

"""A QR symbol of any text for a screen, as an SVG document (the tags' own symbols: media/qr.py)."""

import io

import qrcode
from qrcode.constants import ERROR_CORRECT_M
from qrcode.image.svg import SvgPathFillImage


def qr_svg(text: str) -> str:
    """The smallest symbol of `text` at level M, dark on light, with a quiet zone. ValueError: it is too long."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=4, image_factory=SvgPathFillImage)
    code.add_data(text)
    out = io.BytesIO()
    code.make_image().save(out)
    return out.getvalue().decode()

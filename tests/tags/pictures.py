"""Reading symbols back from pictures, for the tests of this folder."""

import numpy
import zxingcpp
from PIL import Image


def read_symbols(picture: Image.Image) -> list[zxingcpp.Barcode]:
    """Every QR symbol of a picture, dark on light or light on dark."""
    return zxingcpp.read_barcodes(numpy.asarray(picture.convert("L")), formats=zxingcpp.BarcodeFormat.QRCode)


def picture_of(symbol, colors=(0, 255), quiet=4, scale=4) -> Image.Image:
    """A symbol as a picture; colors: of the drawn modules, of the ground."""
    side = symbol.size + 2 * quiet
    picture = Image.new("L", (side, side), colors[1])
    for y, row in enumerate(symbol.rows):
        for x, drawn in enumerate(row):
            if drawn:
                picture.putpixel((x + quiet, y + quiet), colors[0])
    return picture.resize((side * scale, side * scale), Image.Resampling.NEAREST)

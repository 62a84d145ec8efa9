"""The limits of a photo, in a file that loads no picture library: the server judges by them and tells the phone."""

PAGE, SMALL = 1600, 320  # the longer side of the two copies, in pixels
QUALITY = 80
PIXELS_CAMERA, PIXELS_AVIF, PIXELS_WEBP = 52_000_000, 25_000_000, 16_000_000
PIXELS = {
    "jpeg": PIXELS_CAMERA, "heif": PIXELS_CAMERA, "png": PIXELS_CAMERA, "avif": PIXELS_AVIF, "webp": PIXELS_WEBP,
}  # fmt: skip
LONGEST_SIDE = 32_768

"""Films for the browser's fake camera: a picture as y4m frames."""

from PIL import Image


def film_of(picture, file, *, size=(1280, 720), frames=6):
    """Write `picture`, fitted into the middle of a frame, as a y4m file; the browser repeats it."""
    frame = Image.new("RGB", size, "#6d7d66")
    fitted = picture.copy()
    fitted.thumbnail((size[0] * 0.9, size[1] * 0.9))
    frame.paste(fitted, ((size[0] - fitted.width) // 2, (size[1] - fitted.height) // 2))
    return raw_film(frame, file, frames)


def raw_film(frame, file, frames=6):
    """Write the frame as it is."""
    y, cb, cr = frame.convert("YCbCr").split()
    half = (frame.width // 2, frame.height // 2)
    planes = y.tobytes() + cb.resize(half).tobytes() + cr.resize(half).tobytes()
    with file.open("wb") as out:
        out.write(f"YUV4MPEG2 W{frame.width} H{frame.height} F15:1 Ip A1:1 C420jpeg\n".encode())
        for _ in range(frames):
            out.write(b"FRAME\n" + planes)
    return file

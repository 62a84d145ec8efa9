"""What LevelDB keeps compressed: Snappy's format (a length, then literals and copies), read and, for a test, made."""


def blocks(data):
    """Every run of bytes that reads as a Snappy block of a LevelDB table, decompressed; what is none is passed over."""
    at = 0
    while at < len(data) - 8:
        text, end = decompressed(data, at)
        if text is not None and end < len(data) and data[end] == 1 and len(text) >= 32:  # a block's type: Snappy
            yield text
            at = end + 5  # its type and its checksum
        else:
            at += 1


def decompressed(data, at):
    """(text, where it ends) of the Snappy block at `at`; (None, at) where there is none."""
    length, shift, start = 0, 0, at
    while True:
        if at >= len(data) or shift > 21:
            return None, start
        byte = data[at]
        length |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            break
    if not 32 <= length <= 1 << 20:
        return None, start
    text = bytearray()
    while len(text) < length:
        step = _element(data, at, text)
        if step is None or len(text) > length:
            return None, start
        at = step
    return bytes(text), at


def _element(data, at, text):
    """Add one literal or copy to `text`; where the next one begins, None where this is no Snappy."""
    if at + 5 > len(data):
        return None
    tag = data[at]
    if tag & 3 == 0:
        more = max(0, (tag >> 2) - 59)
        size = (tag >> 2) + 1 if more == 0 else int.from_bytes(data[at + 1 : at + 1 + more], "little") + 1
        start = at + 1 + more
        if start + size > len(data):
            return None
        text += data[start : start + size]
        return start + size
    width = {1: 1, 2: 2, 3: 4}[tag & 3]
    size = ((tag >> 2) & 7) + 4 if width == 1 else (tag >> 2) + 1
    back = int.from_bytes(data[at + 1 : at + 1 + width], "little") | ((tag >> 5) << 8 if width == 1 else 0)
    if not 0 < back <= len(text):
        return None
    for _ in range(size):
        text.append(text[-back])
    return at + 1 + width


def table(texts):
    """Blocks as a table of LevelDB holds them, in which no text of more than four letters stands as it is."""
    out = b""
    for text in texts:
        size, length = len(text), b""
        while size >= 0x80:
            length, size = length + bytes([size & 0x7F | 0x80]), size >> 7
        pieces = [text[i : i + 4] for i in range(0, len(text), 4)]
        body = b"".join(bytes([(len(p) - 1) << 2]) + p for p in pieces)
        out += length + bytes([size]) + body + b"\1" + b"crc!"
    return out + b"\0" * 48

// Numbers and letters out of a photo's bytes; what lies past the end reads as nothing.

/** `length` bytes as characters, one a byte. */
export function text(bytes, at, length) {
  let found = "";
  for (let i = at; i < Math.min(at + length, bytes.length); i++) found += String.fromCharCode(bytes[i]);
  return found;
}

export const u16 = (bytes, at) => (bytes[at] ?? 0) * 0x100 + (bytes[at + 1] ?? 0);
export const u32 = (bytes, at) => u16(bytes, at) * 0x10000 + u16(bytes, at + 2);
export const u16le = (bytes, at) => (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 0x100;
export const u24le = (bytes, at) => u16le(bytes, at) + (bytes[at + 2] ?? 0) * 0x10000;
export const u32le = (bytes, at) => u16le(bytes, at) + u16le(bytes, at + 2) * 0x10000;

/** The boxes of a HEIC or AVIF container between two places: {type, from, to, whole}; `whole` is false past the end. */
export function* boxes(bytes, from, to) {
  let at = from;
  while (at + 8 <= to) {
    let [length, head] = [u32(bytes, at), 8];
    if (length === 1) [length, head] = [u32(bytes, at + 8) * 2 ** 32 + u32(bytes, at + 12), 16];
    if (length === 0) length = to - at;
    if (length < head) return;
    yield { type: text(bytes, at + 4, 4), from: at + head, to: Math.min(at + length, to), whole: at + length <= to };
    at += length;
  }
}

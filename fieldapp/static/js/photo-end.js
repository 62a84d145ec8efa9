// Whether a photo's bytes are all there, as far as its container says how many there must be.
import { boxes, text, u16, u32, u32le } from "./photo-bytes.js";

/** Whether a JPEG's picture is followed by its end mark (FF D9), as it must be; trailers may follow. */
export function hasEnd(bytes) {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1];
    if (marker === 0xda) return endMarkFrom(bytes, at);
    if (marker === 0xff) at += 1;
    else if ((marker >= 0xd0 && marker <= 0xd8) || marker === 0x01) at += 2;
    else at += 2 + u16(bytes, at + 2);
  }
  return endMarkFrom(bytes, 2);
}

/** Where the end mark of the picture stands, behind its last scan (not that of a thumbnail); -1 where none does. */
export function endOfPicture(bytes) {
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1];
    if (marker === 0xd9) return at;
    if (marker === 0xff) at += 1;
    else if (marker === 0 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + (at + 4 <= bytes.length ? u16(bytes, at + 2) : 0);
  }
  return -1;
}

function endMarkFrom(bytes, from) {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === 0xd9) return true;
  }
  return false;
}

/** Whether no part of a PNG, WebP, HEIC or AVIF that holds the picture runs past the end of the file. */
export function hasAllOfIt(type, bytes) {
  if (type === "png") return pngIsWhole(bytes);
  if (type === "webp") return u32le(bytes, 4) + 8 <= bytes.length;
  for (const box of boxes(bytes, 0, bytes.length)) {
    if (!box.whole && (box.type === "mdat" || box.type === "meta")) return false;
  }
  return true;
}

function pngIsWhole(bytes) {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + u32(bytes, at)) {
    if (text(bytes, at + 4, 4) === "IEND") return true;
    if (text(bytes, at + 4, 4) === "IDAT" && at + 8 + u32(bytes, at) > bytes.length) return false;
  }
  return true; // without its last chunk the picture can still be whole: whoever draws it finds out
}

// A photo's size in pixels from its header, before anything is decoded; and how EXIF says that a JPEG is turned.
import { boxes, text, u16, u16le, u24le, u32, u32le } from "./photo-bytes.js";

/** {width, height, orientation} as stored, or null where the header does not say. Orientation 0: not known here. */
export function sizeOf(type, bytes) {
  const [width, height, orientation] = { jpeg, png, webp, heif: container, avif: container }[type](bytes) ?? [];
  return width === undefined ? null : { width, height, orientation: orientation ?? 0 };
}

function png(bytes) {
  return text(bytes, 12, 4) === "IHDR" && bytes.length >= 24 ? [u32(bytes, 16), u32(bytes, 20)] : null;
}

function webp(bytes) {
  const kind = text(bytes, 12, 4);
  if (kind === "VP8X") return [u24le(bytes, 24) + 1, u24le(bytes, 27) + 1];
  if (kind === "VP8L") {
    const packed = u32le(bytes, 21);
    return [(packed % 0x4000) + 1, (Math.floor(packed / 0x4000) % 0x4000) + 1];
  }
  return kind === "VP8 " ? [u16le(bytes, 26) % 0x4000, u16le(bytes, 28) % 0x4000] : null;
}

function jpeg(bytes) {
  let [at, orientation] = [2, 1];
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1];
    if (marker === 0xff) at += 1;
    else if ((marker >= 0xd0 && marker <= 0xd8) || marker === 0x01) at += 2;
    else if (marker === 0xda || marker === 0xd9) return null;
    else {
      if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
        return [u16(bytes, at + 7), u16(bytes, at + 5), orientation];
      }
      if (marker === 0xe1 && text(bytes, at + 4, 6) === "Exif\0\0") {
        orientation = turnedBy(bytes.subarray(at + 10, at + 2 + u16(bytes, at + 2)));
      }
      at += 2 + u16(bytes, at + 2);
    }
  }
  return null;
}

/** Orientation 1 to 8 of an EXIF block; 1 where it says nothing sane. */
function turnedBy(exif) {
  const small = text(exif, 0, 2) === "II";
  const [short, long] = small ? [u16le, u32le] : [u16, u32];
  const start = long(exif, 4);
  for (let i = 0; i < Math.min(short(exif, start), 200); i++) {
    const at = start + 2 + i * 12;
    if (short(exif, at) !== 0x0112) continue;
    const found = short(exif, at + 8);
    return found >= 1 && found <= 8 ? found : 1;
  }
  return 1;
}

/** Of a HEIC or AVIF: the size of the primary picture, turned as the container says; without it the largest named. */
function container(bytes) {
  const inside = (box, skip = 0) => [...boxes(bytes, box.from + skip, box.to)];
  const of = (list, type) => list.find((box) => box.type === type);
  const meta = of([...boxes(bytes, 0, bytes.length)], "meta");
  const parts = meta ? inside(meta, 4) : [];
  const properties = of(parts, "iprp");
  const listed = properties ? inside(properties) : [];
  const all = of(listed, "ipco");
  if (!all) return null;
  const told = inside(all);
  const sizes = (some) => some.filter((box) => box?.type === "ispe").map((b) => [u32(bytes, b.from + 4), u32(bytes, b.from + 8)]);
  const own = ofPrimary(bytes, of(parts, "pitm"), of(listed, "ipma")).map((index) => told[index - 1]);
  const area = ([width, height]) => width * height;
  const [size] = sizes(own).length ? sizes(own) : sizes(told).sort((a, b) => area(b) - area(a));
  if (!size) return null;
  const sideways = own.some((box) => box?.type === "irot" && bytes[box.from] % 2 === 1);
  return sideways ? [size[1], size[0]] : size;
}

/** The numbers of the properties that belong to the primary picture. */
function ofPrimary(bytes, pitm, ipma) {
  if (!pitm || !ipma) return [];
  const wanted = bytes[pitm.from] ? u32(bytes, pitm.from + 4) : u16(bytes, pitm.from + 4);
  const [longIds, longNumbers] = [bytes[ipma.from] > 0, bytes[ipma.from + 3] % 2 === 1];
  let at = ipma.from + 8;
  for (let left = u32(bytes, ipma.from + 4); left > 0 && at < ipma.to; left--) {
    const id = longIds ? u32(bytes, at) : u16(bytes, at);
    at += longIds ? 4 : 2;
    const count = bytes[at++] ?? 0;
    const numbers = [];
    for (let i = 0; i < count; i++, at += longNumbers ? 2 : 1) {
      numbers.push(longNumbers ? u16(bytes, at) % 0x8000 : bytes[at] % 0x80);
    }
    if (id === wanted) return numbers;
  }
  return [];
}

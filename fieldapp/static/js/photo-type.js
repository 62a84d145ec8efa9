// What a file is by its bytes, judged as the server judges it and in the server's words, before anything is sent.
import { text, u32 } from "./photo-bytes.js";
import { hasAllOfIt, hasEnd } from "./photo-end.js";
import { sizeOf } from "./photo-size.js";

const TAKEN = "Choose a photo as a phone takes it: JPEG, HEIC, PNG, WebP or AVIF";
const DAMAGED = "The photo is damaged or incomplete. Take or choose it again.";
const CUT = "The photo is incomplete: its end is missing. Take or choose it again.";
const HEIF_BRANDS = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"];
const AVIF_BRANDS = ["avif", "avis"];
const SHARED_BRANDS = ["mif1", "msf1", "miaf"]; // of both; a further brand says which
const OTHERS = [
  ["GIF8", "a GIF picture"],
  ["II*\0", "a TIFF picture"],
  ["MM\0*", "a TIFF picture"],
  ["II+\0", "a TIFF picture"],
  ["MM\0+", "a TIFF picture"],
  ["BM", "a BMP picture"],
  ["%PDF-", "a PDF; it belongs to the proofs"],
  ["PK\x03\x04", "a ZIP archive or an office document"],
  ["\x1a\x45\xdf\xa3", "a video"],
  ["MZ", "a program"],
  ["\x7fELF", "a program"],
  ["{\\rtf", "a document"],
  ["8BPS", "a Photoshop file"],
  ["\xff\x0a", "a JPEG XL picture"],
  ["\0\0\0\x0cJXL ", "a JPEG XL picture"],
];

/** The file is not taken as a photo; the message is a sentence or two that say why and what to do. */
export class Refused extends Error {}

/** Refuses by the file's length alone, so that a large file is never read into memory. */
export function judgeLength(length, limits) {
  if (!length) throw new Refused("The file is empty (0 bytes). Take or choose the photo again.");
  if (length <= limits.bytes) return;
  throw new Refused(
    `The file is too large (${(length / 1e6).toFixed(1)} MB); a photo may have ${Math.floor(limits.bytes / 1e6)} MB. ` +
      "Choose a lower resolution in the camera's settings and take it again.",
  );
}

/** {type, width, height, orientation} of a photo's bytes (sizes as stored). Raises Refused. */
export function judge(bytes, limits) {
  judgeLength(bytes.length, limits);
  const type = typeOf(bytes.subarray(0, limits.head));
  const size = sizeOf(type, bytes);
  if (!size?.width || !size.height) throw new Refused(DAMAGED);
  judgeSize(type, size, limits);
  if (type === "jpeg" && !hasEnd(bytes)) throw new Refused(CUT);
  if (type !== "jpeg" && !hasAllOfIt(type, bytes)) throw new Refused(type === "png" ? CUT : DAMAGED);
  return { type, ...size };
}

/** The words for a picture whose end is missing. */
export function cut() {
  return new Refused(CUT);
}

/** The words for a file whose header is right and whose picture cannot be opened. */
export function damaged() {
  return new Refused(DAMAGED);
}

function typeOf(head) {
  const start = text(head, 0, 12);
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return "webp";
  if (start.slice(4, 8) === "ftyp") return typeOfContainer(head);
  for (const [magic, words] of OTHERS) {
    if (start.startsWith(magic)) throw new Refused(`This is ${words}. ${TAKEN}.`);
  }
  throw new Refused(`${textOrUnknown(head)} ${TAKEN}.`);
}

function typeOfContainer(head) {
  const length = Math.min(u32(head, 0), head.length);
  const brands = [text(head, 8, 4)];
  for (let at = 16; at < length - 3; at += 4) brands.push(text(head, at, 4));
  const shared = SHARED_BRANDS.includes(brands[0]);
  if (AVIF_BRANDS.includes(brands[0]) || (shared && brands.some((each) => AVIF_BRANDS.includes(each)))) return "avif";
  if (HEIF_BRANDS.includes(brands[0]) || shared) return "heif";
  throw new Refused(`This is a video or another file that is no photo. ${TAKEN}.`);
}

function textOrUnknown(head) {
  const words = text(head, 0, head.length).replace(/^[\xef\xbb\xbf \t\r\n]+/, "").toLowerCase();
  if (words.includes("<svg")) return "This is an SVG drawing.";
  if (/^<(!doctype|html|head|script|body|\?xml|!--)/.test(words)) {
    return "This is a web page or XML, whatever its name says.";
  }
  return "This is no photo that can be read.";
}

function judgeSize(type, { width, height }, limits) {
  const pixels = width * height;
  const most = limits.pixels[type];
  const advice = ["jpeg", "heif", "png"].includes(type)
    ? "Choose a lower resolution in the camera's settings and take it again"
    : "Save it as JPEG, or smaller, and choose it again";
  if (pixels <= most) {
    if (Math.max(width, height) <= limits.side) return;
    const side = `a side may have ${grouped(limits.side)} pixels`;
    throw new Refused(`The photo is too long (${grouped(width)} x ${grouped(height)}); ${side}. ${advice}.`);
  }
  const past = type !== "heif" && pixels > Math.max(...Object.values(limits.pixels));
  const size = past ? megapixels(pixels) : `${grouped(width)} x ${grouped(height)}, ${megapixels(pixels)}`;
  throw new Refused(`The photo has too many pixels (${size}); at most ${megapixels(most)} are taken. ${advice}.`);
}

const grouped = (number) => number.toLocaleString("en-US");
const megapixels = (pixels) => `${grouped(Math.round(pixels / 1e6))} megapixels`;

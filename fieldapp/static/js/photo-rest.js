// Whether a JPEG that was cut and closed again lacks the rest of its picture: as the server finds it (jpeg_rest.py). What
// is missing is drawn as an even gray; the proof is a second drawing with more data before the end mark, for which a
// whole picture has no use.
import { endOfPicture } from "./photo-end.js";
import { heightOf, pictureOf, widthOf } from "./picture.js";

const FILLER = Uint8Array.from({ length: 4096 }, (_, n) => (n * n * 7 + n * 13 + 5) % 251); // never FF
const GRAY = 128;
const NEAR = 6; // a profile of colors may move it
const CORNER = 4;
const SIDE = 1600; // both drawings are compared at this size
const APART = 8;

/** `picture` is what this page drew of the file. Where the second drawing fails nothing is said against the photo. */
export async function lacksItsRest(file, picture) {
  if (!cornersOf(picture).some(isGray)) return false;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const at = endOfPicture(bytes);
  if (at < 0) return false;
  let more = null;
  try {
    more = await pictureOf(new Blob([bytes.subarray(0, at), FILLER, bytes.subarray(at)], { type: "image/jpeg" }));
    return areApart(pixelsOf(picture), pixelsOf(more));
  } catch {
    return false;
  } finally {
    more?.close?.();
  }
}

/** The last block lies in one of the corners, whichever way the picture is turned. */
function cornersOf(picture) {
  const [right, low] = [widthOf(picture) - CORNER, heightOf(picture) - CORNER].map((at) => Math.max(0, at));
  return [[0, 0], [right, 0], [0, low], [right, low]].map(([x, y]) => {
    const brush = brushOf(CORNER, CORNER);
    brush.drawImage(picture, x, y, CORNER, CORNER, 0, 0, CORNER, CORNER);
    return brush.getImageData(0, 0, CORNER, CORNER).data;
  });
}

const isGray = (pixels) => pixels.every((value, at) => at % 4 === 3 || value === 0 || Math.abs(value - GRAY) <= NEAR);

function pixelsOf(picture) {
  const scale = Math.min(1, SIDE / Math.max(widthOf(picture), heightOf(picture)));
  const [width, height] = [widthOf(picture), heightOf(picture)].map((side) => Math.max(1, Math.round(side * scale)));
  const brush = brushOf(width, height);
  brush.drawImage(picture, 0, 0, width, height);
  return brush.getImageData(0, 0, width, height).data;
}

function brushOf(width, height) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  return canvas.getContext("2d", { willReadFrequently: true });
}

const areApart = (one, other) => one.some((value, at) => Math.abs(value - other[at]) > APART);

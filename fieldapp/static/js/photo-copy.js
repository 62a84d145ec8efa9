// A small upright copy of a photo, made on the phone: pixels only, so nothing that the camera wrote goes with it.
// A phone can fail at this without saying so; a blank copy or one of a wrong size is noticed and not used.

import { lacksItsRest } from "./photo-rest.js";
import { cut } from "./photo-type.js";
import { heightOf, pictureOf, widthOf } from "./picture.js";

/** The phone cannot draw the picture at all. */
export class NotDrawn extends Error {}

/**
 * {copy, preview, look}: JPEG blobs of about limits.page and limits.small pixels, and ImageData to judge by; all null
 * where the result cannot be trusted. `facts` as photo-type.js gives them. Raises NotDrawn, and
 * Refused where a JPEG lacks the rest of its picture.
 */
export async function copiesOf(file, facts, limits) {
  const picture = await drawable(file);
  if (facts.type === "jpeg" && (await lacksItsRest(file, picture))) {
    picture.close?.();
    throw cut();
  }
  try {
    if (!rightSize(picture, facts)) return NOTHING;
    const page = canvasOf(picture, limits.page);
    const small = canvasOf(page, limits.small);
    if (isBlank(small)) return NOTHING;
    const look = pixelsOf(page);
    const copy = await jpegOf(page, limits.quality);
    const preview = copy && (await jpegOf(small, limits.quality));
    return preview ? { copy, preview, look } : NOTHING;
  } catch {
    return NOTHING; // no memory for a canvas: the original alone is used
  } finally {
    picture.close?.();
  }
}

const NOTHING = { copy: null, preview: null, look: null };

async function drawable(file) {
  try {
    return await pictureOf(file);
  } catch {
    throw new NotDrawn();
  }
}

/** The header's size, turned as EXIF says; where this page does not know the turn, either way round. */
function rightSize(picture, { width, height, orientation }) {
  const [w, h] = [widthOf(picture), heightOf(picture)];
  const upright = w === width && h === height;
  const turned = w === height && h === width;
  if (!orientation) return upright || turned;
  return orientation > 4 ? turned : upright;
}

function canvasOf(picture, side) {
  const [width, height] = [widthOf(picture), heightOf(picture)];
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  brush.imageSmoothingQuality = "high";
  brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function pixelsOf(canvas) {
  return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
}

/** Every pixel the same, to the last bit: no camera makes that, a canvas that ran out of memory does. */
function isBlank(canvas) {
  const pixels = new Uint32Array(pixelsOf(canvas).data.buffer);
  return pixels.length > 1 && pixels.every((pixel) => pixel === pixels[0]);
}

/** The canvas on white as a JPEG that opens again in the right size, else null. */
async function jpegOf(canvas, quality) {
  const brush = canvas.getContext("2d");
  brush.globalCompositeOperation = "destination-over";
  brush.fillStyle = "#fff";
  brush.fillRect(0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality / 100));
  if (blob?.type !== "image/jpeg") return null;
  const again = await createImageBitmap(blob);
  const same = again.width === canvas.width && again.height === canvas.height;
  again.close();
  return same ? blob : null;
}

// Find the QR codes of one photo: several sizes, turns and ways to look, the likeliest first, until the time is up.
import { startDecoder, textsIn, WAYS } from "./decoder.js";
import { heightOf, pictureOf, widthOf } from "./picture.js";

export { pictureOf, startDecoder };

const LARGEST = 1600;
const ATTEMPTS = [
  { side: 1200, way: "plain" },
  { side: 600, way: "plain" },
  { side: 1200, way: "denoised" },
  { side: 1200, way: "global" },
  { side: 600, way: "denoised" },
  { side: 800, way: "plain", turn: 45 },
  { side: 1000, way: "plain", part: 0.5 },
  { side: 1600, way: "plain" },
  { side: 400, way: "global" },
  { side: 800, way: "denoised", turn: 30 },
  { side: 1000, way: "denoised", part: 0.5 },
  { side: 1600, way: "denoised" },
  { side: 300, way: "plain" },
];

/** The texts in the picture, or an empty list after at most `milliseconds`. */
export async function textsOfPhoto(picture, milliseconds = 1500) {
  const end = performance.now() + milliseconds;
  const tried = new Set();
  for (const attempt of ATTEMPTS) {
    const data = drawn(picture, attempt);
    const key = `${data.width} ${data.height} ${attempt.way} ${attempt.turn ?? 0} ${attempt.part ?? 1}`;
    if (tried.has(key)) continue;
    tried.add(key);
    const texts = await textsIn(data, WAYS[attempt.way]);
    if (texts.length) return texts;
    if (performance.now() > end) break;
    await new Promise((resume) => setTimeout(resume)); // let the page answer to a tap meanwhile
  }
  return [];
}

/** The middle `part` of the picture, its longer side fitted to `side`, turned by `turn` degrees, as ImageData. */
function drawn(picture, { side, turn = 0, part = 1 }) {
  const width = widthOf(picture) * part;
  const height = heightOf(picture) * part;
  const scale = Math.min(side, LARGEST) / Math.max(width, height);
  const shown = Math.min(scale, 3); // tiny pictures grow, but no more than helps
  const canvas = document.createElement("canvas");
  const radians = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  canvas.width = Math.max(1, Math.round((width * cos + height * sin) * shown));
  canvas.height = Math.max(1, Math.round((width * sin + height * cos) * shown));
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  brush.imageSmoothingQuality = "high";
  brush.fillStyle = "#888";
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.translate(canvas.width / 2, canvas.height / 2);
  brush.rotate(radians);
  brush.scale(shown, shown);
  const [left, top] = [(width / part - width) / 2, (height / part - height) / 2];
  brush.drawImage(picture, left, top, width, height, -width / 2, -height / 2, width, height);
  return brush.getImageData(0, 0, canvas.width, canvas.height);
}

// Is a photo blurred, dark or small? It is told in words, and the officer decides.

const SMALL = 600; // pixels of the shorter side, below which print shows little
const DARK = 45; // mean brightness of 255 ...
const DARK_LIGHTS = 110; // ... with hardly anything brighter than this
const SIDE = 800; // blur is judged at one size, or every large photo would look soft
const SOFT = 0.0035; // energy of the edges against that of the whole picture

const BLURRED = "It looks blurred. Look whether what matters can be seen, or take it again.";
const TOO_DARK = "It is dark. Look whether what matters can be seen, or take it again with light.";

/** Sentences about a photo, none where nothing stands out. `look`: ImageData or null; sizes in pixels. */
export function told(look, { width, height }) {
  const sentences = [];
  if (Math.min(width, height) < SMALL) {
    sentences.push(`It is small (${width} x ${height} pixels). Take it with the camera’s full size if you can.`);
  }
  if (!look) return sentences;
  const gray = grayOf(look);
  if (isDark(gray.values)) sentences.push(TOO_DARK);
  else if (edges(gray) < SOFT) sentences.push(BLURRED);
  return sentences;
}

/** Brightness, averaged down to SIDE pixels at most. */
function grayOf({ data, width, height }) {
  const step = Math.max(1, Math.max(width, height) / SIDE);
  const [w, h] = [Math.max(1, Math.floor(width / step)), Math.max(1, Math.floor(height / step))];
  const values = new Float32Array(w * h);
  const reach = Math.max(1, Math.round(step));
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) values[y * w + x] = meanAt(data, width, height, Math.floor(x * step), Math.floor(y * step), reach);
  }
  return { values, width: w, height: h };
}

function meanAt(data, width, height, left, top, reach) {
  let [sum, count] = [0, 0];
  for (let y = top; y < Math.min(top + reach, height); y++) {
    for (let x = left; x < Math.min(left + reach, width); x++) {
      const at = (y * width + x) * 4;
      sum += 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2];
      count++;
    }
  }
  return sum / count;
}

function isDark(values) {
  const counts = new Uint32Array(256);
  let sum = 0;
  for (const value of values) {
    sum += value;
    counts[Math.min(255, Math.round(value))]++;
  }
  let [bright, left] = [255, values.length * 0.05];
  while (bright > 0 && (left -= counts[bright]) > 0) bright--;
  return sum / values.length < DARK && bright < DARK_LIGHTS;
}

/** Variance of the Laplacian over that of the brightness: low where no edge is sharp, whatever the contrast. */
function edges({ values, width, height }) {
  let [sum, squares, edge] = [0, 0, 0];
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const bend = 4 * values[at] - values[at - 1] - values[at + 1] - values[at - width] - values[at + width];
      edge += bend * bend;
    }
  }
  const spread = squares / values.length - (sum / values.length) ** 2;
  return spread < 1 ? 1 : edge / values.length / spread;
}

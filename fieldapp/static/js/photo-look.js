// Is a photo blurred, dark or small? It is told in words, and the officer decides.

const SMALL = 600; // pixels of the shorter side, below which print shows little
const DARK = 45; // mean brightness of 255 ...
const DARK_LIGHTS = 110; // ... with hardly anything brighter than this
const SIDE = 800; // blur is judged at one size, or every large photo would look soft
const TILE = 40; // pixels of a tile's side: one sharp subject before a soft ground is a sharp photo
const PLAIN = 40; // variance below which a tile shows nothing that could be sharp
const SOFT = 0.05; // energy of the edges against that of the brightness, in the sharpest tenth of the tiles

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
  else if (sharpness(gray) < SOFT) sentences.push(BLURRED);
  return sentences;
}

/** Brightness, averaged down to SIDE pixels at most. */
function grayOf({ data, width, height }) {
  const step = Math.max(1, Math.max(width, height) / SIDE);
  const [w, h] = [Math.max(1, Math.floor(width / step)), Math.max(1, Math.floor(height / step))];
  const values = new Float32Array(w * h);
  const reach = Math.max(1, Math.round(step));
  for (let y = 0; y < h; y++) {
    const top = Math.floor(y * step);
    for (let x = 0; x < w; x++) values[y * w + x] = meanAt(data, width, height, Math.floor(x * step), top, reach);
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

/** How sharp the sharpest tenth of the tiles is: sharp photos give 0.15 and more; 1 where nothing can be judged. */
function sharpness({ values, width, height }) {
  const found = [];
  for (let top = 1; top + TILE < height; top += TILE) {
    for (let left = 1; left + TILE < width; left += TILE) {
      const { spread, edge } = tileAt(values, width, left, top);
      if (spread > PLAIN) found.push(edge / spread);
    }
  }
  found.sort((a, b) => a - b);
  return found.length ? found[Math.floor((found.length - 1) * 0.9)] : 1;
}

/** Variance of the brightness and mean square of its Laplacian within one tile. */
function tileAt(values, width, left, top) {
  let [sum, squares, edge] = [0, 0, 0];
  for (let y = top; y < top + TILE; y++) {
    for (let at = y * width + left; at < y * width + left + TILE; at++) {
      const value = values[at];
      const bend = 4 * value - values[at - 1] - values[at + 1] - values[at - width] - values[at + width];
      sum += value;
      squares += value * value;
      edge += bend * bend;
    }
  }
  const count = TILE * TILE;
  return { spread: squares / count - (sum / count) ** 2, edge: edge / count };
}

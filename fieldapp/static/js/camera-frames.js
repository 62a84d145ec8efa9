// Squares cut out of a playing video, each to be looked at in another way; tells when the video stands still or is black.

const SIDE = 720;
const DARK = 10;

/** What is tried one frame after another: [side of the square, part of the picture's middle, way]. */
const TURNS = [
  [SIDE, 1, "plain"],
  [SIDE, 1, "denoised"],
  [SIDE, 0.5, "plain"],
  [SIDE / 2, 1, "plain"],
  [SIDE, 1, "global"],
];

/** So many frames are looked at in every way once. */
export const ROUND = TURNS.length;

export class Frames {
  constructor(video, ways) {
    this.video = video;
    this.ways = ways;
    this.turn = 0;
    this.canvas = document.createElement("canvas");
    this.brush = this.canvas.getContext("2d", { willReadFrequently: true });
    this.seen = -1;
    this.good = performance.now();
    this.black = false;
  }

  /** Milliseconds since the last new frame that was not black. */
  get silence() {
    return performance.now() - this.good;
  }

  /** {picture, way} of the present frame, or null where there is no new one. */
  next() {
    const { videoWidth, videoHeight, currentTime } = this.video;
    if (!videoWidth || currentTime === this.seen) return null;
    this.seen = currentTime;
    const [side, part, way] = TURNS[this.turn++ % TURNS.length];
    const cut = Math.min(videoWidth, videoHeight) * part;
    const size = Math.round(Math.min(side, cut));
    this.canvas.width = this.canvas.height = size;
    const [left, top] = [(videoWidth - cut) / 2, (videoHeight - cut) / 2];
    this.brush.drawImage(this.video, left, top, cut, cut, 0, 0, size, size);
    const picture = this.brush.getImageData(0, 0, size, size);
    this.black = isBlack(picture.data);
    if (!this.black) this.good = performance.now();
    return { picture, way: this.ways[way] };
  }
}

function isBlack(data) {
  for (let at = 0; at < data.length; at += 4 * 97) {
    if (data[at] > DARK || data[at + 1] > DARK || data[at + 2] > DARK) return false;
  }
  return true;
}

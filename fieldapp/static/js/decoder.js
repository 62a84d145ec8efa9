// The only module that knows the decoder (docs/decisions/0003-decoder.md). It is loaded on the Scan tap, never before.
import { prepareZXingModule, readBarcodes } from "../vendor/zxing-wasm/reader/index.js";

const WASM = new URL("../vendor/zxing-wasm/zxing_reader.wasm", import.meta.url).href;
const ALWAYS = {
  formats: ["QRCodeModel2"],
  textMode: "Plain",
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  returnErrors: false,
  maxNumberOfSymbols: 4,
};

/** Ways to look at a picture; each finds some codes that the others miss. */
export const WAYS = {
  plain: { tryDownscale: true, binarizer: "LocalAverage" },
  denoised: { tryDownscale: true, tryDenoise: true, binarizer: "LocalAverage" },
  global: { tryDownscale: true, binarizer: "GlobalHistogram" },
};

let ready;

/** Fetch and start the decoder once; a failure is forgotten so that the next tap tries again. */
export function startDecoder() {
  ready ??= prepareZXingModule({ overrides: { locateFile: () => WASM }, fireImmediately: true }).catch((fault) => {
    ready = undefined;
    throw fault;
  });
  return ready;
}

/** The texts of all QR codes found in the ImageData, looked at in one way; empty where none can be read for certain. */
export async function textsIn(picture, way) {
  await startDecoder();
  const results = await readBarcodes(picture, { ...ALWAYS, ...way });
  return results.filter((result) => result.isValid && result.text.trim()).map((result) => result.text);
}

// The signing key of an officer on this phone. Where no passkey guards it, the browser keeps it and never gives it out.

import { makePair, sign } from "./statements.js";
import { b64u } from "./bytes.js";

/** A new pair as a device row keeps it: {public_key (base64url), private, protection}, and its point. */
export async function newKey() {
  const { privateKey, point } = await makePair();
  return { point, row: { public_key: b64u(point), private: privateKey, protection: "storage" } };
}

/** The signature of a device row's key over a statement. */
export const signWith = (device, bytes) => sign(device.private, bytes);

// The keys of an officer on this phone: one signs, the other opens what was closed. Under a passkey both lie wrapped; where
// none guards them the browser keeps the one that signs and never gives it out, and nothing is closed.

import { makeBox } from "./box.js";
import { b64u } from "./bytes.js";
import { NoSecret, hasPasskeys, secretOf } from "./passkey-secret.js";
import { Locked } from "./safe.js";
import { keyIdOf, makePair, sign } from "./statements.js";
import { holdKeys, keysOf } from "./unlocked.js";
import { sealedIn, wrapped } from "./wrapping.js";

/**
 * New keys as a device row keeps them: {point, row: {public_key, protection, ...}}. `passkeys`: ids of the officer's
 * own; one of them is asked for its secret, and where there is none the keys are protected by the browser's storage,
 * unless they `must` be by a passkey. Raises NotShown, NoSecret.
 */
export async function newKey(person, passkeys = [], must = false) {
  const shown = passkeys.length && hasPasskeys() ? await secretOf(passkeys).catch(noneWithout) : null;
  if (must && !shown) throw new NoSecret();
  const { privateKey, point } = await makePair(Boolean(shown));
  const public_key = b64u(point);
  if (!shown) return { point, row: { public_key, private: privateKey, protection: "storage" } };
  const box = await makeBox();
  const pair = { sign: privateKey, box: box.privateKey };
  const wraps = [await wrapped(person, public_key, shown, pair)];
  await holdKeys(person, { [await keyIdOf(point)]: await sealedIn(pair) });
  return { point, row: { public_key, box: b64u(box.point), wraps, protection: "passkey" } };
}

function noneWithout(fault) {
  if (fault instanceof NoSecret) return null;
  throw fault;
}

/** The signature of a device row's key over a statement. Raises Locked. */
export async function signWith(device, bytes) {
  const key = device.private ?? (await keysOf(device.key_id))?.sign;
  if (!key) throw new Locked();
  return sign(key, bytes);
}

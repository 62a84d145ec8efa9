// For the worker: Background Sync sends what waits once there is signal, even with no page open.

import { drain } from "./drainer.js";
import { lendKeys } from "./unlocked.js";

/**
 * Send what can be sent; raises where something is left, so that the browser tries again. `heldKeys()` gives the unlocked
 * keys that pages entrusted to the worker, {keys: {key id: ...}}, or null: what they do not open stays as it is.
 */
export async function sendInBackground(heldKeys) {
  lendKeys(heldKeys);
  const { busy, left } = await drain("sync");
  if (busy || left) throw new Error(busy ? "a page was sending just now" : `${left} left to send`);
}

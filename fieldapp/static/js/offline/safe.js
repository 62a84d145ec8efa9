// What lies at rest: every payload, photo and draft passes through here on its way into the store and out of it. Closing
// needs the public key of its officer only, so it never asks for anything; opening needs what the passkey unlocked.

import { closeTo, openWith } from "./box.js";
import { fromB64u, textOf, utf8, viewOf } from "./bytes.js";
import { keysOf } from "./unlocked.js";
import { current, deviceOf } from "./who.js";

/** The key that would open this is not at hand: unlock, or let its own officer do so. */
export class Locked extends Error {
  constructor() {
    super("These records are locked. Unlock them with your passkey.");
  }
}

/** "passkey" or "storage": how what this officer closes now is protected. `person` is the present one if left out. */
export const protection = async (person) => (await deviceFor(person))?.protection ?? "storage";

/** Whether the present officer's records have to be unlocked before they can be read or sent. */
export async function locked() {
  const device = await deviceFor();
  return device?.protection === "passkey" && !(await keysOf(device.key_id));
}

/** Bytes, a text or a plain object in the shape in which it may lie in the store, closed for `person`. */
export const close = async (value, person) => closeFor(await deviceFor(person), value);

/** The same for the officer of a device row. */
export async function closeFor(device, value) {
  if (device?.protection !== "passkey") return { how: "storage", value };
  const isBytes = value instanceof ArrayBuffer || ArrayBuffer.isView(value);
  const bytes = isBytes ? viewOf(value) : utf8(JSON.stringify(value));
  const closed = await closeTo(fromB64u(device.box), bytes);
  return { how: "passkey", to: device.key_id, type: isBytes ? "bytes" : "json", ...closed };
}

/** What `close` was given. Raises Locked where its key is not at hand. */
export async function open(stored) {
  if (stored?.how === "storage") return stored.value;
  const keys = stored?.how === "passkey" && (await keysOf(stored.to));
  if (!keys) throw new Locked();
  const bytes = await openWith(keys.box, stored);
  return stored.type === "bytes" ? bytes : JSON.parse(textOf(bytes));
}

const deviceFor = async (person) => deviceOf(person === undefined ? (await current())?.id : person);

// What lies at rest: every payload, photo and draft passes through here on its way into the store and out of it.

/** The key that would open this is not at hand: unlock, or let its own officer do so. */
export class Locked extends Error {
  constructor() {
    super("These records are locked. Unlock them with your passkey.");
  }
}

/** "passkey" or "storage": how what is closed now is protected. */
export const protection = () => "storage";

export const locked = () => false;

/** Bytes, a text or a plain object in the shape in which it may lie in the store. */
export const close = async (value) => ({ how: "storage", value });

/** What `close` was given. Raises Locked where its key is not at hand. */
export async function open(stored) {
  if (stored?.how !== "storage") throw new Locked();
  return stored.value;
}

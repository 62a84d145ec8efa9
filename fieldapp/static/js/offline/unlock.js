// Unlocking: the passkey's secret opens the officer's keys on this phone, with or without a signal, once a shift.

import { reclose } from "./reclose.js";
import { secretOf } from "./passkey-secret.js";
import { within } from "./store.js";
import { holdKeys } from "./unlocked.js";
import { unwrapped } from "./wrapping.js";

/** The passkey that was shown is not the one that locked these keys. */
export class OtherPasskey extends Error {
  constructor() {
    super("This passkey does not open what is on this phone. Use the one that you set the phone up with.");
  }
}

/** Unlock what `person` has on this phone; from a tap. Raises OtherPasskey, NotShown, NoSecret. */
export async function unlock(person) {
  const known = (await rowsOf(person)).flatMap(({ wraps = [] }) => wraps.map(({ credential }) => credential));
  await unlockWith(person, await secretOf([...new Set(known)]));
}

/** The same once the passkey was shown: `credential` its id, `secret` what it gave. Raises OtherPasskey. */
export async function unlockWith(person, { credential, secret }) {
  const keys = {};
  for (const { key_id, public_key, wraps = [] } of await rowsOf(person)) {
    const wrap = wraps.find((each) => each.credential === credential);
    const opened = wrap && (await unwrapped(person, public_key, secret, wrap).catch(() => null));
    if (opened) keys[key_id] = opened;
  }
  if (!Object.keys(keys).length) throw new OtherPasskey();
  await holdKeys(person, keys);
  await reclose(person);
}

const rowsOf = (person) => within(["devices"], "readonly", (tx) => tx.store.index("person").getAll(person));

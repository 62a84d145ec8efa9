// Who uses this phone now, and with which device key. Set by a page of a signed-in person, forgotten at log-out.

import { meta, within } from "./store.js";
import { tell } from "./news.js";

/** This officer has no device key on this phone yet, so nothing can be sealed. */
export class NoDevice extends Error {
  constructor() {
    super("This phone is not set up for you yet. Set it up under Devices, then record.");
  }
}

/** {id, name, cities} of the officer who uses this phone now, else null. */
export const current = async () => (await meta("current")) ?? null;

export async function setCurrent(person) {
  await within(["meta"], "readwrite", (tx) => tx.store.put({ name: "current", value: person }));
  tell({ about: "current", id: person.id });
}

/** At log-out: nobody uses the phone; what waits keeps waiting. */
export async function forgetCurrent() {
  await within(["meta"], "readwrite", (tx) => tx.store.delete("current"));
  tell({ about: "current", id: null });
}

/** The row of the key that seals for this person now, else undefined. `tx` holds "devices". */
export async function deviceIn(tx, person) {
  if (person === null || person === undefined) return undefined;
  const rows = await tx.objectStore("devices").index("person").getAll(person);
  return rows.filter((row) => row.device && !row.ended_at).sort((a, b) => (a.enrolled_at < b.enrolled_at ? 1 : -1))[0];
}

export const deviceOf = (person) => within(["devices"], "readonly", (tx) => deviceIn(tx, person));

/** The server said that it does not know this device: kept until it does again. One that was followed stays as it is. */
export const markUnknown = (device) =>
  within(["devices"], "readwrite", async (tx) => {
    const row = (await tx.store.getAll()).find((each) => each.device === device);
    if (row && !row.ended_at && !row.unknown) await tx.store.put({ ...row, unknown: "told" });
  });

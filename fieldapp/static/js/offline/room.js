// When the phone is full: photos that the city has whole make room, and what still does not fit is said, never lost.

import { within } from "./store.js";
import { note } from "./journal.js";

/** Nothing was kept; the form still holds it. */
export class NotSaved extends Error {
  constructor() {
    super("Not saved: this phone has no room left. Free some room, then try again. What you entered is still here.");
  }
}

/** What `write()` gives; where the phone is full, copies that the city has make room and it is tried once more. */
export async function keep(write) {
  try {
    return await write();
  } catch (fault) {
    if (!isFull(fault)) throw fault;
    await makeRoom();
  }
  try {
    return await write();
  } catch (fault) {
    throw isFull(fault) ? new NotSaved() : fault;
  }
}

const isFull = (fault) => fault?.name === "QuotaExceededError" || fault?.inner?.name === "QuotaExceededError";

/** Drops the photos of records whose complete receipt is here; the records and their receipts stay. */
const makeRoom = () =>
  within(["records", "blobs", "journal"], "readwrite", async (tx) => {
    for (const row of await tx.objectStore("records").getAll()) {
      if (row.receipt_kind !== "complete") continue;
      const keys = await tx.objectStore("blobs").index("record").getAllKeys(row.id);
      await Promise.all(keys.map((key) => tx.objectStore("blobs").delete(key)));
      if (keys.length) await note(tx, "photos dropped for room", row.id, keys.length);
    }
  });

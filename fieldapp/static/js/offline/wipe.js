// A wipe ordered by the office: what is unsent goes first; then the officer's key and everything of theirs is forgotten.

import { note } from "./journal.js";
import { tell } from "./news.js";
import { STORES, within } from "./store.js";

/** Forget what a device's officer has on this phone; whether it was done. Not while a record of theirs is unsent. */
export async function wipe({ key_id, person, device }) {
  const done = await within(STORES, "strict", async (tx) => {
    const store = (name) => tx.objectStore(name);
    const rows = await store("records").index("person").getAll(person);
    if (rows.some(({ open, receipt_kind }) => open && receipt_kind !== "conflict")) return false;
    const drafts = await store("drafts").index("person").getAllKeys(person);
    for (const id of [...drafts, ...rows.map((row) => row.id)]) {
      for (const key of await store("blobs").index("record").getAllKeys(id)) await store("blobs").delete(key);
      for (const key of await store("receipts").index("record").getAllKeys(id)) await store("receipts").delete(key);
      await Promise.all([store("drafts").delete(id), store("records").delete(id)]);
    }
    await Promise.all([store("pack").clear(), store("devices").delete(key_id)]);
    if ((await store("meta").get("current"))?.value?.id === person) await store("meta").delete("current");
    await note(tx, "wiped", device, rows.length);
    return true;
  });
  if (done) tell({ about: "current" });
  return done;
}

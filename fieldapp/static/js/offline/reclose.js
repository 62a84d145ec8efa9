// What was kept before a passkey guarded it is closed once one does: drafts, sealed records, photos.

import { closeFor } from "./safe.js";
import { within } from "./store.js";
import { deviceOf } from "./who.js";

/**
 * Close what lies plain of this officer. What changes meanwhile is left for the next time. The browser's files may hold
 * what lay there before until it writes over it.
 */
export async function reclose(person) {
  const device = await deviceOf(person);
  if (device?.protection !== "passkey") return;
  const ids = [];
  for (const [store, parts] of [["drafts", ["fields"]], ["records", ["body", "title"]]]) {
    const rows = await within([store], "readonly", (tx) => tx.store.index("person").getAll(person));
    ids.push(...rows.map(({ id }) => id));
    for (const row of rows) await recloseRow(device, store, row.id, row, parts);
  }
  for (const id of ids) await reclosePhotos(device, id);
}

async function reclosePhotos(device, record) {
  const keys = await within(["blobs"], "readonly", (tx) => tx.store.index("record").getAllKeys(record));
  for (const key of keys) {
    const row = await within(["blobs"], "readonly", (tx) => tx.store.get(key));
    if (row) await recloseRow(device, "blobs", key, row, ["bytes"]);
  }
}

const isPlain = (stored) => stored?.how === "storage";

async function recloseRow(device, store, key, row, parts) {
  const plain = parts.filter((part) => isPlain(row[part]));
  if (!plain.length) return;
  const closed = {};
  for (const part of plain) closed[part] = await closeFor(device, row[part].value);
  await within([store], "strict", async (tx) => {
    const now = await tx.store.get(key);
    const same = now && now.saved_at === row.saved_at && plain.every((part) => isPlain(now[part]));
    if (same) await tx.store.put({ ...now, ...closed });
  });
}

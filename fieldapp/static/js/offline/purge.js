// What the city has whole may leave the phone, later. The phone's own clock never decides that, nor does time alone.

import { note } from "./journal.js";
import { within } from "./store.js";

const DAY = 24 * 3_600_000;
const KEPT = { passkey: 7 * DAY, storage: DAY }; // longer where it lies encrypted: it heals a server restored from a backup

/** Drop records with a complete receipt, and their photos, once the server's own time says so. Receipts stay. */
export const purge = () =>
  within(["records", "blobs", "receipts", "meta", "journal"], "readwrite", async (tx) => {
    const server = (await tx.objectStore("meta").get("server_time"))?.value ?? 0;
    for (const row of await tx.objectStore("records").getAll()) {
      if (row.receipt_kind !== "complete" || !isOld(row, server)) continue;
      const receipts = await tx.objectStore("receipts").index("record").getAll(row.id);
      if (!receipts.some(({ kind }) => kind === "complete")) continue;
      const keys = await tx.objectStore("blobs").index("record").getAllKeys(row.id);
      await Promise.all(keys.map((key) => tx.objectStore("blobs").delete(key)));
      await tx.objectStore("records").delete(row.id);
      await note(tx, "purged", row.id, keys.length);
    }
  });

/** By the server's time and by the phone's, both. */
function isOld({ protection, received_at, completed_at }, server) {
  const kept = KEPT[protection] ?? DAY;
  return server - Date.parse(received_at) >= kept && Date.now() - completed_at >= kept;
}

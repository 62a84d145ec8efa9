// The phone's own log: what happened to which record, and when. It is only added to, and holds no words of anybody.

import { within } from "./store.js";

/** Note within a transaction that holds "journal". `detail` is small and impersonal: a state, a status, a count. */
export const note = (tx, what, id = "", detail = "") =>
  tx.objectStore("journal").add({ at: new Date().toISOString(), what, id, detail: String(detail) });

/** Everything noted, oldest first: [{n, at, what, id, detail}]. */
export const journal = () => within(["journal"], "readonly", (tx) => tx.store.getAll());

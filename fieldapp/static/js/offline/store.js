// The phone's store: one IndexedDB database. Versions only add: nothing that an older release kept is moved or dropped.

import { openDB } from "../../vendor/idb/index.js";

export const NAME = "fieldapp";
export const STORES = ["drafts", "records", "blobs", "receipts", "numbers", "pack", "journal", "meta", "devices"];

/** What each version added, oldest first; version n is made by the first n steps. */
export const STEPS = [
  (db) => {
    db.createObjectStore("drafts", { keyPath: "id" }).createIndex("person", "person");
    const records = db.createObjectStore("records", { keyPath: "id" });
    records.createIndex("open", "open"); // 1 until its complete receipt is here
    records.createIndex("person", "person");
    db.createObjectStore("blobs", { keyPath: ["record", "slot", "form"] }).createIndex("record", "record");
    db.createObjectStore("receipts", { keyPath: ["record", "hash"] }).createIndex("record", "record");
    db.createObjectStore("numbers", { keyPath: ["city", "number"] });
    db.createObjectStore("pack", { keyPath: "name" });
    db.createObjectStore("journal", { keyPath: "n", autoIncrement: true });
    db.createObjectStore("meta", { keyPath: "name" });
    db.createObjectStore("devices", { keyPath: "key_id" }).createIndex("person", "person");
  },
];

/** This page is of an older release than what lies on the phone: only a reload helps, and nothing is lost. */
export class NewerStore extends Error {
  constructor() {
    super("A newer version of this app is on this phone already. Reload the page.");
  }
}

/** Whether this browser keeps anything on this phone now: some do not in a private window, or where site data is denied. */
export const canKeep = () => openStore().then(() => true, () => false); // prettier-ignore

let opened = null;

/** The open database, the same for every caller. Another tab that brings a newer version makes this one let go. */
export function openStore() {
  opened ??= open().catch((fault) => {
    opened = null;
    throw fault?.name === "VersionError" ? new NewerStore() : fault;
  });
  return opened;
}

/** Async, so that a browser that raises at once where the store is denied is told like any other fault. */
async function open() {
  return openDB(NAME, STEPS.length, {
    upgrade: (db, before) => STEPS.slice(before).forEach((step) => step(db)),
    blocking: () => forget(true),
    terminated: () => forget(false), // the system took it, as on an iPhone in the background: opened again at need
  });
}

function forget(close) {
  const old = opened;
  opened = null;
  if (close) old?.then((db) => db.close());
}

/**
 * One transaction: what `work(tx)` gives, once all of it is on the phone, else nothing of it.
 *
 * `work` may await only requests of this transaction. `mode` "strict" writes and asks that the disk has it.
 */
export async function within(stores, mode, work) {
  await here;
  const tx = await begin(stores, mode);
  running.add(tx);
  const done = tx.done.then(() => null, (fault) => fault ?? new Error("the phone did not keep it"));
  done.then(() => running.delete(tx));
  let result;
  try {
    result = await work(tx);
  } catch (fault) {
    stop(tx);
    await done;
    throw tx.error ?? fault;
  }
  const fault = await done;
  if (fault) throw tx.error ?? fault;
  return result;
}

// WebKit keeps a page that was left aside with its transactions open, and every later page waits for them for ever. So there
// a page that is left ends what it has begun, as if it had been killed, and begins nothing before somebody comes back to it.
const running = new Set();
let here = Promise.resolve();

function left() {
  here = new Promise((back) => addEventListener("pageshow", back, { once: true }));
  running.forEach(stop);
}

if (globalThis.document && navigator.vendor?.startsWith("Apple")) addEventListener("pagehide", left);

async function begin(stores, mode) {
  const options = { durability: mode === "strict" ? "strict" : "default" };
  const kind = mode === "readonly" ? "readonly" : "readwrite";
  try {
    return (await openStore()).transaction(stores, kind, options);
  } catch (fault) {
    if (fault?.name !== "InvalidStateError") throw fault;
    forget(false); // the handle was closed behind our back
    return (await openStore()).transaction(stores, kind, options);
  }
}

function stop(tx) {
  try {
    tx.abort();
  } catch {
    // it is over already
  }
}

/** One value of `meta`, undefined where there is none. */
export const meta = (name) => within(["meta"], "readonly", async (tx) => (await tx.store.get(name))?.value);

export const setMeta = (name, value) => within(["meta"], "readwrite", (tx) => tx.store.put({ name, value }));

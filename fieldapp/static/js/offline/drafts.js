// Drafts: what an officer is about to record, kept on the phone while it is typed. One tab writes, others read.

import { bytesOf, hashOf } from "./bytes.js";
import { note } from "./journal.js";
import { tryLock } from "./locks.js";
import { tell } from "./news.js";
import { keep } from "./room.js";
import * as safe from "./safe.js";
import { within } from "./store.js";
import { current } from "./who.js";

/** Another tab has this draft open, so this one only reads. */
export class ReadOnly extends Error {
  constructor() {
    super("This form is open in another tab. Go on there, or close it.");
  }
}

/** The record is sealed (or the draft thrown away) already; nothing can be added to it. */
export class Gone extends Error {
  constructor() {
    super("This form was finished already.");
  }
}

/** A draft: a new one, or the one with this id where it is the present officer's. Raises Gone, safe.Locked. */
export async function openDraft(kind, id) {
  const person = (await current())?.id ?? null;
  const row = id ? await within(["drafts"], "readonly", (tx) => tx.store.get(id)) : undefined;
  if (id && (!row || row.person !== person)) throw new Gone();
  const draft = new Draft(row ?? { id: crypto.randomUUID(), person, kind, photos: [], rev: 0, fields: null });
  try {
    await draft.take();
  } catch (fault) {
    await draft.close(); // locked: nobody writes to it here
    throw fault;
  }
  return draft;
}

/** The present officer's drafts, newest first: [{id, kind, saved_at, photos}]. `kind` may be left out. */
export async function listDrafts(kind) {
  const person = (await current())?.id ?? null;
  const rows = await within(["drafts"], "readonly", (tx) => tx.store.getAll());
  const own = rows.filter((row) => row.person === person && (!kind || row.kind === kind));
  own.sort((a, b) => (a.saved_at < b.saved_at ? 1 : -1));
  return own.map(({ id, kind, saved_at, photos }) => ({ id, kind, saved_at, photos: photos.length }));
}

export class Draft {
  #row;
  #release = null;
  #writing = Promise.resolve();
  #over = false;

  constructor(row) {
    this.#row = row;
    this.fields = {};
  }

  get id() {
    return this.#row.id;
  }

  get kind() {
    return this.#row.kind;
  }

  get person() {
    return this.#row.person;
  }

  get readOnly() {
    return this.#release === null;
  }

  /** [{slot, kind, taken_at, original: {sha256, bytes, type}, copy: the same or null}], in order of selection. */
  get photos() {
    return this.#row.photos;
  }

  /** Become the tab that writes, where no other is; whether it is. Reads again what lies on the phone. */
  async take() {
    if (this.#over) return false;
    this.#release ??= await tryLock(`draft:${this.id}`);
    const row = await within(["drafts"], "readonly", (tx) => tx.store.get(this.id));
    if (row) this.#row = row;
    if (this.#row.fields) this.fields = await safe.open(this.#row.fields);
    return !this.readOnly;
  }

  /** Keep the fields, all of them, as they are now. Writes follow each other in the order of the calls. */
  save(fields) {
    const now = structuredClone(fields);
    this.fields = now;
    return this.#next(async () => {
      const closed = await safe.close(now, this.person);
      await this.#write([], (row) => ({ ...row, fields: closed }));
    });
  }

  /**
   * Keep a photo at once, before anything else is made of it; its slot ("dog-1" where `slot` is left out).
   *
   * `kind` is what it shows, `file` the original bytes (a File, a Blob, bytes), `copy` the small copy or null.
   * Raises room.NotSaved where the phone is full.
   */
  addPhoto({ slot, kind, file, copy = null, type, copyType = "image/jpeg", taken_at = "" }) {
    return this.#next(async () => {
      const place = slot ?? freeSlot(this.photos, kind);
      const original = await this.#blob(place, "original", file, type ?? file.type);
      const small = copy && (await this.#blob(place, "copy", copy, copy.type || copyType));
      const photo = { slot: place, kind, taken_at, original: original.line, copy: small?.line ?? null };
      const others = (row) => row.photos.filter((each) => each.slot !== place);
      await this.#write([original, small].filter(Boolean), (row) => ({ ...row, photos: [...others(row), photo] }), true);
      return place;
    });
  }

  /** The small copy of a photo that is here already. */
  addCopy(slot, copy, type = "image/jpeg") {
    return this.#next(async () => {
      const small = await this.#blob(slot, "copy", copy, copy.type || type);
      const change = (each) => (each.slot === slot ? { ...each, copy: small.line } : each);
      await this.#write([small], (row) => ({ ...row, photos: row.photos.map(change) }), true);
    });
  }

  removePhoto(slot) {
    return this.#next(async () => {
      const change = (row) => ({ ...row, photos: row.photos.filter((each) => each.slot !== slot) });
      await this.#write([], change, true, (blobs) =>
        Promise.all(["original", "copy"].map((form) => blobs.delete([this.id, slot, form]))),
      );
    });
  }

  /** The bytes of a photo: `form` "original" or "copy"; undefined where there are none. */
  async photo(slot, form = "copy") {
    const row = await within(["blobs"], "readonly", (tx) => tx.store.get([this.id, slot, form]));
    return row && safe.open(row.bytes);
  }

  /** Once everything asked for so far is on the phone. Raises what the last write raised. */
  settled() {
    return this.#writing;
  }

  /** Throw the draft and its photos away. */
  discard() {
    return this.#next(async () => {
      this.#over = true;
      await within(["drafts", "blobs", "journal"], "strict", async (tx) => {
        const keys = await tx.objectStore("blobs").index("record").getAllKeys(this.id);
        await Promise.all(keys.map((key) => tx.objectStore("blobs").delete(key)));
        await tx.objectStore("drafts").delete(this.id);
        await note(tx, "draft discarded", this.id);
      });
      tell({ about: "draft", id: this.id });
      await this.close();
    });
  }

  /** Let another tab write. `over`: the record is sealed, and nothing more may be kept here. */
  async close(over = false) {
    this.#over ||= over;
    const release = this.#release;
    this.#release = null;
    await release?.();
  }

  #next(work) {
    if (this.#over) return Promise.reject(new Gone());
    if (this.readOnly) return Promise.reject(new ReadOnly());
    const done = this.#writing.catch(() => {}).then(work);
    this.#writing = done;
    done.catch(() => {});
    return done;
  }

  async #blob(slot, form, data, type) {
    const bytes = await bytesOf(data);
    const line = { sha256: await hashOf(bytes), bytes: bytes.length, type: type || "application/octet-stream" };
    return { line, row: { record: this.id, slot, form, ...line, size: bytes.length, bytes: await safe.close(bytes, this.person) } };
  }

  /** Blobs are never put as such, since some phones refuse them in IndexedDB: they are bytes by now. */
  async #write(blobs, change, isPhoto = false, also = () => {}) {
    const stores = ["drafts", "blobs", "records", "journal"];
    const row = await keep(() =>
      within(stores, isPhoto ? "strict" : "readwrite", async (tx) => {
        if (this.#over || (await tx.objectStore("records").getKey(this.id))) throw new Gone();
        const found = (await tx.objectStore("drafts").get(this.id)) ?? this.#row;
        const next = { ...change(found), saved_at: new Date().toISOString(), rev: found.rev + (isPhoto ? 1 : 0) };
        for (const blob of blobs) await tx.objectStore("blobs").put(blob.row);
        await also(tx.objectStore("blobs"));
        await tx.objectStore("drafts").put(next);
        return next;
      }),
    );
    this.#row = row;
    tell({ about: "draft", id: this.id });
  }
}

function freeSlot(photos, kind) {
  const taken = new Set(photos.map(({ slot }) => slot));
  let n = 1;
  while (taken.has(`${kind}-${n}`)) n++;
  return `${kind}-${n}`;
}

/** The names that forms use. */
export const drafts = { open: openDraft, list: listDrafts };

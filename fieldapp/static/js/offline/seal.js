// Sealing: a draft becomes a record, whose exact bytes are hashed, signed and never made again. One transaction or none.

import { hashOf, utf8 } from "./bytes.js";
import { Gone, ReadOnly } from "./drafts.js";
import { note } from "./journal.js";
import { signWith } from "./keys.js";
import { inTurn } from "./locks.js";
import { tell } from "./news.js";
import { keep } from "./room.js";
import * as safe from "./safe.js";
import { recordStatement } from "./statements.js";
import { within } from "./store.js";
import { deviceIn, NoDevice } from "./who.js";

const ALL = ["records", "blobs", "devices", "numbers", "journal", "meta", "drafts"];
const MOST_BYTES = 256 * 1024;
const FIRST_PREV = "0".repeat(64);

/** The record cannot be made as it is; the sentence says why. */
export class Unsealable extends Error {}

/** Something changed between making the bytes and keeping them: they are made again. */
class Changed extends Error {}

/**
 * Seal a draft; {id, seq}. The same draft again gives the same record, however often it is asked.
 *
 * `facts`: {city, city_by, kind, schema, payload, parents = [], place, number, title}; `title` is shown in the list of
 * waiting records. Raises ReadOnly, Gone, NoDevice, Unsealable, room.NotSaved.
 */
export async function seal(draft, facts) {
  const before = await sealedAs(draft.id);
  if (before) return before;
  if (draft.readOnly) throw new ReadOnly();
  await draft.settled();
  const sealed = await inTurn("seal", async () => {
    for (;;) {
      try {
        return (await sealedAs(draft.id)) ?? (await sealOnce(draft, facts));
      } catch (fault) {
        if (!(fault instanceof Changed)) throw fault;
      }
    }
  });
  await draft.close(true);
  tell({ about: "sealed", id: draft.id });
  return sealed;
}

const sealedAs = (id) =>
  within(["records"], "readonly", async (tx) => {
    const row = await tx.store.get(id);
    return row && { id, seq: row.seq };
  });

async function sealOnce(draft, facts) {
  const found = await read(draft);
  const made = await make(draft, facts, found);
  await keep(() => within(ALL, "strict", (tx) => write(tx, draft, found, made)));
  return { id: draft.id, seq: made.row.seq };
}

const read = (draft) =>
  within(["drafts", "devices", "meta"], "readonly", async (tx) => {
    const kept = await tx.objectStore("drafts").get(draft.id);
    const device = await deviceIn(tx, draft.person);
    const clock = (await tx.objectStore("meta").get("clock"))?.value;
    if (!kept) throw new Gone();
    if (!device) throw new NoDevice();
    return { kept, device, clock };
  });

async function make(draft, facts, { kept, device, clock }) {
  if (!facts.city) throw new Unsealable("Choose the city of this record.");
  const manifest = kept.photos.flatMap(linesOf);
  const body = bodyOf(draft, facts, device, clock, manifest);
  const bytes = utf8(JSON.stringify(body, plain));
  if (bytes.length > MOST_BYTES) throw new Unsealable("This record is too long. Shorten what you wrote.");
  const sha256 = await hashOf(bytes);
  const row = {
    id: body.id, person: draft.person, author: body.author, city: body.city, kind: body.kind, schema: body.schema,
    title: await safe.closeFor(device, facts.title ?? ""), number: body.number ?? "", device: body.device, seq: body.seq, sha256,
    origin: body.origin, sealed_at: body.sealed_at, parents: body.parents, size: bytes.length,
    signature: await signedNow(device, { ...body, sha256 }),
    body: await safe.closeFor(device, bytes), protection: device.protection,
    manifest: manifest.map((line) => ({ ...line, whole: false })),
    state: "sealed", receipt_kind: "", because: "", attempts: 0, next_try: 0, not_before: 0, ticket: "", open: 1,
  }; // prettier-ignore
  return { row, manifest };
}

/** The signature, or "" while the key is locked: it is put under these bytes once it is not, before they are sent. */
const signedNow = (device, named) =>
  signWith(device, recordStatement(named)).catch((fault) => {
    if (fault instanceof safe.Locked) return "";
    throw fault;
  });

/** The fields in the order of the protocol. */
function bodyOf(draft, facts, device, clock, manifest) {
  return {
    v: 1,
    id: draft.id,
    origin: device.origin,
    city: facts.city,
    city_by: facts.city_by,
    kind: facts.kind,
    schema: facts.schema,
    author: draft.person,
    device: device.device,
    seq: device.last_seq + 1,
    prev: device.last_prev || FIRST_PREV,
    sealed_at: new Date().toISOString(),
    clock: { offset_ms: clock?.offset_ms ?? 0, mono_ms: Math.round(performance.now()) },
    ...(facts.place ? { place: facts.place } : {}),
    parents: facts.parents ?? [],
    photos: manifest,
    ...(facts.number ? { number: facts.number } : {}),
    payload: facts.payload,
  };
}

const linesOf = ({ slot, taken_at, original, copy }) =>
  [["original", original], ["copy", copy]]
    .filter(([, line]) => line)
    .map(([form, { sha256, bytes, type }]) => ({ slot, form, sha256, bytes, type, taken_at })); // prettier-ignore

/** Only whole numbers; and no NUL or half of a character, which not everybody reads alike and not every database keeps. */
function plain(key, value) {
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new Unsealable(`${key} is no whole number.`);
  return typeof value === "string" ? value.replace(NOT_KEPT, "\ufffd") : value;
}
const NOT_KEPT = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

async function write(tx, draft, { kept, device }, { row }) {
  const store = (name) => tx.objectStore(name);
  const [taken, now, present, blobs] = await Promise.all([
    store("records").getKey(row.id), store("drafts").get(row.id), deviceIn(tx, draft.person),
    store("blobs").index("record").getAllKeys(row.id),
  ]); // prettier-ignore
  const same = present?.key_id === device.key_id && present.last_seq === device.last_seq;
  if (taken || !now || now.rev !== kept.rev || !same) throw new Changed();
  if (!isAllHere(blobs, row.manifest)) throw new Unsealable("A photo is missing on this phone. Take it again.");
  await spend(store("numbers"), row);
  await store("records").add(row);
  await store("devices").put({ ...present, last_seq: row.seq, last_prev: row.sha256 });
  await store("drafts").delete(row.id);
  await note(tx, "sealed", row.id, row.seq);
}

function isAllHere(keys, manifest) {
  const here = new Set(keys.map(([, slot, form]) => `${slot} ${form}`));
  return manifest.every(({ slot, form }) => here.has(`${slot} ${form}`));
}

async function spend(numbers, row) {
  if (!row.number) return;
  const granted = await numbers.get([row.city, row.number]);
  if (granted?.state !== "granted") throw new Unsealable(`Number ${row.number} is not this phone's to give.`);
  await numbers.put({ ...granted, state: "used", record: row.id });
}

// What waits on this phone, as pages show it: the present officer's records by name, everybody else's as a bare count.

import { textOf } from "./bytes.js";
import { listDrafts } from "./drafts.js";
import { listen } from "./news.js";
import { waiting } from "./queue.js";
import { openRecords, sound } from "./records.js";
import * as safe from "./safe.js";
import { within } from "./store.js";
import { current } from "./who.js";

const NEEDS_YOU = new Set(["wait_auth", "too_large", "conflict", "needs_attention"]);

/**
 * The present officer's drafts and records, newest first: [{id, kind, title, city, state, sent, total, received_at,
 * receipt_no, because, sealed_at, author, attempts, next_try, large, is_here}]. `is_here`: a receipt says that the
 * record itself is on record; `sent` of `total` counts the record and its photos; `large` names the slots whose original the server does not take, and whether it has the copy.
 */
export async function list() {
  const person = (await current())?.id;
  if (person === undefined) return [];
  const [rows, drafts, open] = await Promise.all([
    within(["records"], "readonly", (tx) => tx.store.index("person").getAll(person)), listDrafts(), openRecords(),
  ]); // prettier-ignore
  const [waits, isLocked] = [waiting(open), await safe.locked()];
  const sealed = await Promise.all(rows.map((row) => shown(sound(row), waits, isLocked)));
  sealed.sort((a, b) => (a.sealed_at < b.sealed_at ? 1 : -1));
  return [...drafts.map((draft) => draftShown(draft, person)), ...sealed];
}

async function shown(row, waits, isLocked) {
  const whole = row.manifest.filter((line) => line.whole).length;
  const isHere = row.receipt_kind === "stored" || row.receipt_kind === "complete";
  const [state, because] = stateOf(row, waits, isLocked);
  const { id, kind, city, sealed_at, author, attempts, next_try, received_at = "", receipt_no = null } = row;
  const title = await safe.open(row.title).catch(() => ""); // locked
  return {
    id, kind, title, city, state, because, sealed_at, author, attempts, next_try, received_at, receipt_no,
    is_here: isHere, sent: (isHere ? 1 : 0) + whole, total: 1 + row.manifest.length, large: largeOf(row),
  }; // prettier-ignore
}

function stateOf(row, waits, isLocked) {
  if (waits.has(row.id)) return ["wait_parent", "It waits for a record that it rests on."];
  const isStored = row.state === "stored"; // its photos are still here
  if ((row.state === "sealed" || isStored) && isLocked && isGuarded(row)) {
    return ["wait_auth", isStored ? "Unlock to send its photos." : "Unlock to send it."];
  }
  return [row.state, row.because];
}

const largeOf = ({ manifest }) =>
  manifest.filter((line) => line.refused).map(({ slot, form }) => ({
    slot, form, copy: manifest.some((line) => line.slot === slot && line.form === "copy" && line.whole),
  })); // prettier-ignore

const draftShown = ({ id, kind, saved_at, photos }, author) => ({
  id, kind, title: "", city: "", state: "draft", because: "", sealed_at: "", saved_at, author, attempts: 0, next_try: 0,
  received_at: "", receipt_no: null, is_here: false, sent: 0, total: 1 + photos, large: [],
}); // prettier-ignore

/**
 * Of the records that are not complete: {mine, others, needs, locked, others_locked, oldest}. `needs`: of mine, those that
 * need the officer, be it to unlock them; `locked`: of all, those that go only once their officer has unlocked them;
 * `oldest`: when the first of all was sealed, "" where that is not known. Of others nothing but numbers and that time.
 */
export async function count() {
  const [open, person] = [await openRecords(), (await current())?.id];
  const mine = open.filter((row) => row.person === person);
  const isLocked = mine.some(isGuarded) && (await safe.locked());
  const waits = waiting(open);
  const needs = mine.filter((row) => NEEDS_YOU.has(stateOf(row, waits, isLocked)[0])).length;
  const others_locked = open.filter((row) => row.person !== person && isGuarded(row)).length;
  const locked = others_locked + (isLocked ? mine.filter(isGuarded).length : 0);
  const [oldest = ""] = open.map(({ sealed_at }) => sealed_at).filter(Boolean).sort();
  return { mine: mine.length, others: open.length - mine.length, needs, locked, others_locked, oldest };
}

/** Whether it can be read and sent only with what its officer's passkey unlocks. */
const isGuarded = ({ body }) => body?.how === "passkey";

/** What the present officer recorded: {body, receipts}. Null for another officer's. Raises safe.Locked. */
export async function read(id) {
  const person = (await current())?.id;
  const [row, receipts] = await within(["records", "receipts"], "readonly", (tx) =>
    Promise.all([tx.objectStore("records").get(id), tx.objectStore("receipts").index("record").getAll(id)]),
  );
  if (!row || row.person !== person) return null;
  return { body: JSON.parse(textOf(await safe.open(row.body))), receipts };
}

/** Call `changed()` after any change, in whatever tab; gives the function that ends it. */
export const watch = (changed) => listen(changed);

// What happens to a sealed record after sealing, each step one transaction. Only a verified receipt carries it forward.

import { MANY, pause } from "./backoff.js";
import { note } from "./journal.js";
import { tell } from "./news.js";
import { within } from "./store.js";

const HOUR = 3_600_000;

/** Every record whose complete receipt is not here yet, whoever sealed it. */
export const openRecords = async () =>
  (await within(["records"], "readonly", (tx) => tx.store.index("open").getAll(1))).map(sound);

/** A row whose lists are lists and whose count counts, whatever a fault of this or an older release left there. */
export const sound = (row) => ({
  ...row, parents: listOf(row.parents), manifest: listOf(row.manifest), attempts: row.attempts || 0,
}); // prettier-ignore
const listOf = (value) => (Array.isArray(value) ? value : []);

export const recordOf = (id) => within(["records"], "readonly", (tx) => tx.store.get(id));

/** One change of one record; `change(row, tx)` gives the new row. The row as it is then; nothing where it is gone. */
async function alter(id, change, mode = "readwrite") {
  const stores = ["records", "receipts", "journal", "meta"];
  const row = await within(stores, mode, async (tx) => {
    const found = await tx.objectStore("records").get(id);
    const next = found && (await change(sound(found), tx));
    if (next) await tx.objectStore("records").put(next);
    return next ?? found;
  });
  tell({ about: "record", id });
  return row;
}

/** The signature of a record that was sealed while its key was locked; the first one stays. */
export const keepSignature = (id, signature) => alter(id, (row) => (row.signature ? null : { ...row, signature }), "strict");

/** Said before the request goes out, so that nobody takes a killed try for a sent record. */
export const markSending = (id) => alter(id, (row) => (row.receipt_kind ? null : { ...row, state: "sending" }));

/** At the start of a drain nothing is being sent: a page that died left it saying so. */
export const wakeAll = () =>
  within(["records", "journal"], "readwrite", async (tx) => {
    for (const row of await tx.objectStore("records").index("open").getAll(1)) {
      if (row.state !== "sending") continue;
      await tx.objectStore("records").put({ ...row, state: restState(row) });
      await note(tx, "was being sent when the page ended", row.id);
    }
  });

/** The state of a record that nothing is wrong with. */
const restState = ({ receipt_kind }) => (receipt_kind === "stored" || receipt_kind === "complete" ? receipt_kind : "sealed");

const AFTER = { stored: "stored", complete: "complete", conflict: "conflict", quarantined: "needs_attention" };
const BECAUSE = {
  conflict: "The city has another record under this number. Both are kept; the office decides.",
  quarantined: "The city has received this, but this phone may not send now. A supervisor decides.",
};

/**
 * Take in a verified receipt (`facts` of receipts.js), with what the server still misses and its ticket, if it said.
 * `afresh`: photos that it would not take are tried once more.
 */
export const receive = (id, facts, { missing, ticket, afresh = false } = {}) =>
  alter(
    id,
    async (row, tx) => {
      await tx.objectStore("receipts").put(facts.row);
      await seeTime(tx, Date.parse(facts.received_at));
      if (row.receipt_kind === "complete") return null;
      if (row.receipt_kind !== facts.kind) await note(tx, `receipt: ${facts.kind}`, id, facts.server_seq);
      const next = {
        ...row, state: AFTER[facts.kind], receipt_kind: facts.kind, because: BECAUSE[facts.kind] ?? "", attempts: 0,
        received_at: facts.received_at, receipt_no: facts.server_seq, not_before: 0, next_try: 0,
        ticket: ticket ?? row.ticket, manifest: manifestAfter(row.manifest, facts.kind, missing, afresh),
      }; // prettier-ignore
      if (isAtRest(next)) next.next_try = Date.now() + HOUR;
      if (isRefused(next.manifest)) [next.state, next.because] = [row.state, row.because];
      if (facts.kind === "complete") {
        next.completed_at = Date.now();
        delete next.open;
      }
      return next;
    },
    "strict",
  );

function manifestAfter(manifest, kind, missing, afresh) {
  if (kind !== "complete" && !missing) return manifest;
  const isWhole = (line) => kind === "complete" || !missing.has(line.sha256);
  return manifest.map((line) => ({ ...line, whole: isWhole(line), refused: !afresh && !isWhole(line) && line.refused }));
}

const isSent = (manifest) => manifest.every(({ whole, refused }) => whole || refused);
const isRefused = (manifest) => manifest.some(({ refused }) => refused);

/** Nothing can be sent of it now: it is asked about once an hour. */
const isAtRest = ({ receipt_kind, manifest }) =>
  receipt_kind === "conflict" || (isSent(manifest) && (receipt_kind === "quarantined" || isRefused(manifest)));

/** The latest time that the server ever told; nothing is ever deleted by the phone's own clock. */
export async function seeTime(tx, ms) {
  const seen = (await tx.objectStore("meta").get("server_time"))?.value ?? 0;
  if (ms > seen) await tx.objectStore("meta").put({ name: "server_time", value: ms });
}

/**
 * A try that brought no receipt. `state` names what stands in the way (wait_auth, too_large), else it waits for the next
 * try as it is; after ten failures the officer is asked and it is tried once an hour. A try that reached nobody
 * (`reached` false) says nothing of the record: it counts for nothing and lengthens no pause of it.
 */
export const failed = (id, { because, state, retryAfter = 0, reached = true }) =>
  alter(id, async (row, tx) => {
    if (!row.open) return null;
    const attempts = reached ? row.attempts + 1 : row.attempts;
    const many = attempts >= MANY ? "needs_attention" : restState(row);
    await note(tx, reached ? `try ${attempts} failed` : "no signal", id, because);
    const stuck = row.receipt_kind === "conflict" || row.receipt_kind === "quarantined";
    const said = { ...row, attempts, because: stuck ? row.because : because, state: stuck ? row.state : (state ?? many) };
    if (!reached) return said;
    const not_before = retryAfter ? Date.now() + Math.min(retryAfter, HOUR) : 0;
    return { ...said, next_try: Date.now() + pause(attempts, retryAfter), not_before };
  }); // prettier-ignore

/** A photo that the server has whole now, by its own word: for the count only; complete is said by a receipt. */
export const photoWhole = (id, sha256) => changeLines(id, sha256, { whole: true });

/** A photo that the server will not take: the others go on, and it is tried again once an hour. */
export const photoRefused = (id, sha256, because) =>
  changeLines(id, sha256, { refused: true }, { state: "too_large", because });

const changeLines = (id, sha256, change, more = { attempts: 0 }) =>
  alter(id, async (row, tx) => {
    if (change.refused) await note(tx, "photo refused", id, more.because);
    const manifest = row.manifest.map((line) => (line.sha256 === sha256 ? { ...line, ...change } : line));
    const next = { ...row, ...more, manifest };
    return isAtRest(next) ? { ...next, next_try: Date.now() + HOUR } : next;
  });

/** The ticket is void: the record is put again, which gives another. */
export const dropTicket = (id) => alter(id, (row) => ({ ...row, ticket: "" }));

/** The server no longer knows this record (it was restored from a backup): it is sent again, the old receipt kept. */
export const reopen = (id) =>
  alter(id, async (row, tx) => {
    await note(tx, "asked for again", id);
    const manifest = row.manifest.map((line) => ({ ...line, whole: false, refused: false }));
    return { ...row, manifest, state: "sealed", receipt_kind: "", ticket: "", attempts: 0, next_try: 0, open: 1 };
  });

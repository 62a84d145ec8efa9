// Empties the outbox: one tab at a time, one thing after the other, until nothing can be sent now.

import { isDue, MANY, pause } from "./backoff.js";
import { tryLock } from "./locks.js";
import { listen, tell } from "./news.js";
import { sendPhoto } from "./blob-sender.js";
import { purge } from "./purge.js";
import { mayTry, next } from "./queue.js";
import { failed, openRecords, wakeAll } from "./records.js";
import { sendRecord } from "./sender.js";

const EAGER = new Set(["asked", "online", "sync"]); // reasons that do not wait for a pause of ours to end
const BUSY_MS = 2_000;
const MOST_UNREACHED = 3; // no answer at all so often in a row: there is no signal
const LONGEST_WAIT_MS = 30_000; // between passes that reach nobody: as often as a page that is looked at asks
const MOST_ASKED = 3; // a pass puts a record again so often, for a ticket or for its last receipt

let running = null;
let again = false;
let eager = false; // somebody asked since the last pass began
const unreached = { passes: 0, until: 0, rows: new Set() }; // this phone's own pause; `rows` were tried last of all
listen(({ about }) => (again ||= about === "sealed"));

/**
 * Send what can be sent; {busy, left, wait}: `busy` where another tab does it, `left` records that are not complete,
 * `wait` milliseconds until the first pause ends (null: there is none). `reason`: start, sealed, online, return,
 * tick, sync, asked.
 */
export function drain(reason) {
  if (reason === "tick" && !running && !isDue(unreached.until)) return whatIsLeft();
  again = true;
  eager ||= EAGER.has(reason);
  running ??= inOneTab();
  return running;
}

async function inOneTab() {
  try {
    let told;
    do told = await pass();
    while (again && !told.busy); // something was sealed while the last step ended
    return told;
  } finally {
    running = null;
  }
}

async function pass() {
  const release = await tryLock("drain");
  if (!release) {
    again = false; // the tab that drains has heard of it
    return { busy: true, left: null, wait: BUSY_MS };
  }
  try {
    await wakeAll();
    const state = { eager, over: new Set(), asked: new Map(), served: [], unreached: 0, reached: false };
    again = eager = false;
    while (await step(state));
    rest(state);
    await purge();
  } finally {
    await release();
  }
  tell({ about: "sent" });
  return whatIsLeft();
}

/** Send one thing; whether there may be more. One that failed is not tried again in this pass. */
async function step(pass) {
  if (pass.unreached >= MOST_UNREACHED) return false;
  const may = (row) => !pass.over.has(row.id) && mayTry(row, pass.eager);
  const open = await openRecords();
  const found = next(open, (row) => may(row) && !unreached.rows.has(row.id), pass.served) ?? next(open, may, pass.served);
  if (!found) return false;
  const { row, line } = found;
  const outcome = await (line ? sendPhoto(row, line) : sendRecord(row)).catch((fault) => unreadable(row, fault));
  if (line) pass.served = [...pass.served.filter((id) => id !== row.id), row.id];
  if (outcome === "unreached") {
    pass.unreached += 1;
    unreached.rows.add(row.id);
  } else if (outcome !== "locked") {
    Object.assign(pass, { unreached: 0, reached: true });
    unreached.rows.delete(row.id);
  }
  if (await isOver(outcome, row, line, pass)) pass.over.add(row.id);
  return true;
}

/** That nobody was reached is no record's fault: the phone itself waits, until there is a reason to try at once. */
function rest({ reached, unreached: times }) {
  const passes = times ? unreached.passes + 1 : 0;
  if (reached || !times) Object.assign(unreached, { passes: 0, until: 0 });
  else Object.assign(unreached, { passes, until: Date.now() + Math.min(LONGEST_WAIT_MS, pause(Math.min(passes, MANY - 1))) });
}

/** A record that this phone cannot read any more: shown, tried again, and in nobody's way. */
async function unreadable({ id }, fault) {
  await failed(id, { because: `This phone could not read the record (${fault?.name}).`, state: "needs_attention" });
  return "failed";
}

async function isOver(outcome, row, line, pass) {
  if (line && outcome !== "again") return outcome !== "received" && outcome !== "refused";
  if (!line && outcome !== "received") return true;
  const asked = (pass.asked.get(row.id) ?? 0) + 1;
  pass.asked.set(row.id, asked);
  if (asked > MOST_ASKED) await failed(row.id, { because: "The server has not confirmed yet that everything arrived." });
  return asked > MOST_ASKED;
}

async function whatIsLeft() {
  const open = await openRecords();
  const now = Date.now();
  const pauses = [...open.map((row) => Math.max(row.next_try, row.not_before)), open.length ? unreached.until : 0]
    .map((until) => until - now).filter((ms) => ms > 0); // prettier-ignore
  return { busy: false, left: open.length, wait: pauses.length ? Math.min(...pauses) : null };
}

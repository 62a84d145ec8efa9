// What to send next. Parents before children, records before photos, small copies before originals, photos in turn.

import { isDue } from "./backoff.js";

const HERE = new Set(["stored", "complete", "quarantined"]); // receipts by which the server has the record

/** The ids of those among `open` rows that wait for a parent which this phone has not delivered. */
export function waiting(open) {
  const away = new Set(open.filter((row) => !HERE.has(row.receipt_kind)).map((row) => row.id));
  return new Set(open.filter((row) => row.parents.some((id) => id !== row.id && away.has(id))).map((row) => row.id));
}

/** Lines of the manifest that are still to be sent, each hash once, copies first. */
export function linesLeft(row) {
  const left = row.manifest.filter((line) => !line.whole && !line.refused);
  const once = new Map(left.map((line) => [line.sha256, line]).reverse());
  return [...once.values()].reverse().sort((a, b) => (a.form === b.form ? 0 : a.form === "copy" ? -1 : 1));
}

const canSendPhotos = (row) => row.ticket && HERE.has(row.receipt_kind) && linesLeft(row).length > 0;

/**
 * {row, line} to send next (`line` null: the record itself), or null. `mayTry(row)` says whether a row's time has come;
 * `served` holds the ids whose photos went last, longest ago first.
 */
export function next(open, mayTry, served = []) {
  const waits = waiting(open);
  const due = open.filter((row) => !waits.has(row.id) && mayTry(row)).sort(byAge);
  const record = due.find((row) => !canSendPhotos(row));
  if (record) return { row: record, line: null };
  const turns = due.map((row) => ({ row, line: linesLeft(row)[0] }));
  turns.sort((a, b) => rank(a) - rank(b) || served.indexOf(a.row.id) - served.indexOf(b.row.id));
  return turns[0] ?? null;
}

const byAge = (a, b) => a.seq - b.seq;
const rank = ({ line }) => (line.form === "copy" ? 0 : 1);

/** Whether a row may be tried: its pause is over, or `eager` and the server did not ask to wait. */
export const mayTry = (row, eager) => isDue(row.not_before) && (eager || isDue(row.next_try));

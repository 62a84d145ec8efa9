// Sends one record and reads the answer. Nothing but a verified receipt counts, whatever the status says.

import { ask } from "./wire.js";
import { signWith } from "./keys.js";
import { failed, keepSignature, markSending, receive } from "./records.js";
import { NoReceipt, readReceipt } from "./receipts.js";
import * as safe from "./safe.js";
import { recordStatement } from "./statements.js";
import { within } from "./store.js";
import { markUnknown } from "./who.js";

const STATES = { 401: "wait_auth", 413: "too_large" };

/** PUT the sealed bytes: "received", "failed", "unreached" (no signal) or "locked" (nothing was tried). */
export async function sendRecord(row) {
  let body, signature;
  if (!row.body?.how) throw new TypeError("the body is not here");
  try {
    body = await safe.open(row.body);
    signature = await signatureOf(row);
  } catch (fault) {
    if (fault instanceof safe.Locked) return "locked";
    throw fault;
  }
  await markSending(row.id);
  const answer = await ask(`/sync/records/${row.id}`, {
    method: "PUT",
    headers: {
      "Content-Type": "application/json",
      "Fieldapp-Device": row.device,
      "Fieldapp-Signature": signature,
      "Fieldapp-Origin": row.origin,
      "Fieldapp-City": row.city,
      "Fieldapp-Seq": String(row.seq),
    },
    body,
  });
  if ([200, 201, 409].includes(answer.status) && (await takeReceipt(row, answer.json, true))) return "received";
  const { reached, because, status, retryAfter } = answer;
  if (status === 401 && answer.json?.error === "device") await markUnknown(row.device);
  const kept = status === 413 ? "This record is too large for the server." : because;
  await failed(row.id, { because: kept, state: STATES[status], retryAfter, reached });
  return reached ? "failed" : "unreached";
}

/** The record's signature; made now where its key was locked when it was sealed. Raises safe.Locked. */
export async function signatureOf(row) {
  if (row.signature) return row.signature;
  const own = await within(["devices"], "readonly", (tx) => tx.store.index("person").getAll(row.person));
  const device = own.find((each) => each.device === row.device);
  const signature = await signWith(device, recordStatement(row));
  await keepSignature(row.id, signature);
  return signature;
}

/** Whether the answer held a receipt for this record, which is then kept, with the ticket and what is missing. */
export async function takeReceipt(row, json, afresh = false) {
  try {
    const facts = await readReceipt(json, row);
    await receive(row.id, facts, { missing: missingOf(json), ticket: ticketOf(json), afresh });
    return true;
  } catch (fault) {
    if (fault instanceof NoReceipt) return false;
    throw fault;
  }
}

const missingOf = ({ missing }) => (Array.isArray(missing) ? new Set(missing.map((one) => one?.sha256 ?? one)) : undefined);
const ticketOf = ({ ticket }) => (typeof ticket === "string" && ticket ? ticket : undefined);

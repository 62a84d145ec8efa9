// Receipts: only one that the server's key signed over this very record means that it arrived.

import { fromB64u, hashOf, textOf } from "./bytes.js";
import { learnKeys, pinnedKeys } from "./server-keys.js";
import { isSigned, receiptStatement } from "./statements.js";

const KINDS = new Set(["stored", "complete", "conflict", "quarantined"]);
const NAMED = ["origin", "id", "sha256"]; // the city may be another one of the officer's
const LONGEST = 4096;

/** What was answered is no receipt for this record; the sentence says why. */
export class NoReceipt extends Error {}

/**
 * The facts of a receipt for the record `row`: {kind, received_at, server_seq, audit, hash, row for the store}.
 * `answer` = {receipt, kid, signature} as the server gave it. Raises NoReceipt.
 */
export async function readReceipt(answer, row) {
  if (typeof answer?.receipt !== "string") throw new NoReceipt("The answer holds no receipt.");
  let bytes, facts;
  try {
    bytes = fromB64u(answer.receipt);
    if (bytes.length > LONGEST) throw new NoReceipt();
    facts = JSON.parse(textOf(bytes));
  } catch {
    throw new NoReceipt("The receipt cannot be read.");
  }
  const hash = await hashOf(bytes);
  if (!(await isOurs(answer, hash, row.origin))) throw new NoReceipt("The receipt is not signed by the city's server.");
  if (facts?.v !== 1 || !KINDS.has(facts.kind)) throw new NoReceipt("The receipt is of an unknown kind.");
  const other = NAMED.find((name) => facts[name] !== row[name]);
  if (other) throw new NoReceipt(`The receipt is for another record (${other}).`);
  if (Number.isNaN(Date.parse(facts.received_at))) throw new NoReceipt("The receipt has no time.");
  const { receipt, kid, signature } = answer;
  return { ...facts, row: { record: row.id, hash, kind: facts.kind, receipt, kid, signature, ...kept(facts, row) } };
}

/** Beside the receipt itself, what still tells of the record once it is gone from the phone. */
const kept = ({ received_at, server_seq }, { person, city, kind, seq, sealed_at }) => ({
  received_at, server_seq, person, city, record_kind: kind, seq, sealed_at,
}); // prettier-ignore

async function isOurs({ kid, signature }, hash, origin) {
  const pinned = await pinnedKeys(origin);
  const key = pinned[kid] ?? (await learnKeys(origin))[kid];
  return Boolean(key) && isSigned(fromB64u(key), receiptStatement(hash), signature);
}

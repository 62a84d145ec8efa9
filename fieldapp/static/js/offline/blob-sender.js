// Sends one photo by its hash: asks how far it got, then parts of at most 256 KiB, so that a lost signal costs one part.

import { dropTicket, failed, photoRefused, photoWhole } from "./records.js";
import * as safe from "./safe.js";
import { takeReceipt } from "./sender.js";
import { within } from "./store.js";
import { ask } from "./wire.js";

const PART = 256 * 1024;
const LEAST_PART = 16 * 1024;
const SPOILED = 3; // times that the server found other bytes than were sealed
const HOUR = 3_600_000;
const MOST_TURNS = 8; // corrections of an offset by the server before this counts as a failure

/** One manifest line of a record: "received" (whole), "failed", "unreached", "refused", "again" (ticket) or "locked". */
export async function sendPhoto(row, line) {
  let bytes;
  try {
    bytes = await bytesOf(row.id, line);
  } catch (fault) {
    if (fault instanceof safe.Locked) return "locked";
    throw fault;
  }
  if (!bytes) return fail(row, { because: "A photo of this record is missing on this phone.", reached: true });
  const head = await ask(addressOf(row, line), { method: "HEAD", headers: leave(row) });
  if (head.status === 410) return renew(row);
  const offset = head.status === 404 ? 0 : offsetOf(head);
  if (offset === null) return fail(row, head);
  return sendParts(row, line, bytes, Math.min(offset, bytes.length));
}

async function bytesOf(record, { slot, form }) {
  const blob = await within(["blobs"], "readonly", (tx) => tx.store.get([record, slot, form]));
  return blob && safe.open(blob.bytes);
}

async function sendParts(row, line, bytes, start) {
  let [offset, part, turns] = [start, PART, 0];
  for (;;) {
    const answer = await putPart(row, line, bytes, offset, part);
    const { status } = answer;
    if (status === 201 || (status === 200 && answer.json?.receipt)) return whole(row, line, answer.json);
    const told = status === 204 || status === 409 ? offsetOf(answer) : null;
    if (status === 204 && told > offset && told <= bytes.length) {
      [offset, turns] = [told, 0];
    } else if (status === 409 && told !== null && told <= bytes.length && ++turns <= MOST_TURNS) {
      offset = told;
    } else if (status === 413 && part > LEAST_PART && bytes.length - offset > LEAST_PART) {
      part = Math.max(LEAST_PART, part / 4); // something on the way takes less than the server does
    } else {
      return ended(row, line, answer);
    }
  }
}

const putPart = (row, line, bytes, offset, part) =>
  ask(addressOf(row, line), {
    method: "PUT",
    headers: {
      ...leave(row),
      "Content-Type": "application/octet-stream",
      "Upload-Offset": String(offset),
    },
    body: bytes.subarray(offset, offset + part),
  });

async function ended(row, line, answer) {
  if (answer.status === 410) return renew(row);
  if (answer.status !== 413) return fail(row, answer);
  await photoRefused(row.id, line.sha256, `The photo ${line.slot} is too large for the server. ${copyWords(row, line)}`);
  return "refused";
}

function copyWords(row, { slot, form }) {
  const copy = row.manifest.find((each) => each.slot === slot && each.form === "copy");
  if (form === "copy" || !copy) return "It stays on this phone.";
  return copy.whole ? "The city has its smaller copy; the original stays on this phone." : "Its smaller copy is sent.";
}

/** By the server's word only for the count; the receipt, where this was the last photo, is verified as any. */
async function whole(row, line, json) {
  await photoWhole(row.id, line.sha256);
  if (json?.receipt) await takeReceipt(row, json);
  return "received";
}

async function renew(row) {
  await dropTicket(row.id);
  return "again";
}

async function fail(row, { because, retryAfter, reached, status }) {
  const state = { 401: "wait_auth", 422: row.attempts + 1 >= SPOILED ? "needs_attention" : undefined }[status];
  await failed(row.id, { because, retryAfter: retryAfter || (status === 507 ? HOUR : 0), state, reached });
  return reached ? "failed" : "unreached";
}

const leave = (row) => ({ "Fieldapp-Device": row.device, "Fieldapp-Ticket": row.ticket });
const addressOf = (row, line) => `/sync/blobs/${line.sha256}?record=${row.id}`;

function offsetOf({ status, headers }) {
  const text = headers.get("Upload-Offset") ?? "";
  return [200, 204, 409].includes(status) && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

// Hello: what the server has of this phone and what it misses. It is a courtesy: when it fails, sending goes on.

import { hashOf, utf8 } from "./bytes.js";
import { signWith } from "./keys.js";
import { drain } from "./drainer.js";
import { recordOf, reopen, seeTime } from "./records.js";
import * as safe from "./safe.js";
import { takeReceipt } from "./sender.js";
import { learnKeys } from "./server-keys.js";
import { helloStatement } from "./statements.js";
import { within } from "./store.js";
import { wipe } from "./wipe.js";
import { current, deviceOf, markUnknown } from "./who.js";
import { ask } from "./wire.js";

const EVERY_MS = 15 * 60_000;
const MOST = 500;

/**
 * Say hello for the present officer's device, at most every 15 minutes unless `now`; what the server said, or null.
 * `version` is the app's. Never raises for what the server or the network did.
 */
export async function hello({ now = false, version = "" } = {}) {
  const device = await deviceOf((await current())?.id);
  if (!device || (await safe.locked()) || (!now && !(await isTime(device)))) return null;
  const nonce = (await ask("/sync/nonce")).json?.nonce;
  if (typeof nonce !== "string") return null;
  const { body, rows } = await bodyOf(device, version);
  const sent = Date.now();
  const answer = await post(device, nonce, body);
  if (answer.status === 401 && answer.json?.error === "device") await markUnknown(device.device);
  if (answer.status !== 200 || answer.json?.v !== 1) return null;
  await take(device, answer.json, rows, (sent + Date.now()) / 2);
  return answer.json;
}

async function isTime({ said_hello = 0 }) {
  return Math.abs(Date.now() - said_hello) >= EVERY_MS;
}

async function bodyOf(device, version) {
  const all = await within(["records"], "readonly", (tx) => tx.store.index("person").getAll(device.person));
  const rows = all.filter((row) => row.device === device.device);
  const named = (some) => some.slice(-MOST).map(({ id, city, sha256 }) => ({ id, city, sha256 }));
  const open = rows.filter((row) => row.open);
  const oldest = open.reduce((first, { sealed_at }) => (!first || sealed_at < first ? sealed_at : first), null);
  const body = {
    v: 1, seq: device.last_seq, open: named(open), kept: named(rows.filter((row) => !row.open)),
    oldest_unsent_at: oldest, app_version: version,
  }; // prettier-ignore
  return { body: utf8(JSON.stringify(body)), rows: new Map(rows.map((row) => [row.id, row])) };
}

async function post(device, nonce, body) {
  const said = helloStatement(device.origin, device.device, nonce, await hashOf(body));
  return ask("/sync/hello", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Fieldapp-Device": device.device,
      "Fieldapp-Nonce": nonce,
      "Fieldapp-Signature": await signWith(device, said),
    },
    body,
  });
}

/** Receipts are verified as any; a record asked for again is sent again; the rest is for the eye. */
async function take(device, told, rows, middle) {
  if (told.server_keys) await learnKeys(device.origin, told.server_keys);
  for (const [id, envelope] of Object.entries(told.receipts ?? {})) {
    if (rows.get(id)?.open) await takeReceipt(rows.get(id), envelope);
  }
  const again = (told.resend ?? []).filter((id) => rows.get(id)?.receipt_kind);
  for (const id of again) if ((await recordOf(id))?.body) await reopen(id);
  const time = Date.parse(told.time);
  await within(["meta", "devices"], "readwrite", async (tx) => {
    if (!Number.isNaN(time)) {
      await seeTime(tx, time);
      const value = { offset_ms: Math.round(time - middle), at: new Date().toISOString() };
      await tx.objectStore("meta").put({ name: "clock", value });
    }
    const row = await tx.objectStore("devices").get(device.key_id);
    const { status, number, forked } = told.device ?? {};
    const said = { status, number, forked, gaps: told.gaps ?? [], wipe: told.wipe === true, said_hello: Date.now() };
    await tx.objectStore("devices").put({ ...row, ...said });
  });
  if (again.length || told.wipe === true) await drain("asked");
  if (told.wipe === true) await wipe(device);
}

// The offline list on its way to the phone: fetched at the start and on return, at most once an hour, verified, and kept
// closed. A base (the list of some day) stays; what differs from it now (the delta) is fetched again and again.

import { fromB64u, hashOf, textOf } from "./bytes.js";
import { inTurn } from "./locks.js";
import { tell } from "./news.js";
import { seeTime } from "./records.js";
import * as safe from "./safe.js";
import { learnKeys, pinnedKeys } from "./server-keys.js";
import { isSigned, keyIdOf, statement } from "./statements.js";
import { within } from "./store.js";
import { current, deviceOf } from "./who.js";

const EVERY_MS = 3_600_000;
const PATIENCE_MS = 120_000;

/** What came is no list of this server for this phone; the one that is here stays. */
export class NoList extends Error {}

/** The names of the rows of a list in the store: its base, and what is newest. */
export const rowsOf = (city, person) => ({ base: `base ${city} ${person}`, now: `list ${city} ${person}` });

/** Fetch the lists of the present officer's cities where an hour has passed, or `now`. Without a signal nothing changes. */
export async function refresh({ now = false } = {}) {
  const person = await current();
  const device = await deviceOf(person?.id);
  if (device?.status !== "active" || navigator.onLine === false) return;
  for (const city of person.cities) {
    await inTurn(`pack ${city}`, () => refreshOne(city, device, now)).catch((fault) => console.info("no new list", fault));
  }
}

async function refreshOne(city, device, now) {
  const rows = rowsOf(city, device.person);
  const [base, kept] = await within(["pack"], "readonly", (tx) => Promise.all([tx.store.get(rows.base), tx.store.get(rows.now)]));
  const isMine = kept && base?.version === kept.base && [base, kept].every(({ data }) => lies(data, device));
  if (isMine && !now && Math.abs(Date.now() - kept.asked_at) < EVERY_MS) return;
  let got = await fetched(city, device, isMine ? base.version : "");
  if (got.what === "base") {
    const { version } = got;
    const row = { name: rows.base, city, person: device.person, version, data: await safe.closeFor(device, got.bytes) };
    got = await fetched(city, device, version);
    if (got.what !== "delta" || got.base !== version) throw new NoList("the list changed meanwhile");
    await keep([row, await rowOf(got, rows.now, city, device)], got);
  } else {
    if (got.base !== base?.version) throw new NoList("a delta of another list");
    await keep([await rowOf(got, rows.now, city, device)], got);
  }
}

/** Whether a row is closed as this device closes now: by its own key, or not at all where it has none for that. */
const lies = (data, { protection, key_id }) => data.how === protection && (protection !== "passkey" || data.to === key_id);

async function rowOf({ bytes, base, as_of, valid_until }, name, city, device) {
  const data = await safe.closeFor(device, bytes);
  return { name, city, person: device.person, base, as_of, valid_until, asked_at: Date.now(), seen: Date.parse(as_of), data };
}

async function keep(rows, { as_of }) {
  await within(["pack", "meta"], "readwrite", async (tx) => {
    for (const row of rows) await tx.objectStore("pack").put(row);
    await seeTime(tx, Date.parse(as_of));
  });
  tell({ about: "list" });
}

/** What the server gives, verified: {what, version or base, as_of, valid_until, bytes}. Raises NoList. */
async function fetched(city, device, since) {
  const answer = await ask(city, device, since);
  if (answer.status === 401 || answer.status === 403) await refused(answer, city, device);
  if (answer.type === "opaqueredirect" || answer.status !== 200) throw new NoList(`status ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (!(await isOurs(bytes, answer.headers, city, device.origin))) throw new NoList("not signed by this server");
  const { v, what, city: of, version, base, as_of, valid_until } = JSON.parse(textOf(bytes));
  if (v !== 1 || of !== city || Number.isNaN(Date.parse(as_of))) throw new NoList("another list");
  if (what === "delta" && !(Date.parse(valid_until) > Date.parse(as_of))) throw new NoList("no end");
  return { what, version, base, as_of, valid_until, bytes };
}

async function ask(city, device, since) {
  const query = new URLSearchParams({ city, since });
  const headers = { Accept: "application/json", "Fieldapp-Device": device.device };
  const asked = { headers, credentials: "same-origin", redirect: "manual", cache: "no-store" };
  try {
    return await fetch(`/sync/pack?${query}`, { ...asked, signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    throw new NoList("no signal");
  }
}

/** Our own server says that this phone, or its officer, may not have the list: what is here goes. */
async function refused(answer, city, { person }) {
  const { error } = await answer.json().catch(() => ({}));
  if (error !== "device" && error !== "right") return;
  const rows = rowsOf(city, person);
  await within(["pack"], "strict", (tx) => Promise.all([tx.store.delete(rows.base), tx.store.delete(rows.now)]));
  tell({ about: "list" });
}

/** Whether a key signed these bytes for which a pinned receipt key vouches. */
export async function isOurs(bytes, headers, city, origin) {
  try {
    const of = (name) => headers.get(`Fieldapp-${name}`) ?? "";
    const [kid, point] = [of("Kid"), fromB64u(of("Key"))];
    const pinned = (await pinnedKeys(origin))[of("Voucher")] ?? (await learnKeys(origin))[of("Voucher")];
    if (!pinned || (await keyIdOf(point)) !== kid) return false;
    const vouched = await isSigned(fromB64u(pinned), statement("fieldapp/use/1", origin, "pack", kid), of("Vouched"));
    return vouched && (await isSigned(point, statement("fieldapp/pack/1", origin, city, await hashOf(bytes)), of("Signature")));
  } catch {
    return false;
  }
}

const isSeen = () => document.visibilityState === "visible";

/** At the start of a page, on return, and with a new signal. */
export function wirePack() {
  const go = () => refresh().catch((fault) => console.info("no list", fault));
  go();
  addEventListener("online", go);
  document.addEventListener("visibilitychange", () => isSeen() && go());
}

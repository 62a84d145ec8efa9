// The offline list as it lies on this phone, opened: found by hashes, and never older than its city allows.

import { fromB64u, textOf } from "./bytes.js";
import { alertsOfPlace } from "./list-alerts.js";
import { hashesBy, hashesOfNumber, hashOfPlace, withoutLabel } from "./list-hashes.js";
import { dayOf, lineOf, readingOf } from "./list-reading.js";
import { listen } from "./news.js";
import { rowsOf } from "./pack.js";
import * as safe from "./safe.js";
import { stageOf } from "./standing.js";
import { meta, within } from "./store.js";
import { current } from "./who.js";

const HASH = 8; // characters
const opened = new Map(); // name: {row, list}; forgotten with the keys, and when another one uses the phone

listen(({ about }) => ["locked", "current", "list"].includes(about) && opened.clear());

/** Whether this phone holds any list for the officer who uses it. */
export async function hasList() {
  const person = await current();
  const rows = person ? await within(["pack"], "readonly", (tx) => tx.store.getAll()) : [];
  return rows.some((row) => row.person === person.id && row.as_of);
}

/**
 * The lists of the present officer, the present city's first: {city, name, as_of, stale, day, list}. Raises Locked.
 * `stale` counts from the latest time that this phone or the server ever showed, so a clock turned back revives nothing.
 */
export async function lists() {
  const person = await current();
  const cities = person ? [person.city, ...person.cities.filter((city) => city !== person.city)] : [];
  const found = await Promise.all(cities.map((city) => listOf(city, person.id)));
  return found.filter(Boolean);
}

async function listOf(city, person) {
  const names = rowsOf(city, person);
  const told = (await meta("server_time")) ?? 0;
  const row = await within(["pack"], "readwrite", async (tx) => {
    const kept = await tx.store.get(names.now);
    if (!kept) return null;
    const seen = Math.max(Date.now(), told, kept.seen);
    if (seen > kept.seen) await tx.store.put({ ...kept, seen });
    return { ...kept, seen };
  });
  if (!row) return null;
  const known = opened.get(names.now);
  const list = known?.as_of === row.as_of ? known : await open(names, row);
  if (!list) return null;
  opened.set(names.now, list);
  const stale = !(row.seen < Date.parse(row.valid_until));
  return { city, name: list.name, as_of: row.as_of, stale, day: lawDay(row.seen, list.zone), list };
}

async function open(names, row) {
  const base = await within(["pack"], "readonly", (tx) => tx.store.get(names.base));
  if (base?.version !== row.base) return null;
  const [first, now] = [base, row].map(async ({ data }) => JSON.parse(textOf(await safe.open(data))));
  return joined(await first, await now);
}

/** A list from its base and its delta: {as_of, name, zone, law, premises, hash, rows: Map}. */
export async function joined(base, delta) {
  const lines = new Map(base.rows.map((row) => [row[0], row]));
  for (const id of delta.gone) lines.delete(id);
  for (const row of delta.changed) lines.set(row[0], row);
  if (lines.size !== delta.count) throw new Error("the list is not whole");
  const { as_of, name, zone, law, premises } = delta;
  return { as_of, name, zone, law, premises, hash: await hashesBy(fromB64u(base.key)), rows: byHash(lines.values()) };
}

function byHash(lines) {
  const found = new Map();
  for (const row of lines) {
    const texts = [row[1], ...(row[2] ?? []).map(([hashes]) => hashes)];
    for (const text of texts) for (let at = 0; at < text.length; at += HASH) put(found, text.slice(at, at + HASH), row);
  }
  return found;
}

function put(found, hash, row) {
  const there = found.get(hash);
  if (!there) found.set(hash, [row]);
  else if (!there.includes(row)) there.push(row);
}

function lawDay(time, zone) {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).formatToParts(time);
  const [year, month, day] = ["year", "month", "day"].map((type) => parts.find((part) => part.type === type).value);
  return `${year}-${month}-${day}`;
}

/** The readings behind a tag's code, or a number, in one list (`lists`); none where it is not in there. */
export async function readingsOf({ list, day, stale }, { code, number }) {
  const hashes = code ? [await list.hash("code", code)] : await hashesOfNumber(list.hash, withoutLabel(number));
  const rows = new Set(hashes.flatMap((hash) => list.rows.get(hash) ?? []));
  return [...rows].map((row) => {
    const line = lineOf(row);
    const tag = line.tags.find((one) => hashes.some((hash) => holds(one.hashes, hash))) ?? line.tags[0] ?? null;
    return limited(readingOf(line, tag, list.law, day), stale);
  });
}

function holds(hashes, hash) {
  for (let at = 0; at < hashes.length; at += HASH) if (hashes.startsWith(hash, at)) return true;
  return false;
}

/** From a list that is too old no word of status is taken, and nothing that it rests on; what the animal is stays true. */
const limited = (reading, stale) =>
  stale ? { ...reading, status: "NOT KNOWN", license: null, rabies: null, declaration: null, reasons: [] } : reading;

/**
 * The alerts of an address: {known: whether this phone may hold any, alerts}; null where the text is no address with a
 * house number.
 */
export async function placeOf({ list, day }, text) {
  const hash = await hashOfPlace(list.hash, text);
  if (!hash) return null;
  const held = (list.premises?.[hash] ?? []).map(([kind, from, until, first, ...days]) => [kind, dayOf(from), dayOf(until), first, ...days.map(dayOf)]);
  return { known: list.premises !== null, alerts: alertsOfPlace(held, list.law, day, stageOf) };
}

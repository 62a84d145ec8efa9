// What is checked before a phone counts as ready for a day without a signal. Each check gives {state, say, ...values}:
// state "good", "mind" or "bad"; `say` names the sentence of the page (templates/ready/ready.html) that is true.

import { ask, coming } from "./app.js";
import { howTheyGo } from "./how-it-goes.js";
import { count } from "./outbox.js";
import * as safe from "./safe.js";
import { refresh } from "./pack.js";
import { meta, setMeta, within } from "./store.js";
import { display } from "./tab-warning.js";
import { current, deviceOf } from "./who.js";

const HOUR = 3_600_000;
const LIST_PATIENCE = 10_000; // then the list that is here counts
const ROOM = 200_000_000; // bytes: a day's photos
const REACHED = "server_reached";

async function shell() {
  let { first, extras } = await checked();
  if (!first && (await coming())) return { state: "bad", say: "coming" };
  if (!first) ({ first, extras } = await checked()); // it has come meanwhile, or there is none
  if (!first) return { state: "bad", say: "none" };
  if (first.whole < first.of) {
    await ask("mend").catch(() => {});
    ({ first, extras } = await checked());
  }
  const all = { count: first.whole + extras.whole, of: first.of + extras.of };
  if (first.whole < first.of) return { state: "bad", say: "missing", ...all };
  if (extras.whole < extras.of) return { state: "mind", say: "extras", count: extras.whole, of: extras.of };
  return { state: "good", say: "whole", ...all };
}

const checked = () => ask("check").catch(() => ({}));

async function list() {
  await Promise.race([refresh({ now: true }).catch(() => {}), new Promise((done) => setTimeout(done, LIST_PATIENCE))]);
  const { id, city } = (await current()) ?? {};
  const packs = await within(["pack"], "readonly", (tx) => tx.store.getAll());
  const pack = packs.find((one) => one.city === city && one.person === id && one.as_of);
  if (!pack) return { state: "mind", say: "none" };
  const known = Math.max(Date.now(), (await meta("server_time")) ?? 0, pack.seen ?? 0);
  const stale = !(Date.parse(pack.valid_until) > known);
  return { state: stale ? "bad" : "good", say: stale ? "stale" : "fresh", as_of: moment(pack.as_of) };
}

async function storage() {
  const keeps = (await navigator.storage?.persisted?.()) || (display() === "app" && (await navigator.storage?.persist?.()));
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota === undefined) return { state: "mind", say: "untold" };
  const free = { free: size(quota - usage) };
  if (quota - usage < ROOM) return { state: "bad", say: "full", ...free };
  return keeps ? { state: "good", say: "kept", ...free } : { state: "mind", say: "loose", ...free };
}

async function waiting() {
  const { mine, others, needs, locked, oldest } = await count();
  const waits = mine + others;
  const values = { count: waits, needs, oldest: oldest && moment(oldest), go: howTheyGo({ waits, locked }) };
  if (needs) return { state: "bad", say: "needs", ...values };
  if (!values.count) return { state: "good", say: "none" };
  const old = Date.now() - Date.parse(oldest) > 24 * HOUR;
  return { state: old ? "mind" : "good", say: old ? "old" : "some", ...values };
}

async function key() {
  const person = await current();
  if (!person) return { state: "bad", say: "nobody" };
  const device = await deviceOf(person.id);
  if (!device) return { state: "bad", say: "none" };
  if (await safe.locked()) return { state: "bad", say: "locked" };
  if (device.unknown) return { state: "bad", say: "unknown" };
  if (device.status === "pending") return { state: "mind", say: "pending" };
  return { state: "good", say: "open", label: device.label ?? "" };
}

async function opened() {
  const how = display();
  return { state: { app: "good", tab: "mind", apple: "bad" }[how], say: how };
}

/** Only an answer of our own server counts: a network's sign-in page says something else. */
async function server() {
  const asked = { headers: { Accept: "application/json" }, cache: "no-store", redirect: "error", credentials: "omit" };
  const keys = await fetch("/.well-known/fieldapp-keys.json", asked).then((answer) => answer.json()).catch(() => null);
  if (Array.isArray(keys?.keys)) {
    await setMeta(REACHED, Date.now()).catch(() => {}); // no store: reached all the same
    return { state: "good", say: "reached", at: moment(Date.now()) };
  }
  const before = await meta(REACHED).catch(() => null);
  return before ? { state: "mind", say: "before", at: moment(before) } : { state: "bad", say: "never" };
}

export const CHECKS = { shell, list, storage, waiting, key, display: opened, server };

/** A time as the officer reads it: of today the hour, else with the day. */
export function moment(time) {
  const [then, now] = [new Date(time), new Date()];
  const hour = { hour: "numeric", minute: "2-digit" };
  const day = then.toDateString() === now.toDateString() ? {} : { weekday: "short", month: "short", day: "numeric" };
  return then.toLocaleString("en-US", { ...day, ...hour });
}

const size = (bytes) => (bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.max(0, Math.round(bytes / 1e6))} MB`);

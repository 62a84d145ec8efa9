// The unlocked keys of the present officer: in the memory of this page, and in the worker's so that the next page does
// not ask again. Nowhere else, and nobody can take the keys themselves out.

import { listen, tell } from "./news.js";
import { current } from "./who.js";

const SHIFT_MS = 12 * 3_600_000; // then the passkey is asked for again
const EVERY_MS = 20_000; // a worker that hears nothing for 30 seconds is ended, and forgets
const PATIENCE_MS = 5_000;

let held = null; // {id, person, at, keys: {key id: {sign, box}}}; `id` names this unlocking, so that it can be over
let forgotten = 0; // times that this page forgot: what was asked for before that comes too late
let asking = null; // the question to the worker, once a page
let registration = null;
let timer = 0;
let lent = null; // in the worker itself: what gives the keys that it holds for the pages

/** For the worker, which asks nobody: `heldKeys()` gives {keys} or null. */
export const lendKeys = (heldKeys) => (lent = heldKeys);

/** {sign, box} of a device key of the present officer, undefined where it is locked. */
export async function keysOf(id) {
  if (lent) return lent()?.keys[id];
  if (!held) await (asking ??= askWorker());
  if (held && Math.abs(Date.now() - held.at) > SHIFT_MS) forgetKeys();
  return held?.keys[id];
}

/** Keep unlocked keys of a person, beside those of theirs that are held already. */
export async function holdKeys(person, keys) {
  const before = held?.person === person ? held.keys : {};
  held = { id: crypto.randomUUID(), person, at: Date.now(), keys: { ...before, ...keys } };
  asking = null;
  await findWorker();
  keep();
  tell({ about: "unlocked", person });
}

/** Forget every unlocked key, here, in the worker and in every tab. */
export function forgetKeys() {
  forgetHere();
  findWorker().then((worker) => worker?.postMessage({ keys: "forget" }));
  tell({ about: "locked" });
}

function forgetHere() {
  held = null;
  forgotten += 1;
  asking = Promise.resolve();
  clearInterval(timer);
  timer = 0;
}

async function findWorker() {
  registration ??= (await navigator.serviceWorker?.getRegistration("/").catch(() => null)) ?? null;
  return registration?.active;
}

async function askWorker() {
  const before = forgotten;
  const worker = await findWorker();
  if (!worker) return undefined;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
    setTimeout(done, PATIENCE_MS, null);
  });
  worker.postMessage({ keys: "give" }, [port2]);
  const given = await answer;
  const person = given && (await current())?.id;
  if (!given || held || forgotten !== before) return undefined;
  if (person !== given.person) return forgetKeys();
  held = given;
  return keep();
}

/** Give the worker the keys, now and while somebody looks at this page; once more when they leave it. */
function keep(leaving = false) {
  if (!held) return;
  findWorker().then((worker) => held && worker?.postMessage({ keys: "keep", held, leaving }));
  timer ||= setInterval(() => document.visibilityState === "visible" && keep(), EVERY_MS);
}

if (globalThis.document) {
  document.addEventListener("visibilitychange", () => keep(document.hidden));
  addEventListener("pagehide", () => held && registration?.active?.postMessage({ keys: "keep", held, leaving: true }));
}

listen(({ about, id, person }) => {
  if (about === "locked") forgetHere();
  if (about === "unlocked" && !held) asking = null;
  if (about === "current" && (id === null || (held && held.person !== id))) forgetKeys();
});

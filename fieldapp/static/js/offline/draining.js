// When to send: at the start of a page, after sealing, with signal, on return, every 30 seconds while it is looked at.

import { drain } from "./drainer.js";
import { hello } from "./hello.js";
import { listen } from "./news.js";
import { canKeep } from "./store.js";
import { current, deviceOf } from "./who.js";

const EVERY_MS = 30_000;
const SYNC = "fieldapp-drain";
const AGAIN_MS = 60_000;
let timer = 0;
let tried = 0;

/** Wire the triggers, once a page. */
export function wireDraining() {
  const isSeen = () => document.visibilityState === "visible";
  go("start").then(greet);
  listen(({ about, id }) => about === "sealed" && id && go("sealed"));
  window.addEventListener("online", () => go("online"));
  window.addEventListener("pageshow", ({ persisted }) => persisted && go("return"));
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data?.send === "sync" && go("sync"));
  document.addEventListener("visibilitychange", () => isSeen() && go("return").then(greet));
  setInterval(() => isSeen() && go("tick"), EVERY_MS);
}

async function greet() {
  if (!(await canKeep())) return;
  await hello().catch((fault) => console.warn("no hello now", fault));
  await beKnownAgain();
}

/** Where the server does not know this phone any more: enroll it again, then send all of it. Once a minute at most. */
async function beKnownAgain() {
  const device = await deviceOf((await current())?.id);
  if (device?.unknown !== "told" || Date.now() - tried < AGAIN_MS) return;
  tried = Date.now();
  try {
    const { enrolAgain } = await import("./enrol.js");
    if (!(await enrolAgain())) return;
    await drain("asked");
    await hello({ now: true });
  } catch (fault) {
    console.warn("not enrolled again now", fault); // not proved lately, locked: the page Ready says what to do
  }
}

async function go(reason) {
  try {
    const { left, wait } = await drain(reason);
    if (left) await Promise.all([askForSync(), beKnownAgain()]);
    clearTimeout(timer);
    if (wait !== null && wait < EVERY_MS) timer = setTimeout(() => go("tick"), wait + 50);
  } catch (fault) {
    if (fault?.name !== "InvalidStateError") console.warn("not sent now", fault); // the page is being left
  }
}

/** Where the browser has Background Sync, the worker sends once there is signal: by itself or by the pages that are open. */
async function askForSync() {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(SYNC).catch(() => {});
}

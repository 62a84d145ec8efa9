// From release to release. A new worker keeps its own files beside the old ones and waits; its turn comes when a page asks
// and nobody is at work: whoever types, keeps a draft open or sends records holds a Web Lock meanwhile.

addEventListener("install", (event) => event.waitUntil(keep(RELEASE.first)));

addEventListener("activate", (event) => event.waitUntil(forgetEarlier().then(() => clients.claim())));

const TASKS = {
  check,
  extras: keepExtras,
  mend: () => keep(RELEASE.first),
  turn: async () => (await nobodyAtWork()) && skipWaiting(),
};

addEventListener("message", (event) => {
  const task = Object.hasOwn(TASKS, event.data?.ask) && TASKS[event.data.ask];
  if (!task) return;
  const answer = (words) => event.ports[0]?.postMessage(words);
  event.waitUntil(task().then((done) => answer({ done: done ?? null }), () => answer({ failed: true })));
});

/** False also where this browser has no Web Locks: then the turn comes when every page is closed. */
async function nobodyAtWork() {
  if (!navigator.locks) return false;
  const { held, pending } = await navigator.locks.query();
  return held.length + pending.length === 0;
}

// The page's side of the installed app: registers the worker, asks it things, and lets a new release have its turn.

const supported = "serviceWorker" in navigator;
const LONGEST = 20_000;

/** Register the worker once the page stands, and go on asking whether a new release may have its turn. */
export async function wireApp() {
  const registration = await registered();
  if (!registration) return; // a browser that takes no worker
  const turn = () => registration.waiting && ask("turn", registration.waiting).catch(() => {});
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => coming.state === "installed" && turn());
  });
  document.addEventListener("visibilitychange", turn);
  turn();
  await navigator.serviceWorker.ready;
  await keepExtras().catch(() => {});
}

/** Ask for the large files too, once the pages are here; not where somebody saves data. */
export async function keepExtras() {
  if (!navigator.connection?.saveData) await ask("extras");
}

let asked = null;

/** The registration of the worker, asked for once a page; null where this browser, or the network, gives none. */
export const registered = () => (asked ??= supported ? register().catch(() => null) : Promise.resolve(null));

/** The worker that is on its way while none serves this phone yet, else null. */
export async function coming() {
  const registration = await registered();
  return registration?.active ? null : (registration?.installing ?? registration?.waiting ?? null);
}

/** Once the worker that is on its way serves this phone, or was given up. */
export async function arrived() {
  const worker = await coming();
  if (!worker) return;
  await new Promise((done) => {
    const look = () => ["activated", "redundant"].includes(worker.state) && done();
    worker.addEventListener("statechange", look);
    look();
  });
}

/**
 * The registration. Where there is Background Sync the worker is a module, which can send by itself; an older browser
 * that has the one without the other, and one whose signal went, takes the plain worker.
 */
async function register() {
  const plain = () => navigator.serviceWorker.register("/sw.js", { scope: "/", updateViaCache: "none" });
  if (!("SyncManager" in globalThis)) return plain();
  const asModule = { scope: "/", type: "module", updateViaCache: "imports" }; // what it imports is named by its hash
  return navigator.serviceWorker.register("/sw.js?module", asModule).catch(plain);
}

/** What the worker that serves this phone answers to "check", "extras", "mend" or "turn"; raises where it does not. */
export async function ask(what, worker) {
  const asked = worker ?? (supported && (await navigator.serviceWorker.getRegistration("/"))?.active);
  if (!asked) throw new Error("no worker");
  return new Promise((tell, fail) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(fail, LONGEST, new Error("no answer"));
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      if (data.failed) fail(new Error("failed"));
      else tell(data.done);
    };
    asked.postMessage({ ask: what }, [port2]);
  });
}

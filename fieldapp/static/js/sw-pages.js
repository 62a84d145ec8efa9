// What the worker answers: files of the release, shells, and the page for "no signal". It never sees what a tag, a record
// or a photo is about: those addresses, and whatever is not a GET, go past it.

const PAST = /^\/(t|sync|photos|proofs|metrics|\.well-known)(\/|$)|\.[a-z0-9]{2,5}$/i;
const PATIENCE = 3000;
const LOG_OUT_OWED = "log-out-owed"; // a cache of this name: signed out here, but the server has not heard of it
const SHELL_OF = new Map(RELEASE.shells.map((shell) => [shell.path, shell]));
const late = new Set(); // addresses that took too long: the next try waits for as long as the server takes

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate" && !PAST.test(pathname)) event.respondWith(page(request, pathname));
});

const kept = async (address) => (await caches.open(KEPT)).match(address);

async function file(request) {
  return (await kept(request.url)) ?? fetch(request);
}

async function page(request, path) {
  if (path.startsWith("/shell/")) return (await kept(path)) ?? fetch(request);
  const shell = SHELL_OF.get(path);
  const owed = !(await settleLogOut());
  if (owed && path === "/login") return kept("/shell/signed-out");
  if (shell?.first === "shell" || (owed && shell)) return (await kept(shell.address)) ?? fetch(request);
  try {
    if (owed) throw new Error("nothing of the one who signed out is shown");
    return await inTime(request);
  } catch {
    return (shell && (await kept(shell.address))) ?? withoutSignal();
  }
}

async function inTime(request) {
  const patient = late.delete(request.url);
  const answer = fetch(request);
  if (patient) return answer;
  let timer;
  const tooLong = new Promise((_, fail) => (timer = setTimeout(fail, PATIENCE)));
  tooLong.catch(() => late.add(request.url));
  answer.catch(() => {});
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

async function withoutSignal() {
  const stub = await kept("/shell/no-signal");
  return stub ? new Response(stub.body, { status: 503, headers: stub.headers }) : Response.error();
}

/** Whether no sign-out is owed to the server any more; one that is owed goes before everything else. */
async function settleLogOut() {
  if (!(await caches.has(LOG_OUT_OWED))) return true;
  try {
    await fetch("/logout", { method: "POST", redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
    const headers = { Accept: "application/json" };
    const answer = await fetch("/current", { headers, cache: "no-store", redirect: "error", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status !== 401 || !/json/.test(answer.headers.get("content-type"))) return false;
    return await caches.delete(LOG_OUT_OWED);
  } catch {
    return false;
  }
}

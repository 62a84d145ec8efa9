// The worker's files. The server writes RELEASE above this: {name, shells, first, extras}, each file as [address, SHA-256].
// Nothing is kept whose bytes do not have the SHA-256 that the release names: no error page, no portal's page, no half file.

const PREFIX = "fieldapp-";
const KEPT = PREFIX + RELEASE.name;
const DROPPED = ["content-encoding", "content-length", "vary", "set-cookie", "date", "server"]; // no longer true here

async function hashOf(bytes) {
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The file as the release names it, to be kept. Raises where the server gives anything else. */
async function fetched(address, sha256) {
  for (const cache of ["no-cache", "reload"]) {
    const answer = await fetch(address, { cache, credentials: "omit", redirect: "error" });
    const bytes = await answer.arrayBuffer();
    if (answer.status !== 200 || (await hashOf(bytes)) !== sha256) continue;
    const headers = new Headers(answer.headers);
    DROPPED.forEach((name) => headers.delete(name));
    return new Response(bytes, { headers });
  }
  throw new Error(`${address} is not the file of this release`);
}

async function isWhole(cache, address, sha256) {
  const kept = await cache.match(address);
  return Boolean(kept) && (await hashOf(await kept.arrayBuffer())) === sha256;
}

/** The same file from another release's cache, so that an update fetches only what changed. */
async function fromEarlier(address, sha256) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === KEPT) continue;
    const cache = await caches.open(name);
    if (await isWhole(cache, address, sha256)) return cache.match(address);
  }
  return null;
}

/** Keep all of `files`; what is here and whole is not fetched again. Raises where one of them cannot be had. */
async function keep(files) {
  const cache = await caches.open(KEPT);
  await Promise.all(
    files.map(async ([address, sha256]) => {
      if (await isWhole(cache, address, sha256)) return;
      await cache.put(address, (await fromEarlier(address, sha256)) ?? (await fetched(address, sha256)));
    }),
  );
}

/** The large files, one after the other, so that what a weak signal brought stays. */
async function keepExtras() {
  for (const file of RELEASE.extras) await keep([file]).catch(() => {});
}

/** How many of `files` are here and whole. */
async function countWhole(files) {
  const cache = await caches.open(KEPT);
  const whole = await Promise.all(files.map(([address, sha256]) => isWhole(cache, address, sha256)));
  return { whole: whole.filter(Boolean).length, of: files.length };
}

async function check() {
  return { release: RELEASE.name, first: await countWhole(RELEASE.first), extras: await countWhole(RELEASE.extras) };
}

async function forgetEarlier() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== KEPT);
  await Promise.all(names.map((name) => caches.delete(name)));
}

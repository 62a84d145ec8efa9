// The keys by which the server signs receipts: pinned at enrolment; a new one is believed only if an old one hands over.

import { fromB64u } from "./bytes.js";
import { isSigned, keyIdOf, rotateStatement } from "./statements.js";
import { meta, setMeta, within } from "./store.js";

const PAGE = "/.well-known/fieldapp-keys.json";
const NAME = "server_keys"; // in meta: {origin: {kid: public key}}
const RESCUE = "rescue_key"; // in meta: {origin: {kid, public_key}}

/** The pinned keys of an origin: {kid: public key as base64url}. */
export const pinnedKeys = async (origin) => (await meta(NAME))?.[origin] ?? {};

/** Pin what enrolment gave: {keys: [{kid, use, public_key, revoked}]}. Only receipt keys whose id is their own. */
export async function pinKeys(origin, { keys }) {
  const own = {};
  for (const { kid, use, public_key, revoked } of keys) {
    if (use === "receipt" && !revoked && (await keyIdOf(fromB64u(public_key))) === kid) own[kid] = public_key;
  }
  await within(["meta"], "strict", async (tx) => {
    const all = (await tx.store.get(NAME))?.value ?? {};
    await tx.store.put({ name: NAME, value: { ...all, [origin]: { ...all[origin], ...own } } });
  });
  await pinRescueKey(origin, keys);
}

/** The key {kid, public_key} to which this phone encrypts what it cannot send, undefined where it has none yet. */
export const rescueKey = async (origin) => (await meta(RESCUE))?.[origin];

/** The first that was told stays, until the server says that it is not in use any more. */
async function pinRescueKey(origin, keys) {
  const all = (await meta(RESCUE)) ?? {};
  const over = ({ until, revoked }) => Boolean(until || revoked);
  const pinned = all[origin] && keys.find(({ kid }) => kid === all[origin].kid);
  if (all[origin] && !(pinned && over(pinned))) return;
  for (const key of keys.filter(({ use }) => use === "rescue")) {
    const { kid, public_key } = key;
    if (over(key) || (await keyIdOf(fromB64u(public_key))) !== kid) continue;
    await setMeta(RESCUE, { ...all, [origin]: { kid, public_key } });
  }
}

/**
 * Take in the keys that a pinned one handed over to by ROTATE, and drop revoked ones; the pinned keys then. `told`: what
 * the server said, else it is asked. What cannot be read changes nothing.
 */
export async function learnKeys(origin, told) {
  let pinned = await pinnedKeys(origin);
  const page = readable(told ?? (await ask()));
  if (!page) return pinned;
  const revoked = new Set(page.keys.filter((key) => key.revoked).map((key) => key.kid));
  pinned = Object.fromEntries(Object.entries(pinned).filter(([kid]) => !revoked.has(kid)));
  for (let grew = true; grew; ) {
    grew = false;
    for (const rotation of page.rotations) {
      if (rotation.origin !== origin || pinned[rotation.new_kid] || revoked.has(rotation.new_kid)) continue;
      const key = await handedOver(rotation, pinned, page.keys);
      if (key) [pinned[rotation.new_kid], grew] = [key, true];
    }
  }
  await setMeta(NAME, { ...(await meta(NAME)), [origin]: pinned });
  await pinRescueKey(origin, page.keys).catch(() => {}); // unreadable
  return pinned;
}

async function ask() {
  try {
    const answer = await fetch(PAGE, { credentials: "omit", redirect: "manual", cache: "no-store" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

const readable = (page) => (Array.isArray(page?.keys) && Array.isArray(page.rotations) ? page : null);

/** The new key's public half where the old one signed for it and its id is its own, else null. */
async function handedOver({ origin, old_kid, new_kid, from, signature }, pinned, keys) {
  const key = keys.find(({ kid, use }) => kid === new_kid && use === "receipt")?.public_key;
  if (!pinned[old_kid] || !key) return null;
  try {
    const said = rotateStatement(origin, old_kid, new_kid, from);
    const isOurs = (await keyIdOf(fromB64u(key))) === new_kid;
    return isOurs && (await isSigned(fromB64u(pinned[old_kid]), said, signature)) ? key : null;
  } catch {
    return null;
  }
}

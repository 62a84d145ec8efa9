// One tab at a time. By Web Locks; where a browser has none, by a lease in the store that a dead tab cannot keep.

import { within } from "./store.js";

const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
const PATIENCE_MS = 5_000;

/** The lock's release function, or null where another tab has it. */
export const tryLock = (name) => (navigator.locks ? byWebLock(name) : byLease(name));

/**
 * `work()` once the lock is free; without Web Locks at once, and after five seconds in any case: a tab that the system
 * froze must not keep an officer from sealing. So the writing of `work` must be safe by itself.
 */
export async function inTurn(name, work) {
  if (!navigator.locks) return work();
  let begun = false;
  const turn = () => {
    begun = true;
    return work();
  };
  try {
    return await navigator.locks.request(`fieldapp:${name}`, { signal: AbortSignal.timeout(PATIENCE_MS) }, turn);
  } catch (fault) {
    if (begun || fault?.name !== "TimeoutError") throw fault;
    return work();
  }
}

function byWebLock(name) {
  return new Promise((tell, fail) => {
    const held = (lock) => {
      if (!lock) return tell(null);
      return new Promise((release) => tell(release));
    };
    navigator.locks.request(`fieldapp:${name}`, { ifAvailable: true }, held).catch(fail);
  });
}

async function byLease(name) {
  if (!(await take(name))) return null;
  const renewing = setInterval(() => take(name).catch(() => {}), RENEW_MS);
  return () => {
    clearInterval(renewing);
    return give(name);
  };
}

/** Also a lease far in the future is void: it was written before the clock was turned back. */
const take = (name) =>
  within(["meta"], "readwrite", async (tx) => {
    const lease = (await tx.store.get(`lease:${name}`))?.value;
    const left = lease ? lease.until - Date.now() : 0;
    if (left > 0 && left <= LEASE_MS && lease.tab !== tab()) return false;
    await tx.store.put({ name: `lease:${name}`, value: { tab: tab(), until: Date.now() + LEASE_MS } });
    return true;
  });

const give = (name) =>
  within(["meta"], "readwrite", async (tx) => {
    if ((await tx.store.get(`lease:${name}`))?.value.tab === tab()) await tx.store.delete(`lease:${name}`);
  });

let here = "";

/** This tab, the same after a reload, since the camera may have had the page killed. */
function tab() {
  here ||= globalThis.sessionStorage?.getItem("fieldapp-tab") || crypto.randomUUID();
  globalThis.sessionStorage?.setItem("fieldapp-tab", here);
  return here;
}

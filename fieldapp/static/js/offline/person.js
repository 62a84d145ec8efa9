// Whom this phone remembers. A page from the server says who is signed in; a shell knows only what was remembered, and
// believes it unless somebody signed in or out since: the server leaves a cookie then, which only this module takes away.
// The name is kept once the phone is set up for them, closed as everything else of theirs.

import * as safe from "./safe.js";
import { canKeep } from "./store.js";
import { current, deviceOf, forgetCurrent, setCurrent } from "./who.js";

const CHANGED = "fa-person-changed";

const hasChanged = () => document.cookie.split(/;\s*/).some((one) => one.startsWith(`${CHANGED}=`));

function seen() {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${CHANGED}=; Path=/; SameSite=Lax; Max-Age=0${secure}`;
}

/** On a page from the server: remember its person, and at once nobody else. */
export async function remember({ person, role, city, cities }) {
  const before = await current();
  const was = before && [before.id, before.role, before.city, [...before.cities].sort().join(" ")].join();
  if (was === [person, role, city, cities].join() && !hasChanged() && (await isNamed(before))) return;
  if (before && String(before.id) !== person) await forgetCurrent();
  await fromServer();
}

async function isNamed({ id, name }) {
  const device = await deviceOf(id);
  return !device || name?.how === device.protection;
}

/** Who uses this phone, for a shell; null where nobody does, or where that cannot be known now. */
export async function person() {
  if (hasChanged() || !(await canKeep())) return fromServer();
  const before = await current();
  if (before && !(await isNamed(before))) await fromServer(); // without a signal they stay without a name
  const kept = await current();
  return kept && { ...kept, name: await safe.open(kept.name).catch(() => "") }; // locked, or not kept
}

/** Ask the server who is signed in and remember them; null where it cannot be asked or nobody is. */
export async function fromServer() {
  const asked = { headers: { Accept: "application/json" }, cache: "no-store", redirect: "error" };
  const answer = await fetch("/current", asked).catch(() => null);
  if (!(await canKeep())) return answer?.ok ? answer.json() : null; // they are remembered by nobody, and here all the same
  if (answer?.status === 401) {
    await forgetCurrent();
    seen();
  }
  if (!answer?.ok) return null;
  const said = await answer.json();
  const device = await deviceOf(said.id);
  await setCurrent({ ...said, name: device ? await safe.closeFor(device, said.name) : null });
  seen();
  return said;
}

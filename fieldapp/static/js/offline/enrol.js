// Enrolment: this phone gets a signing key of its own for the officer who is signed in, and pins the server's keys.

import { note } from "./journal.js";
import { newKey, signWith } from "./keys.js";
import { inTurn } from "./locks.js";
import { reclose } from "./reclose.js";
import { learnKeys, pinKeys } from "./server-keys.js";
import { Locked } from "./safe.js";
import { enrolStatement, keyIdOf } from "./statements.js";
import { within } from "./store.js";
import { current, deviceOf } from "./who.js";
import { ask } from "./wire.js";

/** The server did not enroll this phone. `status` 401: prove who you are again, then once more. */
export class NotEnrolled extends Error {
  constructor(answer) {
    super(answer.json?.detail ?? answer.because);
    this.status = answer.status;
    this.word = answer.json?.error ?? "";
  }
}

/**
 * Enroll this phone for the signed-in person; the row of its device. `label` is how people tell it from others.
 * `replace`: let a new key follow the present one, `must`: only one under a passkey. `plain`: ask for no passkey. Raises
 * NotEnrolled, NotShown where no passkey was, NoSecret where none guards; what was made is kept, so a lost answer is
 * asked for again with the same key. Call it from a tap.
 */
export const enrol = (how) => inTurn("enrol", () => enrolOnce(how));

/** The server knows this key under another id now, so what was sealed under the old one reaches it by a rescue file only. */
export class OtherId extends Error {
  constructor() {
    super("The server cannot take this phone back as the one that it was. Hand in a rescue file, then set it up anew.");
  }
}

/**
 * Where the server said that it does not know this phone (it was restored from an older backup): enroll the same key of
 * the same officer again, while they are signed in; whether it is known again now. Raises NotEnrolled, Locked, OtherId.
 */
export const enrolAgain = () =>
  inTurn("enrol", async () => {
    const device = await deviceOf((await current())?.id);
    if (device?.unknown !== "told" || device.origin !== location.origin) return false;
    const { challenge, user_id: person } = await post("/sync/devices/challenge", {});
    if (person !== device.person) return false;
    await again(device, challenge);
    return true;
  });

async function again(device, challenge) {
  const { public_key, label, protection, person, key_id } = device;
  const signature = await signWith(device, enrolStatement(location.origin, person, challenge, key_id));
  const told = await post("/sync/devices", { v: 1, public_key, challenge, label, protection, signature });
  await learnKeys(location.origin, told.server_keys); // nobody asked for this, so nothing new is trusted
  return takenBack(device, told);
}

/** Its numbers go on where the phone was; what the server refused meanwhile is tried at once. */
const takenBack = (device, told) =>
  within(["devices", "records", "journal"], "strict", async (tx) => {
    const { unknown, ...now } = await tx.objectStore("devices").get(device.key_id);
    const isSame = told.device === device.device && told.person === device.person;
    const row = isSame ? { ...now, number: told.number, status: told.status, said_hello: 0 } : { ...now, unknown: "other" };
    await tx.objectStore("devices").put(row);
    await note(tx, isSame ? "enrolled again" : "known under another id", device.device, told.status);
    for (const each of await tx.objectStore("records").index("open").getAll(1)) {
      if (!isSame || each.device !== device.device || each.state !== "wait_auth") continue;
      const { receipt_kind } = each;
      await tx.objectStore("records").put({ ...each, state: receipt_kind || "sealed", because: "", attempts: 0, next_try: 0 });
    }
    return row;
  }).then((row) => {
    if (row.unknown) throw new OtherId();
    return row;
  });

async function enrolOnce({ label, replace = false, plain = false, must = false }) {
  const { challenge, user_id: person, passkeys = [] } = await post("/sync/devices/challenge", {});
  const known = await deviceOf(person);
  if (known?.unknown === "told" && !replace) return again(known, challenge);
  const before = known?.unknown ? undefined : known; // under another id: a new key that follows none
  if (before && !replace) return before;
  const made = await keyFor(person, before, plain ? [] : passkeys, must);
  const said = enrolStatement(location.origin, person, challenge, made.key_id);
  const told = await post("/sync/devices", {
    v: 1,
    public_key: made.public_key,
    challenge,
    label,
    protection: made.protection,
    signature: await signWith(made, said),
    ...(before ? { replaces: { device: before.device, signature: await signWith(before, said) } } : {}),
  });
  await pinKeys(location.origin, told.server_keys);
  const device = await keepDevice({ ...made, label }, told);
  await reclose(person);
  return device;
}

/** The key of a try whose answer was lost, else a new one; kept before it is named to anybody. */
async function keyFor(person, before, passkeys, must) {
  const rows = await within(["devices"], "readonly", (tx) => tx.store.index("person").getAll(person));
  const lost = rows.find((row) => !row.device && row.origin === location.origin);
  if (lost && (!must || lost.protection === "passkey") && (await isUsable(lost))) return lost;
  const { point, row } = await newKey(person, passkeys, must);
  const made = { ...row, key_id: await keyIdOf(point), person, origin: location.origin, device: "", before: before?.key_id ?? "" };
  await within(["devices"], "strict", (tx) => tx.store.put(made));
  return made;
}

/** A key that is locked since its page ended has sealed nothing yet: another is made. */
const isUsable = (row) =>
  signWith(row, new Uint8Array()).then(() => true, (fault) => {
    if (fault instanceof Locked) return false;
    throw fault;
  }); // prettier-ignore

/** From now on this key seals; the one before ends in the same transaction, and its chain goes on in the new one. */
const keepDevice = (made, { device, number, status, last_seq, last_prev }) =>
  within(["devices", "journal"], "strict", async (tx) => {
    const now = new Date().toISOString();
    const before = made.before && (await tx.objectStore("devices").get(made.before));
    if (before) await tx.objectStore("devices").put({ ...before, private: undefined, ended_at: now });
    const prev = before?.last_prev || last_prev;
    const row = { ...made, device, number, status, enrolled_at: now, last_seq: last_seq ?? 0, last_prev: prev ?? "" };
    await tx.objectStore("devices").put(row);
    await note(tx, "enrolled", device, status);
    return row;
  });

async function post(address, content) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const answer = await ask(address, { method: "POST", headers, body: JSON.stringify(content), credentials: "same-origin" });
  if (![200, 201].includes(answer.status) || answer.json?.v !== 1) throw new NotEnrolled(answer);
  return answer.json;
}

// The private keys of a device row, wrapped under a passkey's secret: what lies in the store opens nothing without it.

import { decrypted, encrypted, keyFrom } from "./box.js";
import { utf8 } from "./bytes.js";

const SIGN = { name: "ECDSA", namedCurve: "P-256" };
const BOX = { name: "ECDH", namedCurve: "P-256" };
const NO_SALT = new Uint8Array();

/** {credential, sign: {iv, data}, box: {iv, data}} of two extractable private keys. `name` binds them to their row. */
export async function wrapped(person, name, { credential, secret }, { sign, box }) {
  const key = await wrapKey(person, secret);
  const wrap = async (each, about) => encrypted(key, await crypto.subtle.exportKey("pkcs8", each), utf8(`${about} ${name}`));
  return { credential, sign: await wrap(sign, "sign"), box: await wrap(box, "box") };
}

/** The two keys again, which now nobody can take out. Raises OperationError where the secret is another's. */
export async function unwrapped(person, name, secret, wrap) {
  const key = await wrapKey(person, secret);
  const plain = ({ iv, data }, about) => decrypted(key, iv, data, utf8(`${about} ${name}`));
  return usable({ sign: await plain(wrap.sign, "sign"), box: await plain(wrap.box, "box") });
}

/** The two extractable keys as those that nobody can take out. */
export const sealedIn = async ({ sign, box }) =>
  usable({ sign: await crypto.subtle.exportKey("pkcs8", sign), box: await crypto.subtle.exportKey("pkcs8", box) });

const usable = async ({ sign, box }) => ({
  sign: await crypto.subtle.importKey("pkcs8", sign, SIGN, false, ["sign"]),
  box: await crypto.subtle.importKey("pkcs8", box, BOX, false, ["deriveBits"]),
});

const wrapKey = (person, secret) => keyFrom(secret, NO_SALT, utf8(`fieldapp/wrap/1\n${person}`));

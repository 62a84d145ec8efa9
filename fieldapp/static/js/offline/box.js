// What is closed to a public key: anybody who has that key can close, only its private key opens. ECDH on P-256 with a
// new pair for each value, HKDF-SHA256, AES-256-GCM.

import { utf8, viewOf } from "./bytes.js";

const CURVE = { name: "ECDH", namedCurve: "P-256" };
const CLOSE = utf8("fieldapp/close/1");
const IV_BYTES = 12;

/** A new pair that may be wrapped: {privateKey, point}. */
export async function makeBox() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, true, ["deriveBits"]);
  return { privateKey, point: new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)) };
}

/** {point, iv, data}: `bytes` under a key that exists for them alone. */
export async function closeTo(point, bytes) {
  const once = await makeBox();
  const key = await keyBetween(once.privateKey, point, once.point, CLOSE);
  return { point: once.point, ...(await encrypted(key, bytes)) };
}

/** What `closeTo` was given. Raises OperationError where it is another's, or was changed. */
export async function openWith(privateKey, { point, iv, data }) {
  return decrypted(await keyBetween(privateKey, point, point, CLOSE), iv, data);
}

/** The AES key that a private key and another's public point agree on. */
export async function keyBetween(privateKey, point, salt, info) {
  const other = await crypto.subtle.importKey("raw", point, CURVE, false, []);
  return keyFrom(await crypto.subtle.deriveBits({ name: "ECDH", public: other }, privateKey, 256), salt, info);
}

/** An AES key from a secret, by HKDF-SHA256. */
export async function keyFrom(secret, salt, info) {
  const base = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const by = { name: "HKDF", hash: "SHA-256", salt, info };
  return crypto.subtle.deriveKey(by, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

/** {iv, data}; `about` is not hidden, but nothing opens where it is another. */
export async function encrypted(key, bytes, about = new Uint8Array()) {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: about }, key, viewOf(bytes));
  return { iv, data: new Uint8Array(data) };
}

export async function decrypted(key, iv, data, about = new Uint8Array()) {
  return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData: about }, key, data));
}

// Statements and signatures: ASCII lines ended by LF, ECDSA P-256 with SHA-256, 64 raw bytes r||s as base64url.

import { b64u, fromB64u, utf8 } from "./bytes.js";

const CURVE = { name: "ECDSA", namedCurve: "P-256" };
const HASH = { name: "ECDSA", hash: "SHA-256" };
const POINT_BYTES = 65; // 04, x, y
const SIGNATURE_BYTES = 64;

/** The bytes that are signed. Raises SyntaxError for a line that cannot be one. */
export function statement(...lines) {
  for (const line of lines) if (!/^[\x20-\x7e]*$/.test(String(line))) throw new SyntaxError("a statement has ASCII lines only");
  return utf8(lines.map((line) => `${line}\n`).join(""));
}

export const enrolStatement = (origin, person, challenge, keyId) =>
  statement("fieldapp/enroll/1", origin, person, challenge, keyId);
export const recordStatement = ({ origin, city, id, device, seq, sha256 }) =>
  statement("fieldapp/record/1", origin, city, id, device, seq, sha256);
export const helloStatement = (origin, device, nonce, sha256) =>
  statement("fieldapp/hello/1", origin, device, nonce, sha256);
export const receiptStatement = (sha256) => statement("fieldapp/receipt/1", sha256);
export const rotateStatement = (origin, oldKid, newKid, from) =>
  statement("fieldapp/rotate/1", origin, oldKid, newKid, from);

/** The id of a public key: base64url of the SHA-256 of its 65 bytes. */
export const keyIdOf = async (point) => b64u(await crypto.subtle.digest("SHA-256", point));

export const sign = async (key, bytes) => b64u(await crypto.subtle.sign(HASH, key, bytes));

/** Whether `signature` is that of the key at `point` over `bytes`; false for what is no key or no signature. */
export async function isSigned(point, bytes, signature) {
  try {
    const raw = fromB64u(signature);
    if (point.length !== POINT_BYTES || point[0] !== 4 || raw.length !== SIGNATURE_BYTES) return false;
    const key = await crypto.subtle.importKey("raw", point, CURVE, false, ["verify"]);
    return await crypto.subtle.verify(HASH, key, raw, bytes);
  } catch {
    return false;
  }
}

/** A new pair: {privateKey, point}. Only `extractable` ones can be wrapped by a passkey. */
export async function makePair(extractable = false) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, extractable, ["sign", "verify"]);
  return { privateKey, point: new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)) };
}

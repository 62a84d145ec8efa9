// Bytes and the texts that stand for them: base64url without padding, lower-case hexadecimal, UTF-8, SHA-256.

const HEX = [...Array(256).keys()].map((byte) => byte.toString(16).padStart(2, "0"));

/** A view of what was given (a view, a buffer); nothing is copied. */
export const viewOf = (data) =>
  data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** The bytes of a file, a Blob, a buffer or a view. */
export const bytesOf = async (data) => (data instanceof Blob ? new Uint8Array(await data.arrayBuffer()) : viewOf(data));

export const utf8 = (text) => new TextEncoder().encode(text);

/** The text behind UTF-8 bytes. Raises TypeError for bytes that are none. */
export const textOf = (bytes) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

export function b64u(bytes) {
  let text = "";
  for (const byte of viewOf(bytes)) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes behind base64url. Raises SyntaxError for padding, foreign characters and any second spelling. */
export function fromB64u(text) {
  if (typeof text !== "string" || !/^[\w-]*$/.test(text)) throw new SyntaxError("no base64url");
  let plain = "";
  try {
    plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    throw new SyntaxError("no base64url");
  }
  const bytes = Uint8Array.from(plain, (character) => character.charCodeAt(0));
  if (b64u(bytes) !== text) throw new SyntaxError("no base64url in its one spelling");
  return bytes;
}

export const hexOf = (bytes) => Array.from(viewOf(bytes), (byte) => HEX[byte]).join("");

/** SHA-256 as 64 hexadecimal digits. */
export const hashOf = async (bytes) => hexOf(await crypto.subtle.digest("SHA-256", bytes));

// SHA-256 of a photo's original bytes, made on the phone. Browsers offer it over https and on localhost only.

export const canHash = () => Boolean(globalThis.isSecureContext && globalThis.crypto?.subtle);

/** The hash as 64 hexadecimal digits, or "" where this connection does not allow it: then the server's hash is the first. */
export async function hashOf(bytes) {
  if (!canHash()) return "";
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

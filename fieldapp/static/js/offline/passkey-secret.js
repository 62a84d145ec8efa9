// The secret that a passkey gives to this phone alone (the PRF extension). It works without a signal: no server is asked.

import { b64u, fromB64u } from "./bytes.js";
import { within } from "./store.js";

const SALT = "passkey_salt"; // in meta: the same for every passkey of this installation, and secret to nobody
const SALT_BYTES = 32;

/** This passkey, or this browser, gives no secret. */
export class NoSecret extends Error {
  constructor() {
    super("This passkey gives no secret here, so it cannot guard what is on this phone.");
  }
}

/** Nobody showed a passkey. */
export class NotShown extends Error {
  constructor() {
    super("No passkey was shown.");
  }
}

export const hasPasskeys = () => Boolean(globalThis.PublicKeyCredential && navigator.credentials);

/**
 * Ask the officer for one of the passkeys with these ids (base64url): {credential, secret}, its id and 32 bytes. Call it
 * from a tap. Raises NotShown or NoSecret.
 */
export async function secretOf(ids) {
  const extensions = await asked();
  let shown;
  try {
    shown = await navigator.credentials.get({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)), // nobody checks it: the secret is the proof
        allowCredentials: ids.map((id) => ({ type: "public-key", id: fromB64u(id) })),
        userVerification: "required",
        extensions,
      },
    });
  } catch (fault) {
    throw fault?.name === "NotSupportedError" ? new NoSecret() : new NotShown();
  }
  const found = given(shown);
  if (!found) throw new NoSecret();
  return found;
}

/** What a sign-in asks a passkey for besides its signature: the extension, and how the secret is read from its answer. */
export const asked = async () => ({ prf: { eval: { first: await salt() } } });
export function given(shown) {
  const secret = shown.getClientExtensionResults().prf?.results?.first;
  return secret && { credential: b64u(shown.rawId), secret };
}

/** Made once; whoever comes second gets the first one's. */
const salt = () =>
  within(["meta"], "strict", async (tx) => {
    const kept = (await tx.store.get(SALT))?.value;
    if (kept) return kept;
    const made = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
    await tx.store.put({ name: SALT, value: made });
    return made;
  });

// One button for a passkey: to make one (data-passkey="create") or to sign in with one ("get").

const fromText = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export function wirePasskey(block) {
  if (!window.PublicKeyCredential) return;
  block.hidden = false;
  const missing = document.querySelector("[data-passkey-missing]");
  if (missing) missing.hidden = true;
  const button = block.querySelector("button");
  button.addEventListener("click", () => run(block, button));
}

async function run(block, button) {
  const words = block.querySelector("[data-passkey-words]");
  words.hidden = true;
  button.disabled = true;
  try {
    const { options, token } = await send(block.dataset.begin, {});
    const credential = await (block.dataset.passkey === "create" ? make : show)(JSON.parse(options));
    const answer = await send(block.dataset.finish, { token, credential, label: label(), next: block.dataset.next });
    await unlockToo();
    location.assign(answer.next);
  } catch (error) {
    words.textContent = sentence(error);
    words.hidden = false;
    button.disabled = false;
  }
}

async function make(options) {
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: fromText(options.challenge),
      user: { ...options.user, id: fromText(options.user.id) },
      excludeCredentials: options.excludeCredentials.map((each) => ({ ...each, id: fromText(each.id) })),
    },
  });
  const transports = made.response.getTransports?.() ?? [];
  return plain(made, { attestationObject: toText(made.response.attestationObject), transports });
}

let secret = null; // of the passkey that was shown; it never leaves this phone

async function show(options) {
  const { asked, given } = await import("./offline/passkey-secret.js");
  const extensions = await asked().catch(() => ({})); // no store here, so nothing to unlock either
  const shown = await navigator.credentials.get({ publicKey: { ...options, extensions, challenge: fromText(options.challenge) } });
  secret = given(shown);
  const { authenticatorData, signature, userHandle } = shown.response;
  return plain(shown, {
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
    userHandle: userHandle ? toText(userHandle) : null,
  });
}

/** The tap that signed in also unlocks what this officer has on this phone. What goes wrong here is asked for later. */
async function unlockToo() {
  if (!secret) return;
  const [{ fromServer }, { unlockWith }] = await Promise.all([import("./offline/person.js"), import("./offline/unlock.js")]);
  const person = await fromServer().catch(() => null);
  if (person) await unlockWith(person.id, secret).catch(() => {});
}

function plain(credential, response) {
  const { prf, credProps } = credential.getClientExtensionResults();
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    clientExtensionResults: { prf: prf && { enabled: prf.enabled }, credProps },
    response: { clientDataJSON: toText(credential.response.clientDataJSON), ...response },
  };
}

async function send(address, content) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(content),
  });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(told.detail ?? "The server did not take that. Reload the page and try again.");
  return told;
}

class Refused extends Error {}

function sentence(error) {
  if (error instanceof Refused) return error.message;
  if (error.name === "NotAllowedError") return "Nothing was chosen. Try again when you are ready.";
  if (error.name === "InvalidStateError") return "This phone or computer already has a passkey for you.";
  if (error.name === "SecurityError") return "Passkeys do not work under this address. Use the site's own name.";
  if (error instanceof TypeError) return "That did not reach the server. Try again.";
  return "That did not work. Try again, or use your password.";
}

function label() {
  const system = navigator.userAgentData?.platform || /iPhone|iPad|Android|Mac|Windows|Linux/.exec(navigator.userAgent)?.[0];
  return system ? `Passkey made on ${system}` : "Passkey";
}

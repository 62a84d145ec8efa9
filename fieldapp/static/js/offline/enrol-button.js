// The button that sets this phone up for the officer who is signed in: [data-enrol] with a button, a second one
// that asks for no passkey [data-enrol-plain], shown where none was at hand, a place for words [data-enrol-words], and
// [data-enrol-verify], a link shown where they must first prove again who they are. data-enrol="guard": where the phone
// is set up without a passkey, a new key under one follows the present key.

import { enrol } from "./enrol.js";
import { hasPasskeys, NotShown } from "./passkey-secret.js";
import { canKeep } from "./store.js";
import { current, deviceOf } from "./who.js";

const NOT_PROVED = 401;
const WITHOUT = "Try again, or go on without: then only this phone’s own lock guards what is on it.";

export async function wireEnrol(block) {
  if (!(await canKeep())) return;
  const person = Number(document.body.dataset.person) || (await current())?.id;
  if (!person || !isFor(block, await deviceOf(person))) return;
  block.hidden = false;
  const guard = block.dataset.enrol === "guard";
  block.querySelector("button").addEventListener("click", () => run(block, guard && { replace: true, must: true }));
  block.querySelector("[data-enrol-plain]")?.addEventListener("click", () => run(block, { plain: true }));
}

const isFor = ({ dataset }, device) =>
  dataset.enrol === "guard" ? device?.protection === "storage" && hasPasskeys() : !device || Boolean(device.unknown);

async function run(block, how) {
  const part = (name) => block.querySelector(`[data-enrol-${name}]`);
  const buttons = block.querySelectorAll("button");
  const say = (words) => (part("words").textContent = words);
  for (const button of buttons) button.disabled = true;
  say("Setting up this phone.");
  try {
    await enrol({ label: labelOf(), ...how });
    say("This phone is set up.");
    location.reload();
  } catch (fault) {
    const plain = part("plain");
    if (plain) plain.hidden = !(fault instanceof NotShown);
    say(plain && !plain.hidden ? `${fault.message} ${WITHOUT}` : fault.message);
    part("verify").hidden = fault.status !== NOT_PROVED;
    for (const button of buttons) button.disabled = false;
  }
}

function labelOf() {
  const system = navigator.userAgentData?.platform || /iPhone|iPad|Android|Mac|Windows|Linux/.exec(navigator.userAgent)?.[0];
  const browser = /Firefox|Edg|Chrome|Safari/.exec(navigator.userAgent)?.[0] ?? "Browser";
  return `${browser === "Edg" ? "Edge" : browser} on ${system || "an unknown system"}`;
}

// The button that sets this phone up for the officer who is signed in: [data-enrol] with a button [data-enrol-with], one
// that asks for no passkey [data-enrol-plain], shown where none was at hand, a place for words [data-enrol-words], and
// [data-enrol-verify], a link shown where they must first prove again who they are.

import { enrol } from "./enrol.js";
import { NotShown } from "./passkey-secret.js";
import { current, deviceOf } from "./who.js";

const NOT_PROVED = 401;

export async function wireEnrol(block) {
  const person = Number(document.body.dataset.person) || (await current())?.id;
  if (!person || (await deviceOf(person))) return;
  block.hidden = false;
  block.querySelector("[data-enrol-with]").addEventListener("click", () => run(block, false));
  block.querySelector("[data-enrol-plain]").addEventListener("click", () => run(block, true));
}

async function run(block, plain) {
  const part = (name) => block.querySelector(`[data-enrol-${name}]`);
  const buttons = block.querySelectorAll("button");
  const say = (words) => (part("words").textContent = words);
  for (const button of buttons) button.disabled = true;
  say("Setting up this phone.");
  try {
    await enrol({ label: labelOf(), plain });
    say("This phone is set up.");
    location.reload();
  } catch (fault) {
    say(fault instanceof NotShown ? "No passkey was shown. Try again, or go on without: then this phone’s own lock is all that guards what is on it." : fault.message);
    part("plain").hidden = !(fault instanceof NotShown);
    part("verify").hidden = fault.status !== NOT_PROVED;
    for (const button of buttons) button.disabled = false;
  }
}

function labelOf() {
  const system = navigator.userAgentData?.platform || /iPhone|iPad|Android|Mac|Windows|Linux/.exec(navigator.userAgent)?.[0];
  const browser = /Firefox|Edg|Chrome|Safari/.exec(navigator.userAgent)?.[0] ?? "Browser";
  return `${browser === "Edg" ? "Edge" : browser} on ${system || "an unknown system"}`;
}

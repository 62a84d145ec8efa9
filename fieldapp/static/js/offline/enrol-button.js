// The button that sets this phone up for the officer who is signed in: [data-enrol] with a button, a place for words
// [data-enrol-words], and [data-enrol-verify], a link shown where they must first prove again who they are.

import { enrol } from "./enrol.js";
import { deviceOf } from "./who.js";

const NOT_PROVED = 401;

export async function wireEnrol(block) {
  const person = Number(document.body.dataset.person);
  if (await deviceOf(person)) return;
  block.hidden = false;
  block.querySelector("button").addEventListener("click", (event) => run(block, event.currentTarget));
}

async function run(block, button) {
  const words = block.querySelector("[data-enrol-words]");
  button.disabled = true;
  words.textContent = "Setting up this phone.";
  try {
    await enrol({ label: labelOf() });
    words.textContent = "This phone is set up.";
    location.reload();
  } catch (fault) {
    words.textContent = fault.message;
    block.querySelector("[data-enrol-verify]").hidden = fault.status !== NOT_PROVED;
    button.disabled = false;
  }
}

function labelOf() {
  const system = navigator.userAgentData?.platform || /iPhone|iPad|Android|Mac|Windows|Linux/.exec(navigator.userAgent)?.[0];
  const browser = /Firefox|Edg|Chrome|Safari/.exec(navigator.userAgent)?.[0] ?? "Browser";
  return `${browser === "Edg" ? "Edge" : browser} on ${system || "an unknown system"}`;
}

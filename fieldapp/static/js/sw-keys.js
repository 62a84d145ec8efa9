// The worker's memory of the unlocked keys, so that an officer who goes from page to page is not asked for the passkey
// again. They are CryptoKey objects that nobody can take out; they are never written anywhere and end with the worker.

const STAY = 4 * 60_000; // after the last page was left: the camera may have had it killed
const SHIFT = 12 * 3_600_000;
const unlockings = new Set(); // unlockings that pages gave
const ended = new Set(); // those that somebody ended: a tab that has not heard of it yet brings them back in vain
let unlocked = null;

const heldKeys = () => (unlocked && Date.now() - unlocked.at < SHIFT ? unlocked : null);

addEventListener("message", (event) => {
  const { keys, held, leaving } = event.data ?? {};
  if (keys === "forget") forgetKeys();
  if (keys === "keep") keepKeys(held);
  if (keys === "keep" && leaving) event.waitUntil(new Promise((end) => setTimeout(end, STAY)));
  if (keys === "give") event.ports[0].postMessage(heldKeys());
});

function keepKeys(held) {
  if (ended.has(held.id)) return;
  unlockings.add(held.id);
  unlocked = held;
}

function forgetKeys() {
  unlocked = null;
  unlockings.forEach((id) => ended.add(id));
}

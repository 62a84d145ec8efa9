// Tells this page and the other tabs of this phone that something in the store changed.

const CHANNEL = "fieldapp-outbox";
const listeners = new Set();
const channel = globalThis.BroadcastChannel ? new BroadcastChannel(CHANNEL) : null;
if (channel) channel.onmessage = ({ data }) => hear(data);

function hear(what) {
  for (const listener of [...listeners]) listener(what);
}

/** `what`: {about: "draft" | "sealed" | "record" | "sent" | "current", id}. */
export function tell(what) {
  hear(what);
  channel?.postMessage(what);
}

/** Call `listener(what)` for news of every tab; gives the function that ends it. */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

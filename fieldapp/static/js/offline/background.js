// For a worker: Background Sync sends what waits once there is signal, even with no page open.

import { drain } from "./drainer.js";

const SYNC = "fieldapp-drain";

addEventListener("sync", (event) => {
  if (event.tag === SYNC) event.waitUntil(drain("sync").then(({ left }) => left && Promise.reject(new Error("more to send"))));
});

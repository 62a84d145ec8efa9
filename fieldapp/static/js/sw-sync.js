// Background Sync in a worker that is a module: it sends by itself, with no page open. A record whose keys are locked stays.

addEventListener("sync", (event) => event.tag === "fieldapp-drain" && event.waitUntil(sendInBackground(heldKeys)));

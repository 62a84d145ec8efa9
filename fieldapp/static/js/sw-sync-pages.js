// Background Sync in a worker that is no module, and so cannot load the sender: the pages that are open send. Where none
// is, the browser is told that it was not done, and tries again later.

async function askPages() {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!open.length) throw new Error("no page is open that could send");
  for (const page of open) page.postMessage({ send: "sync" });
}

addEventListener("sync", (event) => event.tag === "fieldapp-drain" && event.waitUntil(askPages()));

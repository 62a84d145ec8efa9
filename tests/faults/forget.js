// What is complete leaves the phone, so that the next run begins with an empty one.

async () => {
  const { within } = await globalThis.plans.m("store");
  const stores = ["records", "blobs", "receipts", "journal"];
  await within(stores, "readwrite", (tx) => Promise.all(stores.map((name) => tx.objectStore(name).clear())));
}

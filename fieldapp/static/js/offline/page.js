// What every page of the app does besides its own: who is here, what is being typed, what waits, and the worker.

import { wireApp } from "./app.js";
import { wireDirty } from "./dirty.js";
import { remember } from "./person.js";

export async function wirePage(body) {
  wireDirty(body);
  if (body.dataset.shell) await (await import("./shell.js")).fillShell(body);
  else await remember(body.dataset).catch(() => {}); // no store in this browser: pages still work with a signal
  import("./draining.js").then(({ wireDraining }) => wireDraining());
  import("./pack.js").then(({ wirePack }) => wirePack());
  await wireApp();
}

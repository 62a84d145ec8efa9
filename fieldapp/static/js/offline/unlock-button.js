// Above every page while the present officer's records are locked: [data-unlock] with a button and a place for words
// [data-unlock-words]. It never stands between arriving and sealing: everything but reading and sending works locked.

import { listen } from "./news.js";
import * as safe from "./safe.js";
import { current } from "./who.js";

export async function wireUnlock(block) {
  const button = block.querySelector("button");
  const show = async () => (block.hidden = !(await safe.locked().catch(() => false))); // no store: nothing is locked
  button.addEventListener("click", () => run(block, button));
  listen(({ about }) => ["unlocked", "locked", "current"].includes(about) && show());
  await show();
}

async function run(block, button) {
  const words = block.querySelector("[data-unlock-words]");
  button.disabled = true;
  words.textContent = "";
  try {
    const { unlock } = await import("./unlock.js");
    await unlock((await current()).id);
    block.hidden = true;
    const { drain } = await import("./drainer.js");
    await drain("asked");
  } catch (fault) {
    words.textContent = fault.message;
  }
  button.disabled = false;
}

// A shell becomes the page of the officer who uses this phone.

import { listen } from "./news.js";
import { fill } from "./slots.js";
import { person } from "./person.js";

export async function fillShell(body) {
  const who = await person().catch(() => null);
  if (who) {
    Object.assign(body.dataset, { person: who.id, role: who.role, city: who.city, cities: [...who.cities].sort().join(" ") });
  }
  fill(document, who ? { ...who, law_page: who.city && `/law/${who.city}` } : { nobody: true });
  listen(async ({ about }) => about === "unlocked" && fill(document, { name: (await person())?.name }));
  if (body.dataset.shell === "no-signal") showPage();
}

/** The sentence about the page that was asked for, and a button that asks again. */
function showPage() {
  const about = [...document.querySelectorAll("[data-of-page]")].find(({ dataset }) => `${location.pathname}/`.startsWith(`${dataset.ofPage}/`));
  if (about) about.hidden = false;
  document.querySelector("[data-try-again]").addEventListener("click", () => location.reload());
}

// The count in the corner of every page: what waits on this phone, and apart from it what cannot go without the officer.

import { howTheyGo } from "./how-it-goes.js";
import { count, watch } from "./outbox.js";

export function wireWaitingCount(element) {
  const part = (name) => element.querySelector(`[data-part=${name}]`);
  const show = async () => {
    const { mine, others, needs } = await count();
    const waits = mine + others - needs;
    element.hidden = waits + needs === 0;
    part("needs").hidden = needs === 0;
    part("needs-count").textContent = needs;
    part("need-one").hidden = needs !== 1;
    part("need-many").hidden = needs === 1;
    part("waits").hidden = waits === 0;
    part("waits-count").textContent = waits;
  };
  const safely = () => show().catch(() => {}); // no store in this browser: nothing waits
  watch(safely);
  return safely();
}

export async function wireSignedOutCount(element) {
  const { mine, others, locked } = await count().catch(() => ({ mine: 0, others: 0, locked: 0 })); // no store: nothing waits
  const waits = mine + others;
  document.querySelector("[data-signed-out-go]").textContent = howTheyGo({ waits, locked });
  document.querySelector("[data-signed-out-none]").hidden = waits !== 0;
  element.hidden = waits === 0;
  element.querySelector("[data-part=count]").textContent = waits;
  element.querySelector("[data-part=one]").hidden = waits !== 1;
  element.querySelector("[data-part=many]").hidden = waits === 1;
}

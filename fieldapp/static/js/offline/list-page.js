// The scan page without a signal: what the list of this phone says of a code, a number or an address, on the page itself.

import { lists, placeOf, readingsOf } from "./list.js";
import { beneath, described, timeWords } from "./list-words.js";
import { written } from "./days.js";
import { Locked } from "./safe.js";
import { fill } from "./slots.js";

/** Show what the list says of {code} or {number: what was typed}. */
export async function showFromList(asked) {
  const place = document.querySelector("[data-list-results]");
  const shown = await answers(asked).catch((fault) => {
    if (!(fault instanceof Locked)) throw fault;
    return [part("locked", {})];
  });
  place.replaceChildren(...shown);
  place.hidden = false;
  place.focus();
  place.scrollIntoView({ block: "start" });
}

async function answers(asked) {
  const all = await lists();
  if (!all.length) return [part("none", {})];
  let found = asked.code ? await results(all, { code: asked.code }) : [];
  if (!found.length && asked.number) found = await results(all.slice(0, 1), { number: asked.number }); // the city's own
  const place = asked.number ? await placeOf(all[0], asked.number) : null;
  if (place && (!found.length || place.alerts.length)) found.push(ofPlace(place, all[0], asked.number));
  return found.length ? found : [part("missing", { what: asked.number ?? asked.code, ...about(all[0]) })];
}

async function results(all, asked) {
  const found = await Promise.all(all.map(async (one) => (await readingsOf(one, asked)).map((reading) => result(reading, one))));
  return found.flat();
}

const about = ({ name, as_of, stale }) => ({ city: name, as_of: timeWords(as_of), stale, fresh: !stale });

function result(reading, list) {
  const { animal } = reading;
  const made = part("result", {
    ...about(list),
    beneath: beneath(reading),
    also: /DANGEROUS/.test(reading.status) ? beneath({ ...reading, declaration: null }) : "",
    animal,
    name: animal?.name || "No name on record",
    described: animal ? described(animal) : "",
    birth: animal?.birth ?? "",
    reasons: reading.reasons,
    earlier: reading.earlier,
  });
  for (const one of made.querySelectorAll("[data-status]")) one.hidden = one.dataset.status !== reading.status;
  addAlerts(made, reading.alerts);
  repeat(made, "reason", reading.reasons.map((one) => ({ ...one, day: one.since ? written(one.since) : "" })));
  repeat(made, "earlier", reading.earlier.map(({ says, day }) => ({ says, day: written(day) })));
  return made;
}

function ofPlace({ known, alerts }, list, address) {
  const made = part("place", { ...about(list), address, none: known && !alerts.length && !list.stale, untold: !known, old: list.stale });
  addAlerts(made, alerts);
  return made;
}

function addAlerts(made, alerts) {
  repeat(made, "alert", alerts);
  [...made.querySelectorAll("[data-list-row=alert] [data-repeated]")].forEach((row, n) => row.classList.toggle("alert-urgent", alerts[n].urgent));
}

/** A copy of the template of that name, filled. */
function part(name, values) {
  const made = document.querySelector(`template[data-list-part=${name}]`).content.firstElementChild.cloneNode(true);
  fill(made, values);
  return made;
}

function repeat(made, name, values) {
  const place = made.querySelector(`[data-list-row=${name}]`);
  if (!place) return;
  const template = place.querySelector("template");
  place.hidden = !values.length;
  for (const one of values) {
    const row = template.content.firstElementChild.cloneNode(true);
    row.dataset.repeated = "";
    fill(row, one);
    place.append(row);
  }
}

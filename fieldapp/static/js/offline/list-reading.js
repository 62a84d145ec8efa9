// From a line of the offline list to the answer of a tag's page, on any law day. Pure; the answer is the server's of that
// day (web/as_json.py), without owners and numbers: tests/offline_list/ holds them side by side.

import { alertsOf } from "./list-alerts.js";
import { declared, standing } from "./standing.js";
import { written } from "./days.js";

const TAG_STATES = ["in_stock", "issued", "lost", "stolen", "destroyed", "replaced"];
const DAY_MS = 86_400_000;

/** A day of the list ("2026-11-30") from its days since 1 January 1970; null where there is none. */
export const dayOf = (number) => (number ?? null) === null ? null : new Date(number * DAY_MS).toISOString().slice(0, 10); // prettier-ignore

/** A line by its names, days as texts. */
export function lineOf(row) {
  const [id, numbers = "", tags = [], animal = [], life = [], terms = [], vaccinations = [], declarations = [], bars = [], removals = [], earlier = [], list_status = ""] = row; // prettier-ignore
  const [name = "", species = "", breed = "", color = "", sex = "", altered = null, size = "", exemption = ""] = animal;
  const [born_from, born_to, died_on] = life.map(dayOf);
  return {
    id, numbers, list_status, died_on: died_on ?? null,
    tags: tags.map(([hashes, state, since]) => ({ hashes, state: TAG_STATES[state], since: dayOf(since) })),
    animal: id < 0 ? null : { id, name, species, breed, color, sex, altered: altered === null ? null : altered === 1, size, exemption },
    facts: {
      species, exemption, born_from: born_from ?? null, born_to: born_to ?? null,
      terms: terms.map(([issued, ends, life, early]) => ({ issued_on: dayOf(issued), ends_on: dayOf(ends), for_life: life === 1, ended_early: early })),
      vaccinations: vaccinations.map(([given, due, dose]) => ({ given_on: dayOf(given), due_on: dayOf(due), dose })),
      declarations: declarations.map(([dog_class, ...days]) => datesOf(dog_class, days.map(dayOf))),
    },
    bars: bars.map((days) => days.map(dayOf)),
    removals: removals.map(([day]) => dayOf(day)),
    earlier: earlier.map(([says, day]) => ({ says, day: dayOf(day) })),
  }; // prettier-ignore
}

const datesOf = (dog_class, [declared_on, appealed_on, final_on, rescinded_on]) => ({
  dog_class, declared_on, appealed_on, final_on, rescinded_on,
}); // prettier-ignore

/** The reading of a line (`lineOf`) under one of its tags (null: none), by `law` of the list, on a law day. */
export function readingOf(line, tag, law, day) {
  const worn = tag && { state: tag.state };
  if (!line.animal) {
    const reasons = [{ fact: "This tag was made for the city and is still in stock", limit: "It belongs to no animal yet" }];
    return { status: "TAG NOT ISSUED", tag: worn, animal: null, license: null, rabies: null, declaration: null, alerts: [], reasons, earlier: [] };
  }
  const stands = standing(line.facts, law.standing, day);
  const declarations = declared(line.facts.declarations, day);
  const { bars, removals, died_on: died, list_status: listStatus } = line;
  const { declaration } = stands;
  return {
    status: stands.status,
    tag: worn,
    license: { status: stands.license, for_life: stands.for_life, expires: stands.license_ends },
    rabies: { status: stands.rabies, valid_until: stands.rabies_until, asked: stands.rabies_asked },
    declaration: declaration && { class: declaration.dog_class, stage: declaration.stage, since: declaration.since },
    animal: { ...line.animal, birth: birth(line.facts) },
    alerts: alertsOf({ tag, declarations, bars, removals, died, listStatus, license: stands.license }, law, day),
    reasons: stands.reasons,
    earlier: line.earlier,
  };
}

/** A birth as closely as it is known: a day, a month, a year. */
function birth({ born_from, born_to }) {
  if (!born_from) return "";
  const day = written(born_from);
  if (born_from === born_to) return day;
  return born_from.slice(0, 7) === born_to.slice(0, 7) ? day.slice(day.indexOf(" ") + 1) : day.slice(-4);
}

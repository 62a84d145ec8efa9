// Is this animal currently vaccinated against rabies on this day? Pure, and the twin of rules/rabies.py, line by line.

import { addDays, addYears, FIRST_DAY, written } from "./days.js";
import { byLaw, reason, whole } from "./reasons.js";

const NOTHING = reason(
  "No rabies vaccination is on record",
  "A vaccination on record is needed to say that it is current",
);

/** {state, until, reasons, missing} on a day, from all vaccinations ({given_on, due_on, dose}) and a city's counts. */
export function cover(vaccinations, law, day) {
  const given = vaccinations.filter((one) => one.given_on === null || one.given_on <= day);
  const spans = given.map((one) => spanOf(one, given, law)).filter((span) => span !== null);
  if (!spans.length) return { state: "not known", until: null, reasons: [NOTHING], missing: ["rabies vaccination"] };
  const certain = latest(spans.filter((s) => s.certainFrom <= day && day <= s.certainTo), "certainTo");
  if (certain) return { state: "current", until: certain.certainTo, reasons: certain.reasons, missing: [] };
  const possible = latest(spans.filter((s) => s.possibleFrom <= day && day <= s.possibleTo), "possibleTo");
  if (possible) return { state: "not known", until: null, reasons: possible.reasons, missing: [possible.missing] };
  const coming = earliest(spans.filter((s) => s.possibleFrom > day), "possibleFrom");
  if (coming) return { state: "not yet current", until: coming.certainTo, reasons: coming.reasons, missing: [] };
  const last = latest(spans, "possibleTo");
  return { state: "lapsed", until: last.possibleTo, reasons: last.reasons, missing: [] };
}

const latest = (spans, name) => spans.reduce((best, span) => (best && best[name] >= span[name] ? best : span), null);
const earliest = (spans, name) => spans.reduce((best, span) => (best && best[name] <= span[name] ? best : span), null);
const sooner = (a, b) => (a < b ? a : b);

function spanOf(given, all, law) {
  const start = given.given_on;
  if (start === null) return byDueDate(given);
  const earlier = all.some((one) => one.given_on !== null && one.given_on < start);
  const dose = earlier ? "booster" : given.dose;
  const afterWait = addDays(start, whole(law.wait));
  const end = endOf(given, start, dose, law);
  if (dose !== "booster") {
    end.reasons.push(firstDose(afterWait, dose, law));
    end.missing ||= "whether the vaccination was a first dose or a booster";
  }
  return {
    certainFrom: dose === "booster" ? start : afterWait,
    certainTo: end.least,
    possibleFrom: dose === "first" ? afterWait : start,
    possibleTo: end.most,
    reasons: end.reasons,
    missing: end.missing,
  };
}

function endOf(given, start, dose, law) {
  let [least, most, missing] = [given.due_on, given.due_on, ""];
  const due = given.due_on ? `, due again on ${written(given.due_on)} by its certificate` : "";
  const fact = `Vaccinated against rabies on ${written(start)}${due}`;
  const reasons = [];
  if (given.due_on) {
    reasons.push(reason(fact, "Current through the due date on the certificate"));
  } else {
    const [short, long] = [whole(law.label_least), whole(law.label_most)];
    [least, most] = [addYears(start, short), addYears(start, long)];
    reasons.push(byLaw(law.label_most, fact, `A label lasts ${short} or ${long} years; which one is not on record`));
    missing = "until when the vaccine is good";
  }
  if (dose === "first") {
    const year = addYears(start, whole(law.first_lasts));
    [least, most, missing] = [given.due_on ? sooner(least, year) : year, sooner(most, year), ""];
    reasons.push(byLaw(law.first_lasts, "It was a first dose", `A first dose lasts until ${written(year)}`));
  }
  const cap = law.interval && addYears(start, whole(law.interval));
  if (cap && cap <= most) {
    [least, most] = [sooner(least, cap), cap];
    const limit = `At least every ${whole(law.interval)} years: again by ${written(cap)}`;
    reasons.push(byLaw(law.interval, `Vaccinated on ${written(start)}`, limit));
  }
  return { least, most, reasons, missing };
}

function firstDose(current, dose, law) {
  const known =
    dose === "first" ? "It was a first dose" : "Not on record whether it was a first dose or a booster";
  const days = whole(law.wait);
  const limit = `A first dose counts from ${days} days after it, ${written(current)}; a booster at once`;
  return byLaw(law.wait, known, limit);
}

function byDueDate(given) {
  if (!given.due_on) return null;
  const fact = `The list says: rabies vaccination good through ${written(given.due_on)}`;
  const reasons = [reason(fact, "Current through that day")];
  const ends = { certainTo: given.due_on, possibleTo: given.due_on };
  return { certainFrom: FIRST_DAY, possibleFrom: FIRST_DAY, ...ends, reasons, missing: "" };
}

// Is a license needed, is one in force, is a vaccination asked for? Pure; together with standing.js the twin of
// rules/standing.py, line by line.

import { addMonths, FIRST_DAY, written } from "./days.js";
import { byLaw, reason, whole } from "./reasons.js";

const own = (table, name) => (Object.hasOwn(table, name) ? table[name] : null);

/** Whether a license is needed: {need: "yes", "no" or "unknown", why, missing}. */
export function licenseNeeded(animal, law, day) {
  if (!animal.species) {
    const why = reason("The species is not on record", "It decides whether a license is needed");
    return { need: "unknown", why, missing: "species" };
  }
  const age = own(law.licensed, animal.species);
  if (!age) {
    const limit = "The city's law here asks for no license of this animal";
    return { need: "no", why: byLaw(law.no_license_rule, `Species: ${animal.species}`, limit), missing: "" };
  }
  const exempt = own(law.exempt, animal.exemption);
  if (exempt) {
    const fact = `On record as: ${animal.exemption.replaceAll("_", " ")}`;
    return { need: "no", why: byLaw(exempt, fact, "No license is needed"), missing: "" };
  }
  return oldEnough(animal, age, day);
}

function oldEnough(animal, age, day) {
  const months = whole(age);
  if (!months) {
    const why = byLaw(age, `Species: ${animal.species}`, "A license is needed at any age");
    return { need: "yes", why, missing: "" };
  }
  const limit = `A license is needed ${age.comparison === "at least" ? "from" : "over"} ${months} months of age`;
  const terms = animal.terms.flatMap((t) => [t.issued_on, t.ends_on]);
  const seen = [...terms, ...animal.vaccinations.map((v) => v.given_on)];
  const latest = [animal.born_to, ...seen, day].filter((one) => one !== null).sort()[0];
  if (ofAge(latest, age, day)) {
    const fact = animal.born_to ? birth(animal) : `Birth not on record; on record since ${written(latest)}`;
    return { need: "yes", why: byLaw(age, fact, limit), missing: "" };
  }
  const young = animal.born_from !== null && !ofAge(animal.born_from, age, day);
  const why = byLaw(age, birth(animal), limit);
  return young ? { need: "no", why, missing: "" } : { need: "unknown", why, missing: "birth date" };
}

function ofAge(born, age, day) {
  const birthday = addMonths(born, whole(age));
  return age.comparison === "at least" ? day >= birthday : day > birthday;
}

function birth(animal) {
  if (animal.born_from === null || animal.born_to === null) return "Birth not on record";
  if (animal.born_from === animal.born_to) return `Born ${written(animal.born_from)}`;
  return `Born between ${written(animal.born_from)} and ${written(animal.born_to)}`;
}

/** Whether the vaccination of this animal is asked for: {asked, reasons}. */
export function vaccinationAsked(animal, law, need, day) {
  const duty = own(law.vaccinated, animal.species);
  const lifted = law.exempt_from_all.includes(animal.exemption);
  const throughLicense = law.only_through_license.includes(animal.species) && need === "no";
  if (!duty || lifted || throughLicense) return { asked: false, reasons: [] };
  const young = law.vaccination_from_age;
  if (animal.born_from !== null && day < addMonths(animal.born_from, whole(young))) {
    const limit = `A first dose is given from ${whole(young)} months of age`;
    return { asked: false, reasons: [byLaw(young, birth(animal), limit)] };
  }
  const fact = `Species: ${animal.species}`;
  return { asked: true, reasons: [byLaw(duty, fact, "A current rabies vaccination is asked for")] };
}

/** The state of the license, the term that decides it, and why: {state, term, reasons}. */
export function licenseState(animal, law, vaccine, day) {
  const terms = animal.terms.filter((t) => !t.ended_early && (t.issued_on === null || t.issued_on <= day));
  if (!terms.length) return { state: "none", term: null, reasons: [noTerm(animal.terms)] };
  const term = terms.reduce((best, one) => (order(one, best) > 0 ? one : best));
  const open = term.for_life || term.ends_on === null || term.ends_on >= day;
  if (tied(law) && vaccine.state === "lapsed" && vaccine.until && open) {
    const fact = `${termFact(term)}; the vaccine was good through ${written(vaccine.until)}`;
    return { state: "expired", term, reasons: [byLaw(law.term, fact, WITH_VACCINE)] };
  }
  const counts = [byLaw(law.term, termFact(term), tied(law) ? WITH_VACCINE : "The term on record counts")];
  if (open && (term.for_life || term.ends_on)) return { state: "current", term, reasons: counts };
  if (term.ends_on === null) {
    const reasons = [reason(termFact(term), "The day on which the license ends is needed")];
    return { state: "not known", term, reasons };
  }
  return { state: "expired", term, reasons: counts };
}

const WITH_VACCINE = "A license lasts as long as the vaccine";
const tied = (law) => law.term !== null && law.term.words.includes("vaccine");

/** Above 0 where term a counts before b: one for life first, then by end, a blank end by its issue. */
function order(a, b) {
  const key = (t) => [t.for_life ? "1" : "0", t.ends_on ?? t.issued_on ?? FIRST_DAY, t.issued_on ?? FIRST_DAY].join();
  return key(a) > key(b) ? 1 : 0;
}

/** The last day of the license: the recorded one, or an earlier end of the vaccine where the law ties the two. */
export function effectiveEnd(term, law, vaccine) {
  if (!term) return null;
  const bound = tied(law) && ["current", "lapsed"].includes(vaccine.state);
  if (term.ends_on === null && !term.for_life && (!bound || vaccine.state === "current")) return null;
  const ends = [term.ends_on, bound ? vaccine.until : null].filter((one) => one !== null);
  return ends.sort()[0] ?? null;
}

function termFact(term) {
  const issued = term.issued_on ? `issued ${written(term.issued_on)}, ` : "";
  const ends = term.for_life ? "for life" : term.ends_on ? `to ${written(term.ends_on)}` : "no end on record";
  return `License ${issued}${ends}`;
}

function noTerm(terms) {
  const early = terms.find((t) => t.ended_early);
  if (early) return reason(`The list says: ${early.ended_early}`, "That term no longer counts");
  const begins = terms.map((t) => t.issued_on).filter((one) => one !== null).sort()[0];
  if (begins) return reason(`The license begins only on ${written(begins)}`, "No license is in force before it");
  return reason("No license is on record", "A license is needed");
}

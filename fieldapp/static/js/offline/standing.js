// What the law says of this animal on this day: the status word, license and rabies, and the reasons. Pure, and the twin
// of rules/status.py, rules/standing.py and rules/declarations.py: from the same facts (services/status_facts.py) and the
// part "standing" of a city's law file it gives the same answer. tests/law/test_standing_twin.py runs both.

import { written } from "./days.js";
import { effectiveEnd, licenseNeeded, licenseState, vaccinationAsked } from "./licenses.js";
import { cover } from "./rabies.js";
import { byLaw, reason } from "./reasons.js";

export const CLASSES = { dangerous: "dangerous", potentially_dangerous: "potentially dangerous" };
export const STAGES = { declared: "declared", appeal_pending: "appeal pending", final: "final", rescinded: "rescinded" };
const WORDS = { dangerous: "DANGEROUS DOG", potentially_dangerous: "POTENTIALLY DANGEROUS" };

/**
 * {status, declaration, license, license_ends, for_life, rabies, rabies_until, rabies_asked, reasons, missing} of the facts
 * {species, born_from, born_to, exemption, terms, vaccinations, declarations} on a law day ("2026-11-30").
 * `periods`: the city's law of standing, each with the day that it begins on, the first one first.
 */
export function standing(facts, periods, day) {
  const law = periods.findLast((period) => period.from <= day);
  const { word, ...stands } = law.unknown ? lawNotKnown(law.unknown, day) : licenseAndRabies(facts, law, day);
  const found = declared(facts.declarations, day);
  const heaviest = found.find((one) => one.stage !== "rescinded");
  if (!heaviest) return { status: word, declaration: found[0] ?? null, ...stands };
  const reasons = [whyDeclared(heaviest, law), ...stands.reasons];
  return { ...stands, status: WORDS[heaviest.dog_class], declaration: heaviest, reasons };
}

function lawNotKnown(sentence, day) {
  return {
    word: "NOT KNOWN",
    license: "not known",
    license_ends: null,
    for_life: false,
    rabies: "not known",
    rabies_until: null,
    rabies_asked: false,
    reasons: [reason(`Asked for ${written(day)}`, sentence.replaceAll("{day}", day))],
    missing: ["the law of that day"],
  };
}

function licenseAndRabies(animal, law, day) {
  const { need, why, missing: undecided } = licenseNeeded(animal, law, day);
  const vaccine = cover(animal.vaccinations, law.rabies, day);
  const { asked, reasons: duty } = vaccinationAsked(animal, law, need, day);
  const license = licenseState(animal, law, vaccine, day);
  const state = need === "no" ? "not needed" : license.state;
  const silent = !asked && !animal.vaccinations.length;
  return {
    ...wordOf(need, undecided, state, vaccine, asked),
    license: state,
    license_ends: effectiveEnd(license.term, law, vaccine),
    for_life: Boolean(license.term?.for_life),
    rabies: vaccine.state === "not known" && !asked ? "not asked" : vaccine.state,
    rabies_until: vaccine.until,
    rabies_asked: asked,
    reasons: [why, ...(need === "no" ? [] : license.reasons), ...duty, ...(silent ? [] : vaccine.reasons)],
  };
}

function wordOf(need, undecided, license, vaccine, asked) {
  const accused = license === "none" || license === "expired";
  if (need === "unknown" && accused) return { word: "NOT KNOWN", missing: [undecided] };
  if (license === "not known") return { word: "NOT KNOWN", missing: ["until when the license is good"] };
  if (license === "expired") return { word: "EXPIRED", missing: [] };
  if (license === "none") return { word: "NO LICENSE", missing: [] };
  if (asked && vaccine.state === "not known") return { word: "NOT KNOWN", missing: vaccine.missing };
  if (asked && vaccine.state !== "current") return { word: "RABIES LAPSED", missing: [] };
  return { word: need === "no" ? "NO LICENSE NEEDED" : "CURRENT", missing: [] };
}

/** Declarations in force or rescinded by the day, dangerous first, then the latest. */
export function declared(declarations, day) {
  const found = declarations.map((one) => stageOf(one, day)).filter((one) => one !== null);
  const rank = (one) => (one.stage === "rescinded" ? 2 : 0) + (one.dog_class === "dangerous" ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b) || (a.since < b.since ? 1 : a.since > b.since ? -1 : 0));
}

export function stageOf(dates, day) {
  for (const stage of ["rescinded", "final", "appeal_pending", "declared"]) {
    const since = stage === "appeal_pending" ? dates.appealed_on : dates[`${stage}_on`];
    if (since !== null && since <= day) return { dog_class: dates.dog_class, stage, since };
  }
  return null;
}

function whyDeclared(heaviest, law) {
  const words = CLASSES[heaviest.dog_class];
  const fact = `${words[0].toUpperCase()}${words.slice(1)}, ${STAGES[heaviest.stage]} since ${written(heaviest.since)}`;
  const outranks = "A declaration that is not rescinded stands above license and rabies";
  return byLaw(law.declared?.[heaviest.dog_class], fact, outranks);
}

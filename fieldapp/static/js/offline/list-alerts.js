// The alerts of an animal or an address in the offline list. Pure, and the twin of services/alerts.py, without names.

import { written } from "./days.js";
import { CLASSES, STAGES } from "./standing.js";

const KINDS = [
  "tag_not_valid", "counterfeit", "declaration", "may_not_reenter", "owner_barred", "rescinded", "recorded_dead",
  "list_differs",
]; // prettier-ignore
const TO_KNOW = ["rescinded", "recorded_dead", "list_differs"]; // they ask for no care on the spot
const TAG = { lost: "reported lost", stolen: "reported stolen", destroyed: "reported destroyed", replaced: "replaced" };
const SAYS_CURRENT = ["current", "active", "valid"];
const SAYS_EXPIRED = ["expired", "inactive", "lapsed"];

/** Alerts {rank, kind, text, citation, urgent} of an animal on a law day, the most urgent first. */
export function alertsOf({ tag, declarations, bars, removals, died, listStatus, license }, law, day) {
  const removed = removals.filter((one) => one <= day).sort().at(-1);
  const found = [
    ...ofTag(tag),
    ...declarations.map((one) => ofDeclaration(one, law, day)),
    ...ofRemoval(removed, law, day),
    ...bars.filter((bar) => holds(bar, day)).map(([from]) => ofBar("An owner", from, law, day)),
  ];
  if (died && died <= day) found.push(alert("recorded_dead", `On record as dead since ${written(died)}`));
  if (differs(listStatus, license)) {
    const text = `The list calls this license '${listStatus}'; its dates say otherwise, and the dates count`;
    found.push(alert("list_differs", text));
  }
  return ranked(found);
}

/** Alerts of an address on a law day; `held`: [kind, from, until, ...] with days as texts, `stagesOf` of standing.js. */
export function alertsOfPlace(held, law, day, stageOf) {
  const found = held.filter(([, from, until]) => holds([from, until], day)).flatMap(([kind, from, , dog_class, appealed_on, final_on]) => {
    if (kind === "owner_barred") return [ofBar("Somebody at this address", from, law, day)];
    if (kind === "may_not_reenter") return ofRemoval(from, law, day);
    const one = stageOf({ dog_class, declared_on: from, appealed_on, final_on, rescinded_on: null }, day);
    return one ? [ofDeclaration(one, law, day)] : [];
  }); // prettier-ignore
  return ranked(found);
}

const alert = (kind, text, citation = "") => ({
  rank: KINDS.indexOf(kind) + 1, kind, text, citation, urgent: !TO_KNOW.includes(kind),
}); // prettier-ignore

const ranked = (found) => found.sort((a, b) => a.rank - b.rank);
const holds = ([from, until], day) => from <= day && (until === null || day < until);
const at = (periods, day) => periods.findLast((period) => period.from <= day);

function ofTag(tag) {
  if (!tag || !Object.hasOwn(TAG, tag.state)) return [];
  return [alert("tag_not_valid", `This tag was ${TAG[tag.state]} on ${written(tag.since)}`)];
}

function ofDeclaration({ dog_class, stage, since }, law, day) {
  const citation = at(law.standing, day).declared?.[dog_class]?.citation ?? "";
  const word = CLASSES[dog_class];
  if (stage === "rescinded") return alert("rescinded", `A declaration as ${word} was rescinded on ${written(since)}`, citation);
  const said = stage === "declared" ? "not yet final" : STAGES[stage];
  return alert("declaration", `Declared ${word}: ${said}, since ${written(since)}`, citation);
}

function ofRemoval(removed, law, day) {
  const { words, citation } = at(law.alerts["reentry.forbidden"], day);
  if (!removed || !words) return [];
  return [alert("may_not_reenter", `This dog was removed from the city on ${written(removed)} and may not come back`, citation)];
}

function ofBar(who, from, law, day) {
  const { words, citation } = at(law.alerts["ownership.barred"], day);
  return alert("owner_barred", `${who} ${words?.[0] ?? "may not own a dog"} (since ${written(from)})`, citation);
}

function differs(said, license) {
  const word = said.toLowerCase();
  return (SAYS_CURRENT.includes(word) && license === "expired") || (SAYS_EXPIRED.includes(word) && license === "current");
}

// Does this pen pass the checklist of its city? Pure, and the twin of rules/enclosures.py: it reads the same table (the
// part "enclosures" of a city's law file) and gives the same findings. tests/rules/ runs the same cases against both.

import { compare, decimal, floorDivide, minus, plus, times, written } from "./decimals.js";
import { readPen, UnusablePen } from "./pens.js";

export { UnusablePen };

const SQUARE_INCHES = decimal("144"); // in a square foot
const SHOWN_PLACES = 4; // of a square foot
const COUNTS = ["measured", "seen", "seen while built", "admitted", "document", "video"];
const COMPARE = {
  "at least": (a, b) => compare(a, b) >= 0,
  over: (a, b) => compare(a, b) > 0,
  "at most": (a, b) => compare(a, b) <= 0,
  under: (a, b) => compare(a, b) < 0,
};

/**
 * {status, failed, unknown, findings} of a described pen, as the command `law enclosures` gives it with its amounts
 * written. `table` is {facts, checks}. Throws UnusablePen.
 */
export function judge(described, table) {
  const pen = readPen(described, table.facts);
  const kept = valueOf(pen, "confinement");
  const kinds = kept === null ? [...new Set(table.checks.flatMap((check) => check.groups))] : [];
  const findings = table.checks
    .filter((check) => kept === null || check.groups.includes(kept))
    .map((check) => find(pen, check, kinds.every((kind) => check.groups.includes(kind)) ? [] : ["confinement"]));
  const of = (status) => findings.filter((one) => one.status === status).map((one) => one.check).sort();
  const [failed, unknown] = [of("fail"), of("unknown")];
  return { status: failed.length ? "fail" : unknown.length ? "incomplete" : "pass", failed, unknown, findings };
}

/** The value of a fact that counts; null where it is missing, told or was not possible. */
function valueOf(pen, name) {
  const fact = pen.get(name);
  return fact && COUNTS.includes(fact.how) ? fact.value : null;
}

function find(pen, check, open) {
  const [because, unsettled] = applies(pen, check);
  const looked = LOOK[check.measure](pen, check);
  let status = looked.status;
  let missing = [...looked.missing, ...open, ...unsettled];
  if (because) [status, missing] = ["not_applicable", []];
  else if (status === "pass") missing = [];
  else if (missing.length) status = "unknown";
  return {
    check: check.id,
    status,
    value: shown(looked.value),
    limit: shown(looked.limit),
    unit: check.unit,
    margin: status === "pass" || status === "fail" ? shown(looked.margin) : null,
    clause: check.clause,
    citation: check.citation,
    since: check.since,
    doubt: check.doubt,
    how: how(pen, looked.seen),
    missing,
    because,
  };
}

/** The fact by which the check does not apply ("" where there is none), and the facts that leave it open. */
function applies(pen, check) {
  const unsettled = [];
  for (const condition of check.applies_when) {
    const value = valueOf(pen, condition.field);
    if (value !== null && !holds(condition, value)) return [condition.field, []];
    if (value === null && condition.not_noted === "open") unsettled.push(condition.field);
  }
  return ["", unsettled];
}

function holds(condition, value) {
  if (condition.operator === "is") return value === condition.value;
  if (condition.operator === "is not") return value !== condition.value;
  return COMPARE[condition.operator](value, decimal(condition.value));
}

function lookAtAnswer(pen, check) {
  const limit = check.accepted.length === 1 ? check.accepted[0] : check.accepted;
  const [value, seen] = [valueOf(pen, check.field), [check.field]];
  if (value === null) {
    return { status: "unknown", value: recorded(pen, check.field), limit, margin: null, seen, missing: seen };
  }
  const status = check.accepted.includes(value) ? "pass" : "fail";
  return { status, value, limit, margin: null, seen, missing: [] };
}

function lookAtAmount(pen, check) {
  const value = valueOf(pen, check.field);
  const limit = check.against ? valueOf(pen, check.against) : decimal(check.amount);
  const seen = check.against ? [check.field, check.against] : [check.field];
  if (value === null || limit === null) {
    const missing = seen.filter((name) => valueOf(pen, name) === null);
    return { status: "unknown", value: recorded(pen, check.field), limit, margin: null, seen, missing };
  }
  return { ...against(value, check.comparison, limit), value, limit, seen, missing: [] };
}

function against(value, comparison, limit) {
  const least = comparison === "at least" || comparison === "over";
  const margin = least ? minus(value, limit) : minus(limit, value);
  return { status: COMPARE[comparison](value, limit) ? "pass" : "fail", margin };
}

function lookAtFloor(pen, check) {
  const floor = squareInches(pen);
  const animals = check.per_animal ? valueOf(pen, "animals") : decimal("1");
  const seen = check.per_animal ? [...floor.seen, "animals"] : floor.seen;
  const missing = animals === null ? [...floor.missing, "animals"] : floor.missing;
  const limit = animals && times(decimal(check.amount), animals);
  const value = floor.area && squareFeet(floor.area);
  if (!floor.area || !limit) return { status: "unknown", value, limit, margin: null, seen, missing };
  const { status, margin } = against(floor.area, check.comparison, times(limit, SQUARE_INCHES));
  return { status, value, limit, margin: squareFeet(margin), seen, missing: [] };
}

/** The floor where it is known, the facts that it rests on, and those that are missing. */
function squareInches(pen) {
  const several = ["rectangles_in"];
  const rectangles = valueOf(pen, "rectangles_in");
  if (rectangles) {
    if (rectangles.flat().includes(null)) return { area: null, seen: several, missing: several };
    return { area: rectangles.map(([a, b]) => times(a, b)).reduce(plus), seen: several, missing: [] };
  }
  const seen = ["length_in", "width_in"];
  const sides = seen.map((name) => valueOf(pen, name));
  if (!sides.includes(null)) return { area: times(...sides), seen, missing: [] };
  if (pen.has("rectangles_in")) return { area: null, seen: several, missing: several };
  return { area: null, seen, missing: seen.filter((name) => valueOf(pen, name) === null) };
}

/** Rounded down, so that what falls short never looks as if it did not. */
const squareFeet = (area) => floorDivide(area, SQUARE_INCHES, SHOWN_PLACES);

/** A value that does not count (told), to be shown beside the check that stays unknown. */
const recorded = (pen, name) => pen.get(name)?.value ?? null;

const how = (pen, names) => [...new Set(names.filter((name) => pen.has(name)).map((name) => pen.get(name).how))].join(", ");

/** As findings hold it: an amount written, anything else as it is. */
const shown = (value) => (value !== null && typeof value === "object" && "digits" in value ? written(value) : value);

const LOOK = { answer: lookAtAnswer, amount: lookAtAmount, "floor area": lookAtFloor };

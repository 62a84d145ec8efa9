// How a reading from the offline list is said. Pure, and the twin of web/wording.py where that says the same.

import { written } from "./days.js";
import { CLASSES, STAGES } from "./standing.js";

const SEXES = { "male true": "neutered male", "male false": "intact male", "female true": "spayed female", "female false": "intact female" };

/** Sex, color, breed and size in one line, leaving out what is not known. */
export function described({ sex, altered, color, breed, species, size }) {
  const said = altered === null ? sex : (SEXES[`${sex} ${altered}`] ?? sex);
  const coat = [color, breed || species].filter(Boolean).join(" ");
  const words = [said, coat, size].filter(Boolean).join(", ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The line under the status word: the declaration's stage, or license and rabies, or what the word means. */
export function beneath({ status, declaration, license, rabies }) {
  if (status === "TAG NOT ISSUED") return "The city made this tag and has not given it to an animal.";
  if (declaration && /DANGEROUS/.test(status)) return declaredWords(declaration);
  if (!license || !rabies) return "";
  return `License ${licenseWords(license)} · rabies ${rabiesWords(rabies)}`.replace("License none on record", "No license on record");
}

function declaredWords({ class: dogClass, stage, since }) {
  const [words, day] = [CLASSES[dogClass], written(since)];
  return stage === "declared" ? `Declared ${words} on ${day}` : `Declared ${words} · ${STAGES[stage]} since ${day}`;
}

export function licenseWords({ status, for_life, expires }) {
  if (status === "current") return for_life ? "for life" : expires ? `to ${written(expires)}` : "current";
  if (status === "expired") return expires ? `expired ${written(expires)}` : "expired";
  return { none: "none on record", "not needed": "not needed" }[status] ?? "not known";
}

export function rabiesWords({ status, valid_until, asked }) {
  const words =
    {
      current: valid_until ? `to ${written(valid_until)}` : "current",
      lapsed: valid_until ? `lapsed ${written(valid_until)}` : "lapsed",
      "not yet current": "not yet current",
      "not asked": "not asked here",
    }[status] ?? "not known";
  return ["lapsed", "not yet current"].includes(status) && !asked ? `${words}, not asked here` : words;
}

/** A time as an officer says it: "06:10 today", "22:40 yesterday", else with the day. By the phone's own zone. */
export function timeWords(time, now = new Date()) {
  const then = new Date(time);
  const hour = `${String(then.getHours()).padStart(2, "0")}:${String(then.getMinutes()).padStart(2, "0")}`;
  const ago = Math.round((midnight(now) - midnight(then)) / 86_400_000);
  if (ago === 0) return `${hour} today`;
  if (ago === 1) return `${hour} yesterday`;
  const day = then.toLocaleDateString("en-US", { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  return `${hour} on ${day}`;
}

const midnight = (time) => new Date(time.getFullYear(), time.getMonth(), time.getDate());

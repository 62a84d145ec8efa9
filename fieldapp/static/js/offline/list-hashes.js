// How a number or an address is folded, and the keyed hashes by which it is found in the offline list. Pure, and the twin
// of tables/keys.py and services/offline_list/hashes.py; tests/offline_list/ runs both.

import { b64u, utf8 } from "./bytes.js";

const LABEL = /^\s*(?:#|№|(?:no|nr|num|number|tag|license|licence|lic|chip)\b\.?)[\s:#.]*/i;
const HASH_BYTES = 6;
const SHORT = new Map(Object.entries({
  avenue: "ave", street: "st", road: "rd", drive: "dr", lane: "ln", court: "ct", place: "pl", boulevard: "blvd",
  circle: "cir", terrace: "ter", parkway: "pkwy", highway: "hwy", trail: "trl", north: "n", south: "s", east: "e",
  west: "w", northeast: "ne", northwest: "nw", southeast: "se", southwest: "sw", apartment: "apt", suite: "ste",
})); // prettier-ignore

const plain = (text) => text.normalize("NFKD").replace(/[\p{M}\p{Cf}]/gu, "");
const zeros = (text) => text.replaceAll("O", "0").replace(/^0+/, "");

/** A number without case, spaces, dashes and leading zeros; O counts as 0. */
export const numberKey = (text) => zeros(plain(text).toUpperCase().replace(/[^A-Z0-9]+/g, ""));

/** The same, each part freed of its leading zeros; a dot joins them. */
export const numberRuns = (text) =>
  plain(text).toUpperCase().split(/[^A-Z0-9]+/).map(zeros).filter(Boolean).join("."); // prettier-ignore

/** A number without what people write before it: "Tag 26-17" is "26-17". */
export function withoutLabel(text) {
  for (let label; (label = LABEL.exec(text)) && /\p{Nd}/u.test(text.slice(label[0].length)); ) text = text.slice(label[0].length);
  return text;
}

/** [house number or null, the street's key] of an address: "4127 Sample Avenue N, Apt 2". */
export function houseAndStreet(text) {
  const words = plain(text.split(",", 1)[0]).toLowerCase().replaceAll("ß", "ss").replace(/[^a-z0-9#/ -]+/g, " ").split(/ +/);
  const [first, ...rest] = words.filter(Boolean).map((word) => SHORT.get(word) ?? word);
  const digits = /^\d{1,6}/.exec(first ?? "");
  if (!digits || !rest.length) return [null, [first, ...rest].join(" ")];
  return [Number(digits[0]), rest.join(" ").split(/ (?:apt|unit|ste|#)/)[0]];
}

/** hash(kind, text) under the key of a list. */
export async function hashesBy(key) {
  const hmac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (kind, text) => b64u((await crypto.subtle.sign("HMAC", hmac, utf8(`${kind}\n${text}`))).slice(0, HASH_BYTES));
}

/** The hashes under which a number may stand. */
export async function hashesOfNumber(hash, text) {
  const [whole, runs] = [numberKey(text), numberRuns(text)];
  if (!whole) return [];
  return Promise.all([hash("number", whole), ...(runs.includes(".") ? [hash("runs", runs)] : [])]);
}

/** The hash of an address, "" where it has no house number. */
export async function hashOfPlace(hash, text) {
  const [house, street] = houseAndStreet(text);
  return house === null ? "" : hash("place", `${house} ${street}`);
}

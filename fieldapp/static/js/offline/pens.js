// A pen as it is described: from loose values to facts that the checks can trust. Pure, and the twin of rules/pens.py:
// it takes and refuses the same values with the same words. An amount that is no whole number should come as a text.

import { compare, decimal } from "./decimals.js";

const HOW = ["measured", "seen", "seen while built", "admitted", "document", "video", "told", "not possible"];
const LARGEST = decimal("1000000");
const ONE = decimal("1");
const MOST_DECIMALS = 30;
const MOST_RECTANGLES = 100;
const WRITTEN = /^[0-9]{1,7}(\.[0-9]{1,30})?$/;

/** A described pen cannot be judged: `field` holds a value that is none, for the reason in `sentence`. */
export class UnusablePen extends Error {
  constructor(field, sentence) {
    super(`${field}: ${sentence}`);
    this.field = field;
    this.sentence = sentence;
  }
}

/** A Map from name to {value, how} of the facts in `raw`; `known` are the facts of a city's table. Throws UnusablePen. */
export function readPen(raw, known) {
  const facts = new Map();
  for (const [name, given] of Object.entries(raw)) {
    const fact = known.find((one) => one.name === name);
    if (!fact) throw new UnusablePen(name, "is no fact of a pen");
    const read = readFact(fact, given);
    if (read) facts.set(name, read);
  }
  return facts;
}

const isTable = (given) => typeof given === "object" && given !== null && !Array.isArray(given);
const isNothing = (given) => given === null || given === undefined;

function readFact(known, given) {
  let how = known.type === "amount" || known.type === "rectangles" ? "measured" : "seen";
  let plain = given;
  if (isTable(given)) {
    how = howKnown(known.name, given, how);
    if (isNothing(given.value)) return { value: null, how };
    plain = given.value;
  }
  const value = isNothing(plain) ? null : READ[known.type](known, plain);
  return value === null ? null : { value, how };
}

function howKnown(name, given, otherwise) {
  if (!Object.keys(given).every((key) => ["value", "how", "words"].includes(key))) {
    throw new UnusablePen(name, "holds more than a value, how it is known, and words");
  }
  const { how = otherwise, words = "" } = given;
  if (!HOW.includes(how)) throw new UnusablePen(name, `how it is known is none of ${HOW.join(", ")}`);
  if (typeof words !== "string") throw new UnusablePen(name, "the words beside it are no text");
  return how;
}

function readAmount(known, given) {
  const isText = typeof given === "string" && WRITTEN.test(given);
  const amount = isText || typeof given === "number" ? decimal(String(given)) : null;
  if (given === Infinity) throw new UnusablePen(known.name, "is larger than any pen");
  if (given === -Infinity) throw new UnusablePen(known.name, "is negative");
  if (!amount) throw new UnusablePen(known.name, "is no number");
  if (amount.digits < 0n) throw new UnusablePen(known.name, "is negative");
  if (compare(amount, LARGEST) > 0) throw new UnusablePen(known.name, "is larger than any pen");
  if (amount.places > MOST_DECIMALS) throw new UnusablePen(known.name, "is finer than anybody measures");
  return amount;
}

function readCount(known, given) {
  const count = readAmount(known, given);
  if (count.digits % 10n ** BigInt(count.places) !== 0n || compare(count, ONE) < 0) {
    throw new UnusablePen(known.name, "is no whole number from 1");
  }
  return count;
}

function readYesOrNo(known, given) {
  if (typeof given !== "boolean") throw new UnusablePen(known.name, "is neither true nor false");
  return given;
}

function readWord(known, given) {
  if (!known.options.includes(given)) throw new UnusablePen(known.name, `is none of ${known.options.join(", ")}`);
  return given;
}

function readRectangles(known, given) {
  if (!Array.isArray(given) || given.length > MOST_RECTANGLES) {
    throw new UnusablePen(known.name, "is no list of rectangles");
  }
  if (!given.every((sides) => Array.isArray(sides) && sides.length === 2)) {
    throw new UnusablePen(known.name, "holds something other than a length and a width");
  }
  const read = given.map((sides) => sides.map((side) => (isNothing(side) ? null : readAmount(known, side))));
  return read.length ? read : null;
}

const READ = {
  amount: readAmount,
  count: readCount,
  "yes or no": readYesOrNo,
  word: readWord,
  rectangles: readRectangles,
};

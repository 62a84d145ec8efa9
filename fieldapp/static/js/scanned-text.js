// What a scanned text is: a tag's code, a number as cities print it, or a text that is none of ours. Pure, and the twin
// of media/scanned.py: tests/tags/scanned_texts.json runs against both. A text is recognized here, never followed.

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SPACE = /^[ \t\r\n\v\f]+|[ \t\r\n\v\f]+$/g;
const TAG_ADDRESS = /^([hH][tT][tT][pP][sS]?):\/\/([a-zA-Z0-9.-]+(?::[0-9]{1,5})?)\/[tT]\/([a-zA-Z0-9-]{1,24})\/?$/;
const NUMBER = /^[A-Za-z0-9]+(?:[ -]{1,2}[A-Za-z0-9]+)*(?:\/[0-9]+)?$/;
const LONGEST_NUMBER = 24;
const DEFAULT_PORT = { http: ":80", https: ":443" };
const timesA = (value) => ((value << 1) & 32 ? (value << 1) ^ 0b100101 : value << 1);

/** The check symbol of nine symbols of the alphabet: c = a^1 d1 + ... + a^9 d9 in GF(32). */
export function checkCharacter(payload) {
  let total = 0;
  for (const symbol of [...payload].reverse()) total = timesA(total ^ ALPHABET.indexOf(symbol));
  return ALPHABET[total];
}

/** The ten symbols of a code as typed or read, or null; O is read as 0, I and L as 1. */
export function readCode(text) {
  if (!/^[\x20-\x7e\t]*$/.test(text)) return null;
  const folded = text.replace(/[ \t-]+/g, "").toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
  if (!/^[0-9A-HJKMNP-TV-Z]{10}$/.test(folded)) return null;
  return checkCharacter(folded.slice(0, 9)) === folded[9] ? folded : null;
}

/** {kind: "code" | "number" | "foreign", value} of a text; `hosts` are all that our tags name or ever named. */
export function recognize(text, hosts) {
  const trimmed = text.replace(SPACE, "");
  const address = TAG_ADDRESS.exec(trimmed);
  if (!address) return bare(trimmed, trimmed);
  const [, scheme, host, last] = address;
  const plain = host.toLowerCase();
  const port = DEFAULT_PORT[scheme.toLowerCase()];
  const named = plain.endsWith(port) ? plain.slice(0, -port.length) : plain;
  const known = hosts.some((ours) => ours.toLowerCase() === named);
  return known ? bare(last, trimmed) : { kind: "foreign", value: trimmed };
}

function bare(text, whole) {
  const code = readCode(text);
  if (code) return { kind: "code", value: code };
  if (text.length <= LONGEST_NUMBER && NUMBER.test(text) && /[0-9]/.test(text)) return { kind: "number", value: text };
  return { kind: "foreign", value: whole };
}

/** Of all texts in one picture the one to use: ours before foreign; several different tags of ours are "several". */
export function choose(texts, hosts) {
  const read = texts.map((text) => recognize(text, hosts));
  const ours = new Map(read.filter((one) => one.kind !== "foreign").map((one) => [`${one.kind} ${one.value}`, one]));
  if (ours.size > 1) return { kind: "several", value: "" };
  return [...ours.values()][0] ?? read[0] ?? null;
}

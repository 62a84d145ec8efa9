// What a form of the road holds: all of it for a draft, and the payload of its record. Names with "-" are groups.
//
// data-as="integer" | "time" | "null"   how a text becomes a value of the payload
// data-needed="sentence"                without it the record is not sealed; data-needed-if="ended=other": only then

/** Fields of the record itself, or of the plain form only: they are no part of the payload. */
const OUTSIDE = new Set([
  "record", "city", "city_by", "place_lat", "place_lon", "place_accuracy", "place_at", "photos", "photo_kind", "photo_kind_of",
]); // prettier-ignore

const controls = (form) => [...form.elements].filter((one) => one.name && !["file", "submit", "button"].includes(one.type));

const isChoice = ({ type }) => type === "radio" || type === "checkbox";

/** {name: text, or list of ticked values} of everything in the form. */
export function fieldsOf(form) {
  const fields = {};
  for (const control of controls(form)) {
    if (control.name === "record") continue;
    if (control.type === "checkbox") (fields[control.name] ??= []).push(...(control.checked ? [control.value] : []));
    else if (control.type !== "radio") fields[control.name] = control.value;
    else if (control.checked) fields[control.name] = control.value;
    else fields[control.name] ??= "";
  }
  return fields;
}

/** The names of fields that are other than the page brought them. */
export function touchedNames(form) {
  const touched = (one) => (isChoice(one) ? one.checked !== one.defaultChecked : one.value !== one.defaultValue);
  return new Set(controls(form).filter(touched).map(({ name }) => name));
}

/** Put back what `fieldsOf` gave, but for the names in `except`; fields that the form no longer has are left out. */
export function restore(form, fields, except = new Set()) {
  for (const control of controls(form)) {
    const value = fields[control.name];
    if (value === undefined || except.has(control.name)) continue;
    if (isChoice(control)) control.checked = [value].flat().includes(control.value);
    else control.value = value;
  }
}

/** The payload: nested by "-", texts trimmed. */
export function payloadOf(form) {
  const payload = {};
  for (const [name, value] of Object.entries(fieldsOf(form))) {
    if (OUTSIDE.has(name)) continue;
    const path = name.split("-");
    const last = path.pop();
    const place = path.reduce((within, part) => (within[part] ??= {}), payload);
    place[last] = read(form.elements[name].dataset?.as, value);
  }
  return payload;
}

function read(as, value) {
  if (Array.isArray(value)) return value;
  const text = value.trim();
  if (as === "integer") return /^\d{1,15}$/.test(text) ? Number(text) : null;
  if (as === "time") return instantOf(text);
  return as === "null" ? text || null : text;
}

/** A local day and time as an instant in UTC, "" where it is none. */
function instantOf(text) {
  const read = new Date(text);
  return Number.isNaN(read.getTime()) ? "" : read.toISOString();
}

/** The present minute as a field of day and time shows it. */
export function localNow(now = new Date()) {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** [{control, words}] of what is still needed, in the order of the form. */
export function missingOf(form) {
  const fields = fieldsOf(form);
  const told = new Set();
  return controls(form).filter((control) => {
    const { needed, neededIf, as } = control.dataset;
    if (!needed || told.has(control.name) || !applies(neededIf, fields)) return false;
    told.add(control.name);
    const value = fields[control.name];
    return as === "time" ? !instantOf(value) : !value.length || !String(value).trim();
  }).map((control) => ({ control, words: control.dataset.needed })); // prettier-ignore
}

function applies(condition, fields) {
  if (!condition) return true;
  const [name, value] = condition.split("=");
  return fields[name] === value;
}

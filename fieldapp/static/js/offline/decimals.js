// Exact decimals: a whole number and how many of its digits stand behind the point. Pure; no floating point anywhere.

const FORM = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-]?[0-9]{1,3}))?$/i;

/** The decimal that a text such as "59.75" or "1e-7" is, or null. */
export function decimal(text) {
  const found = FORM.exec(text);
  if (!found) return null;
  const [, sign, whole, fraction = "", exponent = "0"] = found;
  const digits = BigInt(whole + fraction) * (sign ? -1n : 1n);
  const places = fraction.length - Number(exponent);
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places };
}

const at = (amount, places) => amount.digits * 10n ** BigInt(places - amount.places);

function together(a, b) {
  const places = Math.max(a.places, b.places);
  return [at(a, places), at(b, places), places];
}

export function plus(a, b) {
  const [x, y, places] = together(a, b);
  return { digits: x + y, places };
}

export function minus(a, b) {
  const [x, y, places] = together(a, b);
  return { digits: x - y, places };
}

export const times = (a, b) => ({ digits: a.digits * b.digits, places: a.places + b.places });

/** Below 0, 0 or above 0 where a is less than, equal to or more than b. */
export function compare(a, b) {
  const [x, y] = together(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** a / b (b above 0) with so many places, rounded down, below 0 too. */
export function floorDivide(a, b, places) {
  const above = a.digits * 10n ** BigInt(places + b.places);
  const below = b.digits * 10n ** BigInt(a.places);
  const cut = above / below;
  return { digits: above < 0n && cut * below !== above ? cut - 1n : cut, places };
}

/** The shortest form without an exponent: "59.75", "100", "-0.25", "0". */
export function written(amount) {
  if (amount.digits === 0n) return "0";
  const sign = amount.digits < 0n ? "-" : "";
  const digits = (amount.digits < 0n ? -amount.digits : amount.digits).toString().padStart(amount.places + 1, "0");
  const point = digits.length - amount.places;
  const fraction = digits.slice(point).replace(/0+$/, "");
  return sign + digits.slice(0, point) + (fraction && `.${fraction}`);
}

// Law days as texts ("2026-11-30"), which sort as days do. Pure, and the twin of rules/days.py; no Date, no time zone.

const MONTHS = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
  "December",
];
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export const FIRST_DAY = "0001-01-01"; // before every other
export const LAST_DAY = "9999-12-31";

const parts = (day) => day.split("-").map(Number);
const text = (year, month, day) =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

function lengthOf(year, month) {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return LENGTHS[month - 1] + (leap ? 1 : 0);
}

/** The same day of the month so many months later, or the last day of a shorter month; never past the last day. */
export function addMonths(from, months) {
  const [year, month, day] = parts(from);
  const index = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1];
  return toYear > 9999 ? LAST_DAY : text(toYear, toMonth, Math.min(day, lengthOf(toYear, toMonth)));
}

export const addYears = (from, years) => addMonths(from, 12 * years);

/** So many days later (a few weeks at most); never past the last day. */
export function addDays(from, days) {
  let [year, month, day] = parts(from);
  day += days;
  while (day > lengthOf(year, month)) {
    day -= lengthOf(year, month);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
  return year > 9999 ? LAST_DAY : text(year, month, day);
}

/** A day as it is printed: "14 May 2028". */
export function written(day) {
  const [year, month, of] = parts(day);
  return `${of} ${MONTHS[month - 1]} ${year}`;
}

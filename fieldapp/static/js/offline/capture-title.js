// What the list of waiting records calls a record: data-title, with data-title-from (a field of choices) and
// data-title-with (fields of words: the first two that are filled), so that thirty of a day can be told apart.

const MOST = 40; // characters of one field

export function titleOf(form) {
  const { title, titleFrom, titleWith = "" } = form.dataset;
  const chosen = form.querySelector(`[name="${titleFrom}"]:checked`);
  const words = chosen?.closest("label").textContent.trim();
  const told = titleWith.split(" ").map((name) => shortened(form.elements[name]?.value ?? "")).filter(Boolean);
  return [words ? `${title}: ${words.toLowerCase()}` : title, ...told.slice(0, 2)].join(" · ");
}

/** Words in one line. */
function shortened(words) {
  const all = [...words.trim().replace(/\s+/g, " ")];
  return all.length > MOST ? `${all.slice(0, MOST - 1).join("").trimEnd()}…` : all.join("");
}

// What follows a scan: our code opens its page, a number is looked up, any other text is shown as text and never followed.
import { choose } from "./scanned-text.js";

/** The hosts that the page names for its scanner. */
export function hostsOf(element) {
  return (element.closest("[data-hosts]")?.dataset.hosts ?? "").split(" ").filter(Boolean);
}

/** Act on the texts of one picture. True where the page is about to change, false where scanning goes on. */
export function follow(texts, element) {
  const found = choose(texts, hostsOf(element));
  if (!found) return false;
  if (found.kind === "code") {
    tell("Tag found. Opening its page.");
    location.assign(`/t/${found.value}`);
    return true;
  }
  if (found.kind === "number") {
    const form = document.querySelector("[data-number-form]");
    form.querySelector("[name=text]").value = found.value;
    tell(`Looking for ${found.value}.`);
    form.requestSubmit();
    return true;
  }
  if (found.kind === "several") tell("More than one tag is in the picture. Show one at a time.");
  else showForeign(found.value);
  return false;
}

/** Say something below the viewer, to eyes and to a screen reader; once, while it stays the same. */
export function tell(words) {
  const place = document.querySelector("[data-scan-words]");
  if (place.textContent !== words) place.textContent = words;
}

function showForeign(text) {
  const panel = document.querySelector("[data-foreign]");
  tell("This is not the city’s code.");
  panel.querySelector("[data-foreign-text]").textContent = text;
  panel.hidden = false;
}

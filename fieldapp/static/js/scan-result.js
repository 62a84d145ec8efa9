// What follows a scan: our code opens its page, a number is looked up, any other text is shown as text and never followed.
// Without a signal this phone's list answers, where it holds one. For a form that asked, the tag only goes back there.
import { hasList } from "./offline/list.js";
import { showFromList } from "./offline/list-page.js";
import { hasSignal } from "./offline/signal.js";
import { formThatAsked, hostsOfPage } from "./scan-for.js";
import { choose, recognize } from "./scanned-text.js";

/** Act on the texts of one picture. True where the page is about to change, false where scanning goes on. */
export function follow(texts) {
  const found = choose(texts, hostsOfPage());
  if (!found) return false;
  const back = ["code", "number"].includes(found.kind) && formThatAsked();
  if (back) {
    tell("Tag found. Going back to the form.");
    location.replace(back(found.value));
    return true;
  }
  if (found.kind === "code") {
    tell("Tag found. Opening its page.");
    answerFromList({ code: found.value }).then((answered) => answered || location.assign(`/t/${found.value}`));
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

/** Whether there is no signal and this phone's list answered instead. */
async function answerFromList(asked) {
  try {
    if (!(await hasList()) || (await hasSignal())) return false;
    await showFromList(asked);
  } catch (fault) {
    console.warn("no answer from the list", fault);
    return false;
  }
  if (document.querySelector("[data-scan-words]")) tell("No signal: this is from the list of this phone.");
  return true;
}

/** The form for a number: sent as ever with a signal, answered by this phone's list without one. */
export function wireNumberForm(form) {
  let isSending = false;
  form.addEventListener("submit", async (event) => {
    const typed = form.querySelector("[name=text]").value.trim();
    if (isSending || !typed) return undefined;
    event.preventDefault();
    const found = recognize(typed, hostsOfPage());
    isSending = true;
    const answered = await answerFromList(found.kind === "code" ? { code: found.value, number: typed } : { number: typed });
    if (!answered) form.requestSubmit();
    isSending = false;
    return undefined;
  });
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

// The scanner that a form opened: the tag goes back into that form's draft instead of being looked up.

import { recognize } from "./scanned-text.js";

const FORM = /^\/[a-z]+(\/[a-z0-9]+)*$/; // an address of ours, so never another host's
const DRAFT = /^[0-9a-f-]{36}$/;

/** What gives the address of the form that opened this scanner, with a tag or "" for none; null where no form did. */
export function formThatAsked() {
  const asked = new URLSearchParams(location.search);
  const [form, draft] = [asked.get("for") ?? "", asked.get("draft") ?? ""];
  if (!FORM.test(form) || !DRAFT.test(draft)) return null;
  return (tag) => `${form}?draft=${draft}${tag ? `&scanned=${encodeURIComponent(tag)}` : ""}`;
}

/** The hosts that the page names for its scanner. */
export function hostsOfPage() {
  return (document.querySelector("[data-hosts]")?.dataset.hosts ?? "").split(" ").filter(Boolean);
}

/** [data-scan-for]: says whom the tag is for, with a link that goes back without one; a number that is typed goes back too. */
export function wireScanFor(block) {
  const back = formThatAsked();
  if (!back) return;
  document.addEventListener("submit", (event) => takeNumber(event, back), true); // before the number is looked up
  block.querySelector("a").href = back("");
  block.hidden = false;
}

function takeNumber(event, back) {
  const typed = event.target.matches("[data-number-form]") && event.target.querySelector("[name=text]").value.trim();
  if (!typed) return;
  event.preventDefault();
  event.stopPropagation();
  const { kind, value } = recognize(typed, hostsOfPage());
  location.replace(back(kind === "code" ? value : typed));
}

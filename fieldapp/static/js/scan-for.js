// The scanner that a form opened: the tag goes back into that form's draft instead of being looked up.

const FORM = /^\/[a-z]+(\/[a-z0-9]+)*$/; // an address of ours, so never another host's
const DRAFT = /^[0-9a-f-]{36}$/;

/** What gives the address of the form that opened this scanner, with a tag or "" for none; null where no form did. */
export function formThatAsked() {
  const asked = new URLSearchParams(location.search);
  const [form, draft] = [asked.get("for") ?? "", asked.get("draft") ?? ""];
  if (!FORM.test(form) || !DRAFT.test(draft)) return null;
  return (tag) => `${form}?draft=${draft}${tag ? `&scanned=${encodeURIComponent(tag)}` : ""}`;
}

/** [data-scan-for]: says whom the tag is for, with a link that goes back without one. */
export function wireScanFor(block) {
  const back = formThatAsked();
  if (!back) return;
  block.querySelector("a").href = back("");
  block.hidden = false;
}

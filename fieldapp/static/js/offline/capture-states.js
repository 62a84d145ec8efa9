// What a form of the road says of itself: brought back, read only, not set up, wrong, sealed.

import { listDrafts } from "./drafts.js";
import { wayOf } from "./how-it-goes.js";
import { list, watch } from "./outbox.js";

const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });

/** A time as people say it: today's by the clock, others with their day. */
export function said(instant) {
  const then = new Date(instant);
  return (then.toDateString() === new Date().toDateString() ? clock : day).format(then);
}

export class States {
  constructor(form) {
    this.form = form;
    this.place = document.querySelector("[data-capture-states]");
    this.done = document.querySelector("[data-sealed]");
    this.place.hidden = false;
  }

  show(name, on = true) {
    const state = this.place.querySelector(`[data-state=${name}]`);
    if (state) state.hidden = !on;
    else if (on) this.wrong("Nobody is signed in on this phone. Sign in with a signal; what you type stays on this page.");
  }

  part(name) {
    return this.place.querySelector(`[data-part=${name}]`);
  }

  readOnly(on, take) {
    this.show("read-only", on);
    this.form.inert = on;
    if (on) this.place.querySelector("[data-capture-take]").onclick = take;
  }

  /** The drafts of this kind that were left, and when this one was. */
  async others(kind, own) {
    const drafts = await listDrafts(kind);
    const mine = drafts.find(({ id }) => id === own);
    if (mine) this.part("left-at").textContent = said(mine.saved_at);
    const left = drafts.filter(({ id }) => id !== own);
    this.show("others", left.length > 0);
    this.part("others").replaceChildren(...left.map((draft) => this.link(draft)));
  }

  link({ id, saved_at, photos }) {
    const link = document.createElement("a");
    link.className = "row-link";
    link.href = `${location.pathname}?draft=${encodeURIComponent(id)}`;
    link.textContent = `Go on with the one of ${said(saved_at)}${photos ? `, ${photos === 1 ? "1 photo" : `${photos} photos`}` : ""}`;
    const line = document.createElement("li");
    line.append(link);
    return line;
  }

  wrong(words) {
    const place = this.form.querySelector("[data-capture-wrong]");
    place.textContent = words;
    place.hidden = !words;
    for (const control of this.form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  }

  /** What is still needed; the first of it gets the focus. */
  missing(all) {
    this.wrong(all.map(({ words }) => words).join(" "));
    for (const { control } of all) control.setAttribute("aria-invalid", "true");
    all[0].control.focus();
    all[0].control.scrollIntoView({ block: "center" });
  }

  /** The record `id` is on this phone, called `words`; and what becomes of it while this page is shown. */
  async sealed(words, id) {
    const say = async () => this.way(wayOf((await list()).find((one) => one.id === id)));
    await say().catch(() => {}); // before it is shown, so that nothing untrue flashes by
    this.form.hidden = true;
    this.place.hidden = true;
    this.done.querySelector("[data-part=facts]").textContent = `${words}.`;
    this.done.hidden = false;
    this.done.focus();
    watch(() => say().catch(() => {}));
  }

  way(said) {
    for (const [name, words] of Object.entries(said)) {
      const part = this.done.querySelector(`[data-part=${name}]`);
      if (part.textContent !== words) part.textContent = words; // said aloud only when it changes
    }
  }
}

// The form around a picker: it sends the photos one by one in their order, once, and leads to sign-in where that ended.
import { send } from "./photo-sending.js";

const NO_KIND = "Say what the photos show: for all of them above, or for each.";
const NO_PHOTO = "Take or choose one or more photos first.";

export function sendFrom(picker) {
  const form = picker.element.querySelector("form");
  const sending = new Sending(picker, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sending.run();
  });
  picker.element.addEventListener("photo-retry", ({ detail }) => sending.run([detail]));
  addEventListener("beforeunload", (event) => {
    if (picker.waiting().length || sending.running) event.preventDefault();
  });
}

class Sending {
  constructor(picker, form) {
    Object.assign(this, { picker, form, running: false, parts: picker.parts });
    this.button = form.querySelector("[type=submit]");
  }

  /** Send `chosen`, or everything that waits. A second call while one runs does nothing, so a double tap sends once. */
  async run(chosen) {
    if (this.running) return;
    this.running = true;
    this.button.setAttribute("aria-disabled", "true");
    this.wrong("");
    try {
      await this.picker.settled();
      const photos = chosen ?? this.picker.waiting();
      if (this.mayStart(photos)) await this.sendAll(photos);
    } finally {
      this.running = false;
      this.button.removeAttribute("aria-disabled");
    }
  }

  mayStart(photos) {
    const without = photos.find((photo) => !this.kindOf(photo));
    if (!photos.length) this.wrong(NO_PHOTO, this.parts.controls.querySelector("input[multiple]"));
    else if (without) this.wrong(NO_KIND, this.form.elements.kind[0]);
    return photos.length && !without;
  }

  kindOf(photo) {
    return photo.kind || this.form.elements.kind.value;
  }

  async sendAll(photos) {
    let stored = 0;
    for (const photo of photos) {
      const outcome = await this.sendOne(photo);
      if (outcome.end === "stored") stored++;
      if (outcome.end === "signed out") break;
    }
    const left = this.picker.waiting().length;
    const first = stored === 1 ? "1 photo was added." : `${stored || "No"} photos were added.`;
    this.picker.say(left ? `${first} ${left === 1 ? "1 is" : `${left} are`} not sent yet and still in this list.` : first);
    this.parts.done.hidden = !this.picker.photos.some((photo) => photo.state === "stored");
  }

  async sendOne(photo) {
    this.picker.set(photo, "sending", "Sending: 0 %");
    this.picker.say(`Sending ${photo.name}.`);
    const kind = this.kindOf(photo);
    const sent = { ...photo, kind };
    const outcome = await send(this.form.action, sent, (part) => photo.row.progress(part));
    photo.again = sent.again;
    if (outcome.end === "signed out") this.parts["signed-out"].hidden = false;
    else if (outcome.end === "stored") this.parts["signed-out"].hidden = true;
    const state = outcome.end === "signed out" ? "failed" : outcome.end;
    this.picker.set(photo, state, state === "stored" ? this.storedWords(kind) : outcome.words);
    return outcome;
  }

  storedWords(kind) {
    const label = this.form.querySelector(`input[name=kind][value="${kind}"]`)?.closest("label");
    return `Added: ${label?.textContent.trim() ?? kind}.`;
  }

  wrong(words, control) {
    this.parts.wrong.textContent = words;
    this.parts.wrong.hidden = !words;
    control?.focus();
  }
}

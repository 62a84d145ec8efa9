// One photo of the list: its preview, what is said of it, its kind, and the buttons to remove it or to try again.

/** A row made from the page's <template>. `photo` is what photo-picker.js keeps of it. */
export class PhotoRow {
  constructor(template, photo, { remove, retry, kind }) {
    this.element = template.content.firstElementChild.cloneNode(true);
    this.parts = Object.fromEntries([...this.element.querySelectorAll("[data-part]")].map((e) => [e.dataset.part, e]));
    this.parts.name.textContent = photo.name;
    const called = { remove: "Remove", retry: "Send again", kind: "What it shows", progress: "Sent" };
    for (const [part, words] of Object.entries(called)) this.parts[part].setAttribute("aria-label", `${words}: ${photo.name}`);
    this.parts.remove.addEventListener("click", () => remove(photo));
    this.parts.retry.addEventListener("click", () => retry(photo));
    this.parts.kind.addEventListener("change", () => kind(photo, this.parts.kind.value));
    this.state("reading", "Reading the photo.");
  }

  /** Say where the photo is on its way, in words: reading, ready, sending, stored, failed or refused. */
  state(name, words) {
    this.element.dataset.state = name;
    this.parts.words.textContent = words;
    this.parts.words.classList.toggle("error", name === "failed" || name === "refused");
    this.parts.progress.hidden = name !== "sending";
    this.parts.retry.hidden = name !== "failed";
    this.parts.remove.hidden = name === "sending" || name === "stored";
    this.parts["kind-field"].hidden = !["reading", "ready", "failed"].includes(name);
  }

  /** `part` from 0 to 1 of the bytes are sent; null: all are, and the server is at work. */
  progress(part) {
    const percent = part === null ? 100 : Math.floor(part * 100);
    this.parts.progress.value = percent;
    this.parts.words.textContent = part === null ? "Sent. The server is checking it." : `Sending: ${percent} %`;
  }

  /** What this page found: sentences about how it looks, and its size and type. */
  found(facts, sentences) {
    this.parts.facts.textContent = facts;
    this.parts.look.replaceChildren(
      ...sentences.map((words) => Object.assign(document.createElement("li"), { textContent: words })),
    );
    this.parts.look.hidden = !sentences.length;
  }

  /** Show the preview, or say that this phone cannot draw one. */
  preview(blob) {
    this.parts["no-preview"].hidden = Boolean(blob);
    if (!blob) return;
    this.address = URL.createObjectURL(blob);
    this.parts.preview.src = this.address;
    this.parts.preview.hidden = false;
  }

  /** Take the row off the page and give its memory back. */
  end() {
    if (this.address) URL.revokeObjectURL(this.address);
    this.element.remove();
  }
}

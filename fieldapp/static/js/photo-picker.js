// Take or choose photos: each is judged, hashed and copied on the phone, one at a time, and kept in the order in which
// it came. Its form sends them one by one; what fails stays in the list. Later forms can ask a Picker for its photos.
// What reads a photo is loaded when somebody goes for one (photo-reading.js).
import { canHash } from "./photo-hash.js";
import { forgotten, remember } from "./photo-left.js";
import { PhotoRow } from "./photo-row.js";

const NAMES = { jpeg: "JPEG", png: "PNG", webp: "WebP", heif: "HEIC", avif: "AVIF" };
const DRAWN_EVERYWHERE = ["jpeg", "png", "webp"];
const DRAWN_BY_ALL = 16_000_000; // pixels that every phone has the memory for: above, not drawn does not mean damaged
const NO_PREVIEW = "This phone cannot show it; it will be sent as it is.";
const NOT_LOADED = "What reads photos could not be loaded: there is no signal. Choose it again when there is.";
const NOT_SHRUNK = "This phone could not make a smaller copy; the original will be used.";

const inWords = (bytes) => (bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

export function wirePhotoPicker(element) {
  const picker = new Picker(element);
  import("./photo-form.js").then(({ sendFrom }) => sendFrom(picker));
}

export class Picker {
  constructor(element) {
    this.element = element;
    this.limits = JSON.parse(element.dataset.limits);
    this.photos = [];
    this.kind = "";
    this.busy = Promise.resolve();
    this.parts = Object.fromEntries([...element.querySelectorAll("[data-picker]")].map((e) => [e.dataset.picker, e]));
    for (const input of element.querySelectorAll("[data-picker=controls] input[type=file]")) this.listen(input);
    for (const plain of element.querySelectorAll("[data-plain]")) {
      plain.hidden = true;
      for (const control of plain.querySelectorAll("input")) control.disabled = true;
    }
    for (const shown of ["controls", "list"]) this.parts[shown].hidden = false;
    this.parts["no-hash"].hidden = canHash();
    this.tellLeft();
  }

  /** Settles once everything chosen so far has been read. */
  async settled() {
    while (this.reading !== this.busy) {
      this.reading = this.busy;
      await this.busy;
    }
  }

  /** The photos that are still to be sent, in their order. */
  waiting() {
    return this.photos.filter((photo) => photo.state === "ready" || photo.state === "failed");
  }

  set(photo, state, words) {
    photo.state = state;
    photo.row.state(state, words);
    this.changed();
  }

  /** The list is another one now; a form that keeps drafts needs nothing here. */
  changed() {
    remember(this.photos);
  }

  say(words) {
    this.parts.status.textContent = words;
  }

  /** The modules that read a photo; asked for again where they could not be loaded. */
  reader() {
    this.loading ??= import("./photo-reading.js").catch((fault) => {
      this.loading = null;
      throw fault;
    });
    return this.loading;
  }

  listen(input) {
    input.addEventListener("click", () => this.reader().catch(() => {})); // before the camera takes the page's place
    input.addEventListener("change", () => {
      const files = [...input.files];
      input.value = ""; // the same photo can be chosen again
      this.add(files);
    });
  }

  add(files) {
    const room = this.limits.most - this.photos.filter((photo) => photo.state !== "stored").length;
    for (const file of files.slice(0, Math.max(0, room))) this.addOne(file);
    const words = files.length > room ? `Give at most ${this.limits.most} photos at a time. ` : "";
    this.busy.then(() => this.say(words + this.summary()));
  }

  addOne(file) {
    const photo = { file, name: file.name || "photo", kind: "", sha256: "", state: "reading", again: false };
    this.list(photo);
    this.busy = this.busy.then(() => this.read(photo));
  }

  /** Give a photo its row at the end of the list. */
  list(photo) {
    photo.row = new PhotoRow(this.parts.template, photo, {
      remove: (one) => this.remove(one),
      retry: (one) => this.element.dispatchEvent(new CustomEvent("photo-retry", { detail: one })),
      kind: (one, kind) => this.changeKind(one, kind),
    });
    this.photos.push(photo);
    this.parts.list.append(photo.row.element);
  }

  changeKind(photo, kind) {
    photo.kind = kind;
  }

  async read(photo) {
    if (!this.photos.includes(photo)) return;
    const reader = await this.reader().catch(() => null);
    if (!reader) {
      this.set(photo, "refused", `${NOT_LOADED} It will not be sent.`);
      return;
    }
    try {
      const facts = await this.judged(photo);
      await this.copied(photo, facts);
      this.set(photo, "ready", "Ready to send.");
    } catch (fault) {
      this.set(photo, "refused", `${reader.inWords(fault)} It will not be sent.`);
    }
  }

  async judged(photo) {
    const { hashOf, judge, judgeLength } = await this.reader();
    judgeLength(photo.file.size, this.limits);
    const bytes = new Uint8Array(await photo.file.arrayBuffer());
    const facts = judge(bytes, this.limits);
    photo.sha256 = await hashOf(bytes);
    return facts;
  }

  async copied(photo, facts) {
    const { NotDrawn, copiesOf, damaged, told } = await this.reader();
    const sentences = [];
    let made = { copy: null, preview: null, look: null };
    try {
      made = await copiesOf(photo.file, facts, this.limits);
      if (!made.copy) sentences.push(NOT_SHRUNK);
    } catch (fault) {
      if (!(fault instanceof NotDrawn)) throw fault;
      if (DRAWN_EVERYWHERE.includes(facts.type) && facts.width * facts.height <= DRAWN_BY_ALL) throw damaged();
      sentences.push(NO_PREVIEW);
    }
    photo.copy = made.copy;
    sentences.push(...told(made.look, facts));
    const twin = this.photos.find((other) => other !== photo && photo.sha256 && other.sha256 === photo.sha256);
    if (twin) sentences.push(`The same photo is already in this list (${twin.name}).`);
    photo.row.preview(made.preview);
    photo.row.found(`${NAMES[facts.type]}, ${inWords(photo.file.size)}`, sentences);
  }

  remove(photo) {
    const at = this.photos.indexOf(photo);
    this.photos.splice(at, 1);
    photo.row.end();
    this.changed();
    this.say(`${photo.name} was removed. ${this.summary()}`);
    const next = this.photos.slice(at).find((one) => !one.row.parts.remove.hidden);
    (next?.row.parts.remove ?? this.parts.controls.querySelector("input[multiple]")).focus();
  }

  summary() {
    const ready = this.waiting().length;
    const refused = this.photos.filter((photo) => photo.state === "refused").map((photo) => photo.name);
    const first = ready === 1 ? "1 photo is ready to send." : `${ready || "No"} photos are ready to send.`;
    if (!refused.length) return first;
    return `${first} ${refused.length === 1 ? "1 file is" : `${refused.length} files are`} not taken: ${refused.join(", ")}.`;
  }

  /** After a reload (a phone short of memory drops the page while its camera is open) the photos' names are left. */
  tellLeft() {
    const names = forgotten();
    if (!names.length) return;
    this.parts.left.hidden = false;
    this.parts["left-names"].textContent = names.join(", ");
  }
}

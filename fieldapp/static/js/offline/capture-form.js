// A form of the road, of whatever kind: kept as a draft while it is typed, brought back, sealed once, and then said to
// be on this phone. data-capture names the kind, data-schema the version of its payload. Without this script the form
// posts.

import { City } from "./capture-city.js";
import { fieldsOf, localNow, missingOf, payloadOf, restore, touchedNames } from "./capture-fields.js";
import { placeOf, wirePlace } from "./capture-place.js";
import { States } from "./capture-states.js";
import { titleOf } from "./capture-title.js";
import { Gone, openDraft } from "./drafts.js";
import { listen } from "./news.js";
import { fromServer, person } from "./person.js";
import * as safe from "./safe.js";
import { recordOf } from "./records.js";
import { seal } from "./seal.js";
import { current, deviceOf } from "./who.js";

const SAVE_WITHIN = 300; // milliseconds from the first letter that is not kept yet; writing takes some more

export function wireCapture(form) {
  const capture = new Capture(form);
  capture.ready = capture.begin().catch(() => capture.withoutStore());
  return capture.ready;
}

class Capture {
  constructor(form) {
    const { capture, schema, title, titleFrom } = form.dataset;
    Object.assign(this, { form, kind: capture, schema: Number(schema), title, titleFrom, draft: null, timer: null });
    this.states = new States(form);
    this.city = new City(form);
    this.button = form.querySelector("[type=submit]");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.early = touchedNames(form); // typed while this script was on its way, or is before the draft is here
    this.keepDrafts();
    if (this.early.size) form.dispatchEvent(new Event("input"));
  }

  async begin() {
    const asked = new URLSearchParams(location.search);
    this.who = await this.whoIsHere();
    if (!this.who) return this.states.show("nobody");
    this.device = await deviceOf(this.who.id);
    this.states.show("no-device", !this.device);
    this.city.only(this.who.cities, document.body.dataset.city || this.who.city); // a shell's body is filled later
    if (!(await this.open(asked.get("draft")))) return undefined;
    if (Object.keys(this.draft.fields).length) this.bringBack(); // before any save: nothing is awaited in between
    else this.prefill(asked);
    if (asked.get("scanned")) this.scanned(asked.get("scanned"));
    await this.photos();
    await this.scanner();
    wirePlace(this.form, (latitude, longitude) => this.city.at(latitude, longitude));
    if (this.timer) await this.save();
    return this.states.others(this.kind, this.draft.id);
  }

  /** This browser keeps nothing, or not now: the form is sent as it is, whole also where it stands in a shell. */
  async withoutStore() {
    this.isPlain = !this.draft;
    this.states.show("no-store");
    if (!this.isPlain) return;
    this.form.elements.record.value ||= crypto.randomUUID();
    this.prefill(new URLSearchParams(location.search));
    wirePlace(this.form, (latitude, longitude) => this.city.at(latitude, longitude));
    this.who ??= await fromServer().catch(() => null);
    if (this.who) this.city.only(this.who.cities, document.body.dataset.city || this.who.city);
  }

  /** The officer of this page, once the phone knows that it is they. */
  async whoIsHere() {
    const named = document.body.dataset.person;
    const known = document.body.dataset.shell === undefined ? await current() : await person();
    if (!named || String(known?.id) === named) return known;
    return new Promise((done) => {
      const end = listen(async ({ about }) => {
        const now = about === "current" && (await current());
        if (String(now?.id) !== named) return;
        end();
        done(now);
      });
    });
  }

  /** The draft of the address, or a new one; false where there is nothing to type into. */
  async open(id) {
    try {
      this.draft = await openDraft(this.kind, id ?? undefined);
    } catch (fault) {
      const isLocked = fault instanceof safe.Locked;
      if (!isLocked && !(fault instanceof Gone)) throw fault;
      this.states.show("locked", isLocked); // it stays where it is; recording goes on in another one
      const before = await recordOf(id);
      if (before?.person === this.who.id) return this.over(await safe.open(before.title).catch(() => this.title), id);
      this.draft = await openDraft(this.kind);
    }
    history.replaceState(null, "", `${location.pathname}?draft=${this.draft.id}`);
    this.form.elements.record.value = this.draft.id;
    this.readOnly();
    return true;
  }

  async over(words, id) {
    await this.states.sealed(words, id);
    return false;
  }

  readOnly() {
    this.states.readOnly(this.draft.readOnly, async () => {
      if (!(await this.draft.take())) return;
      restore(this.form, this.draft.fields);
      this.readOnly();
    });
  }

  async photos() {
    const section = this.form.querySelector("[data-capture-photos]");
    if (!section) return;
    const { DraftPicker } = await import("./capture-photos.js");
    this.picker = new DraftPicker(section, this.draft);
    await this.picker.restore();
  }

  bringBack() {
    restore(this.form, this.draft.fields, this.early);
    this.city.restored();
    this.states.show("restored");
  }

  /** The tag that the scanner brings back, in place of what was known of the animal. */
  scanned(tag) {
    const { "animal-tag": field, "animal-id": known } = this.form.elements;
    if (this.draft.readOnly || !field) return;
    field.value = tag.slice(0, 60);
    known.value = "";
    this.form.querySelector("[data-animal-known]")?.remove();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** The way to the scanner, which comes back into this draft; none while that draft could not be opened again. */
  async scanner() {
    const place = this.form.querySelector("[data-capture-scan]");
    if (!place) return;
    place.hidden = await safe.locked();
    place.querySelector("a").addEventListener("click", async (event) => {
      event.preventDefault();
      try {
        await this.picker?.settled();
        await this.draft.save(fieldsOf(this.form));
        location.assign(`/scan?for=${encodeURIComponent(location.pathname)}&draft=${this.draft.id}#start`);
      } catch (fault) {
        this.states.wrong(fault.message);
      }
    });
  }

  /** What the address says: of which animal, in which city, how it ended. Nothing here is anybody's name. */
  prefill(asked) {
    const { elements } = this.form;
    for (const [name, field] of [["tag", "animal-tag"], ["animal", "animal-id"]]) {
      if (asked.get(name) && elements[field] && !elements[field].value) elements[field].value = asked.get(name).slice(0, 60);
    }
    for (const choice of this.form.querySelectorAll(`[name="${this.titleFrom}"]`)) {
      if (choice.value === asked.get(this.titleFrom)) choice.checked = true;
    }
    if (asked.get("tag") && asked.get("city")) this.city.ofTag(asked.get("city"));
    for (const time of this.form.querySelectorAll("[data-as=time]")) time.value ||= localNow();
  }

  keepDrafts() {
    const soon = () => (this.timer ??= setTimeout(() => this.draft && this.save(), SAVE_WITHIN));
    for (const change of ["input", "change"]) {
      this.form.addEventListener(change, ({ target }) => {
        if (!this.draft && target.name) this.early.add(target.name);
        soon();
      });
    }
    this.form.addEventListener("filled", () => this.isBegun && soon());
    document.addEventListener("visibilitychange", () => document.hidden && this.timer && this.save());
    addEventListener("pagehide", () => this.timer && this.save());
  }

  /** The officer has done something; what fills itself is no reason to keep a draft. */
  get isBegun() {
    return Boolean(this.draft && (Object.keys(this.draft.fields).length || this.draft.photos.length));
  }

  async save() {
    clearTimeout(this.timer);
    this.timer = null;
    if (!this.draft || this.draft.readOnly || this.sealing) return;
    await this.draft.save(fieldsOf(this.form)).catch((fault) => fault instanceof Gone || this.states.wrong(fault.message));
  }

  /** One record, however often the button is tapped. */
  async submit() {
    if (this.sealing) return;
    this.sealing = true;
    this.button.setAttribute("aria-disabled", "true");
    try {
      await this.ready;
      await this.seal();
    } catch (fault) {
      this.states.wrong(fault.message);
    }
    this.sealing = false;
    this.button.removeAttribute("aria-disabled");
    if (!this.form.hidden) await this.save(); // what was typed just before the tap is still to be kept
  }

  async seal() {
    this.states.wrong("");
    if (!this.who && !this.isPlain) return this.states.show("nobody");
    const missing = [...this.city.missing(), ...missingOf(this.form)];
    if (missing.length) return this.states.missing(missing);
    if (this.isPlain) return this.send();
    await this.picker?.settled();
    if (!this.device) return this.post();
    clearTimeout(this.timer);
    this.timer = null;
    await this.draft.save(fieldsOf(this.form));
    await seal(this.draft, await this.facts());
    await this.states.sealed(titleOf(this.form), this.draft.id);
    const { drain } = await import("./drainer.js");
    drain("sealed");
    return undefined;
  }

  async facts() {
    const payload = payloadOf(this.form);
    const place = placeOf(this.form);
    payload.place_by = place ? "position" : payload.place_words ? "typed" : "none";
    payload.protection = await safe.protection();
    const { city_by } = this.form.elements;
    return {
      city: this.city.chosen, city_by: city_by.value || "chosen", kind: this.kind, schema: this.schema, payload, place,
      parents: payload.corrects ? [payload.corrects] : [], title: titleOf(this.form),
    }; // prettier-ignore
  }

  /** No key on this phone: the server seals at the desk. The draft stays until a page says that the record is there. */
  async post() {
    const { putPhotos } = await import("./capture-post.js");
    await this.save();
    if (this.picker) await putPhotos(this.form, this.draft);
    this.send();
  }

  send() {
    if (navigator.onLine) return this.form.submit();
    return this.states.wrong("No signal: this was not sent. What you typed is still here; try again where there is a signal.");
  }
}

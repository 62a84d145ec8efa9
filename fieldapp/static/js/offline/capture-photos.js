// The photo picker of a form of the road: each photo is kept in the draft as soon as it is chosen, before it is made
// smaller, and is there again after the camera had the page killed.

import { Picker } from "../photo-picker.js";

const KEPT = "Kept on this phone.";

export class DraftPicker extends Picker {
  /** `usual` is the kind of a photo unless the officer says another: data-capture-photos. */
  constructor(element, draft) {
    super(element);
    this.draft = draft;
    this.usual = element.dataset.capturePhotos;
  }

  list(photo) {
    photo.kind ||= this.usual;
    super.list(photo);
    const { kind } = photo.row.parts;
    if (!kind.options[0].value) kind.options[0].remove();
    kind.value = photo.kind;
  }

  async judged(photo) {
    const facts = await super.judged(photo);
    const { file, kind } = photo;
    const taken_at = file.lastModified ? new Date(file.lastModified).toISOString() : "";
    try {
      photo.slot = await this.draft.addPhoto({ kind, file, type: facts.type, taken_at });
    } catch (fault) {
      const { Refused } = await this.reader();
      throw new Refused(fault.message);
    }
    return facts;
  }

  async copied(photo, facts) {
    try {
      await super.copied(photo, facts);
    } catch (fault) {
      await this.draft.removePhoto(photo.slot);
      throw fault;
    }
    if (photo.copy) await this.draft.addCopy(photo.slot, photo.copy);
  }

  set(photo, state, words) {
    super.set(photo, state, state === "ready" ? KEPT : words);
  }

  changed() {
    // the draft itself is what is kept
  }

  tellLeft() {
    // and what is brought back
  }

  async changeKind(photo, kind) {
    super.changeKind(photo, kind);
    await this.settled();
    if (!photo.slot) return;
    const old = photo.slot;
    const before = this.draft.photos.find(({ slot }) => slot === old);
    const again = (form) => this.draft.photo(old, form);
    const [file, copy] = [photo.file ?? (await again("original")), before.copy && (photo.copy ?? (await again("copy")))];
    const { type } = before.original;
    photo.slot = await this.draft.addPhoto({ kind, file, copy, type, copyType: before.copy?.type, taken_at: before.taken_at });
    await this.draft.removePhoto(old);
  }

  remove(photo) {
    if (photo.slot) this.draft.removePhoto(photo.slot).catch(() => {});
    super.remove(photo);
  }

  summary() {
    const kept = this.waiting().length;
    const refused = this.photos.filter(({ state }) => state === "refused").map(({ name }) => name);
    const first = kept === 1 ? "1 photo is kept with this record." : `${kept || "No"} photos are kept with this record.`;
    return refused.length ? `${first} Not taken: ${refused.join(", ")}.` : first;
  }

  /** The photos of a draft that was brought back. */
  async restore() {
    for (const [at, kept] of this.draft.photos.entries()) {
      const photo = { name: `Photo ${at + 1}`, kind: kept.kind, slot: kept.slot, sha256: kept.original.sha256 };
      this.list(photo);
      const shown = await this.draft.photo(kept.slot, kept.copy ? "copy" : "original");
      if (kept.copy && shown) photo.row.preview(new Blob([shown], { type: "image/jpeg" }));
      else photo.row.preview(null);
      photo.row.found(kept.original.type.toUpperCase(), []);
      this.set(photo, "ready", KEPT);
    }
  }
}

// For a phone without a key: the photos of the draft go into the plain form, each with its kind, and are sent with it.

export async function putPhotos(form, draft) {
  const input = form.querySelector("[data-plain] input[type=file]");
  if (!input || !draft.photos.length) return;
  const files = new DataTransfer();
  for (const { slot, kind, original } of draft.photos) {
    files.items.add(new File([await draft.photo(slot, "original")], slot, { type: original.type }));
    const told = Object.assign(document.createElement("input"), { type: "hidden", name: "photo_kind_of", value: kind });
    form.append(told);
  }
  input.disabled = false;
  input.files = files.files;
}

/** A page that shows the record: the draft that it came from is not needed any more. */
export async function wireKept(element) {
  const { openDraft } = await import("./drafts.js");
  const draft = await openDraft(element.dataset.kind, element.dataset.recordKept).catch(() => null);
  await draft?.discard();
}

// Words that the tests of the road share, as globals of the page.

const m = (name) => import(`/static/js/offline/${name}.js`);

export const FACTS = { city: "crystal", city_by: "chosen", kind: "field_note", schema: 1 };

/** Some bytes that are no others': `seed` decides. */
export function picture(length, seed) {
  const bytes = new Uint8Array(length);
  for (let i = 0, x = Math.imul(seed, 0x9e3779b1) | 1; i < length; i++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    bytes[i] = x;
  }
  return bytes;
}

/** A draft with words and photos: `photos` = [[kind, bytes of original, bytes of copy or 0], ...]. */
export async function drafted(words = "a dog", photos = []) {
  const { drafts } = await m("drafts");
  const draft = await drafts.open("field_note");
  await draft.save({ words });
  for (const [kind, length, copy] of photos) {
    const [file, small] = [picture(length, length + draft.photos.length), copy ? picture(copy, copy + 77 + draft.photos.length) : null];
    await draft.addPhoto({ kind, file, copy: small, type: "jpeg", taken_at: "2026-11-30T14:59:00Z" });
  }
  return draft;
}

/** One sealed record; {id, seq}. */
export async function sealed(words = "a dog", photos = [], more = {}) {
  const { seal } = await m("seal");
  return seal(await drafted(words, photos), { ...FACTS, payload: { words }, ...more });
}

export async function rows(store) {
  const { within } = await m("store");
  return within([store], "readonly", (tx) => tx.store.getAll());
}

/** Drain until nothing more happens now. */
export const drained = async (reason = "asked") => (await m("drainer")).drain(reason);

/** id -> [state, sent, total] as the waiting page has it. */
export async function states() {
  const { list } = await m("outbox");
  return Object.fromEntries((await list()).map((each) => [each.id, each.state]));
}

/** Let every pause end: as if time had passed. */
export async function later() {
  const { within } = await m("store");
  await within(["records"], "readwrite", async (tx) => {
    for (const row of await tx.store.getAll()) await tx.store.put({ ...row, next_try: 0, not_before: 0 });
  });
}

// Fault runs, as an expression for page.evaluate: (names) => globalThis.plans. `names` leads from a module's name to its
// address. Everything that happens comes from the seed of a run; what a run found wrong is a list of sentences.

(names) => {
  const m = (name) => import(names[name] ?? `/static/js/offline/${name}.js`);
  const CITY = { city: "crystal", city_by: "chosen", kind: "field_note", schema: 1 };
  const FAULTS = ["drop before", "drop after commit", "delay", "redirect", "html", "401", "413", "429", "500", "cut"];
  const MORE = ["204", "empty", "403", "423", "502", "503", "507"];
  const MOST_ROUNDS = 40; // quiet passes after which everything must have arrived
  const MOST_BUSY_MS = 120_000; // so long the other tab may be at it, or its lease run on after it was closed

  /** Numbers from 0 up to 1, always the same ones for a seed. */
  function chanceOf(seed) {
    let a = seed | 0;
    const next = () => {
      a = (a + 0x6d2b79f5) | 0;
      let t = Math.imul(a ^ (a >>> 15), 1 | a);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    next.below = (n) => Math.floor(next() * n);
    next.one = (choices) => choices[next.below(choices.length)];
    return next;
  }

  function bytesOf(chance, length) {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 61) bytes[at] = chance.below(256);
    for (let at = 0; at < 4; at++) bytes[at] = chance.below(256);
    return bytes;
  }

  const payload = (words) => ({
    ended: "no_violation", ended_words: "", animal: { id: null, tag: "", words: "brown" }, place_words: "", place_by: "none",
    occurred_at: "2026-11-29T15:00:00Z", case_number: "", words, city_differs: "", corrects: null, protection: "storage",
  }); // prettier-ignore

  /** One record through a draft, its photos kept one after the other; {id, seq, person, words, photos: [hashes]}. */
  async function record({ chance, words, photos, parents = [], person, sizes = [40, 400, 3000], jpeg }) {
    const { drafts } = await m("drafts");
    const { seal } = await m("seal");
    const draft = await drafts.open("field_note");
    for (let n = 0; n < photos; n++) {
      const file = jpeg && chance() < 0.2 ? Uint8Array.from(atob(jpeg), (one) => one.charCodeAt(0)) : bytesOf(chance, chance.one(sizes));
      const copy = chance() < 0.6 ? bytesOf(chance, chance.one([30, 90])) : null;
      await draft.addPhoto({ kind: chance.one(["dog", "scene"]), file, copy, type: "jpeg", taken_at: "" });
    }
    await draft.save({ words });
    const hashes = draft.photos.flatMap(({ original, copy }) => [original, copy].filter(Boolean).map(({ sha256 }) => sha256));
    const { id, seq } = await seal(draft, { ...CITY, payload: payload(words), parents });
    return { id, seq, person, words, photos: hashes };
  }

  const all = async (store) => (await m("store")).within([store], "readonly", (tx) => tx.store.getAll());
  const drained = async () => (await m("drainer")).drain("asked");

  /** As if every pause had passed. */
  async function later() {
    const { within } = await m("store");
    await within(["records"], "readwrite", async (tx) => {
      for (const row of await tx.store.index("open").getAll(1)) await tx.store.put({ ...row, next_try: 0, not_before: 0 });
    });
  }

  /** Passes without faults until nothing is open; the ids that are open even then. */
  async function settled() {
    const { openRecords } = await m("records");
    const until = performance.now() + MOST_BUSY_MS;
    for (let n = 0; n < MOST_ROUNDS && performance.now() < until; ) {
      await later();
      const { left, busy } = await drained();
      if (left === 0) return [];
      if (busy) await new Promise((done) => setTimeout(done, 20)); // the other tab is at it: that is no pass of ours
      else n++;
    }
    return (await openRecords()).map(({ id }) => id);
  }

  /** What is torn on this phone: a body, a photo or a number that is not what the row says. */
  async function torn() {
    const safe = await m("safe");
    const { hashOf, textOf, viewOf } = await m("bytes");
    const [rows, blobs, found] = [await all("records"), await all("blobs"), []];
    const at = new Map(blobs.map((blob) => [`${blob.record} ${blob.slot} ${blob.form}`, blob]));
    for (const row of rows) {
      const body = await safe.open(row.body);
      const read = JSON.parse(textOf(body));
      if ((await hashOf(body)) !== row.sha256 || read.id !== row.id || read.seq !== row.seq) found.push(`torn: body of ${row.id}`);
      for (const line of row.manifest) {
        const blob = at.get(`${row.id} ${line.slot} ${line.form}`);
        const bytes = blob && viewOf(await safe.open(blob.bytes));
        if (!bytes || (await hashOf(bytes)) !== line.sha256) found.push(`torn: ${line.slot} of ${row.id}`);
      }
    }
    return found;
  }

  /** What the phone holds, for a reckoning elsewhere: [{id, sha256, seq, prev, author, kind of receipt, photos}]. */
  async function held() {
    return (await all("records")).map(({ id, sha256, seq, author, device, receipt_kind, open, manifest }) => ({
      id, sha256, seq, author, device, receipt: receipt_kind, open: Boolean(open), photos: manifest.map((line) => line.sha256),
    })); // prettier-ignore
  }

  return (globalThis.plans = { m, chanceOf, record, all, drained, later, settled, torn, held, FAULTS, MORE });
}

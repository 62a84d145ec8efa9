// Runs of the modules alone against the fake server of this page: (argument) => [sentences about what went wrong].

async ({ from, count }) => {
  const { m, chanceOf, record, all, drained, later, settled, torn, FAULTS, MORE } = globalThis.plans;
  const { setCurrent } = await m("who");
  const { within } = await m("store");
  const { hello } = await m("hello");
  const { handle } = Object.getPrototypeOf(server);
  const LIES = ["forged"];
  const used = {};
  const wrong = [];

  /** The server of a run: each request may meet a fault, which the run's own numbers choose. */
  function unruly(chance, rate) {
    server.handle = async (request) => {
      const isRoad = /\/sync\/(records|blobs|hello|nonce)/.test(request.address);
      const what = isRoad && chance() < rate ? chance.one(chance() < 0.7 ? FAULTS : chance() < 0.3 ? LIES : MORE) : "";
      if (what) used[what] = (used[what] ?? 0) + 1;
      if (what === "delay") await new Promise((done) => setTimeout(done));
      if (what === "forged") return forged(request);
      server.faults = what && what !== "delay" ? [{ what: /^\d+$/.test(what) ? Number(what) : what }] : [];
      return handle.call(server, request);
    };
  }

  /** A liar between phone and server: a whole, well-formed receipt by a key that is not the server's, nothing stored. */
  async function forged({ address, body }) {
    const { b64u, hashOf, textOf, utf8 } = await m("bytes");
    const S = await m("statements");
    if (!body || !address.includes("/records/")) return { drop: true };
    const read = JSON.parse(textOf(body));
    const facts = { v: 1, kind: "complete", origin: location.origin, city: read.city, id: read.id, sha256: await hashOf(body), device: read.device, seq: read.seq, received_at: "2026-11-30T15:00:00Z", server_seq: 1, audit: { seq: 1, hash: "" } };
    const bytes = utf8(JSON.stringify(facts));
    globalThis.liar ??= (await S.makePair()).privateKey;
    const signature = await S.sign(liar, S.receiptStatement(await hashOf(bytes)));
    const answer = { v: 1, receipt: b64u(bytes), kid: chanceOf(read.seq)() < 0.5 ? server.key.kid : "x".repeat(43), signature, state: "applied", because: "", missing: [] };
    return { status: 201, type: "application/json", body: JSON.stringify(answer), headers: {} };
  }

  /** Nothing may be called received that the server does not have, nor complete while it misses a photo. */
  async function honest() {
    for (const { id, sha256, receipt_kind, manifest } of await all("records")) {
      if (!receipt_kind) continue;
      if (server.records.get(id)?.sha256 !== sha256) wrong.push(`false receipt: ${id}`);
      const isWhole = manifest.every((line) => server.blobs.get(`${id} ${line.sha256}`)?.whole);
      if (receipt_kind === "complete" && !isWhole) wrong.push(`false complete: ${id}`);
    }
  }

  async function reckon(made, open) {
    wrong.push(...(await torn()), ...open.map((id) => `lost: ${id} never became complete`));
    await honest();
    const there = [...server.records.values()];
    if (there.length !== made.length) wrong.push(`${made.length} sealed, ${there.length} at the server`);
    for (const one of made) {
      const row = server.records.get(one.id);
      if (!row) wrong.push(`lost: ${one.id}`);
      else if (row.read.author !== one.person || server.devices.get(row.device).person !== one.person) wrong.push(`wrong author: ${one.id}`);
      else if (row.read.payload.words !== one.words) wrong.push(`other words: ${one.id}`);
      else if (one.photos.some((sha256) => !server.blobs.get(`${one.id} ${sha256}`)?.whole)) wrong.push(`lost: a photo of ${one.id}`);
    }
    if (new Set(there.map(({ read }) => read.payload.words)).size !== there.length) wrong.push("double: the same words twice");
    if (conflicts()) wrong.push("double: other bytes under an id");
  }
  const conflicts = () => server.conflicts.length;

  async function run(seed) {
    const chance = chanceOf(seed);
    const made = [];
    unruly(chance, chance.one([0.1, 0.3, 0.6]));
    const records = chance.one([1, 1, 2]);
    for (let n = 0; n < records; n++) {
      const person = chance.one([7, 8]);
      await setCurrent({ id: person, name: "Officer", cities: ["crystal"] });
      const parents = made.length && chance() < 0.3 ? [made[0].id] : [];
      const photos = chance.one([0, 0, 0, 1, 1, 2]);
      made.push(await record({ chance, words: `${seed} ${n}`, photos, parents, person }));
      if (chance() < 0.5) await drained();
    }
    if (chance() < 0.1) await hello({ now: true }).catch(() => {});
    for (let n = chance.below(3); n > 0; n--) {
      await later();
      await drained();
      await honest();
    }
    server.handle = handle.bind(server);
    server.faults = [];
    await reckon(made, await settled());
    return made.length;
  }

  async function forget() {
    await within(["records", "blobs", "receipts", "journal"], "readwrite", (tx) =>
      Promise.all(["records", "blobs", "receipts", "journal"].map((name) => tx.objectStore(name).clear())),
    );
    for (const each of [server.records, server.blobs, server.tickets]) each.clear();
    server.log.length = server.conflicts.length = 0;
  }

  let sealed = 0;
  for (let seed = from; seed < from + count && wrong.length < 20; seed++) {
    const before = wrong.length;
    sealed += await run(seed).catch((fault) => wrong.push(`${fault?.stack ?? fault}`) * 0);
    if (wrong.length > before) wrong.push(`... in the run of seed ${seed}`);
    await forget();
  }
  if (!server.chains().every(Boolean)) wrong.push("double: a number of a phone was used twice, or none");
  return { wrong, sealed, used };
}

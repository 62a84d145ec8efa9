// A server for the phone's modules: keeps what docs/protocol.md says it keeps, and misbehaves as it is told to.

const M = "/static/js/offline";
const { b64u, fromB64u, hashOf, hexOf, textOf, utf8 } = await import(`${M}/bytes.js`);
const S = await import(`${M}/statements.js`);

const random = (length) => b64u(crypto.getRandomValues(new Uint8Array(length)));
const json = (status, content, headers = {}) => ({ status, type: "application/json", body: JSON.stringify(content), headers });
const refusal = (status, error) => json(status, { status, error, detail: `refused: ${error}` });

export class FakeServer {
  constructor({ origin, person = 7 }) {
    Object.assign(this, { origin, person, devices: new Map(), records: new Map(), blobs: new Map(), tickets: new Map() });
    Object.assign(this, { log: [], conflicts: [], faults: [], rotations: [], keys: [], now: Date.parse("2026-11-30T15:00:00Z"), seq: 0 });
    Object.assign(this, { ids: {}, challenges: new Set(), status: "active", resend: [], gaps: [], wipe: false, receiptLies: null });
  }

  async start() {
    await this.newKey();
    return this;
  }

  async newKey({ by = this.key, rotation = true } = {}) {
    const { privateKey, point } = await S.makePair();
    const kid = await S.keyIdOf(point);
    if (by && rotation) {
      const said = S.rotateStatement(this.origin, by.kid, kid, "2026-12-01T00:00:00Z");
      this.rotations.push({ origin: this.origin, old_kid: by.kid, new_kid: kid, from: "2026-12-01T00:00:00Z", signature: await S.sign(by.privateKey, said) });
    }
    this.key = { kid, privateKey };
    this.keys.push({ kid, use: "receipt", alg: "ES256", public_key: b64u(point), from: "2026-01-01T00:00:00Z", until: null, revoked: null });
    return kid;
  }

  serverKeys() {
    return { v: 1, keys: this.keys, rotations: this.rotations };
  }

  /** The next fault for a request: the first rule that fits is used up once (or `times`). */
  fault(request) {
    const at = this.faults.findIndex((rule) => (!rule.method || rule.method === request.method) && request.address.includes(rule.on ?? "/sync/"));
    if (at < 0) return null;
    const rule = this.faults[at];
    rule.times = (rule.times ?? 1) - 1;
    if (rule.times <= 0) this.faults.splice(at, 1);
    return rule;
  }

  /** {address, method, headers, body: bytes} -> {status, type, body, headers} | {drop: true} | {redirect: true}. */
  async handle(request) {
    const rule = this.fault(request);
    this.log.push({ method: request.method, address: request.address, bytes: request.body?.length ?? 0, offset: request.headers["upload-offset"], fault: rule?.what ?? "", credentials: request.credentials });
    const before = rule && this.#early(rule);
    if (before) return before;
    const answer = await this.#route(request);
    if (rule?.what === "drop after commit") return { drop: true };
    if (rule?.what === "cut") return { ...answer, body: answer.body.slice(0, answer.body.length / 2) };
    return answer;
  }

  #early({ what, headers = {} }) {
    const html = { type: "text/html", body: "<title>Sign in</title>Welcome", headers };
    const made = {
      "drop before": { drop: true }, redirect: { redirect: true }, html: { status: 200, ...html }, 204: { status: 204, type: "", body: "", headers },
      empty: { status: 200, type: "application/json", body: "", headers }, 403: { status: 403, ...html }, 502: { status: 502, ...html },
      401: refusal(401, "device"), 413: refusal(413, "too large"), 429: json(429, { status: 429 }, { "Retry-After": "1800", ...headers }),
      423: json(423, { status: 423 }, { "Retry-After": "7", ...headers }), 500: json(500, {}), 503: json(503, {}, headers), 507: json(507, {}),
      410: refusal(410, "ticket"), 422: refusal(422, "hash"),
    };
    return made[what] ?? null;
  }

  async #route(request) {
    const { address, method } = request;
    const record = /^\/sync\/records\/([0-9a-f-]{36})$/.exec(address);
    const blob = /^\/sync\/blobs\/([0-9a-f]{64})\?record=([0-9a-f-]{36})$/.exec(address);
    if (record && method === "PUT") return this.#record(record[1], request);
    if (blob) return this.#blob(blob[1], blob[2], request);
    if (address === "/sync/devices/challenge") return this.#challenge();
    if (address === "/sync/devices") return this.#enrol(JSON.parse(textOf(request.body)));
    if (address === "/sync/nonce") return json(200, { v: 1, nonce: "nonce-1", expires_at: "" });
    if (address === "/sync/hello") return this.#hello(request);
    if (address === "/.well-known/fieldapp-keys.json") return json(200, this.serverKeys());
    return { status: 404, type: "text/html", body: "no", headers: {} };
  }

  #challenge() {
    const challenge = random(32);
    this.challenges.add(challenge);
    return json(200, { v: 1, challenge, user_id: this.person, expires_at: "" });
  }

  async #enrol({ v, public_key, challenge, protection, signature, replaces }) {
    const point = fromB64u(public_key);
    const key_id = await S.keyIdOf(point);
    const said = S.enrolStatement(this.origin, this.person, challenge, key_id);
    if (v !== 1 || !this.challenges.delete(challenge)) return refusal(401, "challenge");
    if (!(await S.isSigned(point, said, signature))) return refusal(401, "signature");
    const old = replaces && this.devices.get(replaces.device);
    if (replaces && !(old && (await S.isSigned(old.point, said, replaces.signature)))) return refusal(401, "signature");
    const known = [...this.devices.values()].find((each) => each.key_id === key_id);
    const device = known ?? { id: (this.ids[key_id] ??= crypto.randomUUID()), key_id, point, protection, person: this.person, number: this.devices.size + 1, seen: new Map() };
    this.devices.set(device.id, device);
    return json(known ? 200 : 201, { v: 1, device: device.id, number: device.number, key_id, status: this.status, person: this.person, server_keys: this.serverKeys(), last_seq: 0, last_prev: old?.last ?? "0".repeat(64) });
  }

  async #record(id, { headers, body }) {
    const device = this.devices.get(headers["fieldapp-device"]);
    if (!device) return refusal(401, "device");
    const read = JSON.parse(textOf(body));
    const sha256 = await hashOf(body);
    const said = S.recordStatement({ ...read, sha256 });
    if (!(await S.isSigned(device.point, said, headers["fieldapp-signature"]))) return refusal(401, "signature");
    if (read.id !== id || read.origin !== this.origin || read.device !== device.id) return refusal(422, "id");
    const known = this.records.get(id);
    if (known && known.sha256 !== sha256) {
      this.conflicts.push({ id, sha256 });
      return json(409, await this.#envelope({ ...known, sha256, read }, "conflict"));
    }
    if (known) return json(200, await this.#envelope(known, null));
    device.seen.set(read.seq, [...(device.seen.get(read.seq) ?? []), { sha256, prev: read.prev }]);
    const row = { id, sha256, read, body: textOf(body), device: device.id, server_seq: ++this.seq, times: 1 };
    this.records.set(id, row);
    return json(201, await this.#envelope(row, this.status === "active" ? (this.#missing(row).length ? "stored" : "complete") : "quarantined"));
  }

  #missing({ id, read }) {
    return read.photos.filter((line) => !this.blobs.get(`${id} ${line.sha256}`)?.whole);
  }

  /** A receipt of this kind, or the newest one byte for byte. */
  async #envelope(row, kind) {
    if (kind) {
      const facts = { v: 1, kind, origin: this.origin, city: row.read.city, id: row.id, sha256: row.sha256, device: row.read.device, seq: row.read.seq, received_at: new Date(this.now).toISOString(), server_seq: row.server_seq, audit: { seq: 1, hash: "0".repeat(64) }, ...this.receiptLies };
      const bytes = utf8(JSON.stringify(facts));
      row.receipt = { receipt: b64u(bytes), kid: this.key.kid, signature: await S.sign(this.key.privateKey, S.receiptStatement(await hashOf(bytes))), kind };
    }
    const missing = row.receipt.kind === "conflict" ? [] : this.#missing(row).map(({ slot, form, sha256, bytes }) => ({ slot, form, sha256, bytes }));
    const ticket = missing.length ? random(32) : undefined;
    if (ticket) this.tickets.set(ticket, row.id);
    const { receipt, kid, signature } = row.receipt;
    return { v: 1, receipt, kid, signature, state: "applied", because: "", missing, ...(ticket ? { ticket } : {}) };
  }

  async #blob(sha256, id, { method, headers, body }) {
    const row = this.records.get(id);
    if (this.tickets.get(headers["fieldapp-ticket"]) !== id || row?.device !== headers["fieldapp-device"]) return refusal(410, "ticket");
    const line = row.read.photos.find((each) => each.sha256 === sha256);
    if (!line) return refusal(410, "ticket");
    const blob = this.blobs.get(`${id} ${sha256}`) ?? { data: new Uint8Array(), whole: false };
    this.blobs.set(`${id} ${sha256}`, blob);
    const told = { "Upload-Offset": String(blob.data.length), "Upload-Length": String(line.bytes) };
    if (method === "HEAD") return { status: 200, type: "", body: "", headers: told };
    if (blob.whole) return json(200, await this.#envelope(row, null));
    if (Number(headers["upload-offset"]) !== blob.data.length) return json(409, {}, told);
    if (blob.data.length + body.length > line.bytes || body.length > (this.mostPart ?? 262144)) return refusal(413, "too large");
    const data = new Uint8Array(blob.data.length + body.length);
    data.set(blob.data);
    data.set(body, blob.data.length);
    blob.data = data;
    if (data.length < line.bytes) return { status: 204, type: "", body: "", headers: { "Upload-Offset": String(data.length) } };
    if ((await hashOf(data)) !== sha256) {
      blob.data = new Uint8Array();
      return refusal(422, "hash");
    }
    blob.whole = true;
    const isLast = this.#missing(row).length === 0 && row.receipt.kind === "stored";
    return json(201, await this.#envelope(row, isLast ? "complete" : null));
  }

  async #hello({ headers, body }) {
    const device = this.devices.get(headers["fieldapp-device"]);
    const said = device && S.helloStatement(this.origin, device.id, headers["fieldapp-nonce"], await hashOf(body));
    if (!device || !(await S.isSigned(device.point, said, headers["fieldapp-signature"]))) return refusal(401, "device");
    this.heard = JSON.parse(textOf(body));
    const named = [...this.heard.open, ...this.heard.kept];
    const receipts = {};
    for (const { id, sha256 } of named) {
      const row = this.records.get(id);
      if (row?.sha256 === sha256) receipts[id] = await this.#envelope(row, null);
    }
    const resend = named.map(({ id }) => id).filter((id) => !this.records.has(id));
    return json(200, { v: 1, time: new Date(this.now).toISOString(), device: { id: device.id, number: device.number, status: this.status, forked: false }, receipts, resend, gaps: this.gaps, wipe: this.wipe, server_keys: this.serverKeys() });
  }

  /** Another record under an id, as a restored or tampered phone would have left it. */
  occupy(id, read) {
    this.records.set(id, { id, sha256: "1".repeat(64), read, device: read.device, server_seq: ++this.seq, receipt: null });
  }

  /** A quarantined record is taken in after all: a further receipt. */
  async adopt(id) {
    const row = this.records.get(id);
    await this.#envelope(row, this.#missing(row).length ? "stored" : "complete");
  }

  /** Whether each device's numbers run 1..n without a gap, each once, each naming the one before. */
  chains() {
    return [...this.devices.values()].map(({ seen }) => {
      const seqs = [...seen.keys()].sort((a, b) => a - b);
      const once = seqs.every((seq, at) => seq === at + 1 && seen.get(seq).length === 1);
      return once && seqs.every((seq) => seq === 1 || seen.get(seq)[0].prev === seen.get(seq - 1)[0].sha256);
    });
  }

  summary() {
    const wholes = [...this.blobs.entries()].filter(([, blob]) => blob.whole).map(([name]) => name);
    const rows = [...this.records.values()].map(({ id, read, sha256 }) => ({ id, author: read.author, device: read.device, seq: read.seq, kind: read.kind, payload: read.payload, parents: read.parents, photos: read.photos, sha256 }));
    return { rows, wholes, log: this.log, chains: this.chains(), heard: this.heard, conflicts: this.conflicts };
  }
}

/** In the page itself: fetch goes to `server`. */
export function installHere(server) {
  globalThis.fetch = (address, options) => asked(address, options, (request) => server.handle(request));
}

/** The server in this tab answers the phones in other tabs, and outlives them. */
export function answerOthers(server) {
  new BroadcastChannel("fake-up").onmessage = async ({ data: { n, request } }) => {
    const answer = await server.handle(request);
    new BroadcastChannel("fake-down").postMessage({ n, answer });
  };
}

/** fetch goes to the tab with the server. */
export function installThere() {
  const [up, down, waiting] = [new BroadcastChannel("fake-up"), new BroadcastChannel("fake-down"), new Map()];
  down.onmessage = ({ data: { n, answer } }) => waiting.get(n)?.(answer);
  globalThis.fetch = (address, options) =>
    asked(address, options, (request) => {
      const n = crypto.randomUUID();
      up.postMessage({ n, request });
      return new Promise((done) => waiting.set(n, done));
    });
}

async function asked(address, { method = "GET", headers = {}, body, credentials } = {}, handle) {
  const bytes = body === undefined ? undefined : typeof body === "string" ? utf8(body) : new Uint8Array(body);
  const named = Object.fromEntries(new Headers(headers).entries());
  const answer = await handle({ address, method, headers: named, body: bytes, credentials });
  if (answer.drop) throw new TypeError("Failed to fetch");
  if (answer.redirect) return { type: "opaqueredirect", status: 0, ok: false, headers: new Headers(), json: () => Promise.reject(new SyntaxError("no")) };
  const none = answer.status === 204 || answer.body === "";
  const told = new Headers({ ...answer.headers, ...(answer.type ? { "Content-Type": answer.type } : {}) });
  return new Response(none ? null : answer.body, { status: answer.status, headers: told });
}
export { hexOf };

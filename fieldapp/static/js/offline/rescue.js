// The rescue file: what this phone cannot send, encrypted to the server's rescue key, to be handed in at a desk
// (docs/protocol.md). Chunk by chunk, so that sixty photos need no more memory than one.

import { keyBetween, makeBox } from "./box.js";
import { b64u, fromB64u, utf8 } from "./bytes.js";
import { note } from "./journal.js";
import * as safe from "./safe.js";
import { signatureOf } from "./sender.js";
import { rescueKey } from "./server-keys.js";
import { within } from "./store.js";
import { current, deviceOf } from "./who.js";

const MARK = "fieldapp/rescue/1";
const CHUNK = 1_048_576;
const SALT_BYTES = 32;

/** No file can be made now; the sentence says why. */
export class NoRescue extends Error {}

/**
 * {blob, name, records, photos, missing} of the present officer's records that are not complete; `missing`: photos that
 * are not on this phone. Another officer's are in their own file. Raises NoRescue, safe.Locked.
 */
export async function rescueFile() {
  const device = await deviceOf((await current())?.id);
  const key = device && (await rescueKey(device.origin));
  if (!key) throw new NoRescue("This phone has no key for rescue files yet. Open the app once where there is a signal.");
  const rows = await openRowsOf(device.person);
  if (!rows.length) throw new NoRescue("Nothing of yours waits on this phone.");
  const made_at = new Date().toISOString();
  const file = await RescueFile.begin(key, { origin: device.origin, made_at, device: device.device, records: rows.length });
  const told = { records: 0, photos: 0, missing: 0 };
  for (const row of rows) await putRecord(file, row, told);
  await within(["journal"], "readwrite", (tx) => note(tx, "rescue file", "", told.records));
  return { blob: await file.end(), name: `rescue-${made_at.slice(0, 10)}.fieldapp`, ...told };
}

async function openRowsOf(person) {
  const rows = await within(["records"], "readonly", (tx) => tx.store.index("open").getAll(1));
  return rows.filter((row) => row.person === person).sort((a, b) => a.seq - b.seq);
}

async function putRecord(file, row, told) {
  const { id, city, device, seq, origin, sha256 } = row;
  const body = await safe.open(row.body);
  const signature = await signatureOf(row);
  await file.put({ type: "record", id, city, device, seq, origin, signature, sha256, bytes: body.length }, body);
  told.records++;
  for (const { slot, form, sha256: hash } of row.manifest) {
    const kept = await within(["blobs"], "readonly", (tx) => tx.store.get([id, slot, form]));
    const bytes = kept && (await safe.open(kept.bytes));
    if (bytes) await file.put({ type: "photo", record: id, slot, form, sha256: hash, bytes: bytes.length }, bytes);
    told[bytes ? "photos" : "missing"]++;
  }
}

class RescueFile {
  #parts = [];
  #waits = new Uint8Array(CHUNK); // content that is in no chunk yet
  #length = 0;
  #number = 0;

  static async begin({ kid, public_key }, facts) {
    const once = await makeBox();
    const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
    const { origin, ...more } = facts;
    const header = utf8(JSON.stringify({ v: 1, origin, kid, ephemeral: b64u(once.point), salt: b64u(salt), ...more }));
    const file = new RescueFile();
    file.key = await keyBetween(once.privateKey, fromB64u(public_key), salt, utf8(MARK));
    file.about = await crypto.subtle.digest("SHA-256", header);
    file.#parts.push(utf8(`${MARK}\n`), lengthOf(header), header);
    return file;
  }

  async put(facts, bytes) {
    const head = utf8(JSON.stringify(facts));
    for (const each of [lengthOf(head), head, bytes]) await this.#add(each);
  }

  async end() {
    await this.#chunk(true);
    return new Blob(this.#parts, { type: "application/octet-stream" });
  }

  async #add(bytes) {
    for (let at = 0; at < bytes.length; ) {
      if (this.#length === CHUNK) await this.#chunk(false); // more follows, so it is not the last one
      const part = bytes.subarray(at, at + CHUNK - this.#length);
      this.#waits.set(part, this.#length);
      this.#length += part.length;
      at += part.length;
    }
  }

  /** Into a Blob at once: the browser may keep those on its disk. */
  async #chunk(isLast) {
    const nonce = new Uint8Array(12);
    new DataView(nonce.buffer).setUint32(7, this.#number++);
    nonce[11] = isLast ? 1 : 0;
    const by = { name: "AES-GCM", iv: nonce, additionalData: this.about };
    const sealed = new Uint8Array(await crypto.subtle.encrypt(by, this.key, this.#waits.subarray(0, this.#length)));
    this.#parts.push(new Blob([lengthOf(sealed), sealed]));
    this.#length = 0;
  }
}

function lengthOf({ length }) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, length);
  return bytes;
}

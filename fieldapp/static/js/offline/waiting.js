// Waiting: what is on this phone and where it is on its way, said so that nobody takes a record for received that is not.

import { said } from "./capture-states.js";
import { drain } from "./drainer.js";
import { howTheyGo } from "./how-it-goes.js";
import { count, list, watch } from "./outbox.js";
import { fill } from "./slots.js";
import { canKeep, meta } from "./store.js";

const STATES = {
  draft: ["draft", "not finished"], sealed: ["phone", "on this phone"], wait_parent: ["phone", "on this phone"],
  sending: ["sending", "sending"], stored: ["sending", "sending"], complete: ["received", "received"],
}; // prettier-ignore
const NEEDS = ["needs", "needs you"];
const REDRAW_MS = 100; // news come in bursts while photos are sent

export async function wireWaiting(root) {
  if (!(await canKeep())) return (document.querySelector("[data-waiting-no-store]").hidden = false);
  const page = new Waiting(root);
  const soon = () => (page.timer ??= setTimeout(() => page.show(), REDRAW_MS));
  watch(soon);
  for (const change of ["online", "offline"]) addEventListener(change, soon);
  root.querySelector("[data-send-now]").addEventListener("click", () => page.sendNow());
  return page.show();
}

class Waiting {
  constructor(root) {
    this.root = root;
    this.rows = new Map();
    this.kinds = JSON.parse(root.dataset.kinds);
    this.cities = JSON.parse(root.dataset.cities);
    this.list = root.querySelector("[data-waiting-list]");
    this.template = root.querySelector("template");
  }

  async show() {
    clearTimeout(this.timer);
    this.timer = null;
    const [records, counts, contact, room] = await Promise.all([list(), count(), meta("server_time"), roomLeft()]);
    const readings = records.map((record) => this.reading(record));
    this.put(readings);
    fill(this.root, { ...summary(counts, contact, room), nothing: readings.length === 0 });
    const heading = this.root.querySelector("[data-waiting-heading]");
    heading.textContent = headline(counts);
    this.root.hidden = false;
  }

  /** One row a record, the same element for as long as it is there, so that the focus stays where it is. */
  put(readings) {
    const here = new Set(readings.map(({ id }) => id));
    for (const [id, row] of this.rows) {
      if (here.has(id)) continue;
      row.remove();
      this.rows.delete(id);
    }
    readings.forEach((reading, at) => {
      if (!this.rows.has(reading.id)) this.rows.set(reading.id, this.template.content.firstElementChild.cloneNode(true));
      const row = this.rows.get(reading.id);
      Object.assign(row.dataset, { state: reading.look, repeated: "" }); // a row is filled by itself only
      fill(row, reading);
      if (this.list.children[at] !== row) this.list.insertBefore(row, this.list.children[at] ?? null);
    });
  }

  reading(record) {
    const [look, word] = STATES[record.state] ?? NEEDS;
    const kind = this.kinds[record.kind] ?? { title: record.kind, form: "", page: "" };
    const photos = Math.ceil((record.total - 1) / (record.state === "draft" ? 1 : 2));
    const part = look === "sending" && record.total > 1 ? ` ${record.sent} of ${record.total}` : "";
    return {
      id: record.id, look, state: word + part, title: record.title || kind.title,
      facts: [
        said(record.sealed_at || record.saved_at), this.cities[record.city] ?? "",
        photos ? (photos === 1 ? "1 photo" : `${photos} photos`) : "",
        look === "received" ? `receipt ${record.receipt_no}` : "",
      ].filter(Boolean).join(" · "),
      because: because(record),
      go_on: look === "draft" && kind.form ? `${kind.form}?draft=${encodeURIComponent(record.id)}` : "",
      page: look === "received" && kind.of ? kind.of + encodeURIComponent(record.id) : "",
      set_up: record.state === "wait_auth",
      received: look === "received", needs: look === "needs",
    }; // prettier-ignore
  }

  async sendNow() {
    const button = this.root.querySelector("[data-send-now]");
    const words = this.root.querySelector("[data-send-words]");
    button.disabled = true;
    words.textContent = "Sending.";
    const done = await drain("asked").catch(() => null);
    button.disabled = false;
    words.textContent = afterSending(done);
  }
}

function because(record) {
  const large = record.large.map(({ slot, copy }) => `${slot}: ${copy ? "the small copy has arrived" : "the copy goes first"}.`);
  const tries = record.attempts > 0 && record.state !== "complete" ? `Tried ${record.attempts === 1 ? "once" : `${record.attempts} times`}.` : "";
  return [record.because, ...large, tries].filter(Boolean).join(" ");
}

function afterSending(done) {
  if (!done) return "That did not work. Everything is still on this phone.";
  if (done.busy) return "Another tab of this phone is sending.";
  return done.left ? "What is left could not be sent now. It goes on by itself." : "Everything was received.";
}

function headline({ mine, others, needs }) {
  if (!navigator.onLine) return "No signal";
  if (needs) return needs === 1 ? "1 record needs you" : `${needs} records need you`;
  if (mine + others) return mine + others === 1 ? "1 record waits" : `${mine + others} records wait`;
  return "Nothing waits";
}

function summary({ mine, others, others_locked, needs, oldest }, contact, room) {
  return {
    waits: mine + others > 0, needs: needs > 0, calm: mine > 0 && !needs, at_rest: mine + others === 0,
    oldest: oldest && age(Date.now() - Date.parse(oldest)),
    contact: contact ? said(contact) : undefined,
    others: others ? (others === 1 ? "1 record of another officer waits" : `${others} records of other officers wait`) : "",
    others_go: howTheyGo({ waits: others, locked: others_locked }),
    room,
  }; // prettier-ignore
}

function age(ms) {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return hours === 1 ? "1 hour" : `${hours} hours`;
  return `${Math.floor(hours / 24)} days`;
}

async function roomLeft() {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  if (!quota) return "";
  const left = Math.max(0, quota - usage);
  return left >= 1e9 ? `${(left / 1e9).toFixed(1)} GB` : `${Math.floor(left / 1e6)} MB`;
}

// The button that saves a rescue file: [data-rescue] with a button and a place for words [data-rescue-words]; shown while
// something of the present officer's waits.

import { count, watch } from "./outbox.js";

export function wireRescue(block) {
  const button = block.querySelector("button");
  const show = async () => (block.hidden = (await count()).mine === 0);
  button.addEventListener("click", () => run(block, button));
  const safely = () => show().catch(() => {}); // no store in this browser: nothing to save
  watch(safely);
  return safely();
}

async function run(block, button) {
  const words = block.querySelector("[data-rescue-words]");
  button.disabled = true;
  words.textContent = "Making the file.";
  try {
    const { rescueFile } = await import("./rescue.js");
    const made = await rescueFile();
    save(made);
    words.textContent = said(made);
  } catch (fault) {
    words.textContent = fault.message;
  }
  button.disabled = false;
}

function save({ blob, name }) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function said({ records, photos, missing }) {
  const of = (many, one) => (many === 1 ? `1 ${one}` : `${many} ${one}s`);
  const gone = missing ? ` ${of(missing, "photo")} of them ${missing === 1 ? "is" : "are"} not on this phone any more.` : "";
  return `Saved: ${of(records, "record")} with ${of(photos, "file")} of photos.${gone} They stay on this phone, too.`;
}

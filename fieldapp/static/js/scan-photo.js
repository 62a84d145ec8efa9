// A photo of a tag: from the gallery, or taken now. It is read on the phone and sent nowhere.
import { follow, tell } from "./scan-result.js";

const NOTHING = "No code was found in this photo. Try a closer, sharper one, or type the number.";
const UNREADABLE = "This browser cannot read that file. Choose a JPEG or PNG photo, or type the number.";
const NO_DECODER = "The reader could not be loaded. Type the number, or try again with a signal.";

export function wirePhoto(element) {
  element.hidden = false;
  for (const input of element.querySelectorAll("input[type=file]")) {
    input.addEventListener("change", async () => {
      const file = input.files[0];
      if (file) await readPhoto(file);
      input.value = ""; // the same photo can be chosen again
    });
  }
}

async function readPhoto(file) {
  tell("Reading the photo.");
  document.querySelector("[data-foreign]").hidden = true;
  let reader;
  try {
    reader = await import("./photo-attempts.js");
    await reader.startDecoder();
  } catch {
    return tell(NO_DECODER);
  }
  let picture;
  try {
    picture = await reader.pictureOf(file);
  } catch {
    return tell(UNREADABLE);
  }
  const texts = await reader.textsOfPhoto(picture);
  picture.close?.();
  if (texts.length) follow(texts);
  else tell(NOTHING);
}

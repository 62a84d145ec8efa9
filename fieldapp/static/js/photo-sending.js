// Send one photo: its original bytes and their hash in one request, with progress. What comes of it is told in words.

const STALLED = 120_000; // milliseconds without a byte or an answer, after which a request is given up

const NO_ANSWER = "It did not reach the server, or the answer was lost. Send it again.";
const UNREADABLE = "This phone no longer gives the photo’s bytes. Remove it and choose it again.";
const CHANGED = "What the server received is not what this phone sent.";
const CHANGED_HERE = "The file has changed on this phone since it was chosen. Remove it and choose it again.";
const SIGNED_OUT = "Not sent: you are signed out.";
const ODD = "The server did not answer as expected. Send it again.";

/**
 * {end, words, sha256, id}: `end` is "stored", "refused" (the same bytes will be refused again), "failed" (worth another
 * try) or "signed out". `photo`: {file, name, kind, sha256, again}; `progress` is called with 0 to 1, or null for waiting.
 */
export async function send(address, photo, progress) {
  if (!(await stillReadable(photo.file))) return { end: "refused", words: UNREADABLE };
  const first = await post(address, photo, progress);
  if (first.end !== "changed") return first;
  const second = await post(address, photo, progress); // once more: it may have been the way
  if (second.end !== "changed") return second;
  const same = (await import("./photo-hash.js")).hashOf(await photo.file.arrayBuffer());
  if ((await same) !== photo.sha256) return { end: "refused", words: CHANGED_HERE };
  return { end: "failed", words: `${CHANGED} ${second.words}` };
}

async function stillReadable(file) {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

function post(address, photo, progress) {
  const form = new FormData();
  form.append("kind", photo.kind);
  if (photo.sha256) form.append("sha256", photo.sha256);
  if (photo.again) form.append("again", "yes");
  form.append("photos", photo.file, photo.name);
  photo.again = true; // from now on the server may have it
  return new Promise((done) => {
    const asked = new XMLHttpRequest();
    let watch;
    const alive = () => {
      clearTimeout(watch);
      watch = setTimeout(() => asked.abort(), STALLED);
    };
    const finish = (outcome) => {
      clearTimeout(watch);
      done(outcome);
    };
    asked.upload.onprogress = (event) => {
      alive();
      progress(event.lengthComputable && event.loaded < event.total ? event.loaded / event.total : null);
    };
    asked.onload = () => finish(outcomeOf(asked, photo));
    asked.onerror = asked.onabort = () => finish({ end: "failed", words: NO_ANSWER });
    asked.open("POST", address);
    asked.setRequestHeader("Accept", "application/json");
    asked.responseType = "json";
    alive();
    asked.send(form);
  });
}

function outcomeOf({ status, response }, photo) {
  if (status === 401) return { end: "signed out", words: SIGNED_OUT };
  const told = response?.photos?.[0];
  if (!told) {
    const words = response?.detail ?? ODD;
    return { end: status === 413 ? "refused" : "failed", words };
  }
  if (photo.sha256 && told.sha256 !== photo.sha256) return { end: "changed", words: told.reason };
  if (told.photo_id) return { end: "stored", words: "Added.", sha256: told.sha256, id: told.photo_id };
  return { end: "refused", words: `${told.reason} Nothing of it was stored.` };
}

// The names of photos that were chosen and not sent, kept for this tab, so that a page loaded again can ask for them.

const key = () => `photos-left:${location.pathname}`;

export function remember(photos) {
  const names = photos.filter((photo) => !["stored", "refused"].includes(photo.state)).map((photo) => photo.name);
  try {
    if (names.length) sessionStorage.setItem(key(), JSON.stringify(names));
    else sessionStorage.removeItem(key());
  } catch {
    // a browser that keeps nothing: then nothing can be asked for again
  }
}

/** The names that a page before this one left; they are asked for once. */
export function forgotten() {
  try {
    const names = JSON.parse(sessionStorage.getItem(key()) ?? "[]");
    sessionStorage.removeItem(key());
    return names;
  } catch {
    return [];
  }
}

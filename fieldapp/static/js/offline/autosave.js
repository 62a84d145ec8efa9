// Keeps a form in its draft while it is typed: within 400 ms, and at once when the page is left or hidden.

const SOON_MS = 250; // leaves the writing itself time within the 400 ms

/**
 * Save `read()` (the form's fields) into the draft after every input in `form`; {flush(), stop()}.
 * `failed(fault)` hears what could not be kept.
 */
export function autosave(draft, form, read, failed = () => {}) {
  let timer = 0;
  const flush = () => {
    if (!timer) return draft.settled();
    clearTimeout(timer);
    timer = 0;
    return draft.save(read()).catch(failed);
  };
  const touched = () => (timer ||= setTimeout(flush, SOON_MS));
  const hidden = () => document.visibilityState === "hidden" && flush();
  const wirings = [[form, "input", touched], [form, "change", touched], [window, "pagehide", flush], [document, "visibilitychange", hidden]]; // prettier-ignore
  for (const [where, what, act] of wirings) where.addEventListener(what, act);
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    for (const [where, what, act] of wirings) where.removeEventListener(what, act);
  };
  return { flush, stop };
}

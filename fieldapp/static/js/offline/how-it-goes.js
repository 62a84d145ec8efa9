// How what waits on this phone goes: one text for every page that says it, true of each protection.

/**
 * Sentences for `waits` records, of which `locked` need their officer to unlock them: `free` ones go under whatever
 * sign-in. "" where none waits.
 */
export function howTheyGo({ waits, locked }) {
  const free = waits - locked;
  if (!locked) return free ? `${free === 1 ? "It goes by itself" : "They go by themselves"} ${FREE(free)}` : "";
  const said = `${locked === 1 ? "its officer has unlocked it" : "their officers have unlocked them"} on this phone with the passkey.`;
  if (!free) return `${locked === 1 ? "It goes" : "They go"} after ${said}`;
  const first = free === 1 ? "1 goes by itself" : `${free} go by themselves`;
  return `${first} ${FREE(free)} ${locked === 1 ? "1 goes" : `${locked} go`} after ${said}`;
}

const FREE = (free) =>
  free === 1
    ? "when there is a signal, whoever is signed in then, and stays under the name of the officer who made it."
    : "when there is a signal, whoever is signed in then, and each stays under the name of the officer who made it.";

const NEEDS = new Set(["wait_auth", "too_large", "conflict", "needs_attention"]);

/**
 * {heading, way} of one record as the outbox lists it, undefined where it is not there: only a receipt makes it received.
 */
export function wayOf(record) {
  if (record?.is_here) {
    const photos = NEEDS.has(record.state) ? record.because : "Its photos are still on their way.";
    const way = record.state === "complete" ? "All of it is there." : photos;
    return { heading: `Received at city hall, receipt ${record.receipt_no}`, way };
  }
  const heading = "Saved on this phone, not yet at city hall";
  if (!NEEDS.has(record?.state)) return { heading, way: "It goes by itself as soon as there is signal. Waiting shows when it has been received." };
  return { heading, way: `It does not go by itself: it needs you. ${record.because} Waiting shows when it has been received.` };
}

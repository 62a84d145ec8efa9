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

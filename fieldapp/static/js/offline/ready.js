// "Ready for the day": runs every check and shows the sentence that is true. Green only when each of them was really run
// and is good; a check that fails or does not end counts as not checked.

import { arrived, keepExtras } from "./app.js";
import { listen } from "./news.js";
import { CHECKS, moment } from "./ready-checks.js";
import { fill } from "./slots.js";
import { canKeep } from "./store.js";

const LONGEST = 30_000;
const AWAITED = { coming: arrived, extras: keepExtras }; // what ends by itself: then it is looked at once more

export function wireReady(root) {
  const again = root.querySelector("[data-ready-again]");
  const awaited = new Set();
  let last = null;
  const look = () => (last = Promise.resolve(last).then(() => run(root, again)).then(soon));
  const soon = (said) => {
    if (!Object.hasOwn(AWAITED, said) || awaited.has(said)) return;
    awaited.add(said);
    AWAITED[said]().then(look, () => {});
  };
  again?.addEventListener("click", look);
  root.querySelector("[data-ready-keep]")?.addEventListener("click", async () => {
    await navigator.storage.persist();
    await look();
  });
  listen(({ about }) => about === "current" && look()); // the phone has just learned who is here
  return look();
}

/** Run every check; what the one of the pages said. */
async function run(root, again) {
  if (again) again.disabled = true;
  show(summary(root), { state: "checking", say: "checking" });
  let pages = "";
  const results = await Promise.all(
    Object.entries(CHECKS).map(async ([name, check]) => {
      const result = await inTime(check).catch(unchecked);
      if (name === "shell") pages = result.say;
      const place = root.querySelector(`[data-ready=${name}]`);
      if (place) show(place, result);
      return result.state;
    }),
  );
  const [bad, mind] = ["bad", "mind"].map((state) => results.filter((one) => one === state).length);
  const state = bad ? "bad" : mind ? "mind" : "good";
  show(summary(root), { state, say: state, points: points(bad || mind) });
  const when = root.querySelector("[data-ready-when]");
  if (when) {
    fill(when, { when: moment(Date.now()) });
    when.hidden = false;
  }
  if (again) again.disabled = false;
  return pages;
}

/** A check that failed: this browser keeps nothing at all, or it is not known why. */
async function unchecked() {
  return { state: "bad", say: (await canKeep()) ? "fault" : "no-store" };
}

const summary = (root) => root.querySelector("[data-ready-summary]");

const points = (count) => (count === 1 ? "1 point" : `${count} points`);

/** Show the sentences of `say` within `place`, filled with the result's values, and the mark of its state. */
function show(place, { state, say, ...values }) {
  place.dataset.state = state;
  for (const sentence of place.querySelectorAll("[data-say]")) sentence.hidden = sentence.dataset.say !== say;
  fill(place, values);
}

function inTime(check) {
  return Promise.race([check(), new Promise((_, fail) => setTimeout(fail, LONGEST, new Error("too long")))]);
}

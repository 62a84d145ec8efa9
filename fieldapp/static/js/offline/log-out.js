// Signing out works without a signal: the phone forgets the person at once, and its worker tells the server before it
// shows anything else. Records that wait stay.

import { forgetKeys } from "./unlocked.js";
import { forgetCurrent } from "./who.js";

const OWED = "log-out-owed"; // the worker's name for it

export function wireLogOut(form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    forgetKeys();
    await forgetCurrent().catch(() => {});
    sessionStorage.clear();
    if (!navigator.serviceWorker?.controller) return form.submit();
    await caches.open(OWED);
    location.assign("/login");
  });
}

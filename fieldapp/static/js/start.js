// Finds what a page asks for by data attributes and wires it: one behavior a module, loaded only where it is used.

const WIRINGS = [
  ["body[data-shell], body[data-person]", () => import("./offline/page.js"), "wirePage"],
  ["[data-log-out]", () => import("./offline/log-out.js"), "wireLogOut"],
  ["[data-look-switch]", () => import("./look.js"), "wireLook"],
  ["[data-scan-camera]", () => import("./scan-camera.js"), "wireCamera"],
  ["[data-number-form]", () => import("./scan-result.js"), "wireNumberForm"],
  ["[data-scan-for]", () => import("./scan-for.js"), "wireScanFor"],
  ["[data-scan-photo]", () => import("./scan-photo.js"), "wirePhoto"],
  ["[data-photo-picker]", () => import("./photo-picker.js"), "wirePhotoPicker"],
  ["[data-passkey]", () => import("./passkey.js"), "wirePasskey"],
  ["[data-rescue]", () => import("./offline/rescue-button.js"), "wireRescue"],
  ["[data-unlock]", () => import("./offline/unlock-button.js"), "wireUnlock"],
  ["[data-enrol]", () => import("./offline/enrol-button.js"), "wireEnrol"],
  ["[data-position]", () => import("./position.js"), "wirePosition"],
  ["[data-tab-warning]", () => import("./offline/tab-warning.js"), "wireTabWarning"],
  ["[data-waiting-count]", () => import("./offline/waiting-count.js"), "wireWaitingCount"],
  ["[data-signed-out-count]", () => import("./offline/waiting-count.js"), "wireSignedOutCount"],
  ["[data-capture]", () => import("./offline/capture-form.js"), "wireCapture"],
  ["[data-record-kept]", () => import("./offline/capture-post.js"), "wireKept"],
  ["[data-copy-text]", () => import("./copy-text.js"), "wireCopyText"],
  ["[data-waiting]", () => import("./offline/waiting.js"), "wireWaiting"],
  ["[data-ready-check]", () => import("./offline/ready.js"), "wireReady"],
];

function wire(root) {
  root.querySelector("[data-focus-first]")?.focus();
  for (const [selector, load, name] of WIRINGS) {
    for (const element of root.querySelectorAll(selector)) {
      if (element.dataset.wired) continue;
      element.dataset.wired = "soon";
      load().then((module) => {
        module[name](element);
        element.dataset.wired = "yes";
      });
    }
  }
}

function closeMenuOnEscape(event) {
  const menu = event.key === "Escape" && document.querySelector(".menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
}

function tell(words) {
  const notice = document.querySelector("[data-notice]");
  notice.hidden = false;
  notice.textContent = words;
}

function tellFailure() {
  tell("That did not reach the server. What you typed is still here; try again.");
}

/** A form that only the server can take stays on the page with all that was typed, instead of the browser's error page. */
function refuseWithoutSignal(event) {
  if (navigator.onLine || event.defaultPrevented || event.target.method !== "post") return;
  event.preventDefault();
  tell("No signal: this was not sent. What you typed is still here; try again where there is a signal.");
}

function clearNotice() {
  document.querySelector("[data-notice]").hidden = true;
}

document.addEventListener("keydown", closeMenuOnEscape);
document.addEventListener("submit", refuseWithoutSignal);
addEventListener("online", clearNotice);
document.addEventListener("htmx:sendError", tellFailure);
document.addEventListener("htmx:responseError", tellFailure);
document.addEventListener("htmx:beforeRequest", clearNotice);
document.addEventListener("htmx:load", (event) => wire(event.detail.elt));
wire(document);

// Finds what a page asks for by data attributes and wires it: one behavior a module, loaded only where it is used.

const WIRINGS = [
  ["[data-look-switch]", () => import("./look.js"), "wireLook"],
  ["[data-scan-camera]", () => import("./scan-camera.js"), "wireCamera"],
  ["[data-scan-photo]", () => import("./scan-photo.js"), "wirePhoto"],
  ["[data-photo-picker]", () => import("./photo-picker.js"), "wirePhotoPicker"],
  ["[data-passkey]", () => import("./passkey.js"), "wirePasskey"],
  ["[data-position]", () => import("./position.js"), "wirePosition"],
];

async function wire(root) {
  root.querySelector("[data-focus-first]")?.focus();
  for (const [selector, load, name] of WIRINGS) {
    for (const element of root.querySelectorAll(selector)) {
      if (element.dataset.wired) continue;
      element.dataset.wired = "yes";
      (await load())[name](element);
    }
  }
}

function closeMenuOnEscape(event) {
  const menu = event.key === "Escape" && document.querySelector(".menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
}

function tellFailure() {
  const notice = document.querySelector("[data-notice]");
  notice.hidden = false;
  notice.textContent = "That did not reach the server. What you typed is still here; try again.";
}

function clearNotice() {
  document.querySelector("[data-notice]").hidden = true;
}

document.addEventListener("keydown", closeMenuOnEscape);
document.addEventListener("htmx:sendError", tellFailure);
document.addEventListener("htmx:responseError", tellFailure);
document.addEventListener("htmx:beforeRequest", clearNotice);
document.addEventListener("htmx:load", (event) => wire(event.detail.elt));
wire(document);

// A tab of Safari on an iPhone or iPad is a place apart from the app on its home screen.

/** "app" where this was opened from the home screen, "apple" in a tab of Safari on a phone, "tab" in another browser's. */
export function display() {
  if (navigator.standalone === false) return "apple";
  const alone = ["standalone", "fullscreen", "minimal-ui", "window-controls-overlay"];
  return navigator.standalone || alone.some((mode) => matchMedia(`(display-mode: ${mode})`).matches) ? "app" : "tab";
}

export function wireTabWarning(element) {
  element.hidden = display() !== "apple";
}

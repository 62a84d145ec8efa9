// "Use my position": asked for on the tap only, put into the form's own fields, and sent with them.

const FAULTS = {
  1: "The position is not allowed for this site. Type an address, or allow it in the browser’s settings.",
  2: "The phone does not know where it is. Type an address.",
  3: "The phone did not find its position in time. Try again, or type an address.",
};

export function wirePosition(button) {
  if (!("geolocation" in navigator)) return;
  const form = button.form;
  const words = form.querySelector("[data-position-words]");
  button.hidden = false;
  button.addEventListener("click", () => {
    words.textContent = "Finding your position.";
    button.disabled = true;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        form.elements.latitude.value = coords.latitude.toFixed(6);
        form.elements.longitude.value = coords.longitude.toFixed(6);

        form.elements.address.value = "";
        words.textContent = `Position found, within ${Math.round(coords.accuracy)} meters.`;
        button.disabled = false;
        form.requestSubmit();
      },
      (fault) => {
        words.textContent = FAULTS[fault.code] ?? FAULTS[2];
        button.disabled = false;
      },
      { enableHighAccuracy: true, timeout: 15000, maximumAge: 30000 },
    );
  });
}

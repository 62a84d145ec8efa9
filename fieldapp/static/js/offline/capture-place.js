// Where it was: asked for on a tap, or by itself where the phone allowed it before. It never holds anything up.

const FAULTS = {
  1: "The position is not allowed for this site. Type the place instead.",
  2: "The phone does not know where it is. Type the place, or try again.",
  3: "The phone did not find its position in time. Type the place, or try again.",
};
const PATIENCE = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 30_000 };

/** `found(latitude, longitude)` is told each position. The form gets "input" where it was asked for, else "filled". */
export function wirePlace(form, found) {
  const row = form.querySelector("[data-place-row]");
  if (!row || !("geolocation" in navigator)) return;
  const button = row.querySelector("[data-place-find]");
  row.hidden = false;
  button.addEventListener("click", () => find(form, row, button, found, "input"));
  if (form.elements.place_lat.value) say(row, form.elements.place_accuracy.value);
  else findIfAllowed(() => find(form, row, button, found, "filled"));
}

async function findIfAllowed(look) {
  const asked = await navigator.permissions?.query({ name: "geolocation" }).catch(() => null);
  if (asked?.state === "granted") look();
}

function find(form, row, button, found, event) {
  const words = row.querySelector("[data-place-words]");
  words.textContent = "Finding your position. You can go on.";
  button.disabled = true;
  navigator.geolocation.getCurrentPosition(
    ({ coords, timestamp }) => {
      const { place_lat, place_lon, place_accuracy, place_at } = form.elements;
      place_lat.value = coords.latitude.toFixed(6);
      place_lon.value = coords.longitude.toFixed(6);
      place_accuracy.value = Math.max(0, Math.ceil(coords.accuracy));
      place_at.value = new Date(timestamp).toISOString();
      button.disabled = false;
      say(row, place_accuracy.value);
      found(coords.latitude, coords.longitude);
      form.dispatchEvent(new Event(event, { bubbles: true }));
    },
    ({ code }) => {
      words.textContent = FAULTS[code] ?? FAULTS[2];
      button.disabled = false;
    },
    PATIENCE,
  );
}

function say(row, accuracy) {
  row.querySelector("[data-place-words]").textContent = `Position found, within ${accuracy} meters.`;
}

/** The place of the record, undefined where there is none: {lat, lon, accuracy_m, at}. */
export function placeOf(form) {
  const { place_lat: lat, place_lon: lon, place_accuracy: accuracy, place_at: at } = form.elements;
  if (!lat?.value) return undefined;
  return { lat: lat.value, lon: lon.value, accuracy_m: Number(accuracy.value), at: at.value };
}

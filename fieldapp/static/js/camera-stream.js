// The camera itself: open it, say in words why it cannot be, and switch lens, light and zoom where the phone has them.

const CHOICE = "fa-camera";
const ZOOM = "fa-zoom";

const FAULTS = {
  NotAllowedError: "The camera is not allowed for this site. Allow it in the browser’s settings for this site, then start it again.",
  NotFoundError: "This device has no camera.",
  NotReadableError: "Another program uses the camera. Close it, then start the camera again.",
};
const OTHER_FAULT = "The camera did not start. Try it again.";
const NOT_SECURE = "The camera needs a secure address (https).";

/** Why the camera did not start, in words. */
export function faultWords(fault) {
  return FAULTS[fault?.name] ?? fault?.words ?? OTHER_FAULT;
}

/** Open the kept choice of camera, else the one that looks away from the officer. */
export async function openCamera() {
  if (!navigator.mediaDevices?.getUserMedia) throw { words: NOT_SECURE };
  const kept = remembered(CHOICE);
  try {
    return await open(kept ? { deviceId: { exact: kept } } : { facingMode: { ideal: "environment" } });
  } catch (fault) {
    if (!kept || fault.name === "NotAllowedError") throw fault;
    remember(CHOICE, ""); // that camera is gone
    return open({ facingMode: { ideal: "environment" } });
  }
}

function open(which) {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { ...which, width: { ideal: 1920 }, height: { ideal: 1080 } },
  });
}

/** Remember the camera after this track's one as the choice; false where there is no other. */
export async function chooseNextCamera(track) {
  const cameras = await camerasOf();
  if (cameras.length < 2) return false;
  const at = cameras.findIndex((camera) => camera.deviceId === track.getSettings().deviceId);
  remember(CHOICE, cameras[(at + 1) % cameras.length].deviceId);
  return true;
}

/** All cameras; their ids are known only after one was allowed. */
export async function camerasOf() {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter((device) => device.kind === "videoinput" && device.deviceId);
}

/** What this track can do: {torch: boolean, zoom: {min, max, step, value} | null}. */
export function abilities(track) {
  const can = track.getCapabilities?.() ?? {};
  if (can.focusMode?.includes?.("continuous")) set(track, { focusMode: "continuous" });
  const zoomable = can.zoom && can.zoom.max > can.zoom.min;
  const kept = Number(remembered(ZOOM)) || can.zoom?.min;
  const value = zoomable ? Math.min(can.zoom.max, Math.max(can.zoom.min, kept)) : 0;
  return { torch: Boolean(can.torch), zoom: zoomable ? { ...pick(can.zoom), value } : null };
}

const pick = ({ min, max, step }) => ({ min, max, step: step || (max - min) / 20 });

/** Turn the light on or off; whether it obeyed. */
export const setTorch = (track, on) => set(track, { torch: on });

/** Zoom and keep the choice for the next time. */
export function setZoom(track, value) {
  remember(ZOOM, String(value));
  return set(track, { zoom: value });
}

async function set(track, wish) {
  try {
    await track.applyConstraints({ advanced: [wish] });
    return true;
  } catch {
    return false;
  }
}

function remembered(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return ""; // storage is off: the choice holds for this page only
  }
}

function remember(key, value) {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // storage is off
  }
}

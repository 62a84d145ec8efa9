// The scanner on the page: the button starts camera and decoder; whatever goes wrong, a restart button and the other
// ways stay. Frames are cropped to the square that the officer sees.
import { abilities, camerasOf, chooseNextCamera, faultWords, openCamera, setTorch, setZoom } from "./camera-stream.js";
import { Frames, ROUND } from "./camera-frames.js";
import { follow, tell } from "./scan-result.js";

const PAUSE = 140; // between tries: 6 to 8 a second
const SILENCE = 4000; // without a new frame, or all black, for so long: offer to start again
const NO_DECODER = "The reader could not be loaded. Type the number, or start again with a signal.";

export function wireCamera(element) {
  const scanner = new Scanner(element);
  element.hidden = false;
  prefetchWhenIdle(element);
  if (location.hash === "#start") scanner.startIfAllowed();
}

class Scanner {
  constructor(element) {
    this.video = element.querySelector("video");
    this.part = (name) => element.querySelector(`[data-part=${name}]`);
    this.part("start").addEventListener("click", () => this.start());
    this.part("torch").addEventListener("click", () => this.turnTorch());
    this.part("switch").addEventListener("click", () => this.switchCamera());
    this.part("zoom").addEventListener("input", (event) => setZoom(this.track, Number(event.target.value)));
    document.addEventListener("visibilitychange", () => this.followVisibility());
    addEventListener("pageshow", (event) => event.persisted && this.stop("The camera was stopped. Start it again."));
    addEventListener("pagehide", () => this.stop());
  }

  async startIfAllowed() {
    try {
      if ((await navigator.permissions.query({ name: "camera" })).state === "granted") await this.start();
    } catch {
      // this browser does not tell; the button is there
    }
  }

  async start() {
    this.stop();
    const turn = (this.turn = Symbol("one run of the camera"));
    this.part("start").disabled = true;
    tell("Starting the camera.");
    const reader = import("./decoder.js").then((module) => module.startDecoder().then(() => module));
    reader.catch(() => {}); // told below
    try {
      const stream = await openCamera();
      if (this.turn !== turn || document.hidden) return stream.getTracks().forEach((track) => track.stop());
      await this.show(stream);
    } catch (fault) {
      return this.stop(`${faultWords(fault)} A photo or the number works as well.`);
    }
    try {
      this.loop(turn, await reader);
    } catch {
      this.stop(NO_DECODER);
    }
  }

  async show(stream) {
    this.stream = stream;
    this.track = stream.getVideoTracks()[0];
    this.track.addEventListener("ended", () => this.stream === stream && this.stop("The camera was taken away. Start it again."));
    this.video.srcObject = stream;
    this.part("viewer").hidden = false;
    await this.video.play();
    this.part("start").hidden = true;
    this.part("controls").hidden = false;
    const can = abilities(this.track);
    this.part("torch").hidden = !can.torch;
    this.part("zoom-label").hidden = !can.zoom;
    if (can.zoom) {
      Object.assign(this.part("zoom"), { min: can.zoom.min, max: can.zoom.max, step: can.zoom.step, value: can.zoom.value });
      setZoom(this.track, can.zoom.value);
    }
    this.part("switch").hidden = (await camerasOf()).length < 2;
    tell("Hold the tag inside the frame.");
  }

  async loop(turn, { textsIn, WAYS }) {
    const frames = new Frames(this.video, WAYS);
    const read = []; // the texts of the last round: one way may see only one of two tags, and that is no choice
    while (this.turn === turn) {
      const frame = frames.next();
      if (frames.silence > SILENCE) {
        return this.stop(frames.black ? "The camera shows only black. Start it again." : "The camera stands still. Start it again.");
      }
      const texts = frame ? await textsIn(frame.picture, frame.way).catch(() => []) : [];
      if (this.turn !== turn) return;
      read.splice(0, read.length - ROUND + 1);
      read.push(texts);
      if (texts.length && follow(read.flat())) {
        navigator.vibrate?.(60);
        return this.stop();
      }
      await new Promise((resume) => setTimeout(resume, PAUSE));
    }
  }

  stop(words) {
    this.turn = null;
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = this.video.srcObject = null;
    for (const name of ["viewer", "controls"]) this.part(name).hidden = true;
    const start = this.part("start");
    start.hidden = start.disabled = false;
    this.part("torch").setAttribute("aria-pressed", "false");
    if (words) {
      this.part("start-words").textContent = "Start the camera again";
      tell(words);
    }
  }

  followVisibility() {
    if (document.hidden && this.stream) {
      this.paused = true;
      this.stop("The camera was stopped. Start it again.");
    } else if (!document.hidden && this.paused) {
      this.paused = false;
      this.startIfAllowed(); // a phone that asks each time gets the button instead
    }
  }

  async turnTorch() {
    const on = this.part("torch").getAttribute("aria-pressed") !== "true";
    if (await setTorch(this.track, on)) this.part("torch").setAttribute("aria-pressed", String(on));
    else tell("The light cannot be switched on this camera.");
  }

  async switchCamera() {
    if (await chooseNextCamera(this.track)) await this.start();
  }
}

function prefetchWhenIdle(element) {
  if (navigator.connection?.saveData) return;
  const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 2000));
  const addresses = element.dataset.prefetch.split(" ");
  idle(() => addresses.forEach((address) => fetch(address, { priority: "low" }).catch(() => {})));
}

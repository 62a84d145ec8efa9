// Whoever types is at work: from the first change in a form until it is sent or left, this page holds a Web Lock, and no
// new release takes its turn meanwhile.

let release = null;

export function wireDirty(body) {
  if (!navigator.locks) return;
  body.addEventListener("input", (event) => event.target.form && hold());
  for (const end of ["submit", "reset"]) body.addEventListener(end, () => letGo());
}

function hold() {
  if (release) return;
  release = () => {};
  navigator.locks.request("fieldapp:form", { mode: "shared" }, () => new Promise((free) => (release = free)));
}

function letGo() {
  release?.();
  release = null;
}

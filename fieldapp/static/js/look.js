// Light, dark, or as the phone says. The choice is a cookie, so the server writes it into the next page and nothing flashes.

const YEAR = 365 * 24 * 3600;

export function chosenLook(cookies) {
  return /(?:^|;\s*)fa-look=(light|dark)(?:;|$)/.exec(cookies)?.[1] ?? "";
}

export function wireLook(element) {
  const buttons = [...element.querySelectorAll("[data-look-choice]")];
  const show = (look) => {
    if (look) document.documentElement.dataset.look = look;
    else delete document.documentElement.dataset.look;
    document.querySelector("meta[name=color-scheme]").content = look || "light dark";
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.lookChoice === look));
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const look = button.dataset.lookChoice;
      const secure = location.protocol === "https:" ? "; Secure" : "";
      document.cookie = `fa-look=${look}; Path=/; SameSite=Lax; Max-Age=${look ? YEAR : 0}${secure}`;
      show(look);
    });
  }
  show(chosenLook(document.cookie));
  element.hidden = false;
}

// "Copy as text": one tap, and it is said whether it worked; the text itself stands on the page for those without.

export function wireCopyText(button) {
  if (!navigator.clipboard) return;
  const words = button.closest("section").querySelector("[data-copy-words]");
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copyText).textContent;
    try {
      await navigator.clipboard.writeText(text);
      words.textContent = "Copied. Paste it into the other system.";
    } catch {
      words.textContent = "This browser did not copy it. Select the text below and copy it by hand.";
    }
  });
}

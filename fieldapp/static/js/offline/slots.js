// Fills a page, or a part of it, from a reading: the one way in which a shell gets its content. Only text and local
// addresses go in, never markup.
//
// data-slot="a.b"        the text of reading.a.b; what is not in the reading leaves what stands there
// data-slot-href="a"     a local address
// data-if="a"            shown only where reading.a is something (not false, null, 0, "" or an empty list)
// data-each="a"          its <template> once for each of reading.a, filled from that one

export function fill(root, reading) {
  for (const element of [...root.querySelectorAll("[data-each]")]) {
    if (!element.parentElement?.closest("[data-each]")) repeat(element, found(reading, element.dataset.each) ?? []);
  }
  for (const element of own(root, "[data-slot]")) put(found(reading, element.dataset.slot), (value) => (element.textContent = value));
  for (const element of own(root, "[data-slot-href]")) {
    put(found(reading, element.dataset.slotHref), (value) => isLocal(value) && element.setAttribute("href", value));
  }
  for (const element of own(root, "[data-if]")) element.hidden = isNothing(found(reading, element.dataset.if));
}

/** What lies inside a repeated part was filled from its own reading. */
function own(root, selector) {
  return [...root.querySelectorAll(selector)].filter((element) => !element.closest("[data-repeated]") || root.closest?.("[data-repeated]"));
}

function repeat(element, readings) {
  element.querySelectorAll(":scope > [data-repeated]").forEach((old) => old.remove());
  const template = element.querySelector(":scope > template");
  for (const reading of readings) {
    for (const copy of [...template.content.cloneNode(true).children]) {
      copy.dataset.repeated = "";
      element.append(copy);
      const holder = { querySelectorAll: (selector) => [...(copy.matches(selector) ? [copy] : []), ...copy.querySelectorAll(selector)], closest: (selector) => copy.closest(selector) };
      fill(holder, reading);
    }
  }
}

const found = (reading, path) => path.split(".").reduce((within, key) => (within && Object.hasOwn(within, key) ? within[key] : undefined), reading);

function put(value, into) {
  if (value !== undefined && value !== null) into(String(value));
}

const isNothing = (value) => !value || (Array.isArray(value) && value.length === 0);

const isLocal = (address) => /^\/(?![/\\])/.test(address);

// Fills a page, or a part of it, from a reading: the one way in which a shell gets its content. Only text and local
// addresses go in, never markup.
//
// data-slot="a.b"        the text of reading.a.b
// data-slot-href="a"     a local address
// data-if="a"            shown where reading.a is something, hidden where it is false, null, 0, "" or an empty list
//
// What is not in the reading leaves what stands there, so that two readings can fill one page. A row that was made from a
// <template> carries data-repeated and is filled by itself only.

export function fill(root, reading) {
  each(root, "[data-slot]", "slot", reading, (element, value) => (element.textContent = value ?? ""));
  each(root, "[data-slot-href]", "slotHref", reading, (element, value) => isLocal(value) && element.setAttribute("href", value));
  each(root, "[data-if]", "if", reading, (element, value) => (element.hidden = isNothing(value)));
}

function each(root, selector, name, reading, put) {
  const isRow = Boolean(root.closest?.("[data-repeated]"));
  for (const element of root.querySelectorAll(selector)) {
    const value = found(reading, element.dataset[name]);
    if (value !== undefined && (isRow || !element.closest("[data-repeated]"))) put(element, value);
  }
}

const found = (reading, path) =>
  path.split(".").reduce((within, key) => (within && Object.hasOwn(within, key) ? within[key] : undefined), reading);

const isNothing = (value) => !value || (Array.isArray(value) && value.length === 0);

const isLocal = (address) => /^\/(?![/\\])/.test(address);

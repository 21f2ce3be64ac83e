/* Elements built and brought onto the page: a tree is drawn anew at each change, and only what differs is touched, so
   that what has the focus keeps it and what is being typed stays. */

/** What makes an element another: a finger that is down on one button must not come up on the next. */
const OWN = ["data-part", "data-does", "data-value"];
const DRAWN = new Set(["svg", "use"]);
const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. Of its attributes, what is null, undefined or false is left out, and true stands without a value.
 * @param {string} tag @param {?Object<string, any>} attributes @param {...any} children null is nothing
 * @returns {Element}
 */
export function h(tag, attributes, ...children) {
  const made = DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/**
 * A button that does something by its name: see doing.js.
 * @param {string} does @param {string|null} value @param {Object<string, any>} attributes @param {...any} children
 */
export function button(does, value, attributes, ...children) {
  return h("button", { type: "button", "data-does": does, "data-value": value, ...attributes }, ...children);
}

/** A button that is chosen or not. */
export function choice(does, value, isChosen, attributes, ...children) {
  const look = ["choice", attributes && attributes.class].filter(Boolean).join(" ");
  return button(does, value, { ...attributes, class: look, "aria-pressed": isChosen ? "true" : "false" }, ...children);
}

/**
 * `%(name)s` in a text gives way to what `filling` has by that name.
 * @param {string} text @param {Object<string, string|number>} [filling]
 */
export function fill(text, filling = {}) {
  return String(text === undefined ? "" : text).replace(/%\((\w+)\)s/g, (whole, name) =>
    filling[name] === undefined ? whole : String(filling[name]),
  );
}

/** Makes the children of `here` equal to those of `wanted`. @param {Element} here @param {Element} wanted */
export function morph(here, wanted) {
  const old = [...here.childNodes];
  const fresh = [...wanted.childNodes];
  fresh.forEach((node, place) => {
    const stands = old[place];
    if (!stands) here.append(node);
    else if (isAlike(stands, node)) bringTo(stands, node);
    else here.replaceChild(node, stands);
  });
  old.slice(fresh.length).forEach((node) => node.remove());
}

function isAlike(stands, node) {
  if (stands.nodeType !== node.nodeType || stands.nodeName !== node.nodeName) return false;
  return (
    stands.nodeType !== Node.ELEMENT_NODE || OWN.every((name) => stands.getAttribute(name) === node.getAttribute(name))
  );
}

function bringTo(stands, node) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (stands.nodeValue !== node.nodeValue) stands.nodeValue = node.nodeValue;
    return;
  }
  for (const { name } of [...stands.attributes]) {
    // Whether a <details> is open is its reader's choice.
    if (!node.hasAttribute(name) && !(name === "open" && stands.nodeName === "DETAILS")) stands.removeAttribute(name);
  }
  for (const { name, value } of [...node.attributes]) {
    if (stands.getAttribute(name) !== value) stands.setAttribute(name, value);
  }
  if (stands.nodeName === "TEXTAREA") {
    if (document.activeElement !== stands && stands.value !== node.value) stands.value = node.value;
    return;
  }
  morph(stands, node);
}

// Elements of the page, made in one call.

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Make an element. Properties that begin with "on" are listeners, `class` and those with a dash
 * are attributes, and the others are properties of the element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (name === "class" || name === "for" || name === "role" || name.includes("-")) {
      element.setAttribute(name, String(value));
    } else {
      /** @type {any} */ (element)[name] = value;
    }
  }
  put(element, ...children);
  return element;
}

/**
 * Put children at the end of an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  for (const child of children) {
    if (child) element.append(child);
  }
}

/**
 * Put children in the place of all that an element has.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  put(element, ...children);
}

/**
 * Make a button.
 * @param {string} text
 * @param {() => void} press
 * @param {Record<string, any>} [properties]
 */
export function button(text, press, properties = {}) {
  return make("button", { type: "button", onclick: press, ...properties }, text);
}

/**
 * Copy a text, as far as the browser lets a page do so.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

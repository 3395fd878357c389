// A little Markdown, as the rules are written: headings, paragraphs, lists, code and strong words.

import { make, put } from "./dom.js";

/**
 * @param {string} text
 * @returns {DocumentFragment}
 */
export function markdown(text) {
  const page = document.createDocumentFragment();
  for (const block of text.trim().split(/\n\s*\n/)) page.append(...blockOf(block));
  return page;
}

/**
 * @param {string} block
 * @returns {HTMLElement[]}
 */
function blockOf(block) {
  const lines = block.split("\n");
  const heading = /^(#{1,4}) (.*)/.exec(lines[0]);
  if (heading) {
    const rest = lines.slice(1).join("\n");
    const level = /** @type {"h2"} */ (`h${Math.min(heading[1].length + 1, 4)}`);
    return [inline(make(level), heading[2]), ...(rest.trim() ? blockOf(rest) : [])];
  }
  if (lines[0].startsWith("```")) {
    return [make("pre", {}, lines.slice(1).filter((line) => !line.startsWith("```")).join("\n"))];
  }
  if (/^(-|\*|\d+\.) /.test(lines[0])) {
    const items = block.split(/\n(?=(?:-|\*|\d+\.) )/);
    const list = make(/^\d/.test(lines[0]) ? "ol" : "ul");
    list.append(...items.map((item) => inline(make("li"), item.replace(/^(-|\*|\d+\.) /, ""))));
    return [list];
  }
  return [inline(make("p"), block)];
}

/**
 * @template {HTMLElement} E
 * @param {E} element
 * @param {string} text
 * @returns {E}
 */
function inline(element, text) {
  for (const part of text.replaceAll("\n", " ").split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/)) {
    if (part.startsWith("`")) put(element, make("code", {}, part.slice(1, -1)));
    else if (part.startsWith("**")) put(element, make("strong", {}, part.slice(2, -2)));
    else if (part.startsWith("*") && part.length > 2) put(element, make("em", {}, part.slice(1, -1)));
    else put(element, part);
  }
  return element;
}

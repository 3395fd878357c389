// The picture of the table: pieces can be pointed at, by mouse, touch and keyboard.

import { fill, make } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const NARROW = matchMedia("(max-width: 699px)");
// zones that have their words elsewhere on a narrow page
const AROUND = ["table", "heading", "last"];
// a zone that would be smaller than this is not fitted to the width, but can be scrolled
const SMALLEST = 0.5;
const LEGIBLE = 0.72;

/** @typedef {{label: string, isPicked: boolean}} Offer */

export class Board {
  /**
   * @param {(piece: string, isOffered: boolean) => void} point
   * @param {(piece: string | null) => void} lookAt a piece that is offered is under the pointer
   */
  constructor(point, lookAt) {
    this.point = point;
    this.lookAt = lookAt;
    this.picture = "";
    /** @type {Map<string, Offer>} */
    this.offers = new Map();
    /** @type {Map<string, string>} what the pieces looked like */
    this.looks = new Map();
    this.element = make("div", {
      class: "board",
      onclick: (/** @type {MouseEvent} */ event) => this.clicked(event),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.typed(event),
      onpointerover: (/** @type {PointerEvent} */ event) => this.lookAt(this.offered(event.target)),
      onpointerleave: () => this.lookAt(null),
      onfocusin: (/** @type {FocusEvent} */ event) => this.lookAt(this.offered(event.target)),
      onfocusout: () => this.lookAt(null),
    });
    /** what is laid over the picture whenever it is drawn */
    this.overlay = () => {};
    this.redraw = () => this.draw(this.picture, false);
    NARROW.addEventListener("change", this.redraw);
  }

  leave() {
    NARROW.removeEventListener("change", this.redraw);
  }

  /**
   * Show a picture; what has changed is marked.
   * @param {string} picture
   * @param {boolean} isMarked
   */
  draw(picture, isMarked) {
    const focused = document.activeElement && this.element.contains(document.activeElement)
      ? document.activeElement.id : "";
    const scrolled = [...this.element.children].map((child) => child.scrollLeft);
    this.picture = picture;
    const svg = parse(picture);
    const before = this.looks;
    this.looks = new Map(pieces(svg).map((piece) => [piece.id, piece.innerHTML]));
    fill(this.element, svg);
    if (isMarked && before.size > 0) {
      for (const piece of pieces(svg)) {
        if (before.get(piece.id) !== piece.innerHTML) piece.classList.add("changed");
      }
    }
    if (NARROW.matches) this.split(svg);
    [...this.element.children].forEach((child, i) => { child.scrollLeft = scrolled[i] ?? 0; });
    this.offer(this.offers);
    this.overlay();
    if (focused) document.getElementById(focused)?.focus();
  }

  /**
   * On a narrow page each zone has a row of its own.
   * @param {SVGSVGElement} svg
   */
  split(svg) {
    const width = this.element.clientWidth || 340;
    const rows = [];
    for (const zone of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll(":scope > g"))) {
      if (AROUND.includes(zone.id)) continue;
      rows.push([zone, zone.getBBox()]);
    }
    for (const [zone, box] of /** @type {[SVGGElement, DOMRect][]} */ (rows)) {
      const row = document.createElementNS(SVG, "svg");
      row.setAttribute("viewBox", `${box.x - 2} ${box.y - 2} ${box.width + 4} ${box.height + 4}`);
      row.setAttribute("font-family", svg.getAttribute("font-family") ?? "sans-serif");
      const fitting = width / (box.width + 4);
      const scale = Math.min(fitting < SMALLEST ? LEGIBLE : fitting, 1.3);
      row.setAttribute("width", String(Math.round((box.width + 4) * scale)));
      row.setAttribute("height", String(Math.round((box.height + 4) * scale)));
      row.append(zone);
      this.element.append(make("div", { class: "zone" }, row));
    }
    const about = svg.querySelector("#heading")?.getAttribute("aria-label");
    this.element.prepend(make("p", { class: "about" }, about ?? ""));
    for (const id of AROUND) svg.querySelector(`#${id}`)?.remove();
    svg.classList.add("only-faces");
  }

  /**
   * Offer pieces to be pointed at.
   * @param {Map<string, Offer>} offers
   */
  offer(offers) {
    this.offers = offers;
    for (const piece of pieces(this.element)) {
      const offer = offers.get(piece.id);
      piece.classList.toggle("offered", Boolean(offer) && !offer?.isPicked);
      piece.classList.toggle("picked", Boolean(offer?.isPicked));
      if (offer) {
        widen(piece);
        piece.setAttribute("role", "button");
        piece.setAttribute("tabindex", "0");
        piece.setAttribute("aria-pressed", String(offer.isPicked));
        piece.setAttribute("aria-label", offer.label || words(piece));
      } else {
        piece.setAttribute("role", "img");
        piece.removeAttribute("tabindex");
        piece.removeAttribute("aria-pressed");
        piece.setAttribute("aria-label", words(piece));
      }
    }
  }

  /**
   * Mark pieces, such as those of a hint.
   * @param {string[]} ids
   */
  mark(ids) {
    for (const piece of pieces(this.element)) piece.classList.toggle("hinted", ids.includes(piece.id));
  }

  // --- what a person does ---

  /** @param {MouseEvent} event */
  clicked(event) {
    // a card may lie on a pile that is offered
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const found = under.map((element) => this.offered(element)).find((id) => id !== null);
    if (found) {
      this.point(found, true);
      return;
    }
    const piece = event.target instanceof Element ? event.target.closest("g[data-piece]") : null;
    if (piece) this.point(piece.id, false);
  }

  /** @param {KeyboardEvent} event */
  typed(event) {
    const piece = this.offered(event.target);
    if (piece === null) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.point(piece, true);
      return;
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    this.neighbour(/** @type {Element} */ (event.target), way[0], way[1])?.focus();
  }

  /**
   * The nearest offered piece in a direction.
   * @param {Element} from
   * @param {number} right
   * @param {number} down
   * @returns {SVGGElement | null}
   */
  neighbour(from, right, down) {
    const [x, y] = middle(from);
    let [nearest, shortest] = [/** @type {SVGGElement | null} */ (null), Infinity];
    for (const piece of pieces(this.element)) {
      if (piece === from || !this.offers.has(piece.id)) continue;
      const [otherX, otherY] = middle(piece);
      const ahead = (otherX - x) * right + (otherY - y) * down;
      const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
      const way = ahead + 2 * aside;
      if (ahead > 1 && way < shortest) [nearest, shortest] = [piece, way];
    }
    return nearest;
  }

  /**
   * The id of the offered piece that an element belongs to.
   * @param {EventTarget | null} target
   */
  offered(target) {
    const piece = target instanceof Element ? target.closest("g[data-piece]") : null;
    return piece && this.element.contains(piece) && this.offers.has(piece.id) ? piece.id : null;
  }
}

/**
 * Read a picture that the server has made.
 * @param {string} picture
 * @returns {SVGSVGElement}
 */
export function parse(picture) {
  const read = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(read, true)));
  // its parts can be pointed at, so it is no single image
  svg.setAttribute("role", "group");
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  for (const piece of svg.querySelectorAll("g[class][role=img]")) piece.setAttribute("data-piece", "");
  return svg;
}

/**
 * All pieces in an element.
 * @param {Element} element
 * @returns {SVGGElement[]}
 */
function pieces(element) {
  return [...element.querySelectorAll("g[data-piece]")].map((piece) => /** @type {SVGGElement} */ (piece));
}

/**
 * Let a piece be hit anywhere in its box, not only where something of it is drawn.
 * @param {SVGGElement} piece
 */
function widen(piece) {
  if (piece.querySelector(":scope > .target")) return;
  const { x, y, width, height } = piece.getBBox();
  const target = document.createElementNS(SVG, "rect");
  target.setAttribute("class", "target");
  for (const [name, value] of Object.entries({ x, y, width, height })) target.setAttribute(name, String(value));
  piece.prepend(target);
}

/** @param {Element} piece */
function words(piece) {
  return piece.querySelector("title")?.textContent ?? piece.id;
}

/**
 * Where the middle of an element is.
 * @param {Element} element
 */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

// What hidden cards may be: laid over them on the table, and as a list below it.

import { button, fill, make } from "./dom.js";

/** @typedef {import("./types.js").Belief} Belief */
/** @typedef {import("./board.js").Board} Board */

const SVG = "http://www.w3.org/2000/svg";
// of the letters in the picture: size, how wide one is at most, and how far lines are apart
const SIZE = 13;
const LETTER = 7.8;
const LINE = 16;

export class Beliefs {
  /**
   * @param {Board} board
   * @param {() => void} ask
   */
  constructor(board, ask) {
    this.board = board;
    this.ask = ask;
    this.isOn = false;
    /** @type {Belief | null} */
    this.belief = null;
    this.button = button("Unseen cards (b)", () => this.toggle(), { "aria-pressed": "false", "aria-keyshortcuts": "b" });
    this.element = make("section", { class: "beliefs", "aria-label": "What unseen cards may be", hidden: true });
    board.overlay = () => this.layOver();
  }

  /** Show what hidden cards may be, or do not. */
  toggle() {
    if (this.button.disabled) return;
    this.isOn = !this.isOn;
    this.button.setAttribute("aria-pressed", String(this.isOn));
    this.belief = null;
    this.element.hidden = !this.isOn;
    fill(this.element, make("p", { role: "status" }, this.isOn ? "Counting possible tables…" : ""));
    this.layOver();
    if (this.isOn) this.ask();
  }

  /**
   * The table has gone on: what was believed is no longer true.
   * @param {boolean} isOver
   */
  renew(isOver) {
    if (isOver && this.isOn) this.toggle();
    this.button.disabled = isOver;
    this.belief = null;
    this.layOver();
    if (this.isOn) this.ask();
  }

  /** @param {Belief} belief */
  show(belief) {
    if (!this.isOn) return;
    this.belief = belief;
    this.layOver();
    const head = make("tr", {}, make("th", { scope: "col" }, "card"), make("th", { scope: "col" }, "unseen"),
      ...belief.places.map((place) => make("th", { scope: "col" }, place)));
    const rows = belief.cards.map(([card, unseen, expected]) => make("tr", {},
      make("th", { scope: "row" }, card), make("td", {}, String(unseen)),
      ...expected.map((copies) => make("td", {}, chance(copies)))));
    fill(this.element,
      make("p", { role: "status" }, `How likely each card is in each place, counted over ${belief.worlds} tables that are possible for all that you know.`),
      make("div", { class: "scrolled", tabIndex: 0, role: "region", "aria-label": "Table of cards and places" },
        make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows))));
  }

  /** Lay over the hidden cards of each place what they may be, the likeliest first. */
  layOver() {
    for (const old of this.board.element.querySelectorAll("g.belief")) old.remove();
    const belief = this.belief;
    if (!belief) return;
    belief.pieces.forEach((ids, place) => {
      const likely = belief.cards
        .map(([card, , expected]) => /** @type {[string, number]} */ ([card, expected[place]]))
        .filter(([, copies]) => copies > 0)
        .sort(([, one], [, other]) => other - one);
      const pieces = ids.map((id) => /** @type {SVGGElement | null} */ (this.board.element.querySelector(`[id="${id}"]`)));
      const found = pieces.filter((piece) => piece !== null);
      if (found.length > 0) found[0].parentNode?.append(label(boxAround(found), likely));
    });
  }
}

/**
 * The box around pieces of the picture.
 * @param {SVGGElement[]} pieces
 */
function boxAround(pieces) {
  const boxes = pieces.map((piece) => piece.getBBox());
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { x, y, width, height };
}

/**
 * What cards in a box may be: as many as there is room for. The list below says it, too, and all of it.
 * @param {{x: number, y: number, width: number, height: number}} box
 * @param {[string, number][]} likely
 */
function label(box, likely) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "belief");
  group.setAttribute("aria-hidden", "true");
  const said = likely.map(([card, copies]) => `${card} ${chance(copies)}`);
  const column = Math.max(...said.map((words) => words.length)) * LETTER + 8;
  const width = Math.max(box.width, column);
  const lines = Math.max(Math.floor(box.height / LINE), 1);
  const columns = Math.max(Math.floor(width / column), 1);
  const height = Math.max(box.height, LINE + 4);
  const back = document.createElementNS(SVG, "rect");
  const corners = { x: box.x, y: box.y, width, height, rx: 6 };
  for (const [name, value] of Object.entries(corners)) back.setAttribute(name, String(value));
  group.append(back);
  const top = box.y + (height - Math.min(lines, Math.ceil(likely.length / columns)) * LINE) / 2;
  said.slice(0, lines * columns).forEach((words, i) => {
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("x", String(box.x + 6 + (i % columns) * column));
    text.setAttribute("y", String(top + SIZE - 1 + Math.floor(i / columns) * LINE));
    text.setAttribute("font-size", String(SIZE));
    text.textContent = words;
    group.append(text);
  });
  return group;
}

/**
 * How many copies of a card are expected: as a chance where it is at most one.
 * @param {number} copies
 */
function chance(copies) {
  if (copies === 0) return "–";
  return copies <= 1 ? `${Math.round(copies * 100)}%` : copies.toFixed(1);
}

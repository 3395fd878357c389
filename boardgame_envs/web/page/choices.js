// The list of all legal actions: groups of buttons, each with what follows from it.

import { fill, make } from "./dom.js";

/** @typedef {import("./types.js").Group} Group */
/** @typedef {import("./types.js").Choice} Choice */

// so many choices are shown without groups to open
const FEW = 12;

export class Choices {
  /**
   * @param {(choice: Choice) => void} choose
   * @param {(choice: Choice | null) => void} lookAt
   * @param {(group: Group) => void} opened somebody has opened a group
   */
  constructor(choose, lookAt, opened) {
    this.choose = choose;
    this.lookAt = lookAt;
    this.opened = opened;
    /** @type {Map<number, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {Map<Group, HTMLDetailsElement>} */
    this.folds = new Map();
    this.element = make("div", {
      class: "choices",
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.typed(event),
    });
  }

  /** @param {Group[]} groups */
  show(groups) {
    this.buttons.clear();
    this.folds.clear();
    const number = groups.reduce((sum, group) => sum + group.choices.length, 0);
    const isFlat = number <= FEW || groups.length === 1;
    fill(this.element, ...groups.map((group) => this.group(group, isFlat)));
  }

  /**
   * @param {Group} group
   * @param {boolean} isFlat
   */
  group(group, isFlat) {
    const inside = make("div", { class: "buttons" }, ...group.choices.map((choice) => this.button(choice, group, isFlat)));
    if (isFlat || group.choices.length === 1) return inside;
    const fold = make("details", { name: "choices" },
      make("summary", {}, group.title, make("span", { class: "count" }, String(group.choices.length))),
      inside);
    fold.addEventListener("toggle", () => fold.open && this.opened(group));
    this.folds.set(group, fold);
    return fold;
  }

  /**
   * @param {Choice} choice
   * @param {Group} group
   * @param {boolean} isFlat
   */
  button(choice, group, isFlat) {
    const isShort = !isFlat && group.choices.length > 1 && choice.name.endsWith(choice.label);
    // what is left out in a group is said all the same
    const unseen = isShort ? choice.name.slice(0, choice.name.length - choice.label.length) : "";
    const pressed = make("button", {
      type: "button",
      "data-action": choice.action,
      onclick: () => this.choose(choice),
      onpointerenter: () => this.lookAt(choice),
      onpointerleave: () => this.lookAt(null),
      onfocus: () => this.lookAt(choice),
      onblur: () => this.lookAt(null),
    },
    make("span", { class: "label" }, unseen && make("span", { class: "unseen" }, unseen),
      isShort ? choice.label : choice.name),
    choice.consequence && " ",
    choice.consequence && make("span", { class: "consequence" }, choice.consequence));
    this.buttons.set(choice.action, pressed);
    return pressed;
  }

  /**
   * Tell what follows from choices, where it was not known yet.
   * @param {Map<number, string>} prices
   */
  price(prices) {
    for (const [action, said] of prices) {
      const pressed = this.buttons.get(action);
      if (pressed && !pressed.querySelector(".consequence")) {
        pressed.append(" ", make("span", { class: "consequence" }, said));
      }
    }
  }

  /**
   * Leave open only the groups that have some of the choices.
   * @param {Choice[]} choices
   */
  unfold(choices) {
    for (const [group, fold] of this.folds) {
      const isWanted = group.choices.some((choice) => choices.includes(choice));
      if (fold.open !== isWanted && (isWanted || choices.length > 0)) fold.open = isWanted;
    }
  }

  /**
   * Mark actions, such as that of a hint or those that may be meant.
   * @param {number[]} actions
   */
  mark(actions) {
    for (const [action, pressed] of this.buttons) {
      const isMarked = actions.includes(action);
      pressed.classList.toggle("hinted", isMarked);
      const fold = pressed.closest("details");
      if (isMarked && fold) fold.open = true;
    }
  }

  /** Move the focus to the first thing to choose. */
  focus() {
    /** @type {HTMLElement | null} */ (this.element.querySelector("summary, button"))?.focus({ preventScroll: true });
  }

  /**
   * Arrow keys go from button to button.
   * @param {KeyboardEvent} event
   */
  typed(event) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const all = [.../** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("summary, button"))];
    const seen = all.filter((one) => one.offsetParent !== null);
    const place = seen.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (place < 0) return;
    event.preventDefault();
    seen[(place + step + seen.length) % seen.length].focus();
  }
}

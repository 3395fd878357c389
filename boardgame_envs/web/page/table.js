// A table: the picture, what may be done, what has happened, and help.

import { Beliefs } from "./beliefs.js";
import { Board, parse } from "./board.js";
import { Choices } from "./choices.js";
import { button, fill, make } from "./dom.js";
import { markdown } from "./markdown.js";
import { click, matching, nextPieces } from "./pointing.js";
import { Talk, seatMark } from "./talk.js";

/** @typedef {import("./types.js").Introduction} Introduction */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Group} Group */
/** @typedef {import("./types.js").Hint} Hint */
/** @typedef {import("./types.js").Prices} Prices */
/** @typedef {import("./types.js").Review} Review */
/** @typedef {import("./types.js").Received} Received */
/** @typedef {import("./types.js").Send} Send */

// milliseconds for which each action of the others is shown
const PACES = { slowly: 2200, "one by one": 1100, quickly: 350, "at once": 0 };
const USUAL = "one by one";
// where the pace is remembered
const PACE = "pace";

export class TablePage {
  /**
   * @param {Introduction} table
   * @param {Send} send
   * @param {(() => void) | null} back the way to the tables, for who has it
   */
  constructor(table, send, back) {
    this.table = table;
    this.send = send;
    /** @type {View | null} */
    this.view = null;
    /** @type {View[]} views that wait until those before have been seen */
    this.waiting = [];
    this.timer = 0;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {string[]} */
    this.picked = [];
    /** @type {Choice | null} */
    this.proposed = null;

    this.board = new Board((piece, isOffered) => this.point(piece, isOffered), (piece) => this.lookAtPiece(piece));
    this.list = new Choices((choice) => this.act(choice), (choice) => this.preview(choice), (group) => this.openGroup(group));
    this.talk = new Talk(table.players);
    this.question = make("h2", { class: "question", tabIndex: -1, role: "status" });
    this.about = make("p", { class: "preview" });
    this.words = make("p", { class: "said", role: "status", hidden: true });
    this.several = make("div", { class: "several", hidden: true });
    this.end = make("section", { class: "end", hidden: true, "aria-label": "How the game came out" });
    this.inWords = make("pre", { class: "in-words", tabIndex: 0 });
    this.careful = make("input", { type: "checkbox", checked: matchMedia("(pointer: coarse)").matches });
    this.pace = this.paceEntry();
    this.dialog = make("dialog", { "aria-labelledby": "dialog-title" });
    this.players = make("ul", { class: "players", "aria-label": "Players" });
    this.hint = button("Hint", () => this.send({ type: "hint", turn: this.view?.turn }));
    this.undo = button("Undo", () => this.send({ type: "undo", turn: this.view?.turn }));
    this.beliefs = new Beliefs(this.board, () => this.send({ type: "belief" }));
    this.skip = button("Show all at once", () => this.catchUp(), { class: "skip", hidden: true });
    this.entry = make("input", { type: "text", id: "say", maxLength: 200, autocomplete: "off", spellcheck: false,
      placeholder: "type it, or ask why not" });
    this.element = this.build(back);
    this.listPlayers(null, null);
    document.title = `${table.title} – boardgame_envs`;
  }

  leave() {
    clearTimeout(this.timer);
    this.board.leave();
  }

  /** @param {(() => void) | null} back */
  build(back) {
    const isSeated = this.table.seat !== null;
    const options = Object.entries(this.table.options).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`);
    const say = make("form", { class: "say", onsubmit: (/** @type {Event} */ event) => this.say(event) },
      make("label", { for: "say" }, "Action in words"), this.entry,
      make("button", { type: "submit" }, "Do it"));
    const tools = make("div", { class: "tools" }, this.hint, this.undo, this.beliefs.button);
    const manners = make("div", { class: "tools" },
      make("label", { class: "careful" }, this.careful, " Ask before an action"),
      make("label", { class: "careful" }, "Others act ", this.pace));
    const inWords = make("details", { class: "as-words" }, make("summary", {}, "The table in words"), this.inWords);
    return make("div", { class: "table-page", onkeydown: (/** @type {KeyboardEvent} */ event) => this.typed(event) },
      make("header", {},
        make("h1", {}, this.table.title, options.length > 0 && make("small", {}, ` ${options.join(", ")}`)),
        this.players,
        make("nav", { "aria-label": "Help" }, button("Rules", () => this.send({ type: "rules" })),
          back && button("Tables", back))),
      make("main", {},
        make("section", { class: "seen", "aria-label": "The table" },
          make("div", { class: "asked" }, this.question, this.skip), this.board.element, this.about, this.words),
        make("section", { class: "done", "aria-label": "What to do" }, this.end, this.several, this.list.element),
        isSeated && make("section", { class: "help", "aria-label": "Help with it" }, tools, say, manners, inWords),
        this.talk.element),
      this.beliefs.element,
      this.dialog);
  }

  /**
   * @param {number | null} toAct
   * @param {number | null} thinking
   */
  listPlayers(toAct, thinking) {
    fill(this.players, ...this.table.players.map((player, seat) => make("li",
      { class: seat === toAct ? "to-act" : "", title: player.reason },
      seatMark(seat), make("b", {}, player.name), ` ${player.who}`,
      seat === thinking && make("span", { class: "thinking" }, " thinks"))));
  }

  // --- what the server says ---

  /** @param {Received} message */
  hear(message) {
    switch (message.type) {
      case "view": this.receive(message); break;
      case "thinking": if (this.waiting.length === 0) this.listPlayers(message.seat, message.seat); break;
      case "trouble": this.tell(message.words); break;
      case "why": this.tell(message.words); break;
      case "several": this.offerSeveral(this.choices.filter((choice) => message.actions.includes(choice.action))); break;
      case "hint": this.showHint(message); break;
      case "belief": if (message.turn === this.view?.turn) this.beliefs.show(message); break;
      case "prices": this.price(message); break;
      case "rules": this.openDialog("Rules", markdown(message.text)); break;
      case "review": this.showReview(message); break;
      case "look": if (this.view?.over) this.board.draw(message.picture, false); break;
    }
  }

  /** @param {View} view */
  receive(view) {
    this.waiting.push(view);
    if (!this.timer) this.next();
  }

  /** Show the next view; what others have done stays for a while before the one after it. */
  next() {
    this.timer = 0;
    const view = this.waiting.shift();
    if (!view) return;
    const isFirst = this.view === null;
    const isByOthers = !isFirst && view.news.some((one) => one.seat >= 0 && one.seat !== this.table.seat);
    this.show(view, isByOthers);
    const each = PACES[/** @type {keyof typeof PACES} */ (this.pace.value)];
    if (isByOthers && each > 0) this.timer = setTimeout(() => this.next(), each);
    else if (this.waiting.length > 0) this.next();
    this.skip.hidden = this.waiting.length === 0;
  }

  /** A field that says for how long each action of the others is shown. */
  paceEntry() {
    const kept = localStorage.getItem(PACE) ?? USUAL;
    const entry = make("select", { id: "pace", onchange: () => localStorage.setItem(PACE, entry.value) },
      ...Object.keys(PACES).map((pace) => make("option", { value: pace, selected: pace === kept }, pace)));
    return entry;
  }

  /** Show what waits, without waiting. */
  catchUp() {
    clearTimeout(this.timer);
    const views = this.waiting.splice(0);
    views.forEach((view) => this.show(view, true));
    this.timer = 0;
    this.skip.hidden = true;
  }

  /**
   * @param {View} view
   * @param {boolean} isMarked
   */
  show(view, isMarked) {
    const hadFocus = this.list.element.contains(document.activeElement) || document.activeElement === this.question
      || this.several.contains(document.activeElement) || this.board.element.contains(document.activeElement);
    this.view = view;
    this.picked = [];
    this.proposed = null;
    this.choices = view.groups.flatMap((group) => group.choices);
    this.talk.tell(view.since, view.news);
    this.tell("");
    this.offerSeveral([]);
    this.list.show(view.groups);
    this.board.offers = new Map();
    this.board.draw(view.picture, isMarked);
    this.offer();
    if (this.question.textContent !== view.question) this.question.textContent = view.question;
    this.element.classList.toggle("mine", view.is_mine);
    this.element.dataset.turn = String(view.turn);
    this.inWords.textContent = view.words;
    this.listPlayers(view.to_act, this.isThinking(view.to_act) ? view.to_act : null);
    this.hint.disabled = !view.is_mine;
    this.undo.disabled = !view.may_undo;
    this.beliefs.renew(view.over);
    this.entry.disabled = !view.is_mine;
    this.showEnd(view);
    if (hadFocus) this.settleFocus(view);
  }

  /** @param {number | null} seat */
  isThinking(seat) {
    return seat !== null && this.table.players[seat].is_machine;
  }

  /** @param {View} view */
  settleFocus(view) {
    if (this.board.element.contains(document.activeElement)) return;
    if (view.is_mine) this.list.focus();
    else this.question.focus({ preventScroll: true });
  }

  /** @param {string} words */
  tell(words) {
    this.words.textContent = words;
    this.words.hidden = words === "";
    this.about.hidden = words !== "";
  }

  // --- choosing ---

  /** Show which pieces may be pointed at now. */
  offer() {
    const next = nextPieces(this.choices, this.picked);
    if (this.picked.length > 0) {
      // another beginning is always possible
      for (const [piece, choices] of nextPieces(this.choices, [])) if (!next.has(piece)) next.set(piece, choices);
    }
    const offers = new Map([...next].map(([piece, choices]) => [piece, { label: labelOf(choices), isPicked: false }]));
    for (const piece of this.picked) offers.set(piece, { label: "", isPicked: true });
    this.board.offer(offers);
    this.preview(null);
  }

  /**
   * @param {string} piece
   * @param {boolean} isOffered
   */
  point(piece, isOffered) {
    if (!this.view?.is_mine) return;
    const went = isOffered || this.picked.at(-1) === piece ? click(this.choices, this.picked, piece) : null;
    if (went === null) {
      this.send({ type: "why", pieces: [...this.picked, piece] });
      return;
    }
    this.tell("");
    this.picked = went.picked;
    this.offer();
    this.list.unfold(matching(this.choices, this.picked));
    this.offerSeveral(went.meant.length === 1 && went.isEnd ? [] : went.meant, went.isEnd);
    if (went.isEnd && went.meant.length === 1) this.propose(went.meant[0]);
  }

  /** @param {Group} group */
  openGroup(group) {
    const first = group.choices[0].clicks[0] ?? [];
    const isOneCard = group.choices.every((choice) => choice.clicks.length > 1 && String(choice.clicks[0]) === String(first));
    if (!isOneCard || first.includes(this.picked[0])) return;
    this.picked = [first[0]];
    this.offer();
  }

  /** @param {Choice} choice */
  propose(choice) {
    if (!this.careful.checked) {
      this.act(choice);
      return;
    }
    this.proposed = choice;
    const go = button(`${choice.name}: do it`, () => this.act(choice), { class: "primary" });
    fill(this.several, make("p", {}, choice.consequence || `${choice.name}?`), go, button("Not yet", () => this.cancel()));
    this.several.hidden = false;
    go.focus();
  }

  /**
   * Offer choices that may be meant; or that are possible, too, beside going on.
   * @param {Choice[]} choices
   * @param {boolean} [isAsked]
   */
  offerSeveral(choices, isAsked = true) {
    this.several.hidden = choices.length === 0;
    if (choices.length === 0) {
      fill(this.several);
      return;
    }
    fill(this.several, make("p", {}, isAsked ? "Which of these?" : "Go on on the table, or:"), ...choices.map((choice) =>
      button([choice.name, choice.consequence].filter(Boolean).join(": "), () => this.act(choice))),
    button("None", () => this.cancel(), { class: "quiet" }));
    if (isAsked) this.several.querySelector("button")?.focus();
  }

  cancel() {
    this.picked = [];
    this.proposed = null;
    this.offerSeveral([]);
    this.offer();
    this.list.focus();
  }

  /** @param {Choice} choice */
  act(choice) {
    if (!this.view?.is_mine) return;
    this.send({ type: "act", turn: this.view.turn, action: choice.action });
  }

  /** @param {Event} event */
  say(event) {
    event.preventDefault();
    const words = this.entry.value.trim();
    if (!words) return;
    this.send({ type: "say", turn: this.view?.turn, words });
    this.entry.value = "";
  }

  /** @param {KeyboardEvent} event */
  typed(event) {
    if (event.key === "b" && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event.target)) this.beliefs.toggle();
    if (event.key === "Escape" && (this.picked.length > 0 || !this.several.hidden)) this.cancel();
  }

  /**
   * Tell what follows from choices; their view may still wait to be shown.
   * @param {Prices} prices
   */
  price(prices) {
    const words = new Map(prices.words);
    for (const view of [this.view, ...this.waiting]) {
      if (view?.turn !== prices.turn) continue;
      for (const choice of view.groups.flatMap((group) => group.choices)) choice.consequence = words.get(choice.action) ?? "";
    }
    if (this.view?.turn !== prices.turn) return;
    this.list.price(words);
    this.board.offer(this.board.offers);
  }

  /** @param {string | null} piece */
  lookAtPiece(piece) {
    const next = piece === null ? [] : nextPieces(this.choices, this.picked).get(piece) ?? [];
    this.preview(next.length === 1 ? next[0] : null);
  }

  /** @param {Choice | null} choice */
  preview(choice) {
    if (choice) {
      fill(this.about, make("b", {}, choice.name), choice.consequence && ` – ${choice.consequence}`);
    } else if (this.picked.length > 0) {
      fill(this.about, "Now choose where. Escape takes the card back.");
    } else {
      fill(this.about, this.view?.is_mine ? "Choose on the table or in the list." : "");
    }
  }

  // --- help ---

  /** @param {Hint} hint */
  showHint(hint) {
    if (hint.turn !== this.view?.turn) return;
    const choice = this.choices.find((one) => one.action === hint.action);
    this.tell(hint.words);
    this.list.mark([hint.action]);
    this.board.mark(choice ? choice.clicks.flatMap((pieces) => pieces.slice(0, 1)) : []);
  }

  /** @param {View} view */
  showEnd(view) {
    this.end.hidden = !view.over;
    if (!view.over || !view.ending) return;
    const isTeam = view.ending.scores.length !== this.table.players.length;
    const scores = view.ending.scores.map((score, seat) => make("li", {},
      isTeam ? `Score ${score}` : `${this.table.players[seat].name} ${this.table.players[seat].who}: ${score}`));
    const slider = make("input", { type: "range", min: "0", max: String(view.turn), value: String(view.turn), id: "look",
      oninput: () => this.send({ type: "look", event: Number(slider.value) }) });
    fill(this.end, make("h2", {}, "The game is over"), make("p", { class: "outcome" }, view.ending.outcome),
      make("ul", {}, ...scores), view.ending.words && make("p", {}, view.ending.words),
      make("label", { for: "look" }, "Go back through the game, with all cards open"), slider,
      this.table.seat !== null && button("Review my decisions", () => {
        this.tell("Looking at your decisions…");
        this.send({ type: "review" });
      }, { class: "primary" }),
      button("Play again", () => this.send({ type: "again" })));
  }

  /** @param {Review} review */
  showReview(review) {
    this.tell("");
    const slips = review.slips.map((slip) => {
      const picture = make("div", { class: "then" });
      const fold = make("details", {}, make("summary", {}, slip.words), picture);
      fold.addEventListener("toggle", () => fold.open && fill(picture, parse(slip.picture)), { once: true });
      return make("li", {}, fold);
    });
    this.openDialog("Review", make("p", {}, review.words), make("ol", { class: "slips" }, ...slips));
  }

  /**
   * @param {string} title
   * @param {...Node} content
   */
  openDialog(title, ...content) {
    const close = button("Close", () => this.dialog.close(), { class: "quiet" });
    fill(this.dialog, make("div", { class: "row" }, make("h2", { id: "dialog-title" }, title), close), ...content);
    if (!this.dialog.open) this.dialog.showModal();
  }
}

/**
 * Whether keys that are pressed there are letters of a text.
 * @param {EventTarget | null} target
 */
function isWriting(target) {
  return target instanceof HTMLInputElement && target.type === "text" || target instanceof HTMLSelectElement;
}

/**
 * What a piece is for, if that can be said in a word.
 * @param {Choice[]} choices
 */
function labelOf(choices) {
  if (choices.length !== 1) return "";
  return [choices[0].name, choices[0].consequence].filter(Boolean).join(": ");
}

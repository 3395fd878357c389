// The log: what has happened, in words, for all to read and for screen readers to say.

import { fill, make } from "./dom.js";

/** @typedef {import("./types.js").News} News */
/** @typedef {import("./types.js").Player} Player */

export class Talk {
  /** @param {Player[]} players */
  constructor(players) {
    this.players = players;
    this.list = make("ol");
    this.told = make("div", { class: "told", role: "log", "aria-label": "What has happened", "aria-live": "polite",
      tabIndex: 0 }, this.list);
    this.element = make("section", { class: "log", "aria-labelledby": "log-title" },
      make("h2", { id: "log-title" }, "What has happened"), this.told);
  }

  /**
   * Add news after the first so many events; what was said of later ones has been taken back.
   * @param {number} since
   * @param {News[]} news
   */
  tell(since, news) {
    while (this.list.children.length > since) this.list.lastElementChild?.remove();
    this.list.append(...news.map((one) => this.entry(one)));
    this.told.scrollTop = this.told.scrollHeight;
  }

  /** @param {News} news */
  entry(news) {
    const player = this.players[news.seat];
    const notes = news.notes.map((note) => make("span", { class: "note" }, note));
    if (!player) return make("li", { class: "chance" }, news.told, ...notes);
    return make("li", {}, seatMark(news.seat), make("b", {}, `${player.name}:`), ` ${news.told}`, ...notes);
  }

  clear() {
    fill(this.list);
  }
}

/** @param {number} seat */
export function seatMark(seat) {
  return make("span", { class: `seat seat-${(seat % 5) + 1}`, "aria-hidden": "true" });
}

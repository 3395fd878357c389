// The lobby: what to play, with whom, and the tables there are.

import { button, copy, fill, make } from "./dom.js";

/** @typedef {import("./types.js").LobbyMessage} LobbyMessage */
/** @typedef {import("./types.js").Received} Received */
/** @typedef {import("./types.js").GameChoice} GameChoice */
/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./types.js").Settings} Settings */
/** @typedef {import("./types.js").ListedTable} ListedTable */
/** @typedef {import("./types.js").Send} Send */

const YOU = "you";
const PERSON = "person";

export class Lobby {
  /** @param {Send} send */
  constructor(send) {
    this.send = send;
    /** @type {GameChoice[]} */
    this.games = [];
    /** @type {GameChoice | null} */
    this.game = null;
    /** @type {Settings | null} */
    this.settings = null;
    /** @type {Map<string, string>} options by name, as they are written */
    this.options = new Map();
    this.number = 0;
    /** @type {string[]} */
    this.seats = [];
    document.title = "Tables – boardgame_envs";

    this.gameList = make("fieldset", { class: "games" });
    this.optionList = make("div", { class: "options" });
    this.seatList = make("div", { class: "seats" });
    this.problem = make("p", { class: "problem", role: "alert" });
    this.seed = make("input", { type: "number", min: "0", max: "4294967295", id: "lobby-seed", placeholder: "any" });
    this.go = make("button", { class: "primary", type: "submit" }, "Open the table");
    this.tables = make("section", { "aria-labelledby": "lobby-tables" });
    const form = make(
      "form",
      { onsubmit: (/** @type {Event} */ event) => this.open(event) },
      make("h2", {}, "A new game"),
      this.gameList,
      make("details", { class: "variants" }, make("summary", {}, "Variants and options"), this.optionList),
      this.seatList,
      make("details", {}, make("summary", {}, "The deal"), make("p", {},
        make("label", { for: "lobby-seed" }, "Seed (the same seed deals the same game) "), this.seed)),
      this.problem,
      this.go,
    );
    this.element = make(
      "div",
      { class: "lobby" },
      make("header", {}, make("h1", {}, "boardgame_envs")),
      make("main", {}, form, this.tables),
    );
  }

  leave() {}

  /** @param {LobbyMessage} message */
  show(message) {
    this.games = message.games;
    if (!this.game) {
      this.listGames();
      this.choose(message.games[0]);
    }
    this.listTables(message.tables);
  }

  /** @param {Received} message */
  hear(message) {
    if (message.type === "settings") this.settle(message);
    else if (message.type === "opened") this.opened(message.mine, message.table);
    else if (message.type === "trouble") this.problem.textContent = message.words;
  }

  // --- the form ---

  listGames() {
    const games = this.games.map((game, place) => {
      const input = make("input", {
        type: "radio", name: "game", value: game.name, checked: place === 0,
        onchange: () => this.choose(game),
      });
      return make("label", {}, input, make("span", {}, game.title));
    });
    fill(this.gameList, make("legend", {}, "Game"), ...games);
  }

  /** @param {GameChoice} game */
  choose(game) {
    this.game = game;
    this.options = new Map(game.options.map((option) => [option.name, option.value]));
    this.number = 0;
    this.seats = [];
    fill(this.optionList, ...game.options.map((option) => this.field(option)));
    this.ask();
  }

  ask() {
    this.send({
      type: "settings",
      game: this.game?.name,
      options: Object.fromEntries(this.options),
      players: this.number || null,
    });
  }

  /** @param {Field} option */
  field(option) {
    const id = `option-${option.name}`;
    const about = make("small", { id: `${id}-about` }, option.meaning);
    if (option.field === "some") {
      const boxes = (option.values ?? []).map((value) => {
        const box = make("input", { type: "checkbox", value, onchange: () => {
          this.set(option.name, boxes.map((label) => label.querySelector("input")).filter((one) => one?.checked)
            .map((one) => one?.value).join(","));
        } });
        box.checked = option.value.split(",").includes(value);
        return make("label", {}, box, ` ${value}`);
      });
      return make("fieldset", { "aria-describedby": `${id}-about` }, make("legend", {}, option.title), ...boxes, about);
    }
    return make("div", { class: "field" }, make("label", { for: id }, option.title), this.entry(option, id), about);
  }

  /**
   * @param {Field} option
   * @param {string} id
   */
  entry(option, id) {
    const described = { id, "aria-describedby": `${id}-about` };
    if (option.field === "one") {
      const entry = make("select", { ...described, onchange: () => this.set(option.name, entry.value) },
        ...(option.values ?? []).map((value) => make("option", { value, selected: value === option.value }, inWords(value))));
      return entry;
    }
    const bounds = option.field === "number" ? { type: "number", min: option.lowest, max: option.highest } : { type: "text" };
    const entry = make("input", { ...described, ...bounds, value: option.value, title: option.allowed ?? "",
      onchange: () => this.set(option.name, entry.value) });
    return entry;
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  set(name, value) {
    this.options.set(name, value);
    this.ask();
  }

  /** @param {Settings} settings */
  settle(settings) {
    if (settings.game !== this.game?.name) return;
    this.problem.textContent = settings.problem;
    this.go.disabled = settings.problem !== "";
    if (settings.problem) return;
    this.settings = settings;
    this.number = settings.number ?? 1;
    const offered = new Set((settings.opponents ?? []).map((one) => one.name));
    const best = settings.opponents?.[0]?.name ?? PERSON;
    this.seats = Array.from({ length: this.number }, (_, seat) => {
      const was = this.seats[seat];
      if (was === YOU || was === PERSON || offered.has(was)) return was;
      return seat === 0 && !this.seats.includes(YOU) ? YOU : best;
    });
    this.listSeats();
  }

  listSeats() {
    const allowed = this.settings?.players ?? [];
    const number = make("select", { id: "lobby-players", onchange: () => {
      this.number = Number(number.value);
      this.ask();
    } }, ...allowed.map((n) => make("option", { value: String(n), selected: n === this.number }, String(n))));
    const opponents = this.settings?.opponents ?? [];
    const rows = this.seats.map((who, seat) => {
      const id = `lobby-seat-${seat}`;
      const about = make("small", {}, opponents.find((one) => one.name === who)?.about ?? "");
      const entry = make("select", { id, onchange: () => {
        if (entry.value === YOU) this.seats = this.seats.map((one) => (one === YOU ? PERSON : one));
        this.seats[seat] = entry.value;
        this.listSeats();
        document.getElementById(id)?.focus();
      } },
      make("option", { value: YOU, selected: who === YOU }, "You"),
      make("option", { value: PERSON, selected: who === PERSON }, "A person, by a link"),
      ...opponents.map((one) => make("option", { value: one.name, selected: one.name === who }, one.name)));
      return make("div", { class: "field" }, make("label", { for: id }, `Seat P${seat + 1}`), entry, about);
    });
    fill(this.seatList, make("div", { class: "field" }, make("label", { for: "lobby-players" }, "Players"), number), ...rows);
  }

  /** @param {Event} event */
  open(event) {
    event.preventDefault();
    this.go.disabled = true;
    this.send({
      type: "open",
      game: this.game?.name,
      options: Object.fromEntries(this.options),
      players: this.number,
      seats: this.seats,
      seed: this.seed.value === "" ? null : Number(this.seed.value),
    });
    setTimeout(() => { this.go.disabled = false; }, 1000);
  }

  // --- the tables ---

  /**
   * @param {number | null} mine
   * @param {ListedTable} table
   */
  opened(mine, table) {
    const people = table.seats.filter((seat) => seat.key).length;
    const key = mine === null ? table.watch : table.seats[mine].key;
    if (people === (mine === null ? 0 : 1)) {
      location.hash = key ?? "";
      return;
    }
    const entry = this.tableEntry(table, mine);
    entry.classList.add("fresh");
    this.tables.querySelector("ul")?.prepend(entry);
    entry.scrollIntoView({ block: "nearest" });
    entry.querySelector("a")?.focus();
  }

  /** @param {ListedTable[]} tables */
  listTables(tables) {
    fill(this.tables,
      make("h2", { id: "lobby-tables" }, "Tables"),
      tables.length === 0 && make("p", { class: "muted" }, "None yet."),
      make("ul", { class: "tables" }, ...tables.map((table) => this.tableEntry(table, null))));
  }

  /**
   * @param {ListedTable} table
   * @param {number | null} mine
   */
  tableEntry(table, mine) {
    const seats = table.seats.map((seat, place) => make("li", {},
      make("span", {}, `${seat.name}: ${place === mine ? "you" : seat.who} `),
      seat.key && make("a", { href: `#${seat.key}` }, table.is_over ? "Look" : "Sit down"),
      seat.key && this.copyButton(seat.key, `Copy link for ${seat.name}`)));
    const title = `${table.title}${table.is_over ? " (over)" : ""}`;
    return make("li", {},
      make("div", { class: "row" }, make("strong", {}, title), make("span", { class: "muted" }, table.made)),
      make("ul", { class: "row" }, ...seats),
      make("div", { class: "row" },
        make("a", { href: `#${table.watch}` }, "Watch"),
        this.copyButton(table.watch, "Copy link for spectators"),
        button("Throw away", () => this.send({ type: "forget", table: table.id }),
          { class: "quiet", "aria-label": `Throw away ${title}, ${table.made}` })));
  }

  /**
   * @param {string} key
   * @param {string} label
   */
  copyButton(key, label) {
    const pressed = button("Copy link", async () => {
      const link = `${location.origin}/#${key}`;
      if (await copy(link)) {
        pressed.textContent = "Copied";
        pressed.removeAttribute("aria-label");
      } else {
        prompt(label, link);
      }
    }, { class: "quiet", "aria-label": label });
    return pressed;
  }
}

/** @param {string} value */
function inWords(value) {
  return { false: "no", true: "yes" }[value] ?? value.replaceAll("_", " ");
}

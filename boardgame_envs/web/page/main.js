// The page: which key it was opened with, and what that key opens.

import { button, fill, make } from "./dom.js";
import { Line } from "./line.js";
import { Lobby } from "./lobby.js";
import { TablePage } from "./table.js";

/** @typedef {import("./types.js").Received} Received */

// where the key of the lobby is remembered, for the way back to it
const LOBBY = "lobby";

const page = /** @type {HTMLElement} */ (document.getElementById("page"));
const banner = make("p", { class: "banner", role: "status", hidden: true });

/** @type {Line | null} */
let line = null;
/** @type {Lobby | TablePage | null} */
let shown = null;

function begin() {
  line?.close();
  shown?.leave();
  shown = null;
  const key = location.hash.slice(1);
  if (!key) {
    say("Open the link that was printed where the game was started, or that a friend has sent you.");
    return;
  }
  line = new Line(key, hear, notice);
}

/** @param {string} sentence */
function say(sentence) {
  const kept = sessionStorage.getItem(LOBBY);
  const back = kept && kept !== location.hash.slice(1) && button("To the tables", toLobby);
  fill(page, make("main", { class: "notice" }, make("h1", {}, "boardgame_envs"), make("p", {}, sentence), back));
}

function toLobby() {
  const key = sessionStorage.getItem(LOBBY);
  if (key) location.hash = key;
}

/** @param {Received} message */
function hear(message) {
  const send = (/** @type {Record<string, unknown>} */ said) => line?.send(said);
  if (message.type === "lobby") {
    sessionStorage.setItem(LOBBY, location.hash.slice(1));
    if (!(shown instanceof Lobby)) shown = new Lobby(send);
    shown.show(message);
    fill(page, banner, shown.element);
  } else if (message.type === "table") {
    shown?.leave();
    const back = sessionStorage.getItem(LOBBY) ? toLobby : null;
    shown = new TablePage(message, send, back);
    fill(page, banner, shown.element);
  } else if (message.type === "again") {
    location.hash = message.key;
  } else {
    shown?.hear(message);
  }
}

/** @param {"open" | "broken" | "refused" | "taken"} state */
function notice(state) {
  banner.hidden = state === "open";
  banner.textContent = state === "broken" ? "The connection is lost; trying again…" : "";
  if (state === "refused") say("This link opens nothing here: the table is gone, or the link is not whole.");
  if (state === "taken") {
    say("This seat is now played in another window: whoever opens its link last has it. For another seat use its own link.");
    page.querySelector("main")?.append(button("Play here", begin, { class: "primary" }));
  }
}

addEventListener("hashchange", begin);
begin();

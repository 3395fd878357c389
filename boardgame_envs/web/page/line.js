// The line to the server: a socket that is opened again when it breaks.

/** @typedef {import("./types.js").Received} Received */

const WRONG_KEY = 4403;
const TAKEN = 4409;
const GONE = 4410;
// milliseconds until another try
const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;

export class Line {
  /**
   * @param {string} key
   * @param {(message: Received) => void} hear
   * @param {(state: "open" | "broken" | "refused" | "taken") => void} notice
   */
  constructor(key, hear, notice) {
    this.key = key;
    this.hear = hear;
    this.notice = notice;
    this.wait = FIRST_WAIT;
    this.isClosed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ type: "hello", key: this.key }));
    });
    socket.addEventListener("message", (event) => {
      if (this.isClosed) return;
      if (this.wait !== 0) this.notice("open");
      this.wait = 0;
      this.hear(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (this.isClosed) return;
      if (event.code === WRONG_KEY || event.code === GONE) {
        this.notice("refused");
        return;
      }
      if (event.code === TAKEN) {
        this.notice("taken");
        return;
      }
      this.notice("broken");
      this.wait = Math.min(Math.max(this.wait * 2, FIRST_WAIT), LONGEST_WAIT);
      setTimeout(() => this.isClosed || this.connect(), this.wait);
    });
  }

  /** @param {Record<string, unknown>} message */
  send(message) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }

  close() {
    this.isClosed = true;
    this.socket?.close();
  }
}

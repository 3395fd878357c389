/* The player of a replay. Nothing here knows a game: it shows scenes, words and numbers. */

const at = (id) => document.getElementById(id);
const SECONDS_A_TURN = 1.2;
const LINES = ["", "6 4", "2 3", "10 3 2 3", "1 4"]; // how the lines of seats are dashed

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

class Replay {
  constructor(data) {
    this.data = data;
    this.turn = 0;
    this.view = data.views[data.first_view];
    this.timer = 0;
    this.most = data.decisions.length;
    at("faces").innerHTML = `<svg>${drawFaces(data.faces)}</svg>`;
    at("turn").max = this.most;
    at("view").innerHTML = data.views
      .map((view, i) => `<option value="${i}">${escaped(view.name)}</option>`).join("");
    at("view").value = data.first_view;
    this.listen();
    this.writeLog();
    this.goTo(this.turnInAddress());
    document.body.dataset.ready = "yes";
  }

  listen() {
    at("first").onclick = () => this.goTo(0);
    at("back").onclick = () => this.goTo(this.turn - 1);
    at("next").onclick = () => this.goTo(this.turn + 1);
    at("last").onclick = () => this.goTo(this.most);
    at("play").onclick = () => this.playOrPause();
    at("turn").oninput = () => this.goTo(Number(at("turn").value));
    at("view").onchange = () => this.seeAs(Number(at("view").value));
    addEventListener("hashchange", () => this.goTo(this.turnInAddress()));
    addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const name = event.target.tagName;
    if (event.ctrlKey || event.metaKey || event.altKey || name === "SELECT") return;
    const to = {
      ArrowLeft: this.turn - 1, ArrowRight: this.turn + 1, Home: 0, End: this.most,
    }[event.key];
    if (to !== undefined) this.goTo(to);
    else if (event.key === " " && name !== "BUTTON") this.playOrPause();
    else if (event.key === "s" || event.key === "S") {
      this.seeAs((this.data.views.indexOf(this.view) + 1) % this.data.views.length);
    } else return;
    event.preventDefault();
  }

  turnInAddress() {
    return Number(location.hash.slice(1).replace(/^turn=?/, "")) || 0;
  }

  playOrPause() {
    if (this.timer) this.pause();
    else {
      if (this.turn === this.most) this.goTo(0);
      this.timer = setInterval(() => this.playOn(), SECONDS_A_TURN * 1000);
    }
    at("play").textContent = this.timer ? "Pause" : "Play";
    at("play").setAttribute("aria-pressed", String(Boolean(this.timer)));
  }

  playOn() {
    this.goTo(this.turn + 1);
    if (this.turn === this.most) this.playOrPause();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  seeAs(number) {
    this.view = this.data.views[number];
    at("view").value = number;
    this.writeLog();
    this.goTo(this.turn);
  }

  writeLog() {
    at("log").innerHTML = this.view.log
      .map(([turn, line]) => `<li><button type="button" data-turn="${turn}">${escaped(line)}</button></li>`)
      .join("");
    for (const button of at("log").querySelectorAll("button")) {
      button.onclick = () => this.goTo(Number(button.dataset.turn));
    }
  }

  goTo(turn) {
    this.turn = Math.min(Math.max(Math.round(turn) || 0, 0), this.most);
    at("picture").innerHTML = drawScene(this.data, this.view.frames[this.turn]);
    at("turn").value = this.turn;
    at("count").textContent = `${this.turn} of ${this.most}`;
    history.replaceState(null, "", `#${this.turn}`);
    this.markLog();
    this.advise();
    this.chart();
  }

  markLog() {
    const lines = [...at("log").querySelectorAll("button")];
    const now = lines.filter((line) => Number(line.dataset.turn) === this.turn);
    for (const line of lines) line.removeAttribute("aria-current");
    for (const line of now) line.setAttribute("aria-current", "true");
    at("said").textContent = now.map((line) => line.textContent).join(" ");
    if (now.length) {
      const list = at("log");
      list.scrollTop = now[0].offsetTop - list.offsetTop - list.clientHeight / 3;
    }
  }

  /* What a seat could not have known is shown to those alone who see everything. */
  maySee(seat) {
    return this.view.seat === null || this.view.seat === seat;
  }

  advise() {
    const decision = this.data.decisions[this.turn];
    if (!decision || !decision.odds || !this.maySee(decision.seat)) {
      at("advice").innerHTML = "";
      return;
    }
    const who = escaped(this.data.players[decision.seat]);
    const rows = decision.odds.map(([name, odds]) =>
      `<tr${name === decision.action ? ' class="chosen"' : ""}><td>${escaped(name)}</td>` +
      `<td><span class="bar" style="width:${Math.round(odds * 60)}px"></span>${(odds * 100).toFixed(1)} %</td></tr>`);
    at("advice").innerHTML =
      `<p>${who} to act. <b>${escaped(this.data.agent)}</b> expects ${decision.expects.toFixed(2)} ` +
      `at the end, and would choose:</p><table><tbody>${rows.join("")}</tbody></table>`;
  }

  /* What each seat expected to have earned at the end, at each of its decisions. */
  chart() {
    const seats = this.data.players.map((_, seat) => seat).filter((seat) => this.maySee(seat));
    const known = this.data.decisions.map((d, turn) => ({ ...d, turn })).filter((d) => "expects" in d);
    if (!known.length) return;
    const values = [...known.map((d) => d.expects), ...this.data.returns];
    const low = Math.min(...values), high = Math.max(...values), spread = high - low || 1;
    const x = (turn) => 30 + (turn / this.most) * 262;
    const y = (value) => 92 - ((value - low) / spread) * 80;
    const lines = seats.map((seat) => {
      const points = known.filter((d) => d.seat === seat).map((d) => [d.turn, d.expects]);
      points.push([this.most, this.data.returns[seat]]);
      return `<polyline points="${points.map(([t, v]) => `${x(t).toFixed(1)},${y(v).toFixed(1)}`).join(" ")}" ` +
        `style="fill:none;stroke:var(--ink-seat_${seat % 5 + 1});stroke-width:2;stroke-dasharray:${LINES[seat % 5] || "none"}">` +
        `<title>${escaped(this.data.players[seat])}</title></polyline>`;
    });
    const names = seats.map((seat, i) =>
      `<line x1="${30 + i * 52}" y1="112" x2="${46 + i * 52}" y2="112" style="stroke:var(--ink-seat_${seat % 5 + 1});stroke-width:2;stroke-dasharray:${LINES[seat % 5] || "none"}"/>` +
      `<text x="${50 + i * 52}" y="116">${escaped(this.data.players[seat])}</text>`);
    at("chart").innerHTML =
      `<svg viewBox="0 0 300 120" role="img" aria-label="What each player was expected to earn in all, turn by turn">` +
      `<line x1="30" y1="${y(0)}" x2="292" y2="${y(0)}" style="stroke:var(--ink-rule)"/>` +
      `<text x="26" y="${y(high) + 4}" text-anchor="end">${high.toFixed(1)}</text>` +
      `<text x="26" y="${y(low) + 4}" text-anchor="end">${low.toFixed(1)}</text>` +
      `<line x1="${x(this.turn)}" y1="8" x2="${x(this.turn)}" y2="96" style="stroke:var(--ink-accent);stroke-width:1.5"/>` +
      `${lines.join("")}${names.join("")}</svg>`;
    at("chart").firstChild.onclick = (event) => {
      const box = at("chart").firstChild.getBoundingClientRect();
      this.goTo(((event.clientX - box.left) / box.width * 300 - 30) / 262 * this.most);
    };
  }
}

unpacked(at("data").textContent).then((data) => new Replay(data)).catch((error) => {
  at("said").textContent = `This page cannot be shown: ${error.message}`;
});

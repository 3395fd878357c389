"use strict";
/* A scene as SVG, drawn from the display list that pictures/as_json.py writes.
   Inks are properties of the page (--ink-card), so one drawing serves day and night. */

const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const inks = (fill, line, weight) =>
  `style="fill:${fill ? `var(--ink-${fill})` : "none"}` +
  (line ? `;stroke:var(--ink-${line});stroke-width:${weight}` : "") + '"';

function drawMark(mark, faces) {
  const [kind, ...v] = mark;
  if (kind === "stamp") {
    const [face, x, y, width] = v;
    const scale = width / faces[face][0];
    const place = scale === 1 ? `translate(${x} ${y})` : `translate(${x} ${y}) scale(${scale})`;
    return `<use href="#face-${escaped(face)}" transform="${place}"/>`;
  }
  if (kind === "words") {
    const [x, y, text, size, ink, anchor, bold] = v;
    return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" ` +
      `${bold ? 'font-weight="bold" ' : ""}${inks(ink)}>${escaped(text)}</text>`;
  }
  if (kind === "box") {
    const [x, y, width, height, fill, line, radius, weight] = v;
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" ` +
      `${inks(fill, line, weight)}/>`;
  }
  if (kind === "disc") {
    const [x, y, across, high, fill, line, weight] = v;
    return `<ellipse cx="${x}" cy="${y}" rx="${across}" ry="${high}" ${inks(fill, line, weight)}/>`;
  }
  const [steps, fill, line, weight] = v;
  return `<path d="${steps}" stroke-linecap="round" stroke-linejoin="round" ` +
    `${inks(fill, line, weight)}/>`;
}

function drawItem(item, faces) {
  if (Array.isArray(item)) return drawMark(item, faces);
  const marks = item.marks.map((mark) => drawMark(mark, faces)).join("");
  return `<g id="${escaped(item.id)}" class="${escaped(item.kind)}">` +
    `<title>${escaped(item.words)}</title>${marks}</g>`;
}

/* The faces of all scenes, to be put on the page once. */
function drawFaces(faces) {
  const drawn = Object.entries(faces).map(([name, [, , marks]]) =>
    `<g id="face-${escaped(name)}">${marks.map((mark) => drawMark(mark, faces)).join("")}</g>`);
  return `<defs>${drawn.join("")}</defs>`;
}

/* One scene of a store: data has items, zones and scenes by number. */
function drawScene(data, number) {
  const [width, height, title, zones] = data.scenes[number];
  const parts = zones.map((zone) => data.zones[zone]);
  const drawn = parts.map(([id, words, items]) =>
    `<g id="${escaped(id)}" role="group" aria-label="${escaped(words)}">` +
    `${items.map((item) => drawItem(data.items[item], data.faces)).join("")}</g>`);
  const said = parts.map(([, words]) => words).join(" ");
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(`${title}. ${said}`)}">` +
    `${drawn.join("")}</svg>`;
}

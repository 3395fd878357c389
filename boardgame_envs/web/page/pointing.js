// From clicks to actions: which pieces may be pointed at next, and what has been chosen by that.

/** @typedef {import("./types.js").Choice} Choice */

/**
 * The choices that begin with the pieces picked so far.
 * @param {Choice[]} choices
 * @param {string[]} picked
 */
export function matching(choices, picked) {
  return choices.filter((choice) => picked.length <= choice.clicks.length
    && choice.clicks.length > 0 && picked.every((piece, i) => choice.clicks[i].includes(piece)));
}

/**
 * The pieces that may be pointed at next, each with the choices that go on with it.
 * @param {Choice[]} choices
 * @param {string[]} picked
 * @returns {Map<string, Choice[]>}
 */
export function nextPieces(choices, picked) {
  /** @type {Map<string, Choice[]>} */
  const next = new Map();
  for (const choice of matching(choices, picked)) {
    for (const piece of choice.clicks[picked.length] ?? []) {
      next.set(piece, [...(next.get(piece) ?? []), choice]);
    }
  }
  return next;
}

/**
 * What a click on a piece leads to: a longer way, with what is meant by it, and whether it ends
 * there. Who clicks on a piece to begin with, begins anew.
 * @param {Choice[]} choices
 * @param {string[]} picked
 * @param {string} piece
 * @returns {{picked: string[], meant: Choice[], isEnd: boolean} | null} null: nothing is done with it
 */
export function click(choices, picked, piece) {
  if (picked.at(-1) === piece) return { picked: picked.slice(0, -1), meant: [], isEnd: false };
  for (const before of picked.length > 0 ? [picked, []] : [[]]) {
    const way = [...before, piece];
    const going = matching(choices, way);
    if (going.length > 0) {
      const meant = going.filter((choice) => choice.clicks.length === way.length);
      return { picked: way, meant, isEnd: meant.length === going.length };
    }
  }
  return null;
}

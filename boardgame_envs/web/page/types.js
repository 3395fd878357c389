// What the server sends, in types; nothing here runs.

/**
 * @typedef {object} Choice
 * @property {number} action
 * @property {string} name
 * @property {string} label
 * @property {string} typed
 * @property {string} consequence
 * @property {string[][]} clicks pieces to point at, any of each, one after the other
 */
/** @typedef {{kind: string, title: string, choices: Choice[]}} Group */
/** @typedef {{seat: number, told: string, notes: string[]}} News */
/** @typedef {{words: string, outcome: string, scores: number[]}} Ending */
/**
 * @typedef {object} View
 * @property {"view"} type
 * @property {number} turn
 * @property {number} since
 * @property {News[]} news
 * @property {string} question
 * @property {number | null} to_act
 * @property {boolean} is_mine
 * @property {string} picture
 * @property {string} words
 * @property {Group[]} groups
 * @property {boolean} is_priced false: what follows from choices comes later
 * @property {boolean} may_undo
 * @property {boolean} over
 * @property {Ending | null} ending
 */
/** @typedef {{name: string, who: string, is_machine: boolean, reason: string}} Player */
/**
 * @typedef {object} Introduction
 * @property {"table"} type
 * @property {string} title
 * @property {number | null} seat
 * @property {Player[]} players
 * @property {Record<string, string>} options
 */
/**
 * @typedef {object} Hint
 * @property {"hint"} type
 * @property {number} turn
 * @property {number} action
 * @property {string} name
 * @property {string} words
 * @property {[number, number][]} odds
 */
/**
 * @typedef {object} Belief
 * @property {"belief"} type
 * @property {number} turn
 * @property {number} worlds
 * @property {string[]} places
 * @property {string[][]} pieces hidden cards of the picture, by place
 * @property {[string, number, number[]][]} cards
 */
/** @typedef {{event: number, words: string, picture: string}} Slip */
/** @typedef {{type: "review", words: string, slips: Slip[]}} Review */
/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} title
 * @property {string} meaning
 * @property {string} value
 * @property {"one" | "some" | "number" | "text"} field
 * @property {string[]} [values]
 * @property {number} [lowest]
 * @property {number} [highest]
 * @property {string} [allowed]
 * @property {Record<string, string>} [names]
 */
/** @typedef {{name: string, title: string, options: Field[]}} GameChoice */
/** @typedef {{name: string, who: string, key: string | null}} ListedSeat */
/**
 * @typedef {object} ListedTable
 * @property {string} id
 * @property {string} title
 * @property {string} made
 * @property {boolean} is_over
 * @property {string} watch
 * @property {ListedSeat[]} seats
 */
/** @typedef {{type: "lobby", games: GameChoice[], tables: ListedTable[]}} LobbyMessage */
/**
 * @typedef {object} Settings
 * @property {"settings"} type
 * @property {string} game
 * @property {string} problem
 * @property {number[]} [players]
 * @property {number} [number]
 * @property {{name: string, about: string}[]} [opponents]
 */
/** @typedef {{type: "opened", mine: number | null, table: ListedTable}} Opened */
/** @typedef {{type: "thinking", seat: number}} Thinking */
/** @typedef {{type: "trouble", words: string}} Trouble */
/** @typedef {{type: "why", words: string}} Why */
/** @typedef {{type: "several", actions: number[]}} Several */
/** @typedef {{type: "rules", text: string}} RulesText */
/** @typedef {{type: "prices", turn: number, words: [number, string][]}} Prices */
/** @typedef {{type: "again", key: string}} Again */
/** @typedef {{type: "look", event: number, picture: string}} Look */
/**
 * @typedef {View | Introduction | Hint | Belief | Review | LobbyMessage | Settings | Opened |
 *   Thinking | Trouble | Why | Several | RulesText | Look | Prices | Again} Received
 */
/** @typedef {(message: Record<string, unknown>) => void} Send */

export {};

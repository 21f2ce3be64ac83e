/* What a person sees: the server's last state with the phone's own waiting entries laid over it, by look-up.

   An entry is laid over the state that it was entered upon, or over the entry that it comes after. Where the state has
   gone on since, it may be in it already, or stand against it: it waits for the server's answer and is not laid over. */

import { isWaiting } from "./queue.js";

/**
 * @typedef {Object} Shown
 * @property {Object} now    as `now` of the state
 * @property {Object[]} games as `games` of the state; a deal of a waiting entry has {number, dealer, told, marks_told,
 *   kind, score, is_void, key, waiting} in place of words; `waiting` is "waiting" or "sending"
 * @property {?Object} word  the report, confirmation or dispute that waits
 * @property {?{game: number, deal: number}} last the last deal that is seen
 */

/**
 * @param {Object} state @param {import("./queue.js").Entry[]} entries @param {Set<string>} sending
 * @param {import("./tables.js").Tables} tables
 * @returns {Shown}
 */
export function laidOver(state, entries, sending, tables) {
  let shown = { now: state.now, games: state.games, word: null };
  let before = null;
  for (const entry of entries.filter(isWaiting)) {
    const follows = before !== null ? entry.after === before : entry.expects === state.version;
    if (!follows) continue;
    before = entry.key;
    const lay = LAYING[entry.kind];
    if (lay) shown = lay(shown, entry, { state, tables, waiting: sending.has(entry.key) ? "sending" : "waiting" });
  }
  return { ...shown, last: lastDeal(shown.games) };
}

const LAYING = {
  cut: layCut,
  deal: layDeal,
  dealer: layDealer,
  undo: layUndo,
  king: layKing,
  report: layWord,
  confirm: layWord,
  dispute: layWord,
};

/** What of an entry is looked up. @returns {?Object} */
export function marksOf({ told, marks }) {
  if (marks) return { ...marks, dealer: told.dealer };
  return told.line === undefined ? told : null;
}

function layCut({ now, games, word }, { told }, { tables }) {
  const cut = (game) => ({ ...game, cut: told.pairs });
  return { now: tables.afterCut(now, told), games: withGame(games, now.game, cut), word };
}

/** Who deals was said by somebody, not by a cut. */
function layDealer(shown, { told }) {
  return { ...shown, now: { ...shown.now, dealer: told.dealer, cut_is_due: false } };
}

function layDeal({ now, games, word }, entry, { state, tables, waiting }) {
  const marks = marksOf(entry);
  const step = tables.afterDeal(now, marks, state.rules);
  const row = {
    number: now.deal,
    dealer: entry.told.dealer,
    told: entry.told,
    marks_told: marks,
    kind: entry.kind,
    score: step && step.score,
    is_void: Boolean(marks?.void),
    key: entry.key,
    waiting,
  };
  const dealt = (game) => ended({ ...game, deals: [...game.deals, row] }, step);
  const unknown = { ...now, deal: now.deal + 1, dealer: null, score: null, is_between_games: false, cut_is_due: false };
  return { now: step ? step.next : unknown, games: withGame(games, now.game, dealt), word };
}

function layKing({ now, games, word }, { told }, { state, tables }) {
  const last = lastDeal(games);
  if (!last) return { now, games, word };
  const step = tables.afterKing(now, told, last.dealer, state.rules);
  const marked = (game) => {
    const deals = game.deals.map((deal) => (deal.number === last.deal ? { ...deal, score: step && step.score } : deal));
    return ended({ ...game, deals }, step);
  };
  const next = step && !step.over ? { ...step.next, deal: now.deal } : step && step.next;
  return { now: next || { ...now, score: null }, games: withGame(games, last.game, marked), word };
}

/** The last deal is gone, and its game is open again. */
function layUndo({ games, now, word }, { told }, { state, tables }) {
  const last = lastDeal(games);
  if (!last || last.game !== told.game || last.deal !== told.deal) return { games, now, word };
  const open = games.filter((game) => game.number <= last.game);
  const taken = (game) => ({ ...game, points: null, winner: null, value: null, deals: game.deals.slice(0, -1) });
  const left = withGame(open, last.game, taken);
  const game = left[left.length - 1];
  const before = game.deals[game.deals.length - 1];
  const winners = left.map(({ winner }) => winner).filter(Boolean);
  const standing = {
    ...now,
    game: last.game,
    deal: last.deal,
    dealer: last.dealer,
    score: before ? before.score : [0, 0],
    games_won: ["A", "B"].map((player) => winners.filter((winner) => winner === player).length),
    wanted: winners.reduce(
      (wanted, winner) => tables.afterGame(wanted, winner)?.wanted || null,
      tables.wantedAtFirst(state.rules.best_of),
    ),
    winner: null,
    is_between_games: !before,
    cut_is_due: false,
  };
  return { now: standing, games: game.deals.length || game.cut?.length ? left : left.slice(0, -1), word };
}

function layWord(shown, entry) {
  return { ...shown, word: entry };
}

function withGame(games, number, change) {
  const made = { number, points: null, winner: null, value: null, cut: [], deals: [] };
  const all = games.some((game) => game.number === number) ? games : [...games, made];
  return all.map((game) => (game.number === number ? change(game) : game));
}

function ended(game, step) {
  return step && step.over ? { ...game, points: step.score, winner: step.game_winner, value: step.value } : game;
}

/** @returns {?{game: number, deal: number, dealer: string, key: string}} */
function lastDeal(games) {
  const dealt = games.filter((game) => game.deals.length);
  if (!dealt.length) return null;
  const game = dealt[dealt.length - 1];
  const { number, dealer, key } = game.deals[game.deals.length - 1];
  return { game: game.number, deal: number, dealer, key: key || "" };
}

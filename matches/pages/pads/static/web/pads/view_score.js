/* The head of the pad: the score as counters, who deals, what the game is worth, and what waits to be sent. */

import { button, fill, h } from "./view_dom.js";
import { headingOf, nameOf, scoreText, seat, sideClass, wonText } from "./view_words.js";

const GAME_COUNTERS = [1, 2, 3, 4, 5];

/** @param {Object} page */
export function scoreView(page) {
  const { words } = page;
  const { now } = page.shown;
  const stake = stakeText(page, now);
  return h(
    "section",
    { class: "score", "aria-label": words.score.title, "data-part": "score" },
    h("h1", { class: "visually-hidden" }, headingOf(page)),
    h("div", { class: "sides" }, side(page, "A"), side(page, "B")),
    h(
      "p",
      { class: "at" },
      h("span", null, placeText(page, now)),
      h("span", null, gamesText(page, now)),
      stake ? h("span", { class: "stake" }, stake) : null,
    ),
  );
}

/** The bar above it: where this is, whether the network is there, the director's rulings, the menu. */
export function barView(page) {
  const { words, state, ui } = page;
  // A phone that may not rule can read the rulings.
  const rulings = state.urls.book || state.urls.law_book;
  const isOpen = ui.screen === "menu";
  return h(
    "header",
    { class: "pad-bar", "data-part": "bar" },
    state.urls.rubber
      ? h("a", { class: "back", href: state.urls.rubber }, h("span", { class: "where" }, whereText(page)))
      : h("p", { class: "where" }, whereText(page)),
    h("p", { class: `net ${netOf(page)}`, "data-net": netOf(page) }, netText(page)),
    rulings ? h("a", { class: "bar-button", href: rulings }, words.menu.rulings) : null,
    button(
      isOpen ? "back" : "open",
      isOpen ? null : "menu",
      { class: "bar-button", "aria-expanded": isOpen ? "true" : "false" },
      isOpen ? words.menu.close : words.menu.open,
    ),
  );
}

function whereText({ state, words }) {
  const table = state.table ? fill(words.score.table, { table: state.table }) : "";
  return [state.event || state.club, state.round, table].filter(Boolean).join(" \u00b7 ");
}

function netOf(page) {
  if (!page.pad.online) return "away";
  return page.isWaiting ? "sending" : "well";
}

function netText(page) {
  const { words } = page;
  const count = page.waitingCount;
  if (!page.pad.online) return count ? fill(words.net.away_waiting, { count }) : words.net.away;
  return count ? fill(words.net.sending, { count }) : words.net.well;
}

function side(page, player) {
  const { words } = page;
  const { now } = page.shown;
  const after = page.preview && !page.ui.rewrite ? page.preview.score : null;
  if (!page.isPlaying) return finalSide(page, player);
  const points = now.score ? now.score[seat(player)] : null;
  const coming = after ? after[seat(player)] : points;
  const deals = (page.form.dealer || now.dealer) === player;
  const told = points === null ? "?" : String(points);
  return h(
    "div",
    { class: deals ? "side deals" : "side", "data-side": player },
    nameLine(page, player, deals ? h("span", { class: "dealer" }, words.score.deals) : null),
    h(
      "p",
      { class: "points" },
      h("span", { class: "figure", "data-points": player }, told),
      h(
        "span",
        { class: "counters", "aria-hidden": "true" },
        GAME_COUNTERS.map((at) => counter(at, points, coming)),
      ),
    ),
  );
}

function nameLine(page, player, beside = null) {
  return h("p", { class: "name" }, h("span", { class: sideClass(player) }, h("b", null, nameOf(page, player))), beside);
}

/** Once it is over, the games won. */
function finalSide(page, player) {
  const { words, shown } = page;
  return h(
    "div",
    { class: "side", "data-side": player },
    nameLine(page, player),
    h(
      "p",
      { class: "points" },
      fill(words.score.games, { count: "" }).trim(),
      h("span", { class: "figure", "data-games": player }, String(shown.now.games_won[seat(player)])),
    ),
  );
}

function counter(at, points, coming) {
  const look = at <= points ? "on" : at <= coming ? "coming" : "off";
  return h("i", { class: look });
}

function placeText(page, now) {
  const { words } = page;
  if (now.winner)
    return fill(words.score.rubber_won, { name: nameOf(page, now.winner), score: wonText(now.winner, now.games_won) });
  return fill(words.score.place, { game: now.game, deal: now.deal });
}

function gamesText({ words, state }, now) {
  const { best_of: count } = state.rules;
  return count === 1 ? words.score.single_game : fill(words.score.games_of, { score: scoreText(now.games_won), count });
}

/** What the game would be worth to each, by what the other has: law 46. */
function stakeText(page, now) {
  const { words, state, pad } = page;
  if (state.rules.reckoning !== "treble" || !now.score || !page.isPlaying) return "";
  const values = [pad.gameValue(now.score[1]), pad.gameValue(now.score[0])].map((value) => words.values[value]);
  if (!values[0] || !values[1]) return "";
  const [a, b] = state.names;
  return fill(words.score.worth, { a, b, value_a: values[0], value_b: values[1] });
}

/* The moment in which a game, or the rubber, is won: it stays for two seconds, on every phone of the table. */

import { button, fill, h } from "./view_dom.js";
import { headingOf, nameOf, wonText } from "./view_words.js";

const PIPS = [1, 2, 3, 4, 5];

/** What was won, in one line. @param {Object} page @param {Object} game the one that was won */
export function momentTitle(page, game) {
  const { words, shown } = page;
  const { winner, games_won: won } = shown.now;
  if (winner) return fill(words.score.rubber_won, { name: nameOf(page, winner), score: wonText(winner, won) });
  return gameText(page, game);
}

function gameText(page, { winner, points }) {
  return fill(page.words.moment.game, { name: nameOf(page, winner), score: wonText(winner, points) });
}

/** @param {Object} page */
export function momentView(page) {
  const { moment, words, shown } = page;
  const { now } = shown;
  const what = now.winner ? gameText(page, moment) : [valueText(page), standingText(page)].filter(Boolean).join(" ");
  return h(
    "section",
    { class: `moment ${moment.winner.toLowerCase()}`, "aria-labelledby": "moment-title", "data-part": "moment" },
    h(
      "div",
      { class: "five-up", "aria-hidden": "true" },
      PIPS.map((at) => h("i", { class: at === PIPS.length ? "new" : null })),
    ),
    h("h1", { class: "visually-hidden" }, headingOf(page)),
    h("h2", { id: "moment-title", tabindex: "-1" }, momentTitle(page, moment)),
    h("p", null, what),
    now.winner ? null : h("p", { class: "hint" }, nextText(page)),
    page.pad.canUndo() ? button("undo", null, { class: "button" }, words.moment.undo) : null,
  );
}

function valueText({ words, state, moment }) {
  return (state.rules.reckoning === "treble" && words.moment.values[moment.value]) || "";
}

/** Who leads in games, or that they are level. */
function standingText(page) {
  const { words, shown, state } = page;
  const [a, b] = shown.now.games_won;
  if (state.rules.best_of === 1) return "";
  if (a === b) return fill(words.moment.level, { score: wonText("A", [a, b]) });
  const leader = a > b ? "A" : "B";
  return fill(words.moment.leads, { name: nameOf(page, leader), score: wonText(leader, [a, b]) });
}

function nextText(page) {
  const { words, shown } = page;
  const { game, dealer } = shown.now;
  const text = dealer ? words.moment.next_deals : words.moment.next;
  return fill(text, { game, name: dealer ? nameOf(page, dealer) : "" });
}

/* All deals of the rubber, the last one with what can be put right about it. */

import { button, fill, h } from "./view_dom.js";
import { cardShort, dealWords, nameOf, scoreText, suitClass, wonText } from "./view_words.js";

/** What was written down last, with the way to take it back, as long as the rubber is played. */
export function lastView(page) {
  const { words } = page;
  const last = lastDeal(page);
  if (!last || page.state.state !== "live") return null;
  const title = fill(words.last.written, {
    game: last.game.number,
    deal: last.deal.number,
    score: scoreText(last.deal.score),
  });
  return h(
    "div",
    { class: "last", "data-part": "last" },
    h("p", null, title, last.deal.waiting ? h("span", { class: "tag warn" }, words.list.waiting) : null),
    page.pad.canUndo() ? button("undo", null, { class: "button" }, words.last.undo) : null,
  );
}

/** @returns {?{game: Object, deal: Object}} */
export function lastDeal(page) {
  const games = page.shown.games.filter((game) => game.deals.length);
  const game = games[games.length - 1];
  return game ? { game, deal: game.deals[game.deals.length - 1] } : null;
}

/** Whether anything about the deals so far can be put right from here. */
export function canFix(page) {
  return Boolean(lastDeal(page)) && ((page.isPlaying && !page.state.free) || page.state.may.rule);
}

/** @param {Object} page @param {boolean} isOpen whether the list is seen without a tap */
export function listView(page, isOpen = false) {
  const { words } = page;
  const games = page.shown.games.filter((game) => game.deals.length || game.points || (game.cut || []).length);
  if (!games.length) return null;
  return h(
    "details",
    { class: "list", "data-part": "list", open: isOpen },
    h("summary", null, words.list.title),
    [...games].reverse().map((game) => gameView(page, game)),
  );
}

function gameView(page, game) {
  const { words } = page;
  const cards = (game.cut || []).flat().map((card) => h("span", { class: suitClass(card) }, cardShort(page, card), " "));
  const title = fill(words.list.game, { number: game.number });
  const result = game.winner
    ? fill(words.list.won, { name: nameOf(page, game.winner), score: wonText(game.winner, game.points) })
    : "";
  return h(
    "section",
    { "aria-label": title },
    h("h3", null, [title, result].filter(Boolean).join(": ")),
    cards.length ? h("p", { class: "hint" }, words.list.cut, " ", cards) : null,
    h(
      "ol",
      null,
      [...game.deals].reverse().map((deal) => dealLine(page, game, deal)),
    ),
  );
}

function dealLine(page, game, deal) {
  const { words, state } = page;
  const what = deal.what || (deal.told ? dealWords(page, deal.told) : "");
  return h(
    "li",
    { "data-deal": `${game.number}.${deal.number}` },
    h(
      "p",
      { class: "line" },
      h("b", null, `${deal.number}.`),
      h("span", null, what, deal.waiting ? h("span", { class: "tag warn" }, words.list.waiting) : null),
      deal.is_ruled ? h("span", { class: "tag" }, words.list.ruled) : null,
      h("b", { class: "score-after" }, deal.is_void ? "" : scoreText(deal.score)),
    ),
    deal.marks ? h("p", { class: "hint" }, deal.marks) : null,
    (deal.notes || []).map((note) => h("p", { class: `finding ${note.severity}` }, note.text)),
    state.may.rewrite && !deal.waiting
      ? button("rewrite", `${game.number} ${deal.number} ${deal.dealer}`, { class: "quiet" }, words.list.correct)
      : null,
  );
}

/** The last deal put right: taken back, a king marked now (law 22), or the director's rulings (laws 50 and 51). */
export function rightView(page) {
  const { words, state, ui } = page;
  const last = lastDeal(page);
  const kings = (state.last && state.last.king_may_be_marked_by) || [];
  const where = last ? { game: last.game.number, deal: last.deal.number } : {};
  return h(
    "section",
    { class: "stack", "aria-labelledby": "right-title", "data-part": "right" },
    h("h2", { id: "right-title", tabindex: "-1" }, fill(words.right.title, where)),
    page.pad.canUndo()
      ? button("undo-anew", null, { class: "button" }, words.right.anew)
      : h("p", null, words.right.no_undo),
    kings.map((player) =>
      button("late-king", player, { class: "button" }, fill(words.right.king, { name: nameOf(page, player) })),
    ),
    ui.lateKing ? lateKing(page) : null,
    state.may.rule && state.urls.book && last
      ? h("a", { class: "button", href: `${state.urls.book}?game=${where.game}&deal=${where.deal}` }, words.right.book)
      : null,
    h("p", { class: "hint" }, state.may.rewrite ? words.right.older_here : words.right.older),
    listView(page, state.may.rewrite),
    button("back", null, { class: "button" }, words.right.back),
  );
}

function lateKing(page) {
  const { words, ui } = page;
  return h(
    "div",
    { class: "notice", role: "group", "aria-labelledby": "late-king" },
    h("p", { id: "late-king" }, words.right.is_turned_up),
    h(
      "div",
      { class: "row two" },
      button("king-now", ui.lateKing, { class: "choice" }, words.right.not_yet),
      button("king-too-late", null, { class: "choice" }, words.right.turned_up),
    ),
  );
}

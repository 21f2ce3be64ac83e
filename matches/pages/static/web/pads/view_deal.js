/* A deal in few taps: what was called, a king, who won and how. Steps may be tapped in any order. */

import { button, choice, fill, h } from "./view_dom.js";
import { offerRows } from "./view_offer.js";
import { hands, nameOf, scoreText } from "./view_words.js";

/** @param {Object} page */
export function dealView(page) {
  const { words, ui } = page;
  const heading = ui.rewrite ? fill(words.deal.rewriting, ui.rewrite) : words.deal.title;
  return h(
    "section",
    { class: "deal", "aria-labelledby": "deal-title", "data-part": "deal" },
    h("h2", { id: "deal-title", class: ui.rewrite ? null : "visually-hidden", tabindex: "-1" }, heading),
    dealerRow(page),
    page.dealer ? calledView(page) : null,
    page.dealer && page.state.rules.has_king !== false ? kingRow(page) : null,
    page.dealer ? outcomeGrid(page) : null,
    page.dealer ? otherWays(page) : null,
    page.dealer ? foot(page) : null,
  );
}

/** Who deals follows by itself, and stands in the score; it is asked where nothing says so, or somebody else dealt. */
function dealerRow(page) {
  const { words, form } = page;
  if (page.dealer && !form.asksDealer) return null;
  const give = (player) => choice("dealer", player, page.dealer === player, null, nameOf(page, player));
  return h(
    "div",
    { class: "row two", role: "group", "aria-label": words.deal.who_deals },
    h("p", { class: "asked" }, words.deal.who_deals),
    give("A"),
    give("B"),
  );
}

const calledView = (page) => (page.state.rules.variant === "triomphe" ? offerRows : callRow)(page);

function callRow(page) {
  const { words, form } = page;
  const who = hands(page, page.dealer);
  const isGiven = form.said.startsWith("given");
  const call = (said, name, verb) =>
    choice(
      "said",
      said,
      said === "given" ? isGiven : form.said === said,
      { class: "tall" },
      h("small", null, name),
      ` ${verb}`,
    );
  return h(
    "div",
    { class: "step", role: "group", "aria-label": words.deal.called },
    h(
      "div",
      { class: "row three" },
      call("stood", who.elder, words.deal.stood),
      call("refused", who.dealer, words.deal.refused),
      call("given", who.dealer, words.deal.gave),
    ),
    h("div", { class: "row three then" }, isGiven ? afterGiving(page, who) : h("p", { class: "hint" }, stake(page))),
  );
}

/** Against whom the point counts two, by what was called: law 49. */
function stake(page) {
  const { words, form, pad } = page;
  if (!form.said) return words.deal.call_hint;
  const against = pad.vulnerable(form.said, page.dealer);
  if (against !== "A" && against !== "B") return "";
  return fill(words.deal.counts_two, { name: nameOf(page, against) });
}

function afterGiving(page, who) {
  const { words, form } = page;
  const then = (value, name, verb) =>
    choice("then", value, form.said === `given_${value}`, null, h("small", null, name), ` ${verb}`);
  return [
    then("stood", who.elder, words.deal.then_stood),
    then("refused", who.dealer, words.deal.then_refused),
    choice("again", null, form.times > 1, null, fill(words.deal.given_times, { count: form.times })),
  ];
}

const clipped = (text) => h("span", { class: "clip" }, text);

function kingRow(page) {
  const { words, form } = page;
  const mark = (player) => choice("king", player, form.king === player, null, clipped(nameOf(page, player)));
  return h(
    "div",
    { class: "row king", role: "group", "aria-label": words.deal.king },
    h("p", { class: "asked" }, words.deal.king),
    mark("A"),
    mark("B"),
  );
}

function outcomeGrid(page) {
  const { words, form } = page;
  // Once the point is taken there are no tricks to ask for.
  if (page.pad.taken(form.said, page.dealer)) return null;
  const won = (player, how) =>
    choice(
      "won",
      `${player} ${how}`,
      form.winner === player && form.won === how,
      { class: "tall" },
      h("small", null, nameOf(page, player)),
      ` ${words.deal[how]}`,
    );
  return h(
    "div",
    { class: "row two grid", role: "group", "aria-label": words.deal.who_won },
    won("A", "point"),
    won("B", "point"),
    won("A", "vole"),
    won("B", "vole"),
  );
}

function otherWays(page) {
  const { words, form, ui } = page;
  return h(
    "div",
    { class: "row others" },
    choice("void", null, form.isVoid, { class: "small" }, words.deal.void),
    button("cards", null, { class: "choice small" }, words.deal.every_card),
    choice("asks-dealer", null, form.asksDealer, { class: "small" }, words.deal.change_dealer),
    ui.rewrite ? button("back", null, { class: "choice small" }, words.deal.leave) : null,
  );
}

/** What it comes to, and the one large button. */
export function foot(page) {
  const { words } = page;
  return h(
    "div",
    { class: "foot-bar", "data-part": "foot" },
    h("p", { class: "comes-to", id: "comes-to" }, comesTo(page)),
    button(
      "write",
      null,
      { class: "button main write", "aria-disabled": page.canWrite ? null : "true", "aria-describedby": "comes-to" },
      page.ui.rewrite ? words.deal.correct : words.deal.write,
    ),
  );
}

/** Whether it ends before anybody has won its tricks, or the point that was offered. */
function isWonByKing({ form, marks, pad, dealer }) {
  const told = form.isCards ? marks : form;
  return Boolean(told) && !told.winner && !pad.taken(told.said, dealer);
}

function comesTo(page) {
  const { words, preview } = page;
  if (!page.canWrite) return page.missing;
  if (!preview || !preview.score) return words.deal.not_known;
  const [a, b] = page.state.names;
  const text = fill(words.deal.comes_to, { a, b, points_a: preview.score[0], points_b: preview.score[1] });
  const { winner, games_won: won } = preview.next || {};
  if (winner) return `${text} ${fill(words.deal.wins_rubber, { name: nameOf(page, winner), score: scoreText(won) })}`;
  if (preview.over) return `${isWonByKing(page) ? words.deal.king_ends : ""} ${text} ${words.deal.wins_game}`.trim();
  return page.form.isVoid ? words.deal.void_again : text;
}

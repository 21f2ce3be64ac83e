/* A deal in few taps: what was called, a king, who won and how. Steps may be tapped in any order. */

import { named, owned, plus, question } from "./view_answers.js";
import { button, choice, fill, h } from "./view_dom.js";
import { offerRows } from "./view_offer.js";
import { opponent, nameOf, scoreText, wonText } from "./view_words.js";

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
    page.dealer ? foot(page) : null,
    page.dealer ? h("div", { class: "row minor" }, rareWays(page)) : null,
    ui.rewrite ? button("back", null, { class: "quiet" }, words.deal.leave) : null,
  );
}

/** Who deals follows by itself, and stands in the score; it is asked where nothing says so, or somebody else dealt. */
function dealerRow(page) {
  const { form } = page;
  if (page.dealer && !form.asksDealer) return null;
  const give = (player) =>
    owned("dealer", player, player, page.dealer === player, {}, h("span", null, nameOf(page, player)));
  return question(page, "who_deals", h("div", { class: "row two" }, give("A"), give("B")));
}

const calledView = (page) => (page.state.rules.variant === "triomphe" ? offerRows : callRow)(page);

function callRow(page) {
  const { words, form, dealer } = page;
  const elder = opponent(dealer);
  const isGiven = form.said.startsWith("given");
  const call = (said, player, verb) =>
    owned("said", said, player, said === "given" ? isGiven : form.said === said, {}, named(page, player, verb));
  return question(
    page,
    "called",
    h(
      "div",
      { class: "row three" },
      call("stood", elder, words.deal.stood),
      call("refused", dealer, words.deal.refused),
      call("given", dealer, words.deal.gave),
    ),
    // The place is kept, so that nothing moves under a finger.
    h("div", { class: "row three then" }, isGiven ? afterGiving(page, elder) : h("p", { class: "hint" }, stake(page))),
  );
}

/** What the point is worth, and to whom, by what was called: law 49. */
function stake(page) {
  const { words, form, pad, dealer } = page;
  if (!form.said) return "";
  const against = pad.vulnerable(form.said, dealer);
  if (against !== "A" && against !== "B") return "";
  const other = opponent(against);
  const count = pad.gain({ dealer, said: form.said, king: "", winner: other, won: "point" }, other);
  const text = against === dealer ? words.deal.worth_refused : words.deal.worth_stood;
  return fill(text, { name: nameOf(page, against), other: nameOf(page, other), count });
}

function afterGiving(page, elder) {
  const { words, form, dealer } = page;
  const then = (value, player, verb) =>
    owned("then", value, player, form.said === `given_${value}`, {}, named(page, player, verb));
  return [
    then("stood", elder, words.deal.then_stood),
    then("refused", dealer, words.deal.then_refused),
    choice(
      "again",
      null,
      form.times > 1,
      null,
      form.times > 1 ? fill(words.deal.given_times, { count: form.times }) : words.deal.given_again,
    ),
  ];
}

/** "No king" is chosen beforehand, so that it costs no tap. */
function kingRow(page) {
  const { words, form, pad, dealer } = page;
  const mark = (player) =>
    owned(
      "king",
      player,
      player,
      form.king === player,
      {},
      named(page, player, plus(pad.gain({ dealer, said: "", king: player, winner: "" }, player)) || words.deal.king),
    );
  return question(
    page,
    "king",
    h(
      "div",
      { class: "row three" },
      choice("king", "", !form.king && !form.isVoid, null, words.deal.no_king),
      mark("A"),
      mark("B"),
    ),
  );
}

function outcomeGrid(page) {
  const { words, form, pad, dealer } = page;
  // Once the point is taken there are no tricks to ask for.
  if (pad.taken(form.said, dealer)) return null;
  const won = (player, how) => {
    const isChosen = form.winner === player && form.won === how;
    const marks = { dealer, said: form.said, king: "", winner: player, won: how };
    return owned(
      "won",
      `${player} ${how}`,
      player,
      isChosen,
      {},
      named(page, player, words.deal[how], plus(pad.gain(marks, player))),
    );
  };
  return question(
    page,
    "won",
    h("div", { class: "row two grid" }, won("A", "point"), won("B", "point"), won("A", "vole"), won("B", "vole")),
  );
}

/** What is seldom wanted: below the deal where there is room, and always in the menu. @param {Object} page */
export function rareWays(page) {
  const { words, form, state } = page;
  return [
    choice("void", null, form.isVoid, { class: "small" }, words.deal.void),
    choice("asks-dealer", null, form.asksDealer, { class: "small" }, words.deal.change_dealer),
    // No card is judged without the site.
    state.free ? null : button("cards", null, { class: "choice small" }, words.deal.every_card),
  ];
}

/** The one large button, with what it comes to: within reach of the thumb. */
export function foot(page) {
  const { words, ui, canWrite, preview, form } = page;
  const score = canWrite && !form.isVoid && preview?.score ? scoreText(preview.score) : "";
  const names = ui.rewrite
    ? { bare: words.deal.correct, scored: words.deal.correct_score }
    : { bare: form.isVoid ? words.deal.write_void : words.deal.write, scored: words.deal.write_score };
  return h(
    "div",
    { class: "foot-bar", "data-part": "foot" },
    button(
      "write",
      null,
      { class: "button main write", "aria-disabled": canWrite ? null : "true" },
      h("span", null, score ? fill(names.scored, { score }) : names.bare),
      h("small", { id: "comes-to" }, " ", comesTo(page)),
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
  if (page.form.isVoid) return words.deal.void_again;
  if (!preview || !preview.score) return words.deal.not_known;
  const { winner, games_won: won } = preview.next || {};
  if (winner) return fill(words.score.rubber_won, { name: nameOf(page, winner), score: wonText(winner, won) });
  const [a, b] = page.state.names;
  if (!preview.over) return fill(words.deal.comes_to, { a, b, points_a: preview.score[0], points_b: preview.score[1] });
  const text = isWonByKing(page) ? words.deal.king_ends : words.deal.wins_game;
  return fill(text, { name: nameOf(page, preview.game_winner), score: wonText(preview.game_winner, preview.score) });
}

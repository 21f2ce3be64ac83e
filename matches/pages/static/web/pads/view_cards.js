/* A deal written card by card: what comes next, the 32 cards, the line so far. What is lawful the board says; off the
   network every card that has not been seen can be tapped. */

import { button, choice, fill, h } from "./view_dom.js";
import { cardName, cardShort, nameOf, tokenWords } from "./view_words.js";
import { RANKS, SUITS, groupsOf, isConditionOpen, readToken } from "./line.js";
import { suitSign } from "./view_cut.js";
import { foot } from "./view_deal.js";
import { ruleButton } from "./view_law.js";

/** @param {Object} page */
export function cardsView(page) {
  const { words, form } = page;
  return h(
    "section",
    { class: "cards-deal", "aria-labelledby": "cards-title", "data-part": "cards" },
    h(
      "div",
      { class: "section-line" },
      h("h2", { id: "cards-title", tabindex: "-1" }, page.pick ? pickTitle(page) : nextTitle(page)),
      button("marks", null, { class: "quiet" }, words.cards.marks_alone),
    ),
    page.pick ? null : steps(page),
    // Cards put out are named by a pick of their own, or only counted: none can be tapped here.
    page.play.phase === "exchange" && !page.pick ? null : boardOf(page),
    page.pick ? pickFoot(page) : lineOf(page),
    page.pick ? null : notesOf(page),
    page.pick ? null : tools(page),
    form.tokens.length && !page.pick ? foot(page) : null,
  );
}

function nextTitle(page) {
  const { words, play } = page;
  if (!play.player) return words.cards.phases_unnamed[play.phase];
  return fill(words.cards.phases[play.phase], { name: nameOf(page, play.player) });
}

function pickTitle(page) {
  const { words, pick } = page;
  const count = pick.cards.length;
  if (!pick.player) return fill(words.cards.picks_unnamed[pick.is], { count });
  return fill(words.cards.picks[pick.is], { name: nameOf(page, pick.player), count });
}

/** What can be said now, beside a card. */
function steps(page) {
  const { words, play } = page;
  if (play.phase === "turn-up") return packets(page);
  if (play.phase === "call" || play.phase === "king") return calls(page);
  if (play.phase === "reply") return replies(page);
  if (play.phase === "exchange") return exchange(page);
  if (play.phase === "over" || page.form.stopsHere) return outcome(page);
  return play.mayOffer ? row("one", say("P", page.words.cards.calls.P)) : null;
}

const row = (look, ...children) => h("div", { class: `row ${look}` }, ...children);
const say = (token, text) => button("token", token, { class: "choice" }, text);

function calls(page) {
  const { words, form } = page;
  const reads = form.tokens.map(readToken);
  // The hands stand before the calls.
  const takesHand = !reads.some(({ is }) => is === "call") && reads.filter(({ is }) => is === "hand").length < 2;
  return row(
    takesHand ? "three" : "two",
    say("P", words.cards.calls.P),
    say("S", words.cards.calls.S),
    takesHand ? button("pick", "hand", { class: "choice" }, words.cards.write_hand) : null,
  );
}

/** Cards can run short only where some were given before: the first time there is no condition to make (law 38). */
function replies(page) {
  const { words, form, state } = page;
  const mayRunShort = state.rules.has_king !== false && form.tokens.some((token) => /^[Gg]$/.test(token));
  return row(
    mayRunShort ? "three" : "two",
    say("G", words.cards.calls.G),
    say("R", words.cards.calls.R),
    mayRunShort ? say("g", words.cards.calls.g) : null,
  );
}

function packets(page) {
  const chosen = page.form.tokens.find((token) => readToken(token).is === "packets");
  const { words } = page;
  return h(
    "div",
    { class: "row king", role: "group", "aria-label": words.cards.packets },
    h("p", { class: "asked" }, words.cards.packets),
    ["3-2", "2-3"].map((each) => choice("packets", each, chosen === each, null, each.replace("-", "\u2013"))),
  );
}

function exchange(page) {
  const { words } = page;
  const numbers = ["0", "1", "2", "3", "4", "5"];
  return h(
    "div",
    { class: "step" },
    row(
      "six",
      numbers.map((count) =>
        button("token", `-${count}`, { class: "choice", "aria-label": fill(words.cards.puts_out, { count }) }, count),
      ),
    ),
    row("one", button("pick", "out", { class: "choice small" }, words.cards.name_cards)),
    isConditionOpen(page.form.tokens) ? row("one", say("R", words.cards.too_few)) : null,
  );
}

function outcome(page) {
  const { words, form } = page;
  const isTold = page.play.outcome || form.tokens.some((token) => token[0] === "=");
  // Once the point is taken there are no tricks to ask for.
  if (isTold || (page.marks && page.pad.taken(page.marks.said, page.dealer))) return null;
  if (page.play.isAnswered && page.play.phase === "over" && !form.stopsHere) return null;
  const won = (player, how) =>
    button(
      "token",
      how === "vole" ? `=${player}5` : `=${player}`,
      { class: "choice" },
      `${nameOf(page, player)} ${words.deal[how]}`,
    );
  return h(
    "div",
    { class: "step", role: "group", "aria-label": words.deal.who_won },
    h("p", { class: "asked" }, words.deal.who_won),
    h("div", { class: "row two grid" }, won("A", "point"), won("B", "point"), won("A", "vole"), won("B", "vole")),
  );
}

function boardOf(page) {
  const { words } = page;
  return h(
    "div",
    {
      class: `board ${page.play.isAnswered ? "answered" : ""}`,
      role: "group",
      "aria-label": words.cards.board,
      "data-part": "board",
    },
    SUITS.map((suit) => [
      h("span", { class: "suit-sign", "aria-hidden": "true" }, suitSign(suit)),
      RANKS.map((rank) => cardButton(page, suit + rank)),
    ]),
  );
}

function cardButton(page, card) {
  const { words, play, pick } = page;
  const look = pick ? pickLook(page, card) : play.look(card);
  const name = cardName(page, card);
  return button(
    pick ? "pick-card" : "card",
    card,
    {
      class: `pip ${look}`,
      "aria-label": look === "gone" ? fill(words.cards.gone, { card: name }) : name,
      "aria-disabled": look === "gone" ? "true" : null,
      "aria-pressed": pick ? String(pick.cards.includes(card)) : null,
      "data-suit": card[0],
    },
    words.cards.indices[card[1]],
  );
}

function pickLook(page, card) {
  if (page.pick.cards.includes(card)) return "picked";
  return page.pick.gone.has(card) ? "gone" : "free";
}

function pickFoot(page) {
  const { words, pick } = page;
  return h(
    "div",
    { class: "row two" },
    button("leave-pick", null, { class: "choice" }, words.cards.leave_pick),
    button(
      "picked",
      null,
      { class: "button main", "aria-disabled": pick.isEnough ? null : "true" },
      words.cards.picked,
    ),
  );
}

function lineOf(page) {
  const { words, form } = page;
  if (!form.tokens.length)
    return h("p", { class: "hint" }, page.pad.online ? words.cards.start_hint : words.cards.offline_hint);
  let trick = 0;
  return h(
    "ol",
    { class: "so-far", "aria-label": words.cards.so_far },
    groupsOf(form.tokens).map((group) =>
      group.is === "trick"
        ? h(
            "li",
            { class: "trick" },
            h("small", null, `${(trick += 1)}.`),
            group.cards.map((card) => h("span", { class: suitClass(card) }, cardShort(page, card))),
          )
        : h("li", null, tokenWords(page, group.read)),
    ),
  );
}

/** What the laws find in the line as it stands, and how it can be settled. */
function notesOf(page) {
  return page.play.notes.map((note) =>
    h(
      "div",
      { class: `finding ${note.severity}` },
      h("p", null, note.text, " ", note.chooser),
      note.incidents.map(ruleButton),
    ),
  );
}

const suitClass = (card) => `sign ${{ S: "spades", H: "hearts", D: "diamonds", C: "clubs" }[card[0]]}`;

/** Both kings keep their places whoever may mark one: nothing moves under a finger when the board answers. */
function tools(page) {
  const { words, form, play } = page;
  const isOpen = play.phase !== "turn-up" && play.phase !== "over";
  const king = (player) =>
    button(
      "token",
      `K${player.toLowerCase()}`,
      { class: "choice small", "aria-disabled": play.kings.includes(player) ? null : "true" },
      fill(words.cards.king, { name: nameOf(page, player) }),
    );
  const announced = (player) =>
    button(
      "token",
      `k${player.toLowerCase()}`,
      { class: "choice small", "aria-disabled": play.announcers.includes(player) ? null : "true" },
      fill(words.cards.announces, { name: nameOf(page, player) }),
    );
  return h(
    "div",
    { class: "row two tools" },
    form.tokens.length ? button("back-token", null, { class: "choice small" }, words.cards.take_last_back) : null,
    isOpen ? choice("stops-here", null, Boolean(form.stopsHere), { class: "small" }, words.cards.stop_here) : null,
    isOpen && page.state.rules.has_king !== false ? [king("A"), king("B"), announced("A"), announced("B")] : null,
    play.mayHaveNone ? button("token", "--", { class: "choice small" }, words.cards.none) : null,
  );
}

/* The 32 cards and what can be said beside them, for a deal that is written card by card. What is lawful the server
   says; off the network every card that has not been seen can be tapped. */

import { button, choice, fill, h } from "./view_dom.js";
import { cardName, nameOf } from "./view_words.js";
import { RANKS, SUITS, isConditionOpen, readToken } from "./line.js";
import { ruleButton } from "./view_law.js";

export function nextTitle(page) {
  const { words, play } = page;
  if (!play.player) return words.cards.phases_unnamed[play.phase];
  return fill(words.cards.phases[play.phase], { name: nameOf(page, play.player) });
}

export function pickTitle(page) {
  const { words, pick } = page;
  const count = pick.cards.length;
  if (!pick.player) return fill(words.cards.picks_unnamed[pick.is], { count });
  return fill(words.cards.picks[pick.is], { name: nameOf(page, pick.player), count });
}

/** What can be said now, beside a card. */
export function steps(page) {
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
    { class: "step", role: "group", "aria-labelledby": "who-won" },
    h("p", { class: "asked", id: "who-won" }, words.deal.won),
    h("div", { class: "row two grid" }, won("A", "point"), won("B", "point"), won("A", "vole"), won("B", "vole")),
  );
}

export function boardOf(page) {
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

export function pickFoot(page) {
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

/** A suit drawn by the page's sprite. @param {string} suit its letter */
export function suitSign(suit) {
  const name = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" }[suit];
  return h("svg", { class: `sign ${name}`, "aria-hidden": "true" }, h("use", { href: `#${name}` }));
}

/** What the laws find in the line as it stands, and how it can be settled. */
export function notesOf(page) {
  return page.play.notes.map((note) =>
    h(
      "div",
      { class: `finding ${note.severity}` },
      h("p", null, note.text, " ", note.chooser),
      note.incidents.map(ruleButton),
    ),
  );
}

/**
 * Both kings keep their places whoever may mark one: nothing moves under a finger when the board answers.
 * @param {Object} page @param {string} back what the button says that takes a step back
 */
export function tools(page, back = page.words.cards.take_last_back) {
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
    form.tokens.length ? button("back-token", null, { class: "choice small" }, back) : null,
    isOpen ? choice("stops-here", null, Boolean(form.stopsHere), { class: "small" }, words.cards.stop_here) : null,
    isOpen && page.state.rules.has_king !== false ? [king("A"), king("B"), announced("A"), announced("B")] : null,
    play.mayHaveNone ? button("token", "--", { class: "choice small" }, words.cards.none) : null,
  );
}

/* A deal that is being written card by card, as the page shows it: the board's answer where there is one for this very
   line, else the order of the notation alone. */

import { cardsOf, lineOfForm, phaseByOrder, readToken, seenCards, shapeOf } from "./line.js";

/** The most cards that can be picked for a hand, and to be put out. */
const MOST_PICKED = { hand: 5, out: 5 };
const TAKES_CARDS = new Set(["turn-up", "lead", "follow"]);

/** Asks the board for each line once, and tells the page when the answer to the line as it stands is there. */
export class BoardAsking {
  constructor(pad, onAnswer) {
    this.pad = pad;
    this.onAnswer = onAnswer;
    this.line = null;
    this.answer = null;
  }

  /** The answer to `line`, null while there is none; `place` of a deal that is written anew. */
  to(line, place) {
    if (line !== this.line) this.ask(line, place);
    return this.answer;
  }

  async ask(line, place) {
    this.line = line;
    this.answer = null;
    const answer = await this.pad.board(line, place);
    if (line !== this.line || !answer) return;
    this.answer = answer;
    this.onAnswer();
  }

  /** Off the network a line stays without an answer; once the network is back it may be asked for again. */
  forget() {
    if (!this.answer) this.line = null;
  }
}

/**
 * @returns {{phase: string, player: ?string, outcome: ?string, score: ?Array<number>, notes: Array<Object>,
 *            isAnswered: boolean, look: function(string): string}}
 *          look: "gone", "lawful", "unlawful", or "free" where nobody has said
 */
export function playOf(page) {
  const { form, dealer } = page;
  const answer = dealer ? page.asking.to(lineOfForm(form, dealer), page.ui.rewrite) : null;
  const seen = seenCards(form.tokens);
  const phase = answer ? answer.phase : phaseByOrder(form.tokens, page.state.rules.variant);
  const takes = TAKES_CARDS.has(phase);
  const look = (card) => {
    if (!takes || seen.has(card)) return "gone";
    if (!answer) return "free";
    if (!(card in answer.cards)) return "gone";
    return answer.cards[card] === null ? "lawful" : "unlawful";
  };
  return {
    phase,
    player: answer ? answer.player : null,
    outcome: answer ? answer.outcome : null,
    score: answer ? answer.score : null,
    notes: answer ? answer.notes : [],
    kings: answer ? answer.kings : ["A", "B"],
    announcers: answer ? answer.announcers : ["A", "B"],
    mayHaveNone: Boolean(answer && answer.may_have_none),
    mayOffer: answer ? answer.may_offer : page.pad.tables.look("after_lead", shapeOf(form.tokens)),
    why: (card) => (answer && answer.cards[card]) || "",
    isAnswered: Boolean(answer),
    look,
  };
}

/** What is being picked, with how many cards it takes and which are gone. @param {Object} form @param {Object} pick */
export function pickOf(form, pick) {
  const most = pick.is === "in" ? pick.out.length : MOST_PICKED[pick.is];
  const isEnough = pick.is === "in" || (pick.is === "hand" ? pick.cards.length === most : pick.cards.length > 0);
  return { ...pick, most, isEnough, gone: goneFor(form, pick) };
}

/** The cards that can't be picked for a hand or an exchange. @param {Object} pick */
function goneFor(form, pick) {
  const gone = seenCards(form.tokens);
  for (const token of form.tokens) {
    const read = readToken(token);
    if (read.is === "hand" && pick.is !== "out") cardsOf(read.text).forEach((card) => gone.add(card));
    if (read.is === "exchange") cardsOf(read.taken).forEach((card) => pick.is !== "out" && gone.add(card));
  }
  (pick.out || []).forEach((card) => gone.add(card));
  return gone;
}

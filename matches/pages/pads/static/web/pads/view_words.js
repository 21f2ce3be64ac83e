/* What the page says of things, put together from the sentences that it came with. */

import { fill } from "./view_dom.js";
import { readToken } from "./line.js";

/** Index of a player in pairs. @param {string} player "A" or "B" */
export const seat = (player) => (player === "B" ? 1 : 0);
export const opponent = (player) => (player === "A" ? "B" : "A");

/** `2–4`, or a dash where the score is not known; joined, as a line may end behind a dash. @param {?Array<number>} score */
export function scoreText(score) {
  return score ? `${score[0]}\u2013\u2060${score[1]}` : "\u2014";
}

/** A score with the winner's part first. @param {string} winner @param {?Array<number>} score */
export function wonText(winner, score) {
  return scoreText(score && winner === "B" ? [score[1], score[0]] : score);
}

/** The page's heading. @param {Object} page */
export const headingOf = ({ words, state: { names } }) => fill(words.score.heading, { a: names[0], b: names[1] });

/** The class that gives a player's name their colour and their sign. @param {string} player */
export const sideClass = (player) => `who ${player.toLowerCase()}`;

/** @param {Object} page @param {string} player */
export function nameOf(page, player) {
  return page.state.names[seat(player)];
}

/** A card as it is read aloud: "king of hearts". */
export function cardName(page, card) {
  const { ranks, suits, card: pattern } = page.words.cards;
  return fill(pattern, { rank: ranks[card[1]], suit: suits[card[0]] });
}

/** The class that gives a card its suit's colour. */
export const suitClass = (card) => `sign ${{ S: "spades", H: "hearts", D: "diamonds", C: "clubs" }[card[0]]}`;

/** A card, short: "K♠". */
export function cardShort(page, card) {
  return page.words.cards.indices[card[1]] + { S: "\u2660", H: "\u2665", D: "\u2666", C: "\u2663" }[card[0]] + "\ufe0e";
}

/** What a deal was, in one line, from what was tapped for it. @param {Object} told as an entry has it */
export function dealWords(page, told) {
  const { words } = page;
  const dealer = fill(words.list.deals, { name: nameOf(page, told.dealer) });
  if (told.void) return [dealer, words.list.void].join(" \u00b7 ");
  if (told.line !== undefined) return [dealer, words.list.card_by_card].join(" \u00b7 ");
  const parts = [dealer, told.said ? words.said[told.said] : ""];
  if (told.king) parts.push(fill(words.list.king, { name: nameOf(page, told.king) }));
  if (told.winner) {
    const how = told.won === "vole" ? words.list.vole : words.list.point;
    parts.push(fill(how, { name: nameOf(page, told.winner) }));
  }
  return parts.filter(Boolean).join(" \u00b7 ");
}

/** What a waiting entry says, for its line. @param {{kind: string, told: Object}} entry */
export function entryWords(page, entry) {
  const { words } = page;
  const { kind, told } = entry;
  if (kind === "deal" || kind === "rewrite") return dealWords(page, kind === "deal" ? told : told.told);
  const player = told.player || told.side || told.dealer;
  const name = player ? nameOf(page, player) : "";
  const filling = { name, game: told.game, deal: told.deal, reason: told.reason };
  return fill(words.entries[kind] || kind, filling);
}

/** One token of a line that is being written, in words. */
export function tokenWords(page, token) {
  const { cards } = page.words;
  const read = typeof token === "string" ? readToken(token) : token;
  const name = read.player ? nameOf(page, read.player) : "";
  if (read.is === "turn-up") return fill(cards.turned_up, { card: cardShort(page, read.card) });
  if (read.is === "call") return cards.calls[read.text];
  if (read.is === "king") return fill(cards.king_marked, { name });
  if (read.is === "announced") return fill(cards.king_announced, { name });
  if (read.is === "hand") return fill(cards.hand_of, { name });
  if (read.is === "exchange") return fill(cards.exchanged, { number: countOf(read) });
  if (read.is === "card") return cardShort(page, read.card);
  if (read.is === "outcome") return outcomeWords(page, read);
  if (read.is === "incident") return fill(cards.incident, { law: /\d+/.exec(read.text) });
  return read.text;
}

function outcomeWords(page, { text, player }) {
  const { words } = page;
  if (text === "=void") return words.list.void;
  return `${nameOf(page, player)} ${text.endsWith("5") ? words.deal.vole : words.deal.point}`;
}

/** How many cards an exchange puts out. */
function countOf(read) {
  if (/^\d$/.test(read.out)) return read.out;
  return String(read.out.replace(/[SHDC.]/g, "").length);
}

/* The deal that is being tapped: what has been chosen of it, and the entry that it becomes. Values in, values out;
   kept as the pad's draft so that a reload loses nothing.

   @typedef {Object} Form
   `place` is the deal's ("2.1" for game 2, deal 1); `dealer` only where it was chosen by hand; `said` may be "given" no
   longer than it takes to tap what came then; `tokens` the line of a deal written card by card; `cut` the cards cut. */

import { callsOf, readToken } from "./line.js";

export function emptyForm(place) {
  return {
    place,
    dealer: "",
    asksDealer: false,
    said: "",
    times: 1,
    king: "",
    winner: "",
    won: "",
    isVoid: false,
    isCards: false,
    tokens: [],
    stopsHere: false,
    skipsCut: false,
    cut: emptyCut(),
  };
}

export function emptyCut(pairs = []) {
  return { pairs, A: { rank: "", suit: "" }, B: { rank: "", suit: "" }, cards: "", seat: "" };
}

export function isEmpty(form) {
  return JSON.stringify({ ...form, skipsCut: false }) === JSON.stringify(emptyForm(form.place));
}

/** A form filled in with a deal that was told before. */
export function formOf(told, place) {
  const form = { ...emptyForm(place), dealer: told.dealer, skipsCut: true };
  if (told.line !== undefined) return { ...form, isCards: true, tokens: told.line.split(/[\s,]+/).filter(Boolean) };
  const { said, times, king, winner, won } = told;
  return { ...form, said, times, king, winner, won: winner ? won : "", isVoid: told.void };
}

/** A second tap takes a choice back. */
export function toggled(form, changes) {
  const isChosen = Object.entries(changes).every(([name, value]) => form[name] === value);
  const emptied = emptyForm(form.place);
  const back = Object.fromEntries(Object.keys(changes).map((name) => [name, emptied[name]]));
  return { ...form, ...(isChosen ? back : changes) };
}

/** What the winner of the cut chose, each as one word of the notation: what parts its words becomes a hyphen. */
function chosenWith(cut) {
  const said = ["cards", "seat"].map((kind) => [kind, (cut[kind] || "").match(/[\p{L}\p{N}]+/gu)]);
  return Object.fromEntries(said.filter(([, words]) => words).map(([kind, words]) => [kind, words.join("-")]));
}

/** The cut as an entry has it; null while a card is missing, or one card stands twice. */
export function cutTold(form) {
  const { A, B, pairs } = form.cut;
  if (!(A.rank && A.suit && B.rank && B.suit)) return null;
  const pair = [A.suit + A.rank, B.suit + B.rank];
  if (pair[0] === pair[1]) return null;
  return { pairs: [...pairs, pair], ...chosenWith(form.cut) };
}

/** The deal as an entry has it; `outcome` is what the board says of a line without one. */
export function dealTold(form, dealer, outcome) {
  if (form.isCards) {
    const isTold = form.tokens.some((token) => token[0] === "=");
    return { dealer, line: [...form.tokens, ...(outcome && !isTold ? [outcome] : [])].join(" ") };
  }
  if (form.isVoid) return { dealer, said: "", times: 1, king: "", winner: "", won: "point", void: true };
  const { said, times, king, winner } = form;
  return { dealer, said, times, king, winner, won: winner ? form.won : "point", void: false };
}

/** How the notation's letters are called in the tables of marks, by the game that is played. */
const SAID = {
  ecarte: [
    [/^S$/, "stood"],
    [/^PR$/, "refused"],
    [/^(PG)+S?$/, "given_stood"],
    [/^(PG)+PR$/, "given_refused"],
  ],
  triomphe: [
    [/^SS?$/, "unoffered"],
    [/^PG$/, "taken_by_dealer"],
    [/^PR$/, "refused_by_dealer"],
    [/^SS?PG$/, "taken_by_elder"],
    [/^SS?PR$/, "refused_by_elder"],
  ],
};

/** What the tables look up of a line that no server has read yet; null where they can not. @returns {?Object} */
export function marksOfLine(line, variant = "ecarte") {
  const reads = line.split(" ").map(readToken);
  const only = (is) => reads.filter((read) => read.is === is);
  const calls = callsOf(line.split(" "));
  const [said] = SAID[variant].filter(([letters]) => letters.test(calls)).map(([, name]) => name);
  const kings = only("king");
  const [outcome] = only("outcome");
  if (kings.length > 1 || only("incident").length) return null;
  const isVoid = Boolean(outcome) && outcome.text === "=void";
  const winner = outcome && !isVoid ? outcome.player : "";
  const won = winner && outcome.text.endsWith("5") ? "vole" : "point";
  return { said: said || "", king: kings.length ? kings[0].player : "", winner, won, void: isVoid };
}

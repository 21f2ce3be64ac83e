/* The line of a deal that is written card by card: tokens of the notation put one behind the other, and read back to be
   shown. What may come next is not known here: the board says it. */

export const SUITS = ["S", "H", "D", "C"];
export const RANKS = ["K", "Q", "J", "A", "T", "9", "8", "7"];
const CARD = /^[SHDC][KQJAT987]$/;
const CALL = /^[PSGRg]$/;

/** The line as the board reads it. @param {{tokens: string[]}} form */
export function lineOfForm(form, dealer) {
  return [dealer, ...form.tokens].join(" ");
}

/** Every card of a set as the notation writes it (`SKQ.HJ7`). @param {string} set @returns {string[]} */
export function cardsOf(set) {
  return set
    .replace(/~$/, "")
    .split(".")
    .filter(Boolean)
    .flatMap((group) => [...group.slice(1)].map((rank) => group[0] + rank));
}

/** A set of cards in the notation, suits and ranks in its order. @param {string[]} cards */
export function setOf(cards) {
  const groups = SUITS.map((suit) => suit + RANKS.filter((rank) => cards.includes(suit + rank)).join(""));
  return groups.filter((group) => group.length > 1).join(".");
}

/**
 * What a token is.
 * @param {string} token
 * @returns {{is: string, card?: string, player?: string, text?: string, out?: string, taken?: string}}
 */
export function readToken(token) {
  if (/^(3-2|2-3)$/.test(token)) return { is: "packets", text: token };
  if (token[0] === "^") return { is: "turn-up", card: token.slice(1) };
  if (/^[AB]:/.test(token)) return { is: "hand", player: token[0], text: token.slice(2) };
  if (CALL.test(token)) return { is: "call", text: token };
  if (token[0] === "-" && token !== "--") {
    const [out, taken] = token.slice(1).split("+");
    return { is: "exchange", out, taken: taken || "" };
  }
  if (/^K[ab]$/.test(token)) return { is: "king", player: token[1].toUpperCase() };
  if (/^k[ab]$/.test(token)) return { is: "announced", player: token[1].toUpperCase() };
  if (token[0] === "=") return { is: "outcome", player: token[1], text: token };
  if (token[0] === "!") return { is: "incident", text: token };
  return CARD.test(token) ? { is: "card", card: token } : { is: "other", text: token };
}

/** The cards that are gone: turned up, put out, or played since the last replay. @returns {Set<string>} */
export function seenCards(tokens) {
  let played = [];
  const gone = [];
  for (const token of tokens) {
    const read = readToken(token);
    if (read.is === "card") played.push(read.card);
    if (read.is === "turn-up") gone.push(read.card);
    if (read.is === "exchange" && !/^\d$/.test(read.out)) gone.push(...cardsOf(read.out));
    if (read.is === "incident" && read.text.endsWith(":replay")) played = [];
  }
  return new Set([...gone, ...played]);
}

/** What comes behind calls, else the lead. At La Triomphe the dealer may offer the point yet, and who takes it has it. */
const BEHIND_CALLS = {
  ecarte: [
    [/P$/, "reply"],
    [/G$/, "exchange"],
  ],
  triomphe: [
    [/^S$/, "call"],
    [/P$/, "reply"],
    [/G$/, "over"],
  ],
};

/**
 * The calls of a line: cards given on condition (`g`) are given, unless the condition failed and `R` stands behind it. A
 * lead before the first of them says that the elder hand plays (`S`).
 */
export function callsOf(tokens) {
  return shapeOf(tokens)
    .replace(/^\.+(?=\w)/, "S")
    .replaceAll(".", "")
    .replaceAll("gR", "R")
    .replaceAll("g", "G");
}

/** The calls of a line, with a full stop for each card played. */
export function shapeOf(tokens) {
  return tokens.map((token) => (CARD.test(token) ? "." : CALL.test(token) ? token : "")).join("");
}

/** Whether cards were given on condition that the stock has enough, and nobody has put any out yet. */
export function isConditionOpen(tokens) {
  return tokens[tokens.length - 1] === "g";
}

/**
 * What the notation has room for next, where no board answers: a call, a reply, an exchange, a card.
 * @param {string[]} tokens @param {string} variant the game that is played
 * @returns {string} a phase, as the board names them
 */
export function phaseByOrder(tokens, variant = "ecarte") {
  const beside = ["packets", "hand", "king", "announced", "incident"];
  const told = tokens.map(readToken).filter(({ is }) => !beside.includes(is));
  const last = told[told.length - 1];
  if (!last) return "turn-up";
  if (last.is === "outcome") return "over";
  if (last.is === "turn-up") return "call";
  const [, behind] = BEHIND_CALLS[variant].find(([letters]) => letters.test(callsOf(tokens))) || [];
  if (last.is === "call") return behind || "lead";
  if (last.is === "exchange") return told[told.length - 2].is === "exchange" ? "call" : "exchange";
  return "lead";
}

/**
 * The line in groups to be shown: what came before the play, each trick by twos, and what broke in between.
 * @param {string[]} tokens
 * @returns {Array<{is: "told", read: Object} | {is: "trick", cards: string[]}>}
 */
export function groupsOf(tokens) {
  const groups = [];
  for (const token of tokens) {
    const read = readToken(token);
    if (read.is !== "card") groups.push({ is: "told", read });
    else if (openTrick(groups)) openTrick(groups).cards.push(read.card);
    else groups.push({ is: "trick", cards: [read.card] });
  }
  return groups;
}

/** The trick that waits for its second card: a king marked in between does not close it, an incident does. */
function openTrick(groups) {
  const back = [...groups].reverse();
  const found = back.find((group) => group.is === "trick" || !["king", "announced"].includes(group.read.is));
  return found && found.is === "trick" && found.cards.length === 1 ? found : null;
}

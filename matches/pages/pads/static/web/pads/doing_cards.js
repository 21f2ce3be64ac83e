/* What the buttons do while a deal is written card by card. */

import { lineOfForm, readToken, setOf } from "./line.js";

export const cardDoings = {
  cards: (page) => {
    page.ui.screen = "";
    page.change({ isCards: true });
    page.focusOn("cards-title");
  },
  marks: (page) => {
    page.change({ isCards: false });
    page.focusOn("deal-title");
  },
  token: (page, value) => page.change({ tokens: [...page.form.tokens, value], stopsHere: false }),
  packets: (page, value) => {
    const others = page.form.tokens.filter((token) => readToken(token).is !== "packets");
    page.change({
      tokens: others.length < page.form.tokens.length && page.form.tokens.includes(value) ? others : [value, ...others],
    });
  },
  card: async (page, value) => {
    const look = page.play.look(value);
    if (look === "gone") return;
    if (look === "unlawful") await showBreach(page, value);
    else put(page, [page.play.phase === "turn-up" ? `^${value}` : value]);
  },
  "card-anyway": (page, value) => {
    put(page, [value]);
    page.go("");
  },
  rule: (page, value) => {
    put(page, value.split(/\s+/));
    page.go("");
  },
  "back-token": (page) => page.change({ tokens: page.form.tokens.slice(0, -1), stopsHere: false }),
  "stops-here": (page) => page.change({ stopsHere: !page.form.stopsHere }),
  pick: (page, value) =>
    page.see({ pick: { is: value, player: whose(page, value), cards: [], out: [] } }, "cards-title"),
  "leave-pick": (page) => page.see({ pick: null }, "cards-title"),
  "pick-card": (page, value) => {
    const { pick } = page;
    if (pick.gone.has(value) && !pick.cards.includes(value)) return;
    const cards = pick.cards.includes(value) ? pick.cards.filter((card) => card !== value) : [...pick.cards, value];
    if (cards.length <= pick.most) page.see({ pick: { ...page.ui.pick, cards } });
  },
  picked: (page) => {
    const { pick } = page;
    if (!pick.isEnough) return;
    if (pick.is === "out") {
      page.see({ pick: { is: "in", player: pick.player, cards: [], out: pick.cards } }, "cards-title");
      return;
    }
    const cards = setOf(pick.cards);
    const token = pick.is === "hand" ? `${pick.player}:${cards}` : `-${setOf(pick.out)}${cards ? `+${cards}` : ""}`;
    page.ui.pick = null;
    put(page, [token]);
  },
};

function put(page, tokens) {
  page.change({ tokens: [...page.form.tokens, ...tokens], stopsHere: false });
}

/** Whose hand or exchange is written: the board says it; the hands go elder first. */
function whose(page, is) {
  const elder = page.dealer === "A" ? "B" : "A";
  const hands = page.form.tokens.map(readToken).filter((read) => read.is === "hand");
  if (is === "hand") return hands.some(({ player }) => player === elder) ? page.dealer : elder;
  return page.play.player || "";
}

/** The sheet that names the law, with what the director may do about it from the board's notes on the card played. */
async function showBreach(page, card) {
  const text = page.play.why(card);
  page.ui.breach = { card, text, options: [] };
  page.go("law", "law-title");
  const answer = await page.pad.board(`${lineOfForm(page.form, page.dealer)} ${card}`, page.ui.rewrite);
  const notes = (answer ? answer.notes : []).filter(({ incidents }) => incidents.length);
  const options = notes.flatMap(({ incidents }) =>
    incidents.map((each) => ({ ...each, incident: `${card} ${each.incident}` })),
  );
  const law = notes.map((note) => note.law).find(Boolean) || 0;
  const chooser = notes.map((note) => note.chooser).find(Boolean) || "";
  if (page.ui.breach && page.ui.breach.card === card) page.see({ breach: { card, text, law, chooser, options } });
}

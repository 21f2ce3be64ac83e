/* The cut for deal: a card for each player, rank then suit; the look-up says who deals, or that
   the ranks tie (law 5). */

import { button, choice, fill, h } from "./view_dom.js";
import { cardShort, nameOf, sideClass, suitClass } from "./view_words.js";
import { RANKS, SUITS } from "./line.js";
import { suitSign } from "./view_board.js";

/** @param {Object} page */
export function cutView(page) {
  const { words, form } = page;
  return h(
    "section",
    { class: "cut", "aria-labelledby": "cut-title", "data-part": "cut" },
    h("h2", { id: "cut-title", tabindex: "-1" }, words.cut.title),
    h("p", { class: "hint" }, form.cut.pairs.length ? words.cut.again : words.cut.hint),
    cutOf(page, "A"),
    cutOf(page, "B"),
    page.cutDealer ? chosenOf(page) : null,
    h(
      "div",
      { class: "foot-bar", "data-part": "foot" },
      button(
        "write-cut",
        null,
        { class: "button main write", "aria-disabled": page.cutDealer ? null : "true" },
        h("span", null, words.cut.write),
        h("small", { id: "comes-to" }, " ", cutResult(page)),
      ),
    ),
    h(
      "div",
      { class: "row two", role: "group", "aria-labelledby": "no-cut" },
      h("p", { class: "asked", id: "no-cut" }, words.cut.none),
      choice("no-cut", "A", false, { class: "of a" }, nameOf(page, "A")),
      choice("no-cut", "B", false, { class: "of b" }, nameOf(page, "B")),
    ),
  );
}

function cutOf(page, player) {
  const { words, form } = page;
  const { rank, suit } = form.cut[player];
  const name = nameOf(page, player);
  const told = rank && suit ? cardShort(page, suit + rank) : words.cards.indices[rank] || "";
  const label = (what) => fill(words.cut.of, { name, what });
  return h(
    "div",
    { class: "step", role: "group", "aria-label": fill(words.cut.cuts, { name }) },
    h("p", { class: "asked" }, h("span", { class: sideClass(player) }, fill(words.cut.cuts, { name })), " ", h("b", { class: rank && suit ? suitClass(suit + rank) : null }, told)),
    h(
      "div",
      { class: "row ranks" },
      RANKS.map((each) =>
        choice(
          "cut-rank",
          player + each,
          rank === each,
          { "aria-label": label(words.cards.ranks[each]) },
          words.cards.indices[each],
        ),
      ),
    ),
    h(
      "div",
      { class: "row four suits" },
      SUITS.map((each) =>
        choice(
          "cut-suit",
          player + each,
          suit === each,
          { "aria-label": label(words.cards.suits[each]) },
          suitSign(each),
        ),
      ),
    ),
  );
}

/** What the winner of the cut chose, the pack to deal with and the seat (law 5): words of the scorer's own. */
function chosenOf(page) {
  const { words, form } = page;
  const field = (kind) =>
    h(
      "label",
      { class: "field" },
      h("span", null, words.cut[kind]),
      h("input", { type: "text", maxlength: "40", name: kind, value: form.cut[kind] || "", "data-cut": kind }),
    );
  return h(
    "div",
    { class: "step chosen" },
    h("p", { class: "asked" }, fill(words.cut.chooses, { name: nameOf(page, page.cutDealer) })),
    field("cards"),
    field("seat"),
  );
}

function cutResult(page) {
  const { words } = page;
  if (page.cutDealer) return fill(words.cut.deals, { name: nameOf(page, page.cutDealer) });
  return page.form.cut.pairs.length ? words.cut.tie : words.cut.not_yet;
}

/* A deal written card by card on the pad: what comes next, the 32 cards, the line so far. */

import { button, h } from "./view_dom.js";
import { cardShort, suitClass, tokenWords } from "./view_words.js";
import { groupsOf } from "./line.js";
import { boardOf, nextTitle, notesOf, pickFoot, pickTitle, steps, tools } from "./view_board.js";
import { foot } from "./view_deal.js";

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

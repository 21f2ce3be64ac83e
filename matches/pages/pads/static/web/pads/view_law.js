/* A card that a law does not allow: the law by name, and what can be done about it. */

import { button, fill, h } from "./view_dom.js";
import { cardName } from "./view_words.js";

/** `page.ui.breach`: {card, text, law, chooser, options: [{incident, text, effect}]}. @param {Object} page */
export function lawView(page) {
  const { words, ui, state } = page;
  const { card, text, law, chooser, options } = ui.breach;
  const rulings = state.urls.book || state.urls.law_book;
  return h(
    "section",
    { class: "stack", "aria-labelledby": "law-title", "data-part": "law" },
    h("h2", { id: "law-title", tabindex: "-1" }, fill(words.law.title, { card: cardName(page, card) })),
    h("p", { class: "notice warn" }, text),
    h("p", { class: "hint" }, words.law.hint, " ", chooser),
    button("back", null, { class: "button main" }, words.law.taken_back),
    options.map(ruleButton),
    button("card-anyway", card, { class: "button" }, words.law.write_anyway),
    law && rulings
      ? h("a", { class: "button", href: `${rulings}${rulings.includes("?") ? "&" : "?"}law=${law}` }, fill(words.law.book, { law }))
      : null,
  );
}

/** A way of settling it, which becomes part of the deal's line. */
export function ruleButton({ incident, text, effect }) {
  return button("rule", incident, { class: "choice tall" }, text, h("small", null, effect));
}

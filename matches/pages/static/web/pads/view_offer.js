/* What was said before the play at La Triomphe: who offered the point, and what the other answered. */

import { choice, fill, h } from "./view_dom.js";
import { adversary, hands, nameOf } from "./view_words.js";

/** One tap says it all: nobody offered the point, or one of the two did and the other took it or refused. */
export function offerRows(page) {
  const { words, form } = page;
  const { offer } = words;
  const who = hands(page, page.dealer);
  const call = (said, look, ...text) => choice("said", said, form.said === said, look, ...text);
  const answered = (offerer, answerer, by) =>
    h(
      "div",
      { class: "row two", role: "group", "aria-label": fill(offer.offers, { name: offerer }) },
      h("p", { class: "asked" }, fill(offer.offers, { name: offerer })),
      call(`taken_by_${by}`, { class: "tall" }, h("small", null, answerer), ` ${offer.takes}`),
      call(`refused_by_${by}`, { class: "tall" }, h("small", null, answerer), ` ${offer.refuses}`),
    );
  return h(
    "div",
    { class: "step offers", role: "group", "aria-label": words.deal.called },
    answered(who.elder, who.dealer, "dealer"),
    answered(who.dealer, who.elder, "elder"),
    h("div", { class: "row one" }, call("unoffered", null, offer.unoffered)),
    h("p", { class: "hint" }, stake(page)),
  );
}

/** What follows from what was said, as the tables have it. */
function stake(page) {
  const { words, form, pad, dealer } = page;
  if (!form.said) return words.deal.call_hint;
  const taker = pad.taken(form.said, dealer);
  if (taker) return fill(words.offer.is_taken, { name: nameOf(page, taker) });
  const bound = pad.vulnerable(form.said, dealer);
  if (bound !== "A" && bound !== "B") return "";
  return fill(words.offer.is_bound, { name: nameOf(page, bound), other: nameOf(page, adversary(bound)) });
}

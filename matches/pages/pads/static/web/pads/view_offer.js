/* What was said before the play at La Triomphe: who offered the point, and what the other answered. */

import { named, owned, question } from "./view_answers.js";
import { choice, fill, h } from "./view_dom.js";
import { opponent, nameOf } from "./view_words.js";

/** One tap says it all: nobody offered the point, or one of the two did and the other took it or refused. */
export function offerRows(page) {
  const { words, form, dealer } = page;
  const { offer } = words;
  const elder = opponent(dealer);
  const call = (said, player, verb) =>
    owned("said", said, player, form.said === said, {}, named(page, player, verb));
  const answered = (offerer, answerer, by) => {
    const text = fill(offer.offers, { name: nameOf(page, offerer) });
    return h(
      "div",
      { class: "row two", role: "group", "aria-label": text },
      h("p", { class: "hint" }, text),
      call(`taken_by_${by}`, answerer, offer.takes),
      call(`refused_by_${by}`, answerer, offer.refuses),
    );
  };
  return question(
    page,
    "called",
    answered(elder, dealer, "dealer"),
    answered(dealer, elder, "elder"),
    h("div", { class: "row one" }, choice("said", "unoffered", form.said === "unoffered", null, offer.unoffered)),
    h("p", { class: "hint" }, stake(page)),
  );
}

/** What follows from what was said, as the tables have it. */
function stake(page) {
  const { words, form, pad, dealer } = page;
  if (!form.said) return "";
  const taker = pad.taken(form.said, dealer);
  if (taker) return fill(words.offer.is_taken, { name: nameOf(page, taker) });
  const bound = pad.vulnerable(form.said, dealer);
  if (bound !== "A" && bound !== "B") return "";
  return fill(words.offer.is_bound, { name: nameOf(page, bound), other: nameOf(page, opponent(bound)) });
}

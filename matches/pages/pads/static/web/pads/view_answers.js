/* Questions of a deal above their answers, each answer in the colour of the player whom it is about. */

import { choice, h } from "./view_dom.js";
import { nameOf, sideClass } from "./view_words.js";

/** A question above its answers. @param {string} name of its words */
export function question(page, name, ...answers) {
  const id = `asked-${name}`;
  return h(
    "div",
    { class: `step ${name}`, role: "group", "aria-labelledby": id },
    h("p", { class: "asked", id }, page.words.deal[name]),
    ...answers,
  );
}

/** An answer that is about one player, in their colour. */
export function owned(does, value, player, isChosen, attributes, ...children) {
  const look = ["of", player.toLowerCase(), attributes.class].filter(Boolean).join(" ");
  return choice(does, value, isChosen, { ...attributes, class: look }, ...children);
}

/** What an answer says below the player's name. */
export const named = (page, player, ...text) => [
  h("small", { class: sideClass(player) }, h("span", null, nameOf(page, player))),
  h("span", null, " ", ...text),
];

/** Points that an answer would add. @param {?number} count */
export const plus = (count) => (count ? h("i", { class: "plus" }, ` +${count}`) : null);

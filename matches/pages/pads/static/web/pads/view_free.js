/* What the pad without an account shows besides: who plays, and what becomes of the game. */

import { rareWays } from "./view_deal.js";
import { button, choice, fill, h } from "./view_dom.js";
import { gamesTable } from "./view_end.js";
import { headingOf, nameOf, wonText } from "./view_words.js";

/** Who plays, and how many games. @param {Object} page */
export function startView(page) {
  const { words, state, ui } = page;
  const { free } = words;
  const field = (name) =>
    h(
      "label",
      { class: "field" },
      h("span", null, free[name]),
      h("input", {
        type: "text",
        name,
        value: ui[name] || "",
        maxlength: state.free.name_length,
        autocomplete: "off",
        "data-keeps": name,
      }),
    );
  return h(
    "section",
    { class: "stack start", "aria-labelledby": "start-title", "data-part": "start" },
    h("h1", { id: "start-title", tabindex: "-1" }, free.title),
    h("p", { class: "hint" }, free.hint),
    field("name_a"),
    field("name_b"),
    h(
      "div",
      { class: "row three", role: "group", "aria-labelledby": "length" },
      h("p", { class: "asked", id: "length" }, free.length),
      state.free.lengths.map((length) => choice("length", length, lengthOf(page) === length, null, free.lengths[length])),
    ),
    button("begin", null, { class: "button main" }, free.start),
    h("a", { class: "button", href: state.urls.home }, free.home),
  );
}

/** @param {Object} page @returns {number} the length that is chosen */
export function lengthOf({ ui, state }) {
  return ui.length || state.rules.best_of;
}

/** @param {Object} page */
export function freeEndView(page) {
  const { games, now } = page.shown;
  const { score: words } = page.words;
  const isSingle = page.state.rules.best_of === 1;
  const score = isSingle ? games[games.length - 1].points : now.games_won;
  const won = { name: nameOf(page, now.winner), score: wonText(now.winner, score) };
  return h(
    "section",
    { class: "stack end", "aria-labelledby": "end-title", "data-part": "end" },
    h("h1", { class: "visually-hidden" }, headingOf(page)),
    h("h2", { id: "end-title", tabindex: "-1" }, fill(isSingle ? words.single_game_won : words.rubber_won, won)),
    gamesTable(page),
    ways(page),
  );
}

/** The menu of a game that is being played. @param {Object} page */
export function freeMenuView(page) {
  const { words, state } = page;
  const isBegun = Boolean(state.names[0]);
  return h(
    "section",
    { class: "stack", "aria-labelledby": "menu-title", "data-part": "menu" },
    h("h2", { id: "menu-title", tabindex: "-1" }, words.free.menu),
    isBegun && page.isPlaying && page.dealer ? h("div", { class: "row two" }, rareWays(page)) : null,
    isBegun ? ways(page) : h("a", { class: "button", href: state.urls.home }, words.free.home),
    page.pad.keepsPage ? null : h("p", { class: "hint" }, words.menu.needs_network),
    button("back", null, { class: "button" }, words.menu.close),
  );
}

/** What can be done with the game: taken along, given to a club, or left for another. */
function ways(page) {
  const { words, state, ui } = page;
  const { free } = words;
  const { clubs, sign_in: signIn } = state.free;
  if (ui.isLeaving) {
    return [
      h("p", { class: "notice warn" }, free.restart_sure),
      button("restart", null, { class: "button danger" }, free.restart_now),
      button("leaving", "", { class: "button" }, free.keep),
    ];
  }
  return [
    ui.told && ui.screen === "menu" ? h("p", { class: "notice" }, ui.told) : null,
    button("take", null, { class: "button main" }, free.take),
    navigator.share ? button("share", null, { class: "button" }, free.share) : null,
    clubs.map(({ name, url }) => button("give", url, { class: "button" }, fill(free.give, { club: name }))),
    clubs.length ? h("p", { class: "hint" }, free.give_hint) : null,
    signIn ? h("a", { class: "button", href: signIn }, free.sign_in) : null,
    button("leaving", "yes", { class: "button" }, free.restart),
    h("a", { class: "button", href: state.urls.home }, free.home),
  ];
}

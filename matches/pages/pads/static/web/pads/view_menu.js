/* What is seldom wanted: the code for another phone, ending early, the language. */

import { rareWays } from "./view_deal.js";
import { button, fill, h } from "./view_dom.js";
import { canFix } from "./view_list.js";

/** @param {Object} page */
export function menuView(page) {
  const { words, state, places } = page;
  const isLive = state.state === "live";
  return h(
    "section",
    { class: "stack", "aria-labelledby": "menu-title", "data-part": "menu" },
    h("h2", { id: "menu-title", tabindex: "-1" }, words.menu.title),
    page.isPlaying && state.may.enter && page.dealer
      ? h("div", { class: "row three", role: "group", "aria-label": words.deal.title }, rareWays(page))
      : null,
    canFix(page) ? button("open", "right", { class: "button" }, words.menu.fix) : null,
    state.link === null ? null : button("open", "who", { class: "button" }, words.menu.who),
    state.urls.table && isLive ? h("a", { class: "button", href: state.urls.table }, words.menu.links) : null,
    state.may.pass ? posted(page, state.urls.pass, {}, words.menu.pass) : null,
    isLive && state.may.enter && !page.shown.now.winner
      ? button("open", "early", { class: "button" }, words.menu.early)
      : null,
    state.urls.sitting ? h("a", { class: "button", href: state.urls.sitting }, words.menu.sitting) : null,
    state.urls.rubber ? h("a", { class: "button", href: state.urls.rubber }, words.menu.rubber) : null,
    state.urls.room ? h("a", { class: "button", href: state.urls.room }, words.menu.room) : null,
    h(
      "div",
      { class: "row two", role: "group", "aria-label": words.menu.language },
      words.languages.map(({ code, name, is_current: isCurrent }) =>
        posted(page, places.language, { language: code, next: location.pathname }, name, {
          lang: code,
          "aria-current": isCurrent ? "true" : null,
        }),
      ),
    ),
    state.link
      ? h("p", { class: "hint" }, fill(words.menu.link_until, { hint: state.link.hint, until: until(state.link) }))
      : null,
    page.pad.keepsPage ? null : h("p", { class: "hint" }, words.menu.needs_network),
    button("back", null, { class: "button" }, words.menu.close),
  );
}

function posted(page, action, fields, text, attributes = {}) {
  const hidden = { csrfmiddlewaretoken: page.state.csrf, ...fields };
  return h(
    "form",
    { method: "post", action },
    Object.entries(hidden).map(([name, value]) => h("input", { type: "hidden", name, value })),
    h("button", { type: "submit", class: "button", ...attributes }, text),
  );
}

function until(link) {
  const at = new Date(link.expires_at);
  return at.toLocaleString(document.documentElement.lang, {
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

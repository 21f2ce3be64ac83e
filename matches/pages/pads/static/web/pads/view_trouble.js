/* What did not go as it should: two phones that wrote the same deal otherwise, refused entries, a phone that keeps
   nothing. */

import { button, fill, h } from "./view_dom.js";
import { entryWords } from "./view_words.js";

/** @param {Object} page */
export function troubleView(page) {
  const { pad, state, ui } = page;
  return h(
    "div",
    { class: "troubles", "data-part": "troubles" },
    warnings(page),
    ui.orphan ? orphan(page) : null,
    ui.told ? h("p", { class: "notice" }, ui.told) : null,
    state.conflicts.map((conflict) => conflictCard(page, conflict)),
    pad.waiting.filter((entry) => entry.status === "refused").map((entry) => refusedCard(page, entry)),
  );
}

function warnings(page) {
  const { words, pad } = page;
  const told = [];
  if (pad.kept === "memory") told.push(words.trouble.memory);
  if (pad.problem) told.push(words.problems[pad.problem.code] || pad.problem.message || words.problems.other);
  if (!pad.online && !pad.keepsPage) told.push(words.menu.needs_network);
  return told.map((text) => h("p", { class: "notice warn" }, text));
}

function conflictCard(page, conflict) {
  const { words } = page;
  return h(
    "section",
    {
      class: "conflict",
      "aria-label": fill(words.conflict.title, { where: conflict.where }),
      "data-conflict": conflict.id,
    },
    h("h2", null, fill(words.conflict.title, { where: conflict.where })),
    h(
      "dl",
      null,
      h("dt", null, conflict.stands_short),
      h("dd", null, conflict.stands),
      h("dt", null, conflict.kept_short),
      h("dd", null, conflict.kept),
    ),
    h("p", { class: "hint" }, words.conflict.hint),
    h(
      "div",
      { class: "row two" },
      button("settle", `${conflict.id} dropped`, { class: "choice" }, conflict.stands_short),
      button("settle", `${conflict.id} taken`, { class: "choice" }, conflict.kept_short),
    ),
  );
}

function refusedCard(page, entry) {
  const { words } = page;
  return h(
    "section",
    { class: "problem", "aria-label": words.refused.title, "data-refused": entry.key },
    h("h2", null, words.refused.title),
    h("p", null, entryWords(page, entry)),
    h("p", null, entry.message || words.refused.codes[entry.code] || words.refused.not_understood),
    h(
      "details",
      null,
      h("summary", null, words.refused.as_text),
      h("pre", { tabindex: "0" }, JSON.stringify({ kind: entry.kind, told: entry.told })),
    ),
    h(
      "div",
      { class: "row two" },
      button("copy", entry.key, { class: "choice" }, words.refused.copy),
      button("dismiss", entry.key, { class: "choice" }, words.refused.dismiss),
    ),
  );
}

function orphan(page) {
  const { words, ui } = page;
  return h(
    "section",
    { class: "notice warn", "aria-label": words.orphan.title },
    h("h2", null, words.orphan.title),
    h("p", null, words.orphan.hint),
    h("pre", { tabindex: "0" }, ui.orphan),
    button("drop-orphan", null, { class: "choice" }, words.orphan.drop),
  );
}

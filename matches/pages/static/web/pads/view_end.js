/* The end of a rubber: one side reports it, the other confirms or disputes, on his phone or
   on this one passed round. */

import { button, choice, fill, h } from "./view_dom.js";
import { nameOf, scoreText } from "./view_words.js";

/** @param {Object} page */
export function endView(page) {
  const { state, words } = page;
  return h(
    "section",
    { class: "stack end", "aria-labelledby": "end-title", "data-part": "end" },
    h("h2", { id: "end-title", tabindex: "-1" }, endTitle(page)),
    state.state !== "live" && state.urls.sitting
      ? h("a", { class: "button main", href: state.urls.sitting }, words.end.next_game)
      : null,
    page.shown.word ? h("p", { class: "notice" }, words.end.word_waits) : wordOf(page),
    state.state !== "live" && state.urls.rubber
      ? h("a", { class: "button", href: state.urls.rubber }, words.end.rubber_page)
      : null,
  );
}

function endTitle(page) {
  const { words, state } = page;
  const { now } = page.shown;
  if (now.winner)
    return fill(words.score.rubber_won, { name: nameOf(page, now.winner), score: scoreText(now.games_won) });
  if (state.state === "live") return words.end.title;
  return fill(words.end.stands, { score: scoreText(now.games_won) });
}

function wordOf(page) {
  const { state } = page;
  if (state.state === "live") return report(page);
  if (state.state === "reported") return answer(page);
  return over(page);
}

function report(page) {
  const { words, state } = page;
  if (state.may.final)
    return [h("p", null, words.end.final_hint), button("report", "", { class: "button main" }, words.end.close)];
  const own = speakers(page);
  if (!own.length) return h("p", null, words.end.not_yours);
  return [
    h("p", null, words.end.report_hint),
    own.map((player) =>
      button(
        "report",
        player,
        { class: "button main" },
        player ? fill(words.end.report, { name: nameOf(page, player) }) : words.end.close,
      ),
    ),
  ];
}

/** For whom this phone may report; "" for who plays on neither side. Of what waits the server knows nothing. */
function speakers({ state, pad }) {
  const isAsked = state.link && state.may.enter && !state.conflicts.length;
  const allowed = state.may.report.length ? state.may.report : isAsked ? ["A", "B"] : [];
  return state.link && pad.side !== "both" ? allowed.filter((player) => player === pad.side) : allowed;
}

function answer(page) {
  const { words, state, ui } = page;
  const reporter = state.reported_by;
  const reported = reporter ? fill(words.end.reported, { name: nameOf(page, reporter) }) : words.end.reported_by_nobody;
  const asked = [...new Set([...state.may.confirm, ...state.may.dispute])];
  const answering = asked.filter((player) => ui.handed === player || page.pad.side === player || !state.link);
  if (!asked.length) return h("p", null, reported, " ", words.end.wait);
  if (!answering.length) {
    return [
      h("p", null, reported),
      asked.map((player) => [
        h("p", null, fill(words.end.other_phone, { name: nameOf(page, player) })),
        button("hand", player, { class: "button main" }, fill(words.end.give_phone, { name: nameOf(page, player) })),
      ]),
    ];
  }
  return [h("p", null, reported), answering.map((player) => answerOf(page, player))];
}

function answerOf(page, player) {
  const { words, state, ui } = page;
  const name = player ? nameOf(page, player) : "";
  if (ui.disputing === `of ${player}`) return dispute(page, player);
  return h(
    "div",
    { class: "stack", role: "group", "aria-label": name || words.end.title },
    name ? h("p", { class: "asked" }, fill(words.end.you_are, { name })) : null,
    state.may.confirm.includes(player)
      ? button("confirm", player, { class: "button main" }, fill(words.end.confirm, { name }))
      : null,
    state.may.dispute.includes(player)
      ? button("disputing", `of ${player}`, { class: "button danger" }, words.end.dispute)
      : null,
    ui.handed ? button("hand", "", { class: "quiet" }, fill(words.end.not_me, { name })) : null,
  );
}

function dispute(page, player) {
  const { words, ui } = page;
  return h(
    "div",
    { class: "stack" },
    h("label", { for: "reason" }, words.end.reason),
    h("textarea", { id: "reason", name: "reason", rows: 3, maxlength: 1000, "data-keeps": "reason" }, ui.reason || ""),
    button("dispute", player, { class: "button danger" }, words.end.send_dispute),
    button("disputing", "", { class: "button" }, words.end.no_dispute),
  );
}

function over(page) {
  const { words, state } = page;
  const points = state.points ? fill(words.end.points, { points: scoreText(state.points) }) : "";
  const told = words.end.states[state.is_agreed ? "agreed" : state.state] || words.end.states.confirmed;
  return [h("p", { class: "notice good" }, told), points ? h("p", null, points) : null];
}

/** The rubber ended before it was played out. */
export function earlyView(page) {
  const { words, ui, state } = page;
  const { termination, winner } = ui.early;
  const needsWinner = termination === "retired" || termination === "walkover";
  const isReady = termination && (!needsWinner || winner);
  const kinds = ["retired", "unfinished", "walkover"];
  const sides = state.may.final ? [""] : speakers(page);
  return h(
    "section",
    { class: "stack", "aria-labelledby": "early-title", "data-part": "early" },
    h("h2", { id: "early-title", tabindex: "-1" }, words.early.title),
    kinds.map((each) => choice("early", each, termination === each, null, words.early[each])),
    needsWinner
      ? h(
          "div",
          { class: "row two", role: "group", "aria-labelledby": "early-winner" },
          h("p", { class: "asked", id: "early-winner" }, words.early.winner),
          ["A", "B"].map((player) => choice("early-winner", player, winner === player, null, nameOf(page, player))),
        )
      : null,
    sides.map((player) =>
      button(
        "report-early",
        player,
        { class: "button main", "aria-disabled": isReady ? null : "true" },
        player ? fill(words.end.report, { name: nameOf(page, player) }) : words.end.close,
      ),
    ),
    button("back", null, { class: "button" }, words.right.back),
  );
}

/** Asked once on a phone that came by the table's link: who holds it. */
export function whoView(page) {
  const { words, state } = page;
  const is = (side, text) => choice("side", side, page.pad.side === side, { class: "tall" }, text);
  return h(
    "section",
    { class: "stack", "aria-labelledby": "who-title", "data-part": "who" },
    h("h2", { id: "who-title", tabindex: "-1" }, words.who.title),
    is("A", state.names[0]),
    is("B", state.names[1]),
    is("both", words.who.both),
    h("p", { class: "hint" }, words.who.hint),
  );
}

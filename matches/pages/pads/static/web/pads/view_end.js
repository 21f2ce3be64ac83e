/* The end of a rubber: one side reports it, the other confirms or disputes it, on a phone of their own or on this one. */

import { button, choice, fill, h } from "./view_dom.js";
import { opponent, headingOf, nameOf, scoreText, sideClass, wonText } from "./view_words.js";

/** @param {Object} page */
export function endView(page) {
  const { state, words } = page;
  return h(
    "section",
    { class: "stack end", "aria-labelledby": "end-title", "data-part": "end" },
    h("h1", { class: "visually-hidden" }, headingOf(page)),
    h("h2", { id: "end-title", tabindex: "-1" }, asksHolder(page) ? areYou(page) : endTitle(page)),
    gamesTable(page),
    state.state !== "live" && state.urls.sitting
      ? h("a", { class: "button main", href: state.urls.sitting }, words.end.next_game)
      : null,
    page.shown.word ? h("p", { class: "notice" }, words.end.word_waits) : wordOf(page),
    // While somebody has to answer, the way out is theirs: "Dunn confirms later".
    state.state !== "live" && state.urls.rubber && !(state.state === "reported" && answerers(state).length)
      ? h("a", { class: "button", href: state.urls.rubber }, words.end.rubber_page)
      : null,
  );
}

function endTitle(page) {
  const { words, state } = page;
  const { now } = page.shown;
  if (now.winner)
    return fill(words.score.rubber_won, { name: nameOf(page, now.winner), score: wonText(now.winner, now.games_won) });
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
        { class: own.length === 1 ? "button main" : "button" },
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

/** The games by their points, as far as they were played to the end. */
export function gamesTable(page) {
  const games = page.shown.games.filter(({ winner, points }) => winner && points);
  const { now } = page.shown;
  const row = (player, seat) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, h("span", { class: sideClass(player) }, h("span", null, nameOf(page, player)))),
      games.map(({ winner, points }) => h("td", { class: winner === player ? "won" : null }, String(points[seat]))),
      h("td", { class: "total", "data-games": player }, String(now.games_won[seat])),
    );
  return h(
    "table",
    { class: "games" },
    h("caption", { class: "visually-hidden" }, page.words.end.games),
    h("tbody", null, row("A", 0), row("B", 1)),
  );
}

/** Those who may answer the report on this phone: "A", "B", or "" for a director. */
const answerers = ({ may }) => [...new Set([...may.confirm, ...may.dispute])];

/** Whether this is a second phone that came by the table's code, and nobody has said yet who holds it. */
function asksHolder({ state, pad, ui, shown }) {
  return Boolean(
    state.link && !pad.side && !ui.disputing && !shown.word && state.state === "reported" && answerers(state).length,
  );
}

const areYou = (page) => fill(page.words.end.are_you, { name: nameOf(page, answerers(page.state)[0]) });

/** What the other side has reported, in one sentence. */
function reportText(page) {
  const { words, state, shown } = page;
  const { winner, games_won: won } = shown.now;
  const by = state.reported_by;
  const filling = { by: by ? nameOf(page, by) : "", name: winner ? nameOf(page, winner) : "", score: wonText(winner, won) };
  if (!by) return words.end.reported_by_nobody;
  return fill(winner ? words.end.says_won : words.end.says_ended, filling);
}

function answer(page) {
  const { words, state, ui, pad } = page;
  const text = h("p", { class: "says" }, reportText(page));
  const [player] = answerers(state);
  if (player === undefined) return [text, h("p", null, waitingText(page))];
  if (ui.disputing === `of ${player}`) return [text, dispute(page, player)];
  const name = player ? nameOf(page, player) : "";
  if (!player) return [text, answerButtons(page, player, words.end.confirm, words.end.dispute)];
  if (asksHolder(page)) {
    const other = opponent(player);
    return [
      text,
      answerButtons(page, player, words.end.yes_right, words.end.yes_wrong),
      button("side", other, { class: "quiet" }, fill(words.end.no_other, { name: nameOf(page, other) })),
    ];
  }
  if (!state.link || pad.side === player) return [text, answerButtons(page, player, words.end.yes_right, words.end.no_wrong)];
  return [
    text,
    h("p", { class: "hint" }, fill(pad.side === "both" ? words.end.agrees : words.end.other_phone, { name })),
    answerButtons(page, player, fill(words.end.i_am_right, { name }), fill(words.end.i_am_wrong, { name })),
    state.urls.rubber ? h("a", { class: "quiet later", href: state.urls.rubber }, fill(words.end.later, { name })) : null,
  ];
}

function waitingText(page) {
  const by = page.state.reported_by;
  return by ? fill(page.words.end.wait_for, { name: nameOf(page, opponent(by)) }) : page.words.end.wait;
}

function answerButtons({ state }, player, right, wrong) {
  return h(
    "div",
    { class: "stack answers" },
    state.may.confirm.includes(player) ? button("confirm", player, { class: "button main" }, right) : null,
    state.may.dispute.includes(player) ? button("disputing", `of ${player}`, { class: "button" }, wrong) : null,
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

const lookOf = (side) => (side === "both" ? "tall" : `tall of ${side.toLowerCase()}`);

/** Asked once on a phone that came by the table's link: who holds it. */
export function whoView(page) {
  const { words, state } = page;
  const is = (side, text) => choice("side", side, page.pad.side === side, { class: lookOf(side) }, text);
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

/* What the buttons of the page do, by the names that they carry. Each takes the page and the button's value. */

import { cutTold, dealTold, emptyCut, emptyForm, formOf, marksOfLine, toggled } from "./form.js";
import { cardDoings } from "./doing_cards.js";
import { freeDoings } from "./doing_free.js";
import { fill } from "./view_dom.js";
import { scoreText } from "./view_words.js";

const screens = {
  open: (page, value) => page.go(value),
  back: (page) => {
    if (page.ui.rewrite && !page.ui.screen) page.leaveRewriting();
    page.ui.lateKing = "";
    page.go("", "pad");
  },
  side: (page, value) => {
    page.pad.side = value;
    page.go("", page.isPlaying ? "" : "end-title");
  },
};

const deal = {
  "asks-dealer": (page) => {
    leaveMenu(page);
    page.change({ asksDealer: !page.form.asksDealer });
  },
  dealer: (page, value) => chooseDealer(page, value),
  said: (page, value) => {
    if (value !== "given") page.form = toggled(page.form, { said: value, times: 1 });
    else
      page.form = page.form.said.startsWith("given")
        ? { ...page.form, said: "", times: 1 }
        : { ...page.form, said: "given_stood" };
    // Who had been said to win the tricks wins none, once the point is taken.
    const isTaken = page.pad.taken(page.form.said, page.dealer);
    page.change({ isVoid: false, ...(isTaken ? { winner: "", won: "" } : {}) });
  },
  then: (page, value) => page.change({ said: `given_${value}` }),
  again: (page) => page.change({ times: (page.form.times % 5) + 1 }),
  king: (page, value) => page.toggle({ king: value }, { isVoid: false }),
  won: (page, value) => {
    const [winner, won] = value.split(" ");
    page.toggle({ winner, won }, { isVoid: false });
  },
  void: (page) => {
    leaveMenu(page);
    page.toggle({ isVoid: true }, { said: "", times: 1, king: "", winner: "", won: "" });
  },
  write: async (page) => {
    if (!page.canWrite) return null;
    const told = dealTold(page.form, page.dealer, page.play && page.play.outcome);
    const marks = told.line === undefined ? null : marksOfLine(told.line, page.state.rules.variant);
    const { rewrite } = page.ui;
    const { form } = page;
    // What is tapped while the phone keeps this deal is of the next one.
    if (!rewrite) page.form = emptyForm("");
    const entry = await page.enter(() =>
      rewrite ? page.pad.enter("rewrite", { ...rewrite, told }) : page.pad.enter("deal", told, marks),
    );
    if (!entry) {
      page.form = form;
      return page.tell(page.words.trouble.needs_network);
    }
    page.last = { place: form.place, told };
    if (rewrite) page.leaveRewriting();
    // A game that was won is said by its own moment.
    if (page.moment) return null;
    return page.say(fill(page.words.last.done, { score: scoreText(page.shown.now.score) }));
  },
  rewrite: (page, value) => {
    const [game, number, dealer] = value.split(" ");
    page.ui.rewrite = { game: Number(game), deal: Number(number) };
    const place = `${game}.${number}`;
    const { deals } = page.state.games.find((each) => each.number === Number(game));
    const { told } = deals.find((each) => each.number === Number(number));
    page.form = told ? formOf(told, place) : { ...emptyForm(place), dealer, skipsCut: true };
    page.go("", "deal-title");
  },
};

/** What is chosen in the menu belongs to the deal, which is what the page then shows. */
function leaveMenu(page) {
  if (page.ui.screen) page.go("", "deal-title");
}

/** Who deals is sent at once, for the other phone; the deal that is corrected keeps its dealer to itself. */
function chooseDealer(page, value) {
  if (page.ui.rewrite || page.state.free) {
    return page.change({ dealer: value === page.shown.now.dealer ? "" : value, asksDealer: false });
  }
  page.form = { ...page.form, dealer: "", asksDealer: false, cut: emptyCut() };
  return value === page.shown.now.dealer ? page.keep() : page.enter(() => page.pad.enter("dealer", { dealer: value }));
}

const cut = {
  "cut-rank": (page, value) => cutCard(page, value[0], { rank: value.slice(1) }),
  "cut-suit": (page, value) => cutCard(page, value[0], { suit: value.slice(1) }),
  "no-cut": (page, value) => chooseDealer(page, value),
  "write-cut": async (page) => {
    if (!page.cutDealer) return;
    const told = cutTold(page.form);
    await page.enter(() => page.pad.enter("cut", told));
    page.change({ cut: emptyCut() });
    page.focusOn("deal-title");
  },
};

function cutCard(page, player, part) {
  const { form } = page;
  const card = { ...form.cut[player], ...part };
  page.form = { ...form, cut: { ...form.cut, [player]: card } };
  const told = cutTold(page.form);
  if (told && page.pad.tables.cutDealer(told.pairs) === "") {
    page.form = { ...page.form, cut: emptyCut(told.pairs) };
    page.say(page.words.cut.tie);
  }
  page.keep();
}

const last = {
  undo: async (page) => {
    await page.enter(() => page.pad.undo());
    page.say(page.words.last.undone);
  },
  "undo-anew": async (page) => {
    await page.enter(() => page.pad.undo());
    const { place, last } = page;
    if (last && last.place === place) page.change(formOf(last.told, place));
    page.go("", "deal-title");
    page.say(page.words.last.undone);
  },
  "late-king": (page, value) => page.see({ lateKing: value }),
  "king-now": async (page, value) => {
    page.ui.lateKing = "";
    page.go("");
    await page.enter(() => page.pad.enter("king", { player: value }));
  },
  "king-too-late": (page) => {
    page.ui.lateKing = "";
    page.tell(page.words.right.king_too_late);
    page.go("");
  },
};

const end = {
  report: (page, value) => report(page, value, "normal", ""),
  confirm: (page, value) => {
    noteHolder(page, value);
    return page.enter(() => page.pad.enter("confirm", { side: value }));
  },
  disputing: (page, value) => page.see({ disputing: value, reason: "" }),
  dispute: (page, value) => {
    const reason = (page.ui.reason || "").trim();
    if (!reason) return page.say(page.words.end.reason);
    noteHolder(page, value);
    page.see({ disputing: "", reason: "" });
    return page.enter(() => page.pad.enter("dispute", { side: value, reason }));
  },
  early: (page, value) => page.see({ early: { ...page.ui.early, termination: value } }),
  "early-winner": (page, value) => page.see({ early: { ...page.ui.early, winner: value } }),
  "report-early": (page, value) => {
    const { termination, winner } = page.ui.early;
    if (!termination || (termination !== "unfinished" && !winner)) return null;
    page.go("");
    return report(page, value, termination, termination === "unfinished" ? "" : winner);
  },
};

/** Who answers "Are you ...?" has said who holds the phone. */
function noteHolder({ pad, state }, side) {
  if (state.link && !pad.side) pad.side = side;
}

function report(page, side, termination, winner) {
  return page.enter(() => page.pad.enter("report", { side, termination, winner }));
}

const trouble = {
  settle: async (page, value) => {
    const [id, choice] = value.split(" ");
    const { ok, message } = await page.pad.settle(id, choice);
    page.tell(ok ? page.words.conflict.settled : message || page.words.conflict.not_settled);
  },
  copy: async (page, value) => {
    const entry = page.pad.waiting.find(({ key }) => key === value);
    await navigator.clipboard?.writeText(JSON.stringify({ kind: entry.kind, told: entry.told }));
    page.say(page.words.refused.copied);
  },
  dismiss: (page, value) => page.pad.dismiss(value),
  "drop-orphan": (page) => page.see({ orphan: "" }),
};

export const DOINGS = { ...screens, ...deal, ...cut, ...last, ...end, ...trouble, ...cardDoings, ...freeDoings };

/* The score pad's page: draws what the model shows at each change, and carries taps to what they do. */

import { ready } from "./bootstrap.js";
import { DOINGS } from "./doing.js";
import { cutTold, dealTold, emptyForm, isEmpty, marksOfLine, toggled } from "./form.js";
import { BoardAsking, pickOf, playOf } from "./play.js";
import { morph } from "./view_dom.js";
import { cardsView } from "./view_cards.js";
import { cutView } from "./view_cut.js";
import { dealView } from "./view_deal.js";
import { earlyView, endView, whoView } from "./view_end.js";
import { freeEndView, freeMenuView, startView } from "./view_free.js";
import { lawView } from "./view_law.js";
import { lastView, listView, rightView } from "./view_list.js";
import { menuView } from "./view_menu.js";
import { momentTitle, momentView } from "./view_moment.js";
import { barView, scoreView } from "./view_score.js";
import { troubleView } from "./view_trouble.js";

const SCREENS = {
  who: whoView,
  cut: cutView,
  deal: dealView,
  cards: cardsView,
  end: endView,
  moment: momentView,
  early: earlyView,
  menu: menuView,
  right: rightView,
  law: lawView,
  none: () => null,
};
/** Those of a rubber that is kept on this phone alone. */
const FREE_SCREENS = { ...SCREENS, start: startView, end: freeEndView, menu: freeMenuView };
/** How long a game that was won stays on the page, in milliseconds. */
const MOMENT = 2000;

export class Page {
  /** @param {Object} pad the model @param {Element} here what is drawn in @param {Element} status read aloud */
  constructor(pad, here, status) {
    this.pad = pad;
    this.here = here;
    this.status = status;
    this.words = pad.words;
    this.places = { ...here.dataset };
    this.ui = { screen: "", early: {}, rewrite: null };
    this.moment = null;
    this.gamesWon = null;
    this.asking = new BoardAsking(pad, () => this.draw());
    this.form = pad.draft && pad.draft.tokens ? pad.draft : emptyForm("");
    this.last = null;
    this.isEntering = false;
    this.wasAt = "";
    this.frame = 0;
    pad.addEventListener("change", () => this.drawSoon());
    here.addEventListener("click", (event) => this.tapped(event));
    here.addEventListener("input", (event) => {
      const { keeps, cut } = event.target.dataset;
      if (keeps) this.ui[keeps] = event.target.value;
      if (cut) this.form = { ...this.form, cut: { ...this.form.cut, [cut]: event.target.value } };
    });
    addEventListener("online", () => this.asking.forget());
    this.draw();
  }

  tapped(event) {
    const tapped = event.target.closest("[data-does]");
    if (!tapped) return;
    const { does, value } = tapped.dataset;
    // The second half of a double tap is for the button that got the first, not for what stands in its place by now.
    const isEcho = event.detail > 1 && this.tappedLast !== `${does} ${value}`;
    this.tappedLast = `${does} ${value}`;
    if (isEcho || tapped.getAttribute("aria-disabled") === "true") return;
    if (does !== "king-too-late") this.ui.told = "";
    DOINGS[does](this, value);
  }

  /* What the views read, worked out anew for each drawing */

  look() {
    this.state = this.pad.state;
    this.shown = this.pad.shown();
    const { now } = this.shown;
    this.place = `${now.game}.${now.deal}`;
    this.isPlaying = this.state.state === "live" && !now.winner && !this.hasEndWord();
    if (!this.ui.rewrite) this.follow();
    this.noteWins();
    const { form } = this;
    this.dealer = form.dealer || now.dealer || "";
    const isOpen = this.pad.waiting.filter(({ status }) => status === "waiting" || status === "sending");
    this.waitingCount = isOpen.length;
    this.isWaiting = isOpen.length > 0 || this.isEntering;
    this.play = form.isCards ? playOf(this) : null;
    this.pick = form.isCards && this.ui.pick ? pickOf(form, this.ui.pick) : null;
    const cut = cutTold(form);
    this.cutDealer = cut ? this.pad.tables.cutDealer(cut.pairs) : null;
    this.told = this.dealer && this.isPlaying ? dealTold(form, this.dealer, this.play && this.play.outcome) : null;
    this.marks = this.told?.line === undefined ? null : marksOfLine(this.told.line, this.state.rules.variant);
    this.preview = this.previewOf();
    this.canWrite = !this.isEntering && this.isComplete();
    this.missing = this.missingWords();
    this.screen = this.screenNow();
  }

  hasEndWord() {
    return Boolean(this.shown.word);
  }

  /** A game that was won since the last drawing has its moment; one that is taken back loses it. */
  noteWins() {
    const won = this.shown.games.filter(({ winner, points }) => winner && points);
    const isNew = this.gamesWon !== null && won.length > this.gamesWon && this.state.state === "live";
    if (isNew) this.beginMoment(won[won.length - 1]);
    else if (won.length < this.gamesWon) this.moment = null;
    // Until the tables are there, nobody knows what the deals that wait come to.
    this.gamesWon = this.pad.tables.rows ? won.length : null;
  }

  beginMoment(game) {
    this.moment = game;
    clearTimeout(this.momentEnds);
    this.momentEnds = setTimeout(() => this.endMoment(), MOMENT);
    this.say(momentTitle(this, game));
  }

  endMoment() {
    const isSeen = this.screen === "moment";
    this.moment = null;
    if (isSeen && !this.here.contains(document.activeElement)) this.focusWanted = this.isPlaying ? "deal-title" : "end-title";
    this.draw();
  }

  /** The form belongs to one deal: when that is written, on this phone or the other, another begins. */
  follow() {
    const { form } = this;
    if (form.place === this.place || (this.isEntering && !form.place)) return;
    const line = form.tokens.join(" ");
    if (form.place && line) this.ui.orphan = line;
    this.form = form.place ? emptyForm(this.place) : { ...form, place: this.place };
    if (form.place) this.keepDraft();
  }

  previewOf() {
    if (!this.told) return null;
    const from = this.ui.rewrite ? this.scoreBefore() : this.shown;
    const found = this.pad.after("deal", this.told, from, this.marks);
    if (found || !this.play || !this.play.score) return found;
    return { score: this.play.score, over: false, next: null };
  }

  /** Where the rubber stood before the deal that is being corrected. */
  scoreBefore() {
    const { game, deal } = this.ui.rewrite;
    const { deals } = this.shown.games.find(({ number }) => number === game) || { deals: [] };
    const before = deals.find(({ number }) => number === deal - 1);
    return { ...this.shown.now, game, deal, score: before ? before.score : [0, 0] };
  }

  isComplete() {
    const { form, play, preview } = this;
    if (!form.isCards) return form.isVoid || Boolean(preview) || Boolean(form.winner && form.said);
    return play.phase === "over" || Boolean(play.outcome) || form.tokens.some((token) => token[0] === "=");
  }

  missingWords() {
    const { form } = this;
    const { deal } = this.words;
    if (form.isCards) return deal.missing_line;
    if (form.said) return deal.missing_winner;
    return form.winner ? deal.missing_call : deal.missing_all;
  }

  screenNow() {
    const { ui, state, pad, form } = this;
    if (ui.screen) return ui.screen;
    if (state.free && !state.names[0]) return "start";
    if (state.link && state.may.enter && !pad.side) return "who";
    if (ui.rewrite) return form.isCards ? "cards" : "deal";
    if (this.moment) return "moment";
    if (!this.isPlaying) return "end";
    if (!state.may.enter) return "none";
    if (this.shown.now.cut_is_due && !form.skipsCut) return "cut";
    return form.isCards && this.dealer ? "cards" : "deal";
  }

  /** An entry on its way changes several times within a frame, and a slow phone has other things to draw meanwhile. */
  drawSoon() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.look();
    const tree = document.createElement("div");
    const isForm = ["deal", "cards", "cut", "end", "none", "start"].includes(this.screen);
    tree.append(
      ...[
        barView(this),
        isForm ? troubleView(this) : null,
        ["start", "moment", "end"].includes(this.screen) || !this.state.names[0] ? null : scoreView(this),
        ["deal", "cut", "end"].includes(this.screen) && !this.ui.rewrite ? lastView(this) : null,
        (this.state.free ? FREE_SCREENS : SCREENS)[this.screen](this),
        isForm ? listView(this) : null,
      ].filter(Boolean),
    );
    morph(this.here, tree);
    this.here.dataset.screen = this.screen;
    if (this.focusWanted) {
      const wanted = document.getElementById(this.focusWanted);
      this.focusWanted = "";
      if (wanted) wanted.focus({ preventScroll: true });
    }
    if (this.screen !== this.wasAt && this.wasAt) scrollTo(0, 0);
    this.wasAt = this.screen;
  }

  /* What the doings do to the page */

  /** Waits until the phone has kept an entry; a second tap meanwhile enters nothing, and gets undefined. */
  async enter(entering) {
    if (this.isEntering) return undefined;
    this.isEntering = true;
    this.draw();
    try {
      return await entering();
    } finally {
      this.isEntering = false;
      this.keep();
    }
  }

  change(changes) {
    this.form = { ...this.form, ...changes };
    this.keep();
  }

  /** A choice made, or taken back by a second tap; `resets` is what it makes void. */
  toggle(changes, resets) {
    this.form = { ...toggled(this.form, changes), ...resets };
    this.keep();
  }

  /** After a change of the form: draws it, then puts it by, so that a tap does not wait for the store. */
  keep() {
    this.draw();
    this.keepDraft();
  }

  keepDraft() {
    this.pad.draft = isEmpty(this.form) ? null : this.form;
  }

  see(changes, focus = "") {
    Object.assign(this.ui, changes);
    this.focusWanted = focus;
    this.draw();
  }

  go(screen, focus = screen ? `${screen}-title` : "") {
    this.see({ screen }, focus);
  }

  /** Back to the deal that comes next, from an older one that was corrected. */
  leaveRewriting() {
    this.ui.rewrite = null;
    this.form = emptyForm(this.place);
    this.keep();
  }

  focusOn(id) {
    document.getElementById(id)?.focus({ preventScroll: true });
  }

  tell(text) {
    this.ui.told = text;
    this.say(text);
  }

  say(text) {
    this.status.textContent = text;
  }
}

ready.then((pad) => {
  const here = document.getElementById("pad");
  window.pad = new Page(pad, here, document.getElementById("pad-status"));
  if (location.hash === "#ruled") {
    // Said once: not again when the page is loaded a second time.
    history.replaceState(null, "", location.pathname);
    window.pad.tell(pad.words.last.ruled);
    window.pad.draw();
  }
  performance.mark("usable");
});

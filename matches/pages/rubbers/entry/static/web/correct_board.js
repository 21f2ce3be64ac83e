/* Corrects a deal on the board of 32 cards. What is sent is the form's text: the board reads it, and writes it at each
   tap. A step that is chosen is replaced by the next tap, if that is one of its kind; else the tap goes before it. */

import { ask } from "./pads/ask.js";
import { cardDoings } from "./pads/doing_cards.js";
import { readToken } from "./pads/line.js";
import { BoardAsking, pickOf, playOf } from "./pads/play.js";
import { boardOf, nextTitle, notesOf, pickFoot, pickTitle, steps, tools } from "./pads/view_board.js";
import { choice, h, morph } from "./pads/view_dom.js";
import { lawView } from "./pads/view_law.js";
import { suitClass, tokenWords } from "./pads/view_words.js";

const BOARD_WITHIN = 5;

const doings = {
  ...cardDoings,
  back: (page) => page.go(""),
  at: (page, value) => page.choose(Number(value)),
  "back-token": (page) => page.remove(),
};

class Correction {
  /** @param {Element} here @param {HTMLTextAreaElement} text @param {Object} made what came with the page */
  constructor(here, text, made) {
    this.here = here;
    this.text = text;
    this.words = made.words;
    this.dealer = made.dealer;
    this.state = { names: made.names, rules: made.rules, urls: {} };
    this.ui = { screen: "", pick: null, breach: null, rewrite: made.place };
    const csrf = text.form.elements.csrfmiddlewaretoken.value;
    const board = async (line, place) => {
      const { status, data } = await ask(made.address, { body: { line, ...place }, csrf, seconds: BOARD_WITHIN });
      return status === 200 ? data : null;
    };
    this.pad = { board, taken: () => null, tables: { look: () => null } };
    this.asking = new BoardAsking(this.pad, () => this.draw());
    this.read();
    here.addEventListener("click", (event) => this.tapped(event));
    text.addEventListener("input", () => this.read());
  }

  /** Takes the steps from the text, and goes on behind the last of them. */
  read() {
    this.tokens = this.text.value.split(/[\s,]+/).filter(Boolean);
    this.put(this.tokens, this.tokens.length);
  }

  tapped(event) {
    const tapped = event.target.closest("[data-does]");
    if (!tapped || tapped.getAttribute("aria-disabled") === "true") return;
    doings[tapped.dataset.does](this, tapped.dataset.value);
  }

  /** @param {string[]} tokens @param {number} at where the next tap goes */
  put(tokens, at) {
    this.tokens = tokens;
    this.at = at;
    this.form = { tokens: tokens.slice(0, at), stopsHere: false };
    this.draw();
  }

  choose(at) {
    this.put(this.tokens, at === this.at ? this.tokens.length : at);
  }

  remove() {
    const gone = Math.min(this.at, this.tokens.length - 1);
    this.write(
      this.tokens.filter((_token, place) => place !== gone),
      this.tokens.length - 1,
    );
  }

  write(tokens, at) {
    this.text.value = tokens.join(" ");
    this.put(tokens, at);
  }

  /** What a button of the board changes: steps before the chosen one, or in its place. */
  change({ tokens, stopsHere = false }) {
    if (tokens) {
      const before = this.form.tokens;
      const rest = this.tokens.slice(this.at);
      const made = tokens.length > before.length ? tokens[tokens.length - 1] : "";
      const isInPlace = rest.length > 0 && made && readToken(made).is === readToken(rest[0]).is;
      if (isInPlace) rest.shift();
      const changed = [...tokens, ...rest];
      this.write(changed, isInPlace ? changed.length : tokens.length);
    }
    this.form = { ...this.form, stopsHere };
    this.draw();
  }

  see(changes, focus = "") {
    Object.assign(this.ui, changes);
    this.draw();
    if (focus) this.focusOn(focus);
  }

  go(screen, focus = screen ? `${screen}-title` : "cards-title") {
    this.see({ screen }, focus);
  }

  focusOn(id) {
    document.getElementById(id)?.focus({ preventScroll: true });
  }

  draw() {
    this.play = playOf(this);
    this.pick = this.ui.pick ? pickOf(this.form, this.ui.pick) : null;
    const tree = document.createElement("div");
    tree.append(this.ui.screen === "law" ? lawView(this) : view(this));
    morph(this.here, tree);
  }
}

function view(page) {
  const isChosen = page.at < page.tokens.length;
  return h(
    "section",
    { class: "cards-deal", "aria-labelledby": "cards-title", "data-part": "cards" },
    page.pick ? null : lineOf(page),
    page.pick ? null : h("p", { class: "soft small" }, page.words.cards.change_hint),
    h("h2", { id: "cards-title", tabindex: "-1" }, page.pick ? pickTitle(page) : nextTitle(page)),
    page.pick ? null : steps(page),
    page.play.phase === "exchange" && !page.pick ? null : boardOf(page),
    page.pick ? pickFoot(page) : notesOf(page),
    page.pick ? null : tools(page, isChosen ? page.words.cards.remove : page.words.cards.take_last_back),
  );
}

function lineOf(page) {
  let played = 0;
  const trick = (read) => (read.is === "card" && (played += 1) % 2 === 1 ? `${(played + 1) / 2}. ` : "");
  return h(
    "ol",
    { class: "so-far", "aria-label": page.words.cards.so_far },
    page.tokens.map((token, at) => {
      const read = readToken(token);
      const look = read.card ? suitClass(read.card) : null;
      return h(
        "li",
        null,
        h("small", null, trick(read)),
        choice("at", String(at), page.at === at, { class: "small" }, h("span", { class: look }, tokenWords(page, read))),
      );
    }),
  );
}

const here = document.getElementById("correct-board");
const asText = document.getElementById("as-text");
const made = JSON.parse(document.getElementById("board").textContent);
new Correction(here, asText.querySelector("textarea"), made);
here.hidden = false;
asText.open = false;

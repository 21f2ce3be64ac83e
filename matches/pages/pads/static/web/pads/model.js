/* The pad of one rubber on one phone: what a page draws, and what it may do. No look-up but in the engine's tables, and
   nothing that is entered waits for the network. */

import { CatchingUp } from "./catching_up.js";
import { newKey } from "./keys.js";
import { Outbox } from "./outbox.js";
import { laidOver, marksOf } from "./overlay.js";
import { Phone } from "./phone.js";
import { Queue, isWaiting } from "./queue.js";
import { Site } from "./site.js";
import { Store } from "./store.js";
import { Tables } from "./tables.js";

const WITHDRAWABLE = ["deal", "cut", "king"];

/** Fires `change` whenever there is something else to be drawn. */
export class Pad extends EventTarget {
  /** @param {{state: Object, words: Object, tables?: Object}} bootstrap tables: the rows of /pad/tables.json */
  constructor({ state, words, tables = null }) {
    super();
    this.words = words;
    this.tables = new Tables(tables, state.rules.variant);
    this.keepsPage = false;
    this.store = new Store(state.rubber);
    this.phone = new Phone(this.store, state.rubber);
    this.queue = new Queue(this.store, state.rubber);
    this.site = new Site(state, {
      onState: (fresh, before) => this.noteState(fresh, before),
      onNews: (version) => this.catchingUp.hear(version),
      onNetwork: (isThere) => {
        this.outbox.isOnline = isThere;
        this.changed();
      },
    });
    this.outbox = new Outbox(this.queue, {
      letter: () => ({
        address: this.state.urls.entries,
        csrf: this.state.csrf,
        device: this.phone.device,
        side: ["A", "B"].includes(this.side) ? this.side : "",
      }),
      onState: (fresh) => this.site.take(fresh),
      renew: async () => (await this.site.refresh({ anew: true })) && !this.site.refusal,
      onChange: () => {
        this.changed();
        this.catchingUp.hearAgain();
      },
    });
    this.catchingUp = new CatchingUp(this.queue, this.outbox, this.site, () => this.changed());
  }

  /** Reads what this phone has kept, and begins to send and to listen. */
  async open() {
    await this.phone.open();
    const { lastState } = this.phone;
    // A page that was kept for the time without network holds the state of the day it was kept.
    if (lastState && lastState.version > this.state.version) this.site.state = lastState;
    else this.phone.keepState(this.state);
    await this.queue.load();
    this.catchingUp.begin();
    return this;
  }

  noteState(fresh, before) {
    this.phone.keepState(fresh);
    if (before.conflicts.length && !fresh.conflicts.length) this.queue.forget((entry) => entry.status === "kept");
    this.changed();
  }

  /** @param {Object} rows of /pad/tables.json */
  knowTables(rows) {
    this.tables = new Tables(rows, this.state.rules.variant);
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  // What is drawn

  /** The server's last state. */
  get state() {
    return this.site.state;
  }

  /** Every entry that is not done, oldest first; its status is waiting, sending, kept or refused. */
  get waiting() {
    const { sending } = this.outbox;
    return this.queue.entries.map((entry) => (sending.has(entry.key) ? { ...entry, status: "sending" } : entry));
  }

  /** The server's last state with what waits laid over it. @returns {import("./overlay.js").Shown} */
  shown() {
    return laidOver(this.state, this.queue.entries, this.outbox.sending, this.tables);
  }

  /**
   * What a deal or a king would come to: the standing after it as `now` has it, but with the `score` of its own game,
   * `over` and `game_winner` where that ends it, and `next`, the standing for the next deal. Null where that is not known.
   */
  after(kind, told, from = this.shown(), marks = null) {
    const now = from.now || from;
    const step =
      kind === "king"
        ? this.tables.afterKing(now, told, from.last?.dealer, this.state.rules)
        : this.tables.afterDeal(now, marksOf({ told, marks }), this.state.rules);
    return step && { ...step.next, score: step.score, over: step.over, game_winner: step.game_winner, next: step.next };
  }

  vulnerable(said, dealer) {
    return this.tables.vulnerable(said, dealer);
  }

  /** Who has the deal by what was said, without a card played; null where it is played for. */
  taken(said, dealer) {
    return this.tables.taken(said, dealer);
  }

  gain(marks, player) {
    return this.tables.gain(marks, player);
  }

  gameValue(loserPoints) {
    return this.tables.gameValue(this.state.rules.reckoning, loserPoints);
  }

  get online() {
    return this.catchingUp.isConnected && this.outbox.isOnline;
  }

  /** Why the site takes nothing from here: {code, message}; null where it does. */
  get problem() {
    return this.outbox.problem || this.site.refusal;
  }

  /** How safe what waits is on this phone: "disk", "small" or "memory". */
  get kept() {
    return this.store.kept;
  }

  // What the page may do

  /**
   * Kept on the phone when this resolves; sent as soon as may be. `rewrite` is for the network alone: null without.
   * @param {string} kind @param {Object} told @param {?Object} marks a line of cards, as it is looked up without network
   */
  async enter(kind, told, marks = null) {
    if (kind === "rewrite" && !this.online) return null;
    const entry = await this.queue.add({ key: newKey(), seen: this.state.version, mark: this.state.mark, kind, told, marks });
    this.changed();
    this.phone.askToPersist();
    this.outbox.send();
    return entry;
  }

  canUndo() {
    return this.freeEntry() !== null || (this.state.may.enter && this.shown().last !== null);
  }

  /** Takes the last thing back: here, if it was not sent yet, else by an entry of its own. */
  async undo() {
    const free = this.freeEntry();
    const { last } = this.shown();
    if (free && (await this.queue.withdraw(free.key))) this.changed();
    else if (last) await this.enter("undo", { game: last.game, deal: last.deal });
  }

  /** The last entry, where it has not been sent and can simply be dropped. */
  freeEntry() {
    const waiting = this.queue.entries.filter(isWaiting);
    const last = waiting[waiting.length - 1];
    return last && !last.tried && WITHDRAWABLE.includes(last.kind) ? last : null;
  }

  board(line, place = null) {
    return this.site.board(line, place);
  }

  settle(conflict, choice) {
    return this.site.settle(conflict, choice);
  }

  /** Forgets an entry that was refused, or one that the server keeps. */
  async dismiss(key) {
    await this.queue.forget((entry) => entry.key === key);
    this.changed();
  }

  /** Who holds this phone: "A", "B", "both"; "" while nobody has said. */
  get side() {
    return this.phone.side;
  }

  set side(side) {
    this.phone.keepSide(side);
    this.changed();
  }

  /** The deal that is being written, any JSON; null for none. */
  get draft() {
    return this.phone.draft;
  }

  set draft(draft) {
    this.phone.keepDraft(draft);
  }
}

/* The pad of one rubber on one phone: what a page draws, and what it may do. No look-up but in the engine's tables, and
   nothing that is entered waits for the network. */

import { ask } from "./ask.js";
import { newKey } from "./keys.js";
import { follow } from "./news.js";
import { Outbox } from "./outbox.js";
import { laidOver, marksOf } from "./overlay.js";
import { Phone } from "./phone.js";
import { Queue, isWaiting } from "./queue.js";
import { Store } from "./store.js";
import { Tables } from "./tables.js";

const BOARD_WITHIN = 1.5;
const WITHDRAWABLE = ["deal", "cut", "king"];

/** Fires `change` whenever there is something else to be drawn. */
export class Pad extends EventTarget {
  /** @param {{state: Object, words: Object, tables?: Object}} bootstrap tables: the rows of /pad/tables.json */
  constructor({ state, words, tables = null }) {
    super();
    this.state = state;
    this.words = words;
    this.tables = new Tables(tables);
    this.keepsPage = false;
    this.isConnected = navigator.onLine !== false;
    this.refusal = null;
    this.etag = "";
    this.store = new Store(state.rubber);
    this.phone = new Phone(this.store, state.rubber);
    this.queue = new Queue(this.store, state.rubber);
    this.outbox = new Outbox(this.queue, {
      letter: () => ({
        address: this.state.urls.entries,
        csrf: this.state.csrf,
        device: this.phone.device,
        side: ["A", "B"].includes(this.side) ? this.side : "",
      }),
      onState: (fresh) => this.take(fresh),
      renew: () => this.refresh({ anew: true }),
      onChange: () => this.changed(),
    });
  }

  /** Reads what this phone has kept, and begins to send and to listen. */
  async open() {
    await this.phone.open();
    const { lastState } = this.phone;
    // A page that was kept for the time without network holds the state of the day it was kept.
    if (lastState && lastState.version > this.state.version) this.state = lastState;
    else this.phone.keepState(this.state);
    await this.queue.load();
    this.attend();
    this.catchUp();
    return this;
  }

  attend() {
    const noteNetwork = () => {
      this.isConnected = navigator.onLine !== false;
      this.changed();
      this.catchUp();
    };
    addEventListener("online", noteNetwork);
    addEventListener("offline", noteNetwork);
    addEventListener("pageshow", (event) => event.persisted && this.catchUp());
    document.addEventListener("visibilitychange", () => document.hidden || this.catchUp());
    follow(this.state.live, (news) => this.hear(news));
  }

  /** Takes up what another tab may have entered, sends it, and asks for what was missed. */
  async catchUp() {
    await this.queue.load();
    this.changed();
    await this.outbox.send();
    await this.refresh();
  }

  hear(news) {
    if (news && news.rubber !== this.state.rubber) return;
    if (news && news.version <= this.state.version && !this.queue.entries.some(isWaiting)) return;
    // Its answer brings the state as well.
    if (this.outbox.sending.size) return;
    this.catchUp();
  }

  /** @param {Object} rows of /pad/tables.json */
  knowTables(rows) {
    this.tables = new Tables(rows);
    this.changed();
  }

  // What is drawn

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
   * `over` where that ends it, and `next`, the standing for the next deal. Null where that is not known.
   */
  after(kind, told, from = this.shown(), marks = null) {
    const now = from.now || from;
    const step =
      kind === "king"
        ? this.tables.afterKing(now, told, from.last?.dealer, this.state.rules)
        : this.tables.afterDeal(now, marksOf({ told, marks }), this.state.rules);
    return step && { ...step.next, score: step.score, over: step.over, next: step.next };
  }

  vulnerable(said, dealer) {
    return this.tables.vulnerable(said, dealer);
  }

  cutDealer(pairs) {
    return this.tables.cutDealer(pairs);
  }

  gameValue(loserPoints) {
    return this.tables.gameValue(this.state.rules.reckoning, loserPoints);
  }

  get online() {
    return this.isConnected && this.outbox.isOnline;
  }

  /** Why the site takes nothing from here: {code, message}; null where it does. */
  get problem() {
    return this.outbox.problem || this.refusal;
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
    const entry = await this.queue.add({ key: newKey(), seen: this.state.version, kind, told, marks });
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

  /** What may come next in a deal that is written card by card; null off the network, or where that takes too long. */
  async board(line) {
    const { state } = this;
    const { status, data } = await ask(state.urls.board, { body: { line }, csrf: state.csrf, seconds: BOARD_WITHIN });
    return status === 200 ? data : null;
  }

  /** Settles what two phones wrote otherwise. @returns {Promise<{ok: boolean, code: string, message: string}>} */
  async settle(conflict, choice) {
    const { state } = this;
    const seen = state.version;
    // The same choice once more is the same act: its answer may have been lost.
    const key = `settle-${conflict}-${choice}-${seen}`;
    const answer = await ask(state.urls.settle, { body: { key, conflict, choice, seen }, csrf: state.csrf });
    if (answer.data?.state) this.take(answer.data.state);
    else await this.refresh();
    return { ok: answer.status === 200, code: answer.data?.code || "", message: answer.data?.message || "" };
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

  // The server's state

  /** Fetches the state; `anew`: whole, with a fresh token. @returns {Promise<boolean>} whether it came */
  async refresh({ anew = false } = {}) {
    const address = `${this.state.urls.state}?device=${this.phone.device}`;
    const { status, data, etag } = await ask(address, { etag: anew ? "" : this.etag });
    this.outbox.isOnline = status !== 0;
    if (status === 200 && data) {
      this.etag = etag;
      this.refusal = null;
      this.take(data);
      return true;
    }
    if (status >= 400 && status < 500 && data?.code) this.refusal = { code: data.code, message: data.message || "" };
    this.changed();
    return false;
  }

  /** Applies a state of the server, unless it is older than the one that is here. */
  take(fresh) {
    if (fresh.version < this.state.version) return;
    const hadConflicts = this.state.conflicts.length > 0;
    this.state = fresh;
    this.phone.keepState(fresh);
    if (hadConflicts && !fresh.conflicts.length) this.queue.forget((entry) => entry.status === "kept");
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }
}

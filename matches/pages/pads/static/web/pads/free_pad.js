/* The pad of a rubber that is kept on this phone alone: its entries wait in the queue for good, laid over a rubber that
   has not begun, and are never sent. */

import { ask } from "./ask.js";
import { newKey } from "./keys.js";
import { Pad } from "./model.js";

const HEADING = "free game";

/** @returns {string} today as this phone has it: "2026-11-26" */
function today() {
  const day = new Date();
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

export class FreePad extends Pad {
  /** Reads what this phone has kept. */
  async open() {
    await this.phone.open();
    this.heading = (await this.store.read("about", HEADING)) || null;
    await this.queue.load();
    return this;
  }

  /** The state that came with the page, with the names and the length that were chosen on this phone. */
  get state() {
    const { state } = this.site;
    if (!this.heading) return state;
    const { names, best_of: bestOf } = this.heading;
    const now = { ...state.now, wanted: this.tables.wantedAtFirst(bestOf) };
    return { ...state, names, rules: { ...state.rules, best_of: bestOf }, now };
  }

  /** Nothing is marked as waiting, as nothing is going to be sent. */
  shown() {
    const shown = super.shown();
    const deals = (game) => game.deals.map((deal) => ({ ...deal, waiting: "" }));
    return { ...shown, games: shown.games.map((game) => ({ ...game, deals: deals(game) })) };
  }

  get waiting() {
    return [];
  }

  get online() {
    return true;
  }

  get problem() {
    return null;
  }

  async board() {
    return null;
  }

  /** Kept on the phone when this resolves. */
  async enter(kind, told, marks = null) {
    const entry = await this.queue.add({ key: newKey(), seen: this.state.version, mark: null, kind, told, marks });
    this.changed();
    this.phone.askToPersist();
    return entry;
  }

  /** @param {string[]} names @param {number} bestOf */
  begin(names, bestOf) {
    return this.headed({ names, best_of: bestOf, date: today() });
  }

  /** Forgets this game; the next begins with its names. */
  async restart() {
    await this.queue.edit((all) => all.map(({ key }) => ({ key, isGone: true })));
    await this.phone.keepDraft(null);
    await this.headed(null);
  }

  async headed(heading) {
    this.heading = heading;
    await this.store.write("about", HEADING, heading || undefined);
    this.changed();
  }

  /**
   * The game so far, as the site writes it down.
   * @returns {Promise<{text: string, name: string, message: string}>} no text: not now, and the message may say why
   */
  async gameFile() {
    const deals = this.queue.entries.filter(({ kind }) => kind === "deal").map(({ told }) => told);
    const { status, data } = await ask(this.state.urls.egn, { body: { ...this.heading, deals } });
    return { text: (status === 200 && data?.egn) || "", name: data?.name || "", message: data?.message || "" };
  }
}

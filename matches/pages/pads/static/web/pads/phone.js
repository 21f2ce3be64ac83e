/* What a phone knows of itself: its name, who holds it, the deal in progress, and the last state of a rubber it saw. */

import { newKey } from "./keys.js";

export class Phone {
  /** @param {import("./store.js").Store} store @param {string} rubber */
  constructor(store, rubber) {
    this.store = store;
    this.rubber = rubber;
    this.device = "";
    this.side = "";
    this.draft = null;
    this.lastState = null;
  }

  async open() {
    const { store, rubber } = this;
    await store.open();
    const about = await store.list("about", "");
    this.device = about.get("device") || newKey();
    this.side = about.get(`side ${rubber}`) || "";
    this.hasAsked = about.has("persist");
    this.draft = (await store.read("drafts", rubber)) || null;
    this.lastState = (await store.read("states", rubber)) || null;
    if (!about.has("device")) await store.write("about", "device", this.device);
  }

  keepSide(side) {
    this.side = side;
    return this.store.write("about", `side ${this.rubber}`, side);
  }

  keepDraft(draft) {
    this.draft = draft;
    return this.store.write("drafts", this.rubber, draft === null ? undefined : draft);
  }

  keepState(state) {
    this.lastState = state;
    return this.store.write("states", this.rubber, state);
  }

  /** Asks the browser, once, not to throw away what is kept here. */
  async askToPersist() {
    if (this.hasAsked || !navigator.storage?.persist) return;
    this.hasAsked = true;
    await this.store.write("about", "persist", 1);
    navigator.storage.persist().catch(() => {});
  }
}

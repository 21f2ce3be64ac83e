/* What one phone entered for one rubber, in order, in the store and in this page.

   @typedef {Object} Entry
   @property {string} key        made on the phone
   @property {number} order      its place among this phone's entries
   @property {number} seen       the version that the server's last state had when this was entered
   @property {?string} mark      the proof of that, as the state had it
   @property {string} after      the key of the entry that was still waiting then; "" for none
   @property {string} kind
   @property {Object} told
   @property {?Object} marks     a deal as it is looked up, where `told` is a line of cards
   @property {"waiting"|"kept"|"refused"} status  what is done is not here any more
   @property {boolean} tried     it may have arrived, though no answer came: it can't be withdrawn any more
   @property {?number} expects   the version that it expects, once that is known
   @property {string} code, message  why it was refused or kept, of the server
*/

/** @param {Iterable<Entry>} entries @returns {Entry[]} */
const inOrder = (entries) => [...entries].sort((one, other) => one.order - other.order || (one.key < other.key ? -1 : 1));

export const isWaiting = (entry) => entry.status === "waiting";

export class Queue {
  /** @param {import("./store.js").Store} store @param {string} rubber */
  constructor(store, rubber) {
    this.store = store;
    this.prefix = `${rubber} `;
    /** @type {Entry[]} */
    this.entries = [];
    this.turn = Promise.resolve();
    this.entering = [];
    this.versions = new Map();
    this.passedOver = new Map();
  }

  /** The key that an entry made now comes after; "" where nothing waits. */
  get lastKey() {
    const waiting = [...this.entries.filter(isWaiting).map((entry) => entry.key), ...this.entering];
    return waiting[waiting.length - 1] || "";
  }

  /**
   * One change after the other: `change` gets the entries as they are stored, another tab's as well, and gives those to
   * be written, `{key, isGone: true}` for one to be removed. `settle` runs in the same breath as `entries` change.
   */
  edit(change, settle = () => {}) {
    // A store that would not let go of an entry must not have it sent for ever.
    const isOpen = (entry) => !this.versions.has(entry.key);
    this.turn = this.turn.then(async () => {
      let entries = [];
      await this.store.change("entries", this.prefix, (all) => {
        entries = new Map([...all].filter(([, entry]) => isOpen(entry)));
        const changed = change(inOrder(entries.values()));
        const changes = changed.map((entry) => [this.prefix + entry.key, entry.isGone ? undefined : entry]);
        for (const [id, entry] of changes) entry ? entries.set(id, entry) : entries.delete(id);
        return changes;
      });
      this.entries = inOrder(entries.values());
      settle();
    });
    return this.turn;
  }

  /** What is stored, as another tab may have left it. */
  load() {
    return this.edit(() => []);
  }

  /**
   * Written to the store when this resolves. What it was entered upon is settled at once, not when its turn comes.
   * @param {{key: string, seen: number, mark: ?string, kind: string, told: Object, marks: ?Object}} made
   */
  async add(made) {
    const { lastKey } = this;
    this.entering.push(made.key);
    let entry = null;
    await this.edit(
      (all) => {
        const after = this.stillThere(lastKey);
        const expects = after ? this.versions.get(after) ?? null : made.seen;
        const order = 1 + Math.max(0, ...all.map((each) => each.order));
        entry = { ...made, order, after, expects, status: "waiting", tried: false, code: "", message: "" };
        return [entry];
      },
      () => (this.entering = this.entering.filter((key) => key !== made.key)),
    );
    return entry;
  }

  /** The first entry at or before this one that was not withdrawn or set aside meanwhile. */
  stillThere(key) {
    let found = key;
    while (this.passedOver.has(found)) found = this.passedOver.get(found);
    return found;
  }

  /** Takes the last entry back, if it has not been sent. @returns {Promise<boolean>} */
  async withdraw(key) {
    let isFree = false;
    await this.edit((all) => {
      const waiting = all.filter(isWaiting);
      const last = waiting[waiting.length - 1];
      isFree = last !== undefined && last.key === key && !last.tried;
      if (!isFree) return [];
      this.passedOver.set(key, last.after);
      return [{ key, isGone: true }];
    });
    return isFree;
  }

  /** The next entries to be sent, marked as tried before they are. @returns {Promise<Entry[]>} */
  async claim(most, mostBytes) {
    let batch = [];
    await this.edit((all) => {
      let bytes = 0;
      const fits = (entry) => (bytes += 200 + 4 * JSON.stringify(entry.told).length) <= mostBytes;
      const waiting = all.filter(isWaiting).slice(0, most);
      const tooMuch = waiting.findIndex((entry) => !fits(entry));
      batch = tooMuch === -1 ? waiting : waiting.slice(0, Math.max(1, tooMuch));
      return batch.filter((entry) => !entry.tried).map((entry) => ({ ...entry, tried: true }));
    });
    return batch;
  }

  /** Notes what became of entries: done ones go, others stay with what was said. */
  settle(outcomes, settle) {
    const told = new Map(outcomes.map((outcome) => [outcome.key, outcome]));
    const done = outcomes.filter(({ outcome }) => outcome === "done" || outcome === "same");
    const versions = new Map([...this.versions, ...done.map(({ key, version }) => [key, version])]);
    const noted = (entry) => {
      const answer = told.get(entry.key);
      if (!answer) return versions.has(entry.after) ? { ...entry, expects: versions.get(entry.after) } : entry;
      if (versions.has(entry.key)) return { key: entry.key, isGone: true };
      return { ...entry, status: answer.outcome, code: answer.code || "", message: answer.message || "" };
    };
    return this.edit(
      (all) => all.map(noted).filter((entry, place) => entry !== all[place]),
      () => {
        this.versions = versions;
        settle();
      },
    );
  }

  /** Keeps an entry that the server can't read aside, so that those behind it go on without it. */
  setAside(bad, { code, message }) {
    this.passedOver.set(bad.key, bad.after);
    const noted = (entry) => {
      if (entry.key === bad.key) return { ...entry, status: "refused", code, message };
      return entry.after === bad.key ? { ...entry, after: bad.after, expects: bad.expects } : entry;
    };
    return this.edit((all) => all.map(noted).filter((entry, place) => entry !== all[place]));
  }

  /** Forgets entries that were refused, or kept by the server. */
  forget(isOver) {
    return this.edit((all) =>
      all.filter((entry) => !isWaiting(entry) && isOver(entry)).map(({ key }) => ({ key, isGone: true })),
    );
  }
}

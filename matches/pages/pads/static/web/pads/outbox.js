/* Sends what waits: in order, one request at a time, again and again until there is an answer to each entry. */

import { ask } from "./ask.js";
import { isWaiting } from "./queue.js";

const MOST_AT_ONCE = 200;
const LEAST_AT_ONCE = 5; // on a line that is too slow for more
const MOST_BYTES = 200_000;
const FIRST_WAIT = 1;
const LONGEST_WAIT = 30;
const LOCK_WITHIN = 12_000;
const UNREAD = [400, 413, 422];
const TRY_LATER = [408, 425, 429];

/** Runs `work` while no other tab does the same, or without that where there are no locks, or one is never let go. */
async function alone(name, work) {
  if (!navigator.locks) return work();
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(), LOCK_WITHIN);
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    clearTimeout(timer);
    return work();
  };
  try {
    return await navigator.locks.request(name, { signal: cut.signal }, begin);
  } catch (error) {
    if (hasBegun) throw error;
    return work();
  }
}

export class Outbox {
  /**
   * @param {import("./queue.js").Queue} queue
   * @param {Object} around
   * @param {() => {address: string, csrf: string, device: string, side: string}} around.letter what goes with entries
   * @param {(state: Object) => void} around.onState the server's state that came with an answer
   * @param {() => Promise<boolean>} around.renew fetches the state for a fresh token; whether it came
   * @param {() => void} around.onChange
   */
  constructor(queue, around) {
    this.queue = queue;
    this.around = around;
    this.problem = null;
    this.isOnline = true;
    this.sending = new Set();
    this.limit = MOST_AT_ONCE;
    this.wait = FIRST_WAIT;
    this.timer = 0;
    this.mustWait = false;
    this.isAtWork = false;
    this.isAskedAgain = false;
  }

  /** Sends what waits. `isHurried`: the network may be back, so that pauses are short again. */
  async send({ isHurried = false } = {}) {
    if (isHurried) this.wait = FIRST_WAIT;
    if (this.mustWait) return;
    if (this.isAtWork) {
      this.isAskedAgain = true;
      return;
    }
    this.isAtWork = true;
    clearTimeout(this.timer);
    this.timer = 0;
    try {
      do {
        this.isAskedAgain = false;
        this.hasRenewed = false;
        if (this.queue.entries.some(isWaiting)) await alone(`ecarte-pad ${this.queue.prefix}`, () => this.empty());
      } while (this.isAskedAgain && !this.timer);
    } finally {
      this.isAtWork = false;
    }
  }

  async empty() {
    let goesOn = true;
    while (goesOn) goesOn = await this.sendBatch();
  }

  /** @returns {Promise<boolean>} whether to go on at once */
  async sendBatch() {
    const batch = await this.queue.claim(this.limit, MOST_BYTES);
    if (!batch.length) return false;
    this.sending = new Set(batch.map((entry) => entry.key));
    this.around.onChange();
    const { address, csrf, device, side } = this.around.letter();
    const entries = batch.map(({ key, seen, mark, after, kind, told }) => ({ key, seen, mark, after, kind, told }));
    const answer = await ask(address, { body: { device, side, entries }, csrf });
    const goesOn = await this.read(answer, batch);
    this.sending = new Set();
    this.around.onChange();
    return goesOn;
  }

  async read({ status, data, wait, isLate }, batch) {
    this.isOnline = status !== 0;
    if (status === 200 && Array.isArray(data?.outcomes)) return this.take(data, batch);
    if (UNREAD.includes(status) && data?.code) return this.split(data, batch);
    const isRefusal = status >= 400 && status < 500 && !TRY_LATER.includes(status);
    if (isRefusal && data?.code) return this.stop(data);
    if (status === 403 && !this.hasRenewed) {
      // Not our own word: the page's token is an old one.
      this.hasRenewed = true;
      if (await this.around.renew()) return true;
    }
    if (isLate) this.limit = Math.max(LEAST_AT_ONCE, batch.length >> 1);
    this.later(wait);
    return false;
  }

  async take({ outcomes, state }, batch) {
    const own = outcomes.filter((outcome) => this.sending.has(outcome.key));
    await this.queue.settle(own, () => {
      this.problem = null;
      this.sending = new Set();
      if (state) this.around.onState(state);
    });
    if (own.length < batch.length) {
      this.later(0);
      return false;
    }
    this.wait = FIRST_WAIT;
    this.limit = Math.min(MOST_AT_ONCE, 2 * this.limit);
    return true;
  }

  /** Halves what was not understood until one is left, and keeps that one aside. */
  async split({ code, message = "" }, batch) {
    if (batch.length > 1) {
      this.limit = batch.length >> 1;
      return true;
    }
    await this.queue.setAside(batch[0], { code, message });
    this.limit = MOST_AT_ONCE;
    return true;
  }

  /** Not let in: everything stays, and is tried again when somebody does something. */
  stop({ code, message = "" }) {
    this.problem = { code, message };
    return false;
  }

  /** @param {number} wait seconds that the server asks for; 0: none */
  later(wait) {
    const jittered = this.wait * (0.5 + Math.random() / 2);
    this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
    this.mustWait = wait > 0;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.mustWait = false;
      this.timer = 0;
      this.send();
    }, 1000 * Math.max(wait, jittered));
  }
}

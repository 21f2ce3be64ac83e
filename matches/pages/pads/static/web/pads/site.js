/* What the site says of a rubber: its state, as last heard, what is asked of it besides, and its live news. */

import { listen } from "../live.js";
import { ask } from "./ask.js";

const BOARD_WITHIN = 1.5;

export class Site {
  /**
   * @param {Object} state
   * @param {Object} around
   * @param {(fresh: Object, before: Object) => void} around.onState a state was taken
   * @param {(version?: number) => void} around.onNews something happened that this phone has not seen
   * @param {(isThere: boolean) => void} around.onNetwork
   */
  constructor(state, around) {
    this.state = state;
    this.around = around;
    this.refusal = null;
    this.etag = "";
    this.isDeaf = true;
  }

  /**
   * Fetches the state, or hears that it is still the same; `anew`: whole, with fresh tickets.
   * @returns {Promise<boolean>} false: it has to be asked for again
   */
  async refresh({ anew = false } = {}) {
    const { status, data, etag } = await ask(this.state.urls.state, { etag: anew ? "" : this.etag });
    const isRefused = status >= 400 && status < 500 && status !== 429 && Boolean(data?.code);
    if (status === 200 && data) {
      this.etag = etag;
      this.take(data);
    }
    this.refusal = isRefused ? { code: data.code, message: data.message || "" } : null;
    this.around.onNetwork(status !== 0);
    return isRefused || status === 304 || (status === 200 && data !== null);
  }

  /** Takes a state, unless it is older than the one that is here. */
  take(fresh) {
    const before = this.state;
    if (fresh.version < before.version) return;
    this.state = fresh;
    this.around.onState(fresh, before);
    if (this.isDeaf) this.listen();
  }

  listen() {
    this.isDeaf = false;
    listen(this.state.live, (message) => this.hear(message), {
      onHeard: (isHeard) => {
        this.around.onNetwork(isHeard);
        if (isHeard) this.around.onNews();
      },
      onExpired: () => {
        this.isDeaf = true;
        this.refresh({ anew: true });
      },
    });
  }

  /** The version that is known may be news as well: what was kept beside it, or settled, makes none of its own. */
  hear({ event, data }) {
    if (event !== "score") this.around.onNews();
    else if (data.rubber === this.state.rubber && data.version >= this.state.version) this.around.onNews(data.version);
  }

  /** What may come next in a deal that is written card by card; null off the network, or where that takes too long. */
  async board(line, place) {
    const { urls, csrf } = this.state;
    const { status, data } = await ask(urls.board, { body: { line, ...place }, csrf, seconds: BOARD_WITHIN });
    return status === 200 ? data : null;
  }

  /** Settles what two phones wrote otherwise. @returns {Promise<{ok: boolean, code: string, message: string}>} */
  async settle(conflict, choice) {
    const { urls, csrf, version: seen } = this.state;
    // The same choice once more is the same act: its answer may have been lost.
    const key = `settle-${conflict}-${choice}-${seen}`;
    const { status, data } = await ask(urls.settle, { body: { key, conflict, choice, seen }, csrf });
    if (data?.state) this.take(data.state);
    else await this.refresh();
    return { ok: status === 200, code: data?.code || "", message: data?.message || "" };
  }
}

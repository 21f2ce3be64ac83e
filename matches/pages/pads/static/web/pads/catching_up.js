/* Keeps a pad level with the site: sends what waits and asks for what was missed whenever there is a reason to. */

const AGAIN = 10_000;

export class CatchingUp {
  /**
   * @param {import("./queue.js").Queue} queue
   * @param {import("./outbox.js").Outbox} outbox
   * @param {import("./site.js").Site} site
   * @param {() => void} onChange
   */
  constructor(queue, outbox, site, onChange) {
    this.queue = queue;
    this.outbox = outbox;
    this.site = site;
    this.onChange = onChange;
    this.isConnected = navigator.onLine !== false;
    this.isRunning = false;
    this.isBehind = false;
    this.heard = 0;
    this.timer = 0;
  }

  /** From now on: the network, the page being looked at again, live news. */
  begin() {
    const noteNetwork = () => {
      this.isConnected = navigator.onLine !== false;
      this.onChange();
      if (this.isConnected) this.run();
    };
    addEventListener("online", noteNetwork);
    addEventListener("offline", noteNetwork);
    addEventListener("pageshow", (event) => event.persisted && this.run());
    document.addEventListener("visibilitychange", () => document.hidden || this.run());
    this.site.listen();
    this.run();
  }

  /** Takes up what another tab may have entered, sends it, and asks for what was missed. */
  async run() {
    this.isBehind = true;
    if (this.isRunning) return;
    this.isRunning = true;
    clearTimeout(this.timer);
    let isThere = true;
    while (this.isBehind) {
      this.isBehind = false;
      await this.queue.load();
      this.onChange();
      await this.outbox.send({ isHurried: true });
      isThere = await this.site.refresh();
    }
    this.isRunning = false;
    if (!isThere) this.timer = setTimeout(() => this.run(), AGAIN);
    this.onChange();
  }

  /** While entries are on their way their answer brings the state as well, if not always the very last. */
  hear(version = Infinity) {
    this.heard = version;
    if (this.outbox.sending.size) return;
    this.heard = 0;
    this.run();
  }

  /** Entries are under way, or are not any more. */
  hearAgain() {
    if (this.heard > this.site.state.version) this.hear(this.heard);
  }
}

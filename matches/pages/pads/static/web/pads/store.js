/* What a phone keeps of a rubber: entries that wait, the server's last state, the deal in progress, who holds the phone.

   Three layers, the best first. A value lies in a lesser one only because a better one refused it, so the lesser one's
   is the newer; it moves up as soon as there is room again. Nothing here is ever thrown at the caller. */

import { Disk, Memory, Small } from "./layers.js";

const FULL = "QuotaExceededError";

export class Store {
  /** @param {string} rubber whose state is worth its room when the disk is full */
  constructor(rubber) {
    this.rubber = rubber;
    this.disk = new Disk();
    this.small = new Small();
    this.memory = new Memory();
    this.isOnDisk = true;
    this.isSmall = true;
    addEventListener("beforeunload", (event) => {
      if (!this.holds(this.memory, "entries")) return;
      event.preventDefault();
      event.returnValue = "";
    });
  }

  /** Finds out what can be kept here, so that `kept` is right before anything is written. */
  async open() {
    await this.change("about", "", () => [["probe", 1]]);
    return this;
  }

  /** How safe things are: "disk", "small" (localStorage) or "memory" (gone with this page). */
  get kept() {
    if (this.holds(this.memory, "entries") || this.holds(this.memory, "drafts")) return "memory";
    if (this.isOnDisk && !this.holds(this.small, "entries")) return "disk";
    return this.isSmall ? "small" : "memory";
  }

  holds(layer, area) {
    return [...layer.list(area, "").values()].some((value) => value !== null);
  }

  /** @param {string} area @param {string} prefix of the ids @returns {Promise<Map<string, any>>} */
  async list(area, prefix) {
    const below = await this.disk.list(area, prefix).catch(() => new Map());
    return this.together(area, prefix, below);
  }

  async read(area, id) {
    return (await this.list(area, id)).get(id);
  }

  write(area, id, value) {
    return this.change(area, id, () => [[id, value]]);
  }

  /**
   * Reads what has ids with this prefix and writes what `change` makes of it, in one transaction.
   * @param {(all: Map<string, any>) => Array<[string, any]>} change pure, for it may be asked twice
   */
  async change(area, prefix, change) {
    const written = await this.onDisk(area, prefix, change);
    // A full disk may still take little things: what matters is whether it takes entries.
    if (area === "entries" || written === null) this.isOnDisk = written !== null;
    if (written) {
      this.small.forget(area, written);
      this.memory.forget(area, written);
      return;
    }
    const below = await this.disk.list(area, prefix).catch(() => new Map());
    const kept = this.memory.list(area, prefix);
    for (const [id, value] of [...kept, ...change(this.together(area, prefix, below))]) {
      this.aside(area, id, value === undefined ? null : value);
    }
  }

  /** The ids that were written; null where the disk takes nothing. */
  async onDisk(area, prefix, change) {
    let written = [];
    const all = (below) => {
      const above = [...this.small.list(area, prefix), ...this.memory.list(area, prefix)];
      const lifted = above.map(([id, value]) => [id, value === null ? undefined : value]);
      const changes = [...lifted, ...change(this.together(area, prefix, below))];
      written = changes.map(([id]) => id);
      return changes;
    };
    try {
      await this.disk.change(area, prefix, all);
    } catch (error) {
      if (error?.name !== FULL || !(await this.madeRoom())) return null;
      try {
        await this.disk.change(area, prefix, all);
      } catch {
        return null;
      }
    }
    return written;
  }

  /** Drops what other rubbers were when they were last seen: the server knows that, too. */
  async madeRoom() {
    const others = (all) => [...all.keys()].filter((id) => id !== this.rubber);
    this.small.forget("states", others(this.small.list("states", "")));
    try {
      await this.disk.change("states", "", (all) => others(all).map((id) => [id, undefined]));
      return true;
    } catch {
      return false;
    }
  }

  aside(area, id, value) {
    try {
      this.small.put(area, id, value);
      this.memory.forget(area, [id]);
      this.isSmall = true;
    } catch {
      this.memory.put(area, id, value);
      this.isSmall = false;
    }
  }

  together(area, prefix, below) {
    const all = new Map([...below, ...this.small.list(area, prefix), ...this.memory.list(area, prefix)]);
    for (const [id, value] of all) if (value === null) all.delete(id);
    return all;
  }
}

/* Where a phone can keep things: IndexedDB, else localStorage, else this page's memory. Each is a map from area and id to
   a JSON value; `change` makes pairs [id, value] of what is there, and an undefined value removes what has that id. */

const NAME = "ecarte-pad";
export const AREAS = ["entries", "states", "drafts", "about"];
const ANSWERS_WITHIN = 3000;

export class Disk {
  constructor() {
    this.opening = null;
    this.isStuck = false;
  }

  open() {
    this.opening ??= new Promise((resolve, reject) => {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => AREAS.forEach((area) => asked.result.createObjectStore(area, { keyPath: "id" }));
      asked.onerror = () => reject(asked.error);
      asked.onblocked = () => reject(new Error("blocked"));
      asked.onsuccess = () => {
        const database = asked.result;
        database.onclose = () => (this.opening = null);
        database.onversionchange = () => (database.close(), (this.opening = null));
        resolve(database);
      };
    });
    return this.opening;
  }

  /** One transaction: reads, asks `change`, writes, and waits until that is on the disk. */
  async change(area, prefix, change) {
    try {
      await this.within(this.changeOnce(area, prefix, change));
    } catch (error) {
      this.opening = null;
      // A phone that slept may have lost its connection: that is no reason to go elsewhere.
      if (error?.name !== "InvalidStateError") throw error;
      await this.within(this.changeOnce(area, prefix, change));
    }
  }

  /** Fails where there is no answer in time, and at once until there is: a phone's database may hang for ever. */
  within(promise) {
    if (this.isStuck) return Promise.reject(new Error("the database hangs"));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.isStuck = true;
        reject(new Error("the database hangs"));
      }, ANSWERS_WITHIN);
      const settle = (done) => (result) => {
        clearTimeout(timer);
        this.isStuck = false;
        done(result);
      };
      promise.then(settle(resolve), settle(reject));
    });
  }

  async changeOnce(area, prefix, change) {
    const database = await this.open();
    await new Promise((resolve, reject) => {
      const transaction = database.transaction(area, "readwrite", { durability: "strict" });
      const shelf = transaction.objectStore(area);
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error || new Error("aborted"));
      const asked = shelf.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
      asked.onsuccess = () => {
        for (const [id, value] of change(new Map(asked.result.map((row) => [row.id, row.value])))) {
          if (value === undefined) shelf.delete(id);
          else shelf.put({ id, value });
        }
      };
    });
  }

  /** @returns {Promise<Map<string, any>>} */
  async list(area, prefix) {
    let found = new Map();
    await this.change(area, prefix, (all) => {
      found = all;
      return [];
    });
    return found;
  }
}

/** What both layers above the disk do. A removed id is kept as null there, so that what lies beneath stays hidden. */
export class Memory {
  constructor() {
    this.areas = new Map(AREAS.map((area) => [area, new Map()]));
  }

  list(area, prefix) {
    return new Map([...this.areas.get(area)].filter(([id]) => id.startsWith(prefix)));
  }

  put(area, id, value) {
    this.areas.get(area).set(id, value);
  }

  forget(area, ids) {
    for (const id of ids) this.areas.get(area).delete(id);
  }
}

export class Small {
  list(area, prefix) {
    const start = `${NAME} ${area} `;
    try {
      const names = Object.keys(localStorage).filter((name) => name.startsWith(start + prefix));
      return new Map(names.map((name) => [name.slice(start.length), JSON.parse(localStorage.getItem(name))]));
    } catch {
      return new Map();
    }
  }

  /** Raises where nothing can be written. */
  put(area, id, value) {
    localStorage.setItem(`${NAME} ${area} ${id}`, JSON.stringify(value));
  }

  forget(area, ids) {
    try {
      for (const id of ids) localStorage.removeItem(`${NAME} ${area} ${id}`);
    } catch {
      // There is none, so nothing is in it.
    }
  }
}

/* The pad of the page that this is loaded in: its state and words stand in the page, addresses on the main element. */

import { ask } from "./ask.js";
import { FreePad } from "./free_pad.js";
import { Pad } from "./model.js";
import { keepPage } from "./register.js";

const TABLES_AGAIN = 3000;

const inlined = (id) => JSON.parse(document.getElementById(id).textContent);

/** @type {Promise<Pad>} */
export const ready = openPad();

async function openPad() {
  const { tables, worker, scope } = document.getElementById("pad").dataset;
  const made = { state: inlined("pad-state"), words: inlined("pad-words") };
  const pad = await (made.state.free ? new FreePad(made) : new Pad(made)).open();
  fetchTables(pad, tables);
  keepPage(worker, scope).then((isKept) => {
    pad.keepsPage = isKept;
    pad.changed();
  });
  return pad;
}

/** Until they are there, nothing is known of what waits but that it waits. */
async function fetchTables(pad, address) {
  const { status, data } = await ask(address, { isLasting: true });
  if (status === 200 && data) pad.knowTables(data);
  else setTimeout(() => fetchTables(pad, address), TABLES_AGAIN);
}

/* Keeps part of a page up to date: writes scores over the old ones, fetches the part where more has changed. */
import { listen, patchScore } from "./live.js";

const JITTER_MS = 1_500; // not all pages at once
const JITTER_OF_EACH_MS = 20; // nor hundreds so fast that entries wait
const IN_USE_MS = 5_000;

const part = () => document.getElementById("fresh");
const liveOf = (page) => page.querySelector('meta[name="live"]')?.dataset;
let live = liveOf(document);
let stop = () => {};
let timer = null;
const heard = new Map(); // by rubber its last score, and when it came
let crowd = 0; // who hear the same

/** The reader has unfolded something or begun to fill it in: that stays. What the server unfolded has data-open. */
function isInUse(here) {
  const fields = [...here.querySelectorAll("input:not([type=hidden]), select, textarea")];
  return here.contains(document.activeElement) || here.querySelector("details[open]:not([data-open])") || fields.some(isChanged);
}

function isChanged(field) {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(first, 0);
  }
  if (["radio", "checkbox"].includes(field.type)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

function lookSoon() {
  timer ??= setTimeout(look, Math.random() * Math.max(JITTER_MS, JITTER_OF_EACH_MS * crowd));
  crowd = 0;
}

async function look() {
  clearTimeout(timer);
  timer = null;
  const here = part();
  if (!here || document.hidden) return;
  if (isInUse(here)) {
    timer = setTimeout(look, IN_USE_MS);
    return;
  }
  const asked = performance.now();
  try {
    const answer = await fetch(live?.fresh ?? location.href);
    if (!answer.ok) return;
    if (answer.redirected && !live?.fresh) {
      location.replace(answer.url);
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("fresh");
    // What was being played is over, and the page is another.
    if (!fresh && live) location.reload();
    if (fresh && fresh.innerHTML !== here.innerHTML && !isInUse(here)) {
      here.replaceWith(fresh);
      // What came meanwhile may be newer than the part.
      for (const { data, at } of heard.values()) if (at >= asked && !patchScore(data)) lookSoon();
      heed(page);
    }
  } catch {
    // Away from the network: the next time will do.
  }
}

function take({ event, data }) {
  if (event === "score") heard.set(data.rubber, { data, at: performance.now() });
  if (event === "rows" || !patchScore(data)) lookSoon();
}

function follow() {
  const word = document.querySelector("[data-cut-off]");
  stop();
  stop = listen(live, take, {
    onHeard: (isHeard) => {
      if (word) word.hidden = isHeard;
      if (isHeard) look();
    },
    onExpired: () => location.reload(),
    onCrowd: (number) => (crowd = number),
  });
}

/** A page that was fetched may have other news to hear: of the next game. */
function heed(page) {
  const fresh = liveOf(page);
  if (!live?.stream || !fresh?.stream || fresh.topics === live.topics) return;
  live = fresh;
  follow();
}

const seconds = Number(part()?.dataset.every);
if (seconds) setInterval(look, 1000 * seconds);
if (live?.stream) {
  follow();
  document.addEventListener("visibilitychange", () => document.hidden || look());
}
// Another script has put in a part that it fetched.
document.addEventListener("page:shown", ({ detail }) => heed(detail));

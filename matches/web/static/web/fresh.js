/* Keeps the part of a page that goes on without its reader as it is now: scores are written over the old ones, and where
   more has changed the part is fetched anew. Where the page leads elsewhere by now, its reader is taken there. */
import { listen, patchScore } from "./live.js";

const JITTER_MS = 1_500; // hundreds of pages hear the same, and shall not ask at once
const IN_USE_MS = 5_000;

const part = () => document.getElementById("fresh");
const isInUse = (here) => here.contains(document.activeElement) || here.querySelector("details[open]");
const live = document.querySelector('meta[name="live"]')?.dataset;
let timer = null;

function lookWithin(milliseconds) {
  timer ??= setTimeout(look, Math.random() * milliseconds);
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
    if (fresh && fresh.innerHTML !== here.innerHTML && !isInUse(here)) here.replaceWith(fresh);
  } catch {
    // Away from the network: the next time will do.
  }
}

function take({ event, data }) {
  if (event === "rows" || !patchScore(data)) lookWithin(JITTER_MS);
}

const seconds = Number(part()?.dataset.every);
if (seconds) setInterval(look, 1000 * seconds);
if (live?.stream) {
  const word = document.querySelector("[data-cut-off]");
  listen(live, take, {
    onHeard: (isHeard) => {
      if (word) word.hidden = isHeard;
      if (isHeard) look();
    },
    onExpired: () => location.reload(),
  });
  document.addEventListener("visibilitychange", () => document.hidden || look());
}

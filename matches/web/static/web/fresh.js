/* Fetches the part of the page that goes on without its reader: pairings as their results come in, a draw that is being
   made. Where the page leads elsewhere by now, its reader is taken there. */
"use strict";
(() => {
  const part = () => document.getElementById("fresh");
  const isInUse = (here) => here.contains(document.activeElement) || here.querySelector("details[open]");

  async function look() {
    const here = part();
    if (document.hidden || isInUse(here)) return;
    try {
      const answer = await fetch(location.href);
      if (!answer.ok) return;
      if (answer.redirected) {
        location.replace(answer.url);
        return;
      }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("fresh");
      if (fresh && fresh.innerHTML !== here.innerHTML && !isInUse(here)) here.replaceWith(fresh);
    } catch {
      // Away from the network: the next time will do.
    }
  }

  const seconds = Number(part()?.dataset.every);
  if (seconds) setInterval(look, 1000 * seconds);
})();

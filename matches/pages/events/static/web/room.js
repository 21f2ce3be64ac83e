/* Turns the slides of the room's screen. Scores are written on them as they come in, and with a result the slides are
   fetched anew. Arrows turn, the space bar stops. */
import { listen, patchScore } from "./live.js";

const JITTER_MS = 300;
{
  const { seconds, freshSeconds } = document.body.dataset;
  const main = document.getElementById("slides");
  const count = document.querySelector("[data-count]");
  const stop = document.querySelector("[data-stop]");
  const slides = () => [...main.querySelectorAll("[data-slide]")];
  let here = Math.max(0, slides().findIndex((slide) => !slide.hidden));
  let isStopped = false;
  let turned = Date.now();
  let looking = null;

  function show(wanted) {
    const all = slides();
    here = (wanted + all.length) % all.length;
    all.forEach((slide, place) => (slide.hidden = place !== here));
    count.textContent = `${here + 1} / ${all.length}`;
    turned = Date.now();
  }

  function toggle() {
    isStopped = !isStopped;
    stop.setAttribute("aria-pressed", isStopped);
  }

  function lookSoon() {
    looking ??= setTimeout(look, Math.random() * JITTER_MS);
  }

  async function look() {
    clearTimeout(looking);
    looking = null;
    try {
      const answer = await fetch(main.dataset.url);
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      main.replaceChildren(...page.body.children);
      const since = turned;
      show(Math.min(here, slides().length - 1));
      turned = since;
    } catch {
      // Away from the network: what is there stays, and the next time will do.
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-turn]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(here + Number(link.dataset.turn));
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "ArrowLeft") show(here - 1);
    else if (event.key === "ArrowRight") show(here + 1);
    else if (event.key === " " && event.target.closest("a, button") === null) {
      event.preventDefault();
      toggle();
    }
  });
  stop.addEventListener("click", toggle);
  stop.hidden = false;
  setInterval(() => {
    if (!isStopped && Date.now() - turned >= 1000 * seconds) show(here + 1);
  }, 500);
  setInterval(look, 1000 * freshSeconds);

  const word = document.querySelector("[data-cut-off]");
  const take = ({ event, data }) => {
    if (event === "rows" || !patchScore(data)) lookSoon();
  };
  listen(document.body.dataset, take, {
    onHeard: (isHeard) => {
      word.hidden = isHeard;
      if (isHeard) lookSoon();
    },
    onExpired: () => location.reload(),
  });
}

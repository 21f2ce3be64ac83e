/* Steps through a deal. Every state is in the page already: this only uncovers it. */
"use strict";
(() => {
  const SWIPE = 40;
  const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
  const board = document.getElementById("board");
  const list = document.getElementById("steps");
  const steps = [...board.querySelectorAll("[data-step]")];
  const last = steps.length - 1;
  const find = (name) => [...board.querySelectorAll(`[data-${name}]`)];
  const [said] = find("said");
  const [count] = find("count");
  let step = 0;
  let view = "";
  let touch = null;

  const goal = (name) => ({ first: 0, back: step - 1, on: step + 1, last })[name];

  const isAt = (spans) =>
    spans.split(",").some((span) => {
      const [from, to] = span.split("-").map(Number);
      return from <= step && step <= to;
    });

  function turnHands() {
    find("hand").forEach((hand, seat) => {
      const backs = hand.nextElementSibling;
      const held = hand.querySelectorAll("li:not([hidden])").length;
      hand.hidden = view !== "" && view !== String(seat);
      backs.hidden = !hand.hidden;
      while (backs.children.length < held) backs.append(backs.firstElementChild.cloneNode(true));
      [...backs.children].forEach((back, place) => (back.hidden = place >= held));
    });
    for (const button of find("view")) button.setAttribute("aria-pressed", button.dataset.view === view);
  }

  function show(wanted) {
    step = Math.min(Math.max(wanted, 0), last);
    for (const card of find("at")) card.hidden = !isAt(card.dataset.at);
    const copy = steps[step].cloneNode(true);
    for (const named of copy.querySelectorAll("[id]")) named.removeAttribute("id");
    said.replaceChildren(...copy.childNodes);
    count.textContent = `${step + 1} / ${last + 1}`;
    for (const button of find("go")) {
      const to = goal(button.dataset.go);
      button.setAttribute("aria-disabled", to === step || to < 0 || to > last);
    }
    turnHands();
  }

  board.addEventListener("click", (event) => {
    const { go, view: wanted } = event.target.closest("button")?.dataset ?? {};
    if (go) show(goal(go));
    else if (wanted !== undefined) {
      view = wanted;
      turnHands();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.key in KEYS) || event.target.closest("input, select, textarea")) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!event.key.startsWith("Arrow") && !board.contains(event.target)) return;
    event.preventDefault();
    show(goal(KEYS[event.key]));
  });
  board.addEventListener("touchstart", (event) => (touch = event.changedTouches[0]), { passive: true });
  board.addEventListener("touchend", (event) => {
    const end = event.changedTouches[0];
    const across = end.clientX - touch.clientX;
    if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(end.clientY - touch.clientY)) return;
    show(step + (across < 0 ? 1 : -1));
  });
  for (const control of find("controls")) control.hidden = false;
  list.hidden = !list.dataset.stays;
  const asked = location.hash && document.getElementById(location.hash.slice(1))?.closest("[data-step]");
  show(asked ? steps.indexOf(asked) : 0);
})();

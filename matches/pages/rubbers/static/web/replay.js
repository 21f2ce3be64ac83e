/* Goes through the steps of a deal without a request: once the page is there, it fetches the table and the comments of
   all steps, and then only uncovers them. Until then the links lead to each step's own page. */
"use strict";
(() => {
  const SWIPE = 40;
  const QUIET = 1000;
  const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
  const deal = document.querySelector(".deal");
  const find = (selector) => [...deal.querySelectorAll(selector)];
  const links = find(".walk [data-step]").sort((a, b) => a.dataset.step - b.dataset.step);
  const mistakes = links.filter((link) => "mistake" in link.dataset).map((link) => Number(link.dataset.step));
  const onwards = deal.querySelector("[data-go='mistake']");
  const last = links.length;
  let step = links.findIndex((link) => link.hasAttribute("aria-current")) + 1;
  let touch = null;
  let whole = null;

  const goal = (name) =>
    ({
      first: 1,
      back: step - 1,
      on: step + 1,
      last,
      mistake: mistakes.find((number) => number > step),
    })[name];

  function address(number) {
    const url = new URL(location.href);
    url.searchParams.set("step", number);
    url.hash = "";
    return url;
  }

  async function load() {
    const url = address(step);
    url.searchParams.set("whole", "1");
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(answer.statusText);
    const parts = new DOMParser().parseFromString(await answer.text(), "text/html");
    deal.querySelector(".board").replaceWith(parts.querySelector(".board"));
    const shown = deal.querySelector("article");
    const place = Number(shown.dataset.step);
    for (const article of parts.querySelectorAll("article")) {
      const number = Number(article.dataset.step);
      if (number < place) shown.before(article);
      else if (number > place) shown.parentElement.append(article);
    }
  }

  const isAt = (spans) =>
    spans.split(",").some((span) => {
      const [from, to = from] = span.split("-").map(Number);
      return from <= step && step <= to;
    });

  function bringIntoRow(link) {
    for (const row of [link.closest(".walk"), link.closest("li")])
      row.scrollLeft += link.getBoundingClientRect().left - row.getBoundingClientRect().left - row.clientWidth / 2;
  }

  function showOdds({ chance }) {
    const odds = deal.querySelector(".odds");
    odds.hidden = !chance || deal.dataset.as !== "both";
    const upper = 100 - chance;
    odds.querySelector(".b").setAttribute("height", upper);
    [upper, chance].forEach((part, place) => (odds.querySelectorAll("span")[place].textContent = Math.round(part)));
  }

  function show(wanted) {
    step = Math.min(Math.max(wanted, 1), last);
    for (const each of find("[data-at]")) each.hidden = !isAt(each.dataset.at);
    for (const each of find("[data-looks]"))
      for (const look of each.dataset.looks.split(";")) {
        const [name, spans] = look.split(":");
        each.classList.toggle(name, isAt(spans));
      }
    for (const article of find("article")) article.hidden = Number(article.dataset.step) !== step;
    deal.querySelector("[data-live]").textContent = find("article:not([hidden]) :is(.told, .verdict, .remark, .ending)")
      .map((part) => part.textContent.trim())
      .join(" ");
    for (const link of links) link.removeAttribute("aria-current");
    const link = links[step - 1];
    link.setAttribute("aria-current", "step");
    bringIntoRow(link);
    showOdds(link.dataset);
    deal.querySelector("[data-number]").textContent = `${step}/${last}`;
    for (const line of find(".graph line"))
      for (const end of ["x1", "x2"]) line.setAttribute(end, (100 * step) / last);
    for (const control of find(".ctl [data-go]")) {
      const number = goal(control.dataset.go);
      if (number) control.setAttribute("href", address(number).search);
    }
    const { text, onward, onwardText } = onwards.dataset;
    const isLater = Boolean(goal("mistake"));
    onwards.hidden = !isLater && !onward;
    onwards.textContent = isLater ? text : onwardText;
    if (!isLater && onward) onwards.setAttribute("href", onward);
    for (const view of find(".more [href^='?']")) {
      const query = new URLSearchParams(view.getAttribute("href"));
      query.set("step", step);
      view.setAttribute("href", `?${query}`);
    }
    deal.querySelector(".say").scrollTop = 0;
    history.replaceState(null, "", address(step));
  }

  function go(number) {
    whole ??= load();
    whole.then(() => show(number), () => location.assign(address(Math.min(Math.max(number, 1), last))));
  }

  deal.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { go: name, step: number } = event.target.closest("[data-go], .walk [data-step]")?.dataset ?? {};
    const board = event.target.closest(".board")?.getBoundingClientRect();
    const wanted = name ? goal(name) : Number(number);
    if (wanted !== undefined && !Number.isNaN(wanted)) {
      event.preventDefault();
      go(wanted);
    } else if (event.target.closest(".more a")) deal.querySelector(".more").open = false;
    else if (board) go(step + (event.clientX < board.left + board.width / 2 ? -1 : 1));
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.key in KEYS) || event.target.closest("input, select, textarea, pre")) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(goal(KEYS[event.key]));
  });
  deal.addEventListener("touchstart", (event) => (touch = event.changedTouches[0]), { passive: true });
  deal.addEventListener("touchend", (event) => {
    const end = event.changedTouches[0];
    const across = end.clientX - touch.clientX;
    if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(end.clientY - touch.clientY)) return;
    if (!event.target.closest(".walk")) go(step + (across < 0 ? 1 : -1));
  });
  bringIntoRow(links[step - 1]);
  const marks = document.getElementById("marks");
  const open = () => (marks.open ||= location.hash === "#marks");
  addEventListener("hashchange", open);
  open();
  /* Earlier addresses named a step, from 0, or a decision, behind the hash. */
  const [, former] = location.hash.match(/^#step-(\d+)$/) ?? [];
  const decision = location.hash.slice(1);
  if (former) go(Number(former) + 1);
  else if (/^[a-z]+-\d+-[ab]$/.test(decision))
    (whole = load()).then(() => {
      const article = document.getElementById(decision)?.closest("article");
      if (article) show(Number(article.dataset.step));
    });
  else if (!navigator.connection?.saveData) addEventListener("load", () => setTimeout(() => (whole ??= load()).catch(() => {}), QUIET));
})();

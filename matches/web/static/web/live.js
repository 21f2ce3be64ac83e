/* Hears what is told of scores: over a stream where there is one, else by asking again and again.

   An ES module, which pads and pages import. A message is {id, event: "score" | "rows", data}: a rubber's score as
   matches/services/live_news.py tells it, or that other rows of an event have changed and its pages are to be asked anew. */

const QUICK_MS = 700;
const SLOW_MS = 2_000;
const QUICK_FOR_MS = 600_000; // since something was last heard
const LONGEST_PAUSE_MS = 10_000;
const PATIENCE_MS = 10_000;
const STREAM_AGAIN_MS = 60_000;
const SILENT_MS = 25_000; // a stream has a beat every ten seconds
const LOST_MS = 3_000; // for which a browser may mend its stream by itself
const CUT_OFF_MS = 10_000;

/**
 * @param {{stream: string, poll: string}} addresses with their tickets
 * @param {(message: {id: number, event: string, data: object}) => void} onMessage
 * @param {{onHeard?: (isHeard: boolean) => void, onExpired?: () => void}} [also] onHeard(false) when cut off for ten
 *   seconds, and true when that is over; onExpired when the tickets are no good any more: then all has stopped
 * @returns {() => void} stops
 */
export function listen(addresses, onMessage, { onHeard = () => {}, onExpired = () => {}, onCrowd = () => {} } = {}) {
  let cursor = Number(new URL(addresses.poll, location.href).searchParams.get("since")) || 0;
  let source = null;
  let isOpen = false;
  let isStopped = false;
  let isAsking = false;
  let isCutOff = false;
  let failures = 0;
  let lastNews = Date.now();
  let lastHeard = Date.now();
  const timers = {};

  const set = (name, work, pause) => {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(work, pause);
  };
  const clear = (...names) => names.forEach((name) => clearTimeout(timers[name]));
  const from = (address) => {
    const url = new URL(address, location.href);
    url.searchParams.set("since", cursor);
    return url;
  };

  function hear() {
    lastHeard = Date.now();
    set("cut off", () => tellHeard(false), CUT_OFF_MS + (isOpen ? SILENT_MS : 0));
    tellHeard(true);
  }

  function tellHeard(isHeard) {
    if (document.hidden && !isHeard) return; // nothing was asked meanwhile
    if (isHeard === !isCutOff) return;
    isCutOff = !isHeard;
    onHeard(isHeard);
  }

  function take(id, event, data) {
    if (id && id <= cursor) return;
    cursor = Math.max(cursor, id);
    lastNews = Date.now();
    onMessage({ id, event, data });
  }

  function open() {
    close();
    if (isStopped || !("EventSource" in window)) return;
    source = new EventSource(from(addresses.stream));
    source.addEventListener("open", () => {
      isOpen = true;
      clear("ask", "lost");
      beat();
    });
    for (const name of ["score", "rows"]) {
      source.addEventListener(name, (told) => {
        beat();
        take(Number(told.lastEventId), name, JSON.parse(told.data));
      });
    }
    source.addEventListener("among", (told) => onCrowd(JSON.parse(told.data).listeners));
    source.addEventListener("again", () => {
      beat();
      take(0, "rows", {});
    });
    source.addEventListener("beat", beat);
    source.addEventListener("error", () => {
      if (isOpen) set("cut off", () => tellHeard(false), CUT_OFF_MS);
      isOpen = false;
      clear("silent");
      if (source?.readyState === EventSource.CLOSED) {
        ask();
        set("stream", open, STREAM_AGAIN_MS);
      } else {
        set("lost", ask, LOST_MS);
      }
    });
  }

  function close() {
    source?.close();
    source = null;
    isOpen = false;
    clear("silent", "stream", "lost");
  }

  function beat() {
    hear();
    set("silent", () => (open(), ask()), SILENT_MS);
  }

  async function ask() {
    clear("ask");
    if (isStopped || isAsking || isOpen || document.hidden) return;
    isAsking = true;
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      const answer = await fetch(from(addresses.poll), { signal: patience.signal, cache: "no-store" });
      if (answer.status === 403) {
        stop();
        onExpired();
        return;
      }
      if (!answer.ok) throw new Error(answer.status);
      const told = await answer.json();
      failures = 0;
      hear();
      for (const { id, event, data } of told.messages) take(id, event, data);
      cursor = told.cursor; // lower than before where the counting has begun anew
    } catch {
      failures += 1;
    } finally {
      clearTimeout(timer);
      isAsking = false;
    }
    const pace = Date.now() - lastNews < QUICK_FOR_MS ? QUICK_MS : SLOW_MS;
    set("ask", ask, Math.min(LONGEST_PAUSE_MS, pace * 2 ** Math.min(failures, 6)));
  }

  function lookUp() {
    if (document.hidden || isStopped) return;
    if (isOpen && Date.now() - lastHeard < SILENT_MS) return;
    failures = 0;
    if (source === null || isOpen) open();
    ask();
  }

  function comeBack({ persisted }) {
    if (persisted) lookUp();
  }

  function stop() {
    isStopped = true;
    close();
    clear("ask", "cut off");
    document.removeEventListener("visibilitychange", lookUp);
    window.removeEventListener("online", lookUp);
    window.removeEventListener("pagehide", close);
    window.removeEventListener("pageshow", comeBack);
  }

  document.addEventListener("visibilitychange", lookUp);
  window.addEventListener("online", lookUp);
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", comeBack);
  set("cut off", () => tellHeard(false), CUT_OFF_MS);
  open();
  if (source === null) ask();
  return stop;
}

/** Writes a score over what the page shows of it; false where that does not suffice and the page is to be asked anew. */
export function patchScore({ rubber, state, games, score }) {
  let suffices = true;
  for (const shown of document.querySelectorAll(`[data-live-rubber="${CSS.escape(rubber)}"]`)) {
    const { liveState, liveGames, liveTurned } = shown.dataset;
    const turn = (pair) => (liveTurned === undefined ? pair : [pair[1], pair[0]]);
    const inWords = (pair) => (pair ? turn(pair).join("–") : "");
    if (liveState !== state || (liveGames !== undefined && liveGames !== games.join("–"))) {
      suffices = false;
      continue;
    }
    const texts = { games: inWords(games), score: inWords(score), a: score?.[0] ?? "—", b: score?.[1] ?? "—" };
    for (const text of shown.querySelectorAll("[data-live-text]")) {
      const wanted = String(texts[text.dataset.liveText]);
      if (text.textContent !== wanted) text.textContent = wanted;
    }
  }
  return suffices;
}

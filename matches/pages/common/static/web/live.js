/* Hears the news of scores: over a stream where there is one, else by asking again and again.

   A message is {id, event, data}: "score" with what matches/rubbers/live_news.py tells, "rows" where other rows have
   changed and the page is to be fetched anew. */

const QUICK_MS = 700;
const SLOW_MS = 2_000;
const QUICK_FOR_MS = 600_000; // since something was last heard
const LONGEST_PAUSE_MS = 10_000;
const PATIENCE_MS = 10_000;
const STREAM_AGAIN_MS = 60_000;
const SILENT_MS = 25_000; // a stream has a beat every ten seconds
const LOST_MS = 3_000; // for which a browser may mend its stream by itself
const CUT_OFF_MS = 10_000;
const RENEW_FROM = 0.5; // of a ticket's time, and somewhat later
const RENEW_AGAIN_MS = 5_000;

/**
 * `addresses` have a ticket for `lasts` seconds; `renew` gives the next while the reader may see the news.
 * `onHeard(false)` when cut off for ten seconds, `true` when that is over; `onExpired` when there is no next ticket.
 * Returns what stops it.
 */
export function listen(addresses, onMessage, { onHeard = () => {}, onExpired = () => {}, onCrowd = () => {} } = {}) {
  let { stream, poll, renew, lasts } = addresses;
  let cursor = Number(new URL(poll, location.href).searchParams.get("since")) || 0;
  let renewAt = Infinity;
  let isRenewing = false;
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
    source = new EventSource(from(stream));
    set("lost", ask, LOST_MS); // a stream that is neither opened nor refused, as behind some proxies
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
        if (!document.hidden) set("stream", open, STREAM_AGAIN_MS); // else once the page is looked at again
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

  /** An answer and what it holds, within the time that a reader waits. */
  async function get(address) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      const answer = await fetch(address, { signal: patience.signal, cache: "no-store" });
      return { status: answer.status, data: answer.ok ? await answer.json() : null };
    } finally {
      clearTimeout(timer);
    }
  }

  async function ask() {
    clear("ask");
    if (isStopped || isAsking || isOpen || document.hidden) return;
    isAsking = true;
    try {
      const { status, data } = await get(from(poll));
      if (status === 403) {
        await renewTicket();
        failures += 1; // a little later, then
      } else {
        if (!data) throw new Error(status);
        failures = 0;
        hear();
        for (const message of data.messages) take(message.id, message.event, message.data);
        cursor = data.cursor; // lower than before where the counting has begun anew
      }
    } catch {
      failures += 1;
    } finally {
      isAsking = false;
    }
    const pace = Date.now() - lastNews < QUICK_FOR_MS ? QUICK_MS : SLOW_MS;
    set("ask", ask, Math.min(LONGEST_PAUSE_MS, pace * 2 ** Math.min(failures, 6)));
  }

  /** Asks for the next ticket; where there is none for this reader, all stops. */
  async function renewTicket() {
    if (isStopped || isRenewing || document.hidden) return;
    if (!renew) {
      expire();
      return;
    }
    isRenewing = true;
    try {
      const { status, data } = await get(renew);
      if (status === 403) expire();
      else if (!data) throw new Error(status);
      else {
        ({ stream, poll, renew, lasts } = data);
        planRenewal();
        if (source) open();
      }
    } catch {
      set("renew", renewTicket, RENEW_AGAIN_MS);
    } finally {
      isRenewing = false;
    }
  }

  function planRenewal() {
    const pause = 1000 * Number(lasts) * (RENEW_FROM + Math.random() / 4);
    if (!renew || !pause) return;
    renewAt = Date.now() + pause;
    set("renew", renewTicket, pause);
  }

  function expire() {
    stop();
    onExpired();
  }

  function lookUp() {
    if (document.hidden || isStopped) return;
    if (Date.now() >= renewAt) renewTicket();
    if (isOpen && Date.now() - lastHeard < SILENT_MS) return;
    failures = 0;
    open();
    ask();
  }

  function comeBack({ persisted }) {
    if (persisted) lookUp();
  }

  function stop() {
    isStopped = true;
    close();
    clear("ask", "cut off", "renew");
    for (const [target, event, work] of heeded) target.removeEventListener(event, work);
  }

  const heeded = [
    [document, "visibilitychange", lookUp],
    [window, "online", lookUp],
    [window, "pagehide", close],
    [window, "pageshow", comeBack],
  ];
  for (const [target, event, work] of heeded) target.addEventListener(event, work);
  set("cut off", () => tellHeard(false), CUT_OFF_MS);
  planRenewal();
  open();
  if (source === null) ask();
  return stop;
}

/** Writes a score over what the page shows of it; false where that does not suffice and the page is to be asked anew. */
export function patchScore({ rubber, state, games, score, version }) {
  let suffices = true;
  for (const shown of document.querySelectorAll(`[data-live-rubber="${CSS.escape(rubber)}"]`)) {
    const { liveState, liveGames, liveTurned, liveVersion } = shown.dataset;
    const turn = (pair) => (liveTurned === undefined ? pair : [pair[1], pair[0]]);
    const inWords = (pair) => (pair ? turn(pair).join("–") : "");
    if (liveState !== state || (liveGames !== undefined && liveGames !== games.join("–"))) {
      suffices = false;
      continue;
    }
    // The deals of a rubber are on its page, too.
    if (Number(liveVersion) < version) suffices = false;
    const texts = { games: inWords(games), score: inWords(score), a: score?.[0] ?? "—", b: score?.[1] ?? "—" };
    for (const text of shown.querySelectorAll("[data-live-text]")) {
      const wanted = String(texts[text.dataset.liveText]);
      if (text.textContent !== wanted) text.textContent = wanted;
    }
  }
  return suffices;
}

/* Sends what is said at a table without leaving the page, and keeps it on the phone until the site has answered: with the
   same key, so that what was sent twice is done once. Without this script the forms are sent as ever. */

const PATIENCE_MS = 15_000;
const AGAIN_MS = 5_000;
const SIGN_IN = "/accounts/";
const SPENT = new Set(["INPUT", "SELECT", "TEXTAREA"]);

const page = document.getElementById("fresh");
const store = page ? `sitting:${page.dataset.sitting}` : "";
const again = `${store}:again`;
const notice = document.getElementById("unsent");
let isSending = false;
let timer = null;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(store));
  } catch {
    return null;
  }
}

/** False where the phone keeps nothing: then the form is sent as without a script. */
function keep(fields) {
  try {
    localStorage.setItem(store, JSON.stringify(fields));
    return true;
  } catch {
    return false;
  }
}

function forget() {
  localStorage.removeItem(store);
  localStorage.removeItem(again);
}

/** Where another page answered for the table, as when somebody is signed out, it is sent once more after that. */
function goElsewhere(address) {
  if (localStorage.getItem(again)) forget();
  else localStorage.setItem(again, "once");
  location.assign(address);
}

function tell(text) {
  notice.hidden = !text;
  if (text) notice.firstElementChild.textContent = text;
}

/** What waits is not sent after all; it may have arrived without an answer, which the page as it is now shows. */
function drop() {
  forget();
  location.reload();
}

/** One thing at a time: while something is on its way no button answers. */
function hold(isHeld) {
  document.querySelector("main").setAttribute("aria-busy", String(isHeld));
  for (const button of document.querySelectorAll("[data-act] button")) {
    button.toggleAttribute("disabled", isHeld);
  }
}

/** The page as the site answered it, in the place of what is shown. */
function show(text, address) {
  const answer = new DOMParser().parseFromString(text, "text/html");
  const fresh = answer.getElementById("fresh");
  if (!fresh) {
    location.assign(address);
    return;
  }
  document.getElementById("fresh").replaceWith(fresh);
  document.dispatchEvent(new CustomEvent("page:shown", { detail: answer }));
  const problem = fresh.querySelector(".problem, [aria-invalid='true']");
  const target = problem ?? fresh.querySelector("h2");
  if (target && !SPENT.has(target.tagName)) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "nearest" });
}

async function send() {
  const fields = kept();
  if (!fields || isSending) return;
  clearTimeout(timer);
  isSending = true;
  hold(true);
  const body = new URLSearchParams(fields);
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
  if (token) body.set("csrfmiddlewaretoken", token);
  const patience = new AbortController();
  const limit = setTimeout(() => patience.abort(), PATIENCE_MS);
  let trouble = notice.dataset.unsent;
  try {
    const answer = await fetch(location.pathname, { method: "POST", body, signal: patience.signal });
    if (answer.status >= 500) {
      trouble = notice.dataset.failing;
      throw new Error(answer.status);
    }
    const text = await answer.text();
    if (answer.status === 403 || new URL(answer.url).pathname.startsWith(SIGN_IN)) {
      goElsewhere(answer.url);
      return;
    }
    forget();
    tell("");
    if (answer.redirected && new URL(answer.url).pathname !== location.pathname) {
      location.assign(answer.url);
      return;
    }
    show(text, answer.url);
  } catch {
    tell(trouble);
    timer = setTimeout(send, AGAIN_MS);
  } finally {
    clearTimeout(limit);
    isSending = false;
    hold(Boolean(kept()));
  }
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (!store || form.dataset.act === undefined) return;
  if (kept()) {
    event.preventDefault();
    tell(notice.dataset.sending);
    return;
  }
  const fields = [...new FormData(form, event.submitter)];
  if (!keep(fields)) return;
  event.preventDefault();
  send();
});
addEventListener("online", send);
notice?.querySelector("button").addEventListener("click", drop);
// Another script may put fresh news in the place of the page meanwhile.
if (page) new MutationObserver(() => hold(Boolean(kept()))).observe(page.parentElement, { childList: true });
document.addEventListener("visibilitychange", () => document.hidden || send());

if (store && kept()) {
  tell(notice.dataset.sending);
  send();
}

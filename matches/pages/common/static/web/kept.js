/* Keeps what is typed into forms with data-keep for an hour in this tab, and fills it in again if the form was refused
   because the session had ended, or the form had expired. A page says in data-account whose it is: another account gets
   nothing back. Signing out forgets everything, in other tabs too. Never passwords, tokens and files; and hidden fields
   only with data-keep="hidden", on a page that asks about what was typed on the page before it, at the same address. */

const HOUR_MS = 3_600_000;
const SWEEP_MS = 60_000;
const PAUSE_MS = 300;
const PREFIX = "kept:";
const SIGNED_OUT = "signed-out"; // when, for the other tabs
const SECRET = /csrf|pass|token|secret|^(key|version|next)$/i;
const NOT_TYPED = new Set(["hidden", "password", "file", "submit", "button", "image", "reset"]);

const { account = "", words = "" } = document.querySelector("[data-account]")?.dataset ?? {};
const refusal = document.querySelector("script[data-kept]")?.dataset.kept;
const forms = () => [...document.querySelectorAll("form[data-keep]")];
const page = () => location.pathname + location.search;
const unsaved = new Map(); // by form its timer

function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key));
  } catch {
    return null;
  }
}

function entries() {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  return keys.map((key) => ({ key, entry: read(key) ?? { at: 0 } })).sort((one, other) => other.entry.at - one.entry.at);
}

function write(key, entry) {
  try {
    sessionStorage.setItem(key, JSON.stringify(entry));
  } catch {
    sessionStorage.removeItem(key); // no room: better nothing than what was typed before
  }
}

/** Forgets what is an hour old, was typed before a sign-out, or belongs to another account. */
function sweep() {
  const since = Math.max(Date.now() - HOUR_MS, Number(localStorage.getItem(SIGNED_OUT)));
  for (const { key, entry } of entries()) {
    if (entry.at <= since || (account && entry.account !== account)) sessionStorage.removeItem(key);
  }
}

function forget() {
  for (const timer of unsaved.values()) clearTimeout(timer);
  unsaved.clear();
  localStorage.setItem(SIGNED_OUT, String(Date.now()));
  sweep();
}

const isTyped = (control) => control.name && !NOT_TYPED.has(control.type) && !control.disabled && !SECRET.test(control.name);
const isBox = (control) => control.type === "checkbox" || control.type === "radio";

/** The values of a form, each with its place among the controls of the same name; of a box whether it is ticked. */
function valuesOf(form) {
  const counts = new Map();
  const values = [];
  const withHidden = form.dataset.keep === "hidden";
  const isKept = (control) => isTyped(control) || (withHidden && control.type === "hidden" && !SECRET.test(control.name));
  for (const control of [...form.elements].filter(isKept)) {
    const place = counts.get(control.name) ?? 0;
    counts.set(control.name, place + 1);
    const { name, value } = control;
    if (isBox(control)) values.push({ name, value, isOn: control.checked });
    else if (control.multiple) values.push({ name, place, chosen: [...control.selectedOptions].map((option) => option.value) });
    else values.push({ name, place, value, isHidden: control.type === "hidden" });
  }
  return values;
}

const keyOf = (form) => `${PREFIX}${page()} ${forms().indexOf(form)}`;

function save(form, { isSent = false } = {}) {
  clearTimeout(unsaved.get(form));
  unsaved.delete(form);
  if (!account || !form.isConnected) return;
  write(keyOf(form), { account, page: page(), at: Date.now(), isSent, values: valuesOf(form) });
}

function saveSoon(form) {
  clearTimeout(unsaved.get(form));
  unsaved.set(form, setTimeout(save, PAUSE_MS, form));
}

/** Puts a value into its control. False if the form has none for it. */
function put(form, { name, place, value, chosen, isOn }) {
  const named = [...form.elements].filter((control) => control.name === name && isTyped(control));
  const control = isOn === undefined ? named[place] : named.find((box) => box.value === value);
  if (!control) return value === "" || isOn === false || chosen?.length === 0;
  const before = isOn === undefined ? control.value : control.checked;
  if (isOn !== undefined) control.checked = isOn;
  else if (chosen) for (const option of control.options) option.selected = chosen.includes(option.value);
  else control.value = value;
  if (before !== (isOn === undefined ? control.value : control.checked)) control.closest("details")?.setAttribute("open", "");
  return isOn !== undefined || chosen !== undefined || control.value === value;
}

function fillIn(form, values) {
  const left = values.filter((value) => !put(form, value) && !value.isHidden);
  const notice = document.createElement("div");
  notice.className = "notice";
  notice.setAttribute("role", "status");
  notice.append(document.createElement("p"));
  notice.firstChild.textContent = words;
  for (const { name, value, chosen } of left) {
    const line = document.createElement("p");
    line.textContent = `${name.replaceAll("_", " ")}: ${chosen?.join(", ") ?? value}`;
    notice.append(line);
  }
  form.before(notice);
  for (const control of form.elements) {
    if (!isTyped(control)) continue;
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/** A page that refused a form, or asks to sign in: what waits is filled in after that. */
function noteRefusal() {
  const waiting = entries().filter(({ entry }) => entry.isWaiting || entry.isSent || refusal === "all");
  for (const { key, entry } of waiting) write(key, { ...entry, isSent: false, isWaiting: true });
  if (refusal === "all" || !waiting.length) return;
  for (const hint of document.querySelectorAll("[data-is-kept]")) hint.hidden = false;
  for (const link of document.querySelectorAll("a[data-form-page]")) {
    const url = new URL(link.href);
    if (url.searchParams.has("next")) url.searchParams.set("next", waiting[0].entry.page);
    link.href = url.searchParams.has("next") ? url.href : waiting[0].entry.page;
  }
}

/** Any other page of the account: what was sent has arrived. */
function noteArrival() {
  for (const { key, entry } of entries()) if (entry.isSent) sessionStorage.removeItem(key);
  for (const form of forms()) {
    const entry = read(keyOf(form));
    if (entry?.isWaiting) fillIn(form, entry.values);
  }
}

for (const kind of ["input", "change"]) {
  addEventListener(kind, ({ target }) => {
    const form = target?.form;
    if (form?.matches?.("[data-keep]") && isTyped(target)) saveSoon(form);
  });
}
addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-signs-out]")) forget();
  else if (form.matches("[data-keep]") && !event.defaultPrevented) save(form, { isSent: true });
});
addEventListener("pagehide", () => {
  for (const form of unsaved.keys()) save(form);
});
addEventListener("storage", ({ key }) => {
  if (key === SIGNED_OUT) sweep();
});

sweep();
if (refusal) noteRefusal();
else if (account) noteArrival();
setInterval(sweep, SWEEP_MS);

/* Keeps the counts on the form of a new tournament up to date: with the table of numbers and words that the page brings along. */
const form = document.getElementById("plan");
const { formats, notes, words, minutes } = JSON.parse(document.getElementById("sizes").textContent);
const plurals = new Intl.PluralRules(document.documentElement.lang);
const boxes = [...form.querySelectorAll("[name=ticked]")];
const names = form.elements.names;

function say(what, text) {
  for (const place of form.querySelectorAll(`[data-says=${what}]`)) if (place.textContent !== text) place.textContent = text;
}

/** A player who is ticked and named as well counts once. */
function count() {
  const ticked = boxes.filter((box) => box.checked).map((box) => box.labels[0].textContent.trim());
  const typed = names.value.split("\n").map((line) => line.trim());
  return new Set([...ticked, ...typed.filter(Boolean)]).size;
}

function several(what, number) {
  return words[what][plurals.select(number) === "one" ? 0 : 1].replace("#", number);
}

function time(turns, best) {
  const all = turns * minutes[best];
  const rest = all % 60;
  if (all < 60) return all ? words.time[0].replace("#", rest) : "";
  return words.time[1].replace("##", String(rest).padStart(2, "0")).replace("#", Math.floor(all / 60));
}

function write() {
  const number = count();
  const best = form.querySelector("[name=best_of]:checked").value;
  for (const choice of form.querySelectorAll("[name=how]")) {
    const [rounds, rubbers, turns, note] = formats[choice.value][number] ?? [0, 0, 0];
    const option = choice.closest("label");
    const parts = [rounds && several("rounds", rounds), rubbers && several("rubbers", rubbers), time(turns, best)];
    option.querySelector("[data-rounds]").textContent = parts[0] || "";
    option.querySelector("[data-time]").textContent = parts[2];
    if (!choice.checked) continue;
    say("format", option.querySelector("b").textContent);
    say("size", parts.filter(Boolean).join(", "));
    say("note", notes[note] ?? "");
  }
  say("players", several("players", number));
}

function tick(event) {
  event.preventDefault();
  const wanted = event.currentTarget.dataset.tick;
  const some = new Set(wanted.split(" "));
  for (const box of boxes) box.checked = wanted === "all" || some.has(box.value);
  write();
}

for (const button of form.querySelectorAll("[data-tick]")) button.addEventListener("click", tick);
form.addEventListener("input", write);
write(); // a browser may have kept what was ticked before

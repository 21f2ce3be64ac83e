/* Answers and goes on without loading a whole page: it asks for the same addresses, and puts their decision in place. */
const SELECTOR = ".drill";
const place = () => location.pathname + location.search;
let shown = place();

// The reasons stand open where the way on stays in view with them.
const unfold = () => {
  const reasons = document.querySelector(`${SELECTOR} details`);
  if (!reasons) return;
  reasons.open = true;
  // On a phone the five entries lie over the end of the screen.
  const bar = document.querySelector("nav.bar").getBoundingClientRect().top;
  const end = bar > innerHeight / 2 ? bar : innerHeight;
  reasons.open = document.querySelector(`${SELECTOR} .under`).getBoundingClientRect().bottom + scrollY <= end;
};
unfold();

const show = async (url, options) => {
  const answer = await fetch(url, options);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.querySelector(SELECTOR);
  if (!next) return location.assign(answer.url);
  document.querySelector(SELECTOR).replaceWith(document.adoptNode(next));
  document.title = page.title;
  history.pushState(null, "", answer.url);
  shown = place();
  scrollTo(0, 0);
  unfold();
  // The verdict, or the next question, is read aloud.
  const heading = next.querySelector(".verdict") ?? next.querySelector("h1");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

addEventListener("submit", async (event) => {
  const form = event.target.closest(`${SELECTOR} form`);
  if (!form) return;
  event.preventDefault();
  const body = new FormData(form);
  const { submitter } = event;
  if (submitter?.name) body.append(submitter.name, submitter.value);
  try {
    await show(form.action, { method: "POST", body });
  } catch {
    // There is no network: the browser says so on sending the form itself.
    if (submitter?.name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value }));
    form.submit();
  }
});

addEventListener("click", async (event) => {
  const link = event.target.closest(`${SELECTOR} a[data-next]`);
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  try {
    await show(link.href);
  } catch {
    location.assign(link.href);
  }
});

// The addresses behind are those of whole pages.
addEventListener("popstate", () => {
  if (place() !== shown) location.reload();
});

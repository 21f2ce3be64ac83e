/* Stores a result without leaving the page: sends the form, and puts the part that changed in place of the old one. */

async function store(form, button) {
  const body = new FormData(form, button);
  const here = document.getElementById("fresh");
  const byKeyboard = button.matches(":focus-visible");
  button.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("fresh");
    if (!answer.ok || !fresh) throw new Error(String(answer.status));
    here.replaceWith(fresh);
    showMessages(page);
    document.dispatchEvent(new CustomEvent("page:shown", { detail: page }));
    if (byKeyboard) focusNext();
  } catch {
    // The page with what is wrong, or the browser's own word on the network. Sent twice, it is stored once.
    form.removeAttribute("data-stay");
    form.requestSubmit(button);
  }
}

function showMessages(page) {
  document.querySelector(".messages")?.remove();
  const messages = page.querySelector(".messages");
  if (messages) document.getElementById("fresh").before(messages);
}

/** The keyboard goes on where the next result is entered. */
function focusNext() {
  const next = document.querySelector("#fresh details[data-open] button, #fresh .todo button, #fresh .next .button.main");
  next?.focus({ preventScroll: true });
}

document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (!submitter || !target.hasAttribute("data-stay")) return;
  event.preventDefault();
  store(target, submitter);
});

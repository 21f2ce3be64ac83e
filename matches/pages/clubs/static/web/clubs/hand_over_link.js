// Show the buttons that copy or share the link beside them, as far as the browser can.
const linkOf = (id) => document.getElementById(id).textContent;

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(linkOf(button.dataset.copy));
    button.textContent = button.dataset.done;
  });
}
for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  // A person who closes the list of receivers has changed their mind.
  button.addEventListener("click", () => navigator.share({ url: linkOf(button.dataset.share) }).catch(() => {}));
}

/* Shares the page's address by the device's own dialogue, or copies it where there is none. */
const SHOWN_MS = 2_500;

for (const button of document.querySelectorAll("[data-share]")) {
  const { share: title, copied } = button.dataset;
  const word = button.textContent;
  const url = location.origin + location.pathname;
  if (!navigator.share && !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      if (navigator.share) await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        button.textContent = copied;
        setTimeout(() => (button.textContent = word), SHOWN_MS);
      }
    } catch {
      // The reader changed their mind, or the browser does not allow it.
    }
  });
}

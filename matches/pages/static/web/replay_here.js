/* Brings the board of the page that steps through a deal to where the deal lies. */
"use strict";
for (const link of document.querySelectorAll("a[data-board]")) {
  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const answer = await fetch(link.href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const board = page.getElementById("board");
      const script = document.createElement("script");
      script.src = page.querySelector("script").src;
      delete board.querySelector("#steps").dataset.stays;
      document.getElementById(link.dataset.board).replaceWith(board);
      link.remove();
      document.body.append(script);
      board.focus();
    } catch {
      location.assign(link.href);
    }
  });
}

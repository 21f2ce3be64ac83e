// Pages load kept.js only if it has work.
addEventListener("submit", ({ target }) => {
  if (target.matches("[data-signs-out]")) localStorage.setItem("signed-out", Date.now());
});
if (sessionStorage.length || document.querySelector("[data-keep]")) import("./kept.js");

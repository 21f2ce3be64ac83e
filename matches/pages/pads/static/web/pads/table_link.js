// The code of a table's link stands behind the # of its address, where no server and no log sees it.
"use strict";

function takeCode() {
  const form = document.getElementById("table-link");
  const code = location.hash.slice(1);
  if (!form || !code) return;
  history.replaceState(null, "", location.pathname);
  form.elements.namedItem("code").value = code;
  form.submit();
}

takeCode();
addEventListener("hashchange", takeCode);

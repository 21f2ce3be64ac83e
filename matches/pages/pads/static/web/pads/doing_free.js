/* What the buttons of the pad without an account do. */

import { newKey } from "./keys.js";
import { h } from "./view_dom.js";
import { lengthOf } from "./view_free.js";

const TYPE = "text/plain";

export const freeDoings = {
  length: (page, value) => page.see({ length: Number(value) }),
  begin: async (page) => {
    const { words, ui } = page;
    const names = ["name_a", "name_b"].map((name) => tidy(ui[name]) || words.free[name]);
    if (names[0].toLowerCase() === names[1].toLowerCase()) return page.tell(words.free.same);
    await page.pad.begin(names, lengthOf(page));
    return page.go("", "deal-title");
  },
  take: async (page) => {
    const file = await fileOf(page);
    if (!file) return;
    const address = URL.createObjectURL(new Blob([file.text], { type: TYPE }));
    const link = h("a", { href: address, download: file.name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    page.tell(page.words.free.saved);
    page.draw();
  },
  share: async (page) => {
    const file = await fileOf(page);
    if (!file) return;
    const shared = { files: [new File([file.text], file.name, { type: TYPE })] };
    // Who closes the sheet without a choice has chosen.
    await navigator.share(navigator.canShare?.(shared) ? shared : { text: file.text }).catch(() => {});
  },
  give: async (page, value) => {
    const file = await fileOf(page);
    if (!file) return;
    const fields = { csrfmiddlewaretoken: page.state.csrf, key: newKey(), text: file.text, check: "1" };
    const boxes = Object.entries(fields).map(([name, text]) => h("textarea", { name }, text));
    const form = h("form", { method: "post", action: value, enctype: "multipart/form-data", hidden: true }, boxes);
    document.body.append(form);
    form.submit();
  },
  leaving: (page, value) => page.see({ isLeaving: value }),
  restart: async (page) => {
    await page.pad.restart();
    page.see({ isLeaving: "", name_a: "", name_b: "", orphan: "" });
    page.go("", "start-title");
  },
};

const tidy = (text) => (text || "").trim().replace(/\s+/g, " ");

/** The game file; null where there is none now, and the page says why. */
async function fileOf(page) {
  const file = await page.pad.gameFile();
  if (file.text) return file;
  page.tell(file.message || page.words.free.no_network);
  page.draw();
  return null;
}

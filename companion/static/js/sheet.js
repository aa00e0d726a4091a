/* Rules at the point of use: a link to a section opens the rule in a sheet over the page, and closes back to where one was.
   Without it the link opens the page of that section. */

import { on } from "./tools.js";

const sheet = () => document.getElementById("sheet");

const show = async (link) => {
  const page = new DOMParser().parseFromString(await (await fetch(link.href)).text(), "text/html");
  const found = page.querySelector("[data-sheet]");
  if (!found) throw new Error("no rule there");
  sheet().querySelector(".sheet-body").replaceChildren(...found.childNodes);
  sheet().scrollTo(0, 0);
  if (sheet().open) return;
  history.pushState({ sheet: true }, "");
  sheet().showModal();
};

on("click", "a.section, a[data-open-sheet]", (link, event) => {
  if (!sheet()?.showModal || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  show(link).catch(() => { location.href = link.href; });
});
on("click", "#sheet", (dialog, event) => { if (event.target === dialog) dialog.close(); });
document.addEventListener("close", (event) => {
  if (event.target.id === "sheet" && history.state?.sheet) history.back();
}, true);
window.addEventListener("popstate", () => { if (sheet()?.open) sheet().close(); });

/* A newer page in place of the old one, and never a form out of somebody's hands: a form[data-answer] that somebody has begun
   carries data-touched, htmx leaves it alone (morphSkip), and a page where it would vanish waits behind #new-things. */

import { alone } from "./alone.js";
import { back } from "./away.js";
import { putBack } from "./drafts.js";
import { dress } from "./fields.js";
import { tell } from "./link.js";
import { comeNear, firstLook } from "./map.js";
import { offerNames } from "./names.js";
import { last, live, now, refresh, shown } from "./page.js";
import { keepPlaces, letRoomGo, noteCounts, notePlaces, showLosses } from "./places.js";
import { all, counted, on } from "./tools.js";
import { turned } from "./turn.js";

/* Word of what the page shows already, or is about to be shown by its own post, needs no page of its own: nothing moves
   under a finger for it. What came during the post is fetched after it. */
let posting = 0, told = 0;
document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.request.method === "POST") posting += 1;
  else if (ctx.target?.id === "live" && ctx.sourceEvent?.detail?.id) {
    told = Number(ctx.sourceEvent.detail.id);
    if (posting || told <= shown()) event.preventDefault();
  }
});
document.addEventListener("htmx:finally:request", (event) => {
  if (event.detail.ctx.request.method !== "POST") return;
  posting -= 1;
  if (told > shown() && !now.missed) refresh();
});

document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  noteCounts();
  if (ctx.request.method !== "GET" || ctx.target?.id !== "live") return;
  notePlaces();
  const arriving = tasks[0]?.fragment;
  const begun = all("form[data-touched]", live()).filter((form) => !arriving?.querySelector(`[id="${CSS.escape(form.id)}"]`));
  if (!begun.length) return;
  event.preventDefault();
  now.missed = Math.max(now.missed, last(arriving?.querySelector("#live")) - last() || 0, 1);
  const bar = document.getElementById("new-things");
  if (bar) counted(bar, now.missed);
});
on("click", "[data-show]", (button) => {
  now.missed = 0;
  button.closest("#new-things").hidden = true;
  all("form[data-touched]").forEach((form) => delete form.dataset.touched);
  refresh();
});
document.addEventListener("htmx:after:swap", (event) => {
  const posted = event.detail.ctx.request.method === "POST";
  putBack();
  dress();
  offerNames();
  firstLook();
  comeNear();
  turned();
  alone();
  tell(now.state);
  back();
  showLosses();
  if (posted) letRoomGo();
  else keepPlaces();
  if (!posted) return;
  now.missed = 0;
  for (const bar of all("#new-things, #away")) bar.hidden = true;
  const next = document.querySelector(".question .refusal, .question .prompt, .topbar .doing");
  next?.setAttribute("tabindex", "-1");
  next?.focus({ preventScroll: true });
  if (!next?.closest(".refusal")) window.scrollTo(0, 0);
});

/* Who puts a card aside that lies over the page keeps in place what he was doing. */
on("click", ".proposal.asked > details > summary", notePlaces);
document.addEventListener("toggle", ({ target }) => {
  if (!target.matches(".proposal.asked > details")) return;
  keepPlaces();
  letRoomGo();
}, true);

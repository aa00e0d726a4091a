/* What keeps its place when the page is swapped for a newer one, and what shows that it has changed. */

import { live } from "./page.js";
import { all, root } from "./tools.js";

/* Nothing moves under a thumb: what stands above a form may come and go while somebody else answers. Before the page is
   swapped the place of each form is noted, and afterwards the page is scrolled, or room is left, until it is there again.
   A phone that is asked nothing holds the list of what to do by hand. */
const asked = () => all("#live .pair, #live .questions > .question, #live .questions > details .question");
const held = () => (asked().length ? asked() : all("#live > .hands"));
const named = (block) => (block.matches(".pair") ? block.querySelector(".question")?.closest(".pair") && "pair" : block.id);
const shown = (one) => one.getClientRects().length > 0;
const grip = (block) => (all("button, select, input:not([type=hidden])", block).find(shown) || block).getBoundingClientRect().top;
const NEAR = 60;
const fold = () => innerHeight - (document.querySelector(".tab-bar")?.offsetHeight ?? 0);
const pad = (block, moved) => { block.style.paddingTop = `${parseFloat(getComputedStyle(block).paddingTop) - moved}px`; };
let places = new Map();
export const notePlaces = () => { places = new Map(held().map((block) => [named(block), grip(block)])); };
/* Losses fade: a stack that has fewer units than before the swap is marked for a moment. */
let counts = new Map();
export const noteCounts = () => { counts = new Map(all("[data-stack]").map((one) => [one.dataset.stack, Number(one.dataset.count)])); };
export const showLosses = () => {
  for (const one of all("[data-stack]")) one.classList.toggle("hurt", Number(one.dataset.count) < (counts.get(one.dataset.stack) ?? 0));
};
export const letRoomGo = () => {
  for (const block of [live(), ...held()]) block?.removeAttribute("style");
};
document.addEventListener("visibilitychange", () => { if (document.hidden) letRoomGo(); }); // no thumb is on it then
export const keepPlaces = () => {
  letRoomGo();
  let first = true;
  for (const block of held()) {
    if (!places.has(named(block))) continue;
    let moved = grip(block) - places.get(named(block));
    if (block.matches(".hands")) { // only a small gap is filled: where another picture stands above it, that is to be seen
      if (moved < 0 && moved > -NEAR) pad(block, moved);
      continue;
    }
    if (first && moved > 0) {
      live().style.minHeight = `${live().offsetHeight + Math.max(0, moved + scrollY + innerHeight - root.scrollHeight)}px`;
    }
    if (first) window.scrollBy({ top: moved, behavior: "instant" });
    first = false;
    moved = grip(block) - places.get(named(block));
    if (moved < 0 && places.get(named(block)) < fold()) pad(block, moved); // no thumb is on what was below the fold: it may come up
  }
};

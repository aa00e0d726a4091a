/* On a page of long lists only the lines with the words that are typed are shown; a title with them shows its whole list. */

import { all, on } from "./tools.js";

const has = (one, wanted) => wanted.every((word) => one.textContent.toLowerCase().includes(word));

on("input", "[data-find]", (field) => {
  const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const card of all("main .card")) {
    const whole = has(card.querySelector("h2"), wanted), lines = all("tbody tr, li, .stacked > div", card);
    for (const line of lines) line.hidden = !whole && !has(line, wanted);
    card.hidden = !whole && lines.every((line) => line.hidden);
    shown += !card.hidden;
    for (const fold of all("details", card)) fold.open = wanted.length > 0;
  }
  document.querySelector(".found-none").hidden = shown > 0;
});

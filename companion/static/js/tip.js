/* The line of advice unfolds over the page: a tap beside it, an answer and Escape fold it again. */

import { all } from "./tools.js";

const fold = (but) => {
  for (const one of all("details.tip[open]")) if (!one.contains(but)) one.open = false;
};
document.addEventListener("click", (event) => fold(event.target));
document.addEventListener("keydown", (event) => { if (event.key === "Escape") fold(null); });

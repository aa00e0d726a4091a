/* What happened while the phone slept or was cut off is counted by the last entry of the log, and told in the bar #away. */

import { last, now } from "./page.js";
import { counted, on } from "./tools.js";

export const leave = () => { now.left ??= last(); };
export const back = () => {
  if (now.left === null || document.hidden || now.state === "lost" || now.missed || now.sending || last() < now.ownLast) return;
  const bar = document.getElementById("away"), count = last() - now.left - now.own;
  now.left = null;
  now.own = 0;
  if (bar && count > 0) counted(bar, count);
};

on("click", "[data-hide]", (button) => { button.closest("[role=status]").hidden = true; });

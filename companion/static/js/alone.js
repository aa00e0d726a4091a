/* A question with one possible answer, asked only lest others learn that: where this phone is set to, it answers after some
   seconds, as somebody would who reads it, and says so. What was taken back it does not answer again. */

import { kept, on, root, words } from "./tools.js";

let clock = 0, waits = "";
const asked = () => document.querySelector("form[data-bluff]:not([data-touched])");
const said = () => document.getElementById("alone");

const answer = () => {
  const form = asked(), bar = said(), button = form?.querySelector("button[type=submit]");
  if (!button || form.elements.key.value !== waits) return;
  kept("alone", waits);
  form.requestSubmit(button);
  const told = [form.querySelector(".prompt"), button.querySelector(".label") || button].map((one) => one.textContent.trim());
  words(bar, bar.dataset.told.replace("{question}", told[0]).replace("{answer}", told[1]));
  bar.hidden = false;
};

/* Called after every change of the page. */
export const alone = () => {
  const key = root.dataset.alone === "on" ? asked()?.elements.key.value || "" : "";
  if (key === waits) return;
  clearTimeout(clock);
  waits = key;
  const due = key && key !== kept("alone");
  root.toggleAttribute("data-counting", !!due);
  if (due) clock = setTimeout(answer, 2500 + Math.random() * 4000);
};

on("submit", "form[data-answer]", () => { if (said()) said().hidden = true; });

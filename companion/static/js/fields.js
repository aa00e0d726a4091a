/* Forms: steppers, totals, keypads, the map that presses buttons, the wish to have dice rolled. */

import { all, kept, on } from "./tools.js";

const step = (button) => {
  const input = button.parentElement.querySelector("input");
  const low = Number(input.min), high = Number(input.max);
  const next = !input.value && input.dataset.first ? Number(input.dataset.first) : Number(input.value || 0) + Number(button.dataset.step);
  const value = Math.min(high, Math.max(low, next));
  if (String(value) === input.value) return;
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
};

/* As many of a line as its limits, and those of the whole form, leave. */
const most = (input) => {
  const row = input.closest(".row"), set = input.closest("[data-counts]");
  const others = all(".row", set).filter((one) => one !== row).map((one) => [Number(one.querySelector("input")?.value || 0), Number(one.dataset.cost)]);
  const cost = Number(row.dataset.cost), spent = others.reduce((sum, [n, each]) => sum + n * each, 0), taken = others.reduce((sum, [n]) => sum + n, 0);
  const money = set.dataset.budget !== undefined && cost ? Math.floor((Number(set.dataset.budget) - spent) / cost) : Infinity;
  const room = set.dataset.most !== undefined ? Number(set.dataset.most) - taken : Infinity;
  return Math.max(0, Math.min(Number(input.max), money, room));
};
on("click", ".first", (button) => {
  const input = button.closest(".stepper").querySelector("input");
  input.value = button.dataset.set === "max" ? most(input) : Math.min(most(input), Number(button.dataset.set));
  input.dispatchEvent(new Event("input", { bubbles: true }));
});

/* Which file was chosen, in words of the page; a page that is gone back to still has it. */
const nameFile = (input) => {
  const said = input.parentElement.querySelector(".file-name");
  said.textContent = [...input.files].map((one) => one.name).join(", ") || said.dataset.none;
};
on("change", ".file-field input", nameFile);
addEventListener("pageshow", () => all(".file-field input").forEach(nameFile));

on("click", "[data-tick-all]", (button) => {
  for (const box of all('input[type="checkbox"]:enabled', button.closest("fieldset"))) {
    box.checked = !!button.dataset.tickAll;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

on("click", "[data-hit]", (button) => {
  const input = document.getElementById(button.dataset.hit), set = input?.closest("[data-counts]");
  if (!set || Number(input.value || 0) >= Math.min(most(input), Number(input.max))) return;
  input.value = Number(input.value || 0) + 1;
  input.dispatchEvent(new Event("input", { bubbles: true }));
});
on("reset", "form[data-answer]", (form) => requestAnimationFrame(() => {
  for (const row of all(".row.changed", form)) row.classList.remove("changed");
  all("[data-counts]", form).forEach(total);
}));

let holding = 0;
const letGo = () => { clearTimeout(holding); holding = 0; };
const hold = (button, wait) => { holding = setTimeout(() => { button.dataset.held = ""; step(button); hold(button, 90); }, wait); };
on("click", ".step", (button) => { if (!("held" in button.dataset)) step(button); });
on("pointerdown", ".step", (button) => { letGo(); delete button.dataset.held; hold(button, 450); });
for (const name of ["pointerup", "pointercancel", "pointerleave", "scroll"]) document.addEventListener(name, letGo, true);

const named = (row) => {
  const value = row.querySelector("input").value, name = row.querySelector("label").textContent;
  return value === "1" ? name : `${value} × ${name}`;
};
const total = (set) => {
  let count = 0, cost = 0;
  for (const row of all(".row", set)) {
    const value = Number(row.querySelector("input")?.value || 0);
    row.classList.toggle("some", value > 0);
    if (value > 0) row.classList.add("changed"); /* from then on it keeps its two buttons, also at 0: none comes under a thumb */
    count += value;
    cost += value * Number(row.dataset.cost);
  }
  for (const key of all(".first", set)) {
    const room = most(key.closest(".stepper").querySelector("input"));
    key.disabled = key.dataset.set === "max" ? room === 0 : Number(key.dataset.set) > room;
  }
  for (const hit of all("[data-hit]", set.closest("form"))) {
    const value = Number(document.getElementById(hit.dataset.hit)?.value || 0);
    hit.querySelector(".taken").textContent = value || "";
    hit.classList.toggle("some", value > 0);
  }
  for (const go of all("[data-none]", set)) {
    go.dataset.some ??= go.textContent;
    go.textContent = count ? go.dataset.some : go.dataset.none;
    go.classList.toggle("for-nothing", !count);
  }
  set.classList.toggle("full", set.dataset.most !== undefined && count >= Number(set.dataset.most));
  const names = set.querySelector('[data-total="names"]');
  if (names) names.textContent = all(".row.some", set).map((row) => named(row)).join(", ");
  show(set, "count", count, set.dataset.most);
  show(set, "cost", cost, set.dataset.budget);
};
const show = (set, what, value, most) => {
  const out = set.querySelector(`[data-total="${what}"]`);
  if (!out) return;
  out.textContent = value;
  out.parentElement.classList.toggle("over", most !== undefined && value > Number(most));
  const of = out.parentElement.querySelector("[data-left]");
  if (!of) return;
  of.dataset.whole ??= of.textContent;
  of.textContent = value && value <= Number(most) ? of.dataset.left.replace("{n}", Number(most) - value) : of.dataset.whole;
  of.classList.toggle("lost", of.dataset.lost !== undefined && value > 0 && value < Number(most));
};

/* What the ticks come to (`Tally`): shares that count once, and those that count only without another tick. */
const tally = (form) => {
  const boxes = all('.ticks input[type="checkbox"]', form), ticked = boxes.filter((one) => one.checked), ids = ticked.map((one) => one.value);
  for (const go of all(".go[data-none]:not([data-counts] *)", form)) {
    go.dataset.some ??= go.textContent;
    go.textContent = ids.length ? go.dataset.some : go.dataset.none;
  }
  const line = form.querySelector(".tally");
  if (!line) return;
  const once = new Map(), sum = { own: Number(line.dataset.own), foe: Number(line.dataset.foe) };
  for (const [own, foe, name, unless] of ticked.flatMap((box) => JSON.parse(box.dataset.shares || "[]"))) {
    if (unless.some((one) => ids.includes(one))) continue;
    const best = name && once.get(name);
    if (best && best[0] - best[1] >= own - foe) continue;
    if (name) once.set(name, [own, foe]);
    sum.own += own - (best ? best[0] : 0);
    sum.foe += foe - (best ? best[1] : 0);
  }
  const said = JSON.parse(line.dataset.said), middle = (said.length - 1) / 2;
  for (const side of ["own", "foe"]) line.querySelector(`.${side}`).textContent = (sum[side] < 0 ? "−" : "+") + Math.abs(sum[side]);
  line.querySelector(".said").textContent = said[middle + Math.max(-middle, Math.min(middle, sum.own - sum.foe))];
};

const wish = (form) => kept("roll:" + form.dataset.seat);
export const dress = () => {
  all("[data-counts]").forEach(total);
  for (const form of all("form[data-answer]")) {
    tally(form);
    form.classList.toggle("prefers-app", !!form.querySelector(":scope > .roll:not(:has(+ .by-hand))") && wish(form) === "app");
    if (form.querySelector(".refusal")) form.dataset.touched = "";
  }
  const due = Number(document.getElementById("live")?.dataset.due || 0);
  document.title = (due ? "● " : "") + document.title.replace(/^● /, "");
};

on("input", "form[data-answer]", (form, event) => {
  form.dataset.touched = "";
  const set = event.target.closest("[data-counts]");
  if (set) total(set);
  else if (event.target.type === "checkbox") tally(form);
});
/* What is missing is said at its field, which is where one types next; the browser's bubble would hide behind a keyboard. */
document.addEventListener("invalid", (event) => {
  const input = event.target, said = input.dataset?.missing;
  if (!said) return;
  event.preventDefault();
  if (!input.hasAttribute("aria-invalid")) {
    const words = document.createElement("p");
    Object.assign(words, { className: "missing", id: input.id + "-missing", textContent: said });
    words.setAttribute("role", "alert");
    input.closest(".line-field").append(words);
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", words.id);
  }
  if (input.form.querySelector(":invalid:is(input, select)") === input) input.focus();
}, true);
on("input", "[data-missing][aria-invalid]", (input) => {
  input.removeAttribute("aria-invalid");
  input.closest(".line-field").querySelector(".missing")?.remove();
});
on("submit", "form[data-answer]", (form, event) => {
  delete form.dataset.touched;
  const by = event.submitter;
  if (form.querySelector(".roll") && !form.querySelector(".by-hand")) kept("roll:" + form.dataset.seat, by?.name === "roll" ? "app" : "hand");
});
on("keydown", ".keypad .key", (key, event) => {
  const keys = all(".key", key.parentElement);
  const wide = keys.filter((one) => one.offsetTop === keys[0].offsetTop).length;
  const way = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -wide, ArrowDown: wide }[event.key];
  const next = way && key.tagName === "BUTTON" && keys[keys.indexOf(key) + way];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
on("change", ".zoom input", (input) => {
  const box = input.closest(".mapbox").querySelector(".scroll");
  const x = (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth, y = (box.scrollTop + box.clientHeight / 2) / box.scrollHeight;
  requestAnimationFrame(() => box.scrollTo(x * box.scrollWidth - box.clientWidth / 2, y * box.scrollHeight - box.clientHeight / 2));
});
/* What is chosen for a new match stands in the line that unfolds its settings: the first, and what is not as usual. */
on("change", ".more-settings select[data-said]", (select) => {
  const set = select.closest(".more-settings");
  const said = all("select[data-said]", set).filter((one, n) => !n || one.selectedIndex);
  set.querySelector("[data-chosen]").textContent = said.map((one) => `${one.dataset.said}: ${one.selectedOptions[0].text} · `).join("");
});

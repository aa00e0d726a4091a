/* Names that were typed on this phone in earlier matches of a game, such as those of areas on its map, are offered when one
   is asked for again: while one types, and the latest as buttons that answer at once, with what was ticked beside them. */

import { all, kept, on } from "./tools.js";

const MOST = 120, BUTTONS = 8;
const place = (input) => "names:" + input.dataset.names;
const match = () => location.pathname.split("/")[2];
const ticked = (form) => all("input[type=radio]:checked", form).map((one) => [one.name, one.value]);
const known = (input) => JSON.parse(kept(place(input)) || "[]");

on("submit", "form[data-answer]", (form, { submitter }) => {
  const beside = submitter?.name === "sent" ? [["sent", submitter.value]] : ticked(form);
  for (const input of all("input[data-names]", form)) {
    const name = input.value.trim();
    if (!name) continue;
    kept(place(input), JSON.stringify([[name, match(), beside], ...known(input).filter(([one]) => one !== name)].slice(0, MOST)));
  }
});
on("click", ".used-name", (button) => {
  const { form } = button, input = form.querySelector("input[data-names]");
  input.value = button.textContent;
  const [, , beside = []] = known(input).find(([name]) => name === input.value) || [];
  const said = [...form.elements].filter((one) => beside.some(([name, value]) => one.name === name && one.value === value));
  for (const one of said) one.checked = true;
  const sender = said.find((one) => one.name === "sent");
  if (sender || !form.querySelector("[name=sent]")) form.requestSubmit(sender); // what is still missing the browser asks for
});

/* What was typed in this match is on its list already. */
export const offerNames = () => {
  for (const input of all("input[data-names]:not([data-offered])")) {
    input.dataset.offered = "";
    const names = known(input).filter(([, code]) => code !== match()).map(([name]) => name);
    const list = document.getElementById(input.getAttribute("list"));
    for (const name of names) list.append(new Option(name, name));
    const row = input.closest(".line-field").nextElementSibling;
    row.hidden = !names.length;
    for (const name of names.slice(0, BUTTONS)) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "used-name quiet", textContent: name });
      row.append(button);
    }
  }
};

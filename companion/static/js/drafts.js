/* Half-filled forms survive a change of page, a reload, and a restart of the phone: what was put in is kept on this phone
   under the key of the question, until it is sent. A question that is asked no more leaves its draft to be forgotten. */

import { all, kept, on } from "./tools.js";

const PLACE = "drafts", MOST = 30;
const drafts = () => JSON.parse(kept(PLACE) || "[]");
const keep = (list) => kept(PLACE, list.length ? JSON.stringify(list.slice(-MOST)) : null);
const name = (form) => location.pathname.split("/")[2] + " " + form.id;
const typed = (form) =>
  all("input:not([type=hidden], [type=file]), select, textarea", form).filter((one) => one.name && one.name !== "with");

on("input", "form[data-answer]", (form) => {
  const values = typed(form)
    .filter((one) => !["radio", "checkbox"].includes(one.type) || one.checked)
    .map((one) => [one.name, one.value]);
  keep([...drafts().filter((one) => one.name !== name(form)), { name: name(form), values }]);
});
on("submit", "form[data-answer]", (form) => keep(drafts().filter((one) => one.name !== name(form))));

/* Put drafts back into forms nobody has touched since the page was drawn. */
export const putBack = () => {
  const held = drafts();
  if (!held.length) return;
  for (const form of all("form[data-answer]:not([data-touched])")) {
    const draft = held.find((one) => one.name === name(form));
    if (!draft) continue;
    for (const field of typed(form)) {
      const given = draft.values.filter(([key]) => key === field.name).map(([, value]) => value);
      if (["radio", "checkbox"].includes(field.type)) field.checked = given.includes(field.value);
      else if (given.length) field.value = given[0];
    }
    form.dataset.touched = "";
  }
};

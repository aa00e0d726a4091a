/* What the pages do beyond forms and links. Everything here is a comfort: without it all of it works, only slower.

   Each module beside this one says what it is for; this one begins. They are loaded as they are, without a build step. */

import { alone } from "./alone.js";
import { putBack } from "./drafts.js";
import { dress } from "./fields.js";
import { tell, tick } from "./link.js";
import { offerNames } from "./names.js";
import { outbox, outboxBar } from "./outbox.js";
import { now, stream } from "./page.js";
import { comeNear, firstLook } from "./map.js";
import "./find.js";
import "./sheet.js";
import "./show.js";
import "./swap.js";
import "./tip.js";
import { on } from "./tools.js";
import { beginTurns } from "./turn.js";

/* Settings count at once and on this page, too; the button is for phones without scripts. */
let keeping = Promise.resolve();
const keep = (form) => fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual", keepalive: true }).catch(() => null);
on("change", "form.settings", (form, { target }) => {
  document.documentElement.dataset[target.name] = target.value;
  keeping = keeping.then(() => keep(form)).then((done) => {
    const said = form.querySelector("[data-kept]");
    said.textContent = done?.type === "opaqueredirect" ? said.dataset.kept : said.dataset.lost;
    if (done && target.name === "lang") location.reload();
  });
});

/* What stands behind the # of an address stays on this phone: a scanned recovery code goes from there into its form. */
const fillIn = () => {
  const form = document.querySelector("form[data-fragment]");
  const given = decodeURIComponent(location.hash.slice(1));
  if (!form || !given) return;
  form.elements[form.dataset.fragment].value = given;
  history.replaceState(null, "", location.pathname + location.search);
};

putBack();
dress();
offerNames();
firstLook();
comeNear();
beginTurns();
alone();
document.querySelector("form.correct input[autofocus]")?.select();
fillIn();
tell(now.state);
const refusal = outbox().find((one) => one.why !== undefined);
if (outbox().length) outboxBar(refusal ? "refused" : "kept", refusal?.why);
document.documentElement.dataset.ready = "yes";
if (stream()) setInterval(tick, 3000);

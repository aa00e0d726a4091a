/* The connection: the dot that says how fresh the page is, and catching up by stream or by asking. */

import { back, leave } from "./away.js";
import { send } from "./outbox.js";
import { ask, live, now, refresh, stream } from "./page.js";
import { words } from "./tools.js";

let asked = 0;

export const tell = (fresh) => {
  now.state = fresh;
  if (fresh === "lost") leave();
  const dot = document.getElementById("link");
  if (!dot || !stream()) return;
  dot.dataset.state = fresh;
  words(dot, dot.dataset[fresh] || "");
};

export const check = async () => {
  const source = stream()?.getAttribute("hx-sse:connect");
  if (!source) return;
  asked = Date.now();
  try {
    const answer = await ask(source.replace(/\/events.*/, "/version"));
    if (!answer.ok) return tell("lost");
    const { version } = await answer.json();
    if (now.state !== "live") tell("polling");
    send();
    if (String(version) === live()?.dataset.version) back();
    else if (!now.missed) refresh();
  } catch {
    tell("lost");
  }
};

/* The stream beats every few seconds. One that was silent for too long, or outlived a lost connection, is opened anew. */
let connection = null, heard = 0;
const reopen = () => {
  heard = Date.now();
  connection?.reader?.cancel();
};

export const tick = () => {
  if (now.state === "live" && Date.now() - heard > 45000) reopen();
  if (!document.hidden && (now.state !== "live" || Date.now() - asked > 30000)) check();
};

document.addEventListener("htmx:sse:before:connection", (event) => { connection = event.detail.connection; });
document.addEventListener("htmx:sse:after:connection", () => { heard = Date.now(); tell("live"); check(); });
document.addEventListener("htmx:sse:after:message", () => { heard = Date.now(); if (now.state !== "live" && navigator.onLine) tell("live"); });
document.addEventListener("htmx:sse:error", () => tell("late"));
document.addEventListener("htmx:sse:close", () => tell("late"));
document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); else check(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) check(); });
window.addEventListener("online", () => { reopen(); check(); send(); });
window.addEventListener("offline", () => tell("lost"));

/* Answers given without a connection are kept and sent once: the key `post` makes a second copy count for nothing. */

import { tell } from "./link.js";
import { ask, now, refresh } from "./page.js";
import { all, kept, on, words } from "./tools.js";

export const outbox = () => JSON.parse(kept("outbox") || "[]");
const keep = (answers) => kept("outbox", answers.length ? JSON.stringify(answers) : null);
export const outboxBar = (which, why = "") => {
  const bar = document.getElementById("outbox");
  if (!bar) return;
  bar.hidden = !which;
  bar.querySelector(".acts").hidden = which !== "refused";
  if (which) words(bar, `${bar.dataset[which]} ${why}`.trim());
};

document.addEventListener("htmx:error", (event) => {
  const request = event.detail.ctx?.request;
  if (request?.method !== "POST" || !request.form?.matches("form[data-answer], form[data-both]")) return;
  const post = request.form.querySelector('[name="post"], [name="post.0"]').value;
  const others = outbox().filter((one) => one.post !== post);
  keep([...others, { post, action: request.action, body: String(request.body) }]);
  outboxBar("kept");
  tell("lost");
});

/* An error of the server changes nothing on the page, so it has to be said; the next thing that works takes it away. */
document.addEventListener("htmx:after:request", (event) => {
  const { request, response } = event.detail.ctx;
  const bar = document.getElementById("broken");
  if (bar && (request.method === "POST" || response.status < 500)) bar.hidden = response.status < 500;
});

/* An answer that does not count is never said to be sent: it stays here, with the reason, until somebody says what to do. */
const refused = (post, page) => {
  const found = new DOMParser().parseFromString(page, "text/html");
  const why = found.querySelector(".notice[role=alert], .refusal, .error p, main p")?.textContent.trim().slice(0, 200) || "";
  keep(outbox().map((one) => (one.post === post ? { ...one, why } : one)));
  outboxBar("refused", why);
  refresh();
};

on("click", "#outbox [data-again]", () => {
  keep(outbox().map(({ why, ...one }) => one));
  send();
});
on("click", "#outbox [data-drop]", () => {
  keep(outbox().filter((one) => one.why === undefined));
  outboxBar("");
  send();
});

export const send = async () => {
  const waiting = outbox();
  if (now.sending || !waiting.length || waiting.some((one) => one.why !== undefined)) return;
  now.sending = true;
  try {
    for (const { post, action, body } of waiting) {
      const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" };
      const answer = await ask(action, { method: "POST", headers, body });
      if (answer.status >= 500) throw new Error(String(answer.status));
      if (!answer.ok) return refused(post, await answer.text());
      keep(outbox().filter((one) => one.post !== post));
      if (now.left === null) continue;
      /* A page drawn before this answer may still be on its way: nothing is counted before one that shows it. */
      now.ownLast = Number((await answer.text()).match(/data-last="(\d+)"/)?.[1] || 0);
      now.own += 1;
    }
    outboxBar("sent");
    setTimeout(() => outboxBar(""), 4000);
    refresh();
  } catch {
    outboxBar("kept");
  } finally {
    now.sending = false;
  }
};

/* What the pages do beyond forms and links. Everything here is a comfort: without it all of it works, only slower.

   Ground: the changing part of a page is #live (data-version, data-due); #stream holds the event stream of htmx, whose
   event `match` says that something changed. A form[data-answer] that somebody has begun carries data-touched: htmx
   leaves it alone (morphSkip), and a page where it would vanish is held back behind the bar #new-things. data-last is the
   last entry of the log: what came while the phone slept or was cut off is counted by it, and told in the bar #away. */
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const all = (css, from = document) => [...from.querySelectorAll(css)];
  const on = (name, css, act) =>
    document.addEventListener(name, (event) => {
      const hit = event.target.closest?.(css);
      if (hit) act(hit, event);
    });
  const kept = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(key);
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch { /* private windows keep nothing */ }
    return null;
  };
  const words = (bar, text) => { bar.querySelector(".words").textContent = text; };
  const counted = (bar, count) => {
    words(bar, count === 1 ? bar.dataset.one : bar.dataset.many.replace("{n}", count));
    bar.hidden = false;
  };

  /* ---- forms: steppers, totals, keypads, the map, the wish to have dice rolled */

  const step = (button) => {
    const input = button.parentElement.querySelector("input");
    const low = Number(input.min), high = Number(input.max);
    const value = Math.min(high, Math.max(low, Number(input.value || 0) + Number(button.dataset.step)));
    if (String(value) === input.value) return;
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };

  let holding = 0;
  const letGo = () => { clearTimeout(holding); holding = 0; };
  const hold = (button, wait) => { holding = setTimeout(() => { button.dataset.held = ""; step(button); hold(button, 90); }, wait); };
  on("click", ".step", (button) => { if (!("held" in button.dataset)) step(button); });
  on("pointerdown", ".step", (button) => { letGo(); delete button.dataset.held; hold(button, 450); });
  for (const name of ["pointerup", "pointercancel", "pointerleave", "scroll"]) document.addEventListener(name, letGo, true);

  const total = (set) => {
    let count = 0, cost = 0;
    for (const row of all(".row", set)) {
      const value = Number(row.querySelector("input")?.value || 0);
      row.classList.toggle("some", value > 0);
      count += value;
      cost += value * Number(row.dataset.cost);
    }
    show(set, "count", count, set.dataset.most);
    show(set, "cost", cost, set.dataset.budget);
  };
  const show = (set, what, value, most) => {
    const out = set.querySelector(`[data-total="${what}"]`);
    if (!out) return;
    out.textContent = value;
    out.parentElement.classList.toggle("over", most !== undefined && value > Number(most));
  };

  const wish = (form) => kept("roll:" + form.dataset.seat);
  const dress = () => {
    all("[data-counts]").forEach(total);
    for (const form of all("form[data-answer]")) {
      form.classList.toggle("prefers-app", !!form.querySelector(":scope > .roll") && wish(form) === "app");
      if (form.querySelector(".refusal")) form.dataset.touched = "";
    }
    const due = Number(document.getElementById("live")?.dataset.due || 0);
    document.title = (due ? "● " : "") + document.title.replace(/^● /, "");
  };

  on("input", "form[data-answer]", (form, event) => {
    form.dataset.touched = "";
    const set = event.target.closest("[data-counts]");
    if (set) total(set);
  });
  on("submit", "form[data-answer]", (form, event) => {
    delete form.dataset.touched;
    const by = event.submitter;
    if (form.querySelector(".roll")) kept("roll:" + form.dataset.seat, by?.name === "roll" ? "app" : "hand");
  });
  on("click", "a[data-press]", (link, event) => {
    const button = document.getElementById(link.getAttribute("href").slice(1));
    if (!button) return;
    event.preventDefault();
    button.click();
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

  /* ---- live: the dot, catching up, and never taking a form out of somebody's hands */

  const stream = () => document.getElementById("stream");
  const live = () => document.getElementById("live");
  const last = (page = live()) => Number(page?.dataset.last);
  let state = "late", asked = 0, missed = 0, left = null, own = 0, ownLast = 0, sending = false;

  const leave = () => { left ??= last(); };
  const back = () => {
    if (left === null || document.hidden || state === "lost" || missed || sending || last() < ownLast) return;
    const bar = document.getElementById("away"), count = last() - left - own;
    left = null;
    own = 0;
    if (bar && count > 0) counted(bar, count);
  };
  const tell = (now) => {
    state = now;
    if (now === "lost") leave();
    const dot = document.getElementById("link");
    if (!dot || !stream()) return;
    dot.dataset.state = now;
    words(dot, dot.dataset[now] || "");
  };
  /* A fetch that gives up: on dead Wi-Fi a phone would wait for minutes. */
  const ask = (url, options = {}) => {
    const stop = new AbortController();
    const clock = setTimeout(() => stop.abort(), 8000);
    return fetch(url, { cache: "no-store", ...options, signal: stop.signal }).finally(() => clearTimeout(clock));
  };
  const refresh = () => stream() && htmx.trigger(stream(), "match", {});
  const check = async () => {
    const source = stream()?.getAttribute("hx-sse:connect");
    if (!source) return;
    asked = Date.now();
    try {
      const answer = await ask(source.replace(/\/events.*/, "/version"));
      if (!answer.ok) return tell("lost");
      const { version } = await answer.json();
      if (state !== "live") tell("polling");
      send();
      if (String(version) === live()?.dataset.version) back();
      else if (!missed) refresh();
    } catch {
      tell("lost");
    }
  };
  /* Word of what the page shows already, or is about to be shown by its own post, needs no page of its own: nothing moves
     under a finger for it. What came during the post is fetched after it. */
  let posting = 0, told = 0;
  const shown = () => Number(live()?.dataset.version);
  document.addEventListener("htmx:before:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.request.method === "POST") posting += 1;
    else if (ctx.target?.id === "live" && ctx.sourceEvent?.detail?.id) {
      told = Number(ctx.sourceEvent.detail.id);
      if (posting || told <= shown()) event.preventDefault();
    }
  });
  document.addEventListener("htmx:finally:request", (event) => {
    if (event.detail.ctx.request.method !== "POST") return;
    posting -= 1;
    if (told > shown() && !missed) refresh();
  });
  /* The stream beats every few seconds. One that was silent for too long, or outlived a lost connection, is opened anew. */
  let connection = null, heard = 0;
  const reopen = () => {
    heard = Date.now();
    connection?.reader?.cancel();
  };
  const tick = () => {
    if (state === "live" && Date.now() - heard > 45000) reopen();
    if (!document.hidden && (state !== "live" || Date.now() - asked > 30000)) check();
  };

  document.addEventListener("htmx:sse:before:connection", (event) => { connection = event.detail.connection; });
  document.addEventListener("htmx:sse:after:connection", () => { heard = Date.now(); tell("live"); check(); });
  document.addEventListener("htmx:sse:after:message", () => { heard = Date.now(); if (state !== "live" && navigator.onLine) tell("live"); });
  document.addEventListener("htmx:sse:error", () => tell("late"));
  document.addEventListener("htmx:sse:close", () => tell("late"));
  document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); else check(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) check(); });
  window.addEventListener("online", () => { reopen(); check(); send(); });
  window.addEventListener("offline", () => tell("lost"));

  /* Nothing moves under a thumb: what stands above a form may come and go while somebody else answers. Before the page is
     swapped the place of each form is noted, and afterwards the page is scrolled, or room is left, until it is there again. */
  const held = () => all("#live .pair, #live .questions > .question, #live .questions > details .question");
  const named = (block) => (block.matches(".pair") ? block.querySelector(".question")?.closest(".pair") && "pair" : block.id);
  const grip = (block) => (block.querySelector("button, select, input:not([type=hidden])") || block).getBoundingClientRect().top;
  let places = new Map();
  const notePlaces = () => { places = new Map(held().map((block) => [named(block), grip(block)])); };
  /* Losses fade: a stack that has fewer units than before the swap is marked for a moment. */
  let counts = new Map();
  const noteCounts = () => { counts = new Map(all("[data-stack]").map((one) => [one.dataset.stack, Number(one.dataset.count)])); };
  const showLosses = () => {
    for (const one of all("[data-stack]")) one.classList.toggle("hurt", Number(one.dataset.count) < (counts.get(one.dataset.stack) ?? 0));
  };
  const letRoomGo = () => {
    for (const block of [live(), ...held()]) block?.removeAttribute("style");
  };
  const keepPlaces = () => {
    letRoomGo();
    let first = true;
    for (const block of held()) {
      if (!places.has(named(block))) continue;
      let moved = grip(block) - places.get(named(block));
      if (first && moved > 0) {
        live().style.minHeight = `${live().offsetHeight + Math.max(0, moved + scrollY + innerHeight - root.scrollHeight)}px`;
      }
      if (first) window.scrollBy({ top: moved, behavior: "instant" });
      first = false;
      moved = grip(block) - places.get(named(block));
      if (moved < 0) block.style.paddingTop = `${-moved}px`;
    }
  };

  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    noteCounts();
    if (ctx.request.method !== "GET" || ctx.target?.id !== "live") return;
    notePlaces();
    const arriving = tasks[0]?.fragment;
    const begun = all("form[data-touched]", live()).filter((form) => !arriving?.querySelector(`[id="${CSS.escape(form.id)}"]`));
    if (!begun.length) return;
    event.preventDefault();
    missed = Math.max(missed, last(arriving?.querySelector("#live")) - last() || 0, 1);
    const bar = document.getElementById("new-things");
    if (bar) counted(bar, missed);
  });
  on("click", "[data-hide]", (button) => { button.closest("[role=status]").hidden = true; });
  on("click", "[data-show]", (button) => {
    missed = 0;
    button.closest("#new-things").hidden = true;
    all("form[data-touched]").forEach((form) => delete form.dataset.touched);
    refresh();
  });
  document.addEventListener("htmx:after:swap", (event) => {
    const posted = event.detail.ctx.request.method === "POST";
    dress();
    tell(state);
    back();
    showLosses();
    if (posted) letRoomGo();
    else keepPlaces();
    if (!posted) return;
    missed = 0;
    for (const bar of all("#new-things, #away")) bar.hidden = true;
    const next = document.querySelector(".question .refusal, .question .prompt, .topbar .doing");
    next?.setAttribute("tabindex", "-1");
    next?.focus({ preventScroll: true });
    if (!next?.closest(".refusal")) window.scrollTo(0, 0);
  });

  /* ---- answers given without a connection are kept and sent once: the key `post` makes a second copy count for nothing */

  const outbox = () => JSON.parse(kept("outbox") || "[]");
  const keep = (answers) => kept("outbox", answers.length ? JSON.stringify(answers) : null);
  const outboxBar = (which, why = "") => {
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
  const send = async () => {
    const waiting = outbox();
    if (sending || !waiting.length || waiting.some((one) => one.why !== undefined)) return;
    sending = true;
    try {
      for (const { post, action, body } of waiting) {
        const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" };
        const answer = await ask(action, { method: "POST", headers, body });
        if (answer.status >= 500) throw new Error(String(answer.status));
        if (!answer.ok) return refused(post, await answer.text());
        keep(outbox().filter((one) => one.post !== post));
        if (left === null) continue;
        /* A page drawn before this answer may still be on its way: nothing is counted before one that shows it. */
        ownLast = Number((await answer.text()).match(/data-last="(\d+)"/)?.[1] || 0);
        own += 1;
      }
      outboxBar("sent");
      setTimeout(() => outboxBar(""), 4000);
      refresh();
    } catch {
      outboxBar("kept");
    } finally {
      sending = false;
    }
  };

  /* What stands behind the # of an address stays on this phone: a scanned recovery code goes from there into its form. */
  const fillIn = () => {
    const form = document.querySelector("form[data-fragment]");
    const given = decodeURIComponent(location.hash.slice(1));
    if (!form || !given) return;
    form.elements[form.dataset.fragment].value = given;
    history.replaceState(null, "", location.pathname + location.search);
  };

  const begin = () => {
    dress();
    document.querySelector("form.correct input[autofocus]")?.select();
    fillIn();
    tell(state);
    const refusal = outbox().find((one) => one.why !== undefined);
    if (outbox().length) outboxBar(refusal ? "refused" : "kept", refusal?.why);
    if (stream()) setInterval(tick, 3000);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();

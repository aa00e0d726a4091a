/* Your turn: a sound, a buzz, a screen that stays on, and how long the table waits; each only where this phone wants it. */

import { live } from "./page.js";
import { root } from "./tools.js";

const due = () => Number(live()?.dataset.due || 0);
const LONG = 180; // seconds from which a waiting table is shown gently
let before = null, tones = null, lock = null;

const ring = () => {
  tones ??= new AudioContext();
  for (const [at, pitch] of [[0, 660], [0.16, 880]]) {
    const tone = tones.createOscillator(), loud = tones.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.15, tones.currentTime + at);
    loud.gain.exponentialRampToValueAtTime(0.001, tones.currentTime + at + 0.3);
    tone.connect(loud).connect(tones.destination);
    tone.start(tones.currentTime + at);
    tone.stop(tones.currentTime + at + 0.32);
  }
};

const stayAwake = async () => {
  if (root.dataset.awake !== "on" || !live() || document.hidden || !navigator.wakeLock) return;
  try { lock = await navigator.wakeLock.request("screen"); } catch { lock = null; /* a low battery says no */ }
};

const byDay = () => { const hour = new Date().getHours(); return hour >= 8 && hour < 22; };
const wanted = (what) => root.dataset[what] === "on" || (root.dataset[what] === "day" && byDay());

/* Called after every change of the page. */
export const turned = () => {
  const now = due();
  if (before === 0 && now > 0) {
    if (wanted("sound")) ring();
    if (wanted("buzz")) navigator.vibrate?.([120, 60, 120]);
  }
  before = now;
};

const clocks = () => {
  for (const one of document.querySelectorAll("[data-since]")) {
    const running = one.dataset.since ? Math.max(0, Math.round((Date.now() - Date.parse(one.dataset.since)) / 1000)) : 0;
    const seconds = running + Number(one.dataset.used || 0);
    one.closest(".since")?.classList.toggle("long", seconds >= LONG);
    const days = Math.floor(seconds / 86400);
    if (days) { one.textContent = new Intl.NumberFormat(one.closest("[lang]").lang, { style: "unit", unit: "day", unitDisplay: "long" }).format(days); continue; }
    const told = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    if (!told[0]) told.shift();
    one.textContent = told.map((part, i) => (i ? String(part).padStart(2, "0") : part)).join(":");
  }
};

export const beginTurns = () => {
  turned();
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
  if (document.querySelector("#live")) setInterval(clocks, 1000);
  clocks();
};

/* The map: a tap selects a place and says what waits there, a second tap or the button goes (at once for experts), in the list only where it begins a fight;
   two fingers make it larger or smaller. */

import { all, on, root } from "./tools.js";

const button = (link) => document.getElementById(link.getAttribute("href").slice(1));
const select = (link, goes) => {
  const box = link.closest(".mapbox"), bar = box.querySelector(".picked-bar"), href = link.getAttribute("href");
  for (const one of all("a[data-press]", box)) one.classList.toggle("picked", one.getAttribute("href") === href);
  for (const one of all(".option", box.closest("form"))) one.classList.toggle("picked", one === goes);
  const called = [...goes.querySelector(".label").childNodes].filter((one) => !one.classList?.contains("advised"));
  bar.querySelector(".label").textContent = called.map((one) => one.textContent).join("").trim();
  const price = goes.querySelector(".chips")?.textContent.replace(/\s+/g, " ").trim();
  const more = [price, goes.querySelector(".detail")?.textContent, link.dataset.there, link.dataset.near];
  bar.querySelector(".more").textContent = more.filter(Boolean).join(" · ");
  bar.querySelector("button").onclick = () => goes.click();
  bar.classList.add("open");
};

/* Where something is drawn at the place, what it is goes with it: the buttons for that send both. */
let going = null;
const selectDrawn = (link, goes, drawn) => {
  going = goes;
  for (const one of all("a[data-press]", link.closest(".mapbox"))) one.classList.toggle("picked", one === link);
  const asks = drawn.querySelector(".place");
  asks.textContent = asks.dataset.said.replace("{place}", link.querySelector("title").textContent);
  link.closest("form").dataset.touched = "yes";
  drawn.classList.add("open");
  for (const one of all("button", drawn)) one.disabled = false;
};
on("click", "[data-drawn-there] button", (told) => {
  const field = told.closest("fieldset").querySelector("[data-drawn]");
  Object.assign(field, { name: told.name, value: told.value, disabled: false });
  going.click();
});

on("click", "a[data-press]", (link, event) => {
  const goes = button(link);
  if (!goes) return;
  event.preventDefault();
  const drawn = link.closest("form").querySelector("[data-drawn-there]");
  if (drawn) return selectDrawn(link, goes, drawn);
  const bar = link.closest(".mapbox").querySelector(".picked-bar");
  if (root.dataset.taps === "expert" || link.classList.contains("picked") || !bar) return goes.click();
  select(link, goes);
});

/* A line of the list that begins a fight is selected by the first tap, too; so is what ends the game. */
on("click", "[data-grave]", (goes, event) => {
  const link = all("a[data-press]").find((one) => button(one) === goes);
  if (root.dataset.taps === "expert" || (link || goes).classList.contains("picked")) return;
  event.preventDefault();
  if (link) return select(link, goes);
  for (const one of all("[data-grave]", goes.closest("form"))) one.classList.toggle("picked", one === goes);
});

on("click", "[data-back]", (back) => {
  const goes = back.previousElementSibling;
  goes.classList.remove("picked");
  goes.focus();
});

/* Where nothing is asked, a tap says what lies there; from there it goes to its correction. */
on("click", ".mapbox:not(.asks) g.hex", (hex, event) => {
  const bar = hex.closest(".mapbox").querySelector(".picked-bar"), to = hex.querySelector("a");
  if (!bar || root.dataset.taps === "expert") return;
  event.preventDefault();
  for (const one of all("g.hex.picked", hex.parentElement)) one.classList.remove("picked");
  hex.classList.add("picked");
  bar.querySelector(".label").textContent = hex.dataset.words;
  const link = bar.querySelector("a");
  link.hidden = !to;
  if (to) link.href = to.getAttribute("href");
  bar.classList.add("open");
});

/* The first look at a large map on a small screen: near, with what matters in the middle. When that moves on, the picture follows,
   unless somebody has moved it by hand: then it stays as it is. */
let looked = new WeakMap();
const SMALL = 36, SQUARE = 30, FINGER = 44, LEGIBLE = 48, LARGE = 64, ROW = 55.4;
const seat = (scroll) => [scroll.scrollLeft, scroll.scrollTop].join();
export const firstLook = () => {
  for (const box of all(".panel .mapbox[data-focus]")) {
    const map = box.querySelector(".hexmap"), hex = box.querySelector(`[data-place="${CSS.escape(box.dataset.focus)}"]`);
    const near = box.querySelector('.zoom input[value="2"]'), scroll = box.querySelector(".scroll");
    if (!near || !hex || !scroll.clientWidth || (scroll.clientWidth > 560 && !near.checked)) continue;
    const view = map.viewBox.baseVal, legible = () => Math.min(map.clientWidth / view.width, map.clientHeight / view.height) * ROW >= LEGIBLE;
    const whole = view.width < 420 && !near.checked && legible(); // large enough as it is: only moved in its window
    if (whole && scroll.scrollHeight <= scroll.clientHeight + 1) continue;
    const before = looked.get(scroll);
    const lost = before && before.left !== "0,0" && seat(scroll) === "0,0"; // there was no window to move it in for a moment
    if (before && !lost && (before.focus === box.dataset.focus || !(near.checked || whole) || before.left !== seat(scroll))) continue;
    near.checked ||= !whole;
    const at = hex.getBoundingClientRect(), from = scroll.getBoundingClientRect();
    scroll.scrollBy(at.x + at.width / 2 - from.x - scroll.clientWidth / 2, at.y + at.height / 2 - from.y - inSight(scroll) / 2);
    looked.set(scroll, { focus: box.dataset.focus, left: seat(scroll) });
  }
};

/* Another window after the phone was turned: what matters is looked for anew. */
let wide = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === wide) return;
  wide = innerWidth;
  looked = new WeakMap();
  firstLook();
});

/* A map that is asked about shows the places to choose from as large as a finger; where they lie far apart it begins where most of
   them are together, and a button shows the whole. Squares have no gaps between them: they may be a little smaller. A place of seven hexes is three hexes high. What was moved to stays. */
const hexesHigh = (map) => (all(".can", map).length > new Set(all(".can", map).map((one) => one.getAttribute("href"))).size ? 3 : 1);
const left = new Map();
const middle = (one) => (({ e, f }) => [e, f])(one.transform.baseVal.consolidate().matrix);
const middles = (map) => all(".can", map).map(middle);
/* Who acts, if it may go to a hex next to its own. */
const mover = (map, places) => {
  const acting = map.querySelector(".hex.acting:not(.open)"), at = acting && middle(acting);
  return at && places.some(([x, y]) => Math.hypot(x - at[0], y - at[1]) < 64) ? at : null;
};
/* Where to look: who acts is whole in the window, and then as many of the places as can be. */
const together = (places, wide, high, acting) => {
  const half = [wide / 2 - 36, high / 2 - 32] /* a hex and its edge */, letter = ROW / 3; // it stands above the middle
  const held = (at) => (acting ? at.map((one, way) => Math.min(acting[way] + half[way], Math.max(acting[way] - half[way], one))) : at);
  const round = ([x, y]) => places.filter(([a, b]) => Math.abs(a - x) < wide / 2 - letter && Math.abs(b - y) < high / 2 - letter);
  const best = places.map((one) => round(held(one))).reduce((one, other) => (other.length > one.length ? other : one), []);
  const ends = [0, 1].map((way) => best.map((at) => at[way]));
  return held(ends.map((at, way) => (Math.min(...at) + Math.max(...at)) / 2 - (way * letter) / 2));
};
const barTop = () => (document.querySelector(".tab-bar")?.getBoundingClientRect().top ?? innerHeight) - window.scrollY;
/* How much of the window is above the bar; where that is next to nothing, all of it. */
const inSight = (scroll) => {
  const high = barTop() - scroll.getBoundingClientRect().top;
  return high < 2 * FINGER ? scroll.clientHeight : Math.min(scroll.clientHeight, high);
};
/* How much higher the window may be, so that what stands below it, down to the head of the list, is still on the first screen. */
const spare = (box) => {
  const below = [box];
  for (let one = box.nextElementSibling; one && !below.at(-1).matches("summary"); one = one.nextElementSibling) {
    below.push(one.querySelector(":scope > summary") || one);
  }
  return Math.max(0, barTop() - Math.max(...below.map((one) => one.getBoundingClientRect().bottom)) - 4);
};
/* A map that shows all its places as large as a finger takes the height that is free: it shows less of what lies beside them, and they
   are larger. As long as it asks the same on the same screen it stays as it is, whatever comes in above it. */
const ASIDE = 40, HUGE = 96, taken = new Map();
const grow = (box, map, view, scale) => {
  const key = [box.dataset.asks, map.clientWidth, innerHeight].join(), [x, y, wide, high] = [view.x, view.y, view.width, view.height];
  const at = middles(map).map(([one]) => one), from = Math.min(...at) - ASIDE, to = Math.max(...at) + ASIDE, now = map.clientHeight;
  const most = document.body.clientWidth < 704 ? Infinity : Math.max(now, innerHeight * 0.42); // beside it, more than its buttons
  const each = taken.get(key) ?? Math.min(Math.min(now + spare(box), most) / high, map.clientWidth / (to - from), HUGE / ROW);
  taken.set(key, each);
  const shown = map.clientWidth / each;
  if (each < scale * 1.03) return;
  const start = shown > wide ? x + (wide - shown) / 2 : Math.max(x, Math.min(x + wide - shown, (from + to - shown) / 2));
  map.setAttribute("viewBox", [start, y, shown, high].join(" "));
  map.style.height = `${high * each}px`;
  map.style.maxHeight = "none";
};
/* A corner for the button in which it lies on no place to choose, if there is one. */
const CORNERS = ["auto 0.3rem 0.3rem auto", "auto auto 0.3rem 0.3rem", "0.3rem 0.3rem auto auto", "0.3rem auto auto 0.3rem"];
const asideOf = (button, map) => {
  const taken = all(".can", map).map((one) => one.getBoundingClientRect());
  return CORNERS.some((corner) => {
    button.style.inset = corner;
    const at = button.getBoundingClientRect();
    return !taken.some((one) => one.left < at.right && one.right > at.left && one.top < at.bottom && one.bottom > at.top);
  });
};
export const comeNear = () => {
  for (const box of all(".mapbox.asks")) {
    const map = box.querySelector(".hexmap"), scroll = box.querySelector(".scroll"), whole = box.querySelector("[data-whole]");
    const view = map.viewBox.baseVal, kept = left.get(box.dataset.asks);
    if (map.dataset.near === box.dataset.asks && map.style.width) continue;
    for (const one of [map, scroll]) one.removeAttribute("style");
    map.dataset.frame ??= map.getAttribute("viewBox");
    map.setAttribute("viewBox", map.dataset.frame);
    const scale = Math.min(map.clientWidth / view.width, map.clientHeight / view.height);
    const low = view.height * map.clientWidth > view.width * map.clientHeight * 1.1; // its width is not used
    const high0 = scale * ROW * hexesHigh(map), hexes = map.classList.contains("hexes");
    const fits = !scale || high0 >= (low ? FINGER : hexes ? SMALL : SQUARE), asked = kept && kept !== "whole";
    if (fits && !(asked && high0 < FINGER)) {
      if (scale && hexes) grow(box, map, view, scale);
      const now = Math.min(map.clientWidth / view.width, map.clientHeight / view.height) * ROW * hexesHigh(map);
      whole.ariaPressed = "true"; // shown whole at first
      whole.hidden = false;
      whole.hidden = !scale || !hexes || now >= FINGER || !asideOf(whole, map);
      continue;
    }
    whole.hidden = false;
    whole.removeAttribute("style");
    whole.ariaPressed = String(kept === "whole");
    if (kept === "whole") continue;
    const each = Math.max(FINGER / ROW, Math.min(LARGE / ROW, scroll.clientWidth / view.width));
    map.dataset.near = box.dataset.asks;
    scroll.style.height = `${scroll.offsetHeight}px`;
    map.style.width = `${view.width * each}px`;
    map.style.maxHeight = "none";
    scroll.style.height = `${Math.min(scroll.offsetHeight + spare(box), map.clientHeight + 2)}px`; // the room below it, for what lies under the button, comes with moving
    const best = all(".can.best", map).map(middle), places = best.length > 1 ? best : middles(map), high = inSight(scroll);
    const [x, y] = together(places, scroll.clientWidth / each, high / each, mover(map, places) || best[0]);
    scroll.scrollTo(...(Array.isArray(kept) ? kept : [(x - view.x) * each - scroll.clientWidth / 2, (y - view.y) * each - high / 2]));
  }
};
document.addEventListener("scroll", ({ target }) => {
  const box = target.closest?.(".mapbox.asks");
  if (box?.querySelector(".hexmap").style.width) left.set(box.dataset.asks, [target.scrollLeft, target.scrollTop]);
}, true);
on("click", "[data-whole]", (button) => {
  const box = button.closest(".mapbox"), map = box.querySelector(".hexmap");
  left.set(box.dataset.asks, map.style.width ? "whole" : "near");
  map.removeAttribute("style");
  comeNear();
});

/* Two fingers: the picture grows within its box; what lies between them stays between them. */
let spread = 0, from = 0;
const apart = (touches) => Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
const widths = (box) => box.querySelector(".hexmap").getBoundingClientRect().width / box.clientWidth;
on("touchstart", ".mapbox .scroll", (box, event) => {
  if (event.touches.length === 2) [spread, from] = [apart(event.touches), widths(box)];
});
document.addEventListener("touchmove", (event) => {
  const box = event.target.closest?.(".mapbox .scroll");
  if (!box || event.touches.length !== 2 || !spread) return;
  event.preventDefault();
  const map = box.querySelector(".hexmap"), before = map.getBoundingClientRect().width;
  map.style.height = "";
  const [x, y] = [0, 1].map((i) => (i ? event.touches[0].clientY + event.touches[1].clientY : event.touches[0].clientX + event.touches[1].clientX) / 2);
  const rect = box.getBoundingClientRect();
  map.style.width = `${Math.min(5, Math.max(1, from * apart(event.touches) / spread)) * 100}%`;
  const grown = map.getBoundingClientRect().width / before;
  box.scrollTo((box.scrollLeft + x - rect.left) * grown - (x - rect.left), (box.scrollTop + y - rect.top) * grown - (y - rect.top));
}, { passive: false });

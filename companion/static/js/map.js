/* The map: a tap selects a place and says what waits there, a second tap or the button goes (at once for experts);
   two fingers make it larger or smaller. */

import { all, on, root } from "./tools.js";

const button = (link) => document.getElementById(link.getAttribute("href").slice(1));

on("click", "a[data-press]", (link, event) => {
  const goes = button(link);
  if (!goes) return;
  event.preventDefault();
  if (root.dataset.taps === "expert" || link.classList.contains("picked")) return goes.click();
  const box = link.closest(".mapbox"), bar = box.querySelector(".picked-bar");
  if (!bar) return goes.click();
  const href = link.getAttribute("href");
  for (const one of all("a[data-press]", box)) one.classList.toggle("picked", one.getAttribute("href") === href);
  bar.querySelector(".label").textContent = goes.querySelector(".label").textContent;
  const more = [goes.querySelector(".detail")?.textContent, link.dataset.there, link.dataset.near];
  bar.querySelector(".more").textContent = more.filter(Boolean).join(" · ");
  bar.querySelector("button").onclick = () => goes.click();
  bar.classList.add("open");
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

/* The first look at a large map on a small screen: near, with what matters in the middle. Later looks stay as they are. */
const looked = new Set();
export const firstLook = () => {
  for (const box of all(".panel .mapbox[data-focus]")) {
    const map = box.querySelector(".hexmap"), hex = box.querySelector(`[data-place="${CSS.escape(box.dataset.focus)}"]`);
    const near = box.querySelector('.zoom input[value="2"]'), scroll = box.querySelector(".scroll");
    if (looked.has(near?.id) || !hex || !scroll.clientWidth || scroll.clientWidth > 560 || map.viewBox.baseVal.width < 420) continue;
    looked.add(near.id);
    near.checked = true;
    const at = hex.getBoundingClientRect(), from = scroll.getBoundingClientRect();
    scroll.scrollTo(at.x + at.width / 2 - from.x - scroll.clientWidth / 2, at.y + at.height / 2 - from.y - scroll.clientHeight / 2);
  }
};

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
  const [x, y] = [0, 1].map((i) => (i ? event.touches[0].clientY + event.touches[1].clientY : event.touches[0].clientX + event.touches[1].clientX) / 2);
  const rect = box.getBoundingClientRect();
  map.style.width = `${Math.min(5, Math.max(1, from * apart(event.touches) / spread)) * 100}%`;
  const grown = map.getBoundingClientRect().width / before;
  box.scrollTo((box.scrollLeft + x - rect.left) * grown - (x - rect.left), (box.scrollTop + y - rect.top) * grown - (y - rect.top));
}, { passive: false });

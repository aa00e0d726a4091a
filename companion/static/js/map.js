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

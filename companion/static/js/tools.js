/* Small tools of all modules: find, listen, keep a value on this phone, write into a bar. Knows no page. */

export const root = document.documentElement;
export const all = (css, from = document) => [...from.querySelectorAll(css)];
export const on = (name, css, act) =>
  document.addEventListener(name, (event) => {
    const hit = event.target.closest?.(css);
    if (hit) act(hit, event);
  });
export const kept = (key, value) => {
  try {
    if (value === undefined) return localStorage.getItem(key);
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch { /* private windows keep nothing */ }
  return null;
};
export const words = (bar, text) => { bar.querySelector(".words").textContent = text; };
export const counted = (bar, count) => {
  words(bar, count === 1 ? bar.dataset.one : bar.dataset.many.replace("{n}", count));
  bar.hidden = false;
};

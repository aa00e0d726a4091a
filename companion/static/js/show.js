/* The demo that plays itself: turns its pages over until somebody says pause. Where little movement is wanted, it waits. */

const link = document.querySelector("a[data-follow]"), button = document.querySelector("[data-play-show]");
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const playing = () => sessionStorage.getItem("show") !== "off" && !calm;
let clock = 0;

const go = () => {
  clearTimeout(clock);
  button.textContent = playing() ? button.dataset.pauseShow : button.dataset.playShow;
  if (playing()) clock = setTimeout(() => { location.href = link.href; }, Number(link.dataset.follow) * 1000);
};

if (link && button) {
  button.hidden = calm;
  button.addEventListener("click", () => {
    sessionStorage.setItem("show", playing() ? "off" : "on");
    go();
  });
  go();
}

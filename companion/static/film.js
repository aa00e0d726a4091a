/* Plays the map's film: its links fetch single frames, and a button follows the link "on" until the end.
   A comfort only: without it every link opens the page with its frame. */
"use strict";
(() => {
  const WAIT = matchMedia("(prefers-reduced-motion: reduce)").matches ? 2500 : 1000;
  const film = () => document.getElementById("film");
  const step = (name) => film()?.querySelector(`a[data-step="${name}"]`);
  let playing = 0;

  /* The new picture keeps how near the old one was looked at, and where. */
  const keep = (old, fresh) => {
    const size = old.querySelector(".zoom input:checked")?.value;
    const input = fresh.querySelector(`.zoom input[value="${size}"]`);
    if (input) input.checked = true;
    const from = old.querySelector(".mapbox .scroll"), to = fresh.querySelector(".mapbox .scroll");
    const left = from?.scrollLeft, top = from?.scrollTop;
    return () => to?.scrollTo(left, top);
  };
  /* The strip of Rounds shows the present one. */
  const here = () => {
    const now = film()?.querySelector(".film-rounds [aria-current]");
    if (now) now.parentElement.scrollLeft = now.offsetLeft - now.parentElement.offsetLeft - 60;
  };
  const show = async (link) => {
    const name = link.dataset.step;
    const answer = await fetch(link.dataset.film, { headers: { "HX-Request": "true" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("film"), old = film();
    if (!answer.ok || !fresh || !old) return location.assign(link.href);
    const focused = old.contains(document.activeElement);
    const onButton = document.activeElement?.classList.contains("film-play");
    const scroll = keep(old, fresh);
    if (playing) fresh.querySelector(".film-told").setAttribute("aria-live", "off");
    old.replaceWith(fresh);
    scroll();
    here();
    label();
    if (focused) (onButton ? button() : step(name) || button())?.focus({ preventScroll: true });
    history.replaceState(null, "", link.href);
  };

  const button = () => film()?.querySelector(".film-play");
  const label = () => {
    const one = button();
    if (!one) return;
    one.title = playing ? one.dataset.pause : one.dataset.play;
    one.setAttribute("aria-label", one.title);
    one.setAttribute("aria-pressed", String(playing > 0));
  };
  const stop = () => {
    clearTimeout(playing);
    playing = 0;
    film()?.querySelector(".film-told")?.setAttribute("aria-live", "polite");
    label();
  };
  const next = async () => {
    const link = step("on");
    if (!link) return stop();
    await show(link).catch(stop);
    if (playing) playing = setTimeout(next, WAIT);
  };
  const play = async () => {
    playing = 1;
    label();
    const first = step("on") ? null : step("first");
    if (first) await show(first).catch(stop);
    if (playing) playing = setTimeout(next, first ? WAIT : 0);
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#film a[data-film]");
    if (link) {
      event.preventDefault();
      stop();
      show(link).catch(() => location.assign(link.href));
    } else if (event.target.closest?.(".film-play")) playing ? stop() : play();
  });
  here();
})();

/* The page as the other modules see it: its changing part #live (data-version, data-due, data-last: the last entry of the
   log), the stream of events, and what has come about since it was opened. */

/* state: how fresh it is (live, polling, late, lost); missed: so much is held back behind #new-things; left: the last
   entry seen before the phone slept; own, ownLast: answers of this phone sent meanwhile; sending: the outbox is. */
export const now = { state: "late", missed: 0, left: null, own: 0, ownLast: 0, sending: false };
export const stream = () => document.getElementById("stream");
export const live = () => document.getElementById("live");
export const last = (page = live()) => Number(page?.dataset.last);
export const shown = () => Number(live()?.dataset.version);
export const refresh = () => stream() && htmx.trigger(stream(), "match", {});

/* A fetch that gives up: on dead Wi-Fi a phone would wait for minutes. */
export const ask = (url, options = {}) => {
  const stop = new AbortController();
  const clock = setTimeout(() => stop.abort(), 8000);
  return fetch(url, { cache: "no-store", ...options, signal: stop.signal }).finally(() => clearTimeout(clock));
};

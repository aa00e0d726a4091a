/* Before the page is drawn: comforts that need scripts are shown. */
document.documentElement.classList.add("js");
/* Until all of them have come, a tap on what begins a fight or ends the game does nothing: with them it selects first. */
document.addEventListener("click", (event) => {
  if (!document.documentElement.dataset.ready && event.target.closest?.("[data-grave]")) event.preventDefault();
}, true);

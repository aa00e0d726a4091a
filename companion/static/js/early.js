/* Before the page is drawn: comforts that need scripts are shown. */
document.documentElement.classList.add("js");

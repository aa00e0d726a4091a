"""Axe-core on a page of ours: every rule of WCAG 2.0 to 2.2, A and AA, and its best practices, in both themes.

The script is injected by the browser's own tools; the pages keep their policy against foreign scripts. The themes
differ in colours only, so in the dark one only the rules about colours run again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page

SOURCE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
RUN = """async ([within, only]) => {
  const options = { runOnly: only, resultTypes: ["violations"], preload: false, iframes: false,
    selectors: false };
  const found = await axe.run(within || document, options);
  return found.violations.flatMap(rule => rule.nodes.map(node =>
    `${rule.id} (${rule.impact}): ${node.html.slice(0, 160)} | ${node.any.concat(node.all, node.none)
      .map(check => check.message).join("; ").slice(0, 260)}`));
}"""
BARS_IN_THE_FLOW = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".question > .go, .totals { position: static !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
"""What a bar that stays covers scrolls clear of it (test_bars); axe looks at one place only."""
SETTLED = """() => !document.querySelector(".htmx-request")
  && document.getAnimations().every(one => one.playState !== "running")"""
"""Colours are what they will stay: nothing is being sent, and nothing fades."""
THEMES = {"light": {"type": "tag", "values": TAGS}, "dark": {"type": "rule", "values": COLOURS}}


def violations(page: Page, within: str = "", themes: Sequence[str] = tuple(THEMES)) -> list[str]:
    """What axe finds wrong with the page as it stands (or a part of it, by CSS): theme, rule, element and reason."""
    found: list[str] = []
    for theme in themes:
        rules = THEMES[theme]
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(SOURCE)
        page.wait_for_function(SETTLED)
        page.evaluate(BARS_IN_THE_FLOW)
        found += [f"{theme}: {one}" for one in page.evaluate(RUN, [within, rules])]
    return found

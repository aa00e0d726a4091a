"""How a phone falls asleep and wakes: its page is hidden and its line cut, without any goodbye."""

from __future__ import annotations

from playwright.sync_api import Page


def sleep(page: Page) -> None:
    """The screen goes dark."""
    page.context.set_offline(True)
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def wake(page: Page) -> None:
    """Somebody looks at it again."""
    page.context.set_offline(False)
    page.evaluate("delete document.hidden")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

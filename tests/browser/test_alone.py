"""A phone that answers by itself where there is no choice: only when told to, after a while, and it says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from companion.engine.core.effects import Ask
from tests.browser.driver import PhoneDriver
from tests.browser.site import NOW, Site, find_game


def test_a_phone_answers_where_there_is_no_choice(phones: Callable[..., PhoneDriver], tmp_path: Path) -> None:
    """What is taken back it does not answer again; before it was told to, it waits."""
    site = Site(tmp_path)
    try:
        code = site.store.create(find_game("archmagi"), ["red", "blue"], {}, {}, release="test", now=NOW)
        asked = site.play(code, Random(3), lambda one: isinstance(one.part, Ask) and one.part.bluff, 3000)
        assert asked is not None
        phone = phones(site.url)
        phone.page.clock.install()
        phone.join(code, asked.seat)
        before = site.store.version(code)
        phone.page.clock.run_for(8000)
        assert site.store.version(code) == before
        phone.page.locator("#alone-card [value=on]").click()
        phone.page.locator("#alone-card [value=off]").wait_for()
        phone.page.clock.run_for(2000)
        assert site.store.version(code) == before
        phone.page.clock.run_for(6000)
        phone.page.locator("#alone:not([hidden])").wait_for()
        phone.catch_up(str(before + 1))
        phone.page.locator("form.undo button, .undo button").first.click()
        phone.page.locator("form[data-bluff]").wait_for()
        after = site.store.version(code)
        phone.page.clock.run_for(8000)
        assert phone.page.locator("form[data-bluff]").count() == 1
        assert site.store.version(code) == after > before
    finally:
        site.close()

"""The demo that plays itself: every moment is a page with what is asked, why, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import all_games, load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.lobby.showing import MOST, has_show
from tests.web.phones import Phone

pytestmark = pytest.mark.slow

SHOWN = [game.name for game in all_games() if has_show(game)]


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    with Store.open(tmp_path / "companion.db", load_game) as store:
        yield Phone(create_app(store, Config(testing=True)))


@pytest.mark.parametrize("name", SHOWN)
def test_it_leads_from_the_start_page_to_the_end(phone: Phone, name: str) -> None:
    """Page after page, each with its own explanation, without scripts; the last one leads to a match of one's own."""
    phone.get("/")
    assert f"/demo/{name}/show" in phone.text
    count = 0
    address = f"/demo/{name}/show"
    seen = []
    while address and count <= MOST:
        page = phone.get(address)
        assert page.status_code == 200
        seen.append(phone.text.partition('class="first-hint">')[2].partition("<")[0])
        before, following, _rest = phone.text.partition("data-follow")
        address = before.rpartition('href="')[2].partition('"')[0] if following else ""
        count += 1
    assert 5 <= count <= MOST
    assert len(set(seen)) == len(seen)
    assert f"/new/{name}" in phone.text


def test_an_address_beyond_the_end_shows_the_last_moment(phone: Phone) -> None:
    """Nobody gets an error for a number."""
    for n in ("99", "-1", "x"):
        assert phone.get(f"/demo/{SHOWN[0]}/show?n={n}").status_code == 200

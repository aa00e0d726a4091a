"""The bar under the thumb: tabs keep their places through a match, and an address without a tab leads to the first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.game.record import Game
from companion.engine.match.live import Stamp
from companion.games import all_games, load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.play.tabs import EMPTY
from tests.browser.brink import NOW, put_up
from tests.web.phones import Phone

LOOKS, BETWEEN = 12, 15


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "companion.db", load_game) as opened:
        yield opened


def joined(store: Store, code: str, *seats: str) -> Phone:
    """A phone at a match with these seats."""
    phone = Phone(create_app(store, Config(testing=True)))
    phone.get(f"/m/{code}/join")
    phone.send(phone.form("/join"), label="Phone")
    for seat in seats:
        store.give_seat(code, store.read(code).devices[-1].id, seat)
    return phone


def tab_bar(page: str) -> list[str]:
    """The addresses of the bar, in their order."""
    return re.findall(r'href="([^"]+)"', page.partition('<nav class="tab-bar"')[2].partition("</nav>")[0])


def played_on(store: Store, code: str, rng: Random, answers: int) -> None:
    """Answer by chance; what is refused is not counted against anybody."""
    with store.change(code) as work:
        for _ in range(answers):
            for asked in work.match.questions()[:1]:
                with suppress(Refused):
                    post = str(rng.random())
                    work.match.answer(asked.key, sample(asked.part, rng), Stamp(asked.seat, NOW, "test", post))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_tabs_keep_their_places_through_a_match(store: Store, game: Game) -> None:
    """From the first question on the bar is the same, for who plays and for who watches; each tab opens."""
    seats, rng = [seat.id for seat in game.seats[: game.players[0]]], Random(5)
    code = store.create(game, seats, {}, {}, release="test", now=NOW)
    player, watcher = joined(store, code, seats[0]), joined(store, code)
    bars: dict[str, set[tuple[str, ...]]] = {"player": set(), "watcher": set()}
    for _ in range(LOOKS):
        bars["player"].add(tuple(tab_bar(player.get(f"/m/{code}").get_data(as_text=True))))
        bars["watcher"].add(tuple(tab_bar(watcher.get(f"/m/{code}").get_data(as_text=True))))
        played_on(store, code, rng, BETWEEN)
    assert [len(found) for found in bars.values()] == [1, 1]
    for address in next(iter(bars["player"])):
        page = player.get(address).get_data(as_text=True)
        assert f'<a href="{address}" aria-current="page"' in page


def test_an_address_without_a_tab_leads_to_the_first(store: Store) -> None:
    """A tab this match has not, or nobody has: what is to be done now is shown, and the bar says so."""
    game = load_game("multiverse_war")
    seats = [seat.id for seat in game.seats[: game.players[0]]]
    code = store.create(game, seats, {"map": "table"}, {}, release="test", now=NOW)
    phone = joined(store, code, seats[0])
    for tab in ("map", "nonsense"):
        page = phone.get(f"/m/{code}?tab={tab}").get_data(as_text=True)
        assert "data-answer" in page
        assert re.search(r'tab=now" aria-current="page"', page)


def test_a_match_whose_map_lies_on_the_table_says_so(store: Store) -> None:
    """The tab of the map is there from the beginning, and tells where the map is."""
    code = store.create(load_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    phone, rng = joined(store, code, "knights", "amazons"), Random(4)
    with store.change(code) as work:
        first = work.match.questions()[0]
        answer = {"map": "table", "tiles": 12, "length": 4}
        work.match.answer(first.key, answer, Stamp(first.seat, NOW))
    while not store.read(code).state.round:  # type: ignore[attr-defined]
        played_on(store, code, rng, 1)
    page = phone.get(f"/m/{code}?tab=map").get_data(as_text=True)
    assert 'id="panel-on_the_table"' in page or 'id="panel-places"' in page
    assert 'class="empty"' not in page


def test_every_page_inside_a_match_has_its_tabs(store: Store) -> None:
    """From the table, a correction, the rules or the way back one tap leads to the game, as from the log."""
    code, _city = put_up(store)
    phone = joined(store, code, "knights")
    bar = tab_bar(phone.get(f"/m/{code}").get_data(as_text=True))
    for page in ("log", "aid", "rules", "host", "correct", "after", "access", "undo/2", "change/1", "erase"):
        assert tab_bar(phone.get(f"/m/{code}/{page}").get_data(as_text=True)) == bar, page


@pytest.mark.parametrize("tab", ["map", "army", "city", "standing"])
def test_an_empty_tab_says_when_there_will_be_something(store: Store, tab: str) -> None:
    """Each in words of its own; in set-up nobody has a map or an army."""
    code = store.create(load_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    phone = joined(store, code, "knights")
    said = {
        one: re.findall(r'<p class="empty">([^<]*)', phone.get(f"/m/{code}?tab={one}").get_data(as_text=True))
        for one in EMPTY
    }
    assert said[tab] == [EMPTY[tab].message] or not said[tab]
    assert said["map"]


def test_the_aid_begins_with_the_own_people(store: Store) -> None:
    """Units and prices of the others are folded below; who looks on has all of them open."""
    code, _city = put_up(store)
    for seats, first, folds in ((("amazons",), "amazons", True), ((), "knights", False)):
        phone = joined(store, code, *seats)
        cards = re.findall(
            r'id="aid-(units|prices)-(knights|amazons)"[^>]*>(<details>)?', phone.get(f"/m/{code}/aid").text
        )
        assert [seat for _kind, seat, _fold in cards][::2] == [first, first]
        assert [bool(fold) for _kind, _seat, fold in cards] == [False, folds, False, folds]

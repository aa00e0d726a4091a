"""The demo that plays itself: every moment is a page with what is asked, why, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.core.text import t
from companion.engine.game.panels import HexView, MapPanel
from companion.games import all_games, load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.lobby.showing import MOST, OF_SET_UP, has_show, known_part, moments
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


def test_a_contest_shows_both_dice_and_what_came_of_it(phone: Phone) -> None:
    """Whoever watches sees why it was a hit: no moment stops at one die of two."""
    with phone.client.application.test_request_context():
        rolls = [one for one in moments("heroes_vs_warlords") if len(one.said) == 2]
    assert any(note.kind == "losses" for one in rolls for note in one.notes)


def test_it_is_about_play_and_ends_with_the_winner(phone: Phone) -> None:
    """The set-up is short, turns and Production have their moments, who has won stands last."""
    with phone.client.application.test_request_context():
        shown = moments("heroes_vs_warlords")
    stages = [one.track.now.id for one in shown if one.track and one.track.now]
    assert stages.count("setup") == OF_SET_UP
    assert {"sequence1", "production"} <= set(stages)
    assert not shown[-1].said
    assert shown[-1].notes
    assert len(shown) <= MOST


def test_what_is_laid_during_set_up_lies_on_its_map(phone: Phone) -> None:
    """The first picture of Heroes vs Warlords has the start tile that it tells of."""
    with phone.client.application.test_request_context():
        first = moments("heroes_vs_warlords")[0]
    assert isinstance(first.panel, MapPanel)
    assert any(one.tile and not one.hidden for one in first.panel.hexes)


def test_an_address_beyond_the_end_shows_the_last_moment(phone: Phone) -> None:
    """Nobody gets an error for a number."""
    for n in ("99", "-1", "x"):
        assert phone.get(f"/demo/{SHOWN[0]}/show?n={n}").status_code == 200


def test_the_map_shows_what_is_known_and_what_lies_beside_it() -> None:
    """Places face down far from all others are left out, and the whole of it is shown; a bare map stays as it is."""
    row = tuple(HexView(f"{q},0", q, 0, "clear", hidden=q > 1) for q in range(6))
    panel = MapPanel("map", "map", t("Map"), row, focus="0,0")
    shown = known_part(panel)
    assert [one.place for one in shown.hexes] == ["0,0", "1,0", "2,0"]
    assert not shown.focus
    dark = MapPanel("map", "map", t("Map"), row[2:])
    assert known_part(dark) == dark


@pytest.mark.parametrize("name", SHOWN)
def test_what_must_lie_ready_is_said_before_a_match_and_in_its_lobby(phone: Phone, name: str) -> None:
    """With the ways to the printed sheets and to this show."""
    guide = load_game(name).guide
    assert guide is not None
    assert guide.needs

    def said() -> None:
        assert phone.text.partition('id="needs"')[2].partition("</ul>")[0].count("<li>") == len(guide.needs)
        assert f'href="/print/{name}"' in phone.text
        assert f'href="/demo/{name}/show"' in phone.text

    phone.get(f"/new/{name}")
    said()
    phone.send(phone.form("/new"), label="Ann")
    assert phone.page is not None
    phone.get(phone.page.request.path.removesuffix("/lobby") + "/lobby")
    said()


def test_a_whole_map_is_seen_from_the_place_that_was_chosen(phone: Phone) -> None:
    """Where nothing of it is left out it is too large for its window."""
    with phone.client.application.test_request_context():
        shown = moments("archmagi")
    maps = [one.panel for one in shown if isinstance(one.panel, MapPanel)]
    assert all(one.focus for one in maps[1:])
    assert len({one.focus for one in maps}) > 2

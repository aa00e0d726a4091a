"""A decided match: who has won, by what, the figures of every side and why, on the phone, afterwards and on the TV."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from msgspec.structs import replace

from companion.engine.core.text import t
from companion.engine.game.verdict import Verdict, compared
from companion.games import load_game
from companion.games.heroes_vs_warlords.records.state import HvWState
from companion.games.heroes_vs_warlords.turns.victory import CATEGORIES, standing_of
from companion.store import Store
from companion.web import Config, create_app
from companion.web.after.verdict import figures_of
from tests.browser.brink import NOW
from tests.web.phones import Phone

FIXTURES = Path(__file__).parents[1] / "fixtures"
ENDED = FIXTURES / "heroes_vs_warlords" / "two_players_to_the_agreed_length.json"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("decided") / "companion.db", load_game) as opened:
        opened.import_(ENDED.read_bytes(), release="test", now=NOW)
        yield opened


@pytest.fixture(scope="module")
def phone(store: Store) -> Phone:
    """A phone with a seat in the match that is over."""
    code = store.matches()[0].code
    made = Phone(create_app(store, Config(testing=True)))
    made.get(f"/m/{code}/join")
    made.send(made.form("/join"), label="Phone")
    store.give_seat(code, store.read(code).devices[-1].id, store.read(code).seats[0].id)
    return made


def verdict_on(phone: Phone, path: str) -> str:
    """The part of a page that says how the match was decided."""
    page = phone.get(path).get_data(as_text=True)
    return page.partition('<section class="verdict"')[2].partition("</section>")[0]


@pytest.mark.parametrize("page", ["", "/after", "/tv"])
def test_everywhere_the_winner_the_comparison_and_all_figures(store: Store, phone: Phone, page: str) -> None:
    """Emblem and name of the winner come first, then by what he has won, then a row of figures for every side."""
    code = store.matches()[0].code
    view = store.read(code)
    state = view.state
    assert isinstance(state, HvWState)
    told = verdict_on(phone, f"/m/{code}{page}")
    order = [told.index(mark) for mark in ('class="winners"', 'class="outcome"', "<table")]
    assert order == sorted(order)
    winners = told.partition('class="winners"')[2].partition("</ul>")[0]
    names = [seat.title for seat in view.game.seats if seat.id in state.winners]
    assert [name for name in names if name in winners] == names
    assert winners.count("<svg") == len(names)
    for seat in view.seats:
        one = standing_of(state, seat.id)
        row = next(row for row in re.findall(r"<tr.*?</tr>", told, re.DOTALL) if view.game.seat(seat.id).title in row)  # type: ignore[union-attr]
        figures = [int(n) for n in re.findall(r">(\d+)<", row)]
        assert figures == [one.resources, one.levels, one.army]


@pytest.mark.parametrize("page", ["", "/after"])
def test_each_figure_can_be_unfolded_into_what_it_is_made_of(store: Store, phone: Phone, page: str) -> None:
    """For every category and every side a sum whose total is the figure of the table."""
    view = store.read(store.matches()[0].code)
    told = verdict_on(phone, f"/m/{view.code}{page}").partition('<details class="why"')[2]
    totals = [int(n) for n in re.findall(r"<caption>[^<]*<b>(\d+)</b>", told)]
    state = view.state
    assert isinstance(state, HvWState)
    assert totals == [getattr(standing_of(state, seat), name) for name, _words in CATEGORIES for seat in state.seats]
    for table in re.findall(r'<table class="sum">.*?</table>', told, re.DOTALL):
        (total,) = re.findall(r"<b>(\d+)</b>", table)
        assert int(total) == sum(int(n) for n in re.findall(r"<td>\+(\d+)</td>", table))


def test_the_match_page_offers_what_comes_next_and_no_log_lines(store: Store, phone: Phone) -> None:
    """Rematch, story, page to print and picture to share; the log is behind its tab."""
    code = store.matches()[0].code
    page = phone.get(f"/m/{code}").get_data(as_text=True)
    ended = page.partition('<div class="ended">')[2].partition('<footer class="matchbar">')[0]
    for address in ("/after", "/after.pdf", "/after.png", "/rematch"):
        assert f'"/m/{code}{address}"' in ended
    assert 'class="note"' not in ended


def test_the_souvenir_says_who_by_what_and_with_which_figures(store: Store, phone: Phone) -> None:
    """The band of the winner, the sentence, and a row for every side, once each."""
    view = store.read(store.matches()[0].code)
    data = phone.get(f"/m/{view.code}/after.pdf").data
    text = " ".join(pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range().split())
    state = view.state
    assert isinstance(state, HvWState)
    for seat in state.seats:
        one, info = standing_of(state, seat), view.game.seat(seat)
        assert info is not None
        assert f"{info.title} {one.resources} {one.levels} {one.army}" in text
        assert text.count(info.title) >= 2 + (seat in state.winners)
    assert view.game.verdict is not None
    said = view.game.verdict(view.state)
    assert said.how.show() in text
    assert not said.how.unfilled
    assert not said.ended.unfilled


def test_the_map_of_a_match_that_is_over_is_shown_whole(store: Store, phone: Phone) -> None:
    """Nothing goes on at one place any more."""
    page = phone.get(f"/m/{store.matches()[0].code}").get_data(as_text=True)
    assert 'class="mapbox' in page
    assert "data-focus" not in page


def test_figures_that_decided_nothing_are_marked_for_nobody() -> None:
    """A match won by being the last: the table is for the record."""
    table = compared([t("Levels")], [("red", t("Red"), [3]), ("blue", t("Blue"), [1])], ended=True)
    assert table.best
    assert figures_of(Verdict(t("The last one."), figures_decided=False), table) == replace(table, best=())
    assert figures_of(Verdict(t("The strongest one.")), table) == table


@pytest.mark.parametrize("page", ["", "/after", "/tv"])
def test_the_table_marks_the_winner_and_names_the_players(store: Store, phone: Phone, page: str) -> None:
    """The row of who has won, and no other; each side with its emblem and, where somebody plays it, his name."""
    code = store.matches()[0].code
    other = Phone(create_app(store, Config(testing=True)))
    other.get(f"/m/{code}/join")
    other.send(other.form("/join"), label="Ben")
    store.give_seat(code, store.read(code).devices[-1].id, store.read(code).seats[1].id)
    view = store.read(code)
    names = {device.id: device.label for device in view.devices}
    state = view.state
    assert isinstance(state, HvWState)
    body = verdict_on(phone, f"/m/{view.code}{page}").partition("<tbody>")[2].partition("</tbody>")[0]
    for seat in view.seats:
        info = view.game.seat(seat.id)
        assert info is not None
        row = next(row for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL) if info.title in row)
        assert ("data-won" in row) == (seat.id in state.winners)
        assert 'class="emblem' in row
        assert f">{names[seat.device]}</span>" in row

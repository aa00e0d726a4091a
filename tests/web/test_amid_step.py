"""A board is drawn as far as it has been told, also while the step that changes it still asks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine.core.questions import Question
from companion.engine.game.panels import MapPanel, Stock
from companion.web.app.viewer import Viewer
from companion.web.play.boards import draw_board
from companion.web.reading.asked import Asked
from companion.web.reading.logview import entry_view
from tests.browser.site import NOW, Site, find_game


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """The whole application with every game."""
    made = Site(tmp_path)
    yield made
    made.close()


def is_marker(question: Question) -> bool:
    """Whether who has just gone into a space is asked for a marker there."""
    return question.part.about.startswith("marker:")


def test_a_piece_stands_where_it_was_told_to_have_gone(site: Site) -> None:
    """Two bases: it has moved, and its owner is still asked whether it leaves a marker."""
    code = site.store.create(find_game("two_bases"), ["blue", "orange"], {}, {}, release="test", now=NOW)
    asked = site.play(code, Random(3), is_marker, 3000)
    assert asked is not None
    place, view = asked.part.about.partition(":")[2], site.store.read(code)
    assert not view.state.board[place].pieces  # type: ignore[attr-defined]
    with site.app.test_request_context():
        board = draw_board(Viewer(view, None), "")
    assert board is not None
    drawn = next(panel for panel in board.panels if isinstance(panel, MapPanel))
    assert next(one for one in drawn.hexes if one.place == place).tokens


def test_a_hero_is_paid_before_its_points_are_spent(site: Site) -> None:
    """Multiverse War: players pay with coins as soon as it is hired, so the board must not show that gold any more."""
    code = site.store.create(find_game("multiverse_war"), ["red", "blue"], {}, {}, release="test", now=NOW)
    asked = site.play(code, Random(1), lambda one: one.part.about.startswith("points:"), 3000)
    assert asked is not None
    view = site.store.read(code)
    before = view.state.players[asked.seat].gold  # type: ignore[attr-defined]
    with site.app.test_request_context():
        board = draw_board(Viewer(view, None), asked.seat)
    assert board is not None
    stock = next(panel for panel in board.panels if isinstance(panel, Stock) and panel.seat == asked.seat)
    assert any(one.value < before for one in stock.gauges if one.icon == "coins")


@pytest.mark.parametrize("name", ["archmagi", "multiverse_war"])
def test_what_one_side_reads_in_words_of_its_own_hides_its_answer(site: Site, name: str) -> None:
    """Which chit was deployed, which unit was hired: others read that it was done, and not what was tapped."""
    code = site.store.create(find_game(name), ["red", "blue"], {}, {}, release="test", now=NOW)
    site.play(code, Random(5), lambda _one: False, 300)
    viewer = Viewer(site.store.read(code), None)
    asked = Asked()
    with site.app.test_request_context():
        lines = viewer.view.entries(limit=300).lines
        told = [entry_view(viewer, one, asked) for one in lines if any(note.own for note in one.entry.notes)]
    assert told
    assert all(one.hidden for one in told)

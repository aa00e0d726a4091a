"""A step on the map says once where it goes, what waits there, what it begins and what it brings."""

from __future__ import annotations

import re
from pathlib import Path

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose
from companion.engine.core.text import t
from companion.engine.game.panels import MapPanel
from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from tests.browser.brink import first_round
from tests.web.phones import Phone

LINK = re.compile(r'<a class="can[^"]*"\s+href="#q-[^"]*\.([^".]+)"[^>]*?data-there="([^"]*)"')


def test_a_text_knows_what_it_says() -> None:
    """Itself and its values at any depth, not what merely sounds alike."""
    wood = t("Wood")
    assert t("to {place}", place=t("{what} A0", what=wood)).says(wood)
    assert not t("Wood hex").says(wood)


def test_what_is_there_does_not_repeat_what_the_step_is_called(tmp_path: Path) -> None:
    """Of hexes that the step names nothing is said twice; of others the ground is told, or that they lie face down."""
    with Store.open(tmp_path / "companion.db", load_game) as store:
        code = first_round(store, ["knights", "amazons"])
        phone = Phone(create_app(store, Config(testing=True)))
        phone.get(f"/m/{code}/join")
        phone.send(phone.form("/join"), label="Phone")
        store.give_seat(code, store.read(code).devices[-1].id, "knights")
        view = store.read(code)
        there = dict(LINK.findall(phone.get(f"/m/{code}").get_data(as_text=True)))
        board = view.game.board(view.state, "knights")  # type: ignore[misc]
        hexes = {h.place: h for panel in board.panels if isinstance(panel, MapPanel) for h in panel.hexes}
        part = view.questions[0].part
        assert isinstance(part, Ask)
        assert isinstance(part.form, Choose)
        steps = [one for one in part.form.options if one.id in there]
        assert any(one.detail is not None and one.grave for one in steps)
        assert not any(callable(one.told) for one in part.form.options), (
            "readers keep questions while the match goes on"
        )
        for step in steps:
            known = hexes[step.id]
            label = str(known.label) or known.terrain
            assert (label in there[step.id]) == (not step.label.says(known.label)), step.id
            assert not (step.detail is not None and str(known.guards or "-") in there[step.id])

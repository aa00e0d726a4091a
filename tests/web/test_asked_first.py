"""The sheet of a rule begins with what the step carries out that asks, its readings named in words."""

from __future__ import annotations

import re
from pathlib import Path

from companion.engine.game.reference import rows_at
from companion.games import all_games, load_game
from companion.games.heroes_vs_warlords.fighting import siege
from companion.store import Store
from companion.web import Config, create_app
from companion.web.reading.reference import places_of, rows_of
from tests.browser.brink import put_up, until
from tests.web.phones import Phone


def test_the_rule_that_asks_stands_first(tmp_path: Path) -> None:
    """At a breach the lines of the breach come before the others of its section; none is lost, none twice."""
    with Store.open(tmp_path / "companion.db", load_game) as store:
        code, city = put_up(store)
        with store.change(code) as work:
            from companion.engine.match.live import Stamp

            work.match.answer(
                work.match.questions()[0].key, city, Stamp("knights", "2026-11-20T12:00:00Z", "test", "in")
            )
        until(store, code, lambda one: one.asked_by(siege.breach))
        phone = Phone(create_app(store, Config(testing=True)))
        phone.get(f"/m/{code}/join")
        phone.send(phone.form("/join"), label="Phone")
        store.give_seat(code, store.read(code).devices[-1].id, "knights")
        game, section = load_game("heroes_vs_warlords"), store.read(code).questions[0].section
        page = phone.get(f"/m/{code}/rules?section={section}").get_data(as_text=True)
        stranger = phone.get(f"/rules/{game.name}?section={section}").get_data(as_text=True)
        shown, plain = (re.findall(r'<li id="([A-Z]+-\d+)"', text) for text in (page, stranger))
        rows = {row.id: row for row in game.rows}
        mine = ["siege.breach" in places_of(rows[one]) for one in shown]
        assert any(mine)
        assert mine == sorted(mine, reverse=True)
        assert sorted(shown) == sorted(plain)
        assert not re.search(r"\(ruling R\d", page)
        own = [rows[one].section.split(";")[0] == section for one in plain]
        assert own == sorted(own, reverse=True)


def test_what_is_asked_about_narrows_the_rules_that_stand_first() -> None:
    """Of a step that does much, those rules come first that are about the thing asked for; each named kind is known
    to the guide of the game, whose tests ask it.
    """
    for game in all_games():
        named = {(place, row.id) for row in game.rows for place in places_of(row) if "#" in place}
        known = {f"{one.rule}#{one.about}" for one in game.guide.advice} if game.guide else set()
        assert {place for place, _id in named} <= known, game.name
    game = load_game("two_bases")
    rows = rows_at(game, "Action")
    step, kind = ({row.id for row in rows_of(rows, {name})} for name in ("actions.act", "actions.act#recruit"))
    assert step
    assert kind
    assert not step & kind

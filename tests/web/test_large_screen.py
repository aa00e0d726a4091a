"""What fills the big screen: a battle, on a map of its own if it has one; else a tab, else the map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from markupsafe import escape
from msgspec import structs

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose, Option
from companion.engine.core.text import hinted, t
from companion.engine.game.panels import BattlePanel, BattleSide, Display, HexView, MapPanel, Panel, TablePanel
from companion.engine.match.live import Stamp
from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.app.texts import say_odds
from companion.web.play.screen import beside, from_afar, large_panels
from companion.web.play.stakes import odds_beside
from tests.browser.brink import NOW, first_round, is_attack, put_up, until
from tests.web.phones import Phone
from tests.web.test_fought import seated

SIDE = BattleSide(t("One"), "one", t("acts"), (), (), (), "blue")
FIGHT = BattlePanel("battle", "now", t("Battle"), (SIDE, SIDE), ())
FIELD = MapPanel("field", "now", t("Field"), ())
WORLD = MapPanel("map", "map", t("Map"), ())


def answer_all(store: Store, code: str, *values: object) -> None:
    """Answer what is open first, one answer after the other."""
    with store.change(code) as work:
        for value in values:
            asked = work.match.questions()[0]
            work.match.answer(asked.key, value, Stamp(asked.seat, NOW, "test", asked.key))


def ids(*panels: Panel) -> list[str]:
    return [panel.id for panel in large_panels(panels, "")]


def test_a_battle_fills_the_screen_and_one_on_hexes_with_its_hexes():
    """The boxes of the Arena large; on hexes the hexes, and the boxes aside."""
    assert ids(FIGHT, WORLD) == ["battle"]
    assert ids(FIGHT, FIELD, WORLD) == ["field"]


def test_without_a_battle_the_map_is_large():
    assert ids(WORLD) == ["map"]
    assert ids(FIELD, WORLD) == ["map"]


def test_a_high_map_lies_on_its_side_where_its_game_lets_it() -> None:
    """A big screen is wide; a map that is wide already, and one of a game that says nothing of it, stay upright."""
    high = tuple(HexView(f"a{n}", 0, n) for n in range(5))
    wide = tuple(HexView(f"a{n}", n, -n // 2) for n in range(5))
    assert turned(structs.replace(WORLD, hexes=high, turns=True))
    assert not turned(structs.replace(WORLD, hexes=high))
    assert not turned(structs.replace(WORLD, hexes=wide, turns=True))


def turned(panel: Panel) -> bool:
    """Whether a panel lies on its side on a big screen."""
    seen = from_afar(panel)
    return isinstance(seen, MapPanel) and seen.turned


def test_without_a_map_in_the_app_what_the_sides_have_is_large():
    """The map lies on the table alone; the screen is filled all the same."""
    army, words = Display("hero", "army", t("Hero")), Display("on_the_table", "map", t("Map"))
    assert ids(army) == ["hero"]
    assert ids(army, WORLD) == ["map"]
    assert ids(army, words) == ["hero"]
    assert [one.id for one in large_panels([army, words], "map")] == ["hero"]


def test_a_table_of_what_goes_on_has_the_place_of_the_standing() -> None:
    """Beside a map there is room for one of them and the last events; who only watches a battle sees the standing."""
    going_on, standing = TablePanel("track", "now", t("Track"), (), ()), TablePanel("s", "standing", t("S"), (), ())
    assert beside([going_on, WORLD, standing], [WORLD.id]) == [going_on]
    assert beside([FIGHT, WORLD, standing], [FIGHT.id]) == [standing]
    assert beside([going_on, standing], [going_on.id]) == [standing]


def test_a_battle_on_the_screen_says_what_hangs_on_the_next_die(tmp_path: Path) -> None:
    """Totals and chance stand there for everybody, beside each attack that may be chosen and beside each die."""
    with Store.open(tmp_path / "companion.db", load_game) as store:
        code, city = put_up(store)
        screen = Phone(create_app(store, Config(testing=True)))
        screen.get(f"/m/{code}/join")
        screen.send(screen.form("/join"), label="TV")
        answer(store, code, city)
        until(store, code, is_attack)
        options = [one for one in store.read(code).questions[0].part.form.options if one.link and not one.refusal]  # type: ignore[union-attr]
        page = screen.get(f"/m/{code}/tv").get_data(as_text=True)
        stakes = page.partition('class="tv-stakes"')[2].partition("</section>")[0]
        assert all(say_odds(one.detail) in stakes for one in options)
        answer(store, code, options[0].id)
        page = screen.get(f"/m/{code}/tv").get_data(as_text=True)
        stakes = page.partition('class="tv-stakes"')[2].partition("</section>")[0]
        for asked in store.read(code).questions:
            assert say_odds(hinted(asked.part.needs)) in stakes  # type: ignore[union-attr]
        assert stakes.count("%") == 2


def test_who_looks_on_is_told_what_hangs_on_the_next_die(tmp_path: Path) -> None:
    """As on the big screen; who is asked has it in his question and is not told twice."""
    with Store.open(tmp_path / "companion.db", load_game) as store:
        code, city = put_up(store)
        phone = Phone(create_app(store, Config(testing=True)))
        phone.get(f"/m/{code}/join")
        phone.send(phone.form("/join"), label="Watcher")
        answer(store, code, city)
        until(store, code, is_attack)
        asked = store.read(code).questions[0]
        details = [say_odds(one.detail) for one in asked.part.form.options if one.link and not one.refusal]  # type: ignore[union-attr]
        page = phone.get(f"/m/{code}").get_data(as_text=True)
        assert all(one in page.partition('class="at-stake')[2] for one in details)
        store.give_seat(code, store.read(code).devices[-1].id, asked.seat)
        assert 'class="at-stake' not in phone.get(f"/m/{code}").get_data(as_text=True)


def answer(store: Store, code: str, value: Any) -> None:
    """Answer the first open question."""
    with store.change(code) as work:
        asked = work.match.questions()[0]
        work.match.answer(asked.key, value, Stamp(asked.seat, NOW))


def test_a_map_seen_from_afar_is_what_is_known_of_it() -> None:
    """With one ring around it, never beyond the map; all of it as long as nothing is known."""
    row = [HexView(str(q), q, -q // 2, "clear", hidden=q > 1) for q in range(12)]
    world = MapPanel("map", "map", t("Map"), tuple(row))
    left, _top, wide, _high = world.frame()
    near_left, _near_top, near_wide, _near_high = from_afar(world).frame()
    assert near_left == left
    assert near_wide < wide / 2
    most = structs.replace(world, hexes=tuple(structs.replace(one, hidden=one.q > 6) for one in row))
    assert from_afar(most).frame() == world.frame()
    blank = structs.replace(world, hexes=tuple(structs.replace(one, hidden=True) for one in row))
    assert from_afar(blank).frame() == blank.frame()


def test_attacks_of_the_same_chance_are_one_line() -> None:
    """A line for each of them would say no more; one alone is called by its name."""
    even, better = t("50 %"), t("60 %")
    attack = [Option(str(n), t(f"attack {n}"), told=even if n else better, link=("a", str(n))) for n in range(3)]
    told = odds_beside(Ask("one", "8.4", t("Whom?"), Choose((*attack, Option("none", t("Nobody"))))))
    assert [odds for _what, odds in told] == [better, even]
    assert told[0][0] == attack[0].label
    assert told[1][0].values == {"n": 2}


def test_a_side_is_named_with_who_plays_it_before_what_it_is_asked(tmp_path: Path) -> None:
    """On the big screen, also where the question begins with the name of the side."""
    with Store.open(tmp_path / "companion.db", load_game) as store:
        code = first_round(store, ["knights", "amazons"])
        app = create_app(store, Config(testing=True), find_game=load_game)
        for seat, label in (("knights", "Ann"), ("amazons", "Ben")):
            phone = Phone(app)
            phone.get(f"/j/{code}")
            phone.send(phone.form("/join"), seat=seat, label=label)
        assert str(store.read(code).questions[0].part.prompt).startswith("Knights")
        page = phone.get(f"/m/{code}/tv").get_data(as_text=True)
        badge = page.partition('class="tv-due"')[2].partition("<q>")[0]
        assert "Knights" in badge
        assert "Ann" in badge
        dice = page.partition('class="note-dice"')[2].partition("</p>")[0]
        assert dice.count('class="die-face"') == 2  # the roll for initiative, with whose dice they are


def test_in_the_standing_each_side_has_its_emblem_and_who_plays_it(tmp_path: Path) -> None:
    """On the big screen and on the phone; a side that no phone holds has no name beside it."""
    with Store.open(tmp_path / "companion.db", load_game) as store:
        code = first_round(store, ["knights", "barbarians", "amazons"])
        phone, _other = seated(store, code, "knights", "amazons")
        for page in (f"/m/{code}/tv", f"/m/{code}?tab=standing"):
            standing = phone.get(page).text.partition('id="panel-standing"')[2].partition("</table>")[0]
            assert standing.count('class="of-side') == 3
            assert standing.count('class="who"') == 2


def test_the_big_screen_lists_what_to_lay_before_the_first_round(tmp_path: Path) -> None:
    """In place of a standing of nothing; what all sides do has no badges. What is ticked is gone, and in play all."""
    with Store.open(tmp_path / "companion.db", load_game) as store:
        code = store.create(load_game("two_bases"), ["blue", "orange"], {}, {}, release="test", now=NOW)
        phone = seated(store, code, "blue")[0]
        page = phone.get(f"/m/{code}/tv").text
        lines = page.split('class="note to-lay"')[1:]
        assert lines
        assert not any('class="emblem' in line.partition("</p>")[0] for line in lines)  # what both have to do
        assert 'id="panel-standing"' not in page
        game, state = load_game("two_bases"), store.read(code).state
        assert game.first_tasks
        first = game.first_tasks(state)
        assert all(escape(str(task.text)) in page for task in first)
        assert "data-grave" in phone.get(f"/m/{code}").text
        answer_all(store, code, "ready")
        assert 'class="note to-lay"' not in phone.get(f"/m/{code}/tv").text
        for column in "abc":
            answer_all(store, code, f"{column}1", ["plains"])
        answer_all(store, code, "b1")
        lines = phone.get(f"/m/{code}/tv").text.split('class="note to-lay"')[1:]
        assert "B1" in lines[0]
        hands = phone.get(f"/m/{code}").text.partition('id="hands"')[2]
        assert not any(escape(str(task.text)) in hands for task in first)
        with store.change(code) as work:
            work.match.undo(1, Stamp("blue", NOW, "test", "undo"))
        assert 'class="note to-lay"' in phone.get(f"/m/{code}/tv").text
        store.tick(code, [f"0 {task.id}" for task in first])
        assert "data-grave" not in phone.get(f"/m/{code}").text
        code = first_round(store, ["knights", "amazons"])
        assert 'class="note to-lay"' not in seated(store, code, "knights")[0].get(f"/m/{code}/tv").text

"""Forms as drawn: what is seldom meant comes last and small, the places of a full map fold away."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.engine.core.effects import Ask, Card, Draw
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Chip, Choose, Field, Fields, Option, Pick
from companion.engine.core.questions import Question
from companion.engine.core.text import t
from companion.engine.game.panels import HexView, MapPanel
from companion.engine.game.record import SeatInfo
from companion.web.play.forms import MANY_CARDS, FormView, by_name


def drawn(app: Flask, options: list[Option], places: list[str]) -> str:
    """The form for a choice on a map with these places."""
    panel = MapPanel("map", "map", t("Map"), tuple(HexView(place, n, 0) for n, place in enumerate(places)))
    question = Question("0.1.0.abc", "0.1", Ask("ann", "1", t("Where to?"), Choose(tuple(options), "map")))
    with app.test_request_context():
        macro = app.jinja_env.get_template("parts/forms.html").module.question_form  # type: ignore[attr-defined]
        return str(macro(FormView(question, "/answer", "post", map=panel)))


def hexes(n: int) -> list[Option]:
    return [Option(f"h{i}", t("Hex")) for i in range(n)]


@pytest.mark.parametrize("n", [1, 8])
def test_a_short_list_of_places_stands_open(app: Flask, n: int) -> None:
    """Up to eight places are buttons below the map."""
    page = drawn(app, hexes(n), [f"h{i}" for i in range(n)])
    assert "<details" not in page
    assert page.count('value="h') == n


def test_a_long_list_of_places_folds(app: Flask) -> None:
    """With nine and more the numbers on the map do; the list is one tap away, with every place in it."""
    page = drawn(app, hexes(9), [f"h{i}" for i in range(9)])
    folded = page.partition('<details class="as-list">')[2].partition("</details>")[0]
    assert folded.count('value="h') == page.count('value="h') == 9
    assert page.count('class="can"') == 9


def test_the_list_stands_open_where_places_are_smaller_than_a_finger(app: Flask) -> None:
    """Places far apart make a small map; so many that the list would bury the rest stay folded."""
    near, far = [f"h{i}" for i in range(9)], [f"h{i // 2}" if i % 2 == 0 else f"x{i}" for i in range(18)]
    assert '<details class="as-list" open>' not in drawn(app, hexes(9), near)
    assert '<details class="as-list" open>' in drawn(app, hexes(9), far)
    assert '<details class="as-list" open>' not in drawn(app, hexes(31), [f"h{i}" for i in range(31)])


def test_what_is_seldom_meant_is_small_and_last(app: Flask) -> None:
    """After usual deeds and after the places, and marked as minor."""
    options = [Option("give_up", t("Give up"), minor=True), Option("end", t("End")), *hexes(3)]
    page = drawn(app, options, ["h0", "h1", "h2"])
    buttons = re.findall(r'class="option( minor)?" name="choice" value="(\w+)"', page)
    assert [name for _, name in buttons] == ["end", "h0", "h1", "h2", "give_up"]
    assert [name for minor, name in buttons if minor] == ["give_up"]


def test_every_choice_is_there_exactly_once(app: Flask) -> None:
    """Folding and sorting lose nothing and double nothing."""
    options = [Option("a", t("A")), Option("b", t("B"), minor=True), *hexes(12)]
    page = drawn(app, options, [f"h{i}" for i in range(10)])
    values = re.findall(r'name="choice" value="(\w+)"', page)
    assert sorted(values) == sorted(option.id for option in options)


def tiles_drawn(app: Flask, *labels: str) -> str:
    """The form in which one piece of a stack is drawn."""
    part = Draw("ann", "1", t("Which one?"), tuple(Card(one, t(one)) for one in labels))
    with app.test_request_context():
        macro = app.jinja_env.get_template("parts/forms.html").module.question_form  # type: ignore[attr-defined]
        return str(macro(FormView(Question("0.1.0.abc", "0.1", part), "/answer", "post")))


def test_a_stack_of_numbered_tiles_is_a_small_keypad_below_the_usual_choice(app: Flask) -> None:
    """The app draws with one tap; what was drawn at the table is a short key each. Longer names keep their buttons."""
    page = tiles_drawn(app, *(f"T{n:02}" for n in range(1, 14)))
    assert page.count('name="card"') == 13
    assert page.index('value="app"') < page.index('name="card"')
    assert '<ul class="options many short"' in page
    long = tiles_drawn(app, "Sword of the North", *"ABCDE")
    assert 'many short"' not in long
    assert long.index('value="app"') > long.index('name="card"')


@pytest.mark.parametrize("blank", [False, True])
def test_what_only_the_table_can_tell_is_not_chosen_beforehand(app: Flask, blank: bool) -> None:
    """Among other fields the first option is marked, unless it begins blank: then the browser asks for one."""
    form = Fields((Field("kind", t("What is it?"), Choose((Option("a", t("A")), Option("b", t("B"))), blank=blank)),))
    question = Question("0.1.0.abc", "0.1", Ask("ann", "1", t("Look."), form))
    with app.test_request_context():
        macro = app.jinja_env.get_template("parts/forms.html").module.question_form  # type: ignore[attr-defined]
        page = str(macro(FormView(question, "/answer", "post")))
    assert page.count(" checked") == (0 if blank else 1)
    assert page.count(" required") == (2 if blank else 0)


def test_a_grid_keeps_its_order(app: Flask) -> None:
    """What is not possible stays where it is on the table, and says why."""
    reason = t("Ann has a piece there.")
    options = [Option(f"o{n}", t("Space {n}", n=n), Refusal("1", reason) if n in (1, 4) else None) for n in range(6)]
    question = Question("0.1.0.abc", "0.1", Ask("ann", "1", t("Where to?"), Choose(tuple(options), "grid")))
    with app.test_request_context():
        macro = app.jinja_env.get_template("parts/forms.html").module.question_form  # type: ignore[attr-defined]
        page = str(macro(FormView(question, "/answer", "post")))
    assert re.findall(r"Space (\d)", page) == list("012345")
    assert page.count(str(reason)) == page.count("disabled") == 2
    assert "<details" not in page


def test_what_is_bought_shows_figures_price_and_what_there_is_to_spend(app: Flask) -> None:
    """In lines of their own, figures before the price, also where it is too dear."""
    chip = Chip(t("gold"), 7, icon="coins")
    options = [Option(f"o{n}", t("Kind {n}", n=n), Refusal("1", t("Too dear.")) if n else None, t("Strikes first."),
                      priced=(chip,), figures=(Chip(t("health"), 4, "blue", "heart"),)) for n in range(2)]  # fmt: skip
    part = Ask("ann", "1", t("Which one?"), Choose(tuple(options), "rows"), purse=(chip,))
    with app.test_request_context():
        macro = app.jinja_env.get_template("parts/forms.html").module.question_form  # type: ignore[attr-defined]
        page = str(macro(FormView(Question("0.1.0.abc", "0.1", part), "/answer", "post")))
    assert page.index("<b>7</b>") < page.index("Kind 0")
    for kind in ("Kind 0", "Kind 1"):
        assert page.index("<b>4</b>", page.index(kind)) < page.index("<b>7</b>", page.index(kind))


def test_a_table_of_choices_says_who_is_there(app: Flask) -> None:
    """A line for each row; a place that is taken shows whose it is instead of a button."""
    options = [Option(f"o{n}", t("Space {n}", n=n), link=("ann",) if n == 1 else (),
                      refusal=Refusal("1", t("Taken.")) if n == 1 else None) for n in range(4)]  # fmt: skip
    form = Choose(tuple(options), "grid", rows=(t("One"), t("Two")), columns=(t("Left"), t("Right")))
    question = Question("0.1.0.abc", "0.1", Ask("ann", "1", t("Where to?"), form))
    with app.test_request_context():
        macro = app.jinja_env.get_template("parts/forms.html").module.question_form  # type: ignore[attr-defined]
        view = FormView(question, "/answer", "post", sides={"ann": SeatInfo("ann", "Annabel", "red")})
        page = str(macro(view))
    assert re.findall(r'value="(o\d)"', page) == ["o0", "o2", "o3"]
    assert "Annabel" in page
    assert page.index("One") < page.index("Annabel") < page.index("Two")


@pytest.mark.parametrize("known", [0, 1, 2])
def test_what_stands_apart_is_folded_below_the_others(app: Flask, known: int) -> None:
    """Under one heading; unfolded where it is all that goes on, or most of it."""
    heading = t("Perhaps")
    options = [Option("stop", t("Stop"), ends=True), *(Option(f"near{n}", t("Near {n}", n=n)) for n in range(known)),
               *(Option(f"far{n}", t("Far {n}", n=n), under=heading) for n in (1, 2))]  # fmt: skip
    question = Question("0.1.0.abc", "0.1", Ask("ann", "1", t("Where to?"), Choose(tuple(options))))
    with app.test_request_context():
        macro = app.jinja_env.get_template("parts/forms.html").module.question_form  # type: ignore[attr-defined]
        page = str(macro(FormView(question, "/answer", "post")))
    assert page.count("Perhaps") == 1
    assert page.index("Perhaps") < page.index("Far 1") < page.index("Far 2") < page.index("Stop")
    assert ('<details class="apart" open>' in page) == (known < 2)


def test_many_cards_are_listed_by_their_names() -> None:
    """A chit among sixty is looked for by its name; a few keep the order of the game."""
    names = [chr(ord("a") + n) for n in range(MANY_CARDS + 1)][::-1]
    deck = [Card(name, t(name)) for name in names]
    assert [card.id for card in by_name(deck)] == sorted(names)
    assert by_name(deck[:MANY_CARDS]) == deck[:MANY_CARDS]


def picks_drawn(app: Flask, form: Pick) -> str:
    """The form in which several things are picked."""
    question = Question("0.1.0.abc", "0.1", Ask("ann", "1", t("Who goes?"), form))
    with app.test_request_context():
        macro = app.jinja_env.get_template("parts/forms.html").module.question_form  # type: ignore[attr-defined]
        return str(macro(FormView(question, "/answer", "post")))


def test_equal_things_to_pick_are_one_row_with_a_box_for_each(app: Flask) -> None:
    """Each can still be picked by itself; what is seldom meant comes after, and what is marked at first is ticked."""
    options = (Option("elf1", t("Elves")), Option("spell", t("Bless"), minor=True), Option("ent", t("Ents")),
               Option("elf2", t("Elves")))  # fmt: skip
    page = picks_drawn(app, Pick(options, 1, 4, ("elf1", "ent")))
    assert re.findall(r'value="(\w+)"( checked)?', page.partition("<fieldset")[2]) == [
        ("elf1", " checked"), ("elf2", ""), ("ent", " checked"), ("spell", "")]  # fmt: skip
    assert page.count("tick alike") == page.count("× 2") == 1

"""By phone: from a square of the map to what lies there, pieces taken away and added; what helpers and the end tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.core.errors import Refused
from companion.engine.match.live import Stamp
from companion.games import load_game
from companion.games.two_bases import GAME
from companion.store import Store
from companion.web import Config, create_app
from tests.web.phones import Phone

STAMP = Stamp("blue", "2026-11-20T12:00:00Z")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "games.db", load_game) as opened:
        yield opened


@pytest.fixture
def table(store: Store) -> tuple[Phone, str]:
    """A phone that holds both sides of a match."""
    phone = Phone(create_app(store, Config(testing=True), find_game=load_game))
    phone.get(f"/new/{GAME.name}")
    phone.send(phone.form(f"/new/{GAME.name}"), side=["blue", "orange"], mine=["blue", "orange"], label="A phone")
    return phone, store.matches()[0].code


def tile(store: Store, code: str, place: str) -> Any:
    """What the app believes of a space."""
    return store.read(code).state.board[place]  # type: ignore[attr-defined]


def test_a_square_of_the_map_leads_to_what_lies_there(table: tuple[Phone, str], store: Store) -> None:
    """Every square, the face-down ones too; the kind is chosen from a list."""
    phone, code = table
    phone.get(f"/m/{code}?tab=map")
    text = phone.text.replace("%2F", "/")
    assert all(f'/m/{code}/correct?path=/board/{place}"' in text for place in store.read(code).state.board)  # type: ignore[attr-defined]
    phone.get(f"/m/{code}/correct?path=/board/b2")
    assert all(f'path=/board/b2/{part}"' in phone.text.replace("%2F", "/") for part in ("kind", "marker", "pieces"))
    phone.get(f"/m/{code}/correct?path=/board/b2/kind")
    assert re.search(r'<option value="forest">\s*Forest\s*</option>', phone.text)
    phone.send(phone.form("/correct"), value="forest")
    assert tile(store, code, "b2").kind == "forest"


def test_a_piece_is_added_and_taken_away(table: tuple[Phone, str], store: Store) -> None:
    """One tap each; the new piece is then said what it is."""
    phone, code = table
    phone.get(f"/m/{code}/correct?path=/board/b2/pieces")
    phone.send(next(form for form in phone.forms() if form.value("onward")))
    assert len(tile(store, code, "b2").pieces) == 1
    phone.get(f"/m/{code}/correct?path=/board/b2/pieces/0/type")
    phone.send(phone.form("/correct"), value="soldier2")
    assert tile(store, code, "b2").pieces[0].type == "soldier2"
    phone.get(f"/m/{code}/correct?path=/board/b2/pieces/0")
    phone.send(next(form for form in phone.forms() if form.value("onward")))
    assert tile(store, code, "b2").pieces == []


@pytest.mark.parametrize(
    ("path", "value"),
    [("/board/b2/built", "castle"), ("/board/b2/marker", "green"), ("/active", "nobody"), ("/winner", "me"),
     ("/board/b2/pieces", [{"type": "dragon", "seat": "blue"}]), ("/battle", {"source": "z9", "target": "a1"})],
)  # fmt: skip
def test_what_does_not_exist_cannot_be_typed(store: Store, path: str, value: Any) -> None:
    """Refused with a reason, instead of a board nobody can draw any more."""
    code = store.create(GAME, ["blue", "orange"], {}, {}, release="test", now=STAMP.time)
    with store.change(code) as work, pytest.raises(Refused):
        work.match.correct(path, value, "", STAMP)


def test_a_helper_tells_all_it_has_found(table: tuple[Phone, str]) -> None:
    """The page at the end names every piece and development that can be had, and what the land earns."""
    phone, _ = table
    phone.get("/helpers")
    phone.send(phone.form(f"/helpers/{GAME.name}/recruit"))
    (form,) = phone.questions()
    numbers = {name: name.rpartition(".")[2] for name, _ in form.fields}
    chosen = {"plains": "2", "forest": "1", "number": "5"}
    land = {name.replace(".", "__"): chosen.get(last, "0") for name, last in numbers.items() if name.startswith("f.")}
    phone.send(form, **land)
    for words in ("Peasant I: 1 AP", "Soldier I: 3 AP", "Hunter I: 2 AP", "Village: 3 AP", "Mill: 3 AP"):
        assert words in phone.text
    assert "3 action points" in phone.text


def test_each_phone_ticks_the_steps_of_laying_the_board(store: Store) -> None:
    """All phones see the common steps and their own before anything is answered; a tick takes an own one off that phone
    alone, a common one off all.
    """
    app = create_app(store, Config(testing=True), find_game=load_game)
    code = store.create(GAME, ["blue", "orange"], {}, {}, release="test", now=STAMP.time)
    phones = {seat: Phone(app) for seat in ("blue", "orange")}
    for seat, phone in phones.items():
        phone.get(f"/j/{code}")
        phone.send(phone.form("/join"), seat=seat, label=seat)
    blue, orange = due(phones["blue"], code), due(phones["orange"], code)
    common = blue & orange
    own = orange - common
    assert common
    assert own
    assert blue - common
    phones["orange"].send(phones["orange"].form("/hands"), task=min(own))
    assert (due(phones["blue"], code), due(phones["orange"], code)) == (blue, orange - {min(own)})
    phones["orange"].send(phones["orange"].form("/hands"), task=min(common))
    assert due(phones["blue"], code) == blue - {min(common)}


def due(phone: Phone, code: str) -> set[str]:
    """The keys of the steps that a phone still shows."""
    phone.get(f"/m/{code}")
    return set(re.findall(r'name="task" value="([^"]+)"', phone.text))


def test_who_turns_up_a_tile_sees_what_it_may_be(table: tuple[Phone, str], store: Store) -> None:
    """The bar of a picked place says that it lies face down and what comes of it; each answer has its picture."""
    phone, code = table
    with store.change(code) as work:
        work.match.answer(work.match.questions()[0].key, "ready", STAMP)
    phone.get(f"/m/{code}")
    assert all(said.strip() for said in re.findall(r'data-there="([^"]*)"', phone.text))
    with store.change(code) as work:
        work.match.answer(work.match.questions()[0].key, "b2", STAMP)
    phone.get(f"/m/{code}")
    assert phone.text.count('class="hexmap ground-picture"') == len(store.read(code).questions[0].part.deck)  # type: ignore[union-attr]


def test_who_decides_sees_the_board(table: tuple[Phone, str], store: Store) -> None:
    """Under a question with buttons, once; a question that is answered on the map has no second one."""
    phone, code = table
    with store.change(code) as work:
        work.match.answer(work.match.questions()[0].key, "ready", STAMP)
    phone.get(f"/m/{code}")
    assert (phone.text.count('id="the-map"'), 'id="panel-map"' in phone.text) == (1, False)
    with store.change(code) as work:
        work.match.answer(work.match.questions()[0].key, "b2", STAMP)
    phone.get(f"/m/{code}")
    assert (phone.text.count('id="the-map"'), 'id="panel-map"' in phone.text) == (1, True)


def test_a_deed_of_several_taps_is_one_entry_of_the_log(table: tuple[Phone, str], store: Store) -> None:
    """Which tile is turned up, and what it is: the first tap stands inside the second, with what can be done about it;
    while nothing came of it yet, it stands alone.
    """
    phone, code = table
    for given in ("ready", "b2"):
        with store.change(code) as work:
            work.match.answer(work.match.questions()[0].key, given, STAMP)
    picked = store.read(code).last
    phone.get(f"/m/{code}/log")
    assert 'class="log mates"' not in phone.text
    with store.change(code) as work:
        work.match.answer(work.match.questions()[0].key, ["forest"], STAMP)
    phone.get(f"/m/{code}/log")
    inside = re.findall(r'<ol class="log mates">(.*?)</ol>', phone.text, re.S)
    assert [re.findall(r'id="entry-(\d+)"', one) for one in inside] == [[str(picked)]]
    assert f"/m/{code}/undo/{picked}" in inside[0]


def test_a_place_and_what_lies_there_go_in_one_post(table: tuple[Phone, str], store: Store) -> None:
    """A kind that cannot lie there refuses both; the app may draw; the place alone asks for the kind."""
    phone, code = table
    phone.get(f"/m/{code}")
    phone.send(phone.questions()[0], choice="ready")
    phone.send(phone.questions()[0], choice="a1", card="ocean")
    assert "refusal" in phone.text
    assert not tile(store, code, "a1").kind
    phone.send(phone.questions()[0], choice="a1", card="forest")
    assert tile(store, code, "a1").kind == "forest"
    phone.send(phone.questions()[0], choice="b1", roll="app")
    assert tile(store, code, "b1").kind
    phone.send(phone.questions()[0], choice="c1")
    assert not tile(store, code, "c1").kind
    phone.send(phone.questions()[0], card="plains")
    assert tile(store, code, "c1").kind == "plains"


def test_that_all_is_laid_out_is_asked_once_more_while_ticks_are_open(table: tuple[Phone, str]) -> None:
    """Once all is ticked off one tap is enough."""
    phone, code = table
    phone.get(f"/m/{code}")
    assert re.search(r'value="ready"[^>]* data-grave', phone.text)
    phone.send(phone.form("/hands"), all="yes")
    assert 'value="ready"' in phone.text
    assert not re.search(r'value="ready"[^>]* data-grave', phone.text)


def test_what_cannot_be_done_is_folded_and_the_log_tells_a_deed_in_short(
    table: tuple[Phone, str], store: Store
) -> None:
    """Without points nothing but the end of the turn is in sight; the question of a choice waits for a tap."""
    phone, code = table
    with store.change(code) as work:
        for answer in ("ready", "a1", ["plains"], "b1", ["plains"], "c1", ["forest"], "a1", "a8", ["plains"], "b8",
                       ["plains"], "c8", ["forest"], "a8", ["blue"]):  # fmt: skip
            work.match.answer(work.match.questions()[0].key, answer, STAMP)
        work.match.correct("/players/blue/points", 0, "", STAMP)
    phone.get(f"/m/{code}")
    shown, _summary, folded = phone.text.partition('<details class="shut">')
    assert 'value="done"' in shown
    assert 'value="recruit"' not in shown
    assert folded.count("disabled") >= 6
    phone.send(phone.questions()[0], choice="done")
    phone.get(f"/m/{code}/log")
    summary = re.search(r"<summary>(?:(?!</summary>).)*End the turn.*?</summary>", phone.text, re.DOTALL)
    assert summary
    assert 'class="asked"' not in summary[0]
    assert "what do you do?" in phone.text

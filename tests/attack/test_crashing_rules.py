"""A release whose rules crash on a kept match: it opens all the same, says so, and the table finds a way out."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.engine.core.rules import book
from companion.engine.game.record import open_position, resume
from companion.engine.match.live import Match, Stamp
from companion.store import Store
from companion.web import Config, create_app
from tests.attack.test_absurd_values import some_way_in
from tests.engine import toy
from tests.web.phones import Phone

ROOT = Path(__file__).parents[2]
TOYS = {"toy": toy.GAME}
FILL = {"gold": 5, "banner": False}


@contextmanager
def crashing(rule: str, when: str = "True") -> Iterator[None]:
    """Meanwhile a rule raises (if an expression on its state says so), as a release with a mistake in it would."""
    code = book.get(rule)
    assert code is not None
    code.resolve_types()  # from the annotations of the rule itself
    well = code.fn

    def broken(state: Any, *args: Any) -> Any:
        if eval(when, {"state": state, "args": args}):
            raise ZeroDivisionError("a mistake in the rules")
        value = well(state, *args)
        return (yield from value) if code.is_generator else value

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(code, "fn", broken)
        yield


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Store, Phone, str]]:
    """A match with one answer: the second stall is asked to prepare."""
    with Store.open(tmp_path / "companion.db", TOYS.__getitem__) as store:
        app = create_app(store, Config(testing=True), find_game=TOYS.__getitem__, games=lambda: [toy.GAME])
        host = Phone(app)
        host.get("/new/toy")
        host.send(host.form("/new/toy"), side=["ann", "bob"], mine=["ann", "bob"], label="A")
        code = store.matches()[0].code
        with store.change(code) as work:
            asked = work.match.questions()[0]
            work.match.answer(asked.key, FILL, Stamp(asked.seat))
        forget(store)
        yield store, host, code


def forget(store: Store) -> None:
    """What the server keeps in memory goes, as at a restart."""
    for kept in (store._live, store._snapshots):
        kept._values.clear()


def test_every_page_opens_and_names_what_failed(table: tuple[Store, Phone, str]) -> None:
    """Play, log, undo, correction, export, host, after: all open; the play page names the failure."""
    store, host, code = table
    with crashing("tests.engine.toy.prepare"):
        for page in ("", "/live", "/log", "/undo/1", "/correct", "/correct?path=/minted", "/host", "/after", "/export"):
            assert host.get(f"/m/{code}{page}").status_code == 200, page
        page = host.get(f"/m/{code}")
        assert "a mistake in the rules" in page.text
        exported = store.export(code)
    forget(store)
    assert "a mistake in the rules" not in host.get(f"/m/{code}").text
    assert host.questions()
    assert store.export(code) == exported


def test_a_correction_brings_it_back(table: tuple[Store, Phone, str]) -> None:
    """The rules stumble over a value; once it is corrected by the form, the table plays on."""
    store, host, code = table
    with crashing("tests.engine.toy.prepare", "state.minted == 5"):
        assert not host.get(f"/m/{code}") or not host.questions()
        host.get(f"/m/{code}/correct?path=/minted")
        host.send(host.form("/correct"), value="6")
        assert "a mistake" not in host.get(f"/m/{code}").text
        assert host.questions()
        forget(store)
        host.get(f"/m/{code}")
        assert host.questions()


def test_one_of_two_corrections_counts_though_the_rules_still_crash(table: tuple[Store, Phone, str]) -> None:
    """Two wrong values are put right one after the other."""
    store, host, code = table
    with crashing("tests.engine.toy.prepare", "state.minted == 5 or state.spent == 0"):
        for path, value, well in (("/minted", "6", False), ("/spent", "1", True)):
            host.get(f"/m/{code}/correct?path={path}")
            host.send(host.form("/correct"), value=value)
            host.get(f"/m/{code}")
            assert bool(host.questions()) == well
        assert store.read(code).state.minted == 6


def test_taking_back_leads_out_of_it(table: tuple[Store, Phone, str]) -> None:
    """Undo goes to the position before, where the rules run."""
    store, host, code = table
    with crashing("tests.engine.toy.prepare", "state.minted == 5"):
        host.get(f"/m/{code}/undo/1")
        host.send(host.form("/undo/1"))
        host.get(f"/m/{code}")
        assert "a mistake" not in host.text
        assert host.questions()
    assert store.read(code).tip == 0


def test_an_answer_posted_meanwhile_is_refused_in_words(table: tuple[Store, Phone, str]) -> None:
    """A page from before the update posts its answer: not asked, nothing lost, no error of ours."""
    store, host, code = table
    host.get(f"/m/{code}")
    form = host.questions()[0]
    with crashing("tests.engine.toy.prepare"):
        forget(store)
        assert host.send(form).status_code == 409
    assert store.read(code).last == 1


def test_a_crash_on_the_way_keeps_no_file_from_being_taken_in(table: tuple[Store, Phone, str]) -> None:
    """An exported match whose replay crashes is taken in with the recorded end, by another release."""
    store, _host, code = table
    file = store.export(code)
    with crashing("tests.engine.toy.prepare", "state.minted == 5"):
        again = store.import_(file, release="other", now="2026-11-22T10:00:00+00:00")
        assert store.read(again).fault.message
    forget(store)


@pytest.mark.slow
def test_a_game_that_cannot_even_begin_is_told_in_words(tmp_path: Path) -> None:
    """`companion import` of such a file: words, no stack trace."""
    file = tmp_path / "odd.json"
    file.write_text('{"game": "two_bases", "release": "0", "seats": ["x", "y"], "entries": [], "tip": 0, '
                    '"save": {"state": {}, "root": null}}')  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "import", str(file), "--data", str(tmp_path / "m.db")],
        capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["heroes_vs_warlords", "two_bases"])
def test_any_rule_of_a_real_game_may_crash(name: str) -> None:
    """Whichever of the open rules raises: the match is taken up, shows its state, and its save stays as it was."""
    from companion.games import load_game

    game = load_game(name)
    match = some_way_in(game, 40)
    text = match.save_text()
    tried = 0
    for rule in dict.fromkeys(re.findall(rb'"rule":"([^"]+)"', text)):
        code = book.get(rule.decode())
        if code is None or code.is_flow:
            continue
        with crashing(code.name):
            with pytest.raises(ZeroDivisionError):
                resume(game, text)
            again = Match(game, text, match.ledger, match.tip)
            assert "a mistake in the rules" in str(again.fault)
            assert again.save_text() == text
            assert not again.questions()
            again.undo(match.line()[-1].n, Stamp("host"))
        tried += 1
    assert tried
    assert not Match(game, text, match.ledger, match.tip).fault.message
    assert open_position(game, text).questions()

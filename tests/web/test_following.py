"""What follows from a correction or a changed answer is said before it is made, and never what is hidden."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.engine.core.effects import Roll
from companion.engine.core.questions import Question
from companion.engine.match.live import Stamp
from companion.store import Store
from tests.browser import brink
from tests.browser.site import NOW, find_game
from tests.web.phones import Phone
from tests.web.test_fought import seated


def follows(page: Phone) -> list[str]:
    """The lines of what follows, without their tags; the one line that says that nothing does is empty."""
    found = re.search(r'<div class="follows">.*?</div>', page.text, re.S)
    rows = re.findall(r"<li>(.*?)</li>", found[0], re.S) if found else []
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store.open(tmp_path / "led.db", find_game) as opened:
        yield opened


def test_the_owner_reads_what_follows_before_he_agrees(store: Store) -> None:
    """Movement points of a Hero whose turn it is are put down: his question and his map have others."""
    code = brink.first_round(store, ["knights", "amazons"])
    knights, amazons = seated(store, code, "knights", "amazons")
    path = "/players/knights/heroes/0/mp"
    amazons.get(f"/m/{code}/correct?path={path}")
    amazons.send(amazons.form("/correct"), value="1", reason="miscounted")
    knights.get(f"/m/{code}")
    assert follows(knights)
    amazons.get(f"/m/{code}")
    assert follows(amazons) == follows(knights)


def test_who_corrects_looks_first(store: Store) -> None:
    """The button that looks changes nothing and keeps what was typed."""
    code = brink.first_round(store, ["knights", "amazons"])
    (knights,) = seated(store, code, "knights")
    path = "/players/knights/heroes/0/mp"
    before = store.read(code).last
    knights.get(f"/m/{code}/correct?path={path}")
    knights.send(knights.form("/correct"), value="1", look="yes")
    assert store.read(code).last == before
    assert knights.form("/correct").value("value") == "1"
    assert follows(knights)


def test_another_roll_tells_another_story(store: Store) -> None:
    """The page before a changed answer tells what the rules would say instead."""
    code, city = brink.put_up(store)
    with store.change(code) as work:
        work.match.answer(work.match.questions()[0].key, city, Stamp("knights", NOW))
    rolled: list[Question] = []

    def after_the_breach(question: Question) -> bool:
        """The question after the roll on the wall."""
        if isinstance(question.part, Roll) and question.section == "8.7.1" and not rolled:
            rolled.append(question)
            return False
        return bool(rolled)

    brink.until(store, code, after_the_breach)
    (knights,) = seated(store, code, "knights")
    rolls = [line.entry.n for line in store.read(code).entries(limit=40).lines if line.entry.value == [20]]
    knights.get(f"/m/{code}/change/{rolls[0]}")
    knights.send(knights.form("/change"), **{"die.0": "1"})
    assert any(" → " in line for line in follows(knights))


def test_where_something_is_hidden_a_change_tells_nothing(host: Phone, guest: Phone, store: Store, code: str) -> None:
    """In the toy each stall has a hand of its own: looking at a change must not turn up what was never played."""
    del guest
    with store.change(code) as work:
        for asked in list(work.match.questions()):
            work.match.answer(asked.key, {"gold": 5, "banner": False}, Stamp(asked.seat, NOW))
        n = work.match.line()[-1].n
        replay = work.match.preview_change(n, {"gold": 9, "banner": True})
    assert replay.retold or replay.after
    host.get(f"/m/{code}/change/{n}")
    assert not follows(host)


def test_of_all_values_ones_own_stand_open_and_first(store: Store) -> None:
    """Then what others own, folded; what only the app keeps is at the end, folded in one."""
    code = brink.first_round(store, ["knights", "amazons"])
    (amazons,) = seated(store, code, "amazons")
    amazons.get(f"/m/{code}/correct")
    groups = re.findall(r"<details( open)?><summary>(.*?)</details>", amazons.text, re.S)
    assert [bool(opened) for opened, _inside in groups] == sorted((bool(one) for one, _inside in groups), reverse=True)
    paths = [re.findall(r"correct\?path=([^\"]+)", inside.replace("%2F", "/")) for _opened, inside in groups]
    assert [any("/heroes/0/attack" in one for one in group) for group in paths].count(True) == 2
    assert any("/players/amazons/heroes/0/attack" in one for one in paths[0] + paths[1])
    assert any("stock/gold" in one for one in paths[0] + paths[1])
    assert "/round" in paths[-1]

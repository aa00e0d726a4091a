"""The log as people read it: by Rounds, with ways to one of them, and only what one asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from companion.engine.match.live import Stamp
from companion.engine.testing.scenario import played as replayed
from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.reading.rounds import Rounds
from tests.browser.brink import NOW, put_up
from tests.games.heroes_vs_warlords.table import dull
from tests.web.phones import Phone


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "companion.db", load_game) as opened:
        yield opened


@pytest.fixture
def phone(store: Store) -> Phone:
    """A phone of the Knights at a match in its second Round."""
    code, _city = put_up(store)
    played(store, code, 2)
    made = Phone(create_app(store, Config(testing=True)))
    made.get(f"/m/{code}/join")
    made.send(made.form("/join"), label="Phone")
    store.give_seat(code, store.read(code).devices[-1].id, "knights")
    made.code = code  # type: ignore[attr-defined]
    return made


def played(store: Store, code: str, rounds: int) -> None:
    """Play on with dull answers until this Round has begun."""
    with store.change(code) as work:
        while work.match.runner.state.round < rounds:  # type: ignore[attr-defined]
            asked = work.match.questions()[0]
            work.match.answer(asked.key, dull(asked), Stamp(asked.seat, NOW))


def test_the_log_is_told_by_rounds(store: Store, phone: Phone) -> None:
    """Every Round has a heading and a link to it; behind the link the page holds the Round's first entry."""
    code = phone.code  # type: ignore[attr-defined]
    page = phone.get(f"/m/{code}/log").get_data(as_text=True)
    marks = Rounds().of(store.read(code))
    assert len(marks) == 2
    assert len(set(re.findall(r"#round-(\d+)", page))) == 2
    first = phone.get(f"/m/{code}/log?at={marks[0].n}").get_data(as_text=True)
    assert f'id="round-{marks[0].n}"' in first
    assert f'id="entry-{marks[0].n}"' in first


def test_what_came_later_does_not_make_the_rounds_forget(store: Store, phone: Phone) -> None:
    """Looked at after every entry or once at the end, the Rounds are the same; also those begun anew."""
    code = phone.code  # type: ignore[attr-defined]
    known = Rounds()
    before = known.of(store.read(code))
    with store.change(code) as work:
        work.match.undo(before[-1].n, Stamp("knights", NOW))
    played(store, code, 2)
    after = known.of(store.read(code))
    assert after == Rounds().of(store.read(code))
    assert after[-1].n > before[-1].n


def test_one_kind_of_entry_at_a_time(store: Store, phone: Phone) -> None:
    """What happened has lines that tell it; what was put right are corrections, undone answers and rulings."""
    code = phone.code  # type: ignore[attr-defined]
    events = phone.get(f"/m/{code}/log?what=events").get_data(as_text=True)
    entries = re.sub(r'<ol class="log mates">.*?</ol>', "", events, flags=re.S).split('<li class="entry')[1:]
    assert entries
    assert all('class="note"' in one for one in entries)
    last = store.read(code).last
    changes = phone.get(f"/m/{code}/log?what=changes&at=1").get_data(as_text=True)
    kinds = set(re.findall(r'<li class="entry(?: undone)? k-(\w+)', changes))
    assert kinds == {"correction"}
    assert f'id="entry-{last}"' not in changes


def test_what_would_be_taken_back_is_folded_by_rounds(store: Store, phone: Phone) -> None:
    """The last ten entries are shown at once; the others lie folded under the Round they belong to."""
    code = phone.code  # type: ignore[attr-defined]
    page = phone.get(f"/m/{code}/undo/2").get_data(as_text=True)
    shown, *folded = page.split('<details class="round-folded"')
    assert shown.count('<li class="entry') == 10
    assert len(folded) >= 2
    assert page.count('<li class="entry') == store.read(code).last - 1


def test_taking_back_is_not_what_is_offered_first(phone: Phone) -> None:
    """The strong button leaves all as it is; the one that gives up is outlined and says how many entries go."""
    code = phone.code  # type: ignore[attr-defined]
    main = phone.get(f"/m/{code}/undo/2").get_data(as_text=True).partition("<h1>")[2]
    going = main.count('<li class="entry')
    assert main.index(f'class="go" href="/m/{code}/log"') < main.index('<button type="submit" class="option">')
    assert str(going) in main.partition('<button type="submit" class="option">')[2].partition("</button>")[0]


def test_dice_are_dice_and_questions_come_before_answers(store: Store, phone: Phone) -> None:
    """What a die showed stands in a die, never as a bare number; and an answer stands behind its question."""
    code = phone.code  # type: ignore[attr-defined]
    page = phone.get(f"/m/{code}/log").get_data(as_text=True)
    rows = re.findall(r'<li class="entry[^"]*".*?</summary>', page, re.DOTALL)
    rolled = [row for row in rows if 'class="die-face"' in row]
    said = [row for row in rows if 'class="value"' in row]
    assert rolled
    assert said
    assert not [row for row in rolled if 'class="value"' in row]
    for row in said:
        if 'class="asked"' in row:
            assert row.index('class="asked"') < row.index('class="value"')


def test_a_correction_says_what_it_changed(store: Store, phone: Phone) -> None:
    """One value of many in a record: only that one, what it was and what it is; the reason stands below."""
    code = phone.code  # type: ignore[attr-defined]
    path = "/players/knights/heroes/0/sections"
    state: Any = store.read(code).state
    wanted = [to_builtins(one) for one in state.players["knights"].heroes[0].sections]
    n = next(i for i, one in enumerate(wanted) if one)
    was = wanted[n]["count"]
    wanted[n] = {**wanted[n], "count": was + 1}
    with store.change(code) as work:
        work.match.correct(path, wanted, "one was under the table", Stamp("knights", NOW))
    page = phone.get(f"/m/{code}/log").get_data(as_text=True)
    entry = page.split('<li class="entry k-correction"')[1].split("</li>")[0]
    said = re.sub(r"<[^>]+>", " ", entry.split('class="came"')[0])
    assert f"{was} → {was + 1}" in said
    assert "one was under the table" in entry.split('class="came"')[1]


def test_a_correction_names_a_city_as_people_do(store: Store, phone: Phone) -> None:
    """Not by the tile it is on, neither where it is nor where somebody now stands in it."""
    code = phone.code  # type: ignore[attr-defined]
    with store.change(code) as work:
        place = work.match.runner.state.cities["home:amazons"].place  # type: ignore[attr-defined]
        work.match.correct("/players/knights/heroes/0/place", place, "as it stands", Stamp("knights", NOW))
    page = phone.get(f"/m/{code}/log").get_data(as_text=True)
    told = next(one for one in page.split('<li class="entry') if "k-correction" in one[:80])
    assert "Amazons City" in told


def test_the_folded_filter_says_something(phone: Phone) -> None:
    """Where all entries are shown it does not say twice that all are, and a chosen side is named."""
    code = phone.code  # type: ignore[attr-defined]
    said = [re.search(r"<summary>[^<]*<span>([^<]*)</span>", phone.get(f"/m/{code}/log{query}").text)
            for query in ("", "?seat=knights", "?seat=knights&what=changes")]  # fmt: skip
    words = [one[1] for one in said if one]
    assert len(set(words)) == 3
    assert ["·" in one for one in words] == [False, False, True]


def test_dice_that_were_rolled_together_are_one_entry(store: Store, phone: Phone) -> None:
    """The last of them says what came of it, with the dice of all; the others are inside, with what can be done."""
    code = phone.code  # type: ignore[attr-defined]
    page = phone.get(f"/m/{code}/log").text
    inside = re.findall(r'<ol class="log mates">(.*?)</ol>', page, re.S)
    assert inside
    assert all('id="entry-' in one and f"/m/{code}/undo/" in one for one in inside)
    head = page.partition('<ol class="log mates">')[0].rpartition("<summary>")[2].partition("</summary>")[0]
    assert head.count('class="die-face"') == 2


def test_who_acts_is_told_within_what_he_does(store: Store) -> None:
    """Multiverse War: the choice of a unit is no entry of its own, for nobody; only its player reads which it is."""
    game = load_game("multiverse_war")
    recorded, scenario = replayed(game.show, load_game)
    code = store.create(game, scenario.seats, dict(scenario.settings), {}, release="1", now=NOW)
    with store.change(code) as work:
        for one in recorded.line()[:23]:  # the Horseman of Red has moved
            work.match.answer(one.key, one.value, Stamp(one.seat, NOW))
    app, pages = create_app(store, Config(testing=True)), []
    for seat in ("red", "blue"):
        made = Phone(app)
        made.get(f"/m/{code}/join")
        made.send(made.form("/join"), label="Phone")
        store.give_seat(code, store.read(code).devices[-1].id, seat)
        pages.append(made.get(f"/m/{code}/log").text)
    for page, knows in zip(pages, (True, False), strict=True):
        first = page[page.index('id="entry-23"') :]
        said, _, inside = first.partition("</summary>")
        assert ("Horseman" in said) == knows
        assert 'id="entry-22"' in inside.partition("</ol>")[0]
    assert "Horseman" not in pages[1]

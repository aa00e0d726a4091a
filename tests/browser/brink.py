"""A match on the brink of a siege: Knights before the Amazons' City, made through the store before the server starts.

Set-up is answered by a script, the position is put up by corrections, as a table does that had played on paper.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.engine.core.questions import Question
from companion.engine.match.live import Match, Stamp
from companion.games import load_game
from companion.games.heroes_vs_warlords.records import facts
from companion.store import Store
from tests.games.heroes_vs_warlords.table import dull

GAME = load_game("heroes_vs_warlords")
SEATS = ["knights", "amazons"]
SCRIPT: dict[str, Any] = {"5.3": {"map": "standard", "tiles": 12, "length": 4}}
"""Answers of the set-up by section; the rest is dull. The Knights always go first."""
INITIATIVE = {"knights": 20, "amazons": 10, "barbarians": 1}
NOW = "2026-11-20T12:00:00Z"


def brink(folder: Path, seats: Sequence[str] = SEATS) -> tuple[str, str]:
    """Make the match in the file of a server; gives its code and the hex of the City."""
    with Store.open(folder, load_game) as store:
        return put_up(store, seats)


def put_up(store: Store, seats: Sequence[str] = SEATS, **settings: str) -> tuple[str, str]:
    """The same in an open store, perhaps with other settings.

    With a third seat the Barbarians stand with few units beside the Knights, and the City is weakly held.
    """
    code = store.create(GAME, list(seats), settings, {}, release="test", now=NOW)
    with store.change(code) as work:
        _set_up(work.match)
        place = _position(work.match)
    return code, place


def first_round(store: Store, seats: Sequence[str]) -> str:
    """A match at the first turn of its first Round, set up by a script; gives its code."""
    code = store.create(GAME, list(seats), {}, {}, release="test", now=NOW)
    with store.change(code) as work:
        _set_up(work.match)
    return code


def until(store: Store, code: str, wanted: Callable[[Question], bool]) -> None:
    """Play on in a siege: breach the wall at the first try, attack with nobody, until this is asked."""
    with store.change(code) as work:
        for n in range(40):
            question = work.match.questions()[0]
            if wanted(question):
                return
            value: Any = {"8.7.1": [20]}.get(question.section, dull(question))
            form = getattr(question.part, "form", None)
            if form is not None:
                value = True if question.section == "8.7.1" and form.shape() == ["confirm"] else dull(question)
            work.match.answer(question.key, value, Stamp(question.seat, NOW, "test", f"until {n}"))
    raise AssertionError("never asked")


def is_attack(question: Question) -> bool:
    """Whether the next attack of a battle is asked for."""
    return any(option.link for option in getattr(getattr(question.part, "form", None), "options", ()))


def _set_up(match: Match) -> None:
    while match.questions()[0].section != "7.1":
        question = match.questions()[0]
        value = SCRIPT.get(question.section, dull(question))
        if question.section == "5.2":
            value = [INITIATIVE[question.seat]]
        match.answer(question.key, value, Stamp(question.seat, NOW))


def _position(match: Match) -> str:
    """War is open; works of Level 2 and two towers; two Ranged stacks and two others in the City, a Hero with them."""
    state: Any = match.runner.state
    city: str = state.cities["home:amazons"].place
    knights, amazons = "/players/knights/heroes/0", "/players/amazons/heroes/0"
    values = {
        "/world/open_war": True,
        "/cities/home:amazons/works": 2,
        "/cities/home:amazons/towers": 2,
        "/cities/home:amazons/units": [_stack("amazons", 3, 6), _stack("amazons", 2, 4)],
        f"{amazons}/sections": [_stack("amazons", 3, 8), _stack("amazons", 1, 6), None, None, None, None],
        f"{knights}/sections": [*(_stack("knights", *one) for one in ((3, 10), (5, 8), (4, 10), (2, 12))), None, None],
        f"{knights}/level": 4,
        f"{knights}/place": beside(city, "SE"),
    }
    if "barbarians" in state.players:
        raiders = "/players/barbarians/heroes/0"
        values[f"{raiders}/place"] = beside(city, "S")
        values["/cities/home:amazons/units"] = [_stack("amazons", 3, 4)]
        values[f"{amazons}/sections"] = [_stack("amazons", 1, 6), None, None, None, None, None]
        values[f"{raiders}/sections"] = [_stack("barbarians", 1, 4), None, None, None, None, None]
    for path, value in values.items():
        match.correct(path, value, "as it stands on the table", Stamp("knights", NOW))
    return city


def beside(place: str, way: str) -> str:
    """The hex next to a hex."""
    q, r = (int(one) for one in place.split(","))
    dq, dr = facts.DIRECTIONS[way]
    return f"{q + dq},{r + dr}"


def _stack(faction: str, level: int, count: int) -> dict[str, Any]:
    return {"faction": faction, "level": level, "count": count}

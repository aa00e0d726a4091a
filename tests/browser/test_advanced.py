"""Heroes vs Warlords' Advanced game in the browser: a siege by each of the four methods, one by hand, a whole match.

Positions are prepared, armies small; people answer by the controls of the page, besiegers roll high and defenders low.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.match.live import Stamp
from companion.games import load_game
from companion.games.heroes_vs_warlords.records import facts
from companion.store import Store
from tests.browser.brink import NOW, put_up
from tests.browser.driver import PhoneDriver
from tests.browser.first_times import FirstTimes
from tests.browser.server import Server
from tests.web.player import Controls

MOST = 250
SIEGES = [
    pytest.param("arena_basic", "app", marks=pytest.mark.deep),  # `test_siege.py` plays one on two phones
    pytest.param("display_basic", "app", marks=pytest.mark.deep),  # its pages are those of the next two
    ("arena_advanced", "app"),
    ("display_advanced", "table"),
    pytest.param("display_advanced", "app", marks=pytest.mark.deep),  # the whole match below begins with one
]
Picks = Callable[[list[str]], str | None]


def plan(die: int, moves: Picks) -> Callable[[Controls], dict[str, str]]:
    """How somebody plays: never withdrawing, attacking where he can.

    `die` is which of the dice that can be typed he types, 0 the lowest, -1 the highest; `moves` picks choices first.
    """

    def steer(controls: Controls) -> dict[str, str]:
        choices = [value for name, value in controls.buttons if name == "choice"]
        wanted = moves(choices)
        if wanted is not None:
            return {"choice": wanted}
        if not choices:
            dice = [value for name, value in controls.buttons if name == "die.0"]
            return {"die.0": dice[die]} if dice else {}
        attacks = [value for value in choices if ">" in value]
        if attacks:
            return {"choice": attacks[0]}
        quiet = next((one for one in ("done", "pass", "no") if one in choices), None)
        return {"choice": quiet or choices[0]}

    return steer


def prepare(folder: Path, seats: list[str], values: dict[str, Any], **settings: str) -> tuple[str, str]:
    """The match on the brink with some values more; gives its code and the hex of the City."""
    with Store.open(folder, load_game) as store:
        code, city = put_up(store, seats, **settings)
        with store.change(code) as work:
            for path, value in values.items():
                work.match.correct(path, value, "as agreed", Stamp("knights", NOW))
    return code, city


def stacks(*units: tuple[str, int, int]) -> list[dict[str, Any] | None]:
    """The sections of a Display."""
    found = [{"faction": faction, "level": level, "count": count} for faction, level, count in units]
    return [*found, *([None] * (6 - len(found)))]


def state_of(folder: Path, code: str) -> Any:
    """The state of the match in the file of a server that has stopped."""
    with Store.open(folder, load_game) as store, store.change(code) as work:
        return work.match.runner.state


def play(
    phones: dict[str, PhoneDriver], code: str, plans: dict[str, Any], over: Callable[[Controls], bool] = lambda _: False
) -> FirstTimes:
    """Whoever is asked answers, until it is over or nobody is asked any more."""
    table = FirstTimes(list(dict.fromkeys(phones.values())), code, Random(5), app_dice=False)
    steers = {phone: plans[seat] for seat, phone in phones.items()}
    while (phone := table.asked()) is not None and not over(table.controls):
        assert table.answers < MOST, table.controls.prompt
        table.answer(phone, steers[phone])
    return table


@pytest.mark.slow
@pytest.mark.parametrize(("method", "moves"), SIEGES)
def test_a_siege_by_each_method(tmp_path: Path, phones: Callable[..., PhoneDriver], method: str, moves: str) -> None:
    """Cavalry of the Knights before a City with one unit: breached, entered and conquered by two phones.

    Once the table moves the counters of the Battle Display itself (ruling R124).
    """
    values = {
        "/cities/home:amazons/works": 1,
        "/cities/home:amazons/towers": 0,
        "/cities/home:amazons/units": [],
        "/players/amazons/heroes/0/sections": stacks(("amazons", 1, 1)),
        "/players/knights/heroes/0/sections": stacks(("knights", 5, 8)),
        "/rulings/combat_method": method,
        "/rulings/display_moves": moves,
    }
    code, city = prepare(tmp_path, ["knights", "amazons"], values)
    server = Server(tmp_path)
    server.start()
    table = {seat: phones(server.url) for seat in ("knights", "amazons")}
    for seat, phone in table.items():
        phone.join(code, seat, seat)

    begun = False

    def over(controls: Controls) -> bool:
        nonlocal begun
        turn = ("choice", "stop") in controls.buttons
        begun = begun or not turn
        return begun and turn

    play(table, code, {"knights": plan(-1, storming(city)), "amazons": plan(0, stays)}, over)
    server.stop()
    state = state_of(tmp_path, code)
    assert state.cities["home:amazons"].owner == "knights"
    assert state.cities["home:amazons"].conquered


def storming(city: str) -> Picks:
    """The City first; its wall is breached, at the drawbridge; then the cavalry goes for the hex behind that."""
    dared: list[str] = []

    def picks(choices: list[str]) -> str | None:
        if "yes" in choices:
            dared.append("yes")
            return "yes" if len(dared) == 1 else "no"
        if any(">" in one for one in choices):
            return None
        if "done" in choices and "E10" in choices:
            return "done"
        return next((one for one in (city, "E10", *_down(choices)) if one in choices), None)

    return picks


def stays(choices: list[str]) -> str | None:
    """Behind the drawbridge, and never from there."""
    return "E11" if "E11" in choices and "done" not in choices else None


def _down(choices: list[str]) -> list[str]:
    """Hexes of the Battle Display among the choices, nearest to the wall first."""
    hexes = [one for one in choices if len(one) in (2, 3) and one[0] in "ABCDEFGHI" and one[1:].isdigit()]
    return sorted(hexes, key=lambda one: (abs("ABCDEFGHI".index(one[0]) - 4), -int(one[1:])))


@pytest.mark.slow
def test_a_whole_advanced_match_on_three_phones(tmp_path: Path, phones: Callable[..., PhoneDriver]) -> None:
    """With every part of the Advanced game, from a position on the brink to the comparison after one Round."""
    seats = ["knights", "amazons", "barbarians"]
    values = {
        "/length": 1,
        "/cities/home:amazons/units": [],
        "/players/amazons/heroes/0/sections": stacks(("amazons", 1, 1)),
        "/players/knights/heroes/0/sections": stacks(("knights", 5, 8)),
        "/players/knights/heroes/0/honor": 3,
        "/players/knights/heroes/0/talent": 1,
    }
    code, city = prepare(tmp_path, seats, values, rules="advanced")
    server = Server(tmp_path)
    server.start()
    table = {seat: phones(server.url) for seat in seats}
    for seat, phone in table.items():
        phone.join(code, seat, seat)

    plans = {"knights": plan(-1, storming(city)), "amazons": plan(0, stays), "barbarians": plan(0, stays)}
    play(table, code, plans).back()
    table["knights"].page.locator(".ended").wait_for()
    server.stop()
    state = state_of(tmp_path, code)
    assert state.winners
    assert all(state.rulings[key] == reading for key, reading in facts.WHOLE_GAME.items())
    assert state.players["knights"].heroes[0].ep or state.players["knights"].heroes[0].level > 1


def quiet(controls: Controls) -> dict[str, str]:
    """How three people play a short match: one Round on the standard map, and nobody moves; others above do."""
    if any(name == "f.length.number" for name, *_ in controls.numbers):
        return {"f.length.number": "1", "f.map.choice": "standard"}
    return {"choice": "done"} if ("choice", "done") in controls.buttons else {}


@pytest.mark.slow
def test_a_short_advanced_match_from_the_start_page_to_the_final_comparison(
    server: Server, phones: Callable[..., PhoneDriver]
) -> None:
    """Three sides, two of them on one phone: the match is made as an Advanced game, set up, played for a Round, and
    compared.
    """
    seats = ["knights", "amazons", "barbarians"]
    host, guest = phones(server.url), phones(server.url)
    table = {"knights": host, "amazons": guest, "barbarians": host}
    code = host.create("heroes_vs_warlords", seats, ["knights", "barbarians"], {"rules": "advanced"})
    guest.join(code, "amazons", "amazons")
    played = play(table, code, dict.fromkeys(seats, quiet))
    assert played.answers > len(seats)
    played.back()
    for phone in (host, guest):
        phone.page.locator(".ended").wait_for()
        assert not phone.asked()
    host.go(f"/m/{code}/log")
    text = host.page.locator("main").text_content() or ""
    assert "Round 1" in text
    assert "win the game" in text or "A draw between" in text

"""A small table for rule tests: open grassland, cubes and buildings on it, any flow, answers in order.

    table = play(action.acting("red"), {"red": ("0,0 bowman",), "blue": ("2,0 swordsman",)}, ground={"1,0": "hill"})
    table.answer("0,0", "2,0")

Ids are `u1`, `u2` in the order given, buildings `b1`, `b2`. `learned` adds abilities.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.core.effects import Roll, Sum, as_call
from companion.engine.core.rules import book
from companion.engine.core.rulings import settled
from companion.engine.game.hexes import axial_distance
from companion.engine.game.hexlines import place_of
from companion.engine.running.runner import start
from companion.games.multiverse_war import GAME
from companion.games.multiverse_war.fighting.fight import attack, begin
from companion.games.multiverse_war.phases.setup import new_state, new_unit, young_hero
from companion.games.multiverse_war.readers.check import broken
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.figures import total
from companion.games.multiverse_war.world.sight import refresh
from companion.games.multiverse_war.world.state import Blow, Building, Fight, Hex, WarState
from tests.games.flowing import Flowing

RADIUS = 6


def world(
    units: Mapping[str, Sequence[str]] | None = None,
    *,
    ground: Mapping[str, str] | None = None,
    buildings: Sequence[str] = (),
    roads: Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
    settings: Mapping[str, str] | None = None,
    seats: Sequence[str] = ("red", "blue"),
    learned: Sequence[str] = (),
    gold: int = 0,
    turn: int = 2,
) -> WarState:
    """A state with cubes (`place kind kind`) and buildings (`seat kind place [age]`) on explored grassland."""
    state = new_state(list(seats), {**(settings or {})})
    state.rulings = settled(GAME.rulings, dict(rulings or {}))
    state.tiles, state.buildings, state.cubes = [], {}, 0
    disc = [(q, r) for q in range(-RADIUS, RADIUS + 1) for r in range(-RADIUS, RADIUS + 1)]
    state.hexes = {place_of(one): Hex("grassland") for one in disc if axial_distance(one, (0, 0)) <= RADIUS}
    for place, kind in (ground or {}).items():
        state.hexes[place].ground = kind
    for place in roads:
        state.hexes[place].road = True
    for seat, stacks in (units or {}).items():
        for text in stacks:
            place, *kinds = text.split()
            for kind in kinds:
                put(state, seat, kind, place)
    for n, text in enumerate(buildings, 1):
        seat, kind, places, *age = text.split()
        state.buildings[f"b{n}"] = Building(seat, kind, places.split("+"), int(age[0]) if age else 1)
    for player in state.players.values():
        player.gold = gold
        player.learned = list(learned)
        player.unlocked += [kind for kind in learned if kind in facts.HOUSE.units and kind not in player.unlocked]
    state.active, state.turn, state.cubes = seats[0], turn, 100
    state.build_order = state.action_order = list(seats)
    refresh(state)
    return state


def put(state: WarState, seat: str, kind: str, place: str) -> str:
    """A cube; a hero with a sheet of his own, all skills bought."""
    if kind in facts.HOUSE.heroes:
        hero = state.players[seat].heroes[kind] = young_hero()
        hero.skills, hero.points = [one.id for one in facts.HOUSE.heroes[kind].skill], 0
        hero.ap = 8
    return new_unit(state, seat, kind, place)


class Table(Flowing):
    """A running flow."""

    broken = staticmethod(broken)

    @property
    def state(self) -> WarState:
        """The state at the last finished steps."""
        return self.runner.state  # type: ignore[return-value]

    def apart(self) -> WarState:
        """This state with no cube that goes on acting."""
        self.state.acting = ""
        return self.state

    def rolls(self, *values: int) -> Table:
        """Answer as long as dice are asked for."""
        for value in values:
            assert isinstance(self.questions[0].part, Roll), self.questions[0]
            self.answer(value)
        return self

    def finish(self, value: int = 10) -> Table:
        """Roll the same as long as dice are asked for."""
        while self.questions and isinstance(self.questions[0].part, Roll):
            self.answer(value)
        return self

    def refusal(self, value: str) -> str:
        """Why an option cannot be chosen; empty if it can."""
        found = next(one for one in self.options if one.id == value)
        return str(found.refusal.reason) if found.refusal is not None else ""

    @property
    def ids(self) -> list[str]:
        """What is shown, possible or not."""
        return [one.id for one in self.options]

    def struck_with(self, strength: int) -> bool:
        """Whether a blow of this strength is in the log, or about to be rolled for."""
        open_ones = [one.part.prompt for one in self.questions if isinstance(one.part, Roll)]
        return any(
            words.values.get("s") == strength for words in (*open_ones, *(one.text for one in self.runner.notes))
        )

    def said(self, words: str) -> bool:
        """Whether the log has a line with these words."""
        return any(words in str(note.text) for note in self.runner.notes)


def run(state: WarState, called: Any) -> Table:
    """A flow or step on a state."""
    return Table(start(book, state, as_call(called)))


def play(called: Any, units: Mapping[str, Sequence[str]] | None = None, **more: Any) -> Table:
    """A flow or step with cubes on the map."""
    return run(world(units, **more), called)


def blows(
    state: WarState, name: str, place: str, *, shot: bool = False, also: Blow | None = None
) -> list[tuple[str, int]]:
    """Who strikes in which order with what S, in an attack on a hex."""
    state.fights = []
    attack(state, name, place, shot=shot, also=also)
    return figures(state)


def figures(state: WarState) -> list[tuple[str, int]]:
    """Striker and S of every blow still to come; whoever comes second counts as struck at."""
    fight = state.fights[-1]
    found = []
    for blow in fight.blows:
        found.append((blow.striker, total(state, fight, blow).total))
        fight.struck.append(blow.striker)
    return found


def terms(made: Sum) -> dict[str, int]:
    """The terms of a figure by name."""
    return {str(term.label): term.value for term in made.terms}


def facing(state: WarState, fight: Fight, *, shot: bool = False) -> list[tuple[str, int]]:
    """The figures of a fight that is described."""
    begin(state, fight, shot=shot)
    return figures(state)

"""A small table for rule tests: areas, borders and Units where a test wants them, any flow, answers in order.

table = play(
    campaign("red", "primary"),
    areas="lunn:land akran:land:keep:blue cove:coast:city:red:road bay:sea",
    borders="lunn-akran lunn-cove cove-bay",
    units={"red": "lunn cavalry infantry*2, cove sorcerer"},
)
table.answer("lunn", {"cavalry": 1}, "akran")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.core.effects import Pool, as_call
from companion.engine.core.forms import Counts
from companion.engine.core.rules import book
from companion.engine.core.rulings import settled
from companion.engine.running.runner import start
from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.phases.setup import new_state
from companion.games.conquest_of_zabor.readers.check import broken
from companion.games.conquest_of_zabor.realm.areas import join
from companion.games.conquest_of_zabor.realm.pieces import add_unit
from companion.games.conquest_of_zabor.state import Area, ZaborState
from tests.games.flowing import Flowing


def world(
    areas: str = "",
    borders: str = "",
    units: Mapping[str, str] | None = None,
    *,
    traits: Mapping[str, Sequence[str]] | None = None,
    artifacts: Mapping[str, Sequence[str]] | None = None,
    gold: Mapping[str, int] | None = None,
    rulings: Mapping[str, str] | None = None,
    settings: Mapping[str, str] | None = None,
    seats: Sequence[str] = ("red", "blue", "green"),
    charted: bool = True,
    moved: str = "",
) -> ZaborState:
    """A state; all borders are known unless `charted` is off. Units of `moved` have just come.

    Monsters in `units` lie on their owner's chart.
    """
    state = new_state(list(seats), dict(settings or {}))
    state.rulings = settled(GAME.rulings, dict(rulings or {}))
    for one in areas.split():
        name, kind, *more = one.split(":")
        area = state.areas[name] = Area(name.title(), kind, charted=charted)  # type: ignore[arg-type]
        for word in [word for word in more if word in facts.UPGRADES]:
            area.upgrade, area.holder = word, more[more.index(word) + 1]
        area.roads = ["red"] * more.count("road")
        area.region = next((word for word in more if word in ("north", "south", "zabor")), "")  # type: ignore[assignment]
    for pair in borders.split():
        join(state, *pair.split("-"))
    for seat, text in (units or {}).items():
        for group in text.split(","):
            place, *kinds = group.split()
            for kind in kinds:
                name, _, n = kind.partition("*")
                for _ in range(int(n or 1)):
                    add_unit(state, seat, name, place)
                if name not in facts.UNITS:
                    state.players[seat].monsters.append(name)
    for seat in seats:
        player = state.players[seat]
        player.traits, player.artifact = list((traits or {}).get(seat, ())), list((artifacts or {}).get(seat, ()))
        player.gold, player.envoys = (gold or {}).get(seat, 0), facts.ENVOYS[len(seats)]
    for seat, position in zip(seats, facts.POSITIONS, strict=False):
        state.players[seat].positions = [position]
    state.beside = list(facts.POSITIONS[len(seats) :])
    for one in state.units.values():
        one.moved = one.seat == moved
    state.active, state.turn = seats[0], 1
    return state


class Table(Flowing):
    """A running flow."""

    broken = staticmethod(broken)

    @property
    def state(self) -> ZaborState:
        """The state at the last finished steps."""
        return self.runner.state  # type: ignore[return-value]

    @property
    def open(self) -> list[str]:
        """What can be chosen, or which lines there are."""
        form = getattr(self.questions[0].part, "form", None)
        return [row.id for row in form.rows if row.refusal is None] if isinstance(form, Counts) else super().open

    @property
    def dice(self) -> list[int]:
        """How many dice the open pools have."""
        return [one.part.count for one in self.questions if isinstance(one.part, Pool)]

    @property
    def over(self) -> bool:
        """Whether the flow has ended."""
        return self.runner.done

    def units(self, place: str, seat: str = "red") -> dict[str, int]:
        """The Units of a colour in an area, by kind."""
        found: dict[str, int] = {}
        for one in self.state.units.values():
            if one.place == place and one.seat == seat:
                found[one.kind] = found.get(one.kind, 0) + 1
        return found


def run(state: ZaborState, called: Any) -> Table:
    """A flow or step on a state."""
    return Table(start(book, state, as_call(called)))


def play(called: Any, areas: str = "", borders: str = "", units: Mapping[str, str] | None = None, **more: Any) -> Table:
    """A flow or step with areas and Units."""
    return run(world(areas, borders, units, **more), called)

"""The map for the film: it is the one of the whole board, whatever happens in a match."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.game.panels import MapPanel
from companion.engine.game.record import begin
from companion.games import load_game
from companion.games.heroes_vs_warlords.readers.board import board, ground

GAME = load_game("heroes_vs_warlords")


def test_the_ground_is_the_map_of_the_board() -> None:
    """The same map at the same moment, from set-up through fights; none where the app keeps no map."""
    seen = 0
    for way in ("standard", "tap", "table"):
        rng, runner = Random(5), begin(GAME, ["knights", "amazons"], {}, {})
        for _ in range(150):
            asked = next(iter(runner.questions()), None)
            if asked is None:
                break
            with suppress(Refused):
                agreed = {"map": way, "tiles": 12, "length": 4}
                runner.answer(asked.key, agreed if asked.section == "5.3" else sample(asked.part, rng))
            whole, alone = board(runner.state, ""), ground(runner.state)  # type: ignore[arg-type]
            maps = [one for one in whole.panels if isinstance(one, MapPanel)]
            if alone is None:  # a battle on a display of hexes has a map of its own
                continue
            assert (alone.where, list(alone.panels)) == (whole.where, maps)
            assert bool(maps) == runner.state.world.mapped  # type: ignore[attr-defined]
            seen += bool(maps)
    assert seen > 100

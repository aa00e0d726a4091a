"""The two-base tile game (a working title; the source text has none): two players, 64 tiles, no dice."""

from __future__ import annotations

from companion.engine.core.effects import as_call
from companion.engine.game.data import data_file
from companion.engine.game.record import Game, SeatInfo
from companion.games.two_bases import facts
from companion.games.two_bases.kit import kit
from companion.games.two_bases.phases.setup import new_state
from companion.games.two_bases.phases.turn import play
from companion.games.two_bases.readers.board import board, outcome, verdict
from companion.games.two_bases.readers.called import PARTS
from companion.games.two_bases.readers.check import broken
from companion.games.two_bases.readers.guide import GUIDE, aids, tasks
from companion.games.two_bases.readers.helpers import HELPERS
from companion.games.two_bases.readers.landmarks import LANDMARKS
from companion.games.two_bases.readers.laying import laying
from companion.games.two_bases.readers.odds import OUTLOOKS
from companion.games.two_bases.readers.statistics import STATISTICS
from companion.games.two_bases.sheet import VALUES
from companion.games.two_bases.state import TwoBasesState

GAME = Game(
    name="two_bases",
    title="The two-base tile game",
    summary="Claim both enemy Bases, or all the land. No dice. 2 players.",
    players=(2,),
    place=2,
    seats=(
        SeatInfo("blue", "Blue", "blue", "solid", "shield"),
        SeatInfo("orange", "Orange", "orange", "chevrons", "axe"),
    ),
    state_type=TwoBasesState,
    new_state=new_state,
    helper_state=lambda: new_state(facts.SEATS, {}),
    play=as_call(play()),
    rulings=facts.RULINGS,
    rows=facts.ROWS,
    fight_notes=frozenset({"blows", "piece_lost", "stopped"}),
    parts=PARTS,
    helpers=HELPERS,
    board=board,
    tabs=lambda _state, _seat: ("map", "army", "standing"),
    kit=kit,
    check=broken,
    standing=outcome,
    verdict=verdict,
    winners=lambda state: [state.winner] if state.winner else [],
    statistics=STATISTICS,
    landmarks=LANDMARKS,
    outlooks=OUTLOOKS,
    values=VALUES,
    guide=GUIDE,
    aids=aids,
    tasks=tasks,
    first_tasks=laying,
    demo=data_file(facts.PACKAGE, "demo.toml"),
)

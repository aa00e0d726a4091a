"""The two-base tile game (a working title; the source text carries none): two players, 64 tiles, no dice."""

from __future__ import annotations

from companion.engine.core.effects import as_call
from companion.engine.game.data import data_file
from companion.engine.game.record import ODDS, Game, SeatInfo
from companion.games.two_bases import facts
from companion.games.two_bases.board import board, outcome
from companion.games.two_bases.check import broken
from companion.games.two_bases.guide import GUIDE, aids, tasks
from companion.games.two_bases.helpers import HELPERS
from companion.games.two_bases.kit import kit
from companion.games.two_bases.landmarks import LANDMARKS
from companion.games.two_bases.odds import OUTLOOKS
from companion.games.two_bases.setup import new_state
from companion.games.two_bases.sheet import VALUES
from companion.games.two_bases.state import TwoBasesState
from companion.games.two_bases.statistics import STATISTICS
from companion.games.two_bases.turn import play

GAME = Game(
    name="two_bases",
    title="The two-base tile game",
    summary="Claim both enemy Bases, or all the land. No dice. 2 players. A working title: the source text has none.",
    players=(2,),
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
    helpers=HELPERS,
    board=board,
    kit=kit,
    check=broken,
    standing=outcome,
    statistics=STATISTICS,
    landmarks=LANDMARKS,
    outlooks=OUTLOOKS,
    settings=(ODDS,),
    values=VALUES,
    guide=GUIDE,
    aids=aids,
    tasks=tasks,
    demo=data_file(facts.PACKAGE, "demo.toml"),
)

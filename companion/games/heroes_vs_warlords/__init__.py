"""Heroes vs Warlords: two or three races, their Heroes, and a world to discover."""

from __future__ import annotations

from companion.engine.core.effects import as_call
from companion.engine.game.data import data_file
from companion.engine.game.record import ODDS, Game, SeatInfo
from companion.games.heroes_vs_warlords import facts
from companion.games.heroes_vs_warlords.board import board
from companion.games.heroes_vs_warlords.check import broken
from companion.games.heroes_vs_warlords.chronicle import CHRONICLE
from companion.games.heroes_vs_warlords.helpers import HELPERS
from companion.games.heroes_vs_warlords.kit import kit
from companion.games.heroes_vs_warlords.landmarks import LANDMARKS
from companion.games.heroes_vs_warlords.odds import OUTLOOKS
from companion.games.heroes_vs_warlords.sequence import play
from companion.games.heroes_vs_warlords.setup import new_state
from companion.games.heroes_vs_warlords.sheet import VALUES
from companion.games.heroes_vs_warlords.state import HvWState

GAME = Game(
    name="heroes_vs_warlords",
    title="Heroes vs Warlords",
    summary="Explore Pangea with your Heroes, seize its riches, outlast the others. 2 or 3 players.",
    players=(2, 3),
    seats=(
        SeatInfo("knights", "Knights", "blue", "solid", "shield"),
        SeatInfo("amazons", "Amazons", "teal", "stripes", "bow"),
        SeatInfo("barbarians", "Barbarians", "orange", "chevrons", "axe"),
    ),
    state_type=HvWState,
    new_state=new_state,
    helper_state=lambda: new_state(facts.RACES, {}),
    play=as_call(play()),
    rulings=facts.RULINGS,
    tables=tuple(facts.TABLES.values()),
    rows=facts.ROWS,
    values=VALUES,
    helpers=HELPERS,
    board=board,
    kit=kit,
    check=broken,
    chronicle=CHRONICLE,
    demo=data_file(facts.PACKAGE, "demo.toml"),
    outlooks=OUTLOOKS,
    settings=(ODDS,),
    landmarks=LANDMARKS,
)

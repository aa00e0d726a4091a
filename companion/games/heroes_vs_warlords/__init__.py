"""Heroes vs Warlords: two or three races, their Heroes, and a world to discover."""

from __future__ import annotations

from companion.engine.core.effects import as_call
from companion.engine.game.data import data_file
from companion.engine.game.record import ODDS, Game, SeatInfo, Setting
from companion.games.heroes_vs_warlords.advanced.helpers import ADVANCED_HELPERS
from companion.games.heroes_vs_warlords.fighting.deployment import DEPLOYED
from companion.games.heroes_vs_warlords.kit import kit
from companion.games.heroes_vs_warlords.readers.aids import aids
from companion.games.heroes_vs_warlords.readers.board import board, ground
from companion.games.heroes_vs_warlords.readers.check import broken
from companion.games.heroes_vs_warlords.readers.guide import GUIDE
from companion.games.heroes_vs_warlords.readers.helpers import HELPERS
from companion.games.heroes_vs_warlords.readers.landmarks import LANDMARKS
from companion.games.heroes_vs_warlords.readers.odds import OUTLOOKS
from companion.games.heroes_vs_warlords.readers.statistics import STATISTICS
from companion.games.heroes_vs_warlords.readers.tasks import tasks
from companion.games.heroes_vs_warlords.readers.verdict import verdict
from companion.games.heroes_vs_warlords.readers.wandering import later_start, random_weight
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.called import PARTS, called_places
from companion.games.heroes_vs_warlords.records.common import sheet
from companion.games.heroes_vs_warlords.records.sheet import VALUES
from companion.games.heroes_vs_warlords.records.state import HvWState
from companion.games.heroes_vs_warlords.turns.sequence import play
from companion.games.heroes_vs_warlords.turns.setup import new_state

RULES = Setting(
    "rules",
    "Rules",
    (("basic", "Basic game"), ("advanced", "Advanced game")),
    {"advanced": facts.WHOLE_GAME},
)
"""Which game is played (13.0); single parts are choices of their own."""

GAME = Game(
    name="heroes_vs_warlords",
    title="Heroes vs Warlords",
    summary="Explore Pangea with your Heroes, seize its riches, outlast the others. 2 or 3 players.",
    players=(2, 3),
    place=1,
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
    parts=PARTS,
    called=called_places,
    fight_notes=frozenset({"losses", "fight_won", "fight_toll", "fight_gains", "hero_dead", "city_conquered"}),
    fight_first=("fight_won", "fight_gains", "city_conquered", "taken", "found"),
    fight_begins=frozenset({DEPLOYED}),
    fight_spoils=frozenset({"taken", "found"}),
    chapters=facts.CHAPTERS,
    values=VALUES,
    helpers=(*HELPERS, *ADVANCED_HELPERS),
    board=board,
    ground=ground,
    tabs=lambda _state, _seat: ("map", "army", "city", "standing"),
    kit=kit,
    check=broken,
    winners=lambda state: state.winners,
    verdict=verdict,
    statistics=STATISTICS,
    demo=data_file(facts.PACKAGE, "demo.toml"),
    show=data_file(facts.PACKAGE, "show.toml"),
    outlooks=OUTLOOKS,
    settings=(RULES, ODDS),
    landmarks=LANDMARKS,
    random_weight=random_weight,
    later_start=later_start,
    guide=GUIDE,
    aids=aids,
    tasks=tasks,
    tables_in=lambda state: tuple(sheet(state).tables.values()),
)

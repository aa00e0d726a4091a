"""Multiverse War: two to four players, hidden cubes, territories to turn up, heroes that gain levels. English only.

This game was the first to need lines, rotations and cheapest paths on hexes at axial coordinates
(`engine.game.hexlines`), and lines drawn across the map of a page (`engine.game.panels.LineView`).
"""

from __future__ import annotations

from companion.engine.core.effects import as_call
from companion.engine.game.data import data_file
from companion.engine.game.record import ODDS, Game, SeatInfo, Setting
from companion.games.multiverse_war.kit import kit
from companion.games.multiverse_war.phases.setup import new_state
from companion.games.multiverse_war.phases.turn import play
from companion.games.multiverse_war.phases.victory import standing
from companion.games.multiverse_war.readers.aids import aids
from companion.games.multiverse_war.readers.board import board, tabs
from companion.games.multiverse_war.readers.called import PARTS, called_ids
from companion.games.multiverse_war.readers.check import broken
from companion.games.multiverse_war.readers.guide import GUIDE
from companion.games.multiverse_war.readers.helpers import HELPERS, helper_state
from companion.games.multiverse_war.readers.landmarks import LANDMARKS
from companion.games.multiverse_war.readers.odds import OUTLOOKS
from companion.games.multiverse_war.readers.random_play import random_weight
from companion.games.multiverse_war.readers.statistics import STATISTICS
from companion.games.multiverse_war.readers.tasks import laying, tasks
from companion.games.multiverse_war.readers.verdict import verdict
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.sheet import VALUES
from companion.games.multiverse_war.world.state import WarState

GAME = Game(
    name="multiverse_war",
    title="Multiverse War",
    summary="Ages, heroes and lines of sight on a map to be explored. 2 to 4 players.",
    players=(2, 3, 4),
    place=5,
    seats=(
        SeatInfo("red", "Red", "red", "bars", "winged_sword"),
        SeatInfo("blue", "Blue", "blue", "solid", "shield"),
        SeatInfo("teal", "Teal", "teal", "stripes", "bow"),
        SeatInfo("orange", "Orange", "orange", "chevrons", "axe"),
    ),
    signs=("portal", "hourglass", "eye", "musket"),
    state_type=WarState,
    new_state=new_state,
    helper_state=helper_state,
    play=as_call(play()),
    rulings=facts.RULINGS,
    rows=facts.ROWS,
    fight_notes=frozenset({"hit", "miss", "wound", "killed", "razed", "decoy", "slowed", "pushed", "captured"}),
    parts=PARTS,
    called=called_ids,
    chapters=facts.NUMBERS["chapters"],
    standing=standing,
    verdict=verdict,
    values=VALUES,
    helpers=HELPERS,
    outlooks=OUTLOOKS,
    board=board,
    tabs=tabs,
    kit=kit,
    check=broken,
    winners=lambda state: state.winners,
    statistics=STATISTICS,
    demo=data_file(facts.PACKAGE, "demo.toml"),
    show=data_file(facts.PACKAGE, "show.toml"),
    landmarks=LANDMARKS,
    guide=GUIDE,
    aids=aids,
    tasks=tasks,
    first_tasks=laying,
    random_weight=random_weight,
    settings=(
        Setting("map", "The map", (("app", "In the app"), ("table", "On the table only"))),
        Setting(
            "mode",
            "Played for",
            (
                ("open", "City, hero or third age"),
                ("turns", "Victory points, with a last turn"),
                ("domination", "The Stone Portal, too"),
            ),
        ),
        Setting(
            "turns", "The last turn, where points are counted", (("12", "12"), ("8", "8"), ("16", "16"), ("20", "20"))
        ),
        Setting("layout", "Layout for two", (("duel", "Duel"), ("alternate_duel", "Alternate duel"))),
        Setting("teams", "Four players", (("ffa", "Each for himself"), ("teams", "Two against two"))),
        Setting("diplomacy", "Each for himself", (("closed", "Without treaties"), ("open", "With treaties and deals"))),
        Setting("surcharge", "Further heroes of a player", (("no", "At the usual price"), ("yes", "1 gold more each"))),
        Setting("first", "First in both phases", (("no", "Nobody"), ("both", "Allowed"))),
        Setting("start", "Beginning", (("first", "In the first age"), ("late", "In the second age: a shorter match"))),
        ODDS,
    ),
)

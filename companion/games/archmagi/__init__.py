"""Archmagi: two to six players, a continent of hexes, hidden unit chits, spells.

The battle phase and two unit lists come from the source document; the rest is our own content, labelled as such, for
owners to replace. This game was the first to need a board of hexes, odds of flows that repeat a call, a sixth side, no
German catalogue, and room for the lines of printed lists on the page of owner values.
"""

from __future__ import annotations

from companion.engine.core.effects import as_call
from companion.engine.game.data import data_file
from companion.engine.game.record import ODDS, Game, SeatInfo, Setting
from companion.games.archmagi import facts
from companion.games.archmagi.kit import kit
from companion.games.archmagi.phases.setup import new_state
from companion.games.archmagi.phases.turn import play
from companion.games.archmagi.readers.board import LOOKS, board, outcome
from companion.games.archmagi.readers.called import PARTS, called_ids
from companion.games.archmagi.readers.check import broken
from companion.games.archmagi.readers.guide import GUIDE, aids
from companion.games.archmagi.readers.helpers import HELPERS, helper_state
from companion.games.archmagi.readers.landmarks import LANDMARKS, random_weight
from companion.games.archmagi.readers.odds import OUTLOOKS
from companion.games.archmagi.readers.statistics import STATISTICS
from companion.games.archmagi.readers.tasks import tasks
from companion.games.archmagi.readers.verdict import verdict
from companion.games.archmagi.sheet import VALUES
from companion.games.archmagi.state import ArchmagiState

GAME = Game(
    name="archmagi",
    title="Archmagi",
    summary="Hidden stacks, spells and an Archmagi to lose. 2 to 6 players.",
    players=facts.PLAYERS,
    place=3,
    seats=tuple(SeatInfo(seat, facts.TITLES[seat], *LOOKS[seat]) for seat in facts.SEATS),
    signs=("wizard", "dragon", "orb", "castle"),
    state_type=ArchmagiState,
    new_state=new_state,
    helper_state=helper_state,
    play=as_call(play()),
    rulings=facts.RULINGS,
    rows=facts.ROWS,
    chapters=facts.CHAPTERS,
    fight_notes=frozenset({"roll", "tie", "spared", "regenerates", "martyr", "lost", "off", "won", "retreat", "out"}),
    fight_first=("won", "off"),
    fight_begins=frozenset({"battle"}),
    parts=PARTS,
    called=called_ids,
    helpers=HELPERS,
    outlooks=OUTLOOKS,
    board=board,
    tabs=lambda _state, _seat: ("map", "army", "standing"),
    kit=kit,
    check=broken,
    standing=outcome,
    verdict=verdict,
    winners=lambda state: state.winners,
    statistics=STATISTICS,
    demo=data_file(facts.PACKAGE, "demo.toml"),
    guide=GUIDE,
    aids=aids,
    tasks=tasks,
    landmarks=LANDMARKS,
    random_weight=random_weight,
    values=VALUES,
    settings=(
        Setting("length", "Length", (("round-30", "30 turns each, then the most banners win"),
                ("round-20", "20 turns each, then the most banners win"), ("no-limit", "Until one Archmagi is left")),
                {one: {"last_round": one} for one in facts.SETUP["rounds"]}),
        Setting("map", "The map", (("laid_out", "Known, laid out by the app"), ("rolled", "Known, terrain is rolled"),
                ("unknown", "Unknown, to be explored"), ("table", "On the table only"))),
        Setting("closed", "Terrains where nothing is deployed",
                (("none", "None"), ("wastes", "Desert, Volcano and Tundra"))),
        ODDS,
    ),
)  # fmt: skip

"""Conquest of Zabor: three to five Empires, cards, a council, an action track and the players' own map.

Units, prices and rules are those of the source document; the cards, except the Paladins, are our own content, labelled
as such, for owners to replace: `language` says what a card can express, `effects` and `deeds` what it does, one
function for each word. No map is supplied: areas are named when they come into play, borders when somebody crosses one
(`atlas`), or an owner types in a map once, with the cards (`sheet`).

This game was the first to need a form for a name, a draw from a deck of which others hold cards in secret (without
revealing what is left), a graph of borders, and rules that keep their names when modules move to a room.
"""

from __future__ import annotations

from companion.engine.core.effects import as_call
from companion.engine.game.data import data_file
from companion.engine.game.record import ODDS, Game, SeatInfo, Setting
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.kit import kit
from companion.games.conquest_of_zabor.phases.setup import new_state
from companion.games.conquest_of_zabor.phases.turn import play
from companion.games.conquest_of_zabor.readers.board import board, outcome
from companion.games.conquest_of_zabor.readers.called import PARTS, called_ids
from companion.games.conquest_of_zabor.readers.check import broken
from companion.games.conquest_of_zabor.readers.guide import GUIDE, aids
from companion.games.conquest_of_zabor.readers.helpers import HELPERS, helper_state
from companion.games.conquest_of_zabor.readers.landmarks import LANDMARKS, random_weight
from companion.games.conquest_of_zabor.readers.looks import LOOKS
from companion.games.conquest_of_zabor.readers.odds import OUTLOOKS
from companion.games.conquest_of_zabor.readers.statistics import STATISTICS
from companion.games.conquest_of_zabor.readers.tasks import laying, tasks
from companion.games.conquest_of_zabor.readers.verdict import verdict
from companion.games.conquest_of_zabor.sheet import VALUES
from companion.games.conquest_of_zabor.state import ZaborState

FIGHT_NOTES = frozenset({"dice", "no_dice", "killed", "absorb", "hits", "won", "both_gone", "pursuit", "losses",
                         "razed", "warp", "claim"})  # fmt: skip
"""What came of a battle, and who has claimed VP: told on all phones."""

GAME = Game(
    name="conquest_of_zabor",
    title="Conquest of Zabor",
    summary="Empires, cards and a council, on a map that you bring and name as you go. 3 to 5 players.",
    players=(3, 4, 5),
    place=4,
    seats=tuple(SeatInfo(seat, facts.TITLES[seat], *LOOKS[seat]) for seat in facts.SEATS),
    signs=("crown", "galley", "minotaur", "coins"),
    state_type=ZaborState,
    new_state=new_state,
    helper_state=helper_state,
    play=as_call(play()),
    rulings=facts.RULINGS,
    rows=facts.ROWS,
    fight_notes=FIGHT_NOTES,
    log_apart=frozenset({"claim"}),
    log_answers=frozenset({"declined", "envoy", "pursuit", "warp", "stays"}),
    fight_begins=frozenset({"battle"}),
    parts=PARTS,
    called=called_ids,
    chapters=facts.CHAPTERS,
    helpers=HELPERS,
    guide=GUIDE,
    aids=aids,
    tasks=tasks,
    first_tasks=laying,
    outlooks=OUTLOOKS,
    board=board,
    tabs=lambda _state, _seat: ("map", "army", "standing"),
    kit=kit,
    standing=outcome,
    verdict=verdict,
    winners=lambda state: state.winners,
    statistics=STATISTICS,
    demo=data_file(facts.PACKAGE, "demo.toml"),
    landmarks=LANDMARKS,
    random_weight=random_weight,
    check=broken,
    values=VALUES,
    settings=(
        Setting(
            "length", "Length", (("short", "Short: 2 ages"), ("medium", "Medium: 3 ages"), ("long", "Long: 4 ages"))
        ),
        Setting("per_age", "VP cards of each age", (("2", "2"), ("3", "3, longer"), ("4", "4, marathon"))),
        ODDS,
    ),
)

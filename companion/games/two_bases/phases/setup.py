"""Set-up: piles, face-down tiles, three turned up, one replaced by the second Base, who goes first."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.asking import choose, draw, note
from companion.engine.core.effects import Card, Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Option, options
from companion.engine.core.rules import flow, step
from companion.engine.core.text import t
from companion.engine.game.piles import put
from companion.games.two_bases import facts
from companion.games.two_bases.land import HALVES, PLACES, face_down, own_bases, space_name
from companion.games.two_bases.sheet import sheet
from companion.games.two_bases.state import Player, Tile, TwoBasesState
from companion.games.two_bases.tiles import turn_up

LAY = (
    "Put all Bases aside. Shuffle the other tiles, deal {each} to each side, add one Base to each and shuffle again. "
    "Lay them face down and landscape: {rows} rows of {columns} on each side."
)


def new_state(seats: Sequence[str], settings: dict[str, str]) -> TwoBasesState:
    """A fresh match: full Available Piles, 64 tiles face down."""
    players = {seat: Player(seat, {}) for seat in facts.SEATS}
    state = TwoBasesState(seats=list(seats), players=players, board={place: Tile() for place in PLACES})
    fill_piles(state)
    return state


def fill_piles(state: TwoBasesState) -> None:
    """Full Available Piles; once more when a match or helper begins, as it may have an owner's numbers of cards."""
    for player in state.players.values():
        player.available = {card.id: card.count for card in sheet(state).cards.values()}


@flow("Setup")
def set_up() -> Rule[str]:
    """From the box to the first turn. Gives who goes first."""
    yield from lay_tiles()
    for seat in facts.SEATS:
        for _ in range(facts.BOARD["turned_up_at_setup"]):
            yield from turn_up_one(seat)
        yield from place_base(seat)
    return (yield from first_player())


@step("Setup")
def lay_tiles(state: TwoBasesState) -> Rule[None]:
    """The table lays its tiles; the app counts the piles."""
    each = sum(facts.TILES.values()) // len(facts.SEATS)
    prompt = t(LAY, each=each, rows=facts.BOARD["rows"] // 2, columns=facts.BOARD["columns"])
    yield from choose(facts.SEATS[0], prompt, options(("ready", t("The tiles lie"))), observation=True)
    if state.owner:
        fill_piles(state)


@step("Setup")
def turn_up_one(state: TwoBasesState, seat: str) -> Rule[None]:
    """A player chooses and turns up one of the three tiles."""
    found = [Option(place, t(place.upper())) for place in face_down(state, seat)]
    picked = yield from choose(seat, t("Choose a tile of your half and turn it up."), found, look="map")
    yield from turn_up(state, seat, picked, "Setup")


@step("Setup")
def place_base(state: TwoBasesState, seat: str) -> Rule[None]:
    """One of the tiles turned up makes room for the player's Base; a Base does not."""
    no_base = Refusal("Setup", t("A Base may not be replaced by a Base."))
    up, bases = [place for place in HALVES[seat] if state.board[place].kind], own_bases(state, seat)
    found = [Option(place, space_name(state, place), no_base if place in bases else None) for place in up]
    prompt = t("Which of your tiles makes room for your Base?")
    picked = yield from choose(seat, prompt, found, look="map", about="base")
    tile = state.board[picked]
    put(state.pool if state.rulings["swapped_tile"] == "back-to-pool" else state.gone, tile.kind)
    tile.kind = "base"
    state.players[seat].based = True
    yield from note(t("{who} puts a Base on {place}.", who=facts.TITLES[seat], place=picked.upper()))


@step("Setup")
def first_player(state: TwoBasesState) -> Rule[str]:
    """The starting player is determined at random."""
    sides = [Card(seat, t(facts.TITLES[seat])) for seat in facts.SEATS]
    (first,) = yield from draw(facts.SEATS[0], t("Toss a coin or draw: who goes first?"), sides)
    yield from note(t("{who} goes first.", who=facts.TITLES[first]))
    return str(first)

"""Set-up: piles, face-down tiles, three turned up, one replaced by the second Base, and who goes first."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.rules import Card, Option, Rule, choose, draw, flow, menu, note, options, put, step, t
from companion.games.two_bases import deck, facts, land, tiles
from companion.games.two_bases.sheet import sheet
from companion.games.two_bases.state import Player, Tile, TwoBasesState


def new_state(seats: Sequence[str], settings: dict[str, str]) -> TwoBasesState:
    """A fresh match: full Available Piles, 64 tiles face down."""
    players = {seat: Player(seat, {}) for seat in facts.SEATS}
    state = TwoBasesState(seats=list(seats), players=players, board={place: Tile() for place in land.PLACES})
    fill_piles(state)
    return state


def fill_piles(state: TwoBasesState) -> None:
    """Fill the Available Piles. Done again when a match or helper begins, as an owner may have other numbers of
    cards.
    """
    for player in state.players.values():
        player.available = {card.id: card.count for card in sheet(state).cards.values()}


@flow("Setup")
def set_up() -> Rule[str]:
    """The whole set-up. Returns the seat that goes first."""
    yield from lay_tiles()
    for seat in facts.SEATS:
        for _ in range(facts.BOARD["turned_up_at_setup"]):
            yield from turn_up_one(seat)
        yield from place_base(seat)
    return (yield from first_player())


@step("Setup")
def lay_tiles(state: TwoBasesState) -> Rule[None]:
    """The players lay out their tiles; the app counts the piles."""
    yield from choose(facts.SEATS[0], facts.TO_LAY, options(("ready", t("The tiles are laid out"))), observation=True)
    state.laid = True
    if state.owner:
        fill_piles(state)


@step("Setup")
def turn_up_one(state: TwoBasesState, seat: str) -> Rule[None]:
    """A player chooses and turns up one of the three tiles."""
    up = sum(bool(state.board[place].kind) for place in land.HALVES[seat])
    prompt = t("Turn up a tile of your half: {n} of {of}.", n=up + 1, of=facts.BOARD["turned_up_at_setup"])
    yield from menu(seat, prompt, tiles.to_turn_up(state, seat), look="map", drawn=deck.deck(state, seat))


@step("Setup")
def place_base(state: TwoBasesState, seat: str) -> Rule[None]:
    """One of the tiles turned up is replaced by the player's second Base; a Base cannot be."""
    up = {place: state.board[place] for place in land.HALVES[seat] if state.board[place].kind}
    against = {place: facts.AGAINST(base_on_base=tile.kind == "base") for place, tile in up.items()}
    told = t("The Base comes here; this tile leaves the game.")
    if land.swaps_back(state):
        told = t("The Base comes here; this tile goes into the pool.")
    found = [Option(place, land.space_name(state, place), refusal, in_brief=told) for place, refusal in against.items()]
    spot = yield from choose(seat, t("Which of your tiles makes room for your Base?"), found, look="map", about="base")
    put(state.pool if land.swaps_back(state) else state.gone, up[spot].kind)
    up[spot].kind, state.players[seat].based = "base", True
    yield from note(t("{who} puts a Base on {place}.", who=facts.TITLES[seat], place=spot.upper()))


@step("Setup")
def first_player(state: TwoBasesState) -> Rule[str]:
    """The starting player is determined at random. Returns that seat."""
    sides = [Card(seat, t(facts.TITLES[seat])) for seat in facts.SEATS]
    (first,) = yield from draw(facts.SEATS[0], t("Toss a coin or draw: who goes first?"), sides)
    yield from note(t("{who} goes first.", who=facts.TITLES[first]))
    return str(first)

"""Stand-alone helpers: combat between two pieces, "is this connected?", "what can I recruit here?"."""

from __future__ import annotations

from typing import Any

from companion.engine.core.asking import ask, choose, note, repeat
from companion.engine.core.effects import Rule, as_call
from companion.engine.core.forms import AnyForm, Choose, Confirm, Counts, Field, Fields, Number, Option, Row, options
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, plural, t
from companion.engine.game.piles import put
from companion.engine.game.record import Helper
from companion.games.two_bases import facts
from companion.games.two_bases.deck import unseen
from companion.games.two_bases.land import HALF, PLACES, connected, income, own_bases, space_name, survey
from companion.games.two_bases.phases import actions, combat
from companion.games.two_bases.phases.setup import fill_piles
from companion.games.two_bases.sheet import sheet
from companion.games.two_bases.state import Battle, Kind, Piece, Tile, TwoBasesState

ME, OTHER = facts.SEATS
HERE, THERE = "a4", "a5"
LANDS = {kind: kind for kind in facts.TILES} | {
    "village": "plains", "mill": "forest", "mine": "mountain", "town": "plains", "city": "plains", "fort": "mountain",
    "stronghold": "mountain", "citadel": "plains",
}  # fmt: skip
"""What can lie on a tile, and the terrain below it."""


# ---- combat


@flow("Combat")
def two_pieces() -> Rule[str]:
    """One piece invades another, round after round, until one falls or the attacker stops."""
    yield from describe()
    yield from combat.invasion()
    return (yield from report())


@step("Combat")
def describe(state: TwoBasesState) -> Rule[None]:
    """Ask for the two pieces and the ground on which they are."""
    fill_piles(state)
    for seat, place, prompt in ((ME, HERE, t("Who attacks?")), (OTHER, THERE, t("Who defends?"))):
        given = yield from ask(ME, prompt, _piece_form(state), about=seat)
        state.board[place] = _tile(given["land"], seat)
        card = sheet(state).pieces[given["piece"]]
        state.board[place].pieces = [Piece(card.id, seat, min(given["damage"], card.health))]
        if given["engine"] and card.kind != facts.ENGINE:
            state.board[place].pieces.append(Piece(facts.ENGINE, seat))
        for name in (state.board[place].built, *(piece.type for piece in state.board[place].pieces)):
            if name:
                put(state.players[seat].available, name, -1)
    state.battle, state.active = Battle(HERE, THERE), ME


def _tile(land: str, seat: str) -> Tile:
    built = land if land in facts.DEVELOPMENTS else ""
    return Tile(LANDS[land], built, seat if built else "")


def _piece_form(state: TwoBasesState) -> AnyForm:
    pieces = options(*((name, t(card.name)) for name, card in facts.PIECES.items()))
    lands = options(*((name, t(facts.name_of(name))) for name in LANDS))
    most = max(card.health for card in sheet(state).pieces.values())
    return Fields((
        Field("piece", t("Piece"), Choose(pieces, "list")),
        Field("land", t("It stands on"), Choose(lands, "list")),
        Field("engine", t("A Siege Engine stands beside it"), Confirm()),
        Field("damage", t("Damage counters on it"), Number(0, most)),
    ))  # fmt: skip


@step("Combat")
def report(state: TwoBasesState) -> Rule[str]:
    """Write who is left into the log, and return it."""
    state.battle = None
    left = [(seat, piece) for seat, piece in _survivors(state)]
    for seat, piece in left:
        words = "{who}: {piece} lives with {n} of {most} damage."
        most = sheet(state).pieces[piece.type].health
        text = t(words, who=facts.TITLES[seat], piece=t(piece.name), n=piece.damage, most=most)
        yield from note(text)
    if not left:
        yield from note(t("Nobody is left."))
    return " ".join(f"{seat}:{piece.type}:{piece.damage}" for seat, piece in left)


def _survivors(state: TwoBasesState) -> list[tuple[str, Piece]]:
    return [(piece.seat, piece) for place in (HERE, THERE) for piece in state.board[place].pieces]


# ---- is this connected?


QUESTIONS: dict[str, Text] = {
    "base": t("Tap your face-up Bases that carry no enemy marker."),
    "lost": t("Tap the spaces of your half that carry an enemy marker."),
    "claimed": t("Tap the spaces of the other half that carry your marker."),
}


@flow("Connected")
def is_connected() -> Rule[bool]:
    """Players tap Bases and markers, then a space; everything else in the own half may lie face down."""
    for what in QUESTIONS:
        yield from tap(what)
    return (yield from answer())


@flow("Connected")
def tap(what: str) -> Rule[None]:
    """Tap spaces of one sort until the players are done."""
    yield from repeat(tap_one(what))


@step("Connected")
def tap_one(state: TwoBasesState, what: str) -> Rule[bool]:
    """Tap one more space of this sort. Returns False when the players are done."""
    side = OTHER if what == "claimed" else ME
    free = [place for place in PLACES if HALF[place] == side and not state.board[place].kind]
    found = [Option(place, t("{place}", place=place.upper())) for place in free]
    picked = yield from choose(ME, QUESTIONS[what], [Option("done", t("No more"), ends=True), *found], look="map",
                               observation=True, about=what)  # fmt: skip
    if picked == "done":
        return False
    marker = {"base": "", "lost": OTHER, "claimed": ME}[what]
    state.board[picked] = Tile("base" if what == "base" else _any_kind(state), marker=marker)
    return len(own_bases(state, ME)) < facts.BOARD["bases_each"] if what == "base" else len(free) > 1


def _any_kind(state: TwoBasesState) -> Kind:
    """A kind of terrain of which a tile is left; which one it is does not matter here."""
    return next(kind for kind, n in unseen(state).items() if n)


@step("Connected")
def answer(state: TwoBasesState) -> Rule[bool]:
    """Whether the space in question is connected."""
    found = [Option(p, space_name(state, p)) for p in PLACES if state.board[p].kind or HALF[p] == ME]
    picked = yield from choose(ME, t("Which space is it about?"), found, look="map", about="space")
    if not state.board[picked].kind:
        state.board[picked].kind = _any_kind(state)
    yes = picked in connected(state, ME)
    words = t("{place} is connected.") if yes else t("{place} is not connected.")
    yield from note(t(words.message, place=picked.upper()))
    return yes


# ---- what can I recruit here?


@step("Action")
def what_now(state: TwoBasesState) -> Rule[list[str]]:
    """What a player can recruit, build and promote to with this land and these action points."""
    fill_piles(state)
    most = sheet(state).tiles | {name: card.count for name, card in facts.DEVELOPMENTS.items()}
    rows = tuple(
        Row(name, t(facts.name_of(name)), n, start=min(1, n) if name in facts.TILES else 0)
        for name, n in ((name, most[name]) for name in LANDS)
    )
    half = [place for place in PLACES if HALF[place] == ME]
    form = Fields((
        Field("ap", t("Action points"), Number(0, sheet(state).kit["point_track_to"], 5)),
        Field("land", t("Your connected tiles"), Counts(rows, most=len(half) - 1)),
    ))  # fmt: skip
    given: dict[str, Any] = yield from ask(ME, t("What do you have?"), form)
    lands = [name for name, n in given["land"].items() for _ in range(n)]
    state.board[half[0]].kind = "base"
    for place, name in zip(half[1:], lands, strict=False):
        state.board[place] = _tile(name, ME)
    state.players[ME].points, state.active = given["ap"], ME
    found = [*_laid(state), *_promoted(state)]
    gained = income(state, ME)
    state.board = {place: Tile() for place in PLACES}
    text = plural(gained.total, "This land gives one action point.", "This land gives {n} action points.")
    yield from note(text, gained, section="Upkeep")
    for name in found:
        card = sheet(state).cards[name]
        promote = card.promote if isinstance(card, facts.PieceFacts) and card.level > 1 else None
        verb = "{name}: {n} AP." if promote is None else "Promote to {name}: {n} AP."
        yield from note(t(verb, name=t(card.name), n=card.cost if promote is None else promote))
    if not found:
        yield from note(t("Nothing can be recruited, built or promoted."))
    return found


def _laid(state: TwoBasesState) -> list[str]:
    found = [group for group in actions.offers(state, ME) if group.id in ("recruit", "develop")]
    return [one.id for group in found for one in group.offers if one.against is None]


def _promoted(state: TwoBasesState) -> list[str]:
    land, cards, paid = survey(state, ME), sheet(state), state.players[ME].purse
    found = []
    for card in cards.pieces.values():
        higher = cards.card(card.kind, card.level + 1)
        offer = actions.promote_offer(state, HERE, HERE, Piece(card.id, ME), land, paid)
        found += [higher.id] if higher is not None and offer.against is None else []
    return found


HELPERS = (
    Helper("combat", "Combat between two pieces", "Every round of combat, high ground included", "Combat",
           as_call(two_pieces()), facts.SEATS, as_call(combat.invasion()).rule),
    Helper("connected", "Is this connected?", "Tap Bases and markers, then the space", "Connected",
           as_call(is_connected()), (ME,)),
    Helper("recruit", "What can I recruit here?", "Pieces, developments and promotions for your land and points",
           "Action", as_call(what_now()), (ME,)),
)  # fmt: skip

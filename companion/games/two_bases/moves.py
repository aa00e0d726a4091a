"""The Movement Step: one move of one piece, invasions, attacks on empty terrain; and what a piece may not do."""

from __future__ import annotations

from companion.engine.effects import Rule, choose, goto, note
from companion.engine.errors import Refusal
from companion.engine.forms import Option, options
from companion.engine.rules import flow, step
from companion.engine.text import t
from companion.games.two_bases import combat, facts, victory
from companion.games.two_bases.land import HALF, land_name, leader, pieces_of, reach, rival, ruled, space_name
from companion.games.two_bases.state import Battle, Piece, TwoBasesState
from companion.games.two_bases.tiles import change_marker, enter, title

DONE, GIVE_UP = "done", "give_up"


@flow("Movement")
def movement(seat: str) -> Rule[None]:
    """Move and invade in any order, until the player is done."""
    deed = yield from choose_deed(seat)
    if deed == "invade":
        yield from combat.invasion()
    return None if deed == DONE else goto(movement(seat))


@step("Movement", "Combat")
def choose_deed(state: TwoBasesState, seat: str) -> Rule[str]:
    """One move, one attack on empty terrain (carried out), or an invasion (to be fought by the flow)."""
    starts = [
        Option(
            name,
            t("{piece} on {land}", piece=t(piece.card.name), land=land_name(state, place)),
            idle(state, piece, place),
        )
        for name, (place, piece) in pieces_of(state, seat).items()
    ]
    if state.winner or all(one.refusal for one in starts):
        return DONE
    prompt = t("{who}: which piece moves or attacks?", who=title(seat))
    picked = yield from choose(seat, "Movement", prompt, [*starts, *ways_out("To the Action Step")], look="map")
    if picked == GIVE_UP:
        yield from victory.wins(state, rival(seat), "given_up")
    if picked in (DONE, GIVE_UP):
        return DONE
    deed = yield from _deed(state, seat, picked)
    yield from victory.settle(state)
    return deed


def ways_out(label: str) -> tuple[Option, ...]:
    """How a player leaves a step."""
    return (Option(DONE, t(label)), Option(GIVE_UP, t("Give up the game"), minor=True))


def _deed(state: TwoBasesState, seat: str, name: str) -> Rule[str]:
    """Where a piece goes or what it attacks."""
    place, piece = pieces_of(state, seat)[name]
    prompt = t("{piece} on {place}: where to?", piece=t(piece.card.name), place=place.upper())
    target = yield from choose(seat, "Movement", prompt, targets(state, piece, place), look="map", about=f"from:{name}")
    if is_enemy(state, seat, target):
        for one in state.board[place].pieces:
            one.attacked = one.spent = True
        state.battle = Battle(place, target)
        return "invade"
    what = (yield from _move_or_mark(state, piece, target)) if name == place else "move"
    if what == "mark":
        piece.attacked = piece.spent = True
        change_marker(state, seat, target)
        yield from note("Combat", t("{who} attacks empty {space}.", who=title(seat), space=space_name(state, target)))
    else:
        state.players[seat].moved = piece.moved = True
        yield from enter(state, piece, place, target)
    return what


def _move_or_mark(state: TwoBasesState, piece: Piece, target: str) -> Rule[str]:
    if move_refusal(state, piece, target) or mark_refusal(state, piece, target):
        return "mark" if move_refusal(state, piece, target) else "move"
    found = options(("move", t("Move there")), ("mark", t("Attack it: change its marker and stay")))
    return (yield from choose(piece.seat, "Combat", t("Move or attack {place}?", place=target.upper()), found))


def targets(state: TwoBasesState, piece: Piece, place: str) -> list[Option]:
    """All neighbours of a piece with what it can do there."""
    found = []
    for target in reach(state, place):
        words = "{piece} invades {space}" if is_enemy(state, piece.seat, target) else "{piece} to {space}"
        label = t(words, piece=t(piece.card.name), space=space_name(state, target))
        found.append(Option(target, label, deed_refusal(state, piece, place, target)))
    return found


def idle(state: TwoBasesState, piece: Piece, place: str) -> Refusal | None:
    """Why a piece can neither move nor attack; None when it can do something."""
    refusals = [deed_refusal(state, piece, place, target) for target in reach(state, place)]
    return refusals[0] if all(refusals) else None


def is_enemy(state: TwoBasesState, seat: str, place: str) -> bool:
    """Whether an enemy piece stands in a space."""
    return any(piece.seat != seat for piece in state.board[place].pieces)


def deed_refusal(state: TwoBasesState, piece: Piece, place: str, target: str) -> Refusal | None:
    """Why a piece can neither invade nor move to nor mark a neighbouring space; an engine that is led only moves."""
    led = piece is not leader(state.board[place])
    if is_enemy(state, piece.seat, target):
        return Refusal("Combat", t("The piece beside it leads the attack.")) if led else attack_refusal(state, piece)
    no = move_refusal(state, piece, target)
    return no if no is None or led or mark_refusal(state, piece, target) else None


def move_refusal(state: TwoBasesState, piece: Piece, target: str) -> Refusal | None:
    """Why a piece cannot make the one move of the turn into a neighbouring space."""
    if state.players[piece.seat].moved:
        return rest_refusal(state, piece) or Refusal("Movement", t("The one move of this turn is made."))
    return entry_refusal(state, piece, target)


def entry_refusal(state: TwoBasesState, piece: Piece, target: str) -> Refusal | None:
    """Why a piece cannot move into a neighbouring space, whichever move it would be."""
    there = state.board[target].pieces
    if is_enemy(state, piece.seat, target):
        return Refusal("Movement", t("An enemy piece stands there."))
    if len(there) > 1 or (there and sum(one.card.kind == facts.ENGINE for one in (piece, *there)) != 1):
        return Refusal("Combat", t("A space holds one piece, or one piece and one Siege Engine."))
    if not state.board[target].kind and ruled(state, "onto_face_down") == "face-up-only":
        return Refusal("Movement", t("Pieces move onto face-up tiles only."))
    return rest_refusal(state, piece)


def attack_refusal(state: TwoBasesState, piece: Piece) -> Refusal | None:
    """Why a piece cannot attack."""
    spent = Refusal("Combat", t("It has invaded in this turn.")) if piece.spent else None
    return rest_refusal(state, piece) or spent


def rest_refusal(state: TwoBasesState, piece: Piece) -> Refusal | None:
    """A piece that came onto a Mountain rests in its owner's next turn (A11)."""
    if not piece.rests or piece.rests != state.players[piece.seat].turn:
        return None
    return Refusal("Terrain", t("It came onto a Mountain and rests this turn."))


def mark_refusal(state: TwoBasesState, piece: Piece, target: str) -> Refusal | None:
    """Why attacking empty terrain would change nothing, or is not possible."""
    tile = state.board[target]
    if tile.pieces or not tile.kind:
        return Refusal("Combat", t("Only empty terrain can be attacked for its marker."))
    if tile.marker == ("" if HALF[target] == piece.seat else piece.seat):
        return Refusal("Combat", t("There is no marker to put or take off."))
    return attack_refusal(state, piece)

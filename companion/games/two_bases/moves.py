"""The Movement Step: one move of one piece, invasions, attacks on empty terrain; and what a piece may not do."""

from __future__ import annotations

from companion.engine.core.asking import choose, goto, note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Option
from companion.engine.core.refusals import refuse_all, refuse_if
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, t
from companion.games.two_bases import combat, facts, victory
from companion.games.two_bases.land import HALF, leader, piece_name, pieces_of, reach, rival, space_name
from companion.games.two_bases.state import Battle, Piece, TwoBasesState
from companion.games.two_bases.tiles import change_marker, enter, turn_up

DONE, GIVE_UP = "done", "give_up"
MOVE, MARK, INVADE = "move", "mark", "invade"
DEEDS = {MOVE: "Move there", MARK: "Attack it: change its marker and stay"}


@flow("Movement")
def movement(seat: str) -> Rule[None]:
    """Move and invade in any order, until the player is done."""
    deed = yield from choose_deed(seat)
    if deed == INVADE:
        yield from combat.invasion()
    if deed == DONE:
        return None
    return goto(movement(seat))


@step("Movement", "Combat")
def choose_deed(state: TwoBasesState, seat: str) -> Rule[str]:
    """One move, one attack on empty terrain (carried out), or an invasion (to be fought by the flow)."""
    pieces = pieces_of(state, seat)
    starts = [Option(name, piece_name(state, *one), idle(state, *one)) for name, one in pieces.items()]
    if state.winner or all(one.refusal for one in starts):
        return DONE
    prompt = t("{who}: which piece moves or attacks?", who=facts.TITLES[seat])
    picked = yield from choose(seat, prompt, [*starts, *ways_out(t("To the Action Step"))], look="map")
    if picked == GIVE_UP:
        yield from victory.wins(state, rival(seat), "given_up")
    if picked not in pieces:
        return DONE
    place, piece = pieces[picked]
    found = deeds(state, place, piece)
    refusals = {target: refuse_all("Movement", there.values()) for target, there in found.items()}
    target = yield from choose_target(state, seat, picked, refusals)
    deed = yield from _which(seat, found[target], target)
    yield from _carry_out(state, piece, place, target, deed)
    yield from victory.settle(state)
    return deed


def ways_out(label: Text) -> tuple[Option, ...]:
    """How a player leaves a step."""
    return (Option(DONE, label), Option(GIVE_UP, t("Give up the game"), minor=True))


def choose_target(state: TwoBasesState, seat: str, name: str, refusals: dict[str, Refusal | None]) -> Rule[str]:
    """The neighbouring space a piece goes to or attacks, those that it may not with the reason."""
    place, piece = pieces_of(state, seat)[name]
    found = []
    for target, refusal in refusals.items():
        words = "{piece} invades {space}" if is_enemy(state, seat, target) else "{piece} to {space}"
        found.append(Option(target, t(words, piece=piece.name, space=space_name(state, target)), refusal))
    prompt = t("{piece} on {place}: where to?", piece=piece.name, place=place.upper())
    return (yield from choose(seat, prompt, found, look="map", about=f"from:{name}", section="Movement"))


def _which(seat: str, found: dict[str, Refusal | None], target: str) -> Rule[str]:
    """What is done there; asked only where more than one thing is possible."""
    possible = [deed for deed, refusal in found.items() if refusal is None]
    if len(possible) == 1:
        return possible[0]
    prompt = t("Move or attack {place}?", place=target.upper())
    return (yield from choose(seat, prompt, [Option(deed, t(DEEDS[deed])) for deed in possible], section="Combat"))


def _carry_out(state: TwoBasesState, piece: Piece, place: str, target: str, deed: str) -> Rule[None]:
    if deed == MOVE:
        state.players[piece.seat].moved = piece.moved = True
        yield from enter(state, piece, place, target)
        return
    there = state.board[place].pieces
    taking_part = [piece] if deed == MARK else [one for one in there if not tired(state, one)]
    if deed == INVADE:
        state.battle = invasion_of(state, place, target)
    for one in taking_part:
        one.attacked = one.spent = True
    if deed == INVADE:
        return
    yield from _mark(state, piece.seat, target)


def invasion_of(state: TwoBasesState, place: str, target: str) -> Battle:
    """The fight when the pieces of a space invade another one; who rests or is spent stands aside (ruling A14)."""
    aside = "".join(one.type for one in state.board[place].pieces if tired(state, one))
    return Battle(place, target, aside=aside)


def _mark(state: TwoBasesState, seat: str, target: str) -> Rule[None]:
    """An attack on empty terrain: face down it is turned up first, and may turn out to be a Base."""
    if not state.board[target].kind:
        yield from turn_up(state, seat, target, "Combat")
    words = "{who} attacks empty {space}."
    yield from note(t(words, who=facts.TITLES[seat], space=space_name(state, target)), section="Combat")
    refusal = base_refusal(state, target)
    if refusal is None:
        change_marker(state, seat, target)
    else:
        yield from note(refusal.reason, section="Combat")


# ---- what a piece may do


def deeds(state: TwoBasesState, place: str, piece: Piece) -> dict[str, dict[str, Refusal | None]]:
    """What a piece might do to each neighbouring space, with the reason against it."""
    attack, found = attack_refusal(state, place, piece), {}
    for target in reach(state, place):
        if is_enemy(state, piece.seat, target):
            found[target] = {INVADE: attack}
        else:
            mark = attack or mark_refusal(state, piece, target)
            found[target] = {MOVE: move_refusal(state, piece, target), MARK: mark}
    return found


def idle(state: TwoBasesState, place: str, piece: Piece) -> Refusal | None:
    """Why a piece can neither move nor attack; None when it can do something."""
    found = deeds(state, place, piece)
    return refuse_all("Movement", [refusal for there in found.values() for refusal in there.values()])


def is_enemy(state: TwoBasesState, seat: str, place: str) -> bool:
    """Whether an enemy piece stands in a space."""
    return any(piece.seat != seat for piece in state.board[place].pieces)


def move_refusal(state: TwoBasesState, piece: Piece, target: str) -> Refusal | None:
    """Why a piece cannot make the one move of the turn into a neighbouring space."""
    made = refuse_if(state.players[piece.seat].moved, "Movement", t("The one move of this turn is made."))
    return rest_refusal(state, piece) or made or entry_refusal(state, piece, target)


def entry_refusal(state: TwoBasesState, piece: Piece, target: str) -> Refusal | None:
    """Why a piece cannot come into a space: who stands there, and what lies there (rulings A10, A20)."""
    there = state.board[target].pieces
    if is_enemy(state, piece.seat, target):
        return Refusal("Movement", t("An enemy piece stands there."))
    if len(there) > 1 or (there and there[0].is_engine == piece.is_engine):
        return Refusal("Combat", t("A space holds one piece, or one piece and one Siege Engine."))
    closed = not state.board[target].kind and state.rulings["onto_face_down"] == "face-up-only"
    return refuse_if(closed, "Movement", t("Pieces move onto face-up tiles only."))


def entries(state: TwoBasesState, place: str, piece: Piece) -> dict[str, Refusal | None]:
    """The neighbouring spaces, with the reason why a piece cannot come there."""
    return {target: entry_refusal(state, piece, target) for target in reach(state, place)}


def attack_refusal(state: TwoBasesState, place: str, piece: Piece) -> Refusal | None:
    """Why a piece cannot attack: it may not itself, or the piece beside it may and leads."""
    able = [one for one in state.board[place].pieces if not tired(state, one)]
    led = refuse_if(piece is not leader(able), "Combat", t("The piece beside it leads the attack."))
    return tired(state, piece) or led


def tired(state: TwoBasesState, piece: Piece) -> Refusal | None:
    """Why a piece takes part in no attack: it rests, or it has invaded in this turn (ruling A14)."""
    return rest_refusal(state, piece) or refuse_if(piece.spent, "Combat", t("It has invaded in this turn."))


def rest_refusal(state: TwoBasesState, piece: Piece) -> Refusal | None:
    """A piece that came onto a Mountain rests in its owner's next turn (A11)."""
    rests = piece.rests and piece.rests == state.players[piece.seat].turn
    return refuse_if(rests, "Terrain", t("It came onto a Mountain and rests this turn."))


def mark_refusal(state: TwoBasesState, piece: Piece, target: str) -> Refusal | None:
    """Why attacking empty terrain would change nothing, or is not possible (ruling A31)."""
    tile, after = state.board[target], "" if HALF[target] == piece.seat else piece.seat
    unseen = not tile.kind and state.rulings["attack_face_down"] == "face-up-only"
    closed = refuse_if(tile.pieces or unseen, "Combat", t("Only empty terrain can be attacked for its marker."))
    nothing = refuse_if(tile.marker == after, "Combat", t("There is no marker to put or take off."))
    return closed or nothing or base_refusal(state, target)


def base_refusal(state: TwoBasesState, target: str) -> Refusal | None:
    """Why an attack does not change the marker of a Base: it is no terrain (ruling A32)."""
    entered_only = state.board[target].kind == "base" and state.rulings["mark_base"] == "entering-only"
    reason = t("A Base is no terrain: only a piece that enters it changes its marker.")
    return refuse_if(entered_only, "Combat", reason)

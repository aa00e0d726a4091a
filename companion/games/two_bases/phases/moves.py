"""The Movement Step: one move of one piece, invasions, attacks on empty terrain; and what a piece may not do."""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import goto, note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Offer, menu
from companion.engine.core.refusals import refuse_all, refuse_if
from companion.engine.core.rules import flow, step
from companion.engine.core.text import t
from companion.games.two_bases import facts
from companion.games.two_bases.land import HALF, leader, piece_name, pieces_of, reach, space_name
from companion.games.two_bases.phases import combat, victory
from companion.games.two_bases.state import Battle, Piece, TwoBasesState
from companion.games.two_bases.tiles import change_marker, enter, turn_up

MOVE, MARK, INVADE = "move", "mark", "invade"


@flow("Movement")
def movement(seat: str) -> Rule[None]:
    """Move and invade in any order, until the player is done."""
    deed = yield from choose_deed(seat)
    if deed == INVADE:
        yield from combat.invasion()
    if deed == victory.DONE:
        return None
    return goto(movement(seat))


@step("Movement", "Combat")
def choose_deed(state: TwoBasesState, seat: str) -> Rule[str]:
    """One move, one attack on empty terrain (carried out), or an invasion (to be fought by the flow)."""
    found = [start(state, name, *one) for name, one in pieces_of(state, seat).items()]
    if state.winner or all(one.refusal for one in found):
        return victory.DONE
    prompt = t("{who}: which piece moves or attacks?", who=facts.TITLES[seat])
    ways_out = victory.ways_out(state, seat, t("To the Action Step"))
    deed: str = yield from menu(seat, prompt, [*found, *ways_out], look="map")
    yield from victory.settle(state)
    return deed


def start(state: TwoBasesState, name: str, place: str, piece: Piece) -> Offer:
    """A piece that can be chosen to move or attack; closed when it can do neither."""
    found = deeds(state, place, piece)
    idle = refuse_all("Movement", [deed.refusal for there in found.values() for deed in there])
    going = partial(choose_target, state, name, place, piece)
    return Offer(name, piece_name(state, place, piece), going, refusal=idle)


def choose_target(state: TwoBasesState, name: str, place: str, piece: Piece, *, extra: bool = False) -> Rule[str]:
    """The neighbouring space a piece goes to or attacks, and what it does there if it can do several things."""
    targets = []
    for target, there in deeds(state, place, piece, extra=extra).items():
        words = "{piece} invades {space}" if is_enemy(state, piece.seat, target) else "{piece} to {space}"
        label = t(words, piece=piece.name, space=space_name(state, target))
        which = t("Move or attack {place}?", place=target.upper())
        doing = partial(menu, piece.seat, which, there, section="Combat", skip_single=True)
        targets.append(Offer(target, label, doing, refusal=refuse_all("Movement", [one.refusal for one in there])))
    prompt, about = t("{piece} on {place}: where to?", piece=piece.name, place=place.upper()), f"from:{name}"
    return (yield from menu(piece.seat, prompt, targets, section="Movement", look="map", about=about))


def deeds(state: TwoBasesState, place: str, piece: Piece, *, extra: bool = False) -> dict[str, list[Offer]]:
    """What a piece might do to each neighbouring space; the `extra` piece of the Action Step only moves."""
    attack, found = attack_refusal(state, place, piece), {}
    for target in reach(state, place):
        here = (state, piece, place, target)
        if not extra and is_enemy(state, piece.seat, target):
            found[target] = [Offer(INVADE, t("Invade"), partial(_invade, *here), refusal=attack)]
            continue
        going = entry_refusal(state, piece, target) if extra else move_refusal(state, piece, target)
        found[target] = [Offer(MOVE, t("Move there"), partial(_move, *here, extra), refusal=going)]
        if not extra:
            words, staying = t("Attack it: change its marker and stay"), attack or mark_refusal(state, piece, target)
            found[target].append(Offer(MARK, words, partial(_mark, *here), refusal=staying))
    return found


def _move(state: TwoBasesState, piece: Piece, place: str, target: str, extra: bool) -> Rule[str]:
    setattr(state.players[piece.seat], "extra_moved" if extra else "moved", True)
    piece.moved = True
    yield from enter(state, piece, place, target)
    return MOVE


def _invade(state: TwoBasesState, piece: Piece, place: str, target: str) -> str:
    able = [one for one in state.board[place].pieces if not tired(state, one)]
    state.battle = invasion_of(state, place, target)
    for one in able:
        one.attacked = one.spent = True
    return INVADE


def invasion_of(state: TwoBasesState, place: str, target: str) -> Battle:
    """The fight when the pieces of a space invade another one; who rests or is spent stands aside (ruling A14)."""
    aside = "".join(one.type for one in state.board[place].pieces if tired(state, one))
    return Battle(place, target, aside=aside)


def _mark(state: TwoBasesState, piece: Piece, place: str, target: str) -> Rule[str]:
    """An attack on empty terrain: face down it is turned up first, and may turn out to be a Base."""
    piece.attacked = piece.spent = True
    if not state.board[target].kind:
        yield from turn_up(state, piece.seat, target, "Combat")
    who, space = facts.TITLES[piece.seat], space_name(state, target)
    yield from note(t("{who} attacks empty {space}.", who=who, space=space), section="Combat")
    if refusal := base_refusal(state, target):
        yield from note(refusal.reason, section="Combat")
    else:
        change_marker(state, piece.seat, target)
    return MARK


# ---- what a piece may do


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

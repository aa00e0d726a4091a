"""The Movement Step: one move of one piece, invasions, attacks on empty terrain; and what a piece may not do."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.rules import (
    Group,
    Offer,
    Refusal,
    Rule,
    Text,
    flow,
    goto,
    menu,
    note,
    partial,
    refuse_all,
    step,
    t,
)
from companion.games.two_bases import facts, land, tiles, victory
from companion.games.two_bases.phases import combat
from companion.games.two_bases.state import Battle, Piece, TwoBasesState

MOVE, MARK, INVADE = "move", "mark", "invade"
MOVE_THERE, MARK_IT = t("Move there"), t("Attack it: change its marker and stay")


@flow("Movement")
def movement(seat: str) -> Rule[None]:
    """The Movement Step: move and invade in any order, until the player is done."""
    done = yield from choose_deed(seat)
    if done == INVADE:
        yield from combat.invasion()
    if done != victory.DONE:
        return goto(movement(seat))
    return None


@step("Movement", "Combat")
def choose_deed(state: TwoBasesState, seat: str) -> Rule[str]:
    """One deed: a move or an attack on empty terrain (carried out here), or an invasion (which the flow then
    fights).
    """
    found = [start(state, *one) for one in land.pieces_of(state, seat)]
    if state.winner or all(one.refusal for one in found):
        return victory.DONE
    prompt = t("{who}: which piece moves or attacks?", who=facts.TITLES[seat])
    return (yield from victory.deed(state, seat, prompt, found, t("To the Action Step"), "map"))


def start(state: TwoBasesState, name: str, place: str, piece: Piece) -> Offer:
    """The offer to move or attack with a piece; refused when it can do neither."""
    found = [one for _, there in deeds(state, place, piece) for one in there]
    idle, open_to = refuse_all("Movement", (one.refusal for one in found)), {one.kind for one in found if one.allowed}
    kind = next((one for one in (INVADE, MARK, MOVE) if one in open_to), "")
    do = partial(aim, state, name, place, piece)
    return Offer(name, land.piece_name(state, place, piece), do, refusal=idle, kind=kind)


def aim(state: TwoBasesState, name: str, place: str, piece: Piece, *, extra: bool = False) -> Rule[str]:
    """Ask which neighbouring space a piece goes to or attacks, and what it does there if there is a choice."""
    targets = []
    for target, there in sorted(deeds(state, place, piece, extra=extra), key=lambda one: one[1][0].kind != INVADE):
        fight = land.is_enemy(state, piece.seat, target)
        words = "{piece} invades {space}" if fight else "{piece} to {space}"
        space = land.invaded(state, target) if fight else land.space_name(state, target)
        label = t(words, piece=piece.name, space=space)
        which = t("Move or attack {place}?", place=target.upper())
        told = next((one.detail for one in there if one.allowed), None)
        targets.append(Group(target, label, which, there, told, section="Combat", about="", skip_single=True,
                             link=(place, target), grave=fight))  # fmt: skip
    prompt, about = t("{piece} on {place}: where to?", piece=piece.name, place=place.upper()), f"from:{name}"
    return (yield from menu(piece.seat, prompt, targets, section="Movement", look="map", about=about))


def deeds(state: TwoBasesState, place: str, piece: Piece, *, extra: bool = False) -> Iterator[tuple[str, list[Offer]]]:
    """What a piece might do to each neighbouring space, one space after the other. With `extra` (the extra move of the
    Action Step) it can only move.
    """
    attack, made = attack_refusal(state, place, piece), None if extra else move_refusal(state, piece)
    for target in land.reach(state, place):
        here = (state, piece, place, target)
        if land.is_enemy(state, piece.seat, target) and not extra:
            told = None if attack else partial(_foretold, state, place, target)
            yield target, [Offer(INVADE, t("Invade"), partial(_invade, *here), INVADE, attack, told, kind=INVADE)]
            continue
        going, staying = made or entry_refusal(state, piece, target), attack or mark_refusal(state, piece, target)
        move, ahead = partial(_move, *here, extra), partial(_ahead, state, target)
        moving = Offer(MOVE, MOVE_THERE, move, MOVE, going, ahead, kind=MOVE)
        marking = Offer(MARK, MARK_IT, partial(_mark, *here), MARK, staying, kind=MARK)
        yield target, [moving] if extra else [moving, marking]


def _ahead(state: TwoBasesState, target: str) -> Text | None:
    """What comes of moving to a space besides being there: a Mountain delays the piece."""
    slow = land.ground(state, state.board[target]) == "mountain"
    return t("a Mountain: the piece does nothing in its next turn") if slow else None


def _move(state: TwoBasesState, piece: Piece, place: str, target: str, extra: bool) -> Rule[None]:
    setattr(state.players[piece.seat], "extra_moved" if extra else "moved", True)
    piece.moved = True
    yield from tiles.enter(state, piece, place, target)


def _invade(state: TwoBasesState, piece: Piece, place: str, target: str) -> None:
    state.battle = invasion_of(state, place, target)
    for one in combat.attackers(state, state.battle):
        one.attacked = one.spent = True


def _foretold(state: TwoBasesState, place: str, target: str) -> Text | None:
    """What the first round of an invasion brings, before it is declared."""
    fight = invasion_of(state, place, target)
    two = combat.fighters_of(state, fight)
    return combat.foretold(state, fight, two) if two else None


def invasion_of(state: TwoBasesState, place: str, target: str) -> Battle:
    """The fight when the pieces of a space invade another one; a piece that rests or has invaded takes no part
    (ruling A14).
    """
    return Battle(place, target, aside="".join(one.type for one in state.board[place].pieces if tired(state, one)))


def _mark(state: TwoBasesState, piece: Piece, place: str, target: str) -> Rule[None]:
    """An attack on empty terrain: face down it is turned up first, and may turn out to be a Base."""
    piece.attacked = piece.spent = True
    if not state.board[target].kind:
        yield from tiles.turn_up(state, piece.seat, target, "Combat")
    who, space, refusal = facts.TITLES[piece.seat], land.space_name(state, target), base_refusal(state, target)
    yield from note(t("{who} attacks empty {space}.", who=who, space=space), section="Combat")
    if refusal:
        yield from note(refusal.reason, section="Combat", kind=refusal.kind)
    else:
        tiles.change_marker(state, piece.seat, target)


# ---- what a piece may do


def move_refusal(state: TwoBasesState, piece: Piece) -> Refusal | None:
    """Why a piece cannot make the one move of the turn: it rests, or the move has been made. None if it can."""
    return rest_refusal(state, piece) or facts.AGAINST(moved=state.players[piece.seat].moved)


def extra_refusal(state: TwoBasesState, place: str, piece: Piece) -> Refusal | None:
    """Why a piece cannot make the extra move: it was made, the piece has acted or rests, or no space is open."""
    used = facts.AGAINST(extra_moved=state.players[piece.seat].extra_moved, active=piece.moved or piece.attacked)
    shut = used or rest_refusal(state, piece)
    return shut or refuse_all("", (entry_refusal(state, piece, to) for to in land.reach(state, place)))


def entry_refusal(state: TwoBasesState, piece: Piece, target: str) -> Refusal | None:
    """Why a piece cannot enter a space, because of who is there or what lies there (rulings A10, A20)."""
    there, enemy = state.board[target].pieces, land.is_enemy(state, piece.seat, target)
    full = len(there) > 1 or (there and there[0].is_engine == piece.is_engine)
    face_down = not state.board[target].kind and state.rulings["onto_face_down"] == "face-up-only"
    return facts.AGAINST(enemy=enemy, full=full, face_down=face_down)


def attack_refusal(state: TwoBasesState, place: str, piece: Piece) -> Refusal | None:
    """Why a piece cannot attack: it may not itself, or another piece in its space leads and may."""
    able = [one for one in state.board[place].pieces if not tired(state, one)]
    return tired(state, piece) or facts.AGAINST(led=piece is not land.leader(able))


def tired(state: TwoBasesState, piece: Piece) -> Refusal | None:
    """Why a piece takes no part in attacks: it rests, or has already invaded in this turn (ruling A14)."""
    return rest_refusal(state, piece) or facts.AGAINST(spent=piece.spent)


def rest_refusal(state: TwoBasesState, piece: Piece) -> Refusal | None:
    """Why a piece cannot act because it rests: in its owner's turn after it entered a Mountain (A11)."""
    return facts.AGAINST(rests=piece.rests and piece.rests == state.players[piece.seat].turn)


def mark_refusal(state: TwoBasesState, piece: Piece, target: str) -> Refusal | None:
    """Why an attack on empty terrain is impossible or would change nothing (ruling A31)."""
    tile, after = state.board[target], "" if land.HALF[target] == piece.seat else piece.seat
    unseen = not tile.kind and state.rulings["attack_face_down"] == "face-up-only"
    return facts.AGAINST(not_empty=tile.pieces or unseen, marked=tile.marker == after) or base_refusal(state, target)


def base_refusal(state: TwoBasesState, target: str) -> Refusal | None:
    """Why an attack does not change the marker of a Base, which is not terrain (ruling A32)."""
    return facts.AGAINST(base=state.board[target].kind == "base" and state.rulings["mark_base"] == "entering-only")

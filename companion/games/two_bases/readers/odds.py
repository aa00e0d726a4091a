"""The odds of an invasion. Combat has no dice, so the result is certain for each policy.

Contains no rule; the policies are plain functions over the questions of `combat`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from companion.engine.core.effects import Ask, as_call
from companion.engine.core.forms import Confirm
from companion.engine.core.questions import Question
from companion.engine.core.text import Text, t
from companion.engine.game.outlook import Outlook, Policy, Quantity, WhatIf
from companion.games.two_bases import facts
from companion.games.two_bases.land import invaded, leader, pieces_of
from companion.games.two_bases.phases import moves
from companion.games.two_bases.phases.combat import fighters
from companion.games.two_bases.readers import scouting
from companion.games.two_bases.sheet import sheet
from companion.games.two_bases.state import Battle, Piece, TwoBasesState

FALLEN = ""
"""What is read in place of the damage of a piece that is no longer there."""


def quantities(state: TwoBasesState) -> list[Quantity]:
    """Which piece falls, and the damage of the survivor."""
    fight, two = state.battle, fighters(state)
    return [] if fight is None or two is None else outcomes(state, fight, *two)


def outcomes(state: TwoBasesState, fight: Battle, attacker: Piece, defender: Piece) -> list[Quantity]:
    """The quantities of a fight between two pieces."""
    places = fight.source, fight.target
    falls = [_falls(places, role, piece) for role, piece in (("attacker", defender), ("defender", attacker))]
    cards = sheet(state).pieces
    return falls + [
        _damage(places, role, piece, cards[piece.type].health)
        for role, piece in (("attacker", attacker), ("defender", defender))
    ]


def _falls(places: tuple[str, str], winner: str, piece: Piece) -> Quantity:
    title = t("{who}: {piece} falls", who=t(facts.TITLES[piece.seat]), piece=t(piece.name))
    side = 1 if winner == "attacker" else -1
    read = partial(_has_fallen, places, piece.seat, piece.type)
    return Quantity(f"{winner}_wins", title, read, is_chance=True, leading=True, side=side)


def _damage(places: tuple[str, str], role: str, piece: Piece, health: int) -> Quantity:
    title = t("Damage of {piece}", piece=t(piece.name))
    read, words = partial(_damage_of, places, piece.seat, piece.type), partial(_condition, health)
    who, side = t(facts.TITLES[piece.seat]), 1 if role == "attacker" else -1
    return Quantity(f"{role}_damage", title, read, of=who, words=words, side=side)


def _there(places: tuple[str, str], seat: str, kind: str, state: TwoBasesState) -> list[Piece]:
    return [one for place in places for one in state.board[place].pieces if (one.seat, one.type) == (seat, kind)]


def _has_fallen(places: tuple[str, str], seat: str, kind: str, result: Any, state: TwoBasesState) -> bool:
    return not _there(places, seat, kind, state)


def _damage_of(places: tuple[str, str], seat: str, kind: str, result: Any, state: TwoBasesState) -> int | str:
    return max((one.damage for one in _there(places, seat, kind, state)), default=FALLEN)


def _condition(health: int, damage: int | str) -> Text:
    return t("fallen") if damage == FALLEN else t("{n} of {most}", n=damage, most=health)


# ---- before an invasion is declared


def exchanges(state: TwoBasesState) -> list[WhatIf]:
    """The first exchange of damage of every invasion that can be declared now."""
    return [
        WhatIf(f"{place}-{target}", _label(state, piece, target), as_call(scouting.first_exchange(place, target)),
                outcomes(state, moves.invasion_of(state, place, target), piece, enemy))
        for place, target, piece, enemy in _invasions(state)
    ]  # fmt: skip


def _invasions(state: TwoBasesState) -> Iterator[tuple[str, str, Piece, Piece]]:
    """From where, to where, who leads, and whom he meets."""
    for _name, place, piece in pieces_of(state, state.active):
        for target, found in moves.deeds(state, place, piece):
            enemy = leader(state.board[target].pieces)
            if enemy is not None and any(deed.id == moves.INVADE and deed.refusal is None for deed in found):
                yield place, target, piece, enemy


def _label(state: TwoBasesState, piece: Piece, target: str) -> Text:
    return t("{piece} invades {space}", piece=t(piece.name), space=invaded(state, target))


# ---- how people decide


def _on(question: Question, state: TwoBasesState) -> Any:
    """Another round, again and again; the winner stays where he is."""
    return question.part.about == "go_on" or _no(question, state)


def _no(question: Question, state: TwoBasesState) -> Any:
    """Stop the invasion; advance nowhere."""
    assert isinstance(question.part, Ask)
    assert isinstance(question.part.form, Confirm)
    return False


def _side(question: Question, state: TwoBasesState) -> int:
    """Whether the attacker is asked, or the defender."""
    two = fighters(state)
    return 0 if two is None else 1 if question.seat == two[0].seat else -1


OUTLOOKS = (
    Outlook(
        rule="two_bases.combat.invasion",
        sections=("Combat",),
        is_certain=True,
        quantities=quantities,
        policies=(
            Policy("on", t("On and on until a piece falls"), _on),
            Policy("stop", t("Stop now"), _no),
        ),
        side=_side,
        ready=lambda state: fighters(state) is not None,
    ),
    Outlook(
        rule=as_call(moves.choose_deed("")).rule,
        sections=("Movement",),
        is_certain=True,
        quantities=None,
        policies=(Policy("stop", t("One exchange, then stop"), _no),),
        what_ifs=exchanges,
        ready=lambda state: any(True for _ in _invasions(state)),
    ),
)

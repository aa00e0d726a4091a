"""What can be said of an invasion before it goes on. Combat has no dice, so for each way to decide the end is certain.

Decides no rule; the ways to decide are plain functions over the questions of `combat`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.effects import Ask
from companion.engine.forms import Confirm
from companion.engine.outlook import Conduct, Outlook, Quantity
from companion.engine.questions import Question
from companion.engine.text import t
from companion.games.two_bases import facts
from companion.games.two_bases.combat import fighters
from companion.games.two_bases.state import Piece, TwoBasesState


def quantities(state: TwoBasesState) -> list[Quantity]:
    """Who falls, and the damage of who lives."""
    fight, two = state.battle, fighters(state)
    if fight is None or two is None:
        return []
    places = fight.source, fight.target
    falls = [_falls(places, role, piece) for role, piece in (("attacker", two[1]), ("defender", two[0]))]
    return falls + [_damage(places, role, piece) for role, piece in zip(("attacker", "defender"), two, strict=True)]


def _falls(places: tuple[str, str], winner: str, piece: Piece) -> Quantity:
    title = t("{piece} falls", piece=t(piece.name))
    side = 1 if winner == "attacker" else -1
    read = partial(_has_fallen, places, piece.seat, piece.type)
    return Quantity(f"{winner}_wins", title, read, is_chance=True, leading=True, side=side)


def _damage(places: tuple[str, str], role: str, piece: Piece) -> Quantity:
    title = t("Damage of {piece}", piece=t(piece.name))
    read = partial(_damage_of, places, piece.seat, piece.type)
    return Quantity(f"{role}_damage", title, read, of=t(facts.TITLES[piece.seat]), side=1 if role == "attacker" else -1)


def _there(places: tuple[str, str], seat: str, kind: str, state: TwoBasesState) -> list[Piece]:
    return [one for place in places for one in state.board[place].pieces if (one.seat, one.type) == (seat, kind)]


def _has_fallen(places: tuple[str, str], seat: str, kind: str, result: Any, state: TwoBasesState) -> bool:
    return not _there(places, seat, kind, state)


def _damage_of(places: tuple[str, str], seat: str, kind: str, result: Any, state: TwoBasesState) -> int:
    return max((one.damage for one in _there(places, seat, kind, state)), default=0)


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
        quantities=quantities,
        conducts=(
            Conduct("on", t("Round after round until a piece falls"), _on),
            Conduct("stop", t("Stop now"), _no),
        ),
        side=_side,
        ready=lambda state: fighters(state) is not None,
    ),
)

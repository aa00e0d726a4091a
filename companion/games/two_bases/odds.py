"""What can be said of an invasion before it goes on. Combat has no dice, so every answer is certain.

Decides no rule; the ways to decide are plain functions over the questions of `combat`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.effects import Ask
from companion.engine.forms import Choose
from companion.engine.outlook import Conduct, Outlook, Quantity
from companion.engine.questions import Question
from companion.engine.text import t
from companion.games.two_bases.combat import sides_of
from companion.games.two_bases.state import Piece, TwoBasesState
from companion.games.two_bases.tiles import title


def quantities(state: TwoBasesState) -> list[Quantity]:
    """Who falls, and the damage of who lives."""
    sides = sides_of(state)
    if sides is None:
        return []
    places = sides.battle.source, sides.battle.target
    found = []
    for role, piece, enemy in (
        ("attacker", sides.attacker, sides.defender), ("defender", sides.defender, sides.attacker)
    ):  # fmt: skip
        found.append(Quantity(f"{role}_wins", t("{piece} falls", piece=t(enemy.card.name)),
                              partial(_falls, places, enemy.seat, enemy.type), is_chance=True))  # fmt: skip
        found.append(Quantity(f"{role}_damage", t("Damage of {piece}", piece=t(piece.card.name)),
                              partial(_damage, places, piece.seat, piece.type), of=title(piece.seat)))  # fmt: skip
    return sorted(found, key=lambda one: not one.is_chance)


def _there(places: tuple[str, str], seat: str, kind: str, state: TwoBasesState) -> list[Piece]:
    return [one for place in places for one in state.board[place].pieces if (one.seat, one.type) == (seat, kind)]


def _falls(places: tuple[str, str], seat: str, kind: str, result: Any, state: TwoBasesState) -> bool:
    return not _there(places, seat, kind, state)


def _damage(places: tuple[str, str], seat: str, kind: str, result: Any, state: TwoBasesState) -> int:
    return max((one.damage for one in _there(places, seat, kind, state)), default=0)


def _on(question: Question, state: TwoBasesState) -> Any:
    """Another round, again and again; the winner stays where he is."""
    return _first(question) if question.part.about != "go_on" else True


def _stop(question: Question, state: TwoBasesState) -> Any:
    """Stop the invasion now."""
    return _first(question)


def _first(question: Question) -> Any:
    assert isinstance(question.part, Ask)
    form = question.part.form
    return next(one.id for one in form.options if one.refusal is None) if isinstance(form, Choose) else False


OUTLOOKS = (
    Outlook(
        rule="two_bases.combat.invasion",
        sections=("Combat",),
        quantities=quantities,
        conducts=(
            Conduct("on", t("Round after round until a piece falls"), _on),
            Conduct("stop", t("Stop now"), _stop),
        ),
        rounds="two_bases.combat.combat_round",
    ),
)

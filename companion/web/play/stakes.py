"""What hangs on the next die of a battle: for the big screen, and for phones that only look on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.engine.core.chances import Contest, case_of
from companion.engine.core.effects import Ask, Part, Roll
from companion.engine.core.forms import Choose, Option
from companion.engine.core.questions import Question
from companion.engine.core.text import NOTHING, Text, hinted, plural, t
from companion.engine.game.panels import BattlePanel, Panel
from companion.engine.game.record import SeatInfo
from companion.web.app.viewer import Viewer
from companion.web.play.news import dice_of


@dataclass(frozen=True)
class Stake:
    """What hangs on an open question of a battle: who is asked what, and the odds of each thing he may do or roll."""

    seat: SeatInfo
    prompt: Text
    odds: tuple[tuple[Text, Text], ...]
    """Pairs of what may be done (empty for a roll) and its totals and chance."""


def stakes(found: Viewer, panels: Sequence[Panel]) -> list[Stake]:
    """What hangs on the open questions of a battle, for all at the table to see; empty without a battle."""
    if not any(isinstance(panel, BattlePanel) for panel in panels):
        return []
    asked = [question for question in found.view.questions if not question.sealed]
    pairs = [(question, odds_beside(question.part, needs_now(found, question))) for question in asked]
    return [Stake(found.info(question.seat), question.part.prompt, odds) for question, odds in pairs if odds]


class Foresight(NamedTuple):
    """What is known of a roll before it: what it needs as things stand now; an example, while the other die of a
    contest is still to be rolled; whether it is `settled`, so that no face changes anything.
    """

    needs: Text | None
    example: Text | None = None
    settled: bool = False


def foresight(found: Viewer, question: Question) -> Foresight:
    """What is known of a question before its answer; of the second die of a contest, what the first has left of it."""
    part, joint = question.part, question.joint
    needs = hinted(part.needs) if isinstance(part, Roll | Ask) else None
    if not isinstance(part, Roll) or not isinstance(joint, Contest):
        return Foresight(needs)
    other = other_die(found, question)
    if other is None:
        return Foresight(needs, _against_middling(joint, part.sides[0], first=question.place == 0))
    return against(joint, part.sides[0], other, first=question.place == 0)


def needs_now(found: Viewer, question: Question) -> Text | None:
    """What a roll needs, or None; once the other die of a contest lies on the table, what that leaves."""
    return foresight(found, question).needs


def against(joint: Contest, sides: int, other: int, *, first: bool) -> Foresight:
    """What is left of a die when the other one of its contest shows `other`."""
    won, tied = _faces(joint, sides, other, first=first)
    if len(won) == sides:
        return Foresight(t("Against {die}: any roll wins", die=other), settled=True)
    if not won and not tied:
        return Foresight(t("Against {die}: no roll wins", die=other), settled=True)
    if not won:
        return Foresight(t("Against {die}: no roll wins, {tie} is a tie", die=other, tie=tied[0]))
    return Foresight(t("Against {die}: {low} or more wins ({percent} %)", die=other, low=won[0],
                       percent=round(100 * len(won) / sides)))  # fmt: skip


def _against_middling(joint: Contest, sides: int, *, first: bool) -> Text:
    """What a die of a contest needs against a middling one: nobody can say more while that is still to be rolled."""
    middle = sides // 2
    won, _tied = _faces(joint, sides, middle, first=first)
    if not won:
        return t("If the other die shows {die}, no roll wins", die=middle)
    return t("If the other die shows {die}, {low} or more wins", die=middle, low=won[0])


def _faces(joint: Contest, sides: int, other: int, *, first: bool) -> tuple[list[int], list[int]]:
    """The faces of a die that win a contest against the other die, and those that tie with it; `first` is whether it
    is the first of both.
    """
    signs = {own: case_of((own, other) if first else (other, own), joint) for own in range(1, sides + 1)}
    wins = 1 if first else -1
    return [own for own, sign in signs.items() if sign == wins], [own for own, sign in signs.items() if sign == 0]


def other_die(found: Viewer, question: Question) -> int | None:
    """The die of a contest that was rolled by the last answer, or None."""
    last = next((line.entry for line in found.view.entries(limit=1).lines if line.live), None)
    if last is None or not last.key.startswith(f"{question.group}."):
        return None
    dice = dice_of(found, [last.n]).get(last.n, ())
    return dice[0] if len(dice) == 1 else None


def odds_beside(part: Part, needs: Text | None = None) -> tuple[tuple[Text, Text], ...]:
    """The totals and chances beside a roll (what it `needs` now), or beside the attacks one may choose from."""
    if needs:
        return ((NOTHING, needs),)
    options = part.form.options if isinstance(part, Ask) and isinstance(part.form, Choose) else ()
    alike: dict[str, list[Option]] = {}
    for one in options:
        if one.link and one.detail and not one.refusal:
            alike.setdefault(str(one.detail), []).append(one)
    return tuple((called(some), some[0].detail or NOTHING) for some in alike.values())


def called(some: Sequence[Option]) -> Text:
    """What may be done at the same odds: one attack by its name; several are counted, a line for each says no more."""
    return some[0].label if len(some) == 1 else plural(len(some), "{n} possible attack", "{n} possible attacks")

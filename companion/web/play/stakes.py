"""What hangs on the next die of a battle: for the big screen, and for phones that only look on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.core.effects import Ask, Part, Roll
from companion.engine.core.forms import Choose, Option
from companion.engine.core.text import NOTHING, Text, plural
from companion.engine.game.panels import BattlePanel, Panel
from companion.engine.game.record import SeatInfo
from companion.web.app.viewer import Viewer


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
    pairs = [(question, odds_beside(question.part)) for question in asked]
    return [Stake(found.info(question.seat), question.part.prompt, odds) for question, odds in pairs if odds]


def odds_beside(part: Part) -> tuple[tuple[Text, Text], ...]:
    """The totals and chances that stand beside a roll, or beside the attacks one may choose from."""
    if isinstance(part, Roll | Ask) and part.needs:
        return ((NOTHING, part.needs),)
    options = part.form.options if isinstance(part, Ask) and isinstance(part.form, Choose) else ()
    alike: dict[str, list[Option]] = {}
    for one in options:
        if one.link and one.detail and not one.refusal:
            alike.setdefault(str(one.detail), []).append(one)
    return tuple((called(some), some[0].detail or NOTHING) for some in alike.values())


def called(some: Sequence[Option]) -> Text:
    """What may be done at the same odds: one attack by its name; several are counted, a line for each says no more."""
    return some[0].label if len(some) == 1 else plural(len(some), "{n} possible attack", "{n} possible attacks")

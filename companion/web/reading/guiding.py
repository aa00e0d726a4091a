"""Guiding: where in the Round a match is, and why a question is asked now, from the game's guide."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.core.forms import Choose, Pick
from companion.engine.core.questions import Question
from companion.engine.core.text import Text
from companion.engine.game.guidance import Advice, Guide, Stage
from companion.web.app.services import services
from companion.web.app.viewer import Viewer
from companion.web.reading.rounds import present_since


@dataclass(frozen=True)
class Track:
    """The stages of the Round, and the index of the present one (None for none)."""

    stages: tuple[Stage, ...]
    now: Stage | None

    @property
    def following(self) -> Stage | None:
        """The stage after the present one; the first follows the last."""
        if self.now is None:
            return None
        return self.stages[(self.stages.index(self.now) + 1) % len(self.stages)]


@dataclass(frozen=True)
class Coach:
    """What beginners are told beside a question: the aim (at first), why it is asked, what is usual."""

    aim: Text | None
    advice: Advice | None


def track(found: Viewer) -> Track | None:
    """Where in the Round a match is; None for helpers, at the end, and for games without a guide."""
    guide = found.game.guide
    if guide is None or found.view.helper is not None or found.view.ended:
        return None
    stages, at = guide.stages(found.view.state), guide.at(found.view.state)
    return Track(stages, next((stage for stage in stages if stage.id == at), None))


BEGINNING = 3
"""Up to so many entries of the log those who wait are told the aim of the game; who is asked, only before anybody has
decided anything.
"""


def coach(found: Viewer, question: Question | None, active: str) -> Coach | None:
    """What to tell a beginner now, while the seat `active` is on turn; None for helpers, at the end, and without a
    guide.
    """
    guide = found.game.guide
    if guide is None or found.view.helper is not None or found.view.ended:
        return None
    aim = guide.aim_in(found.view.state) if begins(found, asked=question is not None) else None
    if question is None or not decides(question) or told_before(found, guide, question, active):
        return Coach(aim, None)
    return Coach(aim, guide.advice_for(question, active))


def told_before(found: Viewer, guide: Guide, question: Question, active: str) -> bool:
    """Whether this phone has read the same advice in the present Round: at a question it has answered since."""
    since = present_since(services().rounds.of(found.view), len(found.all_infos))
    answered = services().answered.of_section(found.view, {*found.seats, question.seat}, question.section, since)
    before = [services().asked.question(found.view, n) for n in answered]
    advice = guide.advice_for(question, active)
    return any(one is not None and decides(one) and guide.advice_for(one, active) == advice for one in before)


def begins(found: Viewer, *, asked: bool) -> bool:
    """Whether nobody has done anything yet, or dice alone have been rolled and cards drawn; in a demo, whether its
    newest entry is one of those it came with.
    """
    lines = found.view.entries(limit=BEGINNING).lines
    if found.view.kind == "demo":
        return not (lines and lines[0].entry.time)
    return found.view.last < BEGINNING and (not asked or all(line.entry.random for line in lines))


def decides(question: Question) -> bool:
    """Whether there is anything to advise: not where one choice alone is left, or none to pick from."""
    form = getattr(question.part, "form", None)
    if isinstance(form, Choose | Pick):
        return sum(not one.refusal for one in form.options) > (1 if isinstance(form, Choose) else form.least)
    return True

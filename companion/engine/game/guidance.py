"""Guidance: how a game helps people who play it for the first time, as plain records that shared pages draw.

Stage    a part of the Round (or of the turn), a place on the track that every page shows
Advice   why a question is asked, and what people usually answer
Guide    the aim of the game in a sentence, its stages, its advice
Aid      a piece of the player aid: numbered lines, or a table; `AidText` is one in a data file
Task     what players must do by hand at the table: turn a tile, put guards on a hex
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from companion.engine.core.effects import Ask, Part, subject
from companion.engine.core.forms import Choose, Confirm, Pick
from companion.engine.core.options import Option
from companion.engine.core.questions import Question
from companion.engine.core.text import NOTHING, Text, filled, has_words
from companion.engine.game.data import read_toml, shape


class Stage(Struct, frozen=True):
    """A part of the Round: a short name for the track, and a sentence on what happens in it.

    `tab` names the panels that fill a big screen during it, where these are not the map.
    """

    id: str
    title: Text
    what: Text
    section: str = ""
    tab: str = ""


ANYTHING = "*"
"""The `about` of advice for questions about any one thing, such as whichever hex a die is rolled for."""


class Advice(Struct, frozen=True):
    """Why the step `rule` (`movement.choose_deed`) asks, and what people usually answer.

    It belongs to one question of the step: about things of the kind `about` (`tile` for `tile:3,4`, "" for about
    nothing), and, where the step asks several of these, the one answered by such a `part` (`roll`, `choose`, `counts`;
    the tags of parts and forms) or of this `section`. `on_turn` is advice for whoever is on turn, and for nobody else.
    """

    rule: str
    """The step that asks; "" for whichever does, where one thing is asked in many of them: such advice comes last."""
    why: Text
    usual: Text = Text("")
    about: str = ""
    part: str = ""
    section: str = ""
    stock: bool = False
    """Whether one wants to see what one owns while one decides."""
    on_turn: bool = False
    options: tuple[str, ...] = ()
    """The kinds of options it speaks of: it is for a question that has one of them, which pages then show first."""
    against: bool = False
    """Whether it advises against these options: then no page marks them."""
    answer: str = ""
    """For a yes-or-no question whose usual answer is this one (`yes`, `no`); "" for either."""

    def fits(self, question: Question) -> bool:
        """Whether this advice is for the question."""
        kind, _name = subject(question.part.about)
        return (
            (not self.rule or question.rule.endswith(f".{self.rule}"))
            and self.about in (kind, ANYTHING)
            and self.part in ("", answered_by(question.part))
            and self.section in ("", question.section)
            and (not self.options or bool(self.among(question)))
            and self.answer in ("", usual_answer(question.part))
        )

    def among(self, question: Question) -> tuple[str, ...]:
        """The ids of the options of a question that it speaks of and that can be chosen, or saved for."""
        form = question.part.form if isinstance(question.part, Ask) else None
        options = form.options if isinstance(form, Choose | Pick) else ()
        return tuple(one.id for one in options if one.kind in self.options and may_come(one))


def may_come(option: Option) -> bool:
    """Whether an option can be chosen, or will be when there is enough to pay for it."""
    return option.refusal is None or any(chip.lacking for chip in option.price)


def answered_by(part: Part) -> str:
    """How a question is answered: the tag of its form, or that of its dice or draw."""
    return str((part.form if isinstance(part, Ask) else part).__struct_config__.tag)


def usual_answer(part: Part) -> str:
    """The main button of a yes-or-no question; "" for any other."""
    return part.form.usual if isinstance(part, Ask) and isinstance(part.form, Confirm) else ""


class Guide(Struct, frozen=True):
    """What guides people through their first game.

    `stages` takes a state and returns the stages of its match, as settings may leave some out; `at` takes a state and
    returns the id of its stage ("" for none). `aim_of` takes a state and returns the aim of its match, where settings
    and rulings decide what wins; `aim` is for a game without a match. `needs` are what should lie ready on the table
    before the first question: pieces, then dice.
    """

    aim: Text
    stages: Callable[[Any], tuple[Stage, ...]]
    at: Callable[[Any], str]
    advice: tuple[Advice, ...] = ()
    aim_of: Callable[[Any], Text] | None = None
    needs: tuple[Text, ...] = ()

    def aim_in(self, state: Any) -> Text:
        """The aim of the match with this state."""
        return self.aim_of(state) if self.aim_of is not None else self.aim

    def advice_for(self, question: Question, active: str) -> Advice | None:
        """The advice that belongs to a question, or None; never that of another one. `active` is who is on turn."""
        found = next((one for one in self.advice if one.fits(question)), None)
        return None if found is None or (found.on_turn and question.seat != active) else found


class Aid(Struct, frozen=True):
    """A piece of the player aid: `lines`, numbered if their order matters, or the `rows` of a table."""

    id: str
    title: Text
    section: str = ""
    lines: tuple[Text, ...] = ()
    numbered: bool = False
    columns: tuple[Text, ...] = ()
    rows: tuple[tuple[Text, ...], ...] = ()
    seat: str = ""
    """Whose it is, where every side has one like it: a page begins with one's own, and folds those of others."""
    stacked: bool = False
    """Whether the last cell of each row is a text of its own, which wants the whole width below the others."""


class AidLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of an aid that stands there only `when` something holds of the match."""

    text: str
    when: str


class AidText(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of an aid as a data file holds it. `when` is what must hold of a match; with nothing but an id the game
    makes the part.
    """

    id: str
    title: str = ""
    section: str = ""
    when: str = ""
    numbered: bool = False
    lines: tuple[str | AidLine, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    stacked: bool = False

    @property
    def messages(self) -> list[str]:
        """All its words, for translators."""
        said = [one if isinstance(one, str) else one.text for one in self.lines]
        cells = [cell for row in self.rows for cell in row]
        return [one for one in (self.title, *said, *self.columns, *cells) if has_words(one)]


def read_aids(package: str, name: str) -> tuple[AidText, ...]:
    """The tables `aid` of the file `data/NAME`. Raises DataError when it is missing or something has another shape."""
    return shape(read_toml(package, name)["aid"], tuple[AidText, ...], f"{name}: aid")


Cells = Iterable[tuple[Text, ...]]


class AidFigures(Struct, frozen=True):
    """What a match adds to the words of a data file: what `holds` of it (every `when` by its name), the values of the
    `{names}`, the rows of tables and the parts made by the game, both by the ids of the parts.
    """

    holds: Mapping[str, bool]
    values: Mapping[str, int | str | Text]
    rows: Mapping[str, Cells] = {}
    made: Mapping[str, Iterable[Aid]] = {}

    def told(self, parts: Iterable[AidText]) -> tuple[Aid, ...]:
        """The parts of the aid for this match, in the order of the file."""
        kept = [one for one in parts if not one.when or self.holds[one.when]]
        return tuple(aid for one in kept for aid in (self.made[one.id] if one.id in self.made else [self._aid(one)]))

    def _aid(self, part: AidText) -> Aid:
        said = [one if isinstance(one, str) else one.text for one in part.lines
                if isinstance(one, str) or self.holds[one.when]]  # fmt: skip
        lines, columns = (tuple(filled(one, self.values) for one in these) for these in (said, part.columns))
        rows = (*(tuple(filled(cell, self.values) for cell in row) for row in part.rows), *self.rows.get(part.id, ()))
        return Aid(part.id, filled(part.title, self.values), part.section, lines, part.numbered, columns, rows,
                   stacked=part.stacked)  # fmt: skip


class Task(Struct, frozen=True):
    """What players must do by hand at the table. It is shown on the phone of `seat`, or of the host if that is "".
    `own` says it with what only that seat may know, for a phone on which nobody else plays.
    """

    id: str
    text: Text
    seat: str = ""
    section: str = ""
    own: Text | None = None
    alike: Text | None = None
    """What tasks of its kind are called together; a phone that has several of them due shows them as one line, each
    with its `part`.
    """
    part: Text = NOTHING
    own_part: Text | None = None
    """Its part where `own` is what is shown."""

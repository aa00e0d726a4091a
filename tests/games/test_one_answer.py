"""Nobody is asked a question that has only one answer, unless the asking itself is worth it: each such kind with its
reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from companion.engine.core.effects import Ask
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import AnyForm, Choose, Confirm, Counts, Fields, Number, Option, Pick
from companion.engine.core.questions import Question
from companion.engine.core.text import t
from companion.engine.testing.fuzz import NO_CHECKS, play_game, play_helper
from companion.engine.testing.player import Player
from companion.games import load_game

GAMES = {"archmagi": 12, "conquest_of_zabor": 8, "multiverse_war": 2, "two_bases": 8}
"""How many games are played of each: as many as a few seconds allow."""
LEAD = "the second question of a deed says what it costs and where it is done before it is"
FORCED = {
    ("archmagi", "movement.move", "to"): LEAD,
    ("archmagi", "movement.move", "who"): "whether others could go is a secret; it says so",
    ("archmagi", "scouting.scout", "meal"): LEAD,
    ("archmagi", "scouting.scout", "look"): LEAD,
    ("archmagi", "scouting.scout", "theft"): LEAD,
    ("archmagi", "deploy.deploy", "give"): LEAD,
    ("conquest_of_zabor", "actions.civilize", "site"): LEAD,
    ("multiverse_war", "build.build", ""): LEAD,
    ("multiverse_war", "action.act", ""): LEAD,
    ("two_bases", "actions.act", ""): LEAD,
    ("two_bases", "moves.choose_deed", ""): LEAD,
    ("two_bases", "setup.lay_tiles", ""): "it waits until the table has laid out its tiles",
}
"""Game, rule and what the question is about ("" for anything): why it is asked with one answer only."""


SHUT = Refusal("Move", t("Not now."))


def single(form: AnyForm) -> bool:
    """Whether a form has one answer only."""
    match form:
        case Choose(options=options):
            return len(_free(options)) < 2
        case Confirm(refusal=refusal):
            return refusal is not None
        case Pick(options=options, least=least, most=most):
            return most == 0 or least >= len(_free(options))
        case Number(low=low, high=high):
            return low >= high
        case Counts(rows=rows, least=least, most=most):
            room = sum(row.high for row in rows if row.refusal is None)
            return room <= least or most == 0
        case Fields(fields=fields):
            return all(single(field.form) for field in fields)
    return False


def _free(options: Iterable[Option]) -> list[Option]:
    return [one for one in options if one.refusal is None]


def says_why(question: Question) -> bool:
    """Whether who is asked reads why: in place of the prompt, or at the one option there is."""
    part: Any = question.part
    free = _free(part.form.options) if isinstance(part.form, Choose | Pick) else []
    return part.own is not None or any(one.detail for one in free)


def allowed(game: str, question: Question) -> bool:
    """Whether such a question is asked on purpose."""
    rule, about = question.rule.removeprefix(f"{game}."), question.part.about.partition(":")[0]
    return any((game, rule, one) in FORCED for one in (about, ""))


def forced(game: str, games: int, monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str, str]]:
    """The questions of random games that have one answer, are asked without a word why, and are not on the list."""
    found: set[tuple[str, str, str]] = set()

    def check(self: Player) -> None:
        for question in self.runner.questions():
            part = question.part
            if isinstance(part, Ask) and single(part.form) and not says_why(question) and not allowed(game, question):
                found.add((question.rule, part.about.partition(":")[0], str(part.prompt)))

    monkeypatch.setattr(Player, "check", check)
    record = load_game(game)
    for seed in range(games):
        assert play_game(record, seed, NO_CHECKS).failure is None
        assert [play_helper(record, one, seed, NO_CHECKS).failure for one in record.helpers] == [None] * len(
            record.helpers
        )
    return found


@pytest.mark.parametrize("game", GAMES)
def test_no_question_has_one_answer_only(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whole random games with random settings and rulings, and in every helper."""
    assert forced(game, GAMES[game], monkeypatch) == set()


def test_what_stays_is_seen() -> None:
    """The test sees what it is for: all kinds of forms with one answer, and with two."""
    off = Option("b", t("B"), SHUT)
    assert single(Choose((Option("a", t("A")), off)))
    assert not single(Choose((Option("a", t("A")), Option("b", t("B")))))
    assert single(Pick((off,)))
    assert not single(Pick((Option("a", t("A")),)))
    assert single(Number(2, 2))
    assert single(Confirm(refusal=SHUT))

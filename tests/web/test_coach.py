"""Advice is for those who have something to decide."""

from __future__ import annotations

import pytest

from companion.engine.core.effects import Ask, Roll
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Choose, Number
from companion.engine.core.options import Option
from companion.engine.core.questions import Question
from companion.engine.core.text import t
from companion.web.reading.guiding import decides

REST = Option("rest", t("Rest"))
GO = Option("go", t("Go"))
SHUT = Option("shut", t("Shut"), Refusal("1.1", t("Not now.")))


@pytest.mark.parametrize(
    ("part", "is_one"),
    [
        (Ask("ann", "1", t("?"), Choose((REST, GO))), True),
        (Ask("ann", "1", t("?"), Choose((REST,))), False),
        (Ask("ann", "1", t("?"), Choose((REST, SHUT))), False),
        (Ask("ann", "1", t("?"), Number(1, 6)), True),
        (Roll("ann", "1", t("?"), (6,)), True),
    ],
)
def test_one_choice_alone_is_no_decision(part: Ask | Roll, *, is_one: bool) -> None:
    """What is refused does not count; dice and numbers may be advised on."""
    question = Question("key", "group", part)
    assert decides(question) is is_one

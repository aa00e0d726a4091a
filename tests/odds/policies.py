"""A policy for tests: answers by the section that asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.core.questions import Question
from companion.engine.game.outlook import Decide
from companion.odds import first_option


def by_section(answers: Mapping[str, Any], otherwise: Decide = first_option) -> Decide:
    """Answers by the section that asks: a value, or a policy of its own; for other sections `otherwise`."""

    def decide(question: Question, state: Any) -> Any:
        answer = answers.get(question.section, otherwise)
        return answer(question, state) if callable(answer) else answer

    return decide

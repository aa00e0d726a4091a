"""Everything that rule text is written in, to import from one module.

    from companion.engine.rules import Offer, Rule, flow, menu, note, step, t

The modules of `core` define and explain what is listed here.
"""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import (
    all_of,
    ask,
    choose,
    commit,
    confirm,
    contest,
    counts,
    draw,
    goto,
    note,
    number,
    pick,
    pool,
    repeat,
    roll,
    together,
)
from companion.engine.core.effects import Ask, Card, Roll, Rule, Sum, Term, add_up, as_call
from companion.engine.core.errors import Refusal, Refused
from companion.engine.core.forms import Field, Fields, Option, Row, options
from companion.engine.core.menu import Group, Offer, Offers, Purse, amounts, menu, several
from companion.engine.core.refusals import Reasons, refuse, refuse_all, refuse_if
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, listed, plural, t
from companion.engine.game.piles import put, shift

__all__ = [
    "Ask",
    "Card",
    "Field",
    "Fields",
    "Group",
    "Offer",
    "Offers",
    "Option",
    "Purse",
    "Reasons",
    "Refusal",
    "Refused",
    "Roll",
    "Row",
    "Rule",
    "Sum",
    "Term",
    "Text",
    "add_up",
    "all_of",
    "amounts",
    "as_call",
    "ask",
    "choose",
    "commit",
    "confirm",
    "contest",
    "counts",
    "draw",
    "flow",
    "goto",
    "listed",
    "menu",
    "note",
    "number",
    "options",
    "partial",
    "pick",
    "plural",
    "pool",
    "put",
    "refuse",
    "refuse_all",
    "refuse_if",
    "repeat",
    "roll",
    "several",
    "shift",
    "step",
    "t",
    "together",
]

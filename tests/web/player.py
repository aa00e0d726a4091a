"""A person who answers whatever is asked, through the form as it stands in the page: plain fields, any game.

It sees only the page, never the engine: it knows a form by its controls. `rng` makes its choices.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from random import Random
from typing import Any

from tests.web.phones import FORMS, Phone

OPENING = re.compile(r"""<form\b(?:[^>"']|"[^"]*"|'[^']*')*>""")


def question_form(page: str, only: str = "") -> str:
    """The text of the first question form of a page (or the one with a given id): reading all of a page takes long."""
    for form in FORMS.findall(page):
        opening = OPENING.match(form)[0]
        if "data-answer" in opening and (not only or f'id="{only}"' in opening):
            return form
    return ""


class Controls(HTMLParser):
    """The controls of the first question form of a page (or the one with a given id)."""

    def __init__(self, page: str, only: str = "") -> None:
        super().__init__()
        self.hidden: list[tuple[str, str]] = []
        self.buttons: list[tuple[str, str]] = []
        self.numbers: list[tuple[str, int, int, str]] = []
        self.names: list[str] = []
        self.ticks: dict[str, tuple[str, list[str]]] = {}
        self.selects: list[tuple[str, list[str]]] = []
        self.limits: list[tuple[int, int]] = []
        self.budget: int | None = None
        self.costs: list[int] = []
        self.action = ""
        self.prompt = ""
        self._select: list[str] | None = None
        self._in_prompt = False
        self.feed(question_form(page, only))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        a = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.action = a["action"]
        if "data-least" in a and "data-most" in a:
            self.limits.append((int(a["data-least"]), int(a["data-most"])))
        if "data-budget" in a:
            self.budget = int(a["data-budget"])
        if "data-cost" in a:
            self.costs.append(int(a["data-cost"]))
        self._in_prompt = self._in_prompt or "prompt" in a.get("class", "").split()
        if "disabled" not in a:
            self._control(tag, a)

    def _control(self, tag: str, a: dict[str, str]) -> None:
        name, value = a.get("name", ""), a.get("value", "")
        if tag == "button" and a.get("type") == "submit":
            self.buttons.append((name, value))
        elif tag == "input" and a.get("type") == "hidden":
            self.hidden.append((name, value))
        elif tag == "input" and a.get("type") == "number":
            self.numbers.append((name, int(a["min"]), int(a["max"]), value))
        elif tag == "input" and a.get("type") == "text":
            self.names.append(name)
        elif tag == "input" and a.get("type") in ("radio", "checkbox"):
            self.ticks.setdefault(name, (a["type"], []))[1].append(value)
        elif tag == "select":
            self._select = []
            self.selects.append((name, self._select))
        elif tag == "option" and self._select is not None and value:
            self._select.append(value)

    def handle_data(self, data: str) -> None:
        if self._in_prompt:
            self.prompt += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = None
        if tag == "h2":
            self._in_prompt = False


class FormsOfPage(HTMLParser):
    """What a page can be used for: the ids of its question forms, and (entry, post) of what can be taken back."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.questions: list[str] = []
        self.undo: list[tuple[int, str]] = []
        self._undoing: int | None = None
        self.feed("".join(FORMS.findall(page)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        a = {name: value or "" for name, value in attrs}
        if tag == "form" and "data-answer" in a and "question" in a.get("class", "").split():
            self.questions.append(a["id"])
        elif tag == "form" and "undo" in a.get("class", "").split():
            self._undoing = int(a["action"].rpartition("/")[2])
        elif tag == "input" and a.get("name") == "post" and self._undoing is not None:
            self.undo.append((self._undoing, a["value"]))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._undoing = None


Steer = Callable[[Controls], dict[str, Any]]
"""What a player wants for some controls of a form, by name; the others are left to chance."""


def fill_in(
    controls: Controls, rng: Random, *, app_dice: bool | None = None, steer: Steer | None = None
) -> dict[str, Any]:
    """Fields a person might send. `app_dice` False types every die, True lets the app roll; None does either."""
    data = fill_by_chance(controls, rng, app_dice)
    return data | (steer(controls) if steer else {})


def fill_by_chance(controls: Controls, rng: Random, app_dice: bool | None) -> dict[str, Any]:
    """Any fields that the form allows."""
    data: dict[str, Any] = {}
    for name, value in controls.hidden:
        data.setdefault(name, []).append(value)
    rolls = [button for button in controls.buttons if button == ("roll", "app")]
    if rolls and (rng.random() < 0.5 if app_dice is None else app_dice):
        return data | {"roll": "app"}
    _fill_numbers(controls, data, rng)
    _keep_to_limits(controls, data, rng)
    data |= {name: f"Name {rng.randint(1, 999)}" for name in controls.names}
    for name, (kind, values) in controls.ticks.items():
        least, most = controls.limits[0] if controls.limits and kind == "checkbox" else (1, 1)
        data[name] = rng.sample(values, rng.randint(least, min(most, len(values))))
    for name, values in controls.selects:
        data.setdefault(name, []).append(rng.choice(values))
    named = [button for button in controls.buttons if button[0] and button != ("roll", "app")]
    if named:
        name, value = rng.choice(named)
        data[name] = value
    return data


def _fill_numbers(controls: Controls, data: dict[str, Any], rng: Random) -> None:
    left = controls.budget
    for index, (name, low, high, _value) in enumerate(controls.numbers):
        cost = controls.costs[index] if len(controls.costs) == len(controls.numbers) else 0
        if left is not None and cost:
            high = min(high, left // cost)
        number = rng.randint(low, max(low, high))
        left = left - number * cost if left is not None else None
        data[name] = str(number)


def _keep_to_limits(controls: Controls, data: dict[str, Any], rng: Random) -> None:
    """Count one more or one less here and there until there are as many in all as the form allows."""
    if not controls.numbers or controls.ticks or len(controls.limits) != 1:
        return
    (least, most), among = controls.limits[0], {name: (low, high) for name, low, high, _value in controls.numbers}
    while not least <= (total := sum(int(data[name]) for name in among)) <= most:
        step = 1 if total < least else -1
        able = [name for name, (low, high) in among.items() if low <= int(data[name]) + step <= high]
        if not able:
            return
        name = rng.choice(able)
        data[name] = str(int(data[name]) + step)


def answer_one(phone: Phone, rng: Random, *, app_dice: bool | None = None, steer: Steer | None = None) -> bool:
    """Answer the first question of the page shown; False when it shows none."""
    controls = Controls(phone.text)
    if not controls.action:
        return False
    phone.post(controls.action, fill_in(controls, rng, app_dice=app_dice, steer=steer))
    return True

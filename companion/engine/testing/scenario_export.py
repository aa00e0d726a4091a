"""Writing a played match as a scenario, so that every bug report can be run again."""

from __future__ import annotations

import json
from typing import Any

from companion.engine.core.questions import Question
from companion.engine.game.record import Game, open_position
from companion.engine.match.ledger import Entry, live_line
from companion.engine.match.live import Match
from companion.engine.match.replay import MatchExport, replay
from companion.engine.running.paths import all_fields, leaves
from companion.engine.testing.expectations import ExpectedQuestion


def as_scenario(game: Game, export: MatchExport, title: str = "") -> str:
    """An exported match as the text of a scenario file: its live answers, and its position at the end.

    Raises DataError when this release cannot begin the match.
    """
    replayed = replay(game, export)
    match = replayed.match(game)
    lines = _head(export, title)
    for entry in list(live_line(match.ledger, match.tip))[::-1]:
        one = _entry_lines(game, entry)
        if not _repeats(lines, one):
            lines += one
    lines += _end_lines(match)
    return "\n".join(lines) + "\n"


def _repeats(lines: list[str], one: list[str]) -> bool:
    """Whether an entry says the same as the one before it, which is then told to repeat itself."""
    said = "repeat = "
    counted = bool(lines) and lines[-1].startswith(said)
    before = lines[:-1] if counted else lines
    if not one or before[-len(one) :] != one:
        return False
    times = int(lines.pop().removeprefix(said)) if counted else 1
    lines.append(f"{said}{times + 1}")
    return True


def _head(export: MatchExport, title: str) -> list[str]:
    lines = [f"game = {_toml(export.game)}"]
    if title:
        lines.append(f"title = {_toml(title)}")
    if export.helper:
        lines.append(f"helper = {_toml(export.helper)}")
    else:
        lines.append(f"seats = {_toml(export.seats)}")
    for name, chosen in (("settings", export.settings), ("rulings", export.rulings)):
        if chosen and not (name == "settings" and export.helper):
            lines += ["", f"[{name}]", *(f"{_key(key)} = {_toml(value)}" for key, value in chosen.items())]
    return lines


def _entry_lines(game: Game, entry: Entry) -> list[str]:
    if entry.kind in ("correction", "ruling"):
        path, value, _ = entry.value
        return ["", "[[answer]]", f"correct = {_toml(path)}", _value_line(value)]
    if entry.kind != "answer":
        return []
    nth = _place(open_position(game, entry.before).questions(), entry)
    lines = ["", "[[answer]]", f"seat = {_toml(entry.seat)}", f"section = {_toml(entry.section)}"]
    if nth > 1:
        lines.append(f"nth = {nth}")
    return [*lines, _value_line(entry.value) + f"  # {_comment(str(entry.prompt))}"]


def _place(questions: list[Question], entry: Entry) -> int:
    """The place of the answered question among those of the same seat and section."""
    due = ExpectedQuestion(entry.seat, entry.section)
    alike = [question.key for question in questions if due.fits(question)]
    return alike.index(entry.key) + 1 if entry.key in alike else 1


def _end_lines(match: Match) -> list[str]:
    state = all_fields(match.runner.state)
    lines = ["", "[expect]", f"ended = {_toml(match.runner.done)}"]
    questions = match.questions()
    if questions:
        due = [{"seat": question.seat, "section": question.section} for question in questions]
        lines.append(f"open = {_toml(due)}")
    values = [(path, value) for path, value in leaves(state) if value is not None and path != "/schema"]
    return [*lines, "", "[expect.state]", *(f"{_key(path)} = {_toml(value)}" for path, value in values)]


def _value_line(value: Any) -> str:
    return "empty = true" if value is None else f"value = {_toml(value)}"


def _toml(value: Any) -> str:
    """Plain data as a TOML value on one line. TOML has no null: it is left out of tables and lists."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case dict():
            pairs = [f"{_key(str(name))} = {_toml(child)}" for name, child in value.items() if child is not None]
            return "{ " + ", ".join(pairs) + " }" if pairs else "{}"
        case _:
            return "[" + ", ".join(_toml(child) for child in value if child is not None) + "]"


def _key(name: str) -> str:
    plain = name.replace("_", "").replace("-", "")
    return name if plain.isascii() and plain.isalnum() else _toml(name)


def _comment(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)

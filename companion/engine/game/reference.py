"""The reference: what a game has for each section of its rulebook, and which rows of the rule ledger are covered.

Lists steps, flows, tables, rulings, helpers and ledger rows, for `companion rules` and the rule reference in the pages.
Runs no rule.

A row's `where` names one or more places, separated by `;`:

    arena.battle                 a step or flow, or anything else a module of the game defines
    actions.act#recruit          a step, where it asks about a thing of this kind (see `Advice`)
    R29                          a ruling, by its number or its key
    table:guards                 a random table
    kit:hero_displays            a printed component
    helper:battle                a stand-alone helper
    setting:length               a choice made when a match is created
    table-only: REASON           only the people at the table can follow it
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Container, Iterable
from pathlib import Path

from msgspec import Struct

from companion.engine.core.rules import GAMES, RuleCode, book
from companion.engine.game.record import Game, LedgerRow

TABLE_ONLY = "table-only:"


class RuleDoc(Struct, frozen=True):
    """A step or flow: its name, sections, and the first line of its docstring."""

    name: str
    kind: str
    sections: tuple[str, ...]
    summary: str


class SectionDoc(Struct):
    """What belongs to one section: its ledger rows; its rules; its tables, rulings and helpers as (id, title)."""

    section: str
    rows: list[LedgerRow] = []
    rules: list[RuleDoc] = []
    tables: list[tuple[str, str]] = []
    rulings: list[tuple[str, str]] = []
    helpers: list[tuple[str, str]] = []


class MissingRow(Struct, frozen=True):
    """A row that is not covered, and the reason."""

    row: LedgerRow
    reason: str


class RowCoverage(Struct, frozen=True):
    """Which rows of a game are covered."""

    covered: tuple[LedgerRow, ...]
    missing: tuple[MissingRow, ...]

    def line(self) -> str:
        """The last line of `companion rules`."""
        return f"covered {len(self.covered)} of {len(self.covered) + len(self.missing)}"


def coverage(game: Game, tier: str = "", tests: Container[str] | None = None) -> RowCoverage:
    """The rows (of one tier, or all) that are covered: their `where` names something that exists and, if `tests` are
    given, a test is marked with their id.
    """
    places = _Places(game)
    covered, missing = [], []
    for row in game.rows:
        if tier and row.tier != tier:
            continue
        reason = places.problem(row)
        if not reason and tests is not None and row.id not in tests:
            reason = "no test is marked with it"
        if reason:
            missing.append(MissingRow(row, reason))
        else:
            covered.append(row)
    return RowCoverage(tuple(covered), tuple(missing))


def reference(game: Game) -> list[SectionDoc]:
    """Everything a game has, by section in the order of the rulebook."""
    sections: dict[str, SectionDoc] = {}

    def at(names: Iterable[str]) -> list[SectionDoc]:
        return [sections.setdefault(name, SectionDoc(name)) for name in names]

    for row in game.rows:
        for doc in at(sections_of(row)):
            doc.rows.append(row)
    for code in rules_of(game):
        for doc in at(code.sections):
            doc.rules.append(_rule_doc(code))
    for table in game.tables:
        at([table.section])[0].tables.append((table.id, table.title))
    for ruling in game.rulings:
        for doc in at(ruling.sections):
            doc.rulings.append((ruling.id, ruling.title))
    for helper in game.helpers:
        at([helper.section])[0].helpers.append((helper.id, helper.title))
    return [sections[name] for name in sorted(sections, key=section_order)]


def rows_at(game: Game, section: str) -> list[LedgerRow]:
    """The rows to show where a section is cited: those of the section and its subsections, else those of the nearest
    section above.
    """
    while section:
        found = [row for row in game.rows if any(_within(one, section) for one in sections_of(row))]
        if found:
            return found
        section = section.rpartition(".")[0]
    return []


def rules_of(game: Game) -> list[RuleCode]:
    """The steps and flows of a game."""
    return book.of(package_of(game))


def package_of(game: Game) -> str:
    """The package that the names of a game's rules begin with."""
    return game.play.rule.rpartition(".")[0].rpartition(".")[0] or game.name


def sections_of(row: LedgerRow) -> list[str]:
    """The sections that a row belongs to."""
    return [name.strip() for name in row.section.split(";") if name.strip()]


def section_order(section: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts sections like a rulebook: 8.2 before 8.10, names last."""
    words = section.replace(".", " ").split()
    return tuple((0, int(word), "") if word.isdecimal() else (1, 0, word) for word in words)


def rows_tested(folder: Path) -> set[str]:
    """The ids of the rows that tests and scenarios below a folder are marked with."""
    found: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
                found.update(arg.value for arg in node.args if isinstance(arg, ast.Constant) and type(arg.value) is str)
    for path in sorted(folder.rglob("*.toml")):
        rules = tomllib.loads(path.read_text("utf-8")).get("rules", [])
        found.update(rule for rule in rules if isinstance(rule, str))
    return found


def _within(section: str, above: str) -> bool:
    return section == above or section.startswith(f"{above}.")


class _Places:
    """All that a `where` of this game may name."""

    def __init__(self, game: Game) -> None:
        self.package = package_of(game)
        self.rules = {code.name for code in rules_of(game)}
        self.module = _package_module(game)
        kit = game.printed()
        self.ids: dict[str, set[str]] = {
            "table": {table.id for table in game.tables},
            "kit": {str(component.id) for component in getattr(kit, "components", ())},
            "helper": {helper.id for helper in game.helpers},
            "setting": {setting.id for setting in game.settings},
        }
        self.rulings = {name for ruling in game.rulings for name in (ruling.id, ruling.key)}

    def problem(self, row: LedgerRow) -> str:
        """Why a row's `where` is not good enough; empty when it is."""
        where = row.where.strip()
        if not where:
            return "where is empty"
        if where.startswith(TABLE_ONLY):
            return "" if where.removeprefix(TABLE_ONLY).strip() else "table-only needs a reason"
        unknown = [place for place in map(str.strip, where.split(";")) if not self.knows(place)]
        return f"there is no {', '.join(unknown)}" if unknown else ""

    def knows(self, place: str) -> bool:
        """Whether a place exists."""
        place, about, _kind = place.partition("#")
        if about:
            return f"{self.package}.{place}" in self.rules
        kind, colon, name = place.partition(":")
        if colon:
            return name.strip() in self.ids.get(kind.strip(), ())
        return (
            place in self.rulings or place in self.rules or f"{self.package}.{place}" in self.rules or self._is(place)
        )

    def _is(self, place: str) -> bool:
        """Whether a loaded module of the game defines this name."""
        module, dot, name = place.rpartition(".")
        if not dot or name.startswith("_"):
            return False
        inside, end = f"{self.module}.", f".{module}"
        found = [one for path, one in list(sys.modules.items()) if path.startswith(inside) and path.endswith(end)]
        return any(hasattr(one, name) for one in found)


def _package_module(game: Game) -> str:
    """The Python package of a game: its folder, not a room of it."""
    code = book.get(game.play.rule)
    path = code.fn.__module__.rpartition(".")[0] if code is not None else ""
    return GAMES + path.removeprefix(GAMES).partition(".")[0] if path.startswith(GAMES) else path


def _rule_doc(code: RuleCode) -> RuleDoc:
    return RuleDoc(code.name, "flow" if code.is_flow else "step", code.sections, code.doc.partition("\n")[0])

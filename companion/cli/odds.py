"""`companion odds`: what is likely to happen, before it is risked."""

from __future__ import annotations

import sys
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from companion.cli.frame import Failed, GameCommand, game_argument
from companion.engine.core.text import Text
from companion.engine.game.record import Game

if TYPE_CHECKING:
    from companion.odds.asking import Situation
    from companion.odds.asking.record import Comparison, Figure, Needed, Record, Share

_BAR = 20


class Seconds(click.FloatRange):
    """A parameter type: a time in seconds. Also refuses `nan`."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The time in seconds. Raises BadParameter."""
        found = float(super().convert(value, param, ctx))
        if not isfinite(found):
            self.fail(f"{value} is no time: give seconds from {self.min} to {self.max}.", param, ctx)
        return found


@click.command(cls=GameCommand, short_help="The odds of a situation, from the rules themselves.")
@game_argument
@click.argument("helper")
@click.argument("situation", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--policy", default="", metavar="NAME", help="How people decide; `--policies` lists the ways.")
@click.option("--policies", is_flag=True, help="Only list the ways to decide.")
@click.option("--seconds", type=Seconds(0.1, 3600), default=5.0, show_default=True, help="Time for the figures.")
@click.option(
    "--compare",
    type=Seconds(0, 3600),
    default=10.0,
    show_default=True,
    help="Time for what they depend on: other rulings, other decisions. 0 leaves it out.",
)
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object instead.")
def odds(
    game: Game, helper: str, situation: Path, policy: str, policies: bool, seconds: float, compare: float, as_json: bool
) -> None:  # fmt: skip
    """The odds of a situation: what happens after it, computed from the rules themselves.

    HELPER is the name of a stand-alone helper of the game, SITUATION a TOML file with the answers to its forms (see
    docs/odds.md). Exact where the time allows it, else sampled, with the standard error.

    \b
    Examples:
      companion odds GAME siege our-siege.toml
      companion odds GAME field_battle battle.toml --policy weakest,seize,units=5 --json
      companion odds GAME field_battle battle.toml --policy best
    """
    from companion.cli.situation_file import read_situation_file, save_of_file, situation_of_file
    from companion.odds.asking import ask

    found = next((one for one in game.helpers if one.id == helper), None)
    if found is None:
        raise Failed(f"{game.name} has no helper {helper}. Helpers: {', '.join(one.id for one in game.helpers)}.")
    filled = read_situation_file(situation)
    asked = situation_of_file(game, found, filled)
    if policies:
        for line in _policy_lines(asked):
            click.echo(line)
        return
    record = ask(
        asked, policy or filled.policy, seconds=seconds, compare=compare,
        again=lambda rulings: save_of_file(game, found, filled, rulings),
    )  # fmt: skip
    if as_json:
        click.echo(as_json_text(record))
        return
    for line in lines(record):
        click.echo(line)
    sys.stdout.flush()


def _policy_lines(asked: Situation) -> list[str]:
    found = [f"{one.id:<14}  {one.title}" for one in asked.policies]
    knobs = asked.outlook.knobs
    if knobs:
        found.append("To be added, with commas between (biggest,NAME or biggest,NAME=5):")
    for knob in knobs:
        words = str(knob.title).replace("{n}", "N")
        found.append(f"{knob.id + ('=N' if knob.high else ''):<14}  {words}")
    return found


def lines(record: Record) -> list[str]:
    """A record of odds as lines of text."""
    found = [f"{record.policy_title}."]
    heading: Any = None
    for figure in record.figures:
        if figure.idle:
            continue
        if figure.of != heading and figure.of is not None:
            found += ["", f"{figure.of}"]
        heading = figure.of
        found += _figure_lines(figure)
    found.append("")
    if record.rounds is not None:
        found.append(f"Expected rounds: {record.rounds:.2f}")
    if record.endless:
        found.append(f"{percent(record.endless)} of all cases never end: whoever might end it does better by waiting.")
    if record.certain:
        found.append("Certain: nothing in it is left to chance.")
    elif record.exact:
        found.append(f"Exact from the rules; no chance is too low by more than {record.bound:.1e}.")
    else:
        found.append("Too many possibilities to follow them all: sampled, each figure with its standard error.")
    if record.move is not None:
        found.append(f"Best play now: {record.move}.")
    found += [_needed_line(one) for one in record.needed]
    found += [f"{one.title} - {record.first.title}:" for one in record.methods[:1]]
    found += [f"{percent(one.value):>6}  {one.reading} ({one.id})" for one in record.methods]
    found += _depends_lines(record)
    return found


def _needed_line(one: Needed) -> str:
    if one.units is None:
        return f"{one.title}: not even with all stacks full is it {percent(one.goal)}."
    return f"{one.title}: {one.units} more units, in the largest stacks, bring it to {percent(one.goal)}."


def _figure_lines(figure: Figure) -> list[str]:
    error = f" (standard error {max(figure.error, 0.0001):.4f})" if figure.error else ""
    if figure.is_chance:
        found = [f"{percent(figure.value):>6}  {figure.title}{error}"]
        if figure.by_round:
            shown = ", ".join(f"{number}: {percent(share)}" for number, share in enumerate(figure.by_round, 1))
            found.append(f"        by round {shown}")
        return found
    numbers = any(isinstance(share.value, int) for share in figure.shares)
    mean = f"{figure.value:6.2f}  " if numbers else "        "
    shares = [share for share in figure.shares if share.chance >= 0.0005]
    wide = max([3, *(len(str(share.words or share.value)) for share in shares)])
    return [f"{mean}{figure.title}{error}", *(_share_line(share, wide, upwards=figure.upwards) for share in shares)]


def _share_line(share: Share, wide: int, *, upwards: bool) -> str:
    sign, more = f"{share.words or share.value!s:>{wide}}", "or more" if upwards else "or fewer"
    added = "" if share.so_far is None else f"  {more}: {percent(share.so_far):>6}"
    return f"        {sign}  {percent(share.chance):>6}{added}  {'#' * round(share.chance * _BAR)}".rstrip()


def _depends_lines(record: Record) -> list[str]:
    if not record.compared:
        return []
    tried = f"{record.compared} of {record.wanted}" if record.compared < record.wanted else f"{record.compared}"
    unknown = [f"     ?  {one.title} ({one.id}): {one.reading}. {one.why}" for one in record.unknown]
    if not record.depends:
        seen = "" if record.exact else " larger than the errors"
        words = "none makes a difference" if not unknown else "of those worked out none makes a difference"
        return [f"{tried} other readings and ways to decide were tried; {words}{seen}.", *unknown]
    values = [record.first.value, *(one.value for one in record.depends)]
    low, high = percent(min(values)), percent(max(values))
    found = [f"Depends on ({record.first.title}: from {low} to {high}; {tried} other readings and ways tried):"]
    return found + [_otherwise_line(one) for one in record.depends] + unknown


def _otherwise_line(one: Comparison) -> str:
    return f"{percent(one.value):>6}  {one.title} ({one.id}): {one.reading}"


def percent(share: float) -> str:
    """A share (0 to 1) as a percentage: `12.3%`."""
    return f"{100 * share:.1f}%"


def as_json_text(record: Record) -> str:
    """The record as a JSON object, indented, with every text in English words."""
    return msgspec.json.format(msgspec.json.encode(_plain(record)), indent=2).decode()


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        return str(value)
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        return {published: _plain(getattr(value, name)) for published, name in names}
    if isinstance(value, list | tuple):
        return [_plain(child) for child in value]
    return value


COMMANDS = [odds]

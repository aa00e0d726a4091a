"""Forecasts before any roll: of an attack both totals without the dice, the chance to hit, and how many that may kill
(8.5, 8.6); of a breach what each result of the die does (8.7.1).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from companion.engine.core.chances import Contest, case_of, cases
from companion.engine.core.text import Text, kept, t

FACES = 20
DICE = (FACES, FACES)


def percent(first: int, second: int, ties_lose: bool) -> int:
    """The chance in whole percent that `first` and a d20 beat `second` and a d20."""
    return _percent_ahead(first - second, ties_lose)


@cache
def _percent_ahead(lead: int, ties_lose: bool) -> int:
    contest = Contest(lead, ties_lose)
    won = sum(case.weight for case in cases(DICE, contest) if case_of(case.dice, contest) == 1)
    return round(100 * won / (DICE[0] * DICE[1]))


class Clash(NamedTuple):
    """An attack before its dice: both totals without them, how many units a hit of the attacker and one of the
    defender may kill, and whether it is a `shot`: then a tie is a miss, and nobody hits back.
    """

    first: int
    second: int
    kills: int
    killed: int
    shot: bool

    @property
    def percent(self) -> int:
        """The chance of the attacker in whole percent."""
        return percent(self.first, self.second, self.shot)

    @property
    def percent_back(self) -> int:
        """The chance of the defender to hit the attacker, in whole percent: none against a shot."""
        return 0 if self.shot else percent(self.second, self.first, False)


def forecast(clash: Clash) -> Text:
    """Both totals, the chance, and what a hit may kill, in words; in close combat what may be lost as well."""
    if clash.shot:
        return _told(clash.first, clash.second, clash.percent, clash.kills)
    return _told_both_ways(*clash[:4], clash.percent, clash.percent_back)


def briefly(clash: Clash) -> Text:
    """The same for a counter with hardly any room: lines with the chance, the totals, and what a hit may kill; in close
    combat each of the attacker and the defender.
    """
    if clash.shot:
        return _told_briefly(clash.first, clash.second, clash.percent, clash.kills)
    return _told_both_ways_briefly(*clash[:4], clash.percent, clash.percent_back)


def before_the_dice(clash: Clash) -> tuple[Text, Text]:
    """The forecast beside each of the two dice, from the view of its roller: the attacker's, then the defender's.

    A defender hits back with the higher total, or is saved from a shot by an equal one.
    """
    first, second, chance = clash.first, clash.second, clash.percent
    if clash.shot:
        return _hits(first, second, chance, clash.kills), _holds(second, first, 100 - chance)
    theirs = _hits_back(second, first, clash.percent_back, clash.killed)
    return _hits_or_is_hit(*clash[:4], chance, clash.percent_back), theirs


@kept
def _told(own: int, against: int, chance: int, kills: int) -> Text:
    return t("{percent} % · {a} + die against {b} + die · kills up to {n}", a=own, b=against, percent=chance, n=kills)


@kept
def _told_both_ways(own: int, against: int, kills: int, killed: int, chance: int, back: int) -> Text:
    return t("{percent} % · {a} + die against {b} + die · kills up to {n}; {back} % to lose up to {m}",
             a=own, b=against, percent=chance, n=kills, back=back, m=killed)  # fmt: skip


@kept
def _told_both_ways_briefly(own: int, against: int, kills: int, killed: int, chance: int, back: int) -> Text:
    return t("{percent} % kills up to {n}\n{back} % loses up to {m}\n{a} + die against {b} + die",
             percent=chance, a=own, b=against, n=kills, back=back, m=killed)  # fmt: skip


@kept
def _told_briefly(own: int, against: int, chance: int, kills: int) -> Text:
    return t("{percent} % kills up to {n}\n{a} + die against {b} + die", percent=chance, a=own, b=against, n=kills)


@kept
def _hits(own: int, against: int, chance: int, kills: int) -> Text:
    """Longer than on a counter: beside a die there is room for words."""
    return t("Hits: {percent} %, {a} + die against {b} + die; kills up to {n}",
             a=own, b=against, percent=chance, n=kills)  # fmt: skip


@kept
def _hits_or_is_hit(own: int, against: int, kills: int, killed: int, chance: int, back: int) -> Text:
    return t("Hits: {percent} %, {a} + die against {b} + die; kills up to {n}. Is hit: {back} %, loses up to {m}",
             a=own, b=against, percent=chance, n=kills, back=back, m=killed)  # fmt: skip


@kept
def _hits_back(own: int, against: int, chance: int, kills: int) -> Text:
    return t("Hits back: {percent} %, {a} + die against {b} + die; kills up to {n}",
             a=own, b=against, percent=chance, n=kills)  # fmt: skip


@kept
def _holds(own: int, against: int, chance: int) -> Text:
    return t("Is missed: {percent} %, {a} + die against {b} + die", a=own, b=against, percent=chance)


def breach_forecast(level: int, points: int, *, damaged: bool) -> Text:
    """What a d20 and a Level do to so many Structure Points, and the chances; the `damaged` falls at half (8.7.1)."""
    half = max((points + 1) // 2 - level, 1)
    whole = half if damaged else max(points - level, 1)
    if half > FACES:
        return t("Level {level} + die: too little for any damage", level=level)
    if whole > FACES:
        return t("Level {level} + die: a die of {low} or more damages ({percent} %)", level=level, low=half,
                 percent=_percent_from(half))  # fmt: skip
    if whole <= half:
        return t("Level {level} + die: a die of {high} or more destroys ({percent} %)", level=level, high=whole,
                 percent=_percent_from(whole))  # fmt: skip
    return t(
        "Level {level} + die: a die of {high} or more destroys ({percent} %), {low} to {below} damages ({share} %)",
        level=level, high=whole, percent=_percent_from(whole), low=half, below=whole - 1,
        share=_percent_from(half) - _percent_from(whole),
    )  # fmt: skip


def _percent_from(low: int) -> int:
    """The chance in whole percent that one die shows so much or more."""
    return round(100 * (FACES + 1 - low) / FACES)

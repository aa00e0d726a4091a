"""Tasks at the table between two states of a match: Units, Upgrades, Envoys, cards, Gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.core.text import Text, listed, t
from companion.engine.game.guidance import Task
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.realm.areas import holder_of, kind_of, who
from companion.games.conquest_of_zabor.realm.atlas import label
from companion.games.conquest_of_zabor.realm.piles import title
from companion.games.conquest_of_zabor.state import Area, ZaborState
from companion.games.conquest_of_zabor.wording import some


def tasks(before: ZaborState, after: ZaborState) -> tuple[Task, ...]:
    """All tasks at the table; where Units go that only move, their player has just said."""
    found = [*_track(before, after), *_units(before, after), *_charts(before, after), *_cards(before, after)]
    for place, area in after.areas.items():
        found += _area(after, place, before.areas.get(place, Area("")), area)
    return tuple(found)


def _track(before: ZaborState, after: ZaborState) -> Iterator[Task]:
    """Action Cards laid, Envoys put down and taken back."""
    if after.track and after.track != before.track:
        cards = listed([t(facts.ACTIONS[one]) for one in after.track])
        yield Task("track", t("Lay the Action Cards in this order: {cards}.", cards=cards),
                   holder_of(after, facts.COUNCIL), "Phase 1: place action cards")  # fmt: skip
    for n, seat in enumerate(after.spaces):
        old = before.spaces[n] if n < len(before.spaces) else ""
        if seat and seat != old:
            yield Task(f"envoy:{n}", t("Put an Envoy on {space}.", space=_space(after, n)), seat,
                       "Phase 4: place envoys")  # fmt: skip
        elif old and not seat and after.track == before.track:
            yield Task(f"envoy:{n}", t("Take your Envoy off {space}.", space=_space(after, n)), old,
                       "Phase 5: actions")  # fmt: skip


def _space(state: ZaborState, n: int) -> Text:
    action = t(facts.ACTIONS[state.track[n // 2]])
    return t("{action}, secondary", action=action) if n % 2 else t("{action}, primary", action=action)


def _units(before: ZaborState, after: ZaborState) -> Iterator[Task]:
    """Units that come onto the map, leave it, or change sides."""
    new = Counter((one.seat, one.kind, one.place) for name, one in after.units.items()
                  if name not in before.units or before.units[name].seat != one.seat)  # fmt: skip
    gone = Counter((one.seat, one.kind, one.place) for name, one in before.units.items()
                   if name not in after.units or after.units[name].seat != one.seat)  # fmt: skip
    for counts, words, sign in ((new, "{place}: put {units} of {who} here.", "+"),
                                (gone, "{place}: take {units} of {who} off.", "-")):  # fmt: skip
        for (seat, kind, place), n in counts.items():
            told = t(words, place=label(after, place), units=some(n, kind_of(after, kind).name), who=who(seat))
            yield Task(f"{sign}{place}:{seat}:{kind}", told, _hand(after, seat))


def _hand(state: ZaborState, seat: str) -> str:
    """Whose task it is to handle pieces of a seat: those of the Barbarians are the Master of Events'."""
    return seat if seat in state.players else holder_of(state, facts.EVENTS)


def _area(state: ZaborState, place: str, old: Area, area: Area) -> Iterator[Task]:
    """Upgrades and Roads of an area."""
    where, section = label(state, place), "Glossary: keywords A to C"
    built, was = (t(facts.ITEMS[one].name) if one else t("") for one in (area.upgrade, old.upgrade))
    if area.upgrade and (area.upgrade, area.holder) != (old.upgrade, old.holder):
        words = t("{place}: put a {item} of {who} here.", place=where, item=built, who=who(area.holder))
        if old.upgrade:
            words = t("{place}: the {old} becomes a {item} of {who}.", place=where, old=was, item=built,
                      who=who(area.holder))  # fmt: skip
        yield Task(f"upgrade:{place}", words, _hand(state, area.holder), section)
    elif old.upgrade and not area.upgrade:
        yield Task(f"upgrade:{place}", t("{place}: take the {item} off.", place=where, item=was), state.active, section)
    if len(area.roads) > len(old.roads):
        yield Task(f"road:{place}", t("{place}: put a Road here.", place=where), _hand(state, area.roads[-1]))


def _charts(before: ZaborState, after: ZaborState) -> Iterator[Task]:
    """Gold, Position Cards and claims."""
    for seat, player in after.players.items():
        old = before.players.get(seat)
        if old is None:
            continue
        if player.gold != old.gold:
            yield Task(f"gold:{seat}", t("Your Gold marker goes to {n}.", n=player.gold), seat, "Gold")
        for one in player.positions:
            if one not in old.positions and after.turn:
                card = t(facts.HOUSE.cards["position"][one].name)
                yield Task(f"position:{one}", t("Lay the card {card} on your chart.", card=card), seat)
        for one in player.claims:
            if one not in old.claims:
                sort, _, rest = one.partition(":")
                card = title(after, sort, rest.partition(":")[0])
                yield Task(
                    f"claim:{seat}:{one}", t("Put one of your markers on {card}.", card=card), seat, "Phase 9: VP"
                )


def _cards(before: ZaborState, after: ZaborState) -> Iterator[Task]:
    """The VP card turned up."""
    for one in after.face_up:
        if one not in before.face_up:
            yield Task("vp", t("Turn up the next VP card: {card}.", card=title(after, "vp", one)),
                       holder_of(after, facts.EVENTS), "Phase 10: end")  # fmt: skip

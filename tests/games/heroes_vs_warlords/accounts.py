"""Accounts of a recorded match: what the log says came and went must be what the Displays and the map show.

Units change by purchase, recruits, guards that appear or grow, and kills; Resources by income, outposts, trade,
purchases and the limit of 20. `misbooked` reads the notes of one entry and names what does not add up.
"""

from __future__ import annotations

import re
from collections import Counter

from companion.engine.match.ledger import Entry
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES, TITLES
from companion.games.heroes_vs_warlords.records.state import City, HvWState, Stack
from companion.games.heroes_vs_warlords.turns import heroes

STACK = re.compile(r"(\d+) × Level (\d)")
KILLED = re.compile(r" hit (\w+) \d+ × Level \d: (\d+) killed")
LOST = re.compile(r"(\d+) units lost")
AMOUNT = re.compile(r"(\d+) (Wood|Stone|Crystal|Gold)")
CRYSTALS = {int(level): number for level, number in facts.SETUP["crystals_per_unit"].items()}
FACTIONS = {words: name for name, words in TITLES.items()}
RESOURCES = {words: name for name, words in RESOURCE_TITLES.items()}


class Accounts:
    """Goes through the entries of a match.

    A step tells the log what it does while it asks on, and changes the state when it ends; so what was booked may
    wait (`open`) until no step is half answered any more.
    """

    def __init__(self) -> None:
        self.kills: Counter[str] = Counter()
        """Of the battle that is going on."""
        self.open: Counter[str] = Counter()

    def misbooked(self, before: HvWState, after: HvWState, entry: Entry, quiet: bool) -> list[str]:
        """What does not add up after this entry, in words. `quiet`: no step is half answered now."""
        lines = [(note.section, str(note.text)) for note in entry.notes]
        booked = self._units(before, lines)
        if any(note.kind == "fight_won" for note in entry.notes):
            booked.subtract(self.kills)
            self.kills.clear()
        booked.update(_spent(before, after, entry, lines))
        booked.update(_recruits(lines))
        was, now = _census(before), _census(after)
        for name in {*was, *now, *booked}:
            self.open[name] += booked[name] - (now[name] - was[name])
        for seat in after.seats:
            if after.players[seat].defeated and not before.players[seat].defeated:
                self._write_off(seat)
        if not quiet:
            return []
        problems = [f"{name}: {-n:+d} without a booking" for name, n in sorted(self.open.items()) if n]
        self.open.clear()
        return problems

    def _write_off(self, seat: str) -> None:
        """The units of a defeated player go, with the recruits of all his places; one Mercenary comes (8.13)."""
        self.open[seat] = min(self.open[seat], 0)
        self.open["waiting"] = 0

    def _units(self, before: HvWState, lines: list[tuple[str, str]]) -> Counter[str]:
        """How many units of each faction the log says came and went."""
        booked: Counter[str] = Counter()
        for section, line in lines:
            self._count_kills(before, line)
            came = sum(int(count) for count, _ in STACK.findall(line))
            if section == "3.3.1" and ": " in line and "Table" not in line:
                booked["neutrals"] += came
            elif section == "12.0" and line.startswith("Step C:"):
                booked["neutrals"] += 1
            elif _is_new(section, line) or (section == "3.3.2" and " takes " in line):
                booked[FACTIONS[line.split()[0]]] += came
        return booked

    def _count_kills(self, before: HvWState, line: str) -> None:
        for faction, count in KILLED.findall(line):
            self.kills[FACTIONS[faction]] += int(count)
        for count in LOST.findall(line):
            assert before.battle is not None
            self.kills[before.battle.defender.stacks[0].faction] += int(count)


def _is_new(section: str, line: str) -> bool:
    started = section == "5.1" and " start with " in line
    replaced = section == "4.1" and " arrives with " in line
    return started or replaced or (section == "11.2" and " bought " in line)


def _recruits(lines: list[tuple[str, str]]) -> Counter[str]:
    booked: Counter[str] = Counter()
    for section, line in lines:
        if (section == "3.3.2" and line.endswith("is active.")) or (section == "12.0" and line.startswith("Step B:")):
            booked["waiting"] += 1
        elif section == "3.3.2" and " takes " in line:
            booked["waiting"] -= sum(int(count) for count, _ in STACK.findall(line))
    return booked


def _spent(before: HvWState, after: HvWState, entry: Entry, lines: list[tuple[str, str]]) -> Counter[str]:
    """How much of each Resource the log and the answer say came and went."""
    booked: Counter[str] = Counter()
    for section, line in lines:
        if section in ("9.2", "3.3.5"):
            for amount, resource in AMOUNT.findall(line.split("; now")[0]):
                booked[RESOURCES[resource]] += int(amount)
        elif section == "4.3.7":
            for amount, resource in AMOUNT.findall(line):
                booked[RESOURCES[resource]] -= int(amount)
        elif section == "11.2" and " bought " in line:
            for count, level in STACK.findall(line):
                booked["gold"] -= int(count) * int(level)
                booked["crystal"] -= int(count) * CRYSTALS.get(int(level), 0)
    if entry.section == "11.0" and entry.value == "hero":
        booked["gold"] -= heroes.hero_price(before, before.players[entry.seat])
    if entry.section == "4.3.6" and entry.value != "none":
        rate = 2 if "storehouse" in before.cities[f"home:{entry.seat}"].facilities else 3
        given, _, gained = entry.value.partition(">")
        booked[given] -= rate
        booked[gained] += 1
    booked.subtract(_building(before, after))
    return booked


def _building(before: HvWState, after: HvWState) -> Counter[str]:
    """What the facilities cost that stand now and did not before."""
    paid: Counter[str] = Counter()
    for name, city in after.cities.items():
        for facility in sorted(_built(city) - _built(before.cities[name])):
            price = facts.COSTS[facility][city.home]
            paid.update(dict(zip(("stone", "wood", "gold", "crystal"), price, strict=True)))
    return paid


def _built(city: City) -> set[str]:
    works = {f"defense_step_{n}" for n in range(1, city.works)}
    return {*city.facilities, *works, *(f"tower_{n}" for n in range(1, city.towers + 1))}


def _units(state: HvWState) -> Counter[str]:
    stacks: list[Stack] = [
        stack for player in state.players.values() for hero in player.heroes for stack in hero.sections if stack
    ]
    stacks += [stack for city in state.cities.values() for stack in city.units]
    stacks += [stack for site in state.sites.values() for stack in [*site.guards, *site.garrison]]
    units: Counter[str] = Counter()
    for stack in stacks:
        units[stack.faction] += stack.count
    return units


def _census(state: HvWState) -> Counter[str]:
    """Everything that is counted: units by faction, Resources by kind, recruits that wait."""
    census = _units(state)
    for name in facts.RESOURCES:
        census[name] = sum(getattr(city.stock, name) for city in state.cities.values())
    census["waiting"] = sum(site.waiting for site in state.sites.values())
    return census

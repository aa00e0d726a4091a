"""Stand-alone helpers: the strength of a blow and an exchange without a map, and several attackers in a row."""

from __future__ import annotations

from typing import Any

from companion.engine.core.asking import ask, note
from companion.engine.core.effects import Rule, as_call
from companion.engine.core.forms import AnyForm, Choose, Counts, Field, Fields, Number, Option, Row
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, listed, t
from companion.engine.game.record import Helper
from companion.games.multiverse_war.fighting.fight import battle, begin, label_of
from companion.games.multiverse_war.fighting.unmapped import OTHER, ground_field, other_field, support_fields
from companion.games.multiverse_war.phases.setup import new_state, new_unit, young_hero
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.figures import total
from companion.games.multiverse_war.world.state import Blow, Building, Fight, WarState
from companion.games.multiverse_war.world.strength import chance
from companion.games.multiverse_war.world.units import book, fights, is_hero, new_id, number_of, range_of

SIDES = facts.SEATS[:2]
SECTION = "Combat mechanics"
MOST = 5
"""Attackers in a sequence."""


def helper_state() -> WarState:
    """A state with two players and an empty map."""
    state = new_state(SIDES, {"map": "table"})
    state.buildings, state.tiles, state.cubes = {}, [], 0
    return state


@flow(SECTION)
def one_blow() -> Rule[bool]:
    """One attack: the strength of every blow, then the exchange."""
    yield from describe()
    yield from figures()
    yield from battle()
    return (yield from report())


@flow(SECTION)
def one_after_another() -> Rule[bool]:
    """Several attackers on one target, each with the same terrain and support."""
    yield from describe_many()
    yield from figures()
    yield from battle()
    return (yield from report())


@step(SECTION)
def describe(state: WarState) -> Rule[None]:
    """Ask who attacks what, and where."""
    attackers = Choose(tuple(_options(state, fighting=True)))
    given: dict[str, Any] = yield from ask(SIDES[0], t("The attack"), Fields((
        Field("attacker", t("Attacker"), attackers), Field("level", t("Its level, if it is a hero"), Number(1, 8, 1)),
        *_target_fields(state), *support_fields(), other_field(),
    )), about="attack")  # fmt: skip
    attack_of(state, given["attacker"], given, target_of(state, given))


@step(SECTION)
def describe_many(state: WarState) -> Rule[None]:
    """Ask who attacks, in order."""
    fighters = [one for one in _options(state, fighting=True) if one.id in book(state).units]
    rows = tuple(Row(one.id, one.label, 3, start=2 if one is fighters[0] else 0) for one in fighters)
    given: dict[str, Any] = yield from ask(SIDES[0], t("The attacks"), Fields((
        Field("attackers", t("Attackers, one after the other"), Counts(rows, most=MOST, least=1)),
        *_target_fields(state), *support_fields(), other_field(),
    )), about="attack")  # fmt: skip
    target = target_of(state, given)
    for kind, n in given["attackers"].items():
        for _ in range(n):
            attack_of(state, kind, given, target)


def _target_fields(state: WarState) -> tuple[Field, ...]:
    return (
        Field("target", t("Target"), Choose(tuple(_options(state, fighting=False)))),
        Field("target_level", t("Its level, if it is a hero; its age, if it is a building"), Number(1, 8, 1)),
        Field("garrison", t("Who is inside, if it is a building"), _garrison(state)),
        ground_field(state, "ground", t("Ground of the target")),
        ground_field(state, "home", t("Ground of a shooter")),
        Field("distance", t("Distance of a shot"), Number(1, 3, 1)),
    )


def _options(state: WarState, *, fighting: bool) -> list[Option]:
    sheet = book(state)
    units = [Option(one.id, t(one.name)) for one in sheet.cards() if one.sort in facts.MILITARY or not fighting]
    heroes = [Option(one.id, t(one.name)) for one in sheet.heroes.values()]
    buildings = [Option(one.id, t(one.name)) for one in sheet.buildings.values()]
    return units + heroes + ([] if fighting else buildings)


def _garrison(state: WarState) -> AnyForm:
    return Choose((Option("nobody", t("Nobody")), *_options(state, fighting=True)))


def target_of(state: WarState, given: dict[str, Any]) -> str:
    """The target of a filled-in form; a garrison is inside it."""
    kind = given["target"]
    if kind not in facts.HOUSE.buildings:
        return placed(state, SIDES[1], kind, given["target_level"])
    name = new_id(state, "b")
    state.buildings[name] = Building(SIDES[1], kind, [], min(given["target_level"], facts.AGES[-1]))
    if given["garrison"] != "nobody":
        state.units[placed(state, SIDES[1], given["garrison"], 1)].marks["inside"] = number_of(name)
    return name


def placed(state: WarState, seat: str, kind: str, level: int) -> str:
    """Place a revealed cube, a hero with its sheet. Returns its id."""
    if kind in facts.HOUSE.heroes:
        hero = state.players[seat].heroes[kind] = young_hero()
        hero.level = level
        hero.skills = [one.id for one in book(state).heroes[kind].skill if one.ap == 0 and one.level <= level]
    name = new_unit(state, seat, kind, "")
    state.units[name].face = kind
    return name


def attack_of(state: WarState, kind: str, given: dict[str, Any], target: str) -> None:
    """Add one attack to the list."""
    name = placed(state, SIDES[0], kind, given.get("level", 1))
    shot = range_of(state, state.units[name]) > 0
    distance = min(given["distance"], range_of(state, state.units[name])) if shot else 1
    ground = "building" if target in state.buildings else given["ground"]
    fight = Fight(name, target, "", ground, given["home"], distance, given["friends"], given["foes"])
    more = {OTHER: given[OTHER]} if given[OTHER] else {}
    begin(state, fight, shot=shot, also=Blow(name, target, extra=more))


@step(SECTION)
def figures(state: WarState) -> Rule[None]:
    """Write the strength of every blow with its terms into the log, before any roll."""
    for fight in state.fights:
        for blow in fight.blows:
            made = total(state, fight, blow)
            words = t(
                "{one} against {other}: strength {s}, {percent} %",
                one=label_of(state, blow.striker),
                other=label_of(state, blow.target),
                s=made.total,
                percent=chance(state.rulings, made.total),
            )
            yield from note(words, made, kind="figure", facts={"manner": blow.manner, "s": made.total})


@step(SECTION)
def report(state: WarState) -> Rule[bool]:
    """Write who is left into the log. Returns True when nothing of the second side is."""
    for seat in SIDES:
        left = [
            label_of(state, name)
            for name, one in state.units.items()
            if one.seat == seat and (fights(state, one) or is_hero(one))
        ]
        left += [label_of(state, name) for name, one in state.buildings.items() if one.seat == seat]
        words = _listed(left)
        yield from note(t("{who}: {left} left.", who=t(facts.TITLES[seat]), left=words))
    seats = [one.seat for one in state.units.values()] + [one.seat for one in state.buildings.values()]
    return SIDES[1] not in seats


def _listed(words: list[Text]) -> Text:
    return listed(words) if words else t("nobody")


RULE = "multiverse_war.fight.battle"
HELPERS = (
    Helper(
        "blow",
        "A blow",
        "Strength, exchange and odds of one attack, without a map",
        SECTION,
        as_call(one_blow()),
        SIDES,
        RULE,
    ),
    Helper(
        "sequence",
        "One after another",
        "Several attackers on one target",
        SECTION,
        as_call(one_after_another()),
        SIDES,
        RULE,
    ),
)

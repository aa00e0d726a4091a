"""What only players can see when there is no map in the app: terrain, distance, support."""

from __future__ import annotations

from typing import Any

from companion.engine.core.asking import ask
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refused
from companion.engine.core.forms import Choose, Field, Fields, Number, Option, options
from companion.engine.core.text import t
from companion.games.multiverse_war.fighting.fight import begin
from companion.games.multiverse_war.fighting.losses import found_out
from companion.games.multiverse_war.world.figures import covering
from companion.games.multiverse_war.world.state import Blow, Fight, WarState
from companion.games.multiverse_war.world.units import (
    allies,
    are_foes,
    building_name,
    fights,
    label,
    number_of,
    range_of,
    ruled,
)

GROUNDS = (("grassland", t("Grassland")), ("forest", t("Forest")), ("hill", t("Hill")), ("water", t("Water")),
           ("road", t("Road, where roads have no ground")))  # fmt: skip
OTHER = "other"
WALL = "Hero sheet: Protector"
YES = Choose(options(("yes", t("Yes")), ("no", t("No"))))
NO = Choose(YES.options[::-1])


def ground_field(state: WarState, id: str, title: Any, *, water: bool = True) -> Field:
    """The form field for the terrain; road is offered only where it counts as a terrain (A43)."""
    shown = {"water": water, "road": ruled(state, "road_ground", "road-neutral")}
    return Field(id, title, Choose(options(*(one for one in GROUNDS if shown.get(one[0], True)))))


def support_fields() -> tuple[Field, ...]:
    """The form fields for how many units support each side."""
    return (
        Field("friends", t("Units beside the hex that support the attacker"), Number(0, 6)),
        Field("foes", t("Units beside the hex that support the defender"), Number(0, 6)),
    )


def other_field() -> Field:
    """The form field for other modifiers of the attacker."""
    return Field(OTHER, t("Other modifiers of the attacker"), Number(-9, 9))


def described(state: WarState, name: str, target: str, *, shot: bool) -> Rule[tuple[Fight, int]]:
    """Ask for the facts of an attack. Returns the fight without its blows, and the other modifiers."""
    unit, fields = state.units[name], []
    if target in state.buildings:
        fields.append(_garrison(state, target))
    else:
        fields.append(ground_field(state, "ground", t("Ground of the target"), water=shot))
    if shot:
        fields += [ground_field(state, "home", t("Ground of the shooter")),
                   Field("distance", t("Distance in hexes"), Number(1, max(2, range_of(state, unit)), 1))]  # fmt: skip
    else:
        fields += support_fields()
    fields += facing_fields(state, name, target, shot=shot)
    fields += wall_fields(state, target) if shot else []
    given = yield from ask(unit.seat, t("What does the map show?"), Fields((*fields, other_field())), observation=True,
                           about="map")  # fmt: skip
    if any((field[:5], value) == ("wall:", "yes") for field, value in given.items()):
        raise Refused(WALL, t("No ranged attack can be made behind the Shield Wall."), "map")
    return filled(state, name, target, given), given[OTHER]


def wall_fields(state: WarState, target: str) -> list[Field]:
    """The form field for whether a Protector with a Shield Wall is next to the target."""
    owner = (state.buildings.get(target) or state.units[target]).seat
    side = allies(state, owner)
    walls = [name for name, one in state.units.items() if one.marks.get("shield") and one.seat in side]
    return [Field(f"wall:{one}", t("Is it beside {unit}, behind the Shield Wall?", unit=label(state, one)), NO)
            for one in walls]  # fmt: skip


def facing_fields(state: WarState, name: str, target: str, *, shot: bool) -> list[Field]:
    """The form fields for the sides through which units with a marked front fight, and for covering fire."""
    lined = [one for one in (name, target) if one in state.units and not shot
             and any(state.units[one].marks.get(mark) for mark in ("pike", "hold"))]  # fmt: skip
    owner = (state.buildings.get(target) or state.units[target]).seat
    return [Field(f"front:{one}", t("Is {unit} fought through its marked front?", unit=label(state, one)), YES)
            for one in lined] + [
        Field(f"gun:{one}", t("Is the attacker under the covering fire of {unit}?", unit=label(state, one)), NO)
        for one in covering(state, owner) if one != target]  # fmt: skip


def filled(state: WarState, name: str, target: str, given: dict[str, Any]) -> Fight:
    """A fight from a filled-in form."""
    for unit in state.units.values():
        unit.marks.pop("inside", None)
    inside = given.get("garrison", "")
    if inside in state.units:
        state.units[inside].marks["inside"] = number_of(target)
    ground = "building" if target in state.buildings else given["ground"]
    flanked = [one for one in state.units if given.get(f"front:{one}") == "no"]
    guns = [one for one in state.units if given.get(f"gun:{one}") == "yes"]
    return Fight(name, target, "", ground, given.get("home", "grassland"), given.get("distance", 1),
                 given.get("friends", 0), given.get("foes", 0), flanked=flanked, guns=guns)  # fmt: skip


def _garrison(state: WarState, target: str) -> Field:
    seat = state.buildings[target].seat
    found = [Option(name, label(state, name)) for name, one in state.units.items()
             if one.seat == seat and fights(state, one)]  # fmt: skip
    return Field("garrison", t("Who is inside?"), Choose((Option("nobody", t("Nobody")), *found)))


def enemies(state: WarState, seat: str) -> list[Option]:
    """Everything that can be attacked, by label."""
    units = [
        Option(name, label(state, name))
        for name, one in state.units.items()
        if are_foes(state, seat, one.seat) and not one.marks.get("ambush")
    ]
    return units + [Option(name, building_name(state, one)) for name, one in state.buildings.items()
                    if are_foes(state, seat, one.seat)]  # fmt: skip


def is_found_out(state: WarState, target: str) -> Rule[bool]:
    """Whether the target turns out to be a decoy, which is then removed instead of being fought."""
    if target not in state.units or state.units[target].kind != "decoy":
        return False
    yield from found_out(state, [target])
    return True


def attacked(state: WarState, name: str, target: str, *, shot: bool, also: Blow | None = None) -> Rule[None]:
    """An attack without a map in the app: ask what the map shows, then add it to the list."""
    if (yield from is_found_out(state, target)):
        return
    fight, more = yield from described(state, name, target, shot=shot)
    blow = also or Blow(name, target)
    if more:
        blow.extra[OTHER] = more
    begin(state, fight, shot=shot, also=blow)

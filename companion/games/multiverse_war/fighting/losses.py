"""Wounds, deaths and their results: battle records, ages, abilities, experience, victory points, captured cities."""

from __future__ import annotations

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.text import Text, t
from companion.games.multiverse_war.fighting.paying import earn
from companion.games.multiverse_war.phases.victory import (
    building_points,
    captured,
    check_hero,
    check_third_age,
    in_force,
)
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.land import garrison
from companion.games.multiverse_war.world.places import place_name
from companion.games.multiverse_war.world.state import Player, Unit, WarState
from companion.games.multiverse_war.world.units import (
    age_of,
    are_foes,
    book,
    building_name,
    health_of,
    hero_of,
    is_hero,
    is_worker,
    name_of,
    own_age,
    ruled,
    who,
)

BEAST = 9
"""The number of its event, which says what it brings."""
NEED = facts.NUMBERS["unlock"]
HERO = facts.NUMBERS["hero"]


def did(player: Player, deed: str, n: int = 1) -> None:
    """Count a deed for missions; deeds of one turn are counted under a separate name as well."""
    player.deeds[deed] = player.deeds.get(deed, 0) + n


# ---- wounds


def wound(state: WarState, name: str, n: int, by: Unit | None) -> Rule[bool]:
    """Damage a cube. Returns True when it dies of it."""
    unit = state.units[name]
    unit.wounds += n
    if unit.wounds < health_of(state, unit):
        return False
    yield from die(state, name, by)
    return True


def die(state: WarState, name: str, by: Unit | None) -> Rule[None]:
    """Remove a cube from the map; a hero's sheet stays with its player. The killer gets the credit."""
    unit = state.units.pop(name)
    if is_hero(unit):
        hero_of(state, unit).alive = False
    seen = unit.kind if is_hero(unit) or (by is not None and by.seat) else unit.face  # the wild tells nobody
    words = name_of(state, seen)
    if unit.place:
        words = t("{unit} on {place}", unit=words, place=place_name(state, unit.place))
    whose = t("{who}'s {unit} falls.", who=who(unit.seat), unit=words)
    words = whose if unit.seat else t("The {unit} falls.", unit=words)
    yield from note(words, kind="killed", facts={"of": unit.seat, "kind": unit.kind, "by": by.seat if by else ""})
    if by is not None and by.seat and are_foes(state, by.seat, unit.seat) and unit.kind != "decoy":
        yield from credit(state, by, unit)


def found_out(state: WarState, decoys: list[str]) -> Rule[None]:
    """Remove decoys that an enemy has seen; this is nobody's kill."""
    yield from told_out(taken_off(state, decoys))


def taken_off(state: WarState, decoys: list[str]) -> list[Text]:
    """Remove decoys that an enemy has seen. Returns what is to be told of them."""
    gone = [state.units.pop(name) for name in decoys]
    return [_out(state, one) for one in gone]


def _out(state: WarState, unit: Unit) -> Text:
    if not unit.place:
        return t("A decoy of {who} is found out and leaves the board.", who=who(unit.seat))
    where = place_name(state, unit.place)
    return t("{who}'s decoy on {place} is found out and leaves the board.", who=who(unit.seat), place=where)


def told_out(words: list[Text]) -> Rule[None]:
    """Tell that decoys were found out."""
    for one in words:
        yield from note(one, section="Decoys", kind="decoy")


def damage(state: WarState, name: str, n: int, by: Unit) -> Rule[bool]:
    """Damage a building. Returns True when it falls."""
    building = state.buildings[name]
    building.wounds += n
    foe = are_foes(state, by.seat, building.seat)
    if building.kind == "settlement" and foe and by.seat in state.players:
        did(state.players[by.seat], "settlement_turn", n)
    if building.wounds < book(state).buildings[building.kind].health:
        return False
    if building.kind == "settlement":
        building.wounds = book(state).buildings[building.kind].health
        if foe and ruled(state, "capture", "health"):
            yield from captured(state, by.seat, building.seat)
        return True
    yield from raze(state, name, by)
    return True


def raze(state: WarState, name: str, by: Unit) -> Rule[None]:
    """Destroy a building and whoever is inside; that is one kill, for the building (A62).

    Nobody gains anything from a building of the own side.
    """
    inside = garrison(state, name)
    building = state.buildings.pop(name)
    words = t("{building} is destroyed.", building=building_name(state, building))
    yield from note(words, kind="razed", facts={"kind": building.kind, "of": building.seat, "by": by.seat})
    for one in inside:
        yield from die(state, one, by if ruled(state, "garrison_kill", "both") else None)
    player = state.players.get(by.seat)
    if player is None or not are_foes(state, by.seat, building.seat):
        return
    did(player, "razed")
    if building.age > 1:
        did(player, "razed_high")
    player.points += 2 * building_points(state, building.kind, building.age)
    yield from record(state, player, by.kind)
    if is_hero(by) and ruled(state, "hero_buildings", "buildings-too"):
        yield from experience(state, by, 1)


# ---- credit


def credit(state: WarState, by: Unit, victim: Unit) -> Rule[None]:
    """Count the kill of an enemy unit: deeds, the battle record of the kind, experience of a hero; a beast's reward."""
    player = state.players[by.seat]
    counts = {"kills": True, "kills_turn": True, "civilians": is_worker(victim), "heroes": is_hero(victim),
              "higher": age_of(state, victim) > age_of(state, by)}  # fmt: skip
    if victim.kind == "beast":
        earn(state, by.seat, facts.EVENTS[BEAST].amount)
        counts = {}
    for deed in (one for one, so in counts.items() if so):
        did(player, deed)
    yield from record(state, player, by.kind)
    if is_hero(by) or by.kind == "bear":
        paid = by.kind == "protector" and ruled(state, "evangelist", "stays")
        yield from experience(state, by, 0 if paid else 1)


def record(state: WarState, player: Player, kind: str, n: int = 1) -> Rule[None]:
    """Add kills to the battle record of a unit kind, which gives its ability and the next kind of its line (A04,
    A63).
    """
    cards = book(state).units
    if kind not in cards or kind in facts.PIECES:
        return
    following = cards[kind].upgrades_to
    if following in player.unlocked and following != "engineer":
        if ruled(state, "old_kinds", "stay"):
            return
        kind, following = following, cards[following].upgrades_to
    player.kills[kind] = player.kills.get(kind, 0) + n
    able = book(state).ability(kind)
    if able is not None and player.kills[kind] >= facts.NUMBERS["unit"]["ability_kills"] and kind not in player.learned:
        player.learned.append(kind)
        words = t("{who} learns {ability}.", who=who(player.seat), ability=t(able.name))
        yield from note(words, section="Battle record", kind="learned", facts={"ability": able.id})
    if following and following != "engineer" and player.kills[kind] >= NEED[state.rulings["unlock"]]:
        yield from unlock(state, player, following)


def unlock(state: WarState, player: Player, kind: str) -> Rule[None]:
    """Make a kind of a higher age available."""
    if kind in player.unlocked:
        return
    age = own_age(state, player)
    player.unlocked.append(kind)
    yield from note(t("{who} unlocks {kind}.", who=who(player.seat), kind=name_of(state, kind)), kind="unlocked",
                    facts={"kind": kind})  # fmt: skip
    if book(state).units[kind].age > 1 and kind not in ("engineer", "field_medic"):
        yield from unlock(state, player, "field_medic")
    player.store += max(0, own_age(state, player) - age)
    yield from check_third_age(state, player.seat)


def unlock_engineer(state: WarState, player: Player) -> Rule[None]:
    """Make the Engineer available after enough steps of the builder track (A21)."""
    if player.works >= NEED[state.rulings["engineer"]]:
        yield from unlock(state, player, "engineer")


# ---- heroes


def experience(state: WarState, unit: Unit, n: int, *, extra: bool = False) -> Rule[None]:
    """Give a hero experience (the bear's goes to the Bear Warden); the counter starts again with each level."""
    hero, player = hero_of(state, unit), state.players[unit.seat]
    hero.experience += n
    hero.extra += n if extra else 0
    while hero.level < HERO["levels"] and hero.experience >= hero.level + 1:
        hero.level += 1
        hero.experience -= hero.level
        hero.extra = 0
        hero.points += HERO["points_per_level"][state.rulings["level_points"]]
        name = "bear_warden" if unit.kind == "bear" else unit.kind
        yield from note(t("{hero} reaches level {n}.", hero=name_of(state, name), n=hero.level), kind="level",
                        facts={"hero": name, "level": hero.level})  # fmt: skip
        if in_force(state, "hero"):
            yield from check_hero(state, player.seat, hero.level)


def dealt(state: WarState, unit: Unit, n: int) -> Rule[None]:
    """The Protector's Evangelist: experience for each damage dealt."""
    if unit.kind == "protector" and n:
        yield from experience(state, unit, 1, extra=True)

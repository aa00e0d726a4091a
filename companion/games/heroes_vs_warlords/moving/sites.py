"""What a hex holds for the Hero who enters it (3.3, 7.1.2, 7.1.3): guards first, then its benefit."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.core.forms import Counts, Number
from companion.engine.core.random_tables import roll_on
from companion.engine.rules import Card, Field, Fields, Rule, draw, flow, goto, note, put, step, t
from companion.games.heroes_vs_warlords.advanced import holy, quests, skills
from companion.games.heroes_vs_warlords.fighting import battles, sides
from companion.games.heroes_vs_warlords.moving import camps, reaction
from companion.games.heroes_vs_warlords.records import facts, stocks
from companion.games.heroes_vs_warlords.records.armies import take_recruits
from companion.games.heroes_vs_warlords.records.common import (
    RESOURCE_TITLES,
    army_text,
    by_level,
    cities_of,
    city_at,
    hero_name,
    hero_of,
    level_row,
    ruled,
    sheet,
    site_at,
)
from companion.games.heroes_vs_warlords.records.goods import choose_display
from companion.games.heroes_vs_warlords.records.state import Hero, HvWState, Site, Stack
from companion.games.heroes_vs_warlords.turns.conquest import conquer, mark_control, take_resource_hex
from companion.games.heroes_vs_warlords.turns.heroes import (
    can_improve,
    choose_ability,
    escapes,
    fall,
    flee_to_capital,
    improve,
)

GUARDS_FORM = Counts(
    tuple(level_row(level, t("Level {level}", level=level), 20) for level in facts.LEVELS), section="3.3.1"
)
"""What a missing row of the Guards Table is asked with."""
OUTPOST_FORM = Fields(tuple(Field(name, t(RESOURCE_TITLES[name]), Number(0, 20)) for name in facts.RESOURCES))


@flow("7.1.2", "7.1.3")
def contents(hero_id: str) -> Rule[None]:
    """What happens after a Hero has entered a hex: enemies, guards, then the benefit of the hex."""
    found = yield from look(hero_id)
    if found == "battle":
        outcome = yield from battles.fight()
        if outcome.victor != hero_id:
            yield from reaction.guards_appeared(hero_id)
            yield from camps.give_way(hero_id)
            return None
        return goto(contents(hero_id))
    if found == "kill":
        yield from kill_lonely_hero(hero_id)
        return goto(contents(hero_id))
    if found == "conquer":
        yield from conquer_undefended(hero_id)
    elif found == "take":
        yield from take_resource_hex(hero_id)
    elif found == "benefit":
        yield from benefit(hero_id)
    return None


@step("3.3", "7.1.2", "7.5", "9.1", asks_first=True)
def look(state: HvWState, hero_id: str) -> Rule[str]:
    """What is in the hex: `battle` (set up), `kill`, `conquer`, `take`, `benefit` or ""."""
    hero = hero_of(state, hero_id)
    if hero.status != "in_play" or hero.turn_over:
        return ""
    hostile = yield from _enemies_here(state, hero)
    if hostile:
        return hostile
    site = site_at(state, hero.place)
    if site is None:
        return ""
    if site.kind in ("resource", "ruin", "tower"):
        yield from _guards_of(state, hero, site)
        if site.guards:
            battles.attack_guards(state, hero, site)
            return "battle"
    return "benefit" if has_benefit(state, hero, site) else ""


def _enemies_here(state: HvWState, hero: Hero) -> Rule[str]:
    leader = yield from battles.choose_leader(state, hero)
    if battles.attack_enemy(state, hero, hero.place, leader):
        return "battle"
    if sides.defending_hero(state, hero.seat, hero.place) is not None:
        return "kill"
    city = city_at(state, hero.place)
    if city is not None and city.owner != hero.seat:
        return "conquer"
    site = site_at(state, hero.place)
    if site is not None and site.kind == "resource" and site.owner not in ("", hero.seat):
        return "take"
    return ""


def _guards_of(state: HvWState, hero: Hero, site: Site) -> Rule[None]:
    """Determine the guards of a hex when that is due (3.3.1, 3.3.3, 3.3.4)."""
    if site.guards or not guards_due(state, hero, site):
        return
    if has_home_guards(state, site):
        rows = facts.HOME_GUARDS
    else:
        rows = yield from _roll_guards(state, hero, site)
    site.active = True
    site.guards = [Stack("neutrals", level, count) for level, count in rows]
    site.cleared = not site.guards
    site.roused_by = hero.id
    text = t("{site}: {army}.", site=t(site.label), army=army_text(site.guards))
    yield from note(text, about=f"site:{site.place}", section="3.3.1")


def has_home_guards(state: HvWState, site: Site) -> bool:
    """Five of Level 1 guard the Resource hexes of start tiles (3.3.1); once a player is out, by ruling R54b not his."""
    by_table = site.reverted and ruled(state, "neutral_home_guards") == "table"
    return site.kind == "resource" and site.home and not by_table


def guards_due(state: HvWState, hero: Hero, site: Site) -> bool:
    """Whether the guards of a hex are determined when this Hero enters it (7.1.2, ruling R08)."""
    if site.kind == "tower":
        return _tower_due(state, hero, site)
    return not site.active and not site.cleared and not site.explored and not site.owner


def _tower_due(state: HvWState, hero: Hero, site: Site) -> bool:
    """Ruling R08: a Hero who may still use the tower checks for guards, unless those there have been beaten."""
    if hero.id in site.used_by or site.cleared:
        return False
    return not site.active or ruled(state, "tower_roll") == "per_unused_visit"


def _roll_guards(state: HvWState, hero: Hero, site: Site) -> Rule[list[list[int]]]:
    table = sheet(state).tables[f"guards_{site.kind}"]
    row = yield from roll_on(table, hero.seat, GUARDS_FORM, about=f"site:{site.place}")
    if isinstance(row, dict):
        return [list(one) for one in by_level(row).items()]
    weakest = site.kind == "resource" and ruled(state, "resource_may_be_empty") == "true" and row == table.row(1)
    return [] if weakest else row


def has_benefit(state: HvWState, hero: Hero, site: Site) -> bool:
    """Whether the hex has something for a Hero who stands in it alone (3.3, 9.1)."""
    match site.kind:
        case "resource":
            return site.owner != hero.seat
        case "ruin":
            return not site.explored
        case "tower":
            return hero.id not in site.used_by
        case "outpost":
            return not site.visited
        case "recruitment":
            return (site.race == hero.seat and not site.mercenaries) or (site.mercenaries and site.waiting > 0)
        case "holy_place":
            return holy.offers(state, hero, site)
    return False


# ---- benefits


@step("3.3")
def benefit(state: HvWState, hero_id: str) -> Rule[None]:
    """Give the Hero the benefit of the hex, once no guards are left (3.5)."""
    hero = hero_of(state, hero_id)
    site = state.sites[hero.place]
    match site.kind:
        case "resource":
            former = site.owner
            mark_control(site, hero.seat)
            yield from quests.took(state, hero, former)
            text = t("{hero} takes {site}.", hero=hero_name(hero), site=t(site.label))
            yield from note(text, section="9.1", kind="taken")
        case "ruin":
            yield from explore_ruin(state, hero, site)
        case "tower":
            yield from use_tower(state, hero, site)
        case "outpost":
            yield from visit_outpost(state, hero, site)
        case "recruitment":
            yield from visit_recruitment(state, hero, site)
        case "holy_place":
            yield from holy.visit(state, hero, site)


def explore_ruin(state: HvWState, hero: Hero, site: Site) -> Rule[None]:
    """Draw one Equipment marker (3.3.3); the ruin is then Explored for good, even with an empty cup."""
    site.explored, site.active, site.guards = True, False, []
    yield from quests.did(state, hero, "ruin", site.place)
    deck = [Card(kind, t(facts.EQUIPMENT[kind].name), count) for kind, count in state.cup.items() if count]
    if not deck:
        yield from note(t("The cup is empty; the ruin is explored."), section="3.3.3")
        return
    prompt = t("Draw one Equipment marker from the cup.")
    (piece,) = yield from draw(hero.seat, prompt, deck, about=f"hero:{hero.id}", section="3.3.3")
    put(state.cup, piece, -1)
    hero.equipment.append(piece)
    text = t("{hero} finds {piece}.", hero=hero_name(hero), piece=t(facts.EQUIPMENT[piece].name))
    yield from note(text, about=f"hero:{hero.id}", section="3.3.3", kind="found")


def use_tower(state: HvWState, hero: Hero, site: Site) -> Rule[None]:
    """Once for each Hero, raise one ability by one (3.3.4)."""
    site.used_by.append(hero.id)
    site.guards, site.cleared = [], False
    yield from quests.did(state, hero, "tower", site.place)
    if can_improve(hero):
        name = yield from choose_ability(hero, "3.3.4", t("The tower improves one ability: which?"))
        yield from improve(hero, name, "3.3.4")


def visit_outpost(state: HvWState, hero: Hero, site: Site) -> Rule[None]:
    """A random Resource, then the outpost is marked as visited (3.3.5); Trade adds to it (16.1.1)."""
    site.visited = True
    yield from quests.did(state, hero, "outpost", site.place)
    row = yield from roll_on(sheet(state).tables["outpost"], hero.seat, OUTPOST_FORM, about=f"site:{site.place}")
    own, prompt = cities_of(state, hero.seat), t("Which Display gets it?")
    display = yield from choose_display(state, hero.seat, "9.2", prompt, own)
    if display is None:
        yield from note(t("There is no Display to put it on."), section="3.3.5")
        return
    for name, amount in row.items():
        if amount:
            amount += skills.trade_bonus(state, hero)
            stocks.add(display.stock, name, amount)
            words, resource = "{hero} receives {n} {resource}.", t(RESOURCE_TITLES[name])
            yield from note(t(words, hero=hero_name(hero), n=amount, resource=resource), section="3.3.5")


def visit_recruitment(state: HvWState, hero: Hero, site: Site) -> Rule[None]:
    """Activate the own location (one unit at once) and take the waiting units (3.3.2); or fetch Mercenaries (8.13)."""
    if not site.mercenaries and not site.active:
        site.active, site.owner, site.waiting = True, hero.seat, 1
        yield from note(t("{site} is active.", site=t(site.label)), section="3.3.2")
    if site.waiting:
        yield from take_recruits(state, hero)


# ---- enemies without a fight


@flow("8.13")
def kill_lonely_hero(hero_id: str) -> Rule[None]:
    """An enemy Hero without units dies when the hex is entered (ruling R15); a City there falls too (7.5)."""
    struck = yield from strike_lonely_hero(hero_id)
    if struck.city:
        yield from conquer(struck.city, hero_id)
    if struck.victim:
        yield from fall(struck.victim, hero_id, struck.city)


class Struck(Struct, frozen=True):
    """The Hero who dies, and the undefended City or Camp that falls with him."""

    victim: str = ""
    city: str = ""


@step("8.11", "8.13", "7.5")
def strike_lonely_hero(state: HvWState, hero_id: str) -> Rule[Struck]:
    """Give 10 EP for the Hero killed (8.11), unless that Hero escapes (ruling R15)."""
    hero = hero_of(state, hero_id)
    victim = sides.defending_hero(state, hero.seat, hero.place)
    assert victim is not None
    if escapes(state, victim, hero.place):
        yield from flee_to_capital(state, victim)
        return Struck()
    hero.ep += facts.SETUP["ep_per_hero"]
    yield from note(t("{hero} gains 10 EP.", hero=hero_name(hero)))
    city = city_at(state, hero.place)
    return Struck(victim.id, city.id if city is not None and city.owner == victim.seat else "")


@flow("7.5")
def conquer_undefended(hero_id: str) -> Rule[None]:
    """An undefended City or Camp is conquered as soon as a Hero enters (7.5)."""
    city = yield from undefended_city(hero_id)
    yield from conquer(city, hero_id)


@step("7.5")
def undefended_city(state: HvWState, hero_id: str) -> str:
    """The City the Hero stands in."""
    city = city_at(state, hero_of(state, hero_id).place)
    assert city is not None
    return city.id

"""Movement of Camps (7.4)."""

from __future__ import annotations

from companion.engine.rules import Offer, Option, Refusal, Rule, choose, confirm, note, partial, step, t
from companion.games.heroes_vs_warlords.advanced import terrain
from companion.games.heroes_vs_warlords.moving import reaction
from companion.games.heroes_vs_warlords.records import world
from companion.games.heroes_vs_warlords.records.common import (
    cities_of,
    city_at,
    hero_name,
    heroes_in_play,
    own_heroes,
    ruled,
    site_at,
)
from companion.games.heroes_vs_warlords.records.facts import AGAINST
from companion.games.heroes_vs_warlords.records.state import City, Hero, HvWState, Site


def offers(state: HvWState, seat: str) -> list[Offer]:
    """The Camps that a player can move now, each with a reason if it cannot (7.4)."""
    return [
        Offer(f"camp:{city.id}", t("Move the Camp"), partial(move_camp, state, city), refusal=move_refusal(state, city))
        for city in cities_of(state, seat)
        if city.camp
    ]


def move_refusal(state: HvWState, camp: City) -> Refusal | None:
    """Why a Camp cannot move, or None: it moves once, before any Hero of its owner, even one who has died since
    (7.4).
    """
    late = any(hero.moved for hero in state.players[camp.owner].heroes)
    return AGAINST(moved=camp.moved, after_heroes=late) or AGAINST(no_hex=_is_stuck(state, camp))


def _is_stuck(state: HvWState, camp: City) -> bool:
    return state.world.mapped and all(_place_refusal(state, camp, place) for place in _around(state, camp))


def move_camp(state: HvWState, camp: City) -> Rule[None]:
    """Move a Camp one hex; Heroes inside move with it or stay behind, keeping all their MP (7.4)."""
    old = camp.place
    if state.world.mapped:
        names = {place: world.place_name(state, place) for place in _around(state, camp)}
        choices = [Option(place, name, _place_refusal(state, camp, place)) for place, name in names.items()]
        camp.place = yield from choose(camp.owner, t("Where does the Camp go?"), choices, look="map", section="7.4")
    camp.moved = True
    yield from _take_along(state, camp, old)
    yield from note(t("The Camp moves."), section="7.4")


def _take_along(state: HvWState, camp: City, old: str) -> Rule[None]:
    """Heroes inside may come along, but for those who have moved in this turn (7.4)."""
    for hero in own_heroes(state, camp.owner):
        if hero.place == old and not (hero.moved and state.active == hero.seat):
            yield from _travel(state, camp, hero)
        elif hero.place == old:
            yield from _stay(state, hero)


def _travel(state: HvWState, camp: City, hero: Hero) -> Rule[None]:
    prompt = t("Does {hero} travel with the Camp?", hero=hero_name(hero))
    if (yield from confirm(camp.owner, prompt, t("Travels along"), t("Stays behind"), section="7.4")):
        hero.place = camp.place
    else:
        yield from _stay(state, hero)


def _stay(state: HvWState, hero: Hero) -> Rule[None]:
    if not state.world.mapped:
        hero.place = "open"
    yield from note(t("{hero} stays behind.", hero=hero_name(hero)), section="7.4")


# ---- giving way to new guards


@step("7.4", asks_first=True)
def give_way(state: HvWState, hero_id: str) -> Rule[None]:
    """A Camp next to a Resource hex whose guards just appeared moves one hex away, if it can (7.4, ruling R32)."""
    site = reaction.roused_site(state, hero_id)
    if site is None:
        return
    if site.kind == "resource" and _drives_away(state, site):
        for camp in [city for city in state.cities.values() if city.camp and city.owner]:
            if (yield from _is_beside(state, camp, site)):
                yield from _move_away(state, camp, site)
    site.roused_by = ""


def _drives_away(state: HvWState, site: Site) -> bool:
    """Ruling R32: new guards drive Camps away, or none do, or none but those of the Barbarian start tile."""
    reading = ruled(state, "forced_camp_move")
    at_home = not _threatens(state, site.place) if state.world.mapped else site.home
    return reading == "if_possible" or (reading == "not_on_start_tile" and not at_home)


def _is_beside(state: HvWState, camp: City, site: Site) -> Rule[bool]:
    if state.world.mapped:
        return terrain.reacts_across(state, site.place, camp.place)
    prompt = t("Does the Camp stand next to {site}?", site=t(site.label))
    return (yield from confirm(camp.owner, prompt, observation=True, about=f"city:{camp.id}", section="7.4"))


def _move_away(state: HvWState, camp: City, site: Site) -> Rule[None]:
    """It must go; where to is for its owner to choose. The normal move of its turn is left to it."""
    old = camp.place
    if state.world.mapped:
        places = [place for place in _around(state, camp) if _is_refuge(state, camp, place, site)]
        if not places:
            yield from note(t("The Camp has nowhere to go and stays."), section="7.4")
            return
        choices = [Option(place, world.place_name(state, place)) for place in places]
        prompt = t("The Camp gives way to the guards. Where does it go?")
        camp.place = yield from choose(camp.owner, prompt, choices, look="map", about=f"city:{camp.id}", section="7.4")
    yield from _take_along(state, camp, old)
    yield from note(t("The Camp moves one hex away from the guards of {site}.", site=t(site.label)), section="7.4")


def _is_refuge(state: HvWState, camp: City, place: str, site: Site) -> bool:
    return _place_refusal(state, camp, place) is None and site.place not in world.neighbours(state.world, place)


# ---- where a Camp may stand


def _around(state: HvWState, camp: City) -> tuple[str, ...]:
    return world.neighbours(state.world, camp.place)


def _place_refusal(state: HvWState, camp: City, place: str) -> Refusal | None:
    """Where a Camp may not go (7.4, 18.1); what a hex costs never stops it (ruling R96)."""
    enemies = {hero.place for hero in heroes_in_play(state) if hero.seat != camp.owner}
    shut = AGAINST(
        closed_side=not terrain.is_open(state, camp.place, place),
        face_down=not world.known(state.world, place),
        objective=site_at(state, place) or city_at(state, place),
        enemy_there=place in enemies,
    )
    return shut or AGAINST(
        guards_near=any(_threatens(state, site.place) for site in reaction.guards_beside(state, place)),
        enemy_near=not enemies.isdisjoint(world.neighbours(state.world, place)),
    )


def _threatens(state: HvWState, guards: str) -> bool:
    """Exception of 7.4: guards of Resource hexes on the start tile of the Barbarians keep no Camp away."""
    found = world.tile_at(state.world, guards)
    return found is None or found[0].start != "barbarians"

"""Battles in a match (8.0, 8.6.2, 8.9-8.11): who fights whom where, and what the result means for Displays and map."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.effects import Rule, Sum, Term, choose, note
from companion.engine.forms import Option
from companion.engine.rules import flow, step
from companion.engine.text import t
from companion.games.heroes_vs_warlords import arena, conquest, facts, fights, heroes, paths, siege, world
from companion.games.heroes_vs_warlords.armies import packed
from companion.games.heroes_vs_warlords.common import (
    ability,
    army_text,
    cities_of,
    city_at,
    guards_player,
    hero_name,
    hero_of,
    heroes_in_play,
    ruled,
    site_at,
    units_of,
)
from companion.games.heroes_vs_warlords.state import Battle, City, Fighter, Hero, HvWState, Side, Site, Stack, Stock

GARRISON = 100
"""Fighters of a garrison have section GARRISON + index, those of a Hero his section."""


class Outcome(Struct, frozen=True):
    """What a combat led to: the role that won, Heroes killed, the Hero who withdrew, and the winning Hero."""

    winner: str
    died: tuple[str, ...] = ()
    withdrew: str = ""
    victor: str = ""
    fallen_city: str = ""


@flow("8.0")
def fight() -> Rule[Outcome]:
    """A whole combat with its consequences: casualties, EP, retreat, conquest, fallen Heroes."""
    yield from look_behind()
    winner = yield from arena.battle()
    outcome = yield from settle(winner)
    if outcome.withdrew:
        yield from retreat(outcome.withdrew)
    if outcome.fallen_city:
        yield from conquest.conquer(outcome.fallen_city, outcome.victor)
    for hero in outcome.died:
        yield from heroes.fall(hero, outcome.victor, outcome.fallen_city)
    yield from close_battle()
    if outcome.victor:
        yield from heroes.rise(outcome.victor)
    return outcome


# ---- making a battle


def hero_side(state: HvWState, hero: Hero, garrison: list[Stack] | None = None) -> Side:
    """The side a Hero leads, with his stacks as they lie on the Display (8.2) and a garrison beside him (R83)."""
    fighters = [
        Fighter(stack.faction, stack.level, stack.count, index, locked=stack.locked)
        for index, stack in enumerate(hero.sections)
        if stack is not None
    ]
    return Side(
        hero.seat, "hero", [*fighters, *_fighters(garrison or [])], hero.id, str(hero_name(hero)),
        ability(hero, "attack"), ability(hero, "defense"), ability(hero, "initiative"), hero.level,
    )  # fmt: skip


def guard_side(state: HvWState, site: Site, against: str) -> Side:
    """Guards in the fewest stacks (8.2), played by the left-hand neighbour of the active player (8.0)."""
    return Side(guards_player(state, against), "guards", _fighters(site.guards), name=f"Guards of {site.label}")


def _fighters(stacks: list[Stack]) -> list[Fighter]:
    return [Fighter(s.faction, s.level, s.count, GARRISON + i, locked=s.locked) for i, s in enumerate(stacks)]


def attack_guards(state: HvWState, hero: Hero, site: Site) -> None:
    """A Hero meets the guards of the hex he entered: they are the defender (8.0)."""
    state.battle = Battle(
        hero.place, "", hero_side(state, hero), guard_side(state, site, hero.seat), "defender", site=site.place
    )


def guards_react(state: HvWState, hero: Hero, site: Site, level: int = 0) -> None:
    """Guards come into the Hero's hex: they deploy first and have the Initiative (7.3.1.2, ruling R29).

    With a `level` only the stack of that Level comes (ruling R28).
    """
    first: Literal["attacker", "defender"] = "defender"
    if ruled(state, "guard_reaction_roles") == "guards_first":
        first = "attacker"
    guards = guard_side(state, site, hero.seat)
    guards.stacks = [one for one in guards.stacks if level in (0, one.level)]
    defender = hero_side(state, hero, _own_garrison(state, hero))
    defender.bonus = resource_bonus(state, hero.seat, hero.place)
    state.battle = Battle(hero.place, "guards", guards, defender, first, site=site.place)


def _own_garrison(state: HvWState, hero: Hero) -> list[Stack]:
    site = site_at(state, hero.place)
    return site.garrison if site is not None and site.owner == hero.seat else []


def hero_reacts(state: HvWState, reactor: Hero, mover: Hero) -> None:
    """A reacting Hero is the attacker; the mover defends and has the Initiative (7.3.2)."""
    garrison = _own_garrison(state, mover)
    defender = hero_side(state, mover, garrison)
    defender.bonus = resource_bonus(state, mover.seat, mover.place)
    state.battle = Battle(mover.place, "hero", hero_side(state, reactor), defender, "defender")


def attack_enemy(state: HvWState, hero: Hero, place: str) -> bool:
    """A Hero enters a hex with enemy units; makes the battle. Gives False when nobody there can fight."""
    city = city_at(state, place)
    enemy = defending_hero(state, hero.seat, place)
    if city is not None and city.owner != hero.seat:
        return _attack_city(state, hero, city, enemy)
    site = site_at(state, place)
    garrison = site.garrison if site is not None and site.owner not in ("", hero.seat) else []
    if enemy is None and not garrison:
        return False
    if enemy is not None and (garrison or units_of(enemy)):
        own = garrison if site is not None and site.owner == enemy.seat else []
        defender = hero_side(state, enemy, own)
    elif garrison and site is not None:
        defender = Side(site.owner, "garrison", _fighters(garrison), name=f"Garrison of {site.label}")
    else:
        return False
    defender.bonus = resource_bonus(state, defender.seat, place)
    where = place if garrison else ""
    state.battle = Battle(place, "", hero_side(state, hero), defender, "defender", site=where)
    return True


def _attack_city(state: HvWState, hero: Hero, city: City, enemy: Hero | None) -> bool:
    """8.7: a defended City or Camp is besieged."""
    if not city.units and (enemy is None or not units_of(enemy)):
        return False
    if enemy is not None:
        defender = hero_side(state, enemy, city.units)
    else:
        name = str(t("Garrison of the {city}", city=conquest.city_name(city)))
        defender = Side(city.owner or guards_player(state, hero.seat), "garrison", _fighters(city.units), name=name)
    wall = siege.wall_for(city.works, city.towers, city.camp)
    wall.state, wall.towers = city.wall, list(city.tower_states) or wall.towers
    state.battle = Battle(
        city.place, "", hero_side(state, hero), defender, "defender", wall, city=city.id, stock=_copy(city.stock)
    )
    return True


def _copy(stock: Stock) -> Stock:
    return Stock(stock.wood, stock.stone, stock.crystal, stock.gold)


def defending_hero(state: HvWState, seat: str, place: str) -> Hero | None:
    """An enemy Hero in a hex, one with units before one without."""
    there = [hero for hero in heroes_in_play(state) if hero.place == place and hero.seat != seat]
    return max(there, key=units_of, default=None) if place not in ("", "open") else None


def resource_bonus(state: HvWState, seat: str, place: str) -> int:
    """8.7.2.1: +2 or +4 for units in an own Resource hex, by the towers their owner has built."""
    site = site_at(state, place)
    if site is None or site.kind != "resource" or site.owner != seat:
        return 0
    return siege.tower_bonus(max((city.towers for city in cities_of(state, seat)), default=0))


@step("8.9")
def look_behind(state: HvWState) -> None:
    """Whether the original defender will have a hex to withdraw to (ruling R48); on a map only."""
    fight = fights.current(state)
    if fight.defender.hero and state.world.mapped:
        hero = hero_of(state, fight.defender.hero)
        fight.cornered = not retreat_places(state, hero, _origin_of(state, fight))


# ---- after a battle


@step("8.10", "8.11")
def settle(state: HvWState, winner: str) -> Rule[Outcome]:
    """Units go back to their Displays, graveyards are counted, EP given (8.6.2, 8.10, 8.11)."""
    fight = fights.current(state)
    won, lost = fights.side_of(fight, winner), fights.side_of(fight, fights.opposite(winner))
    for side in (won, lost):
        _return_units(state, fight, side)
    loser = hero_of(state, lost.hero) if lost.hero else None
    died = loser is not None and not lost.withdrew and not heroes.escapes(state, loser, fight.place)
    yield from note("8.10", t("{who} won.", who=fights.side_name(won)))
    if won.hero:
        yield from _experience(state, hero_of(state, won.hero), won, died)
    if loser is not None and not lost.withdrew and not died:
        yield from heroes.flee_to_capital(state, loser)
    falls = fight.city if winner == "attacker" and not lost.withdrew and not _others_hold(state, fight) else ""
    if fight.city and not falls and ruled(state, "siege_damage") == "stays_until_turn5" and fight.wall is not None:
        city = state.cities[fight.city]
        city.wall, city.tower_states = fight.wall.state, fight.wall.towers
    return Outcome(
        winner, (lost.hero,) if died else (), lost.hero if lost.withdrew else "", won.hero, falls
    )  # fmt: skip


def _others_hold(state: HvWState, fight: Battle) -> bool:
    """A second Hero with units still defends the besieged place; it has not fallen yet."""
    return any(
        hero.place == fight.place and units_of(hero) and hero.id not in (fight.attacker.hero, fight.defender.hero)
        for hero in heroes_in_play(state)
        if hero.seat != fight.attacker.seat
    )


def _return_units(state: HvWState, fight: Battle, side: Side) -> None:
    """Surviving units return to their sections; guards and garrisons to their hex (8.10)."""
    beaten = not side.withdrew and not any(one.count for one in side.stacks if one.box != "out")
    left: dict[int, int] = {}
    for one in side.stacks:
        left[one.section] = left.get(one.section, 0) + (0 if beaten else one.count)
    if side.hero:
        hero = hero_of(state, side.hero)
        for index, stack in enumerate(hero.sections):
            if stack is not None and index in left:
                stack.count = left[index]
                hero.sections[index] = stack if stack.count else None
    garrison = _garrison_list(state, fight, side)
    if garrison is None:
        return
    for index, stack in enumerate(garrison):
        stack.count = left.get(GARRISON + index, stack.count)
    _store_garrison(state, fight, side, [stack for stack in garrison if stack.count])


def _garrison_list(state: HvWState, fight: Battle, side: Side) -> list[Stack] | None:
    if side.kind == "guards":
        return state.sites[fight.site].guards
    if fight.city and side is fight.defender:
        return state.cities[fight.city].units
    site = site_at(state, fight.place)
    if side is fight.defender and site is not None and site.owner == side.seat:
        return site.garrison
    return None


def _store_garrison(state: HvWState, fight: Battle, side: Side, stacks: list[Stack]) -> None:
    if side.kind == "guards":
        site = state.sites[fight.site]
        site.guards = packed({(s.faction, s.level): s.count for s in stacks})
        site.cleared = not stacks
    elif fight.city:
        state.cities[fight.city].units = stacks
    else:
        state.sites[fight.place].garrison = stacks


def _experience(state: HvWState, hero: Hero, side: Side, hero_killed: bool) -> Rule[None]:
    """8.11: 1 EP for each unit killed, 10 for a Hero; only the winner gets them."""
    kills = sum(side.kills.values())
    terms = [Term(t("Units killed"), kills, "8.11")]
    if hero_killed:
        terms.append(Term(t("Hero killed"), facts.SETUP["ep_per_hero"], "8.11"))
    why = Sum(t("EP gained"), tuple(terms))
    gained = why.total
    hero.ep += gained
    text = t("{hero} gains {gained} EP ({kills} kills) and has {ep}.", hero=hero_name(hero), gained=gained, kills=kills,
             ep=hero.ep)  # fmt: skip
    yield from note("8.11", text, why, about=f"hero:{hero.id}")


@step("8.9")
def retreat(state: HvWState, hero_id: str) -> Rule[None]:
    """A Hero who withdrew leaves the hex; his turn is over (8.9, ruling R48)."""
    fight = fights.current(state)
    hero = hero_of(state, hero_id)
    _end_turn_of(state, hero)
    if fight.attacker.hero != hero_id:
        yield from _flee(state, hero, _origin_of(state, fight))
    elif not fight.reaction and fight.swapped:
        yield from _flee(state, hero, "")
    elif not fight.reaction:
        hero.place = hero.came_from
    yield from note("8.9", t("{hero} retreats with {army}.", hero=hero_name(hero), army=army_text(hero_stacks(hero))))


def hero_stacks(hero: Hero) -> list[Stack]:
    """The stacks a Hero has left."""
    return [stack for stack in hero.sections if stack is not None]


def _end_turn_of(state: HvWState, hero: Hero) -> None:
    """The turn of a withdrawing Hero ends; by ruling R48 that of his player."""
    whole = ruled(state, "withdraw_turn_end") == "player"
    for one in state.players[hero.seat].heroes if whole else [hero]:
        one.turn_over, one.mp = True, 0


def _origin_of(state: HvWState, fight: Battle) -> str:
    """The hex the attack came from."""
    if fight.reaction == "guards":
        return fight.site
    attacker = hero_of(state, fight.attacker.hero)
    return attacker.place if fight.reaction == "hero" else attacker.came_from


def _flee(state: HvWState, hero: Hero, origin: str) -> Rule[None]:
    """The original defender picks an adjacent hex, not the one the attack came from (8.9).

    Only a besieger with swapped roles (ruling R47) can find none; he goes back as he came.
    """
    if not state.world.mapped:
        hero.place = "open"
        yield from note("8.9", t("Move him to an adjacent hex, not the one the attack came from."))
        return
    places = retreat_places(state, hero, origin) or [hero.came_from]
    choices = [Option(place, world.place_name(state, place)) for place in places]
    prompt = t("Where does {hero} retreat to?", hero=hero_name(hero))
    hero.place = yield from choose(hero.seat, "8.9", prompt, choices, look="map", about=f"hero:{hero.id}")


def retreat_places(state: HvWState, hero: Hero, origin: str) -> list[str]:
    """Hexes an original defender may withdraw to: adjacent ones but that of the attacker (8.9, ruling R48b)."""
    around = [place for place in world.neighbours(state.world, hero.place) if place != origin]
    return paths.retreats(state, hero, around)


@step("8.10")
def close_battle(state: HvWState) -> None:
    """The Arena Display is cleared."""
    state.battle = None

"""Battles in a match (8.0, 8.6.2, 8.9-8.11): who fights whom and where, and what the result means for Displays and
map.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, structs

from companion.engine.rules import Offer, Option, Rule, choose, flow, menu, note, step, t
from companion.games.heroes_vs_warlords.advanced import experience, methods, quests, terrain
from companion.games.heroes_vs_warlords.fighting import arena, fights, round_end, sides, siege
from companion.games.heroes_vs_warlords.moving import paths
from companion.games.heroes_vs_warlords.records import world
from companion.games.heroes_vs_warlords.records.common import (
    army_text,
    city_at,
    city_name,
    guards_player,
    hero_name,
    hero_of,
    ruled,
    site_at,
    stacks_of,
    units_of,
)
from companion.games.heroes_vs_warlords.records.state import Battle, City, Hero, HvWState, Side, Site
from companion.games.heroes_vs_warlords.turns import conquest, heroes


class Outcome(Struct, frozen=True):
    """The result of a combat: the role that won, Heroes killed, the Hero who withdrew, the winning Hero, and a City
    that fell.
    """

    winner: str
    died: tuple[str, ...] = ()
    withdrew: str = ""
    victor: str = ""
    fallen_city: str = ""


@flow("8.0")
def fight() -> Rule[Outcome]:
    """A whole combat with its results: casualties, EP, retreat, conquest, Heroes killed."""
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


def attack_guards(state: HvWState, hero: Hero, site: Site) -> None:
    """A Hero fights the guards of the hex just entered: they are the defender (8.0)."""
    guards = sides.guard_side(state, site, hero.seat)
    state.battle = Battle(hero.place, "", sides.hero_side(state, hero), guards, "defender", site=site.place)


def guards_react(state: HvWState, hero: Hero, site: Site, level: int = 0) -> None:
    """Guards come into the Hero's hex: they deploy first and have the Initiative (7.3.1.2, ruling R29).

    With a `level` only the stack of that Level comes (ruling R28).
    """
    first: Literal["attacker", "defender"] = "defender"
    if ruled(state, "guard_reaction_roles") == "guards_first":
        first = "attacker"
    guards = sides.guard_side(state, site, hero.seat)
    guards.stacks = [one for one in guards.stacks if level in (0, one.level)]
    defender = _with_garrison(state, hero)
    state.battle = Battle(hero.place, "guards", guards, defender, first, site=site.place)


def _with_garrison(state: HvWState, hero: Hero) -> Side:
    """A Hero whom somebody comes upon, with the garrison of his Resource hex and its towers (8.7.2.1)."""
    site = site_at(state, hero.place)
    garrison = site.garrison if site is not None and site.owner == hero.seat else []
    defender = sides.defending_side(state, hero, garrison) or sides.hero_side(state, hero)
    defender.bonus = sides.resource_bonus(state, hero.seat, hero.place)
    return defender


def hero_reacts(state: HvWState, reactor: Hero, mover: Hero) -> None:
    """A reacting Hero is the attacker; the moving Hero defends and has the Initiative (7.3.2).

    In a City or Camp of the moving player that is a siege like any other (8.1). Its effects are ruling R123.
    """
    city = city_at(state, mover.place)
    if city is None or city.owner != mover.seat:
        defender = _with_garrison(state, mover)
        state.battle = Battle(mover.place, "hero", sides.hero_side(state, reactor), defender, "defender")
        return
    second = sides.second_hero(state, mover)
    defender = sides.defending_side(state, mover, city.units, second) or sides.hero_side(state, mover)
    _besiege(state, reactor, city, defender, "hero")
    if ruled(state, "reaction_siege") == "goes_back":
        fights.current(state).stock = None


def choose_leader(state: HvWState, hero: Hero) -> Rule[Hero | None]:
    """Of two enemy Heroes with units in the hex, their player chooses who leads, or goes first (ruling R120)."""
    able = [one for one in sides.defenders(state, hero.seat, hero.place) if units_of(one)]
    if len(able) < 2:
        return sides.defending_hero(state, hero.seat, hero.place)
    labels = {one.id: t("{hero}: {army}", hero=hero_name(one), army=army_text(stacks_of(one))) for one in able}
    offers = [Offer(one.id, labels[one.id], value=one) for one in able]
    prompt = t("{hero} attacks. Which of your Heroes leads the defense?", hero=hero_name(hero))
    return (yield from menu(able[0].seat, prompt, offers, about=f"hero:{hero.id}", section="8.2"))


def attack_enemy(state: HvWState, hero: Hero, place: str, leader: Hero | None = None) -> bool:
    """A Hero enters a hex with enemy units: set up the battle. Returns False when nobody there can fight."""
    city = city_at(state, place)
    enemy = leader or sides.defending_hero(state, hero.seat, place)
    if city is not None and city.owner != hero.seat:
        return _attack_city(state, hero, city, enemy)
    site = site_at(state, place)
    garrison = site.garrison if site is not None and site.owner not in ("", hero.seat) else []
    own = garrison if site is not None and enemy is not None and site.owner == enemy.seat else []
    defender = sides.defending_side(state, enemy, own) if enemy is not None else None
    if defender is None and garrison and site is not None:
        name = f"Garrison of {site.label}"
        defender = Side(site.owner, "garrison", sides.fighters_of(garrison), name=name)
    if defender is None:
        return False
    defender.bonus = sides.resource_bonus(state, defender.seat, place)
    where = place if garrison else ""
    state.battle = Battle(place, "", sides.hero_side(state, hero), defender, "defender", site=where)
    return True


def _attack_city(state: HvWState, hero: Hero, city: City, enemy: Hero | None) -> bool:
    """8.7: a defended City or Camp is besieged."""
    defender = None
    if enemy is not None:
        defender = sides.defending_side(state, enemy, city.units, sides.second_hero(state, enemy))
    if defender is None and city.units:
        seat = city.owner or guards_player(state, hero.seat)
        name = str(t("Garrison of the {city}", city=city_name(city)))
        defender = Side(seat, "garrison", sides.fighters_of(city.units), name=name)
    if defender is not None:
        _besiege(state, hero, city, defender)
    return defender is not None


def _besiege(
    state: HvWState, hero: Hero, city: City, defender: Side, reaction: Literal["", "guards", "hero"] = ""
) -> None:
    wall = siege.wall_for(city.works, city.towers, city.camp)
    wall.state, wall.towers = city.wall, list(city.tower_states) or wall.towers
    attacker = sides.hero_side(state, hero)
    stock = structs.replace(city.stock) if conquest.loot_counts(state, city, hero.seat) else None
    state.battle = Battle(
        city.place, reaction, attacker, defender, "defender", wall, city=city.id, stock=stock, hexes=dict(city.hexes)
    )  # fmt: skip


@step("8.9")
def look_behind(state: HvWState) -> None:
    """Record whether the original defender has a hex to withdraw to (ruling R48); only with a map in the app."""
    fight = fights.current(state)
    if fight.defender.hero and state.world.mapped:
        hero = hero_of(state, fight.defender.hero)
        fight.cornered = not retreat_places(state, hero, _origin_of(state, fight))


# ---- after a battle


@step("8.10", "8.11")
def settle(state: HvWState, winner: str) -> Rule[Outcome]:
    """Return units to their Displays, count graveyards, give EP (8.6.2, 8.10, 8.11). Returns the result."""
    fight = fights.current(state)
    for side in (fight.attacker, fight.defender):
        sides.return_units(state, fight, side)
        if side.hero and experience.honor_used(state):
            hero_of(state, side.hero).honor = side.honor
    if winner == round_end.NOBODY:
        return (yield from _both_gone(state, fight))
    won, lost = fights.side_of(fight, winner), fights.side_of(fight, fights.opposite(winner))
    died, escaped = _beaten(state, fight, [] if lost.withdrew else [lost])
    yield from _toll(fight)
    name = fights.side_name(won)
    told = t("Victory for {who}.", who=name) if won.hero else t("Victory for the {troops}.", troops=name)
    yield from note(told, kind="fight_won")
    if won.hero:
        yield from _experience(state, fight, won, len(died))
        yield from _honor(state, won, lost)
        yield from quests.after_combat(state, fight, won, lost)
    for hero in escaped:
        yield from heroes.flee_to_capital(state, hero)
    conquered = fight.city and winner == "attacker" and not lost.withdrew and not _still_held(state, fight)
    falls = fight.city if conquered else ""
    if fight.city and not falls:
        _keep_damage(state, fight, winner)
    return Outcome(winner, tuple(hero.id for hero in died), lost.hero if lost.withdrew else "", won.hero, falls)


def _beaten(state: HvWState, fight: Battle, sides: list[Side]) -> tuple[list[Hero], list[Hero]]:
    """The Heroes of sides that have lost: who dies, and who escapes by ruling R15."""
    beaten = [hero_of(state, one) for side in sides for one in (side.hero, side.second) if one]
    died = [hero for hero in beaten if not heroes.escapes(state, hero, fight.place)]
    return died, [hero for hero in beaten if hero not in died]


def _toll(fight: Battle) -> Rule[None]:
    """Tell how many units each side has lost in the whole fight."""
    attacker, defender = fight.attacker, fight.defender
    lost, beaten = sum(defender.kills.values()), sum(attacker.kills.values())
    if lost or beaten:
        names = {"attacker": fights.side_name(attacker), "defender": fights.side_name(defender)}
        text = t("Units lost in all – {attacker}: {lost}; {defender}: {beaten}.", lost=lost, beaten=beaten, **names)
        yield from note(text, kind="fight_toll", facts={"attacker": lost, "defender": beaten})


def _both_gone(state: HvWState, fight: Battle) -> Rule[Outcome]:
    """Attrition has taken the last units of both sides: nobody wins or gains, the place keeps its owner (R77)."""
    died, escaped = _beaten(state, fight, [fight.attacker, fight.defender])
    yield from _toll(fight)
    yield from note(t("Nobody is left on either side."), section="19.16.1")
    for hero in escaped:
        yield from heroes.flee_to_capital(state, hero)
    if fight.city:
        _keep_damage(state, fight, "defender")
    return Outcome(round_end.NOBODY, tuple(hero.id for hero in died))


def _honor(state: HvWState, won: Side, lost: Side) -> Rule[None]:
    """19.21: Honor for each enemy stack that was eliminated."""
    why = experience.honor_gained(state, lost)
    if not experience.honor_used(state) or not why.total:
        return
    hero = hero_of(state, won.hero)
    hero.honor += why.total
    text = t("{hero} gains {n} Honor and has {honor}.", hero=hero_name(hero), n=why.total, honor=hero.honor)
    yield from note(text, why, about=f"hero:{hero.id}", section="19.21")


def _still_held(state: HvWState, fight: Battle) -> bool:
    """Others defend the besieged place on (rulings R83, R120), or the besieger only reacted and goes back (R123)."""
    if fight.reaction == "hero" and ruled(state, "reaction_siege") == "goes_back":
        return True
    fought = (fight.attacker.hero, fight.defender.hero, fight.defender.second)
    heroes_left = sides.defenders(state, fight.attacker.seat, fight.place)
    others = any(units_of(hero) and hero.id not in fought for hero in heroes_left)
    return others or bool(state.cities[fight.city].units)


def _keep_damage(state: HvWState, fight: Battle, winner: str) -> None:
    """Damage stays while others defend on; when the place holds it is repaired, or stays by ruling R46."""
    city, wall = state.cities[fight.city], fight.wall
    goes_on = winner == "attacker" and not fight.reaction
    if wall is not None and (goes_on or ruled(state, "siege_damage") == "stays_until_turn5"):
        city.wall, city.tower_states, city.hexes = wall.state, wall.towers, fight.hexes
    else:
        conquest.mend(city)


def _experience(state: HvWState, fight: Battle, side: Side, heroes_killed: int) -> Rule[None]:
    """8.11, 19.20: EP for the units killed, 10 for a Hero; only the winner gets them."""
    hero, kills = hero_of(state, side.hero), sum(side.kills.values())
    why = experience.earned(state, fight, side, heroes_killed)
    gained = why.total
    hero.ep += gained
    words = "{hero} gains {gained} EP ({kills} killed) and has {ep}."
    if heroes_killed:
        words = "{hero} gains {gained} EP ({kills} killed, and a Hero) and has {ep}."
    text = t(words, hero=hero_name(hero), gained=gained, kills=kills, ep=hero.ep)
    section = "19.20" if methods.is_advanced(fight) else "8.11"
    yield from note(text, why, about=f"hero:{hero.id}", section=section, kind="fight_gains")


@step("8.9")
def retreat(state: HvWState, hero_id: str) -> Rule[None]:
    """Move a Hero who withdrew out of the hex; that Hero's turn is over (8.9, ruling R48)."""
    fight = fights.current(state)
    hero = hero_of(state, hero_id)
    _end_turn_of(state, hero)
    if fight.attacker.hero != hero_id:
        yield from _flee(state, hero, _origin_of(state, fight))
    elif not fight.reaction and fight.swapped:
        yield from _flee(state, hero, "")
    elif not fight.reaction:
        hero.place = hero.came_from
    yield from note(t("{hero} retreats with {army}.", hero=hero_name(hero), army=army_text(stacks_of(hero))))


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
        yield from note(t("Move him to an adjacent hex, not the one the attack came from."))
        return
    places = retreat_places(state, hero, origin) or [hero.came_from]
    choices = [Option(place, world.place_name(state, place), kind="hex") for place in places]
    prompt = t("Where does {hero} retreat to?", hero=hero_name(hero))
    hero.place = yield from choose(hero.seat, prompt, choices, look="map", about=f"hero:{hero.id}")


def retreat_places(state: HvWState, hero: Hero, origin: str) -> list[str]:
    """The hexes to which an original defender may withdraw: neighbours except the attacker's (8.9, ruling R48b)."""
    around = [place for place in world.neighbours(state.world, hero.place) if place != origin]
    return paths.retreats(state, hero, [one for one in around if terrain.is_open(state, hero.place, one)])


@step("8.10")
def close_battle(state: HvWState) -> None:
    """Clear the Arena Display."""
    state.battle = None

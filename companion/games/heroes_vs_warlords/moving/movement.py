"""Movement of Heroes (7.1, 7.2, 8.14): a player's turn, what a Hero may do, and entering hexes."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.core.effects import Card
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Choose, Field, Fields, Number, Pick
from companion.engine.rules import Offer, Rule, Text, ask, draw, flow, goto, menu, note, partial, plural, step, t
from companion.games.heroes_vs_warlords.advanced import holy, quests, special, terrain
from companion.games.heroes_vs_warlords.moving import camps, paths, peril, prospects, reaction, sites, unmapped
from companion.games.heroes_vs_warlords.records import armies, world
from companion.games.heroes_vs_warlords.records.common import (
    ability,
    city_at,
    hero_name,
    hero_of,
    heroes_in_play,
    own_heroes,
    ruled,
    title,
    units_of,
)
from companion.games.heroes_vs_warlords.records.facts import AGAINST
from companion.games.heroes_vs_warlords.records.state import Hero, HvWState
from companion.games.heroes_vs_warlords.turns import cities, heroes

STAYS = "stays"


class Deed(Struct, frozen=True):
    """What a player chose: `walk` (hero, place), `done`, `stop`, or `other` (already carried out)."""

    what: str
    hero: str = ""
    place: str = ""


OTHER = Deed("other")


@flow("7.0")
def player_turn(seat: str) -> Rule[None]:
    """One movement and combat turn of a player (6.0, 7.0)."""
    yield from start_turn(seat)
    yield from actions(seat)
    yield from end_turn(seat)


@flow("7.1")
def actions(seat: str) -> Rule[None]:
    """Deeds, one after another, until the player is done."""
    deed = yield from choose_deed(seat)
    if deed.what == "walk":
        yield from enter(deed.hero, deed.place)
    elif deed.what == "done":
        return None
    return goto(actions(seat))


@flow("7.1.3", "7.3")
def enter(hero_id: str, place: str) -> Rule[None]:
    """A Hero enters a hex: reactions first, then what the hex holds (ruling R27)."""
    order = yield from step_into(hero_id, place)
    if order == STAYS:
        return None
    if order == "contents_first":
        yield from sites.contents(hero_id)
        yield from reaction.reactions(hero_id)
    else:
        yield from reaction.reactions(hero_id)
        yield from sites.contents(hero_id)
    return None


# ---- the turn


@step("7.1.1", "7.2", "7.3.1", asks_first=True)
def start_turn(state: HvWState, seat: str) -> Rule[None]:
    """Restore movement points; every guard stack and Hero may try one reaction (7.1.1, 7.3)."""
    state.active = seat
    state.turn += 1
    state.turns_played += 1
    if not state.world.face_down and not state.world.open_war:
        state.world.open_war = True
        yield from note(t("All tiles are discovered: players may attack each other from now on."), section="7.2")
    for site in state.sites.values():
        site.asked, site.tried = False, []
    for hero in heroes_in_play(state):
        hero.reacted_to = []
    for hero in state.players[seat].heroes:
        hero.moved, hero.turn_over = False, False
    for hero in own_heroes(state, seat):
        hero.mp = ability(hero, "movement")
    for city in state.cities.values():
        city.moved = False
    state.world.walking = _first_walker(state, seat)
    if ruled(state, "outpost_limit") == "per_turn":
        for site in state.sites.values():
            site.visited = False
    yield from note(t("{race}: movement and combat.", race=title(seat)), section="6.0")


def _first_walker(state: HvWState, seat: str) -> str:
    """The Hero whose steps the map offers first."""
    able = [hero.id for hero in own_heroes(state, seat) if walk_refusal(state, hero) is None]
    return able[0] if able and state.world.mapped else ""


@step("4.1")
def end_turn(state: HvWState, seat: str) -> Rule[None]:
    """Movement points left over are lost."""
    yield from quests.at_turn_end(state, seat)
    for hero in own_heroes(state, seat):
        hero.mp = 0
    state.world.walking = ""


@step("7.1", "8.11", "4.1", asks_first=True)
def choose_deed(state: HvWState, seat: str) -> Rule[Deed]:
    """Ask what the active player does next. Exchanges, Levels and similar deeds are carried out at once."""
    if state.players[seat].defeated or state.ended:
        return Deed("done")
    prompt = _what_now(state, seat)
    deed = yield from menu(seat, prompt, _deeds(state, seat), look="map", about=f"turn:{seat}")
    return deed or OTHER


def _what_now(state: HvWState, seat: str) -> Text:
    """The question of a turn; on the map with the points left to the Hero whose steps it shows."""
    if state.world.walking and state.world.mapped:
        hero = hero_of(state, state.world.walking)
        if walk_refusal(state, hero) is None:
            return plural(hero.mp, "{hero}, 1 Movement point (MP) left: what do you do?",
                          "{hero}, {n} Movement points (MP) left: what do you do?", hero=hero_name(hero))  # fmt: skip
    return t("{race}: what do you do?", race=title(seat))


def _deeds(state: HvWState, seat: str) -> list[Offer]:
    """All deeds of this moment, those not allowed with the reason."""
    return [
        *_steps(state),
        *camps.offers(state, seat),
        *(offer for hero in own_heroes(state, seat) for offer in _hero_deeds(state, hero)),
        *cities.turn_offers(state, seat),
        Offer("done", t("End the turn"), value=Deed("done"), refusal=_end_refusal(state, seat), ends=True),
        Offer("stop", t("Stop the game here"), partial(_stop, state, seat), minor=True),
    ]


def _hero_deeds(state: HvWState, hero: Hero) -> list[Offer]:
    """What one Hero may do, steps on the map apart."""
    found = [*armies.exchange_offers(state, hero), *heroes.level_offers(state, hero, f"level:{hero.number}")]
    found += [*special.store_offers(state, hero), *quests.draw_offers(state, hero), *holy.stay_offers(state, hero)]
    if hero.id == state.world.walking and state.world.mapped:
        return found
    label, start = t("Move {hero}", hero=hero_name(hero)), partial(_start_walking, state, hero)
    walk = Offer(f"walk:{hero.number}", label, start, refusal=walk_refusal(state, hero),
                 detail=partial(_points_left, state, hero))  # fmt: skip
    return [walk, *found]


def _points_left(state: HvWState, hero: Hero) -> Text:
    place = world.place_name(state, hero.place)
    return plural(hero.mp, "{place} · 1 Movement point", "{place} · {n} Movement points", place=place)


def walk_refusal(state: HvWState, hero: Hero) -> Refusal | None:
    """Why a Hero cannot move, or None (7.1, 7.1.1, 8.9)."""
    alone = not hero.moved and not units_of(hero)
    return AGAINST(no_units=alone, turn_over=hero.turn_over, no_points=hero.mp < 1)


def _end_refusal(state: HvWState, seat: str) -> Refusal | None:
    """4.1, ruling R18: two Heroes may not end in one hex."""
    own = own_heroes(state, seat)
    if len(own) < 2 or own[0].place != own[1].place or own[0].place in ("", "open"):
        return None
    reading = ruled(state, "shared_end_hex")
    at_home = reading == "allowed_in_city" and city_at(state, own[0].place) is not None
    unmoved = reading == "not_if_moved" and not any(hero.moved for hero in own)
    stuck = all(walk_refusal(state, hero) for hero in own)
    return AGAINST(two_heroes=not (at_home or unmoved or stuck))


def _stop(state: HvWState, seat: str) -> Rule[Deed]:
    """Stop the game when all others agree (6.0, ruling R58)."""
    agreed = yield from unmapped.all_agree(state, seat)
    if not agreed:
        return OTHER
    state.ended = "agreement"
    return Deed("done")


# ---- steps on the map


def _start_walking(state: HvWState, hero: Hero) -> Rule[Deed]:
    """With a map the Hero's steps are offered next; without one the table says where he goes."""
    if state.world.mapped:
        state.world.walking = hero.id
        return OTHER
    return (yield from _walk_without_map(state, hero))


def _steps(state: HvWState) -> list[Offer]:
    """Hexes the walking Hero can go to: each next hex, and farther ones over quiet ground (7.1.1)."""
    if not state.world.walking or not state.world.mapped:
        return []
    hero = hero_of(state, state.world.walking)
    if hero.status != "in_play" or walk_refusal(state, hero) is not None:
        return []
    ground = paths.Ground(state, hero)
    return [_step(state, ground, place, path) for place, path in paths.reach(ground).items()]


def _step(state: HvWState, ground: paths.Ground, place: str, path: list[str]) -> Offer:
    ahead = prospects.Ahead(state, ground, place, path)
    walk = partial(_walk, state, ground.hero, path)
    return Offer(place, ahead.label, walk, refusal=ground.entry_refusal(place), detail=ahead.detail,
                 grave=ahead.grave, kind="hex")  # fmt: skip


def _walk(state: HvWState, hero: Hero, path: list[str]) -> Rule[Deed]:
    """Go along a path; the last step is made by `step_into`."""
    *on_the_way, place = path
    dares = yield from peril.dares(state, hero, place, reaction.guards_beside(state, place))
    if not dares:
        return OTHER
    for quiet in on_the_way:
        pay(state, hero, quiet)
    return (yield from _goes_to(state, hero, place))


def _goes_to(state: HvWState, hero: Hero, place: str) -> Rule[Deed]:
    """Tell where the Hero goes."""
    yield from note(t("{hero} moves to {place}.", hero=hero_name(hero), place=world.place_name(state, place)))
    return Deed("walk", hero.id, place)


def pay(state: HvWState, hero: Hero, place: str) -> None:
    """One MP for each hex entered (7.1.1), or what its terrain costs (15.6, 18.0)."""
    hero.mp -= terrain.paid(hero.mp, terrain.price(state, hero.place, place) or 1) if state.world.mapped else 1
    hero.came_from, hero.place, hero.moved = hero.place, place, True
    hero.quest_drawn = False


@step("7.1.1", "7.1.3", asks_first=True)
def step_into(state: HvWState, hero_id: str, place: str) -> Rule[str]:
    """Turn the tile over if it is face down (7.1.3), pay the MP. Returns the order of what follows (ruling R27).

    With terrain its cost is known only then, or that the Hero stays outside (`stays`, R93).
    """
    hero = hero_of(state, hero_id)
    if state.world.mapped:
        yield from _discover(state, hero, place)
        if terrain.used(state) and not (yield from _gets_in(state, hero, place)):
            return STAYS
        pay(state, hero, place)
    return ruled(state, "entry_order")


def _gets_in(state: HvWState, hero: Hero, place: str) -> Rule[bool]:
    """Ruling R93: whether the side to the hex he named is open, now that its tile lies face up (15.1)."""
    reading = ruled(state, "blocked_discovery")
    if reading == "enter_anyway" or terrain.price(state, hero.place, place) is not None:
        return True
    hero.mp -= reading == "stay_pay_1"
    hero.moved = True
    words = t("{hero} cannot enter {place}: the side is closed. He stays where he is; {mp} MP left.",
              hero=hero_name(hero), place=world.place_name(state, place), mp=hero.mp)  # fmt: skip
    yield from note(words, section="15.1")
    return False


def _discover(state: HvWState, hero: Hero, place: str) -> Rule[None]:
    """7.1.3: the hex is named (by choosing it), then its tile is turned face up."""
    found = world.tile_at(state.world, place)
    if found is None or found[0].id:
        return
    deck = [Card(tile, t(tile)) for tile in state.world.unseen]
    prompt = t("Turn the tile over: which one is it?")
    (tile_id,) = yield from draw(hero.seat, prompt, deck, about="tile", section="7.1.3")
    world.reveal(state, found[0], tile_id)
    yield from note(t("{hero} discovers tile {tile}.", hero=hero_name(hero), tile=tile_id), section="7.1.3")
    yield from unmapped.one_tile_less(state)


# ---- steps without a map

BY_HAND = (
    "Move {hero} on the table. Clear, desert, City, holy place and road cost 1; hills and woods 2; mountains 3. "
    "Rivers without bridge, lakes and white peaks bar the way; a road leads through. One last hex is always possible."
)
"""What the table keeps in mind where it moves by itself (15.6, 18.0)."""


def _walk_without_map(state: HvWState, hero: Hero) -> Rule[Deed]:
    """The table says how far the Hero went, what he entered and who stands next to it."""
    goals = unmapped.destinations(state, hero)
    form = Fields((
        Field("cost", t("Movement points used"), Number(1, hero.mp, 1)),
        Field("into", t("He enters"), Choose(tuple(goal.option() for goal in goals), "list")),
        Field("near", t("Guards next to that hex, not tried yet"), Pick(unmapped.neighbours_to_name(state, hero))),
        Field("tiles", t("Tiles turned over on the way"), Number(0, min(hero.mp, state.world.face_down))),
    ))  # fmt: skip
    prompt = t("Move {hero} on the table.", hero=hero_name(hero))
    if terrain.used(state):
        prompt = t(BY_HAND, hero=hero_name(hero))
    moved = yield from ask(hero.seat, prompt, form, about=f"hero:{hero.id}")
    near = [state.sites[one] for one in moved["near"] if one in state.sites]
    goal = next(one.value for one in goals if one.id == moved["into"])
    dares = yield from peril.dares(state, hero, goal, near)
    if not dares:
        return OTHER
    place = unmapped.enter_place(state, goal)
    hero.mp -= moved["cost"]
    hero.came_from = hero.place if moved["cost"] <= terrain.dearest(state) else "open"  # over plain hexes (8.9)
    hero.place, hero.moved = place, True
    hero.quest_drawn = False
    state.world.near = list(moved["near"])
    for _ in range(moved["tiles"]):
        yield from unmapped.one_tile_less(state)
    state.world.walking = hero.id
    return (yield from _goes_to(state, hero, place))

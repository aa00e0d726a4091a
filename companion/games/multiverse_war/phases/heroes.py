"""Heroes outside of fights: hiring, bringing back, skill points (Mission four: heroes)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Group, Offer, Purse, menu
from companion.engine.core.options import Chip
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import t
from companion.games.multiverse_war.phases.setup import new_unit, young_hero
from companion.games.multiverse_war.phases.training import free_places, place_in, rooms
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.land import own_buildings
from companion.games.multiverse_war.world.silhouettes import of_hero
from companion.games.multiverse_war.world.state import Hero, WarState
from companion.games.multiverse_war.world.units import book, is_passive, name_of, ruled, who
from companion.games.multiverse_war.world.wording import deed_words, figures, hero_words

HEROES = "Mission four: heroes"
N = facts.NUMBERS["hero"]
RECRUIT_AT = ("settlement", "fortress", "academy")
POINTS = Chip(t("skill points"), 0, "teal", "skill")
POINT = Chip(t("skill point"), 1, "teal", "skill")
"""Skill points, as pages show them."""
RECOMMENDED = "recommended"
"""The kind of the skill that a hero's sheet recommends to begin with."""


def price_of(state: WarState, seat: str, name: str) -> int:
    """The price of a hero: 7 when new, 4 for each level to bring back (A47); and the surcharge for further heroes."""
    player = state.players[seat]
    hero = player.heroes.get(name)
    if hero is None:
        return int(N["price"] + (len(player.heroes) if state.surcharge else 0))
    if hero.level == 1 and ruled(state, "revive_first", "seven"):
        return int(N["price"])
    return int(N["revive"] * hero.level)


def taken_refusal(state: WarState, seat: str, name: str) -> Refusal | None:
    """Why a hero cannot be hired: alive already, or another player's (A52). None if possible."""
    player = state.players[seat]
    hero = player.heroes.get(name)
    if hero is not None:
        return refuse_if(hero.alive, HEROES, t("He is on the board."))
    others = any(name in one.heroes for one in state.players.values())
    other = refuse_if(others and not ruled(state, "hero_sets", "own-set"), HEROES, t("He serves another player."))
    one = refuse_if(player.heroes and ruled(state, "hero_sets", "one-each"), HEROES, t("One hero for each player."))
    return other or one


def hire(state: WarState, seat: str, name: str, place: str) -> Rule[None]:
    """Place a hero: a new one with 8 skill points to spend, or one brought back with everything it had (A53)."""
    player = state.players[seat]
    hero = player.heroes.get(name)
    said = {"who": who(seat), "hero": name_of(state, name)}
    words = t("{who} brings {hero} back.", **said) if hero is not None else t("{who} hires {hero}.", **said)
    if hero is None:
        hero = player.heroes[name] = young_hero()
        if state.late:
            hero.level = facts.NUMBERS["late"]["level"]
            hero.points += (hero.level - 1) * N["points_per_level"][state.rulings["level_points"]]
    elif ruled(state, "revived", "fresh-experience"):
        hero.experience = 0
    hero.alive, hero.hired = True, state.turn
    new_unit(state, seat, name, place)
    yield from note(words, kind="hired", facts={"hero": name})
    yield from spend_points(state, seat, name)


# ---- skill points


def spend_points(state: WarState, seat: str, name: str) -> Rule[None]:
    """Spend points on the two tracks and on abilities whose level is reached; the rest is kept."""
    hero = state.players[seat].heroes[name]
    while hero.points > 0:
        offers = growth(state, hero, name)
        keep = Offer("keep", t("Keep the rest"), value=True, minor=True)
        if all(one.against for one in offers):
            return
        prompt = t("How does {hero} grow?", hero=name_of(state, name))
        if (yield from menu(seat, prompt, [*offers, keep], section=HEROES, about=f"points:{name}", look="rows",
                            purse=(replace(POINTS, amount=hero.points),))):  # fmt: skip
            return


def growth(state: WarState, hero: Hero, name: str) -> list[Offer]:
    """What a point can be spent on."""
    sheet, full, one = book(state).heroes[name], t("The track is full."), (POINT,)
    offers = [
        Offer("ap", t("Action points {a} to {b}", a=hero.ap, b=hero.ap + 1), partial(_grow, hero, "ap"),
              refusal=refuse_if(hero.ap >= sheet.track_max, HEROES, full), chips=one),
        Offer("health", t("Health {a} to {b}", a=hero.health, b=hero.health + 1), partial(_grow, hero, "health"),
              refusal=refuse_if(hero.health >= sheet.track_max, HEROES, full), chips=one),
    ]  # fmt: skip
    price = N["skill_price"][state.rulings["skill_price"]]
    said = POINT if price == 1 else POINTS
    for skill in sheet.skill:
        if skill.id in hero.skills or (
            is_passive(book(state).deeds[skill.id]) and ruled(state, "always_active", "free")
        ):
            continue
        low = refuse_if(hero.level < skill.level, HEROES, t("It opens at level {n}.", n=skill.level))
        short = refuse_if(hero.points < price, HEROES, t("It costs skill points: {n}.", n=price))
        first = skill.id == sheet.recommended and not hero.skills
        offers.append(Offer(skill.id, t(book(state).deeds[skill.id].name), partial(_learn, hero, skill.id, price),
                            refusal=low or short, detail=deed_words(skill), kind=RECOMMENDED if first else "",
                            chips=(replace(said, amount=price, lacking=price > hero.points),)))  # fmt: skip
    return offers


def _grow(hero: Hero, track: str) -> None:
    setattr(hero, track, getattr(hero, track) + 1)
    hero.points -= 1


def _learn(hero: Hero, skill: str, price: int) -> None:
    hero.skills = [*hero.skills, skill]
    hero.points -= price


# ---- where heroes are hired


def hero_group(state: WarState, seat: str, purse: Purse) -> Group:
    """The offers of the build phase to hire heroes and bring them back."""
    able, offers = receiving(state, seat), []
    room = refuse_if(not able, HEROES, t("No place is left where heroes come in."))
    for name in book(state).heroes:
        label = (
            t("Bring back {hero}", hero=name_of(state, name))
            if name in state.players[seat].heroes
            else name_of(state, name)
        )
        offers.append(Offer(name, label, partial(_come_in, state, seat, name, able), price=price_of(state, seat, name),
                            purse=purse, paid_first=True, refusal=taken_refusal(state, seat, name) or room,
                            detail=hero_words(book(state), book(state).heroes[name]),
                            figures=hero_figures(state, seat, name),
                            sign=of_hero(book(state).heroes[name])))  # fmt: skip
    return Group("hero", t("Hire a hero"), t("Which hero?"), offers, section=HEROES)


def hero_figures(state: WarState, seat: str, name: str) -> tuple[Chip, ...]:
    """The figures of a hero who comes in: those he died with, or those a new one begins with."""
    hero = state.players[seat].heroes.get(name) or young_hero()
    return figures(hero.health, hero.ap, book(state).heroes[name].range)


def receiving(state: WarState, seat: str) -> dict[str, list[str]]:
    """The buildings where a hero can be placed now, with their free hexes."""
    own = own_buildings(state, seat)
    found = {
        name: free_places(state, seat, "decoy", name) for name in rooms(state, seat) if own[name].kind in RECRUIT_AT
    }
    return {name: places for name, places in found.items() if places}


def _come_in(state: WarState, seat: str, name: str, able: dict[str, list[str]]) -> Rule[None]:
    yield from hire(state, seat, name, (yield from place_in(state, seat, able)))

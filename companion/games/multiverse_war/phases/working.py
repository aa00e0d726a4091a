"""Builders and Engineers: buildings, roads and forests, constructed in the build phase where they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial

from msgspec import structs

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Group, Offer, Purse
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import Text, t
from companion.engine.game.hexlines import neighbours
from companion.games.multiverse_war.fighting.losses import unlock_engineer
from companion.games.multiverse_war.phases.victory import building_points
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.land import building_at, hex_name, own_buildings, site_refusal
from companion.games.multiverse_war.world.places import place_name
from companion.games.multiverse_war.world.state import Building, Unit, WarState
from companion.games.multiverse_war.world.units import book, is_worker, new_id, own_units, ruled, who
from companion.games.multiverse_war.world.wording import building_figures, building_words

BUILD, ROADS = "Buildings", "Builders and Engineers, roads"
N = facts.NUMBERS
MATCHING = {
    "guard_tower": ("ranged",),
    "barracks": ("melee", "anticav"),
    "academy": ("mounted",),
    "siege_workshop": ("siege",),
}
"""The classes whose age opens the age of a building; a Fortress needs any."""
OPEN = ("grassland", "forest", "hill")
PAYING = "paying"
"""The kind of constructing when a building that pays gold is possible."""


def works(state: WarState, seat: str, purse: Purse) -> list[Group]:
    """What Builders and Engineers can do where they are: buildings, roads, forests (A41, A82).

    One that has changed the first of two forests may only change another one.
    """
    workers = {name: one for name, one in own_units(state, seat).items() if is_worker(one)}
    free = {name: one for name, one in workers.items() if may_work(state, one)}
    fresh = [name for name, one in free.items() if not one.marks.get("half") or ruled(state, "works", "as-gold-allows")]
    builds = [offer for name in fresh for offer in constructions(state, name, purse)]
    roads = _on_map(offer for name in fresh for offer in road_offers(state, name, purse))
    forests = _on_map(offer for name in free for offer in forest_offers(state, name, purse))
    nobody = nobody_works(workers, free, fresh)
    no_site = nobody or t("Your Builder stands where nothing can be built.")
    no_way = nobody or t("Where your Builder works is no grassland, forest or hill for a road.")
    no_wood = t("Where your Builder works is no forest or grassland without a building.")
    construct = _group("construct", t("Construct a building"), t("Which building, and where?"), builds, no_site, BUILD)
    return [structs.replace(construct, kind=kind_of(state, builds)),
            _group("road", t("Lay a road"), t("Where do you lay a road?"), roads, no_way, ROADS),
            _group("forest", t("Cut or plant a forest"), t("Where is a forest cut or planted?"), forests,
                   no_wood if free else no_way, ROADS)]  # fmt: skip


def kind_of(state: WarState, builds: Iterable[Offer]) -> str:
    """What constructing is called by who advises it: whether a building that pays is among what is possible now."""
    pays = {one.id for one in book(state).buildings.values() if one.revenue}
    return PAYING if any(one.allowed and one.id.partition(":")[0] in pays for one in builds) else "construct"


def nobody_works(workers: Collection[str], free: Collection[str], fresh: Collection[str]) -> Text | None:
    """Why nobody of a player's Builders and Engineers constructs or lays a road; None if one of them can."""
    if not workers:
        return t("You have no Builder or Engineer.")
    if not free:
        return t("No Builder or Engineer is free: each has worked in this phase.")
    return None if fresh else t("Who has changed one forest can only change another one.")


def _on_map(offers: Iterable[Offer]) -> list[Offer]:
    """Offers of work on a hex called by this hex, so that it can be tapped; only the first where several work there."""
    found = dict[str, Offer]()
    for one in offers:
        place = one.id.partition(":")[2]
        name = place if "," in place and place not in found else one.id
        found[name] = structs.replace(one, id=name)
    return list(found.values())


def _group(id: str, label: Text, prompt: Text, offers: list[Offer], nothing: Text, section: str) -> Group:
    return Group(id, label, prompt, offers, section=section, nothing=nothing,
                 look="list" if id == "construct" else "map", kind=id)  # fmt: skip


def may_work(state: WarState, unit: Unit) -> bool:
    """Whether a Builder can still work in this phase."""
    return not unit.marks.get("worked") or ruled(state, "works", "as-gold-allows")


def sites(state: WarState, unit: Unit) -> list[str]:
    """The hexes on which a Builder works."""
    if not state.mapped:
        return [""]
    around = neighbours(unit.place) if ruled(state, "building_site", "next-door") else ()
    return [one for one in (unit.place, *around) if one in state.hexes and state.hexes[one].ground]


def constructions(state: WarState, name: str, purse: Purse) -> list[Offer]:
    """The buildings that a Builder can construct, with every reason against them."""
    unit, player, found = state.units[name], state.players[state.units[name].seat], list[Offer]()
    for card in book(state).buildings.values():
        if card.id == "settlement":
            continue
        count = len(own_buildings(state, unit.seat, card.id))
        tokens = refuse_if(count >= N["counts"]["tokens"], "Game components", t("No token of it is left."))
        locked = refuse_if(card.needs and card.needs not in player.unlocked, BUILD, t("The Engineer is not unlocked."))
        wrong = card.id == "fortress" and ruled(state, "fortress_builder", "engineer-only") and unit.kind != "engineer"
        who_builds = refuse_if(wrong, BUILD, t("Only an Engineer builds it."))
        for age in ages_open(state, unit.seat, card.id):
            for place in sites(state, unit):
                site = site_refusal(state, unit.seat, card.id, place) if state.mapped else None
                where = place_name(state, place)
                words = t("{building} on {place}", building=t(card.name), place=where) if place else t(card.name)
                words = t("{building}, age {n}", building=words, n=age) if age > 1 else words
                price = price_at(state, card.id, age)
                found.append(
                    Offer(
                        f"{card.id}:{name}:{place}:{age}",
                        words,
                        partial(construct, state, name, card.id, place, age),
                        price=price,
                        purse=purse,
                        refusal=tokens or locked or who_builds or site,
                        detail=building_words(book(state), card),
                        figures=building_figures(card),
                        kind=card.id,
                    )
                )
    return found


def ages_open(state: WarState, seat: str, kind: str) -> list[int]:
    """The ages a new building may have (A55)."""
    higher = [age for age in facts.AGES[1:] if age_refusal(state, seat, kind, age) is None]
    return [1, *higher] if ruled(state, "new_age", "build-direct") else [1]


def price_at(state: WarState, kind: str, age: int) -> int:
    """The price of a building of an age: 2 more for each age."""
    return book(state).buildings[kind].cost + int(N["building"]["price_step"]) * (age - 1)


def construct(state: WarState, name: str, kind: str, place: str, age: int) -> Rule[None]:
    """Place a building: one step of the builder track, and victory points."""
    unit = state.units[name]
    player = state.players[unit.seat]
    state.buildings[new_id(state, "b")] = Building(unit.seat, kind, [place] if place else [], age, built=state.turn)
    if not ruled(state, "vp_lost", "standing-only"):
        player.points += building_points(state, kind, age)
    words = t(book(state).buildings[kind].name)
    words = t("{building} on {place}", building=words, place=place_name(state, place)) if place else words
    yield from note(
        t("{who} builds the {building}.", who=who(unit.seat), building=words), kind="built", facts={"building": kind}
    )
    yield from worked(state, unit)


def worked(state: WarState, unit: Unit, *, track: bool = True) -> Rule[None]:
    """Record that a Builder has worked; buildings and roads move the builder track."""
    unit.marks["worked"] = unit.marks.get("worked", 0) + 1
    if track:
        player = state.players[unit.seat]
        player.works += 1
        yield from unlock_engineer(state, player)


def road_offers(state: WarState, name: str, purse: Purse) -> list[Offer]:
    """The offers to build a road, which costs as much as entering the hex."""
    unit = state.units[name]
    if not state.mapped:
        return [Offer(f"{name}:{ground}", t("Road on {ground}", ground=t(ground)), partial(road, state, name, ""),
                      price=N["ground"]["cost"][ground], purse=purse) for ground in OPEN]  # fmt: skip
    found = []
    for place in sites(state, unit):
        here = state.hexes[place]
        there = refuse_if(here.road or building_at(state, place) is not None, BUILD,
                          t("{place} counts as a road already.", place=place_name(state, place)))  # fmt: skip
        used = sum(one.road and one.ground == here.ground for one in state.hexes.values())
        tiles = refuse_if(used >= N["counts"]["roads"], "Game components", t("No road hex of this ground is left."))
        if here.ground in OPEN:
            found.append(
                Offer(
                    f"{name}:{place}",
                    t("Road on {place}", place=hex_name(state, place)),
                    partial(road, state, name, place),
                    price=N["ground"]["cost"][here.ground],
                    purse=purse,
                    refusal=there or tiles,
                )
            )
    return found


def road(state: WarState, name: str, place: str) -> Rule[None]:
    """Place a road on a hex."""
    unit = state.units[name]
    if place:
        state.hexes[place].road = True
    state.players[unit.seat].roads += 1
    words = t("{who} lays a road.", who=who(unit.seat))
    if place:
        words = t("{who} lays a road on {place}.", who=who(unit.seat), place=place_name(state, place))
    yield from note(words, kind="road")
    yield from worked(state, unit)


def forest_offers(state: WarState, name: str, purse: Purse) -> list[Offer]:
    """The offers to cut or plant a forest where the Builder is; two of them once three works are done."""
    unit = state.units[name]
    if not state.mapped:
        return [Offer(f"{name}:{what}", words, partial(forest, state, name, ""), price=N["forest"][what], purse=purse)
                for what, words in (("cut", t("Cut a forest")), ("plant", t("Plant a forest")))]  # fmt: skip
    found = []
    for place in sites(state, unit):
        ground = state.hexes[place].ground
        what = {"forest": "cut", "grassland": "plant"}.get(ground)
        if what is None or building_at(state, place) is not None:
            continue
        used = sum(one.forest_token and one.ground != ground for one in state.hexes.values())
        tokens = refuse_if(used >= N["forest"]["tokens"], "Game components", t("No loose hex of this ground is left."))
        words = (
            t("Cut the forest on {place}", place=place_name(state, place))
            if what == "cut"
            else t("Plant a forest on {place}", place=place_name(state, place))
        )
        found.append(
            Offer(
                f"{name}:{place}",
                words,
                partial(forest, state, name, place),
                price=N["forest"][what],
                purse=purse,
                refusal=tokens,
            )
        )
    return found


def forest(state: WarState, name: str, place: str) -> Rule[None]:
    """Make a forest grassland or grassland a forest; the first of two does not end the work (A21)."""
    unit = state.units[name]
    words = t("{who} changes a forest.", who=who(unit.seat))
    if place:
        here = state.hexes[place]
        said = {"who": who(unit.seat), "place": place_name(state, place)}
        words = (
            t("{who} cuts the forest on {place}.", **said)
            if here.ground == "forest"
            else t("{who} plants a forest on {place}.", **said)
        )
        here.ground, here.forest_token = "grassland" if here.ground == "forest" else "forest", not here.forest_token
    yield from note(words, kind="forest")
    yield from worked(state, unit, track=False)
    double = state.players[unit.seat].works >= N["unlock"]["double_forests"]
    if double and not unit.marks.get("half"):
        unit.marks["half"], unit.marks["worked"] = 1, 0
    else:
        unit.marks.pop("half", None)


def upgrade_refusal(state: WarState, one: Building) -> Refusal | None:
    """Why a building cannot be raised to its next age now, whatever that costs. None if it can."""
    once = refuse_if(one.upgraded == state.turn or one.built == state.turn, BUILD, t("One step in a phase."))
    return once or age_refusal(state, one.seat, one.kind, one.age + 1)


def age_refusal(state: WarState, seat: str, kind: str, age: int) -> Refusal | None:
    """Why a building may not be of an age: the matching units of that age are not unlocked (A55, A57). None if it
    may.
    """
    cards, player = book(state).units, state.players[seat]
    sorts = MATCHING.get(kind, facts.MILITARY)
    if kind == "barracks" and ruled(state, "infantry", "swords-only"):
        sorts = ("melee",)
    fits = any(cards[one].age >= age and cards[one].sort in sorts for one in player.unlocked)
    return refuse_if(not fits, BUILD, t("The matching unit of age {n} is not unlocked.", n=age))

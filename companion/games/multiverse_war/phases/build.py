"""The build phase: recruit, construct, roads, forests, upgrades, heroes, missions, in any order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from msgspec import structs

from companion.engine.core.asking import note, repeat
from companion.engine.core.effects import LEADS, Rule
from companion.engine.core.menu import Group, Offer, Purse, menu
from companion.engine.core.options import Chip
from companion.engine.core.refusals import refuse_if
from companion.engine.core.rules import flow, step
from companion.engine.core.text import t
from companion.games.multiverse_war.fighting.exploring import cubes_left
from companion.games.multiverse_war.fighting.losses import did, found_out
from companion.games.multiverse_war.phases.heroes import hero_group
from companion.games.multiverse_war.phases.missions import accomplished, claims
from companion.games.multiverse_war.phases.setup import deck_of, draw_mission, new_unit
from companion.games.multiverse_war.phases.training import free_places, place_in, rooms, trains
from companion.games.multiverse_war.phases.victory import building_points, check_third_age
from companion.games.multiverse_war.phases.working import price_at, upgrade_refusal, works
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.land import (
    is_friendly_ground,
    own_buildings,
)
from companion.games.multiverse_war.world.places import place_name
from companion.games.multiverse_war.world.sight import refresh
from companion.games.multiverse_war.world.silhouettes import of_unit
from companion.games.multiverse_war.world.state import Unit, WarState
from companion.games.multiverse_war.world.units import (
    book,
    building_name,
    name_of,
    own_age,
    own_label,
    own_units,
    ruled,
    shares,
    who,
)
from companion.games.multiverse_war.world.wording import unit_figures, unit_words

BUILD = "Buildings"
N = facts.NUMBERS


@flow("Turn order")
def build_phase(seat: str) -> Rule[None]:
    """A player's build phase."""
    yield from begin_build(seat)
    yield from repeat(build(seat))
    yield from end_build(seat)


@step("Turn order")
def begin_build(state: WarState, seat: str) -> None:
    """Let all buildings and Builders train and work again."""
    state.active, state.phase = seat, "Build"
    for building in own_buildings(state, seat).values():
        building.trained = 0
    for unit in own_units(state, seat).values():
        for mark in ("worked", "half"):
            unit.marks.pop(mark, None)


BACK = "other"
"""The choice, and what it comes to, of leaving a kind of deed for another one."""
COIN = Chip(t("Gold"), 0, "orange", "coins")
"""A price in gold, as pages show it."""


@step("Secret missions")
def end_build(state: WarState, seat: str) -> Rule[None]:
    """Check the missions for the end of the phase."""
    yield from accomplished(state, seat, "build")


@step("Turn order")
def build(state: WarState, seat: str) -> Rule[bool]:
    """One deed of the build phase. Returns False when the player is done."""
    if state.winners or state.players[seat].out:
        return False
    purse = purse_of(state, seat)
    groups: list[Group] = [
        recruits(state, seat, purse),
        hero_group(state, seat, purse),
        *works(state, seat, purse),
        upgrades(state, seat, purse),
        unit_upgrades(state, seat, purse),
        mission_group(state, seat, purse),
    ]
    offers: list[Offer | Group] = [*(with_price(one) for one in groups), *claims(state, seat, "build")]
    if all(one.against is not None for one in offers):
        return False
    done = Offer("done", t("End the build phase"), value=False, ends=True)
    prompt = t("What do you build? You have {n} gold.", n=purse.amount)
    offers = [with_way_back(one) if isinstance(one, Group) else one for one in offers]
    going: object = BACK
    while going == BACK:  # who only looks at what there is has done nothing: the log tells of it with what follows
        going = yield from menu(seat, prompt, [*offers, done], about="build")
    if going is False:
        return False
    yield from found_out(state, refresh(state))
    yield from check_third_age(state, seat)
    yield from accomplished(state, seat, "")
    return True


def with_way_back(group: Group) -> Group:
    """A kind of deed whose second question can be left for another kind; a refused one stays as it is."""
    if not group.allowed:
        return group
    inner = [with_way_back(one) if isinstance(one, Group) else one for one in group.offers]
    back = Offer(BACK, t("Something else"), value=BACK)
    return structs.replace(group, offers=[*inner, back])


def with_price(group: Group) -> Group:
    """A kind of deed with what the cheapest that is possible costs, where any of it costs something."""
    if group.detail is not None:
        return group
    prices = sorted(set(prices_in(group)))
    if not prices or not prices[-1]:
        return group
    words = t("{n} gold", n=prices[0])
    return structs.replace(group, detail=words if len(prices) == 1 else t("from {price}", price=words))


def prices_in(group: Group) -> Iterator[int]:
    """What the deeds of a kind cost that are possible now."""
    for one in group.offers:
        if isinstance(one, Group):
            yield from prices_in(one)
        elif one.against is None:
            yield one.price


def purse_of(state: WarState, seat: str) -> Purse:
    """A player's gold, as a purse that pays prices."""
    return Purse(state.players[seat], "gold", lambda n: t("{n} gold", n=n), COIN)


# ---- recruiting


def recruits(state: WarState, seat: str, purse: Purse) -> Group:
    """The offers to recruit units for the price on their card, where they can be trained."""
    player, open_rooms = state.players[seat], rooms(state, seat)
    offers = []

    @cache
    def free(shared: bool, name: str) -> list[str]:
        """All kinds that share a hex in the same way come in on the same ones."""
        return free_places(state, seat, "builder" if shared else "decoy", name)

    for kind in [*book(state).cards(), book(state).units["decoy"]]:
        able = {name: places for name in open_rooms if trains(state, seat, state.buildings[name], kind)
                and (places := free(shares(state, Unit(seat, kind.id)), name))}  # fmt: skip
        locked = refuse_if(kind.id not in player.unlocked and kind.id != "decoy", BUILD, t("It is not unlocked."))
        cubes = refuse_if(not cubes_left(state, seat, kind.id), "Game components", t("No cube of it is left."))
        room = refuse_if(not able, BUILD, t("No building can train it now."))
        if not locked:
            offers.append(Offer(kind.id, t(kind.name), partial(recruit, state, seat, kind.id, able), price=kind.cost,
                                purse=purse, refusal=cubes or room, sign=of_unit(kind), detail=unit_words(kind),
                                figures=unit_figures(kind)))  # fmt: skip
    return Group(
        "recruit",
        t("Recruit a unit"),
        t("Which unit? You have {n} gold.", n=purse.amount),
        offers,
        section="Units",
        kind="recruit",
    )


def recruit(state: WarState, seat: str, kind: str, able: dict[str, list[str]]) -> Rule[None]:
    """Place a new unit; only its player knows its kind."""
    known = t("{who} recruits {unit}.", who=who(seat), unit=name_of(state, kind))
    yield from note(known, to=seat, kind=LEADS)
    place = yield from place_in(state, seat, able)
    new_unit(state, seat, kind, place)
    words = t("{who} recruits a unit.", who=who(seat))
    if place:
        said = {"who": who(seat), "place": place_name(state, place)}
        words = t("{who} recruits a unit on {place}.", **said)
        known = t("{who} recruits {unit} on {place}.", unit=name_of(state, kind), **said)
    yield from note(words, kind="recruited", own={seat: known})


# ---- upgrades


def upgrades(state: WarState, seat: str, purse: Purse) -> Group:
    """The offers to upgrade buildings to their next age: one step a phase, without a Builder."""
    found = []
    for name, one in own_buildings(state, seat).items():
        if one.kind == "settlement" or one.age >= facts.AGES[-1]:
            continue
        price = price_at(state, one.kind, one.age + 1)
        if ruled(state, "upgrade_price", "difference"):
            price = int(N["building"]["price_step"])
        words = t("{building} to age {n}", building=building_name(state, one), n=one.age + 1)
        found.append(Offer(name, words, partial(upgrade, state, name), price=price, purse=purse,
                           refusal=upgrade_refusal(state, one)))  # fmt: skip
    return Group("upgrade", t("Upgrade a building"), t("Which one?"), found, section=BUILD,
                 nothing=t("You own no building that can be upgraded."))  # fmt: skip


def upgrade(state: WarState, name: str) -> Rule[None]:
    """Upgrade a building to its next age; its victory points rise to those of that age (A22)."""
    one = state.buildings[name]
    player, before = state.players[one.seat], building_points(state, one.kind, one.age)
    one.age, one.upgraded = one.age + 1, state.turn
    after = building_points(state, one.kind, one.age)
    reading = state.rulings["vp_lost"]
    player.points += {"kept": after - before, "adds-up": after}.get(reading, 0)
    yield from note(t("{building} reaches age {n}.", building=building_name(state, one), n=one.age), kind="upgraded",
                    facts={"age": one.age})  # fmt: skip


def unit_upgrades(state: WarState, seat: str, purse: Purse) -> Group:
    """The offers to upgrade units on friendly ground to the next kind of their line, for the difference in price."""
    cards, player, found = book(state).units, state.players[seat], []
    for name, unit in own_units(state, seat).items():
        following = cards[unit.kind].upgrades_to if unit.kind in cards else ""
        if following not in player.unlocked:
            continue
        price = max(1, cards[following].cost - cards[unit.kind].cost)
        ground = not state.mapped or is_friendly_ground(state, seat, unit.place)
        words = t("{unit} becomes {kind}", unit=own_label(state, name), kind=name_of(state, following))
        away = refuse_if(not ground, "Units", t("Only in or beside a building of yours or the settlement."))
        cubes = refuse_if(not cubes_left(state, seat, following), "Game components", t("No cube of it is left."))
        found.append(
            Offer(
                name, words, partial(promote, state, name, following), price=price, purse=purse, refusal=away or cubes
            )
        )
    return Group("promote", t("Upgrade a unit"), t("Which unit?"), found, section="Units",
                 nothing=t("You have unlocked no higher kind for any of your units."))  # fmt: skip


def promote(state: WarState, name: str, kind: str) -> Rule[None]:
    """Make a unit another kind; it keeps its wounds."""
    unit = state.units[name]
    named = {"who": who(unit.seat), "unit": own_label(state, name), "kind": name_of(state, kind)}
    words = t("{who} upgrades {unit} to {kind}.", **named)
    unit.kind = kind
    unit.face = kind if unit.face else ""
    yield from note(words, to=unit.seat)
    did(state.players[unit.seat], "promoted")


# ---- missions


def mission_group(state: WarState, seat: str, purse: Purse) -> Group:
    """The offers to replace a mission by one of a reached age; the old one goes back into its deck."""
    player, cards = state.players[seat], book(state).missions
    offers: list[Offer | Group] = []
    for age in facts.AGES:
        low = refuse_if(own_age(state, player) < age, "Secret missions", t("You have not reached age {n}.", n=age))
        low = low or refuse_if(not deck_of(state, age), "Secret missions", t("No card is left in this deck."))
        price = N["mission"]["price"][age - 1]
        swaps = [
            Offer(
                one,
                t(cards[one].name),
                partial(replace, state, seat, one, age),
                price=price,
                purse=purse,
                refusal=low,
                detail=t(cards[one].text),
            )
            for one in player.missions
        ]
        if len(player.missions) < N["mission"]["hand"]:
            swaps.append(
                Offer(
                    "new",
                    t("None: there is room"),
                    partial(replace, state, seat, "", age),
                    price=price,
                    purse=purse,
                    refusal=low,
                )
            )
        label = t("Age {n}: {price} gold", n=age, price=price)
        offers.append(Group(f"age{age}", label, t("Which mission goes back?"), swaps, section="Secret missions"))
    return Group("mission", t("Buy a mission"), t("Of which age?"), offers, section="Secret missions")


def replace(state: WarState, seat: str, name: str, age: int) -> Rule[None]:
    """Draw another mission, then put the old one back, so that it is never the same."""
    yield from note(t("{who} buys a mission of age {n}.", who=who(seat), n=age), kind="bought")
    if name:  # told before the draw asks: what is told to one seat hides the answer that names the mission
        said = {"who": who(seat), "mission": t(book(state).missions[name].name)}
        yield from note(t("{who} gives back {mission}.", **said), to=seat)
    yield from draw_mission(state, seat, age)
    if name:
        state.players[seat].missions.remove(name)

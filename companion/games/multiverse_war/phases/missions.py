"""Secret missions: when each is accomplished (one function each), its reward, and the next card."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.menu import Offer
from companion.engine.core.text import t
from companion.engine.game.hexlines import neighbours
from companion.games.multiverse_war.fighting.paying import earn
from companion.games.multiverse_war.phases.setup import draw_mission
from companion.games.multiverse_war.phases.victory import in_force
from companion.games.multiverse_war.world.land import own_buildings, quarries, settlement, supplied, units_at
from companion.games.multiverse_war.world.state import Player, WarState
from companion.games.multiverse_war.world.units import (
    are_foes,
    book,
    fights,
    own_age,
    own_units,
    ruled,
    sort_of,
    who,
)

Need = Callable[[WarState, Player], bool]
Moment = str
"""When a mission is looked at: `build`, `action` at the end of those phases, "" at any time."""


def deed(name: str, n: int) -> Need:
    """A condition: so many deeds in the whole match, or in one turn."""
    return lambda state, player: player.deeds.get(name, 0) >= n


def _roads(state: WarState, player: Player) -> bool:
    """Own roads on the board: those this player has laid."""
    return player.roads >= 4


def _watch(state: WarState, player: Player) -> bool:
    held = [
        one
        for name, one in own_buildings(state, player.seat).items()
        if one.kind != "settlement"
        and any(
            fights(state, unit) and unit.seat == player.seat
            for place in one.places
            for unit in units_at(state, place).values()
        )
    ]
    return len(held) >= 2


def _hills(state: WarState, player: Player) -> bool:
    """Units on three hills; a decoy is none."""
    units = own_units(state, player.seat).values()
    places = {one.place: None for one in units if one.place and sort_of(state, one) != "decoy"}
    return sum(state.hexes[place].ground == "hill" for place in places) >= 3


def _drill(state: WarState, player: Player) -> bool:
    return len([one for one in player.learned if one in player.kills]) >= 1


def _hero(level: int) -> Need:
    return lambda state, player: any(one.level >= level and one.alive for one in player.heroes.values())


def _kinds(state: WarState, player: Player) -> bool:
    """Two kinds of the second age unlocked by kills."""
    cards = book(state).units
    return sum(cards[one].age == 2 and one not in ("engineer", "field_medic") for one in player.unlocked) >= 2


def _gates(state: WarState, player: Player) -> bool:
    for seat in state.seats:
        home = settlement(state, seat) if are_foes(state, player.seat, seat) else None
        near = {one for place in home[1].places for one in neighbours(place)} if home is not None else set()
        if sum(fights(state, one) and one.place in near for one in own_units(state, player.seat).values()) >= 3:
            return True
    return False


def _stands(kind: str) -> Need:
    return lambda state, player: bool(own_buildings(state, player.seat, kind))


def _college(state: WarState, player: Player) -> bool:
    return sum(book(state).units[one].age == 3 for one in player.learned) >= 2


def _governor(state: WarState, player: Player) -> bool:
    return sum(one.kind != "settlement" for one in own_buildings(state, player.seat).values()) >= 6


def _mason(state: WarState, player: Player) -> bool:
    return any(one.age == 3 for one in own_buildings(state, player.seat).values())


NEEDS: dict[str, tuple[Moment, Need]] = {
    "m101": ("", deed("kills", 2)), "m102": ("", deed("revealed", 3)), "m103": ("", _roads),
    "m104": ("action", _watch), "m105": ("", _hills), "m106": ("", deed("civilians", 1)), "m107": ("", _drill),
    "m108": ("build", lambda state, player: player.gold >= 12),
    "m201": ("", deed("razed", 1)), "m202": ("", _hero(3)),
    "m203": ("", lambda state, player: len(supplied(state, player.seat)) >= 3), "m204": ("", _kinds),
    "m205": ("", deed("heroes", 1)), "m206": ("action", _gates), "m207": ("", _stands("fortress")),
    "m208": ("", deed("higher", 1)),
    "m301": ("", _hero(5)), "m302": ("", deed("razed_high", 1)), "m303": ("", deed("settlement_turn", 2)),
    "m304": ("action", lambda state, player: len(quarries(state, player.seat)) >= 2), "m305": ("", _college),
    "m306": ("", _governor), "m307": ("", deed("kills_turn", 3)), "m308": ("", _mason),
}  # fmt: skip
SEEN = ("m104", "m105", "m203", "m206", "m304")
"""What only the map shows: on the table only their holder says when it is so."""


def accomplished(state: WarState, seat: str, moment: str) -> Rule[None]:
    """Show every mission of a player that is accomplished now, and draw a new card for each (A74)."""
    player = state.players[seat]
    for name in list(player.missions):
        when, need = NEEDS[name]
        seen = state.mapped or name not in SEEN
        if name in player.missions and seen and when in ("", moment) and need(state, player):
            yield from show(state, seat, name)


def show(state: WarState, seat: str, name: str) -> Rule[None]:
    """Score an accomplished mission: its points, or gold (A34), and draw the next card."""
    player, card = state.players[seat], book(state).missions[name]
    player.missions.remove(name)
    player.accomplished.append(name)
    if in_force(state, "points"):
        player.points += card.vp
    elif ruled(state, "reward", "gold"):
        earn(state, seat, card.vp)
    yield from note(
        t("{who} has accomplished {mission}.", who=who(seat), mission=t(card.name)),
        section="Secret missions",
        kind="mission",
        facts={"mission": name},
    )
    yield from draw_mission(
        state, seat, own_age(state, player) if ruled(state, "mission_deck", "highest-age") else card.age
    )


def claims(state: WarState, seat: str, moment: Moment) -> list[Offer]:
    """Without a map in the app: offers to claim missions that the map shows as accomplished, where this is the
    moment.
    """
    if state.mapped:
        return []
    cards = book(state).missions
    return [
        Offer(
            f"claim:{one}",
            t("Accomplished: {mission}", mission=t(cards[one].name)),
            partial(_claim, state, seat, one),
            detail=t(cards[one].text),
        )
        for one in state.players[seat].missions
        if one in SEEN and NEEDS[one][0] in ("", moment)
    ]


def _claim(state: WarState, seat: str, name: str) -> Rule[bool]:
    yield from show(state, seat, name)
    return True

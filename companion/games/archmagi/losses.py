"""Losing units: destruction, Martyr, Regenerates, ships that sink, a player who falls, and who has won."""

from __future__ import annotations

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.menu import Offer, menu
from companion.engine.core.text import t
from companion.engine.game.piles import put
from companion.games.archmagi import facts
from companion.games.archmagi.land import banners, is_water
from companion.games.archmagi.rolls import army, force, other
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import chit, has, is_archmagi, is_summoned, name_of, settle_loads, usable

ROLES = ("attacker", "defender")


# ---- one unit


def show(state: ArchmagiState, unit: Unit) -> None:
    """Everybody sees a chit and what it owns."""
    unit.face, unit.bears = unit.kind, list(unit.artifacts)


def role_of(state: ArchmagiState, unit: Unit) -> str:
    """On which side of the battle a unit is; empty if in none."""
    if state.battle is None or state.battle.place != unit.place:
        return ""
    return next((role for role in ROLES if unit.seat in force(state, role).seats), "")


def take_off(state: ArchmagiState, name: str) -> None:
    """A unit leaves the game: its chit and its artifacts go to the discard piles."""
    unit = state.units.pop(name)
    if not is_summoned(state, unit):
        put(state.discards["unit"], unit.kind)
    for one in unit.artifacts:
        put(state.discards["artifact"], one)
    settle_loads(state)


def destroy(state: ArchmagiState, name: str) -> Rule[None]:
    """A unit is destroyed; a ship takes its load with it, an Archmagi his player (A43)."""
    role, load = role_of(state, state.units[name]), sinking(state, name)
    for one in (name, *load):
        lost = state.units[one]
        show(state, lost)
        if role:
            force(state, role).lost.append(lost.kind)
        words = "{who} loses {unit}." if one == name else "{unit} of {who} sinks with the ship."
        yield from note(t(words, who=t(facts.TITLES[lost.seat]), unit=name_of(state, lost.kind)),
                        kind="lost", facts={"seat": lost.seat, "unit": lost.kind})  # fmt: skip
    kings = [state.units[one].seat for one in (name, *load) if is_archmagi(state, state.units[one])]
    for one in (name, *load):
        take_off(state, one)
    if state.rulings["falling"] == "at-once":
        for seat in kings:
            yield from fall(state, seat)


def sinking(state: ArchmagiState, name: str) -> list[str]:
    """Who is lost with a ship: its load; or only those for whom other ships there have no room (A40)."""
    ship = state.units[name]
    if "ship" not in chit(state, ship).types or (ship.place in state.hexes and not is_water(state, ship.place)):
        return []
    load = [one for one, unit in state.units.items() if unit.aboard == name]
    if state.rulings["sinking"] == "noted":
        return load
    others = {
        one: unit
        for one, unit in state.units.items()
        if one != name and (unit.seat, unit.place) == (ship.seat, ship.place)
    }
    spare = sum(free_berths(state, one) for one, unit in others.items() if "ship" in chit(state, unit).types)
    heroes = [one for one in load if "hero" in chit(state, state.units[one]).types]
    saved = (heroes if spare or others else []) + [one for one in load if one not in heroes][:spare]
    ships = [one for one, unit in others.items() if "ship" in chit(state, unit).types]
    for one in saved if ships else []:
        state.units[one].aboard = next((ship for ship in ships if free_berths(state, ship) > 0), ships[0])
    return [one for one in load if not ships or one not in saved]


def free_berths(state: ArchmagiState, name: str) -> int:
    """How many more units a carrier takes: Transport counts those that are no Heroes, Carry counts Heroes."""
    entry = chit(state, state.units[name]).abilities
    aboard = [one for one in state.units.values() if one.aboard == name]
    if "transport" in entry:
        aboard = [one for one in aboard if "hero" not in chit(state, one).types]
    return entry.get("transport", entry.get("carry", 0)) - len(aboard)


# ---- a defeat in battle


def struck(state: ArchmagiState, name: str) -> Rule[None]:
    """A unit is defeated: a Martyr may die for it, one that regenerates outlives its first defeat (A15, A47)."""
    unit, role = state.units[name], role_of(state, state.units[name])
    martyr = yield from choose_martyr(state, name, role)
    if martyr:
        yield from note(t("{unit} dies for {other}.", unit=name_of(state, state.units[martyr].kind),
                          other=name_of(state, unit.kind)), kind="martyr")  # fmt: skip
        yield from destroy(state, martyr)
    elif has(state, unit, "regenerates") and name not in force(state, role).beaten:
        force(state, role).beaten.append(name)
        yield from note(t("{unit} regenerates.", unit=name_of(state, unit.kind)), kind="regenerates")
    else:
        yield from destroy(state, name)


def choose_martyr(state: ArchmagiState, name: str, role: str) -> Rule[str]:
    """Who dies instead, nobody for empty: a Martyr of the stack who is no combatant."""
    side = force(state, role)
    found = {
        one: unit
        for one, unit in usable(army(state, role)).items()
        if one not in (name, side.fights) and has(state, unit, "martyr")
    }
    if not found:
        return ""
    prompt = t("{unit} would be destroyed. Does a Martyr die instead?", unit=name_of(state, state.units[name].kind))
    offers = [Offer(one, name_of(state, unit.kind), value=one) for one, unit in found.items()]
    picked: str = yield from menu(side.seat, prompt, [Offer("nobody", t("Nobody"), value=""), *offers], about="martyr")
    return picked


# ---- a player falls


def fall(state: ArchmagiState, seat: str) -> Rule[None]:
    """A player without an Archmagi is out: pieces leave the map, chits go to the discard piles (A43)."""
    player = state.players[seat]
    if player.out or any(one.seat == seat and is_archmagi(state, one) for one in state.units.values()):
        return
    player.out = True
    yield from note(t("{who} has no Archmagi left and is out.", who=t(facts.TITLES[seat])), section="Winning",
                    kind="out", facts={"seat": seat})  # fmt: skip
    for name in [name for name, one in state.units.items() if one.seat == seat]:
        take_off(state, name)
    for place in banners(state, seat):
        state.hexes[place].banner = ""
    for pile, chits in (("unit", player.reserve), ("spell", player.spells), ("artifact", player.kept)):
        for one in chits:
            put(state.discards[pile], one)
        chits.clear()
    if state.battle is not None:
        _end_battle(state)
    if state.rulings["falling"] == "at-once":
        last_one_wins(state)


def _end_battle(state: ArchmagiState) -> None:
    """A battle ends with the fall of a side."""
    assert state.battle is not None
    for role in ROLES:
        if all(state.players[seat].out for seat in force(state, role).seats):
            state.battle.over = other(role)  # type: ignore[assignment]


def last_one_wins(state: ArchmagiState) -> None:
    """Ends the game when one player is left."""
    left = [seat for seat in state.seats if not state.players[seat].out]
    if len(left) == 1 and not state.winners:
        state.winners, state.ending = left, "last"


def best(state: ArchmagiState, seats: list[str]) -> list[str]:
    """Who is ahead: most banners, then most units on the map, then the highest sum of their BRM (A44)."""
    lists = lists_of(state.owner)

    def standing(seat: str) -> tuple[int, int, int]:
        own = [lists.chits[one.kind].brm for one in state.units.values() if one.seat == seat]
        return len(banners(state, seat)), len(own), sum(own)

    top = max(standing(seat) for seat in seats)
    return [seat for seat in seats if standing(seat) == top]

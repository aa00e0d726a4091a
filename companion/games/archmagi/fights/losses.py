"""Losing units: destruction, Martyr, Regenerates, ships that sink, a player who is eliminated, and who has won."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.menu import Offer, menu
from companion.engine.core.shared import leaders
from companion.engine.core.text import t
from companion.engine.game.piles import put
from companion.games.archmagi.fights.rolls import army, fight_of, force, hides, other
from companion.games.archmagi.land import banners, is_water
from companion.games.archmagi.picking import UNKNOWN, one_of_each, units_to_pick
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Fall, Unit
from companion.games.archmagi.units import chit, has, is_archmagi, is_summoned, settle_loads, stack, usable
from companion.games.archmagi.wording import called, name_of

ROLES = ("attacker", "defender")


# ---- one unit


def show(state: ArchmagiState, unit: Unit) -> None:
    """Reveal a chit and its artifacts to everybody."""
    unit.face, unit.bears = unit.kind, list(unit.artifacts)


def role_of(state: ArchmagiState, unit: Unit) -> str:
    """The side of the battle on which a unit is; "" if on none."""
    if state.battle is None or state.battle.place != unit.place:
        return ""
    return next((role for role in ROLES if unit.seat in force(state, role).seats), "")


def take_off(state: ArchmagiState, name: str) -> None:
    """Remove a unit from the game: its chit and its artifacts go to the discard piles."""
    unit = state.units.pop(name)
    if not is_summoned(state, unit):
        put(state.discards["unit"], unit.kind)
    for one in unit.artifacts:
        put(state.discards["artifact"], one)
    settle_loads(state)


def destroy(state: ArchmagiState, name: str) -> Rule[None]:
    """Destroy a unit; a ship takes its load with it, a player's last Archmagi that player (A43)."""
    role, gone = role_of(state, state.units[name]), [name, *sinking(state, name)]
    for one in gone:
        lost = state.units[one]
        show(state, lost)
        if role:
            force(state, role).lost.append(lost.kind)
        words = "{who} loses {unit}." if one == name else "{unit} of {who} sinks with the ship."
        yield from note(t(words, who=called(lost.seat), unit=name_of(state, lost.kind)), kind="lost",
                        facts={"seat": lost.seat, "unit": lost.kind})  # fmt: skip
    fallen = [state.units[one] for one in gone if is_archmagi(state, state.units[one])]
    kings = [one.seat for one in fallen]
    for king in fallen:
        state.fall = how_fell(state, king, role)
    for one in gone:
        take_off(state, one)
    for seat in kings if state.rulings["falling"] == "at-once" else ():
        yield from fall(state, seat)


def how_fell(state: ArchmagiState, king: Unit, role: str) -> Fall:
    """How an Archmagi falls that is destroyed now, in a battle on the side of this role."""
    turn = state.players[state.active].turns if state.active else 0
    if role:
        return Fall(king.seat, king.kind, king.place, turn, "battle", force(state, other(role)).seat)
    return Fall(king.seat, king.kind, king.place, turn, "drowned" if state.phase == "End" else "gave_up")


def destroy_all(state: ArchmagiState, names: Iterable[str]) -> Rule[None]:
    """Destroy several units, some of which may be lost together with others."""
    for name in list(names):
        if name in state.units:
            yield from destroy(state, name)


def sinking(state: ArchmagiState, name: str) -> list[str]:
    """The units lost with a ship: its load, or only those for which other ships there have no room (A40)."""
    ship = state.units[name]
    dry = ship.place in state.hexes and state.mapped != "table" and not is_water(state, ship.place)
    if dry or not is_ship(state, ship):
        return []
    load = [one for one, unit in state.units.items() if unit.aboard == name]
    mates = stack(state, ship.place, (ship.seat,))
    ships = [one for one, unit in mates.items() if one != name and is_ship(state, unit)]
    if state.rulings["sinking"] == "noted" or not ships:
        return load
    heroes = [one for one in load if "hero" in chit(state, state.units[one]).types]
    spare = sum(free_berths(state, one) for one in ships)
    saved = heroes + [one for one in load if one not in heroes][:spare]
    for one in saved:
        state.units[one].aboard = max(ships, key=lambda ship: free_berths(state, ship))
    return [one for one in load if one not in saved]


def is_ship(state: ArchmagiState, unit: Unit) -> bool:
    """Whether it is a ship."""
    return "ship" in chit(state, unit).types


def free_berths(state: ArchmagiState, name: str) -> int:
    """How many more units a carrier takes: Transport counts those that are not Heroes, Carry counts Heroes."""
    entry = chit(state, state.units[name]).abilities
    aboard = [one for one in state.units.values() if one.aboard == name]
    if "transport" in entry:
        aboard = [one for one in aboard if "hero" not in chit(state, one).types]
    return entry.get("transport", entry.get("carry", 0)) - len(aboard)


# ---- a defeat in battle


def struck(state: ArchmagiState, name: str) -> Rule[None]:
    """Defeat a unit: a Martyr may die for it, and one that regenerates survives its first defeat (A15, A47)."""
    unit, role = state.units[name], role_of(state, state.units[name])
    if (yield from saved_by_martyr(state, name, role)):
        return
    if has(state, unit, "regenerates") and name not in force(state, role).beaten:
        force(state, role).beaten.append(name)
        yield from note(t("Regenerates: {unit}.", unit=name_of(state, unit.kind)), kind="regenerates")
    else:
        yield from destroy(state, name)


def saved_by_martyr(state: ArchmagiState, name: str, role: str) -> Rule[bool]:
    """Whether a Martyr dies in place of a unit that would be destroyed."""
    martyr = yield from choose_martyr(state, name, role)
    if martyr:
        names = {"unit": name_of(state, state.units[martyr].kind), "other": name_of(state, state.units[name].kind)}
        yield from note(t("Martyr: {unit} instead of {other}.", **names), kind="martyr")
        yield from destroy(state, martyr)
    return bool(martyr)


def choose_martyr(state: ArchmagiState, name: str, role: str) -> Rule[str]:
    """The Martyr of the stack (not a combatant) that dies instead, "" for none. Also asked where one may be hidden."""
    side = force(state, role)
    mates = [one for one, unit in usable(army(state, role)).items()
             if one not in (name, side.fights) and has(state, unit, "martyr")]  # fmt: skip
    if not mates and not hides(state, role):
        return ""
    prompt = t("{unit}: about to be destroyed. Does a Martyr die instead?", unit=name_of(state, state.units[name].kind))
    bluff = None if mates else t("You have no Martyr here. {why}", why=UNKNOWN)
    offers = [
        Offer("nobody", t("No Martyr dies instead"), value="", detail=bluff),
        *one_of_each(state, units_to_pick(state, mates)),
    ]
    return (yield from menu(side.seat, prompt, offers, about="martyr", bluff=not mates, alone=True))


# ---- a player falls


def is_last_archmagi(state: ArchmagiState, unit: Unit) -> bool:
    """Whether its player falls with this unit (A43)."""
    own = [one for one in state.units.values() if one.seat == unit.seat and is_archmagi(state, one)]
    return is_archmagi(state, unit) and len(own) == 1


def fall(state: ArchmagiState, seat: str) -> Rule[None]:
    """Eliminate a player without an Archmagi: pieces leave the map, chits go to the discard piles (A43)."""
    player = state.players[seat]
    own = {name: one for name, one in state.units.items() if one.seat == seat}
    if player.out or any(is_archmagi(state, one) for one in own.values()):
        return
    player.out = True
    yield from note(t("{who} has no Archmagi left and is out.", who=called(seat)), section="Winning", kind="out",
                    facts={"seat": seat})  # fmt: skip
    for name in own:
        take_off(state, name)
    for place in banners(state, seat):
        state.hexes[place].banner = ""
    for pile, chits in (("unit", player.reserve), ("spell", player.spells), ("artifact", player.kept)):
        for one in chits:
            put(state.discards[pile], one)
        chits.clear()
    for role in ROLES if state.battle is not None else ():
        if all(state.players[one].out for one in force(state, role).seats):
            fight_of(state).over = other(role)  # type: ignore[assignment]
    if state.rulings["falling"] == "at-once":
        last_one_wins(state)


def last_one_wins(state: ArchmagiState) -> None:
    """End the game when only one player is left."""
    left = [seat for seat in state.seats if not state.players[seat].out]
    if len(left) == 1 and not state.winners:
        state.winners, state.ending = left, "last"


def best(state: ArchmagiState, seats: list[str], *, by_strength: bool = True) -> list[str]:
    """The seats that lead: by banners, then by units on the map, then optionally by the sum of their BRM (A43, A44)."""
    chits, standing = lists_of(state.owner).chits, {}
    for seat in seats:
        own = [chits[one.kind].brm for one in state.units.values() if one.seat == seat]
        standing[seat] = (len(banners(state, seat)), len(own), sum(own) if by_strength else 0)
    return leaders(standing)

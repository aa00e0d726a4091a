"""The end: every way to win, and the count of victory points (Victory conditions)."""

from __future__ import annotations

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule, Sum, Term, add_up
from companion.engine.core.shared import leaders
from companion.engine.core.text import Text, listed, plural, t
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.land import own_buildings
from companion.games.multiverse_war.world.state import Loss, WarState
from companion.games.multiverse_war.world.units import allies, book, own_units, ruled, who

MODES = {"portal": "domination", "points": "turns"}
HERO = facts.NUMBERS["hero"]


def in_force(state: WarState, way: str) -> bool:
    """Whether a way to win is used in this match (A75)."""
    reading = state.rulings["conditions"]
    if reading == "all-five":
        return True
    if reading == "mode-only" and state.mode != "open":
        return MODES.get(way) == state.mode
    return way not in MODES or MODES[way] == state.mode


def win(state: WarState, seats: list[str], ending: str) -> Rule[None]:
    """End the game: these players have won, with their partners."""
    if state.winners or not seats:
        return
    side = dict.fromkeys(one for seat in seats for one in allies(state, seat))
    state.winners, state.ending = list(side), ending  # type: ignore[assignment]
    names = listed([who(one) for one in side])
    words = plural(len(side), "{who} wins.", "{who} win.", who=names)
    yield from note(words, section="Victory conditions", kind="end", facts={"way": ending})


def check_hero(state: WarState, seat: str, level: int) -> Rule[None]:
    """End the game if a hero is at the highest level."""
    if level >= HERO["levels"] and in_force(state, "hero"):
        yield from win(state, [seat], "hero")


def check_third_age(state: WarState, seat: str) -> Rule[None]:
    """End the game if a player has three kinds of the third age."""
    if third_age_kinds(state, seat) >= facts.NUMBERS["age"]["kinds"] and in_force(state, "age"):
        yield from win(state, [seat], "age")


def third_age_kinds(state: WarState, seat: str) -> int:
    """How many kinds of the third age count for a player: those unlocked, or those on the board (A25)."""
    cards = book(state).units
    kinds = [one for one in state.players[seat].unlocked if cards[one].age == facts.AGES[-1]]
    if ruled(state, "third_age", "on-board"):
        there = [one.kind for one in own_units(state, seat).values()]
        kinds = [one for one in kinds if one in there]
    return len(kinds)


def captured(state: WarState, seat: str, victim: str) -> Rule[None]:
    """A city is captured: the game is won, or its player is eliminated (A76)."""
    yield from note(t("{who} takes the city of {other}.", who=who(seat), other=who(victim)), kind="captured")
    if not in_force(state, "city"):
        return
    if ruled(state, "conquest", "wins") or state.teams:
        yield from win(state, [seat], "city")
        return
    leave(state, victim, "city")
    left = [one for one in state.seats if not state.players[one].out]
    if len(left) == 1:
        yield from win(state, left, "last")


def leave(state: WarState, seat: str, why: Loss) -> None:
    """Eliminate a player: all cubes and buildings are removed, so that nobody can capture an abandoned city."""
    state.players[seat].out, state.players[seat].lost_by = True, why
    state.units = {name: one for name, one in state.units.items() if one.seat != seat}
    state.buildings = {name: one for name, one in state.buildings.items() if one.seat != seat}


def give_up(state: WarState, seat: str) -> Rule[None]:
    """A player gives up: the players of the only other side have won, or the others play on."""
    leave(state, seat, "given_up")
    yield from note(t("{who} gives up.", who=who(seat)), kind="out")
    left = [one for one in state.seats if not state.players[one].out]
    if all(one in allies(state, left[0]) for one in left):
        yield from win(state, left, "last")


# ---- victory points


def building_points(state: WarState, kind: str, age: int) -> int:
    """The victory points for constructing a building of an age."""
    if kind == "fortress" and ruled(state, "fortress_vp", "no-vp"):
        return 0
    return book(state).buildings[kind].vp[age - 1]


def score(state: WarState, seat: str) -> Sum:
    """A player's victory points: those counted during the game, for heroes, and for buildings if these are counted
    last.
    """
    player = state.players[seat]
    heroes = [sum(max(HERO["vp"][: one.level]) for one in player.heroes.values() if one.alive)]
    terms = [Term(t("Heroes"), heroes[0], "Turn limit game mode")]
    if ruled(state, "vp_lost", "standing-only"):
        stands = sum(building_points(state, one.kind, one.age) for one in own_buildings(state, seat).values())
        terms.append(Term(t("Buildings that stand"), stands, "Turn limit game mode"))
    counted = Term(t("Constructions, destruction, missions"), player.points, "Turn limit game mode")
    return add_up(who(seat), counted, *terms)


def count(state: WarState) -> Rule[None]:
    """After the last turn: the most points win, then the most gold, else the victory is shared (A77)."""
    sums = {seat: score(state, seat) for seat in state.seats if not state.players[seat].out}
    for found in sums.values():
        words = plural(
            found.total, "{who}: 1 victory point in all.", "{who}: {n} victory points in all.", who=found.label
        )
        yield from note(words, found, kind="score")
    gold = ruled(state, "equal_points", "gold")
    totals = {
        seat: (
            sum(sums[one].total for one in allies(state, seat) if one in sums),
            sum(state.players[one].gold for one in allies(state, seat)) if gold else 0,
        )
        for seat in sums
    }
    yield from win(state, leaders(totals), "points")


def standing(state: WarState) -> Text:
    """The standing, or how the match ended, in a line."""
    if not state.winners:
        return t("Turn {n}", n=state.turn)
    return t("{who} won", who=listed([who(one) for one in state.winners]))

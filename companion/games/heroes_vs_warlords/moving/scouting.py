"""Looking before moving: who would react along a path (7.3), and what a hex holds, using the steps of a match.

Nothing here is a rule of its own: Heroes pay and react, guards check and are determined in the steps of the match. The
flows stop where the match would go on with a battle. They run on copies of a match (for the odds), and in a helper.
"""

from __future__ import annotations

from typing import Any

from companion.engine.core.forms import Confirm, Counts, Number, Pick
from companion.engine.rules import Field, Fields, Option, Rule, ask, flow, note, step, t
from companion.games.heroes_vs_warlords.fighting import fights
from companion.games.heroes_vs_warlords.moving import movement, reaction, sites
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import by_level, hero_of, level_row
from companion.games.heroes_vs_warlords.records.state import HvWState, Site, Stack
from companion.games.heroes_vs_warlords.turns import conquest

TABLE = "table"
WALKER = "knights:1"
"""Who walks in the helper."""
WATCHER = "amazons:1"
"""The enemy Hero of the helper."""
MOST_HEXES = 8
REACTION = "reaction"


# ---- in a match


@flow("7.3")
def along(hero_id: str, path: list[str]) -> Rule[str]:
    """A Hero moves hex by hex until somebody reacts. Returns the hex where that happens, or ""."""
    for place in path:
        yield from walk_on(hero_id, place)
        who = yield from reaction.first_reaction(hero_id)
        if who:
            return place
    return ""


@flow("7.1.2")
def inside(hero_id: str, place: str) -> Rule[str]:
    """What a hex holds for the Hero who enters it: see `sites.look`. A battle is set up, not fought."""
    yield from walk_on(hero_id, place)
    return (yield from sites.look(hero_id))


@flow("7.1.2")
def through(hero_id: str, path: list[str]) -> Rule[str]:
    """The whole path and what the last hex holds: `reaction` if somebody reacts before that, else as `inside`."""
    where = yield from along(hero_id, path)
    if where:
        return REACTION
    return (yield from sites.look(hero_id))


@step("7.1.1")
def walk_on(state: HvWState, hero_id: str, place: str) -> None:
    """Move one hex; a face-down tile stays face down."""
    hero = hero_of(state, hero_id)
    movement.pay(state, hero, place)


@step("8.12")
def loot(state: HvWState) -> Rule[dict[str, int]]:
    """What the besieger would capture of the stock, with one roll for each Resource (8.12)."""
    fight = fights.current(state)
    assert fight.stock is not None
    taken = {}
    for name in facts.RESOURCES:
        had = getattr(fight.stock, name)
        if had:
            tenths = yield from conquest.roll_tenths(state, fight.attacker.seat, name)
            taken[name] = conquest.captured(had, tenths)
    return taken


# ---- the helper


@flow("7.3")
def path_check() -> Rule[str]:
    """Reactions along a path, hex by hex, until somebody reacts."""
    plan = yield from describe_path()
    return (yield from walk(plan))


@flow("7.3")
def walk(plan: list[list[str]]) -> Rule[str]:
    """Move along the plan hex by hex. Returns who reacted (`hero` or `guards`), or ""."""
    for near in plan:
        yield from stand_beside(near)
        who = yield from reaction.first_reaction(WALKER)
        if who:
            return (yield from told(who))
    return (yield from told(""))


@step("7.3")
def describe_path(state: HvWState) -> Rule[list[list[str]]]:
    """Ask how long the path is, who is near it, and which of them each hex touches."""
    usual = facts.LEVELS[0]
    rows = tuple(level_row(n, t("Highest Level {level}", level=n), 6, start=int(n == usual)) for n in facts.LEVELS)
    form = Fields((
        Field("hexes", t("Hexes to enter"), Number(1, MOST_HEXES, 3)),
        Field("guards", t("Hexes with guards near the path"), Counts(rows)),
        Field("hero", t("An enemy Hero with units is near"), Confirm()),
        Field("initiative", t("His Initiative"), Number(1, facts.HERO_LIMITS["initiative"], 6)),
    ))  # fmt: skip
    given = yield from ask(TABLE, t("Your path"), form)
    near = _put_up(state, given)
    if not near:
        return [[] for _ in range(given["hexes"])]
    fields = tuple(Field(f"hex{n}", t("Next to hex {n}", n=n), Pick(tuple(near))) for n in range(1, given["hexes"] + 1))
    beside = yield from ask(TABLE, t("Who stands next to which hex?"), Fields(fields))
    return [list(beside[f"hex{n}"]) for n in range(1, given["hexes"] + 1)]


def _put_up(state: HvWState, given: dict[str, Any]) -> list[Option]:
    """Put the Heroes and guards of the form on record; gives them as options."""
    walker = hero_of(state, WALKER)
    walker.sections[0] = Stack(walker.seat, 1, 1)
    walker.mp = walker.movement = given["hexes"]
    state.active, state.world.open_war = walker.seat, True
    found = []
    levels = [level for level, count in by_level(given["guards"]).items() for _ in range(count)]
    for number, level in enumerate(levels, 1):
        site = Site(f"guards-{number}", "resource", f"Guards {number}, Level {level}", active=True)
        site.guards = [Stack("neutrals", level, 1)]
        state.sites[site.place] = site
        found.append(Option(site.place, t(site.label)))
    if given["hero"]:
        enemy = hero_of(state, WATCHER)
        enemy.sections[0], enemy.initiative = Stack(enemy.seat, 1, 1), given["initiative"]
        found.append(Option(WATCHER, t("the enemy Hero")))
    return found


@step("7.1.1")
def stand_beside(state: HvWState, near: list[str]) -> None:
    """The moving Hero enters the next hex; these are next to it."""
    movement.pay(state, hero_of(state, WALKER), "open")
    state.world.near = near


@step("7.3")
def told(state: HvWState, who: str) -> Rule[str]:
    """Write into the log how the path ended."""
    hero = hero_of(state, WALKER)
    number = hero.movement - hero.mp
    hero_comes, guards_come = t("The enemy Hero reacts in hex {n}.", n=number), t("Guards react in hex {n}.", n=number)
    words = {"hero": hero_comes, "guards": guards_come}
    yield from note(words.get(who, t("Nobody reacts on the whole path.")))
    return who

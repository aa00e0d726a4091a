"""Deployment on the Battle Display (19.5): the defender behind the line or wall, then the attacker on the tents."""

from __future__ import annotations

from companion.engine.rules import Option, Rule, choose, note, t
from companion.games.heroes_vs_warlords.display import by_hand, field
from companion.games.heroes_vs_warlords.display.by_hand import WAITING
from companion.games.heroes_vs_warlords.display.position import built_towers, is_ranged, occupants, side_up
from companion.games.heroes_vs_warlords.fighting.deployment import about, parted, unit_text
from companion.games.heroes_vs_warlords.fighting.fights import Role, opposite, side_name, side_of
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState


def deploy(state: HvWState, fight: Battle) -> Rule[None]:
    """Both sides deploy, the original defender first; stacks without a free hex enter later (19.5, ruling R108).

    Guards that came into the Hero's hex deploy first, where the defender does (ruling R29).
    """
    for one in (*fight.attacker.stacks, *fight.defender.stacks):
        one.box = WAITING
    _take_over_damage(fight)
    if fight.by_hand:
        by_hand.deploy(fight)
        return
    if fight.wall is not None and ruled(state, "battle_split") == "allowed":
        yield from _part(state, fight)
    home = at_home(state, fight)
    for role in (home, opposite(home)):
        yield from bring_in(state, fight, role)


def _take_over_damage(fight: Battle) -> None:
    """Damage of a fight in the Arena that still lasts: towers by their number, the wall at its drawbridge (R46)."""
    wall = fight.wall
    if wall is None:
        return
    for name, damage in zip(field.TOWERS, wall.towers, strict=False):
        if damage != "intact":
            fight.hexes[name] = damage
    if wall.state != "intact" and not any(name in field.WALLS for name in fight.hexes):
        fight.hexes[field.DRAWBRIDGE] = wall.state


def _part(state: HvWState, fight: Battle) -> Rule[None]:
    """By ruling R106 a single Ranged stack may be parted over two towers, as in the Arena (8.7)."""
    side = fight.defender
    ranged = [one for one in side.stacks if one.count and is_ranged(state, one)]
    free = [name for name in built_towers(fight) if fight.hexes.get(name) != "destroyed"]
    if len(ranged) == 1 and ranged[0].count > 1 and len(free) > 1:
        second = yield from parted(side, "defender", ranged[0])
        if second is not None:
            second.start, ranged[0].start = second.count, ranged[0].count
            ranged[0].box, second.box = free[:2]


def at_home(state: HvWState, fight: Battle) -> Role:
    """The side whose deployment area is that of the defender."""
    came_first = fight.reaction == "guards" and ruled(state, "guard_reaction_roles") == "guards_first"
    return "attacker" if came_first and fight.wall is None else "defender"


def bring_in(state: HvWState, fight: Battle, role: Role) -> Rule[None]:
    """Place waiting stacks on free hexes of their side's deployment area, one on each."""
    side = side_of(fight, role)
    if fight.by_hand:
        by_hand.come_in(side)
    for one in side.stacks:
        if one.box == WAITING and one.count and (free := free_hexes(state, fight, role, one)):
            prompt = t("{who}: where do {stack} stand?", who=side_name(side), stack=unit_text(one))
            places = [Option(name, t(name)) for name in free]
            one.box = yield from choose(side.seat, prompt, places, look="map", about=about(role), section="19.5")
    left = [one for one in side.stacks if one.box == WAITING and one.count]
    if left:
        words = t("{who}: stacks that wait for a free hex: {n}.", who=side_name(side), n=len(left))
        yield from note(words, section="19.5")


def free_hexes(state: HvWState, fight: Battle, role: Role, one: Fighter) -> list[str]:
    """Where a stack may be set up now; towers only at the start, only for the defender's archers (19.4.1.8)."""
    held, up = occupants(fight), side_up(fight)
    if role != at_home(state, fight):
        return sorted(name for name in field.of_kind(up, "tents") if name not in held)
    towers = built_towers(fight)
    closed = set() if is_ranged(state, one) and not fight.round else set(towers)
    closed |= {name for name in towers if fight.hexes.get(name) == "destroyed"}
    return sorted(name for name in field.SETUP[up] if name not in held and name not in closed)


def waits(fight: Battle) -> bool:
    """Whether stacks are waiting for a free hex."""
    return any(one.box == WAITING and one.count for side in (fight.attacker, fight.defender) for one in side.stacks)

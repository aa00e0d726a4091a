"""The Battle Display by hand (ruling R124): players move the counters, and the app asks only for what changes a
number.

Movement, line of sight, range and the duty to act are then up to the players. Before an attack they say on which
terrain the target is, where that counts, and the range of a shot from a tower.
"""

from __future__ import annotations

from companion.engine.rules import Offer, Rule, Text, menu, plural, t
from companion.games.heroes_vs_warlords.advanced import methods
from companion.games.heroes_vs_warlords.display import field, fire
from companion.games.heroes_vs_warlords.display.ground import DisplayGround
from companion.games.heroes_vs_warlords.display.position import (
    BY_HAND,
    CITY,
    OPEN,
    WOODS,
    full_terrain,
    is_ranged,
    is_tower,
    standing_towers,
    stands,
)
from companion.games.heroes_vs_warlords.fighting.deployment import unit_text
from companion.games.heroes_vs_warlords.fighting.fights import Role, opposite, side_of, value_of
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side

GROUNDS = {OPEN: "on other ground", WOODS: "in woods", CITY: "in the City"}
NOWHERE = "nobody"
WAITING = "waiting"
BESIDE, NEAR, FAR, FARTHER = 1, 2, 3, 4
"""How far a shot out of a tower goes, as its hits are told apart (R63)."""


class HandGround(DisplayGround):
    """The Battle Display with counters moved by hand; `away` is the range of a shot from a tower, in hexes."""

    def __init__(self, away: int = 0, earlier: int = 0) -> None:
        super().__init__(earlier)
        self.away = away

    def fired(self, state: HvWState, fight: Battle, winner: Fighter, loser: Fighter) -> int:
        """The hits of a shot, by the range that players gave."""
        attack = value_of(state, winner).attack
        far = {FAR: attack, FARTHER: attack + 1}
        return fire.hits_over(state, fight, winner, far.get(self.away, BESIDE), from_tower=self.away > 0)


def deploy(fight: Battle) -> None:
    """Players set up the counters; nothing is asked."""
    for side in (fight.attacker, fight.defender):
        come_in(side)


def come_in(side: Side) -> None:
    """Waiting stacks enter where the players put them."""
    for one in side.stacks:
        one.box = OPEN if one.box == WAITING else one.box


def told_ground(
    state: HvWState, fight: Battle, role: Role, one: Fighter, target: Fighter, about: str, *, shot: bool
) -> Rule[HandGround]:  # fmt: skip
    """Ask what matters for an attack of this stack: the terrain of its target, the range of a shot from a tower."""
    side, other = side_of(fight, role), side_of(fight, opposite(role))
    grounds = _grounds(state, fight, opposite(role), target)
    if len(grounds) > 1:
        first = target.box if target.box in grounds else OPEN
        offers = [Offer(name, _words(name), value=name) for name in sorted(grounds, key=lambda name: name != first)]
        prompt = t("Where do {stack} stand?", stack=unit_text(target))
        target.box = yield from menu(side.seat, prompt, offers, about=about, section="19.4.1")
        _alone(target, other.stacks)
    away = (yield from _told_distance(state, fight, role, one, about)) if shot else 0
    return HandGround(away)


def _grounds(state: HvWState, fight: Battle, role: Role, target: Fighter) -> list[str]:
    """The grounds that change a number for a stack of this side."""
    found = [OPEN]
    if full_terrain(fight) and field.of_kind("city" if fight.wall is not None else "open", "woods"):
        found.append(WOODS)
    if fight.wall is not None and role == "defender":
        found.append(CITY)
        if is_ranged(state, target):
            found += standing_towers(fight)
    return found


def _words(name: str) -> Text:
    return t(GROUNDS[name]) if name in GROUNDS else t("in the tower {hex}", hex=name)


def _alone(one: Fighter, stacks: list[Fighter]) -> None:
    """A tower holds one stack: who was said to stand there has left."""
    for other in stacks:
        if other is not one and other.box == one.box and other.box not in BY_HAND:
            other.box = CITY


def _told_distance(state: HvWState, fight: Battle, role: Role, one: Fighter, about: str) -> Rule[int]:
    """Whether the shot comes out of a tower, and from how far; with Basic hits that changes nothing (R63)."""
    if role != "defender" or not standing_towers(fight) or not methods.advanced_hits(fight):
        return 0
    attack = value_of(state, one).attack
    words = {
        0: t("not out of a tower"),
        NEAR: plural((attack + 1) // 2, "out of a tower, up to 1 hex", "out of a tower, up to {n} hexes"),
        FAR: plural(attack, "out of a tower, up to 1 hex", "out of a tower, up to {n} hexes"),
        FARTHER: t("out of a tower, farther"),
    }
    offers = [Offer(str(away), label, value=away) for away, label in words.items()]
    prompt = t("From where do {stack} fire?", stack=unit_text(one))
    return (yield from menu(side_of(fight, role).seat, prompt, offers, about=about, section="19.17.1"))


def told_in_tower(state: HvWState, fight: Battle, name: str, about: str) -> Rule[None]:
    """When a tower is hit, ask which Ranged stack is in it (19.17.2)."""
    side = fight.defender
    able = [(str(i), one) for i, one in enumerate(side.stacks) if stands(one) and is_ranged(state, one)]
    if not able:
        return
    there_first = sorted(able, key=lambda two: two[1].box != name)
    offers = [*(Offer(key, unit_text(one), value=one) for key, one in there_first), Offer(NOWHERE, t("Nobody"))]
    told = yield from menu(side.seat, t("Who stands in the tower {hex}?", hex=name), offers, about=about)
    for _key, one in able:
        one.box = name if one is told else CITY if is_tower(fight, one.box) and one.box == name else one.box

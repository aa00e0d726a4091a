"""Deployment in the Arena (8.2, 8.7): which stacks fight, where they are, and which enter as boxes become free.

Boxes of one kind are alike. Stacks that are `out` take no part, those that are `waiting` enter later (ruling R34b).
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.text import kept, words
from companion.engine.rules import Offer, Row, Rule, Text, confirm, counts, listed, menu, note, several, t
from companion.games.heroes_vs_warlords.fighting.fights import Role, current, is_deployed, kind_of, side_name, side_of
from companion.games.heroes_vs_warlords.fighting.sides import GARRISON, SECOND
from companion.games.heroes_vs_warlords.fighting.siege import BEHIND_WALL, TOWER_BOXES, TOWERS
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import army_text, ruled, stack_text, title
from companion.games.heroes_vs_warlords.records.state import Fighter, HvWState, Side

RANGED_BOXES: int = facts.BOXES["boxes_per_side"]["ranged"]
ALL_BOXES: int = RANGED_BOXES + facts.BOXES["boxes_per_side"]["other"]
OPEN_GROUND = "open"
DEPLOYED = "deployed"
"""The kind of note with which a combat begins: what is told before it came of an earlier one."""


def about(role: Role) -> str:
    """The `about` of a side's deployment questions, because in a helper one seat answers for both sides."""
    return f"deploy:{role}"


def deploy_side(state: HvWState, role: Role) -> Rule[None]:
    """Put a side's stacks into boxes (8.2), asking its player where there is a choice."""
    side = side_of(current(state), role)
    yield from _place(state, role, [one for one in side.stacks if one.count], at_start=True)
    if _walled(state, role):
        yield from note(
            t("{who} deployed: {places}.", who=side_name(side), places=_places(side)), section="8.2.2", kind=DEPLOYED
        )
    else:
        army = army_text(one for one in side.stacks if is_deployed(one))
        one = side.name and side.kind != "guards"
        words = "{who} deployed {army}." if one else "{who} lined up {army}."
        yield from note(t(words, who=side_name(side), army=army), section="8.2", kind=DEPLOYED)
    left = [one for one in side.stacks if not is_deployed(one)]
    if left:
        waits = left[0].box == "waiting"
        words = "{who}: {army} wait for a free box." if waits else "{who}: {army} stay out of the fight."
        yield from note(t(words, who=side_name(side), army=army_text(left)), section="8.2")


def is_waiting(side: Side) -> bool:
    """Whether stacks are waiting for a box (ruling R34b)."""
    return any(one.box == "waiting" and one.count for one in side.stacks)


def come_in(state: HvWState, role: Role) -> Rule[None]:
    """Put waiting stacks into boxes that became free (ruling R34b)."""
    side = side_of(current(state), role)
    waiting = [one for one in side.stacks if one.box == "waiting" and one.count]
    yield from _place(state, role, waiting, at_start=False)
    fresh = [one for one in waiting if is_deployed(one)]
    if fresh:
        yield from note(t("{who}: {army} come in.", who=side_name(side), army=army_text(fresh)), section="8.2")


def _place(state: HvWState, role: Role, stacks: list[Fighter], *, at_start: bool) -> Rule[None]:
    """Boxes for these stacks, beside those that stand already; who finds none is left out."""
    side = side_of(current(state), role)
    for one in stacks:
        one.box = "waiting" if ruled(state, "left_out") == "come_in" else "out"
    free = ALL_BOXES - sum(_stands(one) for one in side.stacks)
    if ruled(state, "overflow") == "any_free_box":
        stacks = yield from _pick(side, role, "8.2", t("{who}: which stacks fight ({n})?"), stacks, free)
    if _walled(state, role):
        yield from _behind_the_wall(state, role, stacks, at_start=at_start)
    else:
        yield from _in_the_open(state, role, stacks)


def _walled(state: HvWState, role: Role) -> bool:
    return current(state).wall is not None and role == "defender"


def _stands(one: Fighter) -> bool:
    return is_deployed(one) and one.count > 0


def _pick(side: Side, role: Role, section: str, prompt: Text, stacks: list[Fighter], room: int) -> Rule[list[Fighter]]:
    """Of more stacks than there is room for the player says which."""
    if len(stacks) <= room:
        return stacks
    if room < 1:
        return []
    offers = [Offer(str(i), unit_text(one), value=one) for i, one in enumerate(stacks)]
    words = t(prompt.message, who=side_name(side), n=room)
    return (yield from several(side.seat, words, offers, room, room, about=about(role), section=section))


@words
def unit_text(fighter: Fighter) -> Text:
    """A stack in words: `Knights 5 × Level 1`."""
    return unit_named(*key_of(fighter))


def key_of(fighter: Fighter) -> tuple[str, int, int]:
    """What identifies units in a text: their faction, Level and number."""
    return fighter.faction, fighter.level, fighter.count


@kept
def unit_named(faction: str, level: int, count: int) -> Text:
    """So many units of a faction and Level in words; cached, because combats use the same texts again and again."""
    return t("{faction} {stack}", faction=title(faction), stack=t("{count} × Level {level}", count=count, level=level))


# ---- the open side (8.2.1)


def _in_the_open(state: HvWState, role: Role, stacks: list[Fighter]) -> Rule[None]:
    """Ranged stacks into their two boxes, the others into the other five (8.2.1); more by ruling R34a."""
    side = side_of(current(state), role)
    room = {"ranged": RANGED_BOXES, "other": ALL_BOXES - RANGED_BOXES}
    for one in side.stacks:
        if _stands(one):
            room[one.box] -= 1
    groups = {kind: [one for one in stacks if _box_of(state, one) == kind] for kind in room}
    if ruled(state, "overflow") != "any_free_box":
        ranged, other = t("{who}: which Ranged stacks fight ({n})?"), t("{who}: which stacks fight ({n})?")
        groups["ranged"] = yield from _pick(side, role, "8.2.1", ranged, groups["ranged"], room["ranged"])
        groups["other"] = yield from _pick(side, role, "8.2.1", other, groups["other"], room["other"])
    for one in [one for one in stacks if one in groups[_box_of(state, one)]]:
        wanted = _box_of(state, one)
        one.box = wanted if room[wanted] else "other" if wanted == "ranged" else "ranged"
        room[one.box] -= 1


def _box_of(state: HvWState, fighter: Fighter) -> str:
    return "ranged" if kind_of(state, fighter) == "ranged" else "other"


# ---- the City side (8.2.2, 8.7)


def _behind_the_wall(state: HvWState, role: Role, stacks: list[Fighter], *, at_start: bool) -> Rule[None]:
    """Ranged stacks into towers, the others behind the wall; more on open ground in an unused tower box."""
    side = side_of(current(state), role)
    if at_start:
        stacks = yield from _split(state, side, role, stacks)
    yield from _man_towers(state, side, role, [one for one in stacks if _box_of(state, one) == "ranged"])
    rest = [one for one in stacks if one.box not in TOWERS]
    room = BEHIND_WALL - _standing_in(side, ("wall",))
    if ruled(state, "overflow") == "any_free_box":
        spare = min(_free_tower_boxes(side), max(len(rest) - room, 0))
        yield from _on_open_ground(side, role, rest, spare)
        rest = [one for one in rest if one.box != OPEN_GROUND]
    prompt = t("{who}: which stacks stand behind the wall ({n})?")
    for one in (yield from _pick(side, role, "8.2.2", prompt, rest, room)):
        one.box = "wall"


def _standing_in(side: Side, boxes: Sequence[str]) -> int:
    return sum(one.box in boxes and one.count > 0 for one in side.stacks)


def _free_tower_boxes(side: Side) -> int:
    return TOWER_BOXES - _standing_in(side, (*TOWERS, OPEN_GROUND))


def _split(state: HvWState, side: Side, role: Role, stacks: list[Fighter]) -> Rule[list[Fighter]]:
    """8.7: with two towers a single Ranged stack may be parted, one part a tower (ruling R38a)."""
    ranged = [one for one in stacks if _box_of(state, one) == "ranged"]
    full = len(stacks) >= BEHIND_WALL + TOWER_BOXES
    if len(_free_towers(state, side)) < 2 or len(ranged) != 1 or full or ruled(state, "split_ranged") == "not_allowed":
        return stacks
    fighter = ranged[0]
    if fighter.count < 2:
        return stacks
    second = yield from parted(side, role, fighter)
    if second is None:
        return stacks
    fighter.box, second.box = TOWERS
    return [*stacks, second]


def parted(side: Side, role: Role, fighter: Fighter) -> Rule[Fighter | None]:
    """Split a Ranged stack over two towers. Returns the second part, or None (8.7)."""
    prompt = t("Split {stack} over both towers?", stack=stack_text(fighter))
    split = yield from confirm(side.seat, prompt, t("Split"), t("One tower only"), about=about(role), section="8.7")
    if not split:
        return None
    row = Row("second", t("Units for the second tower"), fighter.count - 1)
    prompt = t("How many go into the second tower?")
    parts = yield from counts(side.seat, prompt, [row], least=1, about=about(role), section="8.7")
    fighter.count -= parts["second"]
    kind, locked = (fighter.faction, fighter.level), fighter.locked
    second = Fighter(*kind, parts["second"], fighter.section, fighter.box, locked=locked)
    side.stacks.append(second)
    return second


def _free_towers(state: HvWState, side: Side) -> list[int]:
    """The towers (0 and 1) that stand and have nobody in them."""
    wall = current(state).wall
    assert wall is not None
    manned = {one.box for one in side.stacks if one.count}
    standing = [i for i, tower in enumerate(wall.towers) if tower != "destroyed" and TOWERS[i] not in manned]
    return standing[: _free_tower_boxes(side)]


def _man_towers(state: HvWState, side: Side, role: Role, ranged: list[Fighter]) -> Rule[None]:
    """Which Ranged stack goes up into which tower (8.2.2, 8.7); by ruling R34d it may stay down, or may not."""
    wall = current(state).wall
    assert wall is not None
    towers = _free_towers(state, side)
    alike = len({wall.towers[tower] for tower in towers}) < 2
    for tower in towers:
        left = [one for one in ranged if one.box not in TOWERS]
        if not left:
            return
        chosen: Fighter | None = left[0]
        if ruled(state, "tower_duty") == "may" or len(ranged) > len(towers):
            chosen = yield from _for_tower(state, side, role, left, tower)
        if chosen is not None:
            chosen.box = TOWERS[tower]
        elif alike:
            return


def _for_tower(state: HvWState, side: Side, role: Role, left: Sequence[Fighter], tower: int) -> Rule[Fighter | None]:
    offers = [Offer(str(i), _with_origin(one), value=one) for i, one in enumerate(left)]
    if ruled(state, "tower_duty") == "may":
        offers.append(Offer("none", t("None: they stand behind the wall")))
    prompt = t("Which Ranged stack goes into tower {n}?", n=tower + 1)
    return (yield from menu(side.seat, prompt, offers, about=about(role), section="8.7"))


def _with_origin(one: Fighter) -> Text:
    """The stack and where it comes from: a garrison, or a section of its Hero's Display."""
    if one.section >= GARRISON:
        return t("{stack} of the garrison", stack=stack_text(one))
    return t("{stack} of section {n}", stack=stack_text(one), n=one.section % SECOND + 1)


def _on_open_ground(side: Side, role: Role, rest: list[Fighter], number: int) -> Rule[None]:
    """8.2.2: with more stacks than boxes some stand in an unused tower box, which counts as open terrain."""
    if not number:
        return
    prompt = t("{who}: which stacks stand on open ground, in an unused tower box ({n})?")
    for one in (yield from _pick(side, role, "8.2.2", prompt, rest, number)):
        one.box = OPEN_GROUND
        text = t("{stack} stand in an unused tower box: open ground, with a Destroyed marker.", stack=stack_text(one))
        yield from note(text, section="8.2.2")


def _places(side: Side) -> Text:
    """`tower 1: 4 × Level 3; behind the wall: 5 × Level 1`."""
    towers = zip(TOWERS, (t("tower 1"), t("tower 2")), strict=True)
    names = {**dict(towers), "wall": t("behind the wall"), OPEN_GROUND: t("open ground")}
    found = {box: [one for one in side.stacks if one.box == box] for box in names}
    parts = [t("{place}: {army}", place=names[box], army=army_text(group)) for box, group in found.items() if group]
    return listed(parts) if parts else t("no units")

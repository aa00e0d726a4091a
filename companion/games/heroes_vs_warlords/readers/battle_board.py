"""A battle as a panel: both sides, the nine steps of a round, the wall. Shows the state and decides nothing."""

from __future__ import annotations

from companion.engine.core.text import Text, t
from companion.engine.game.panels import BattlePanel, BattleSide, Gauge, Rung, StackView, WallView
from companion.games.heroes_vs_warlords.display import field, position
from companion.games.heroes_vs_warlords.fighting.fights import (
    BURIED,
    is_over,
    kind_of,
    opposite,
    role_of,
    rung,
    side_name,
    side_of,
    stack_id,
    value_of,
)
from companion.games.heroes_vs_warlords.fighting.siege import TOWERS, close_cover, in_tower
from companion.games.heroes_vs_warlords.records.common import ABILITY_TITLES, title
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side

LOOKS = {
    "knights": ("blue", "solid", "shield"),
    "amazons": ("teal", "stripes", "bow"),
    "barbarians": ("orange", "chevrons", "axe"),
    "neutrals": ("grey", "dots", "tower"),
    "mercenaries": ("grey", "dots", "tower"),
}
"""Colour, pattern and emblem of each faction, as on its counters."""
ABILITY_LOOKS = {
    "attack": ("red", "A"),
    "defense": ("blue", "D"),
    "initiative": ("yellow", "I"),
    "movement": ("green", "M"),
}
STEP_NAMES = {
    1: "Breach",
    2: "Ranged: {side}",
    3: "Ranged: {side}",
    4: "Cavalry: {side}",
    5: "Cavalry: {side}",
    6: "Close Combat: {side}",
    7: "Close Combat: {side}",
    8: "Change of Initiative",
    9: "Withdraw or go on",
}
WHO_ACTS = {2: "first", 3: "second", 4: "first", 5: "second", 6: "first", 7: "second"}
"""In which steps (8.3) one side acts: the `first` has the Initiative."""


ROLE_WORDS = {
    ("attacker", True): "attacker, acts first",
    ("attacker", False): "attacker, acts second",
    ("defender", True): "defender, acts first",
    ("defender", False): "defender, acts second",
}
"""What a side is, by its role and whether it has the Initiative."""


def battle_panel(state: HvWState, fight: Battle) -> BattlePanel:
    """Both sides, the nine steps of a round, and the wall in a siege."""
    lines: list[Text] = []
    view = None
    if fight.wall is not None:
        wall = fight.wall
        stands = "Wall: {state}, {sp} Structure Points" if wall.state != "destroyed" else "Wall: {state}"
        label = t(stands, state=t(wall.state), sp=wall.sp)
        view = WallView(wall.state, label, tuple(wall.towers))
        lines.append(label)
        lines.extend(t("Tower {n}: {state}", n=i + 1, state=t(one)) for i, one in enumerate(wall.towers))
    sides = (_side(state, fight, "attacker"), _side(state, fight, "defender"))
    over = is_over(fight)
    steps = () if over else ladder(fight)
    return BattlePanel("battle", "now", battle_title(fight), sides, steps, tuple(lines), view, over=over)


def battle_title(fight: Battle) -> Text:
    """Who fights whom, and how."""
    words = "Combat: {a} against {b}" if fight.wall is None else "Siege: {a} against {b}"
    if is_over(fight):
        words = "Fought out: {a} against {b}"
    return t(words, a=side_name(fight.attacker), b=side_name(fight.defender))


def ladder(fight: Battle) -> tuple[Rung, ...]:
    """The nine steps of a combat round, those of one side with its name (8.3)."""
    return tuple(Rung(n, _step_name(fight, n), "8.3", about=rung(n)) for n in STEP_NAMES)


def _step_name(fight: Battle, n: int) -> Text:
    if n not in WHO_ACTS:
        return t(STEP_NAMES[n])
    return t(STEP_NAMES[n], side=_short(side_of(fight, role_of(fight, WHO_ACTS[n]))))


def _short(side: Side) -> Text:
    if side.kind == "guards":
        return t("Guards")
    return title(side.seat) if side.hero and side.seat else side_name(side)


def _side(state: HvWState, fight: Battle, role: str) -> BattleSide:
    side = side_of(fight, role)
    gauges = tuple(
        Gauge(t(ABILITY_TITLES[name]), getattr(side, name), *ABILITY_LOOKS[name], path=f"/battle/{role}/{name}")
        for name in ("attack", "defense", "initiative")
        if side.hero
    )
    words = t(ROLE_WORDS[role, role == role_of(fight, "first")])
    if side.kind == "guards" and side.seat in state.players:
        words = t("{role}; played by the {race}", role=words, race=title(side.seat))
    stacks = tuple(
        _fighter(state, fight, one, f"/battle/{role}/stacks/{i}/count", stack_id(fight, one))
        for i, one in enumerate(side.stacks)
    )
    killed = side_of(fight, opposite(role)).kills  # the graveyard beside a side holds what it killed (8.6.2)
    lost = tuple(_grave(*BURIED[name], n) for name, n in killed.items() if n)
    colour = LOOKS.get(side.seat if side.kind != "guards" else "", LOOKS["neutrals"])[0]
    return BattleSide(side_name(side), side.seat, words, gauges, stacks, lost, colour)


def _grave(faction: str, level: int, n: int) -> Text:
    return t("{n} × {race} Level {level}", n=n, race=title(faction), level=level)


BOX_MARKS = {
    "open": "on open ground", "waiting": "in reserve", "out": "takes no part",
    position.WOODS: "in woods", position.CITY: "in the City",
}  # fmt: skip
"""What is said of a stack that stands neither in its usual box nor in a tower (8.2, ruling R34)."""


def _fighter(state: HvWState, fight: Battle, one: Fighter, path: str, name: str) -> StackView:
    unit = value_of(state, one)
    colour, pattern, emblem = LOOKS[one.faction]
    marks: list[Text] = []
    acted = one.fought and not is_over(fight)
    if one.box in TOWERS:
        marks.append(t("in tower {n}", n=TOWERS.index(one.box) + 1))
    if one.box in BOX_MARKS:
        marks.append(t(BOX_MARKS[one.box]))
    if one.box in field.HEXES:
        marks.append(t("in {hex}", hex=one.box))
    marks += _cover_marks(state, fight, one) + _hit_marks(one)
    label = t("{race} Level {level}", race=title(one.faction), level=one.level)
    return StackView(
        label, one.count, one.level, kind_of(state, one), unit.attack, unit.defense, unit.move, colour, pattern, emblem,
        path, tuple(marks), id=name, spent=acted or one.count == 0,
        tower=TOWERS.index(one.box) + 1 if in_tower(fight, one) else 0,
        after=t("has attacked") if acted else None,
    )  # fmt: skip


def _cover_marks(state: HvWState, fight: Battle, one: Fighter) -> list[Text]:
    """What wall and tower add to the Defense of a stack in Close Combat (8.7.2)."""
    if one not in fight.defender.stacks:
        return []
    cover = sum(term.value for term in close_cover(state, fight, fight.defender, one))
    return [t("covered: Defense +{n}", n=cover)] if cover else []


def _hit_marks(one: Fighter) -> list[Text]:
    """The markers of the Advanced game on a stack: hits (19.15.1), points of a special building (17.3)."""
    marks = [t("Hit marker {n}", n=one.wounds)] if one.wounds else []
    if one.attack_plus:
        marks.append(t("Attack +{n}", n=one.attack_plus))
    if one.defense_plus:
        marks.append(t("Defense +{n}", n=one.defense_plus))
    return marks

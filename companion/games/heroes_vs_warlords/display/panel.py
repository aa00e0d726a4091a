"""The Battle Display on the phone: its hexes as a map, with the stacks on them (19.4)."""

from __future__ import annotations

from companion.engine.core.text import Text, t
from companion.engine.game.panels import HexView, MapPanel, Token
from companion.games.heroes_vs_warlords.display import field
from companion.games.heroes_vs_warlords.display.position import is_destroyed, is_tower, side_up, stands
from companion.games.heroes_vs_warlords.records.common import stack_text, title
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter

TERRAINS = {"stones": "rocks", "woods": "woods", "fords": "lake", "tents": "desert"}
NAMES = {
    "stones": "Stone", "woods": "Woods", "fords": "Ford", "tents": "Tents", "walls": "Wall", "drawbridge": "Drawbridge",
    "towers": "Tower",
}  # fmt: skip
Looks = dict[str, tuple[str, str, str]]


def display_panel(fight: Battle, looks: Looks) -> MapPanel:
    """All full hexes of the side in use, without the graveyards. `looks` are the colours and patterns of the
    factions.
    """
    up = side_up(fight)
    tokens: dict[str, list[Token]] = {}
    for side in (fight.attacker, fight.defender):
        for one in side.stacks:
            if stands(one):
                tokens.setdefault(one.box, []).append(_token(one, looks))
    hexes = [_hex(fight, name, tuple(tokens.get(name, ()))) for name in field.HEXES if name not in field.GRAVEYARD[up]]
    return MapPanel("display", "now", t("Battle Display"), tuple(hexes))


def _hex(fight: Battle, name: str, tokens: tuple[Token, ...]) -> HexView:
    q, r = field.axial(name)
    terrain, label = _look(fight, name)
    symbol = "tower" if is_tower(fight, name) else ""
    return HexView(name, q, r, terrain, symbol, label, name=name, tokens=tokens)


def _look(fight: Battle, name: str) -> tuple[str, Text]:
    """The tint of a hex and what it is called, with what catapults have done to it."""
    up = side_up(fight)
    kind = next((kind for kind in field.KINDS if name in field.of_kind(up, kind)), "")
    words = t(NAMES[kind]) if kind else t("open ground")
    if kind in ("walls", "drawbridge", "towers"):
        state = fight.hexes.get(name)
        words = t("{what} ({state})", what=words, state=t(state)) if state else words
        return ("clear" if is_destroyed(fight, name) else "city" if kind == "towers" else "range"), words
    if kind:
        return TERRAINS[kind], words
    return ("city" if up == "city" and name in field.CITY else "clear"), words


def _token(one: Fighter, looks: Looks) -> Token:
    colour, pattern, emblem = looks[one.faction]
    label = t("{faction} {stack}", faction=title(one.faction), stack=stack_text(one))
    badge = f"{one.count}" if not one.wounds else f"{one.count}-{one.wounds}"
    return Token(label, str(one.level), colour, pattern, emblem, badge)

"""The invariants notice what is wrong: each damage to a sound state is named."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.readers.check import broken
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side, Site, Stack, Wall
from tests.games.heroes_vs_warlords.table import on_map, position, set_up

WOOD = "wood-1"


def sound() -> HvWState:
    """A position with a Resource hex of the Knights and a siege."""
    state = position(war=True)
    garrison = [Stack("knights", 1, 2)]
    state.sites[WOOD] = Site(
        WOOD, "resource", "Wood", resource="wood", owner="knights", active=True, cleared=True, garrison=garrison
    )
    fighters = [Fighter("amazons", 3, 2, 0, "tower1"), Fighter("amazons", 1, 2, 1, "wall")]
    attacker = Side("knights", "hero", [Fighter("knights", 1, 5, 0)], "knights:1")
    defender = Side("amazons", "garrison", fighters)
    state.battle = Battle("home:amazons", "", attacker, defender, "defender", Wall(10, 1, "intact", ["intact"], 1))
    return state


def hero(state):
    return state.players["knights"].heroes[0]


def city(state):
    return state.cities["home:knights"]


def six(state):
    state.rulings["garrison_sections"] = "six"


def defeat(state):
    state.players["knights"].defeated = True


DAMAGE = {
    "a stack of 0": lambda s: setattr(hero(s).sections[0], "count", 0),
    "no knights unit of Level 9": lambda s: setattr(hero(s).sections[0], "level", 9),
    "has 5 sections": lambda s: hero(s).sections.pop(),
    "not gone from the table": lambda s: setattr(hero(s), "status", "dead"),
    "is nowhere": lambda s: setattr(hero(s), "place", ""),
    "not his": lambda s: setattr(hero(s).sections[0], "locked", True),
    "above its limit": lambda s: setattr(hero(s), "attack", 99),
    "lost 0 Heroes, 1 are dead": lambda s: setattr(s.players["knights"].heroes[1], "status", "dead"),
    "is defeated and still owns home:knights": defeat,
    "is defeated and still owns wood-1": defeat,
    "is defeated and still has a Hero": defeat,
    "has guards and a Control marker": lambda s: s.sites[WOOD].guards.append(Stack("neutrals", 1, 1)),
    "has a garrison without owner": lambda s: setattr(s.sites[WOOD], "owner", ""),
    "belongs to nobody at the table": lambda s: setattr(s.sites[WOOD], "owner", "barbarians"),
    "home:knights belongs to nobody": lambda s: setattr(city(s), "owner", "barbarians"),
    "wood-1 has more than six stacks": lambda s: six(s)
    or s.sites[WOOD].garrison.extend([Stack("knights", 1, 1)] * 6),
    "has Mercenaries as garrison": lambda s: s.sites[WOOD].garrison.append(Stack("mercenaries", 2, 1)),
    "has units waiting and is not active": lambda s: setattr(s.sites["recruit:knights"], "waiting", 1),
    "is guarded and not active": lambda s: setattr(s.sites[WOOD], "guards", []) or setattr(s.sites[WOOD], "active", 0)
    or s.sites[WOOD].guards.append(Stack("neutrals", 1, 1)),
    "is no place for this": lambda s: setattr(s.sites[WOOD], "explored", True),
    "home:knights has more than six stacks": lambda s: six(s)
    or city(s).units.extend([Stack("knights", 1, 1)] * 7),
    "leads two stacks of Mercenaries": lambda s: hero(s).sections.__setitem__(
        slice(1, 3), [Stack("mercenaries", 2, 1), Stack("mercenaries", 2, 1)]
    ),
    "has a facility twice": lambda s: city(s).facilities.append("hamlet"),
    "lacks what must stand first": lambda s: city(s).facilities.append("academy"),
    "other tower states than towers": lambda s: city(s).tower_states.append("damaged"),
    "more than 4 markers attack+1": lambda s: hero(s).equipment.append("attack+1"),
    "shares home:knights": lambda s: setattr(s, "battle", None)
    or setattr(s.players["amazons"].heroes[0], "place", "home:knights"),
    "too many stacks in tower1": lambda s: setattr(s.battle.defender.stacks[1], "box", "tower1"),
    "there is no box tower2": lambda s: setattr(s.battle.defender.stacks[1], "box", "tower2"),
    "amazons: a stack of 21": lambda s: setattr(s.battle.defender.stacks[1], "count", 21),
}  # fmt: skip


def test_a_sound_state_has_no_problems():
    """Nothing is wrong with the state that is damaged below, nor with fresh matches and maps."""
    assert broken(sound()) == []
    for kind in ("table", "standard"):
        assert broken(set_up(map=kind).state) == []


@pytest.mark.parametrize("words", DAMAGE)
def test_damage_is_named(words):
    """Each kind of damage is found and said in words."""
    state = sound()
    DAMAGE[words](state)
    assert any(words in problem for problem in broken(state)), broken(state)


def test_tiles_lie_once():
    """A tile that lies twice, or on the table and in the box, or is not counted, is named."""
    state = position()
    on_map(state, "K0", "T06", "A0", face_down=1)
    state.world.unseen.remove("T06") if "T06" in state.world.unseen else None
    assert broken(state) == []
    state.world.tiles[1].id = "K0"
    state.world.face_down = 2
    state.world.unseen.append("A0")
    found = "; ".join(broken(state))
    for words in ("tile K0 lies twice", "tile A0 lies on the table and in the box", "1 tiles lie face down, 2"):
        assert words in found

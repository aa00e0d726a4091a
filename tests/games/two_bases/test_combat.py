"""Combat: damage, death, advance, stopping, high ground, Siege Engines; the examples V12 to V22."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Confirm
from companion.engine.core.text import Text
from companion.engine.match.changing import corrected_state
from companion.games.two_bases import GAME, facts
from companion.games.two_bases.phases import combat, moves, turn
from companion.games.two_bases.phases.combat import fighters, fighters_of, foretold, high_ground, next_damage
from companion.games.two_bases.readers.guide import GUIDE, tasks
from companion.games.two_bases.state import Battle, Piece
from tests.games.two_bases.table import Table, at, play, position

LAND = {"b4": "plains", "b5": "plains"}


def invade(
    attacker: str, defender: str, tiles: dict[str, str] | None = None, damage: tuple[int, int] = (0, 0), **rulings: str
) -> Table:
    """Blue's piece on b4 invades Orange's on b5; the first round is fought."""
    enemies = " ".join(f"orange:{name}" for name in defender.split())
    state = position({**LAND, **(tiles or {})}, {"b4": attacker, "b5": enemies}, rulings=rulings)
    state.board["b4"].pieces[0].damage, state.board["b5"].pieces[0].damage = damage
    return at(state, moves.movement("blue")).answer("b4", "b5")


def left(table: Table) -> tuple[list[str], list[str]]:
    """What stands on b4 and on b5."""
    return tuple([piece.type for piece in table.state.board[place].pieces] for place in ("b4", "b5"))  # type: ignore[return-value]


def hurt(table: Table) -> tuple[int, int]:
    """The damage of both pieces."""
    return table.piece("b4").damage, table.piece("b5").damage


@pytest.mark.rule("TWB-047", "TWB-048", "TWB-049", "TWB-050")
def test_attack_3_against_attack_2() -> None:
    """V12: the attacker has 2 counters and lives, the defender has 3 and is removed; the attacker may advance free."""
    table = invade("barbarian1", "hunter1")
    assert left(table) == ([], []), "health 1 each: both have too much"
    table = invade("soldier2", "soldier1")
    assert left(table) == (["soldier2"], [])
    assert table.piece("b4").damage == 2
    assert table.asked == ("blue", "Combat", "advance")
    table.answer(True, False)
    assert left(table) == ([], ["soldier2"])
    assert not table.state.players["blue"].moved, "the one move of the turn is not used"
    table.answer("b5", "b4")
    assert left(table) == (["soldier2"], []), "and the same piece may make it"


@pytest.mark.rule("TWB-047", "TWB-048", "TWB-051", "TWB-052")
def test_counters_equal_to_health_do_not_kill() -> None:
    """V13: attack 2, health 2 on both sides: after round 1 both live, after round 2 both are gone, nobody advances."""
    table = invade("soldier1", "soldier1")
    assert hurt(table) == (2, 2)
    assert table.state.battle is not None
    assert table.state.battle.rounds == 1
    assert table.asked == ("blue", "Combat", "go_on")
    part = table.runner.questions()[0].part
    assert isinstance(part, Ask)
    assert part.own, "who decides is asked"
    assert part.own != part.prompt, "and others read what is decided"
    table.answer(True)
    assert left(table) == ([], [])
    assert "combat 2" in table.notes()
    assert table.state.battle is None


@pytest.mark.rule("TWB-054")
def test_two_pieces_without_attack() -> None:
    """V14: 1 counter each a round; both gone after round 2."""
    table = invade("peasant1", "peasant1")
    assert hurt(table) == (1, 1)
    table.answer(True)
    assert left(table) == ([], [])


@pytest.mark.rule("TWB-047", "TWB-054")
def test_attack_0_against_a_piece_that_can_hit() -> None:
    """V15: the invader takes 2, the defender (attack 2, health 3) nothing."""
    table = invade("peasant1", "peasant3")
    assert "Peasant I takes 2, Peasant III takes 0" in table.notes()
    assert left(table) == ([], ["peasant3"])
    assert table.piece("b5").damage == 0


def test_a_bonus_makes_an_attack() -> None:
    """A27: a Peasant I in a Fort hits with 0 + 1, so the rule for two pieces without attack does not apply."""
    table = invade("peasant1", "peasant1", {"b5": "mountain/fort"})
    assert hurt(table) == (1, 0)


@pytest.mark.rule("TWB-051", "TWB-053")
def test_a_stopped_invasion_is_over() -> None:
    """V16: the turn player stops; the piece may not invade again in this turn, but it may move."""
    table = invade("soldier1", "soldier1").answer(False)
    assert table.state.battle is None
    table.answer("b4")
    assert table.refused("b5") == "Combat"
    assert "b3" in table.open()


@pytest.mark.rule("TWB-053")
def test_how_often_a_piece_invades() -> None:
    """A14: once a turn; with `until-stopped` a piece that won may go on, a stopped one may not."""
    enemies = {"b4": "soldier2", "b5": "orange:peasant1", "a4": "orange:peasant1", "c4": "orange:soldier3"}
    tiles = {**LAND, "a4": "plains", "c4": "plains"}
    for rulings, answer in (({}, "Combat"), ({"invasions": "until-stopped"}, "")):
        table = play(moves.movement("blue"), tiles, enemies, rulings=rulings).answer("b4", "b5", False, "b4")
        refusal = table.options()["a4"]
        assert (refusal.section if refusal else "") == answer
    table.answer("a4", False, "b4", "c4", False, "b4")
    assert table.refused("c4") == "Combat"


@pytest.mark.rule("TWB-049")
def test_a_defender_may_advance_too() -> None:
    """Whoever is left may move into the space that is free now: here Orange, in Blue's turn."""
    table = invade("peasant1", "soldier2")
    assert table.asked == ("orange", "Combat", "advance")
    table.answer(True)
    assert table.asked == ("orange", "Movement", "marker:b4")
    table.answer(True)
    assert left(table) == (["soldier2"], [])
    assert table.state.board["b4"].marker == "orange"


@pytest.mark.rule("TWB-070")
def test_an_advance_onto_a_mountain() -> None:
    """A12: it delays like a move; with `no-delay` it does not."""
    for rulings, rests in (({}, 2), ({"advance_delay": "no-delay"}, 0)):
        table = invade("soldier2", "peasant1", {"b5": "mountain"}, **rulings).answer(True, False)
        assert table.piece("b5").rests == rests


@pytest.mark.rule("TWB-055", "TWB-056")
def test_a_siege_engine_falls_with_its_companion() -> None:
    """V17: the Soldier's attack and health count; when he is removed the engine is, too, and the space is free."""
    table = invade("barbarian3", "soldier1 siege_engine")
    assert left(table) == (["barbarian3"], [])
    assert table.state.players["orange"].out == {"soldier1": 1, "siege_engine": 1}
    assert table.asked[2] == "advance"
    table = invade("soldier1", "siege_engine soldier1")
    assert table.piece("b4").damage == 2, "the Soldier defends, whoever came first"


@pytest.mark.rule("TWB-056")
def test_an_attacking_engine_falls_with_its_companion() -> None:
    """A26: the companion's values count; if it loses, both are removed."""
    table = invade("peasant1 siege_engine", "soldier2")
    assert left(table) == ([], ["soldier2"])
    assert table.state.players["blue"].out == {"peasant1": 1, "siege_engine": 1}


def test_an_engine_stays_when_its_companion_advances() -> None:
    """Only the piece that fought may advance."""
    table = invade("soldier2 siege_engine", "peasant1").answer(True, False)
    assert left(table) == (["siege_engine"], ["soldier2"])
    assert table.piece("b4").spent, "it took part and may not invade again"


@pytest.mark.rule("TWB-059")
def test_walls_help_the_defender_and_engines_break_them() -> None:
    """House: a Stronghold adds 2 to the defender's attack; a Siege Engine beside the attacker cancels that."""
    tiles = {"b5": "mountain/stronghold"}
    alone = invade("barbarian3", "soldier2", tiles)
    assert left(alone) == ([], []), "3 + 2 is more than health 4"
    helped = invade("barbarian3 siege_engine", "soldier2", tiles)
    assert left(helped)[0] == ["barbarian3", "siege_engine"]
    assert helped.piece("b4").damage == 3


HIGH = [
    ("hunter2", "peasant2", {"b5": "forest"}, (False, False)),  # V18
    ("peasant2", "hunter2", {"b5": "forest"}, (False, True)),  # V19
    ("hunter2", "peasant2", {"b4": "forest"}, (True, False)),
    ("soldier2", "hunter2", {}, (True, False)),  # V20
    ("soldier2", "hunter2", {"b5": "forest"}, (False, True)),  # V20
    ("soldier2", "siege_engine", {}, (True, False)),  # V21
    ("soldier2", "peasant2", {}, (True, False)),  # V21
    ("peasant2", "soldier2", {}, (False, True)),
    ("barbarian2", "barbarian2", {"b4": "mountain", "b5": "mountain"}, (True, True)),  # V22
    ("barbarian2", "barbarian2", {}, (False, False)),
    ("barbarian2", "soldier2", {"b4": "mountain"}, (True, False)),
    ("peasant2", "siege_engine", {"b4": "forest", "b5": "mountain"}, (False, False)),
    ("hunter2", "barbarian2", {"b4": "mountain", "b5": "forest"}, (False, False)),
]


@pytest.mark.rule("TWB-058", "TWB-060", "TWB-061", "TWB-062", "TWB-063")
@pytest.mark.parametrize(("attacker", "defender", "tiles", "expected"), HIGH)
def test_who_has_high_ground(attacker: str, defender: str, tiles: dict[str, str], expected: tuple[bool, bool]) -> None:
    """Hunters in Forest, Barbarians on a Mountain where they stand themselves; Soldiers if the enemy has none."""

    state = position({**LAND, **tiles}, {"b4": attacker, "b5": f"orange:{defender}"})
    fight = state.battle = Battle("b4", "b5")
    two = fighters(state)
    assert two is not None
    high = high_ground(state, fight, two)
    assert ("blue" in high, "orange" in high) == expected


@pytest.mark.rule("TWB-059")
def test_what_high_ground_does() -> None:
    """House vectors: a Hunter I in Forest hits with 3, a Barbarian I on a Mountain with 4; a Soldier takes 1 less."""
    assert hurt(invade("soldier3", "soldier3", {"b4": "plains"})) == (4, 4)
    table = invade("soldier2", "hunter1", {"b5": "forest"})
    assert table.piece("b4").damage == 3
    table = invade("barbarian1", "soldier2", {"b4": "mountain"})
    assert left(table) == ([], ["soldier2"])
    assert table.piece("b5").damage == 4
    table = invade("soldier1", "peasant1")
    assert table.piece("b4").damage == 0
    table = invade("soldier2", "barbarian2")
    assert table.piece("b4").damage == 3, "4 less 1"
    for kind in ("peasant", "siege_engine"):
        assert facts.HIGH_GROUND[kind] == facts.HighGround()


def test_soldier_against_soldier() -> None:
    """A17: neither has it; with `both` both take 1 less."""
    assert hurt(invade("soldier2", "soldier2")) == (3, 3)
    assert hurt(invade("soldier2", "soldier2", soldier_duel="both")) == (2, 2)


def test_high_ground_in_developed_land() -> None:
    """A18: a Mill is still Forest; with `kind-lost` it is not, and the Soldier has high ground instead."""
    for rulings, taken in (({}, 3 + 1), ({"developed_kind": "kind-lost"}, 3 - 2)):
        table = invade("soldier3", "hunter2", {"b5": "forest/mill"}, **rulings)
        assert table.piece("b4").damage == taken


@pytest.mark.rule("TWB-058")
def test_when_high_ground_is_determined() -> None:
    """A19: once for all rounds; with `each-round` anew. (The tile is corrected between two rounds.)"""
    for rulings, taken in (({}, 4 + 2), ({"high_ground_time": "each-round"}, 4 - 2)):
        table = invade("soldier3", "hunter3", {"b5": "forest"}, **rulings)
        assert hurt(table) == (6, 4)
        table.runner.replace_state(corrected_state(GAME, table.runner.state_json, "/board/b5/kind", "plains"))
        table.answer(True)
        assert f"combat 2: Soldier III takes {taken}" in table.notes()


def test_damage_stays_or_heals() -> None:
    """A15: counters stay until the piece leaves; with `heal-at-end` they go at the end of each turn."""

    for rulings, damage in (({}, 2), ({"damage_stays": "heal-at-end"}, 0)):
        state = position(LAND, {"b4": "soldier1"}, rulings=rulings)
        state.board["b4"].pieces[0].damage = 2
        assert at(state, turn.end_turn("blue")).piece("b4").damage == damage


def test_a_piece_taken_away_by_a_correction_ends_the_fight() -> None:
    """Nothing blocks: the round is simply not fought."""

    state = position(LAND, {"b4": "soldier1"})
    state.battle = Battle("b4", "b5")
    table = at(state, combat.invasion())
    assert table.runner.done
    assert table.state.battle is None
    assert table.state.board["b4"].pieces == [Piece("soldier1", "blue")]


def with_engine(engine: dict[str, Any], piece: dict[str, Any], enemy: str = "soldier2", land: str = "plains") -> Table:
    """Blue's Movement Step: a Barbarian III and a Siege Engine on b4, as given, before an enemy on b5."""
    state = position({"b4": "plains", "b5": land}, {"b4": "barbarian3 siege_engine", "b5": f"orange:{enemy}"})
    for one, given in zip(state.board["b4"].pieces, (piece, engine), strict=True):
        for name, value in given.items():
            setattr(one, name, value)
    return at(state, moves.movement("blue"))


@pytest.mark.rule("TWB-055", "TWB-059", "TWB-070")
@pytest.mark.parametrize("idle", [{"rests": 1}, {"spent": True, "attacked": True}])
def test_an_engine_that_rests_or_is_spent_takes_no_part(idle: dict[str, Any]) -> None:
    """It cancels no Fort and is not lost with the attacker; one that has invaded helps nobody else that turn (A14)."""
    helped = with_engine({}, {}, land="plains/fort").answer("b4", "b5")
    alone = with_engine(idle, {}, land="plains/fort").answer("b4", "b5")
    assert alone.piece("b4").damage == helped.piece("b4").damage + facts.DEVELOPMENTS["fort"].defend_plus
    assert alone.piece("b4", 1).spent == idle.get("spent", False)
    assert left(with_engine(idle, {"damage": 4}).answer("b4", "b5"))[0] == ["siege_engine"]


@pytest.mark.rule("TWB-021", "TWB-070")
def test_an_engine_beside_a_resting_piece_may_attack_alone() -> None:
    """It fights with its own values and may advance; the companion neither fights nor falls with it."""
    table = with_engine({}, {"rests": 1}, "peasant1")
    assert table.refused("b4", "b5") == "Terrain"
    table = with_engine({}, {"rests": 1}, "soldier1").answer("siege_engine:b4", "b5")
    assert left(table) == (["barbarian3"], ["soldier1"])
    table = with_engine({}, {"rests": 1}, "peasant1").answer("siege_engine:b4", "b5", True, True, False)
    assert left(table) == (["barbarian3"], ["siege_engine"])


def test_a_companion_that_took_no_part_stays_spent_or_not_as_it_was() -> None:
    """A14 `until-stopped` frees those that won, not an engine that was spent in an earlier invasion."""
    table = with_engine({"spent": True, "attacked": True}, {}, "peasant1")
    state = table.state
    state.rulings["invasions"] = "until-stopped"
    table = at(state, moves.movement("blue")).answer("b4", "b5", False)
    assert [piece.spent for piece in table.state.board["b4"].pieces] == [False, True]


def test_the_card_of_a_lost_piece_is_taken_off() -> None:
    """A task of its owner; nothing is to be done for a piece that stays, also where another of its kind is lost."""
    before = position(LAND, {"b4": "soldier2", "b5": "orange:peasant1"})
    after = deepcopy(before)
    assert tasks(before, after) == ()
    after.board["b5"].pieces.clear()
    assert [(one.id.partition(":")[0], one.seat) for one in tasks(before, after)] == [("gone", "orange")]


def test_the_marker_after_a_fight_has_its_own_hint() -> None:
    """Whether to advance, and whether to leave a marker, are asked by one step."""
    table = invade("soldier2", "peasant1")
    advance = GUIDE.advice_for(table.question, "blue")
    table.answer(True)
    assert table.question.part.about == "marker:b5"
    assert GUIDE.advice_for(table.question, "blue") not in (None, advance)


def fates(told: Text | None) -> list[str]:
    """Whom a text about the next round names, in the order in which it does, and what each takes."""
    said = told.values["fates"] if told else None
    assert isinstance(said, Text)
    return [str(said.values[one]) for one in ("a", "b", "x", "y")]


@pytest.mark.parametrize(
    ("attacker", "defender", "usual"),
    [
        ("soldier3", "soldier3", "no"),  # both fall
        ("soldier1", "peasant3", "yes"),  # the other falls
        ("peasant1", "siege_engine", "no"),  # one's own falls, the other is not hurt
    ],
)
def test_the_next_round_is_told_and_settles_the_usual_answer(attacker: str, defender: str, usual: str) -> None:
    """Nothing is left to chance in a round, so the question says what it brings, and it comes to pass. The main button
    is never one that loses the own piece, and the tip goes with it.
    """
    table = invade(attacker, defender)
    asked = table.question.part
    assert isinstance(asked, Ask)
    assert isinstance(asked.form, Confirm)
    advice, told = GUIDE.advice_for(table.question, "blue"), fates(asked.needs)
    assert advice is not None
    assert (asked.form.usual, advice.answer or "no") == (usual, usual)
    table.answer(True)
    gone = [not there for there in left(table)]
    assert any(gone)
    assert len(told) == 4


def test_a_fight_that_is_stopped_says_how_it_ended() -> None:
    """In a line of its own, for the card that tells what came of the fight."""
    table = invade("soldier1", "soldier1").answer(False)
    told = [one.kind for one in table.runner.notes if one.kind in GAME.fight_notes]
    assert told == ["blows", "stopped"]


def test_an_invasion_says_what_its_first_round_brings() -> None:
    """The offer to invade tells who falls and who lives, by the very sums of the round; looking changes nothing."""
    state = position({**LAND}, {"b4": "soldier2", "b5": "orange:peasant1"})
    fight = Battle("b4", "b5")
    two = fighters_of(state, fight)
    assert two is not None
    told = fates(foretold(state, fight, two))
    assert told[:2] == ["Peasant I", "Soldier II"], "who falls comes first"
    assert told[2:] == [str(one) for one in reversed(next_damage(state, fight, two))]
    assert not fight.high
    assert state.battle is None

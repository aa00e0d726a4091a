"""Recruitment Locations, ruins, towers, outposts and other terrain (3.3.2-3.5): what a hex gives and when."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import ability, hero_of, stacks_of
from companion.games.heroes_vs_warlords.records.state import Hero, HvWState, Site, Stack
from companion.games.heroes_vs_warlords.turns import cleanup, sequence
from companion.games.heroes_vs_warlords.turns.setup import new_state
from tests.games.heroes_vs_warlords.table import THREE, Table, hex_of, on_map, position, set_up, start_at


def turn(state: HvWState, seat: str = "knights") -> Table:
    return start_at(state, movement.player_turn(seat))


def army(hero: Hero) -> list[tuple[int, int]]:
    return [(stack.level, stack.count) for stack in stacks_of(hero)]


def second_hero(state: HvWState, place: str, seat: str = "knights") -> Hero:
    """Puts Hero 2 of a player into play with an army."""
    hero = hero_of(state, f"{seat}:2")
    hero.status, hero.place, hero.mp = "in_play", place, hero.movement
    hero.sections[0] = Stack(seat, 4, 20)
    return hero


def strong(state: HvWState) -> HvWState:
    hero_of(state, "knights:1").sections[0] = Stack("knights", 4, 20)
    return state


def with_site(state: HvWState, kind: str, guards: int = 0) -> HvWState:
    """A known place called like its kind, with some Level 1 guards if wanted."""
    stacks = [Stack("neutrals", 1, guards)] if guards else []
    state.sites[kind] = Site(kind, kind, kind, active=bool(guards), guards=stacks)
    return state


# ---- Recruitment Locations


@pytest.mark.rule("HVW-024", "HVW-025")
@pytest.mark.parametrize("map", ["table", "standard"])
def test_everybody_has_one_recruitment_location_inactive_at_first(map):
    """One hex for each player in the game, none for others; it is inactive and holds nobody."""
    state = set_up(*THREE, map=map).state
    places = [site for site in state.sites.values() if site.kind == "recruitment"]
    assert Counter(site.race for site in places) == dict.fromkeys(THREE, 1)
    assert not any(site.active or site.waiting for site in places)


@pytest.mark.rule("HVW-026", "HVW-027", "HVW-028")
@pytest.mark.parametrize(
    ("answer", "led", "waiting"),
    [("join", [(1, 6)], 0), ("new", [(1, 5), (1, 1)], 0), ("leave", [(1, 5)], 1)],
)
def test_the_first_entry_of_the_owner_activates_it(answer, led, waiting):
    """It becomes active, a Level 1 unit appears, and it joins a stack, forms a new one, or stays."""
    table = turn(position()).enters("recruit:knights")
    assert set(table.options(section="3.3.2")) == {"join", "new", "leave"}
    table.answer(answer, section="3.3.2")
    site = table.state.sites["recruit:knights"]
    assert (site.active, site.owner, site.waiting) == (True, "knights", waiting)
    assert army(table.hero("knights:1")) == led


@pytest.mark.rule("HVW-028")
def test_recruits_join_no_stack_of_another_level():
    """Without a Level 1 stack joining is greyed; without an empty section nothing is asked and the unit waits."""
    state = position()
    hero_of(state, "knights:1").sections[0] = Stack("knights", 2, 5)
    table = turn(state).enters("recruit:knights")
    assert table.greyed("join", section="3.3.2") == "4.1"
    table.answer("new", section="3.3.2")
    assert army(table.hero("knights:1")) == [(2, 5), (1, 1)]
    state = position()
    hero_of(state, "knights:1").sections = [Stack("knights", 2, 5) for _ in range(6)]
    table = turn(state).enters("recruit:knights")
    assert table.find(section="3.3.2") is None
    assert table.state.sites["recruit:knights"].waiting == 1


@pytest.mark.rule("HVW-026")
def test_only_its_owner_activates_it_and_it_stays_active():
    """A visitor of another race activates nothing; once active it is so after a whole Round too."""
    table = turn(position(), "amazons").enters("recruit:knights")
    assert not table.state.sites["recruit:knights"].active
    state = position()
    state.sites["recruit:knights"].active = True
    assert start_at(state, cleanup.clean_up()).state.sites["recruit:knights"].active


@pytest.mark.rule("HVW-029")
@pytest.mark.parametrize(("reading", "at_clean_up"), [("cleanup", True), ("turn5_start", False)])
def test_active_locations_gain_one_unit_a_round(reading, at_clean_up):
    """One unit for each active location, in Clean Up or by R06 when Turn 5 begins; 20 at most."""
    state = position(recruit_growth=reading)
    mine, other = state.sites["recruit:knights"], state.sites["recruit:amazons"]
    mine.active, mine.waiting = True, 3
    after_begin = start_at(state, sequence.begin_production()).state
    assert after_begin.sites["recruit:knights"].waiting == (3 if at_clean_up else 4)
    after = start_at(after_begin, cleanup.clean_up()).state
    assert after.sites["recruit:knights"].waiting == 4
    assert after.sites["recruit:amazons"].waiting == 0
    mine, other = after.sites["recruit:knights"], after.sites["recruit:amazons"]
    mine.waiting, other.active, other.waiting = 20, True, 19
    full = start_at(after, cleanup.clean_up() if at_clean_up else sequence.begin_production()).state
    assert [full.sites[f"recruit:{seat}"].waiting for seat in ("knights", "amazons")] == [20, 20]


@pytest.mark.rule("HVW-030", "HVW-062")
def test_a_hero_takes_all_who_wait_but_leaves_none():
    """Entering the active location offers all waiting units, also later in the turn; nothing can be left there."""
    state = position()
    site = state.sites["recruit:knights"]
    site.active, site.owner, site.waiting = True, "knights", 7
    table = turn(state).enters("recruit:knights").answer("leave", section="3.3.2")
    assert table.state.sites["recruit:knights"].waiting == 7
    assert not [deed for deed in table.options(section="7.1") if deed.startswith("drop")]
    table.deed("recruits:1").answer("join", section="3.3.2")
    assert army(table.hero("knights:1")) == [(1, 12)]
    assert table.state.sites["recruit:knights"].waiting == 0
    assert not [deed for deed in table.options(section="7.1") if deed.startswith("recruits")]


@pytest.mark.rule("HVW-031")
def test_nobody_enters_an_active_location_of_an_enemy():
    """Greyed with its section while the owner plays; open before it is active, and after its owner's defeat."""
    for active, defeated, section in ((True, False, "3.3.2"), (False, False, ""), (True, True, "")):
        state = position(*THREE, war=True)
        state.sites["recruit:amazons"].active = active
        state.players["amazons"].defeated = defeated
        table = turn(state).deed("walk:1")
        form = table.question(about="hero:").part.form
        into = next(field.form for field in form.fields if field.id == "into")
        refusal = next(one.refusal for one in into.options if one.id == "recruit:amazons")
        assert (refusal.section if refusal else "") == section


# ---- ruins


@pytest.mark.rule("HVW-033", "HVW-177")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_ruin_is_always_guarded(die):
    """Every result of the d6 brings guards, and they must be fought at once."""
    table = turn(position()).enters("new:ruin").answer([die], section="3.3.1")
    site = table.state.sites["ruin-1"]
    assert [(s.level, s.count) for s in site.guards] == [tuple(r) for r in facts.TABLES["guards_ruin"].row(die)] != []
    assert table.state.battle is not None


@pytest.mark.rule("HVW-034", "HVW-008", "HVW-048")
def test_the_victor_draws_one_equipment_marker():
    """Only when all guards have fallen; one marker from the cup goes onto his Display and works from then on."""
    table = turn(with_site(strong(position()), "ruin", 3)).enters("ruin")
    assert table.find(section="3.3.3") is None
    table.win()
    before = ability(table.hero("knights:1"), "attack")
    cup = dict(table.state.cup)
    table.answer(["attack+2"], section="3.3.3")
    hero = table.hero("knights:1")
    assert hero.equipment == ["attack+2"]
    assert ability(hero, "attack") == before + 2
    assert table.state.cup["attack+2"] == cup["attack+2"] - 1


@pytest.mark.rule("HVW-008")
def test_equipment_stays_until_the_hero_dies():
    """It survives turns and Rounds, and is gone with the Hero's death."""
    from companion.games.heroes_vs_warlords.turns import heroes

    state = position()
    hero_of(state, "knights:1").equipment = ["defense+1"]
    after = start_at(turn(state).deed("done").state, cleanup.clean_up()).state
    assert hero_of(after, "knights:1").equipment == ["defense+1"]
    table = start_at(after, heroes.fall("knights:1", "", ""))
    table.play_until("4.1")
    assert table.hero("knights:1").equipment == []


@pytest.mark.rule("HVW-035", "HVW-036")
def test_a_ruin_is_explored_once_a_game_by_anybody():
    """Explored it is a plain hex: no guards, no marker, not for the next Hero either, not in later Rounds."""
    state = with_site(strong(position()), "ruin", 1)
    second_hero(state, "open")
    table = turn(state).enters("ruin").win().answer(["attack+1"], section="3.3.3")
    assert table.state.sites["ruin"].explored
    table.enters("open", number=1).enters("ruin", number=2)
    assert table.asked() == [("knights", "7.1")]
    assert table.hero("knights:2").equipment == []
    table.enters("open", number=2)
    after = start_at(table.deed("done").state, cleanup.clean_up()).state
    assert after.sites["ruin"].explored
    assert turn(after, "amazons").enters("ruin").asked() == [("amazons", "7.1")]


@pytest.mark.rule("HVW-037")
def test_unused_equipment_lies_in_the_cup():
    """18 markers at the start; the draw offers exactly what is left of each kind; an empty cup changes nothing."""
    state = new_state(THREE, {})
    assert sum(state.cup.values()) == 18
    state = with_site(strong(position()), "ruin", 1)
    state.cup = dict.fromkeys(state.cup, 0) | {"movement+2": 2}
    table = turn(state).enters("ruin").win()
    deck = table.question(section="3.3.3").part.deck
    assert {card.id: card.count for card in deck} == {"movement+2": 2}
    state.cup = dict.fromkeys(state.cup, 0)
    table = turn(state).enters("ruin").win()
    assert table.asked() == [("knights", "7.1")]
    assert table.state.sites["ruin"].explored


# ---- towers


@pytest.mark.rule("HVW-038")
def test_half_of_the_towers_are_guarded():
    """Three of the six results bring guards; they are fought at once, else the tower serves at once."""
    empty = [die for die in range(1, 7) if not facts.TABLES["guards_tower"].row(die)]
    assert len(empty) == 3
    for die in range(1, 7):
        table = turn(position()).enters("new:tower").answer([die], section="3.3.1")
        assert (table.state.battle is None) == (die in empty)
        assert (table.find(section="3.3.4") is not None) == (die in empty)


@pytest.mark.rule("HVW-039", "HVW-048")
def test_a_tower_raises_one_ability():
    """One of the four abilities rises by one, after the guards are beaten."""
    table = turn(strong(position())).enters("new:tower").answer([4], section="3.3.1")
    assert table.find(section="3.3.4") is None
    table.win()
    assert list(table.options(section="3.3.4")) == ["attack", "defense", "initiative", "movement"]
    before = table.hero("knights:1").initiative
    table.answer("initiative", section="3.3.4")
    assert table.hero("knights:1").initiative == before + 1


@pytest.mark.rule("HVW-039")
def test_an_ability_at_its_limit_does_not_rise():
    """It is greyed with its section."""
    state = position()
    hero_of(state, "knights:1").attack = facts.HERO_LIMITS["attack"]
    table = turn(state).enters("new:tower").answer([1], section="3.3.1")
    assert table.greyed("attack", section="3.3.4") == "4.1"


@pytest.mark.rule("HVW-040", "HVW-041")
def test_every_hero_uses_a_tower_once():
    """His marker lies there; when he comes back nothing is rolled and nothing rises, not in later Rounds either."""
    table = turn(position()).enters("new:tower").answer([1], section="3.3.1").answer("attack", section="3.3.4")
    assert table.state.sites["tower-1"].used_by == ["knights:1"]
    table.enters("open").enters("tower-1")
    assert table.asked() == [("knights", "7.1")]
    after = start_at(table.deed("done").state, cleanup.clean_up()).state
    assert turn(after).enters("open").enters("tower-1").asked() == [("knights", "7.1")]


@pytest.mark.rule("HVW-040")
def test_another_tower_serves_the_same_hero():
    """Once for each tower."""
    table = turn(position()).enters("new:tower").answer([1], section="3.3.1").answer("attack", section="3.3.4")
    table.enters("new:tower").answer([1], section="3.3.1").answer("attack", section="3.3.4")
    assert table.hero("knights:1").attack == facts.HERO_START["knights"].attack + 2


@pytest.mark.rule("HVW-042")
@pytest.mark.parametrize("first_fought", [False, True])
@pytest.mark.parametrize(("reading", "rolls"), [("per_unused_visit", True), ("first_visit_only", False)])
def test_the_next_hero_checks_for_guards_again(first_fought, reading, rolls):
    """He rolls anew (R08), gets the same benefit and leaves his own marker beside the first."""
    state = strong(position(tower_roll=reading))
    second_hero(state, "open")
    table = turn(state).enters("new:tower").answer([4 if first_fought else 1], section="3.3.1")
    if first_fought:
        table.win()
    table.answer("attack", section="3.3.4").enters("open").enters("tower-1", number=2)
    assert (table.find(section="3.3.1") is not None) == rolls
    if rolls:
        table.answer([2], section="3.3.1")
    table.answer("defense", section="3.3.4")
    assert table.state.sites["tower-1"].used_by == ["knights:1", "knights:2"]


@pytest.mark.rule("HVW-042")
def test_guards_beaten_by_one_who_had_used_the_tower_do_not_spare_the_next():
    """Hero 1 has used the tower and beats the guards there; Hero 2, who has not, rolls all the same (R08)."""
    state = with_site(strong(position()), "tower", 1)
    state.sites["tower"].used_by = ["knights:1"]
    second_hero(state, "open")
    table = turn(state).enters("tower").win()
    assert table.asked() == [("knights", "7.1")]
    table.enters("open").enters("tower", number=2)
    assert table.find(section="3.3.1") is not None


@pytest.mark.rule("HVW-048")
@pytest.mark.parametrize(("kind", "section"), [("ruin", "3.3.3"), ("tower", "3.3.4"), ("resource", "9.1")])
def test_no_benefit_while_guards_are_left(kind, section):
    """A Hero who withdraws gets nothing and the guards stay; who beats them gets it."""
    state = position()
    resource = "wood" if kind == "resource" else ""
    state.sites[kind] = Site(kind, kind, kind, resource, active=True, guards=[Stack("neutrals", 1, 20)])
    table = turn(state).enters(kind)
    table.play_until("8.9")
    table.answer(True, section="8.9").answer([1], section="8.9")
    site = table.state.sites[kind]
    assert site.guards
    assert (site.explored, site.used_by, site.owner) == (False, [], "")
    assert table.find(section=section) is None
    assert not table.notes(section)


# ---- outposts and other terrain


@pytest.mark.rule("HVW-043", "HVW-044")
@pytest.mark.parametrize("die", range(1, 7))
def test_an_outpost_gives_a_random_resource_without_guards(die):
    """No guards; the d6 on the Outpost Table says what goes onto the Display."""
    state = position()
    before = state.cities["home:knights"].stock
    before = {name: getattr(before, name) for name in facts.RESOURCES}
    table = turn(state).enters("new:outpost").answer([die], section="3.3.5")
    assert table.state.battle is None
    stock = table.state.cities["home:knights"].stock
    gained = {name: getattr(stock, name) - before[name] for name in facts.RESOURCES}
    assert {name: n for name, n in gained.items() if n} == facts.TABLES["outpost"].row(die)


@pytest.mark.rule("HVW-044", "HVW-045")
@pytest.mark.parametrize(("reading", "pays_next_turn"), [("per_round", False), ("per_turn", True)])
def test_an_outpost_pays_the_first_hero_only(reading, pays_next_turn):
    """The Visited marker blocks it for everybody until Clean Up; by R09 until the next player's turn."""
    state = position(outpost_limit=reading)
    second_hero(state, "open")
    table = turn(state).enters("new:outpost").answer([1], section="3.3.5")
    assert table.state.sites["outpost-1"].visited
    table.enters("open").enters("outpost-1", number=2)
    assert table.find(section="3.3.5") is None
    table.enters("open", number=2)
    later = turn(table.deed("done").state, "amazons").enters("outpost-1")
    assert (later.find(section="3.3.5") is not None) == pays_next_turn
    cleaned = start_at(table.state, cleanup.clean_up()).state
    assert turn(cleaned, "amazons").enters("outpost-1").find(section="3.3.5") is not None


@pytest.mark.rule("HVW-046")
def test_other_terrain_does_nothing():
    """A holy place and a lake cost 1 MP like any hex, ask nothing, and no border stops a Hero."""
    state = position()
    centres = on_map(state, "K0", "T07", "T11", face_down=1)
    hero = hero_of(state, "knights:1")
    hero.place = hex_of(centres["T07"], "N")
    table = turn(state)
    lake, holy = hex_of(centres["T07"], "C"), hex_of(centres["T07"], "NE")
    table.walk(1, lake, holy)
    assert table.asked() == [("knights", "7.1")]
    assert table.hero("knights:1").mp == hero.movement - 2
    assert table.hero("knights:1").place == holy

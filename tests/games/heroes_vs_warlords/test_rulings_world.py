"""Readings of set-up, movement, exploration and reactions, each with the difference it makes."""

from __future__ import annotations

from companion.games.heroes_vs_warlords.moving import camps, movement, reaction, sites
from companion.games.heroes_vs_warlords.records import world
from companion.games.heroes_vs_warlords.records.common import unit_values
from companion.games.heroes_vs_warlords.records.state import Site, Stack
from companion.games.heroes_vs_warlords.turns import cleanup, sequence
from tests.games.heroes_vs_warlords.readings import finish, led, readings
from tests.games.heroes_vs_warlords.table import (
    agree,
    begin_match,
    dull,
    hex_of,
    on_map,
    position,
    roll_initiative,
    set_up,
    start_at,
)

WOOD = "wood-1"


def wood(**values) -> Site:
    return Site(WOOD, "resource", "Wood hex 1", resource="wood", **values)


@readings(
    "amazon_cavalry_levels",
    {
        "2": ["close", "cavalry", "ranged", "close", "close", "close"],
        "2_5": ["close", "cavalry", "ranged", "close", "cavalry", "close"],
        "ranged_is_2": ["close", "ranged", "close", "close", "cavalry", "close"],
    },
)
def test_types_of_amazon_units(rulings, expected):
    """Which Amazon Levels ride and which shoot; the types of other races stay."""
    state = position(**rulings)
    assert [unit_values(state, "amazons", level).type for level in range(1, 7)] == expected
    assert unit_values(state, "knights", 5).type == "cavalry"


@readings("home_guards", {"on_entry": 0, "from_start": 1})
def test_home_guards(rulings, expected):
    """Five Level 1 guards in every home Resource hex: when somebody comes, or from the start; with and without map."""
    for kind in ("table", "standard"):
        table = set_up(map=kind, rulings=rulings)
        homes = [site for site in table.state.sites.values() if site.home]
        guarded = [site for site in homes if site.guards == [Stack("neutrals", 1, 5)] and site.active]
        assert bool(guarded) == bool(expected)
        assert guarded == (homes if expected else [])


@readings("recruit_growth", {"cleanup": (1, 2), "turn5_start": (2, 2)})
def test_recruits_grow_once_a_round(rulings, expected):
    """One recruit more a Round: in Clean Up, or already when Turn 5 begins."""
    state = position(**rulings)
    home = state.sites["recruit:knights"]
    home.active, home.owner, home.waiting = True, "knights", 1
    seen = []
    for call in (sequence.begin_production(), cleanup.clean_up()):
        state = start_at(state, call).state
        seen.append(state.sites["recruit:knights"].waiting)
    assert tuple(seen) == expected


@readings("tower_roll", {"per_unused_visit": "3.3.1", "first_visit_only": "3.3.4"})
def test_a_second_hero_enters_a_tower(rulings, expected):
    """The next Hero rolls for guards again, or goes straight to the benefit."""
    state = position(**rulings)
    state.sites["tower-1"] = Site("tower-1", "tower", "Tower 1", active=True, used_by=["amazons:1"])
    state.players["knights"].heroes[0].place = "tower-1"
    state.active = "knights"
    assert start_at(state, sites.contents("knights:1")).asked() == [("knights", expected)]


@readings("outpost_limit", {"per_round": True, "per_turn": False})
def test_an_outpost_in_the_next_turn(rulings, expected):
    """A visited outpost stays visited until Clean Up, or serves again in the next player turn."""
    state = position(**rulings)
    state.sites["outpost-1"] = Site("outpost-1", "outpost", "Outpost 1", visited=True)
    assert start_at(state, movement.start_turn("amazons")).state.sites["outpost-1"].visited is expected


@readings("resource_may_be_empty", {"false": "", "true": "knights"})
def test_a_one_on_the_guards_table(rulings, expected):
    """A 1 brings the weakest guards, or none at all, and the hex is taken at once."""
    state = position(**rulings)
    state.sites[WOOD], state.active = wood(), "knights"
    state.players["knights"].heroes[0].place = WOOD
    table = start_at(state, sites.contents("knights:1")).answer([1], section="3.3.1")
    assert table.state.sites[WOOD].owner == expected
    assert bool(table.state.sites[WOOD].guards) == (not expected)


@readings(
    "garrison_pickup",
    {"start_of_move": ("", "4.1"), "any_time": ("", ""), "never_while_moving_or_ending": ("4.1", "4.1")},
)
def test_taking_a_garrison(rulings, expected):
    """A Hero takes garrison units before his first step only, whenever he is there, or never."""
    found = []
    for moved in (False, True):
        state = position(**rulings)
        state.sites[WOOD] = wood(owner="knights", active=True, cleared=True, garrison=[Stack("knights", 1, 2)])
        hero = state.players["knights"].heroes[0]
        hero.place, hero.moved = WOOD, moved
        found.append(start_at(state, movement.choose_deed("knights")).greyed("take:1", section="7.1"))
    assert tuple(found) == expected


@readings("rearrange", {"city_or_two_heroes": False, "also_end_of_turn": True})
def test_rearranging_on_plain_ground(rulings, expected):
    """Away from Cities stacks stay as they are, or may be rearranged as the end of the Hero's turn."""
    state = position(**rulings)
    state.players["knights"].heroes[0].place = "open"
    table = start_at(state, movement.actions("knights"))
    assert ("restack:1" in table.options(section="7.1")) is expected
    if expected:
        table.deed("restack:1").answer({"source": "0", "count": 2, "target": "new"}, section="4.1")
        hero = table.hero("knights:1")
        assert [stack.count for stack in hero.sections if stack] == [3, 2]
        assert hero.turn_over
        assert table.greyed("walk:1", section="7.1") == "8.9"


def test_a_restacking_that_is_thought_better_of():
    """Nobody is caught in the form: no units moved leaves the stacks as they are."""
    table = start_at(position(), movement.actions("knights")).deed("restack:1")
    table.answer({"source": "0", "count": 0, "target": "new"}, section="4.1")
    assert [stack.count for stack in table.hero("knights:1").sections if stack] == [5]
    assert table.asked() == [("knights", "7.1")]


@readings(
    "shared_end_hex",
    {"not_if_moved": ("", "4.1", "4.1"), "never": ("4.1", "4.1", "4.1"), "allowed_in_city": ("", "", "4.1")},
)
def test_two_heroes_in_one_hex(rulings, expected):
    """Ending the turn together: waiting in the City, arrived in the City, arrived in a Resource hex."""
    found = []
    for place, moved in (("home:knights", False), ("home:knights", True), (WOOD, True)):
        state = position(**rulings)
        state.sites[WOOD] = wood(owner="knights", active=True, cleared=True)
        led(state, "knights:2", (1, 2))
        for hero in state.players["knights"].heroes:
            hero.status, hero.place, hero.moved, hero.mp = "in_play", place, moved, 3
        found.append(start_at(state, movement.choose_deed("knights")).greyed("done", section="7.1"))
    assert tuple(found) == expected


@readings("min_tiles_counts", {"all": True, "without_start_tiles": False})
def test_twelve_tiles(rulings, expected):
    """Twelve tiles are enough with the start tiles counted, and too few without them."""
    table = begin_match(rulings=rulings)
    agreed = {"map": "table", "tiles": 12, "length": 4}
    if expected:
        assert table.answer(agreed, section="5.3").state.world.face_down == 10
    else:
        assert table.refused(agreed, section="5.3").field.startswith("tiles")
        assert table.answer({**agreed, "tiles": 14}, section="5.3").state.world.face_down == 12


@readings("link_rule", {"all_tiles": True, "start_tiles_only": False})
def test_where_the_third_tile_may_lie(rulings, expected):
    """The third tile touches three hexes of others, or may lie at a single tile; a start tile always touches three."""
    table = roll_initiative(agree(begin_match(rulings=rulings), map="tap"), "knights", "amazons")
    for _ in range(2):
        table.answer(next(iter(table.options(section="5.3.2"))), section="5.3.2")
    laid = [(tile.q, tile.r) for tile in table.state.world.tiles]
    offered = [world.coordinates(place) for place in table.options(section="5.3.2")]
    assert all(world.links(laid, centre) >= 3 for centre in offered) is expected
    table.play_until("5.3.2", about="lay:knights")
    laid = [(tile.q, tile.r) for tile in table.state.world.tiles]
    offered = [world.coordinates(place) for place in table.options(section="5.3.2")]
    assert all(world.links(laid, centre) >= 3 for centre in offered)


@readings("length_unit", {"rounds": False, "player_turns": True})
def test_a_length_of_one(rulings, expected):
    """A length of 1 is a whole Round, or the first player turn."""
    table = set_up(length=1, rulings=rulings).deed("done")
    assert table.done is expected
    assert finish(table).state.ended == "length"


@readings("peace_end", {"next_turn": False, "at_once": True})
def test_the_last_tile_is_turned(rulings, expected):
    """Attacks are allowed from the next player turn on, or in the very move that turns the last tile."""
    state = position(**rulings)
    state.world.face_down = 1
    table = start_at(state, movement.player_turn("knights")).enters("open", tiles=1)
    assert table.state.world.open_war is expected
    assert start_at(table.state, movement.start_turn("amazons")).state.world.open_war


@readings("entry_order", {"reaction_first": "7.3.1.1", "contents_first": "3.3.5"})
def test_what_comes_first_in_a_hex(rulings, expected):
    """The Hero enters an outpost beside guards: they check first, or the outpost pays first."""
    state = position(**rulings)
    state.sites[WOOD] = wood(active=True, guards=[Stack("neutrals", 1, 3)])
    table = start_at(state, movement.player_turn("knights")).enters("new:outpost", near=[WOOD])
    assert [section for _, section in table.asked()] == [expected]


@readings("guard_stack", {"per_hex": (1, [4, 2]), "per_unit_stack": (2, [2])})
def test_guards_of_two_kinds_check(rulings, expected):
    """All guards of a hex check once and fight together, or stack by stack, the highest Level first."""
    state = position(**rulings)
    guards = [Stack("neutrals", 1, 4), Stack("neutrals", 2, 2)]
    state.sites[WOOD] = wood(active=True, guards=guards)
    checks, fighting = expected
    table = start_at(state, movement.player_turn("knights")).enters("open", near=[WOOD])
    table.answer([4], section="7.3.1.1")
    assert [one.count for one in table.state.battle.attacker.stacks] == fighting
    table = start_at(state, movement.player_turn("knights")).enters("open", near=[WOOD])
    for _ in range(checks):
        table.answer([20], section="7.3.1.1")
    assert table.asked() == [("knights", "7.1")]


@readings("guard_reaction_roles", {"guards_first": ["amazons", "knights"], "hero_first": ["knights", "amazons"]})
def test_who_acts_first_when_guards_react(rulings, expected):
    """Reacting guards deploy and act first, or the Hero does; only a Hero ever tries for the Initiative."""
    state = position(**rulings)
    state.sites[WOOD] = wood(active=True, guards=[Stack("neutrals", 1, 4)])
    table = start_at(state, movement.player_turn("knights")).enters("open", near=[WOOD])
    table.answer([1], section="7.3.1.1")
    assert table.notes("8.2")[0].startswith("Guards" if expected[0] == "amazons" else "Knights")
    order = []
    for number in (6, 7):
        table.play_until("8.3", about=f"step:{number}")
        order.append(table.question(section="8.3").seat)
        table.answer("pass", section="8.3")
    assert order == expected
    assert (table.find(section="8.8") is not None) == (expected[0] == "amazons")


@readings("appearing_guards", {"check": "7.3.1.1", "automatic": "8.3", "off": ""})
def test_guards_appear_beside_another_hero(rulings, expected):
    """Guards that were roused and not beaten check, attack at once, or leave the Heroes beside them alone."""
    state = position(**rulings)
    state.active = "knights"
    state.sites[WOOD] = wood(active=True, guards=[Stack("neutrals", 1, 4)], roused_by="knights:1")
    state.players["amazons"].heroes[0].place = "open"
    table = start_at(state, reaction.guards_appeared("knights:1"))
    if expected:
        table.answer(["amazons:1"], section="7.3.1")
    assert [section for _, section in table.asked()] == ([expected] if expected else [])


def test_appearing_guards_check_stack_by_stack():
    """R28 and R30 together: when the highest Level fails, the next stack checks; only the one that succeeds fights."""
    state = position(guard_stack="per_unit_stack")
    state.active = "knights"
    guards = [Stack("neutrals", 1, 4), Stack("neutrals", 3, 2)]
    state.sites[WOOD] = wood(active=True, guards=guards, roused_by="knights:1")
    state.players["amazons"].heroes[0].place = "open"
    table = start_at(state, reaction.guards_appeared("knights:1")).answer(["amazons:1"], section="7.3.1")
    table.answer([7], section="7.3.1.1").answer([2], section="7.3.1.1")
    assert [(one.level, one.count) for one in table.state.battle.attacker.stacks] == [(1, 4)]
    assert table.state.sites[WOOD].asked


@readings("guards_after_failed_hero", {"no": ("amazons", "7.1"), "yes": ("amazons", "7.3.1.1")})
def test_guards_after_a_hero_failed_to_react(rulings, expected):
    """An enemy Hero tries and fails: that is all for this hex, or the guards may still check."""
    state = position(war=True, **rulings)
    state.sites[WOOD] = wood(active=True, guards=[Stack("neutrals", 1, 4)])
    table = start_at(state, movement.player_turn("knights")).enters("open", near=[WOOD, "amazons:1"])
    table.answer(True, section="7.3.2").answer([20], section="7.3.2")
    assert [section for _, section in table.asked()] == [expected[1]]


@readings("forced_camp_move", {"if_possible": True, "off": False, "not_on_start_tile": False})
def test_a_camp_beside_new_guards(rulings, expected):
    """The Camp gives way to guards that have just appeared beside it on its start tile, or stays."""
    state = position("barbarians", "knights", **rulings)
    centre = on_map(state, "B0", "T06")["B0"]
    camp, site = state.cities["home:barbarians"], state.sites[hex_of(centre, "NW")]
    site.active, site.guards, site.roused_by = True, [Stack("neutrals", 1, 3)], "barbarians:1"
    old = camp.place
    table = start_at(state, camps.give_way("barbarians:1"))
    assert bool(table.asked()) is expected
    finish(table)
    assert (table.state.cities["home:barbarians"].place != old) is expected
    assert not table.state.cities["home:barbarians"].moved


def test_dull_answers_are_legal():
    """The player behind `finish` never needs a second try."""
    table = begin_match()
    question = table.runner.questions()[0]
    assert table.runner.answer(question.key, dull(question))

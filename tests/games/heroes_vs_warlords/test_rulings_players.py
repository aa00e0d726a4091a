"""Readings of Heroes, Cities, money, conquest and victory, each with the difference it makes."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.fighting import battles
from companion.games.heroes_vs_warlords.moving import movement, sites
from companion.games.heroes_vs_warlords.records.state import HvWState, Site, Stack, Stock
from companion.games.heroes_vs_warlords.turns import cities, cleanup, conquest, heroes, sequence, victory
from tests.games.heroes_vs_warlords.readings import finish, led, readings
from tests.games.heroes_vs_warlords.table import THREE, Table, position, set_up, start_at

WOOD = "wood-1"


def captured_city(state: HvWState, **stock: int) -> None:
    """The Knights also own the City of the Amazons, with this stock."""
    city = state.cities["home:amazons"]
    city.owner, city.stock = "knights", Stock(**stock)


def produced(state: HvWState) -> Table:
    """Production of the Knights, at its first question."""
    return start_at(state, cities.produce("knights"))


@readings("third_improvement_name", {"palace": "Palace", "capitol": "Capitol"})
def test_name_of_the_third_improvement(rulings, expected):
    """Only the name changes, everywhere it is read; cost and Gold stay."""
    state = position(**rulings)
    home = state.cities["home:knights"]
    home.facilities += ["town_hall", "city_hall"]
    home.stock = Stock(20, 20, 20, 20)
    table = produced(state)
    option = next(o for o in table.question().part.form.options if o.id == "palace@home:knights")
    assert str(option.label) == expected
    assert {chip.icon: chip.amount for chip in option.price}["stone"] == 6
    table.answer("palace@home:knights")
    assert table.notes("11.1")[-1].endswith(f"{expected} built.")
    gold = cities.city_gold(table.state, table.state.cities["home:knights"])
    assert (gold.total, str(gold.terms[-1].label)) == (4, expected)


@readings("income_per_round", {"3": [5, 5, 5], "1": [4, 4, 5]})
def test_income_of_each_sequence(rulings, expected):
    """Turn 4 pays in every sequence, or in the last one only."""
    gold = []
    for number in (1, 2, 3):
        table = finish(start_at(position(**rulings), sequence.sequence(number, ["knights", "amazons"])))
        gold.append(table.state.cities["home:knights"].stock.gold)
    assert gold == expected


@readings("trade_hall_gold", {"none": (1, 5), "trade_line_once": (2, 5), "both": (2, 6)})
def test_gold_of_the_trade_hall(rulings, expected):
    """Gold of a City with the Trade Hall alone, and with everything that earns."""
    state = position(**rulings)
    home = state.cities["home:knights"]
    home.facilities.append("trade_hall")
    alone = cities.city_gold(state, home).total
    home.facilities += ["storehouse", "town_hall", "city_hall", "palace"]
    assert (alone, cities.city_gold(state, home).total) == expected


@readings("hero_price", {"by_losses": (6, 24), "by_purchases": (6, 12)})
def test_price_of_the_next_hero(rulings, expected):
    """The unused second Hero, and the first one bought back after three losses."""
    state = position(**rulings)
    player = state.players["knights"]
    first = heroes.hero_price(state, player)
    player.losses, player.heroes[1].status = 3, "dead"
    assert (first, heroes.hero_price(state, player)) == expected


@readings("revived_hero", {"keeps_progress": (3, 7, 4, True, ["knights:1"]), "fresh_start": (1, 2, 0, False, [])})
def test_a_bought_back_hero(rulings, expected):
    """Level, Attack, EP, training and towers: kept, or as of a new Hero; he never has an army."""
    state = position(**rulings)
    player, hero = state.players["knights"], state.players["knights"].heroes[0]
    state.sites["tower-1"] = Site("tower-1", "tower", "Tower 1", active=True, used_by=["knights:1"])
    hero.level, hero.attack, hero.ep, hero.trained = 3, 7, 4, True
    hero.status, hero.place, hero.sections = "dead", "", [None] * 6
    player.losses, player.heroes[1].status, player.heroes[1].place = 1, "in_play", "open"
    state.cities["home:knights"].stock.gold = 12
    table = produced(state).answer("hero")
    back = table.hero("knights:1")
    towers = table.state.sites["tower-1"].used_by
    assert (back.level, back.attack, back.ep, back.trained, towers) == expected
    assert (back.status, back.place, back.sections) == ("in_play", "home:knights", [None] * 6)


@readings("hero_death", {"army_wiped_out": ("dead", ""), "survives_to_capital": ("in_play", "home:knights")})
def test_a_hero_without_units_left(rulings, expected):
    """He dies, or is back in his capital; the same when an enemy comes upon him without units."""
    state = position(war=True, **rulings)
    state.active = "amazons"
    led(state, "knights:2", (1, 1))
    state.players["knights"].heroes[1].status, state.players["knights"].heroes[1].place = "in_play", "home:knights"
    hero, enemy = state.players["knights"].heroes[0], state.players["amazons"].heroes[0]
    hero.place = enemy.place = "field:knights:1"
    lonely = start_at(state, battles.close_battle()).state
    battles.attack_enemy(state, enemy, enemy.place)
    fallen = finish(start_at(state, battles.fight()).win())
    lonely.players["knights"].heroes[0].sections = [None] * 6
    struck = start_at(lonely, sites.contents("amazons:1"))
    assert struck.done
    for table in (fallen, struck):
        back = table.hero("knights:1")
        assert (back.status, back.place) == expected
        assert table.state.players["knights"].losses == (expected[0] == "dead")


@pytest.mark.parametrize("reading", ["army_wiped_out", "survives_to_capital"])
def test_a_lonely_hero_falls_with_his_capital(reading):
    """R15, R33: a Hero alone in his capital dies and does not stop the conquest; his second Hero comes elsewhere."""
    state = position(*THREE, war=True, hero_death=reading)
    state.players["knights"].heroes[0].sections = [None] * 6
    state.players["amazons"].heroes[0].place, state.active = "home:knights", "amazons"
    table = finish(start_at(state, sites.contents("amazons:1")))
    assert table.hero("knights:1").status == "dead"
    assert table.state.cities["home:knights"].owner == "amazons"
    assert table.hero("knights:2").place == "open"
    assert table.state.players["knights"].grace
    assert table.hero("amazons:1").ep == 10


@readings("replacement_army", {"setup_limits": ["L1", "L2", "L3"], "built_facilities": ["L1", "L2", "L3", "L4"]})
def test_army_of_the_replacement(rulings, expected):
    """Levels 1 to 3, or every Level whose facility stands."""
    state = position(**rulings)
    state.cities["home:knights"].facilities += ["barracks", "shooting_range", "academy"]
    hero = state.players["knights"].heroes[0]
    hero.status, hero.sections, hero.place = "dead", [None] * 6, ""
    assert list(start_at(state, heroes.replace_hero("knights:1", "")).options(section="4.1")) == expected


@readings(
    "capital_grace",
    {"only_with_hero_loss": (True, False), "always_one_turn": (False, False), "none": (True, True)},
)
def test_who_lost_his_capital_is_defeated(rulings, expected):
    """At the check of this Round: the capital alone was lost; his first Hero fell with it."""
    found = []
    for with_hero in (False, True):
        state = position(*THREE, war=True, **rulings)
        state.players["amazons"].heroes[0].place = "home:knights"
        state.players["knights"].heroes[0].place = "open"
        state = finish(start_at(state, conquest.conquer("home:knights", "amazons:1"))).state
        if with_hero:
            state = finish(start_at(state, heroes.fall("knights:1", "amazons:1", "home:knights"))).state
        state.length = 9
        table = start_at(state, victory.check())
        found.append(table.state.players["knights"].defeated)
        if not found[-1]:
            table = start_at(table.state, movement.player_turn("knights")).deed("done")
            assert start_at(table.state, victory.after_turn("knights")).state.players["knights"].defeated
    assert tuple(found) == expected


@readings("stock", {"per_display": False, "pooled": True})
def test_what_pays_for_a_building(rulings, expected):
    """A City pays from its own Display, or from all its owner's Displays together."""
    state = position(**rulings)
    captured_city(state, stone=5, wood=5, gold=5)
    state.cities["home:knights"].stock = Stock(gold=1)
    table = produced(state)
    assert (not table.greyed("town_hall@home:knights")) is expected
    assert not table.greyed("town_hall@home:amazons")
    if expected:
        table.answer("town_hall@home:knights")
        stocks = [table.state.cities[f"home:{seat}"].stock for seat in ("knights", "amazons")]
        assert stocks == [Stock(), Stock(wood=4, stone=1, gold=4)]
        table.answer("units@home:knights")
        assert table.refused({"L1": 5}, section="11.2").section == "11.2"
        assert table.answer({"L1": 4}, section="11.2").state.cities["home:amazons"].stock.gold == 0


@readings("cap", {"per_display": [19, 20], "per_player": [0, 20]})
def test_the_limit_of_twenty(rulings, expected):
    """Each Display keeps 20, or all Displays of a player together; the fullest loses first."""
    state = position(**rulings)
    captured_city(state, wood=25)
    state.cities["home:knights"].stock.wood = 19
    table = start_at(state, cities.cut_stocks())
    kept = [table.state.cities[f"home:{seat}"].stock.wood for seat in ("knights", "amazons")]
    assert kept == ([19, 1] if expected[0] == 0 else expected)
    assert sum(kept) == (39 if expected[0] else 20)


@readings("trade_time", {"turn5": False, "own_turn_too": True})
def test_trade_in_the_own_turn(rulings, expected):
    """The Trade Hall trades in Turn 5 only, or in the own turn as well."""
    state = position(**rulings)
    home = state.cities["home:knights"]
    home.facilities.append("trade_hall")
    home.stock = Stock(wood=3)
    table = start_at(state, movement.actions("knights"))
    assert ("trade:home:knights" in table.options(section="7.1")) is expected
    assert "trade@home:knights" in produced(state).options()
    if expected:
        table.deed("trade:home:knights").answer("wood>gold", section="4.3.6")
        assert table.state.cities["home:knights"].stock == Stock(gold=1)


@readings("training_presence", {"hero_present": False, "anywhere": True})
def test_training_from_afar(rulings, expected):
    """A Hero trains in the City only, or wherever he is."""
    state = position(**rulings)
    state.cities["home:knights"].facilities.append("training_area")
    assert "train@knights:1" in produced(state).options()
    state.players["knights"].heroes[0].place = "open"
    assert ("train@knights:1" in produced(state).options()) is expected
    assert ("train:1" in start_at(state, movement.actions("knights")).options(section="7.1")) is expected


@readings("start_level", {"1": 1, "0": 0})
def test_level_of_a_new_hero(rulings, expected):
    """Every Hero begins with this Level."""
    table = set_up(rulings=rulings)
    assert [hero.level for player in table.state.players.values() for hero in player.heroes] == [expected] * 4


def test_a_level_when_nothing_can_rise():
    """A Hero at all limits still rises, and is not asked for an ability he cannot raise."""
    state = position()
    hero = state.players["knights"].heroes[0]
    hero.ep = 10
    for name, limit in (("attack", 15), ("defense", 15), ("initiative", 18), ("movement", 15)):
        setattr(hero, name, limit)
    table = start_at(state, movement.actions("knights")).deed("level:1")
    assert (table.hero("knights:1").level, table.hero("knights:1").ep) == (2, 0)
    assert table.asked() == [("knights", "7.1")]


@readings("remaining_stock", {"usable_there": (10, 4), "lost": (0, 4)})
def test_what_is_left_in_a_conquered_city(rulings, expected):
    """What was not captured stays there, or is lost; what was captured is never lost."""
    rest, captured = expected
    state = position(**rulings)
    state.cities["home:knights"].stock = Stock(wood=10)
    table = start_at(state, conquest.conquer("home:knights", "amazons:1")).answer([1], section="8.12")
    assert table.state.cities["home:knights"].stock.wood == rest
    state.cities["home:amazons"].owner = ""
    table = start_at(state, conquest.conquer("home:knights", "amazons:1"))
    assert table.done == (rest != 0)  # nothing is rolled where all of it stays, without another Display
    if not table.done:
        table.answer([5], section="8.12")
    assert table.state.cities["home:knights"].stock.wood == (captured if rest == 0 else 10)


@readings("equipment_loot", {"one_piece": 1, "every_piece_rolled": 2})
def test_equipment_of_a_fallen_hero(rulings, expected):
    """The winner rolls for one piece, or for each of the two."""
    state = position(**rulings)
    state.players["knights"].heroes[0].equipment = ["attack+1", "movement+2"]
    table = start_at(state, heroes.loot("knights:1", "amazons:1"))
    if expected == 1:
        table.answer("movement+2", section="8.13")
    for _ in range(expected):
        table.answer([2], section="8.13")
    assert table.done
    assert table.hero("amazons:1").equipment == ["attack+1", "movement+2"][-expected:]
    assert table.hero("knights:1").equipment == []


@readings("lost_equipment", {"removed": 3, "back_to_cup": 4})
def test_equipment_nobody_captures(rulings, expected):
    """It leaves the game, or goes back into the cup."""
    state = position(**rulings)
    state.cup["attack+1"] = 3
    state.players["knights"].heroes[0].equipment = ["attack+1"]
    table = start_at(state, heroes.loot("knights:1", "amazons:1"))
    table.answer("attack+1", section="8.13").answer([1], section="8.13")
    assert table.state.cup["attack+1"] == expected
    assert table.hero("amazons:1").equipment == []


@readings("defeated_units", {"removed": [], "become_guards": [Stack("knights", 1, 3)]})
def test_units_of_a_defeated_player(rulings, expected):
    """They leave the game, or guard the City and the Resource hex they stood in."""
    state = position(*THREE, war=True, **rulings)
    player = state.players["knights"]
    state.cities["home:knights"].units = [Stack("knights", 1, 3)]
    garrison = [Stack("knights", 1, 3)]
    state.sites[WOOD] = Site(
        WOOD, "resource", "Wood", resource="wood", owner="knights", active=True, cleared=True, garrison=garrison
    )
    for hero in player.heroes:
        hero.status, hero.place, hero.sections = "dead", "", [None] * 6
    state = start_at(state, heroes.defeat_without_heroes("knights")).state
    city, site = state.cities["home:knights"], state.sites[WOOD]
    assert (city.owner, city.units, site.owner, site.guards, site.garrison) == ("", expected, "", expected, [])
    assert site.active is bool(expected)
    hero = state.players["amazons"].heroes[0]
    assert battles.attack_enemy(state, hero, "home:knights") is bool(expected)


def test_guards_of_a_neutral_city_are_besieged():
    """R54, second reading: who enters the City of a defeated player must besiege its units, and then conquers it."""
    state = position(*THREE, war=True, defeated_units="become_guards")
    state.players["knights"].defeated = True
    state.players["knights"].heroes[0].status = "dead"
    city = state.cities["home:knights"]
    city.owner, city.units = "", [Stack("knights", 1, 2)]
    state.players["amazons"].heroes[0].place, state.active = "home:knights", "amazons"
    table = start_at(state, sites.contents("amazons:1"))
    assert table.state.battle.defender.seat == "barbarians"
    table.play_until("8.7.1").answer(True, section="8.7.1").answer([20], section="8.7.1").win()
    finish(table)
    assert table.state.cities["home:knights"].owner == "amazons"


@readings("same_turn_use", {"yes": True, "no": False})
def test_a_facility_in_the_turn_it_is_built(rulings, expected):
    """It serves at once, for units and as the step to the next, or from the next Round on."""
    state = position(**rulings)
    state.cities["home:knights"].stock = Stock(99, 99, 99, 99)
    table = produced(state)
    for name in ("barracks", "trade_hall", "tower_1", "defense_step_1"):
        table.answer(f"{name}@home:knights")
    found = table.options()
    assert ("trade@home:knights" in found) is expected
    for name in ("shooting_range", "storehouse", "tower_2", "defense_step_2"):
        assert (found[f"{name}@home:knights"] is None) is expected, name
    table.answer("units@home:knights")
    assert ("L2" in table.options(section="11.2")) is expected
    state = start_at(table.state, cities.cut_stocks()).state
    state.cities["home:knights"].stock = Stock(20, 20, 20, 20)
    found = produced(state).options()
    assert found["shooting_range@home:knights"] is None
    assert "trade@home:knights" in found


@readings("reinforce", {"one_per_hex": [4, 2], "one_per_unit_stack": [4, 3]})
def test_guards_grow(rulings, expected):
    """A hex gains one unit of the lowest Level, or one for every stack."""
    state = position(**rulings)
    guards = [Stack("neutrals", 1, 3), Stack("neutrals", 2, 2)]
    state.sites[WOOD] = Site(WOOD, "resource", "Wood", resource="wood", active=True, guards=guards)
    table = start_at(state, cleanup.clean_up())
    assert [stack.count for stack in table.state.sites[WOOD].guards] == expected


@readings("category_tie", {"nobody": ["knights", "barbarians"], "all_tied": ["knights"]})
def test_a_tied_category(rulings, expected):
    """Nobody wins the tied first category, or both who are tied; here that decides the game."""
    standings = {
        "knights": victory.Standing(3, 4, 9),
        "amazons": victory.Standing(3, 5, 1),
        "barbarians": victory.Standing(1, 9, 1),
    }
    won, winners = victory.compare(standings, rulings["category_tie"])
    tied = [] if len(expected) == 2 else ["knights", "amazons"]
    assert won == {"resources": tied, "levels": ["barbarians"], "army": ["knights"]}
    assert winners == expected


@readings("army_scope", {"all_units": 24, "hero_displays": 5})
def test_what_counts_as_army(rulings, expected):
    """All units of a player, Mercenaries included, or those on the Hero Displays; recruits who wait never count."""
    state = position(**rulings)
    state.cities["home:knights"].units = [Stack("knights", 3, 2), Stack("knights", 2, 5)]
    garrison = [Stack("knights", 1, 3)]
    state.sites[WOOD] = Site(
        WOOD, "resource", "Wood", resource="wood", owner="knights", active=True, cleared=True, garrison=garrison
    )
    state.sites["recruit:knights"].waiting = 5
    assert victory.standing_of(state, "knights").army == expected

"""Stand-alone helpers: a situation is typed in and the rules resolve it. They run the same flows as a match."""

from __future__ import annotations

from typing import Any

from msgspec import convert

from companion.engine.core.asking import ask, choose, note, number, roll
from companion.engine.core.chances import Bands
from companion.engine.core.effects import Rule, as_call
from companion.engine.core.forms import AnyForm, Choose, Confirm, Counts, Field, Fields, Number, Option, options
from companion.engine.core.random_tables import roll_on
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, listed, named, plural, t
from companion.engine.game.panels import StackView
from companion.engine.game.record import Helper
from companion.games.heroes_vs_warlords.advanced import experience
from companion.games.heroes_vs_warlords.fighting import arena, fights, round_end, siege
from companion.games.heroes_vs_warlords.moving import scouting
from companion.games.heroes_vs_warlords.moving.sites import GUARDS_FORM, OUTPOST_FORM
from companion.games.heroes_vs_warlords.readers.board import stack_view
from companion.games.heroes_vs_warlords.records import facts, stocks
from companion.games.heroes_vs_warlords.records.armies import packed
from companion.games.heroes_vs_warlords.records.common import (
    RESOURCE_TITLES,
    TITLES,
    army_text,
    by_level,
    level_row,
    ruled,
    sheet,
    title,
)
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side, Site, Stack
from companion.games.heroes_vs_warlords.turns import cities, cleanup, conquest, heroes, market, victory

TABLE = "table"
RACE_OPTIONS = options(*((race, t(TITLES[race])) for race in facts.RACES))
GUARDS = options(("neutrals", t("Guards")))
FACTION_OPTIONS = (*RACE_OPTIONS, *GUARDS)
GUARD_KINDS = options(
    ("resource", t("Resource hex")),
    ("ruin", t("Ruin")),
    ("tower", t("Tower")),
    ("home", t("Resource hex on a start tile")),
)


def _units(label: str, limit: int = 120) -> Field:
    """Units by Level; at first as many of Level 1 as guard a Resource hex of a start tile."""
    usual = {row[0]: row[1] for row in facts.HOME_GUARDS}
    rows = (level_row(one, t("Level {level}", level=one), limit, start=usual.get(one, 0)) for one in facts.LEVELS)
    return Field("units", t(label), Counts(tuple(rows)))


def _number(id: str, label: str, low: int, high: int, start: int = 0) -> Field:
    return Field(id, t(label), Number(low, high, start))


# ---- tables


@step("3.3.1")
def guards_table(state: HvWState) -> Rule[list[Stack]]:
    """Which guards stand in a hex (3.3.1)."""
    kind = yield from choose(TABLE, t("What did the Hero enter?"), GUARD_KINDS)
    rows: Any = facts.HOME_GUARDS
    if kind != "home":
        rows = yield from roll_on(sheet(state).tables[f"guards_{kind}"], TABLE, GUARDS_FORM)
    guards = [Stack("neutrals", *row) for row in (by_level(rows).items() if isinstance(rows, dict) else rows)]
    yield from note(t("Guards: {army}.", army=army_text(guards)))
    return guards


@step("3.3.5")
def outpost(state: HvWState) -> Rule[str]:
    """What an outpost gives (3.3.5)."""
    row = yield from roll_on(sheet(state).tables["outpost"], TABLE, OUTPOST_FORM)
    gives = stocks.goods_text(row)
    yield from note(t("The outpost gives {parts}.", parts=gives))
    return str(gives)


# ---- reactions


@step("7.3.1.1")
def guard_reaction(state: HvWState) -> Rule[bool]:
    """Whether guards react to a Hero next to them (7.3.1.1)."""
    level = yield from number(TABLE, t("Highest Level among the guards"), 1, 6, 1)
    limit = facts.REACTION_MAX[level]
    needs = t("{limit} or less: they attack", limit=limit)
    die = yield from roll(TABLE, t("Do the guards react?"), 20, Bands((limit + 1,)), needs)
    text = t("The guards react.") if die <= limit else t("The guards stay.")
    yield from note(text)
    return die <= limit


@step("7.3.2")
def hero_reaction(state: HvWState) -> Rule[bool]:
    """Whether a Hero reacts (7.3.2). The same roll seizes the Initiative (8.8) or withdraws (8.9)."""
    initiative = yield from number(TABLE, t("Initiative of the Hero"), 0, 20, 6)
    side = Side(TABLE, "hero", [], initiative=initiative)
    attempt = yield from fights.initiative_roll(side, "7.3.2", t("Roll against the Initiative."))
    yield from note(t("It succeeds.") if attempt.success else t("It fails."), *attempt.why)
    return attempt.success


# ---- battles


@flow("8.0")
def field_battle() -> Rule[str]:
    """A field battle step by step (8.1-8.6, 8.8-8.10)."""
    yield from describe_field()
    winner = yield from arena.battle()
    return (yield from report(winner))


@flow("8.7")
def siege_battle() -> Rule[str]:
    """A siege step by step (8.7)."""
    yield from describe_siege()
    winner = yield from arena.battle()
    return (yield from report(winner))


@step("8.1")
def describe_field(state: HvWState) -> Rule[None]:
    """Ask for the two sides of a field battle."""
    attacker = yield from _ask_side(state, "attacker", t("Who attacks?"), FACTION_OPTIONS)
    defender = yield from _ask_side(state, "defender", t("Who defends?"), (*GUARDS, *RACE_OPTIONS), bonus=True)
    state.battle = Battle("", "", attacker, defender, "defender")


@step("8.7")
def describe_siege(state: HvWState) -> Rule[None]:
    """Ask for besieger, defender and the defensive works."""
    form = Fields((
        Field("kind", t("What is besieged?"), Choose(options(("city", t("City")), ("camp", t("Camp"))))),
        _number("works", "Level of the defensive works", 1, 3, 1),
        _number("towers", "Towers built", 0, 2),
    ))  # fmt: skip
    works = yield from ask(TABLE, t("The place"), form)
    attacker = yield from _ask_side(state, "attacker", t("Which Hero besieges?"), RACE_OPTIONS, led=True)
    others = (*RACE_OPTIONS[1:], *RACE_OPTIONS[:1], *GUARDS)
    defender = yield from _ask_side(state, "defender", t("Who defends?"), others)
    wall = siege.wall_for(works["works"], works["towers"], works["kind"] == "camp")
    state.battle = Battle("", "", attacker, defender, "defender", wall)


def _ask_side(
    state: HvWState, role: str, prompt: Any, factions: tuple[Option, ...], *, bonus: bool = False, led: bool = False
) -> Rule[Side]:
    """A side; only a Hero besieges, so there `led` leaves nothing to ask.

    At first the form shows the usual case: the first faction, an attacker led by a new Hero, a defender without.
    """
    young = facts.HERO_START.get(factions[0].id, facts.HERO_START[facts.RACES[0]])
    fields = [
        Field("race", t("Race"), Choose(factions, "list")),
        _units("Units"),
        *([] if led else [Field("hero", t("Led by a Hero"), Confirm(start=role == "attacker"))]),
        _number("attack", "Hero Attack", 0, 20, young.attack),
        _number("defense", "Hero Defense", 0, 20, young.defense),
        _number("initiative", "Hero Initiative", 1, 20, young.initiative),
        _number("level", "Hero Level", 0, 20, young.level),
    ]
    if bonus:
        fields.append(_number("towers", "Own Resource hex: towers built", 0, 2))
    given = yield from ask(TABLE, prompt, Fields(tuple(fields)), about=role, section="8.2")
    return _side(state, {"hero": led, **given})


def _side(state: HvWState, given: dict[str, Any]) -> Side:
    race = given["race"]
    kinds = {(race, level): n for level, n in by_level(given["units"]).items()}
    fighters = [Fighter(s.faction, s.level, s.count, i) for i, s in enumerate(packed(kinds))]
    hero = {name: given[name] for name in ("attack", "defense", "initiative", "level")} if given["hero"] else {}
    name = str(title(race))
    kind = "hero" if given["hero"] else "guards"
    side = Side(TABLE, kind, fighters, f"{race}:1" if given["hero"] else "", name, **hero)  # type: ignore[arg-type]
    side.bonus = siege.tower_bonus(given.get("towers", 0))
    return side


@step("8.10", "8.11")
def report(state: HvWState, winner: str) -> Rule[str]:
    """Write into the log who won, what is left, and the EP of a winning Hero (8.10, 8.11). Returns the winner."""
    fight = fights.current(state)
    if winner == round_end.NOBODY:
        yield from note(t("Nobody is left on either side."))
        return winner
    side = fights.side_of(fight, winner)
    kills, earned = sum(side.kills.values()), experience.worth(state, fight, side.kills)
    name, army = fights.side_name(side), army_text(side.stacks)
    text = t("The {troops} won with {army}.", troops=name, army=army)
    if side.hero:
        text = t("{who} won with {army}.", who=name, army=army)
    yield from note(text)
    if side.hero:
        words = t("{ep} EP ({kills} killed); 10 more if an enemy Hero died.", ep=earned, kills=kills)
        yield from note(words, section=experience.level_section(state))
    return winner


# ---- conquest, prices, levels


@step("8.12")
def conquest_loot(state: HvWState) -> Rule[dict[str, int]]:
    """What the conqueror of a City or Camp captures (8.12)."""
    form = Fields(tuple(_number(name, RESOURCE_TITLES[name], 0, 99) for name in facts.RESOURCES))
    stock = yield from ask(TABLE, t("What lay on the Display when the combat began?"), form)
    taken: dict[str, int] = {}
    for name in facts.RESOURCES:
        if not stock[name]:
            continue
        tenths = yield from conquest.roll_tenths(state, TABLE, name)
        taken[name] = conquest.captured(stock[name], tenths)
        text = t("{n} of {had} {resource} captured.", n=taken[name], had=stock[name], resource=t(RESOURCE_TITLES[name]))
        yield from note(text, *conquest.share_sums(stock[name], tenths))
    return taken


@step("4.1")
def hero_price(state: HvWState) -> Rule[int]:
    """What the next Hero costs (4.1)."""
    player = state.players[facts.RACES[0]]
    player.losses = yield from number(TABLE, t("How many Heroes have you lost so far?"), 0, 20)
    if player.losses:
        for hero in player.heroes:
            hero.status = "in_play"
        player.purchases = max(0, player.losses - 1)
    price = heroes.hero_price(state, player)
    yield from note(t("The next Hero costs {price} Gold.", price=price))
    return price


@step("8.11")
def level_up(state: HvWState) -> Rule[int]:
    """How many Levels a Hero can rise (8.11)."""
    form = Fields((
        _number("level", "Level of the Hero", 0, 20, 1),
        _number("ep", "Experience Points", 0, 999, facts.EP_PER_LEVEL),
    ))  # fmt: skip
    given = yield from ask(TABLE, t("The Hero"), form)
    room = facts.HERO_LIMITS["level"] - given["level"]
    levels = max(0, min(given["ep"] // facts.EP_PER_LEVEL, room))
    left = given["ep"] - levels * facts.EP_PER_LEVEL
    one = "He can go up one Level, with one ability; {left} EP left."
    many = "He can go up {n} Levels, one ability each; {left} EP left."
    yield from note(plural(levels, one, many, left=left))
    return levels


@step("4.3", "11.1", "11.2.1")
def what_can_i_afford(state: HvWState) -> Rule[list[str]]:
    """The facilities and units that a stock can pay for (4.3, 11.2.1)."""
    fields = [Field("race", t("Race"), Choose(RACE_OPTIONS))]
    at_first = state.cities[f"home:{facts.RACES[0]}"].stock
    fields += [_number(name, RESOURCE_TITLES[name], 0, 99, getattr(at_first, name)) for name in facts.RESOURCES]
    given = yield from ask(TABLE, t("Your stock"), Fields(tuple(fields)), section="11.1")
    city = state.cities[f"home:{given['race']}"]
    for name in facts.RESOURCES:
        setattr(city.stock, name, given[name])
    found: list[str] = []
    for name in cities.FACILITIES:
        price = cities.cost(state, city, name)
        if all(getattr(city.stock, resource) >= n for resource, n in price.items()):
            found.append(name)
            words = cities.facility_name(state, name, camp=city.camp)
            yield from note(t("{facility}: {cost}.", facility=words, cost=stocks.goods_text(price)), section="11.1")
    for level in range(1, 7):
        most = _most_units(city.stock.gold, city.stock.crystal, level)
        if most:
            yield from note(t("Level {level}: up to {n}.", n=most, level=level), section="11.2.1")
    return found


def _most_units(gold: int, crystal: int, level: int) -> int:
    each = cities.crystals({level: 1})
    return min(gold // level, crystal // each) if each else gold // level


@step("4.3.6")
def trade_helper(state: HvWState) -> Rule[int]:
    """What an exchange yields (4.3.6)."""
    halls = options(("trade_hall", t("Trade Hall")), ("storehouse", t("Storehouse")))
    form = Fields((Field("hall", t("You have a"), Choose(halls)), _number("amount", "Resources of one kind", 0, 99, 6)))
    given = yield from ask(TABLE, t("The exchange"), form)
    city = state.cities["home:knights"]
    city.facilities += ["trade_hall"] if given["hall"] == "trade_hall" else ["trade_hall", "storehouse"]
    rate = market.trade_rate(city)
    n = given["amount"] // rate
    yield from note(t("{rate} for 1: you get {n}, {left} left.", rate=rate, n=n, left=given["amount"] % rate))
    return n


@step("12.0")
def reinforcement(state: HvWState) -> Rule[list[Stack]]:
    """Which guard is added in Clean Up (12.0 C)."""
    form = Fields((_units("Guards in the hex", 20),))
    given = yield from ask(TABLE, t("The guards"), form)
    site = Site("", "resource", "", guards=[Stack("neutrals", *one) for one in by_level(given["units"]).items()])
    if not site.guards:
        yield from note(t("No guards, no reinforcement."))
        return []
    level = cleanup.reinforce(state, site)
    yield from note(t("One Level {level} guard more: {army}.", level=level, army=army_text(site.guards)))
    return site.guards


# ---- the end


@step("12.1")
def final_comparison(state: HvWState) -> Rule[list[str]]:
    """The three categories of the final comparison (12.1). Returns the winners."""
    picked = yield from ask(TABLE, t("Who plays?"), _players_form())
    standings: dict[str, victory.Standing] = {}
    for seat in facts.RACES:
        if picked[seat]:
            given = yield from ask(TABLE, t("The {race}", race=title(seat)), _standing_form(), about=seat)
            army = sum(level * n for level, n in by_level(given["units"]).items())
            standings[seat] = victory.Standing(given["resources"], given["level_1"] + given["level_2"], army)
    if not standings:
        return []
    won, winners = victory.compare(standings, ruled(state, "category_tie"))
    for name, words in victory.CATEGORIES:
        values = listed([t("{race} {n}", race=title(seat), n=getattr(one, name)) for seat, one in standings.items()])
        best = listed([title(seat) for seat in won[name]]) if won[name] else t("nobody")
        yield from note(t("{category}: {values}; won by {best}.", category=t(words), values=values, best=best))
    names = named([title(seat) for seat in winners])
    yield from note(t("{race} win.", race=names) if len(winners) == 1 else t("A draw between {race}.", race=names))
    return winners


def _players_form() -> AnyForm:
    return Fields(tuple(Field(race, t(TITLES[race]), Confirm(start=True)) for race in facts.RACES))


def _standing_form() -> AnyForm:
    return Fields((
        _number("resources", "Resource hexes controlled", 0, 60),
        _number("level_1", "Level of Hero 1", 0, 20, 1),
        _number("level_2", "Level of Hero 2 (0: never appeared)", 0, 20),
        _units("Units, Mercenaries included", 240),
    ))  # fmt: skip


def _helper(id: str, title: str, summary: str, section: str, call: Any, odds: Any = None, **shown: Any) -> Helper:
    return Helper(id, title, summary, section, as_call(call), (TABLE,), as_call(odds or call).rule, **shown)


def _guards_drawn(state: HvWState, result: Any) -> list[StackView]:
    return [stack_view(state, one) for one in convert(result, list[Stack])]


def _levels(n: int) -> Text:
    return plural(n, "1 Level", "{n} Levels")


HELPERS = (
    _helper("siege", "Siege", "City or Camp: walls, towers, breaching", "8.7", siege_battle(), arena.battle()),
    _helper("field_battle", "Field battle", "Step by step, with dice typed or rolled", "8.1", field_battle(),
            arena.battle()),
    _helper("guards", "Guards Table", "Who guards this hex?", "3.3.1", guards_table(), pictures=_guards_drawn),
    _helper("guard_reaction", "Guard reaction", "Do the guards come out?", "7.3.1.1", guard_reaction()),
    Helper(
        "path",
        "Path of a Hero",
        "Who reacts on the way, hex by hex?",
        "7.3",
        as_call(scouting.path_check()),
        (TABLE, *facts.RACES),
    ),
    _helper("hero_reaction", "Hero reaction", "Also to seize Initiative or withdraw", "7.3.2", hero_reaction()),
    _helper("outpost", "Outpost Table", "What does the outpost give?", "3.3.5", outpost()),
    _helper("conquest", "Conquest of a City", "What does the conqueror capture?", "8.12", conquest_loot()),
    _helper("hero_price", "Price of a Hero", "What does the next one cost?", "4.1", hero_price(),
            figure=lambda n: t("{n} Gold", n=n)),
    _helper("level_up", "Gaining Levels", "How many Levels for these EP?", "8.11", level_up(), figure=_levels),
    _helper("afford", "What can I afford?", "Facilities and units for a stock", "11.1", what_can_i_afford()),
    _helper("trade", "Trade", "3 for 1, or 2 for 1", "4.3.6", trade_helper(),
            figure=lambda n: t("{n} for you", n=n)),
    _helper("reinforce", "Reinforced guards", "Which guard is added in Clean Up?", "12.0", reinforcement(),
            pictures=_guards_drawn),
    _helper("victory", "Final comparison", "Who wins the three categories?", "12.1", final_comparison()),
)  # fmt: skip

"""Heroes (4.1, 8.11, 8.13): levels, prices, death, replacement, return, and the defeat of a player."""

from __future__ import annotations

from companion.engine.core.chances import Parity
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Option, options
from companion.engine.core.refusals import refuse_if
from companion.engine.rules import Offer, Rule, Text, choose, confirm, flow, note, partial, put, repeat, roll, step, t
from companion.games.heroes_vs_warlords.advanced import experience, quests, skills
from companion.games.heroes_vs_warlords.moving import paths
from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.common import (
    ABILITY_TITLES,
    alive,
    army_text,
    hero_name,
    hero_of,
    home_of,
    own_heroes,
    raise_ability,
    ruled,
    sheet,
    stacks_of,
    title,
)
from companion.games.heroes_vs_warlords.records.state import Hero, HvWState, Player, Site
from companion.games.heroes_vs_warlords.turns.setup import ask_army, fill_sections, first_level, set_start

# ---- experience


def level_refusal(state: HvWState, hero: Hero) -> Refusal | None:
    """Why a Hero cannot rise a Level now, or None (8.11)."""
    cost = experience.level_cost(state, hero.level)
    highest = refuse_if(hero.level >= facts.HERO_LIMITS["level"], "8.11", t("The highest Level is reached."))
    too_few = refuse_if(hero.ep < cost, "8.11", t("A Level costs {cost} EP; there are {ep}.", cost=cost, ep=hero.ep))
    return highest or too_few


def level_offers(state: HvWState, hero: Hero, id: str) -> list[Offer]:
    """The offer to rise a Level; empty without enough EP (8.11)."""
    if level_refusal(state, hero) is not None:
        return []
    return [Offer(id, t("{hero}: go up a Level", hero=hero_name(hero)), partial(raise_level, state, hero))]


def raise_level(state: HvWState, hero: Hero) -> Rule[None]:
    """Spend EP for a Level, raise one ability (8.11) and, where they are used, one Skill (16.1, 19.20)."""
    section = experience.level_section(state)
    hero.ep -= experience.level_cost(state, hero.level)
    hero.level += 1
    prompt = t("Level {level}: which ability do you improve?", level=hero.level)
    name = (yield from choose_ability(hero, "8.11", prompt)) if can_improve(hero) else ""
    yield from note(t("{hero} rises to Level {level}.", hero=hero_name(hero), level=hero.level), section=section)
    if name:
        yield from improve(hero, name, section)
    yield from skills.raise_skill(state, hero)


@flow("8.11", "12.1")
def rise(hero_id: str) -> Rule[None]:
    """Levels right after a combat, and before the final comparison, whoever's turn it is (8.11)."""
    yield from repeat(offer_level(hero_id))


@step("8.11", asks_first=True)
def offer_level(state: HvWState, hero_id: str) -> Rule[bool]:
    """A Hero in play with enough EP may rise a Level now or later. Returns True when it does (8.11)."""
    hero = hero_of(state, hero_id)
    if state.winners or hero.status != "in_play" or level_refusal(state, hero) is not None:
        return False
    prompt = t("{hero} has {ep} EP: go up a Level?", hero=hero_name(hero), ep=hero.ep)
    wants = yield from confirm(hero.seat, prompt, t("Go up a Level"), t("Later"), about=f"hero:{hero.id}")
    if wants:
        yield from raise_level(state, hero)
    return wants


def choose_ability(hero: Hero, section: str, prompt: Text) -> Rule[str]:
    """Ask which of the four abilities to raise; those at their limit are greyed."""
    choices = [Option(name, _ability_label(hero, name), _limit_refusal(hero, name)) for name in facts.ABILITIES]
    return (yield from choose(hero.seat, prompt, choices, about=f"hero:{hero.id}", section=section))


def improve(hero: Hero, name: str, section: str) -> Rule[None]:
    """Raise an ability by one permanently."""
    raise_ability(hero, name)
    value = getattr(hero, name)
    text = t("{hero}: {ability} is now {value}.", hero=hero_name(hero), ability=t(ABILITY_TITLES[name]), value=value)
    yield from note(text, about=f"hero:{hero.id}", section=section)


def can_improve(hero: Hero) -> bool:
    """Whether an ability is below its limit."""
    return any(_limit_refusal(hero, name) is None for name in facts.ABILITIES)


def _ability_label(hero: Hero, name: str) -> Text:
    now = getattr(hero, name)
    return t("{ability} {now} → {next}", ability=t(ABILITY_TITLES[name]), now=now, next=now + 1)


def _limit_refusal(hero: Hero, name: str) -> Refusal | None:
    limit = facts.HERO_LIMITS[name]
    return refuse_if(getattr(hero, name) >= limit, "4.1", t("The limit of {limit} is reached.", limit=limit))


# ---- price and return


def hero_price(state: HvWState, player: Player) -> int:
    """The price of the next Hero in Gold (4.1, ruling R13): 6, 12, 18... by losses."""
    step_price: int = facts.SETUP["hero_price_step"]
    if ruled(state, "hero_price") == "by_losses":
        return step_price * (player.losses + 1)
    if any(hero.status == "unused" for hero in player.heroes):
        return step_price
    return 2 * step_price + step_price * player.purchases


def hero_to_buy(state: HvWState, seat: str) -> tuple[Hero | None, Refusal | None]:
    """The Hero that a player could buy now, or why there is none (4.1)."""
    player = state.players[seat]
    absent = [hero for hero in player.heroes if hero.status != "in_play"]
    if not absent:
        return None, facts.AGAINST(both_in_play=True)
    home = home_of(state, seat)
    if home is None or home.owner != seat:
        return None, facts.AGAINST(capital_lost=True)
    return absent[0], None


def arrive(state: HvWState, hero: Hero, place: str) -> None:
    """A Hero comes into play without an army (4.1); what is kept is ruling R14."""
    if hero.status == "dead" and ruled(state, "revived_hero") == "fresh_start":
        set_start(hero, sheet(state).heroes[hero.seat])
        hero.level = first_level(state)
        hero.trade, hero.diplomacy, hero.talent = 0, 0, 0
        hero.trained = False
        _forget_visits(state, hero)
    hero.status = "in_play"
    hero.place = place
    hero.mp, hero.moved, hero.turn_over = 0, False, False


def _forget_visits(state: HvWState, hero: Hero) -> None:
    for site in state.sites.values():
        if hero.id in site.used_by:
            site.used_by.remove(hero.id)


# ---- the fall of a Hero


@flow("8.13", "4.1")
def fall(hero_id: str, victor: str, lost_city: str) -> Rule[None]:
    """The results of a Hero's death: loot, replacement, and perhaps the defeat of the player."""
    yield from lose_hero(hero_id)
    yield from loot(hero_id, victor)
    yield from replace_hero(hero_id, lost_city)
    yield from defeat_without_heroes(facts.HEROES[hero_id][0])


@step("4.1", asks_first=True)
def lose_hero(state: HvWState, hero_id: str) -> Rule[None]:
    """Remove the Hero and the rest of the army from the game world, and count the loss (4.1)."""
    hero = hero_of(state, hero_id)
    hero.status, hero.place, hero.mp = "dead", "", 0
    hero.sections, hero.honor = [None] * len(hero.sections), 0
    quests.give_up(state, hero)
    state.players[hero.seat].losses += 1
    text = t("{hero} is dead.", hero=hero_name(hero))
    yield from note(text, about=f"hero:{hero_id}", kind="hero_dead", section="8.13")


@step("8.13")
def loot(state: HvWState, hero_id: str, victor: str) -> Rule[None]:
    """A winning Hero may choose one piece of Equipment and roll for it: an even result captures it (8.13, ruling
    R53).
    """
    hero = hero_of(state, hero_id)
    pieces, hero.equipment = hero.equipment, []
    if victor and pieces:
        taker = hero_of(state, victor)
        rolled = list(pieces) if ruled(state, "equipment_loot") == "every_piece_rolled" else None
        if rolled is None:
            rolled = [(yield from _pick_piece(taker, pieces))]
        for piece in rolled:
            pieces.remove(piece)
            yield from _capture(state, taker, piece)
    for piece in pieces:
        discard_equipment(state, piece)


def _pick_piece(taker: Hero, pieces: list[str]) -> Rule[str]:
    names = options(*((piece, t(facts.EQUIPMENT[piece].name)) for piece in dict.fromkeys(pieces)))
    return (yield from choose(taker.seat, t("Which piece of Equipment do you try to capture?"), names))


def _capture(state: HvWState, taker: Hero, piece: str) -> Rule[None]:
    name = facts.EQUIPMENT[piece].name
    die = yield from roll(taker.seat, t("Capture the Equipment."), 6, Parity(), t("even"))
    if die % 2 == 0:
        taker.equipment.append(piece)
        yield from note(t("{hero} captures {piece}.", hero=hero_name(taker), piece=t(name)))
    else:
        discard_equipment(state, piece)
        yield from note(t("Odd: {piece} is lost.", piece=t(name)))


def discard_equipment(state: HvWState, piece: str) -> None:
    """Remove a lost piece from the game, or put it back into the cup (ruling R53)."""
    if ruled(state, "lost_equipment") == "back_to_cup":
        put(state.cup, piece)


@step("4.1")
def replace_hero(state: HvWState, hero_id: str, lost_city: str) -> Rule[None]:
    """If the first Hero died and the second is unused, that one comes free, with 10 Gold worth of units (4.1,
    ruling R16).
    """
    seat, _ = facts.HEROES[hero_id]
    player = state.players[seat]
    second = next((hero for hero in player.heroes if hero.status == "unused"), None)
    if second is None:
        return
    home = home_of(state, seat)
    place = home.place if home is not None and home.owner == seat else ""
    if not place:
        place = yield from _near_capital(state, seat)
        together = lost_city == f"home:{seat}" and ruled(state, "capital_grace") != "none"
        player.grace = player.grace or together
    arrive(state, second, place)
    words = "{dead} is dead. Now {hero} comes: buy his army; Gold left over is lost."
    prompt = t(words, dead=hero_name(hero_id), hero=hero_name(second))
    levels = _replacement_levels(state, seat)
    army = yield from ask_army(state, seat, facts.SETUP["replacement_gold"], levels, prompt)
    fill_sections(second, seat, army)
    text = t("{hero} arrives with {army}.", hero=hero_name(second), army=army_text(stacks_of(second)))
    yield from note(text, about=f"hero:{second.id}")


def _replacement_levels(state: HvWState, seat: str) -> list[int]:
    """Levels 1 to 3, or by ruling R16 every Level whose facility stands."""
    home = home_of(state, seat)
    if ruled(state, "replacement_army") == "setup_limits" or home is None:
        return list(facts.SETUP["army_levels"])
    levels: dict[str, int] = facts.SETUP["facility_levels"]
    return [levels[name] for name in home.facilities if name in levels]


def _near_capital(state: HvWState, seat: str) -> Rule[str]:
    """The capital is lost: a discovered hex within 4 of it without enemies or active guards (4.1, ruling R16)."""
    home = home_of(state, seat)
    if not state.world.mapped or home is None:
        yield from note(t("Put him on a free hex within 4 hexes of the lost capital."))
        return "open"
    hero = next(one for one in state.players[seat].heroes if one.status == "unused")
    free = paths.open_to(state, hero, _discovered(state))
    near = [place for place in free if world.distance(place, home.place) <= 4]
    choices = [Option(place, world.place_name(state, place)) for place in near or free]
    return (yield from choose(seat, t("Where does your second Hero appear?"), choices, look="map"))


def _discovered(state: HvWState) -> list[str]:
    return [place for tile in state.world.tiles if tile.id for place in world.hexes_around((tile.q, tile.r))]


def escapes(state: HvWState, hero: Hero, battlefield: str) -> bool:
    """Whether a beaten Hero survives (ruling R15, second reading): with a capital other than the place that fell."""
    home = home_of(state, hero.seat)
    safe = home is not None and home.owner == hero.seat and home.place != battlefield
    return safe and ruled(state, "hero_death") == "survives_to_capital"


def flee_to_capital(state: HvWState, hero: Hero) -> Rule[None]:
    """Place the Hero who `escapes` in the capital, without an army."""
    home = home_of(state, hero.seat)
    assert home is not None
    hero.sections = [None] * len(hero.sections)
    hero.place = home.place
    hero.turn_over, hero.mp = True, 0
    yield from note(t("{hero} escapes alone to his capital.", hero=hero_name(hero)), section="8.9")


# ---- defeat of a player

DEFEATS = {
    "no_hero": "No Hero is left.",
    "capital_lost": "The capital is in enemy hands at the end of the Round.",
    "not_retaken": "The capital was not retaken.",
}
"""Why a player is defeated (12.1, ruling R17)."""


@step("12.1", "8.13", asks_first=True)
def defeat_without_heroes(state: HvWState, seat: str) -> Rule[None]:
    """A player with no Hero in play and both eliminated loses at once (12.1)."""
    player = state.players[seat]
    if player.defeated or own_heroes(state, seat) or any(hero.status == "unused" for hero in player.heroes):
        return
    yield from defeat(state, [seat], "no_hero")


def defeat(state: HvWState, seats: list[str], reason: str) -> Rule[None]:
    """Remove players from the game together; a player left alone has won (8.13, 12.1)."""
    for seat in seats:
        yield from _leave(state, seat, reason)
    if seats and len(left := alive(state)) == 1:
        state.winners, state.ended = left, "last_player"
        yield from note(t("The {race} win.", race=title(left[0])), kind="won", section="12.1")


def _leave(state: HvWState, seat: str, reason: str) -> Rule[None]:
    """His Cities, Resource hexes and Recruitment Location become neutral (8.13, R54)."""
    player = state.players[seat]
    player.defeated = True
    guards = ruled(state, "defeated_units") == "become_guards"
    for hero in player.heroes:
        for piece in hero.equipment:
            discard_equipment(state, piece)
        hero.equipment = []
        hero.sections = [None] * len(hero.sections)
        hero.status, hero.place = "dead", ""
    for city in state.cities.values():
        if city.owner == seat:
            city.owner, city.units = "", city.units if guards else []
    for site in state.sites.values():
        if site.owner == seat:
            _set_neutral(site, guards)
        if site.kind == "recruitment" and site.race == seat:
            site.active, site.mercenaries, site.waiting, site.owner = True, True, 1, ""
    text = t("The {race} are defeated. {reason}", race=title(seat), reason=t(DEFEATS[reason]))
    yield from note(text, kind="defeated", facts={"reason": reason}, section="8.13")


def _set_neutral(site: Site, become_guards: bool) -> None:
    """A Resource hex without owner: the Guards Table is rolled when it is next attacked (8.13)."""
    units, site.garrison = site.garrison, []
    site.owner, site.cleared, site.active, site.roused_by = "", False, False, ""
    site.reverted = True
    if become_guards and units:
        site.guards, site.active = units, True

"""Quests (17.2): a Hero draws a card in the Tavern at home; deeds count towards it; fulfilling it brings a reward."""

from __future__ import annotations

from companion.engine.rules import Card, Offer, Rule, confirm, draw, note, partial, t
from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.armies import place_units
from companion.games.heroes_vs_warlords.records.common import (
    RESOURCE_TITLES,
    city_at,
    hero_name,
    hero_of,
    raise_ability,
    resource_sites,
    ruled,
    stacks_of,
    usable,
)
from companion.games.heroes_vs_warlords.records.goods import give
from companion.games.heroes_vs_warlords.records.state import Battle, Hero, HvWState, Side

CARDS = {one.id: one for one in facts.QUESTS}
UNITS_LEVEL = 2
"""The Level of units that a card brings."""
PEOPLE = ("ep", "honor")


def used(state: HvWState) -> bool:
    """Whether the match plays with quests (17.2, ruling R92)."""
    return ruled(state, "quests") == "on"


# ---- drawing


def draw_offers(state: HvWState, hero: Hero) -> list[Offer]:
    """The offer to draw a quest: for a Hero without one, at home with a Tavern, once a visit (17.2, ruling R100)."""
    if not used(state):
        return []
    city = city_at(state, hero.place)
    at_home = city is not None and city.home == hero.seat and city.owner == hero.seat and usable(city, "tavern")
    keeps = hero.quest and ruled(state, "quest_swap") == "no"
    if not at_home or hero.quest_drawn or keeps:
        return []
    words = "{hero} exchanges his quest card" if hero.quest else "{hero} draws a quest card"
    return [Offer(f"quest:{hero.number}", t(words, hero=hero_name(hero)), partial(_draw, state, hero), kind="quest")]


def deck(state: HvWState) -> list[int]:
    """The numbers of the cards that can be drawn; when all have been drawn, the discards are shuffled in again
    (ruling R100).
    """
    held = {hero.quest for player in state.players.values() for hero in player.heroes if hero.quest}
    left = [id for id in CARDS if id not in held and id not in state.quest_discards]
    if not left:
        state.quest_discards = []
        left = [id for id in CARDS if id not in held]
    return left


def _draw(state: HvWState, hero: Hero) -> Rule[None]:
    quests = {str(id): id for id in deck(state)}
    cards = [Card(name, t("Quest {n}: {task}", n=id, task=t(CARDS[id].task))) for name, id in quests.items()]
    (picked,) = yield from draw(hero.seat, t("Draw a quest card."), cards, about=f"hero:{hero.id}", section="17.2")
    give_up(state, hero)
    hero.quest, hero.quest_drawn = quests[picked], True
    text = t("{hero} takes a quest: {task}.", hero=hero_name(hero), task=t(CARDS[hero.quest].task))
    yield from note(text, about=f"hero:{hero.id}", section="17.2")
    yield from standing(state, hero)


def give_up(state: HvWState, hero: Hero) -> None:
    """Discard a Hero's quest: fulfilled, exchanged, or the Hero is dead."""
    if hero.quest:
        state.quest_discards.append(hero.quest)
    hero.quest, hero.quest_marks = 0, []


# ---- deeds


def did(state: HvWState, hero: Hero, deed: str, mark: str = "", number: int = 0) -> Rule[None]:
    """Count a deed towards a Hero's quest: `mark` says where or when, `number` how much."""
    card = CARDS.get(hero.quest)
    if not used(state) or card is None or card.deed != deed or number < card.least:
        return
    hero.quest_marks.append(mark)
    marks = hero.quest_marks
    counted = marks.count(mark) if card.same else len(set(marks))
    if counted >= card.times:
        yield from _fulfilled(state, hero, card)


def standing(state: HvWState, hero: Hero) -> Rule[None]:
    """Check quests about what a Hero has rather than does: kinds of Resource hexes, stacks."""
    if not used(state) or not hero.quest:
        return
    kinds = {site.resource for site in resource_sites(state, hero.seat)}
    yield from did(state, hero, "kinds", "", len(kinds))
    yield from did(state, hero, "stacks", "", len(stacks_of(hero)))


def took(state: HvWState, hero: Hero, former: str) -> Rule[None]:
    """Count a Resource hex that a Hero has taken from `former` (another player, or "" for nobody)."""
    if former not in ("", hero.seat):
        yield from did(state, hero, "captured", hero.place)
    yield from standing(state, hero)


def after_combat(state: HvWState, fight: Battle, won: Side, lost: Side) -> Rule[None]:
    """Count a won combat towards the winner's quest."""
    hero = hero_of(state, won.hero)
    yield from did(state, hero, "won", f"turn:{state.turns_played}")
    yield from did(state, hero, "kills", fight.place, sum(won.kills.values()))
    if lost.kind == "guards":
        yield from did(state, hero, "guards", fight.place, max((one.level for one in lost.stacks), default=0))
    first = fight.attacker if fight.first == "attacker" else fight.defender
    if fight.initiative_kept and first is lost:
        yield from did(state, hero, "without_initiative", fight.place)


def at_turn_end(state: HvWState, seat: str) -> Rule[None]:
    """Check quests about where a player's Heroes end the turn, and what they lead."""
    for hero in state.players[seat].heroes:
        if hero.status != "in_play" or not hero.quest:
            continue
        if (yield from _on_foreign_start_tile(state, hero)):
            yield from did(state, hero, "start_tile", hero.place)
        yield from standing(state, hero)


def _on_foreign_start_tile(state: HvWState, hero: Hero) -> Rule[bool]:
    """The map tells; without one the table says so, while the Hero's card asks for it."""
    if CARDS[hero.quest].deed != "start_tile":
        return False
    if state.world.mapped:
        found = world.tile_at(state.world, hero.place)
        return found is not None and found[0].start not in ("", hero.seat)
    prompt = t("Does {hero} end the turn on a start tile of another player?", hero=hero_name(hero))
    return (yield from confirm(hero.seat, prompt, observation=True, about=f"hero:{hero.id}", section="17.2"))


# ---- the reward


def _fulfilled(state: HvWState, hero: Hero, card: facts.Quest) -> Rule[None]:
    """The reward at once; the card is discarded, and he may draw another (17.2)."""
    give_up(state, hero)
    words = t("{hero} has fulfilled his quest: {task}.", hero=hero_name(hero), task=t(card.task))
    yield from note(words, about=f"hero:{hero.id}", kind="quest", facts={"what": card.id}, section="17.2")
    goods = {name: n for name, n in card.reward.items() if name in RESOURCE_TITLES}
    if goods:
        yield from give(state, hero, goods, "17.2")
    for name, number in card.reward.items():
        if name not in goods:
            yield from _reward(hero, name, number)


def _reward(hero: Hero, name: str, number: int) -> Rule[None]:
    """EP, Honor, units as far as there is room, or an ability for good."""
    if name in PEOPLE:
        setattr(hero, name, getattr(hero, name) + number)
    elif name in facts.ABILITIES:
        for _ in range(number):
            raise_ability(hero, name)
    else:
        number = place_units(hero, hero.seat, UNITS_LEVEL, number)
    words = {"ep": t("EP"), "honor": t("Honor"), "level_2": t("units of Level 2"), "initiative": t("Initiative")}
    text = t("{hero} receives {n} {what}.", hero=hero_name(hero), n=number, what=words[name])
    yield from note(text, about=f"hero:{hero.id}", section="17.2")

"""Mercenaries for hire (17.1): a Tavern sells them for 1 Gold each; they wait in its City or Camp."""

from __future__ import annotations

from companion.engine.rules import Offer, Rule, note, number, partial, plural, refuse_if, t
from companion.games.heroes_vs_warlords.records import facts, stocks
from companion.games.heroes_vs_warlords.records.common import city_name, ruled, usable
from companion.games.heroes_vs_warlords.records.state import City, HvWState, Stack

MERCENARIES = "mercenaries"
LEVEL = 2
PRICE = 1
"""Gold for each (17.1.1)."""
MOST: int = facts.SETUP["stack_limit"]
"""As many wait in a place, and serve under a Hero (17.1.3, ruling R71)."""


def hire_offers(state: HvWState, city: City, gold: int) -> list[Offer]:
    """The offers to hire Mercenaries, if there is a Tavern and the match plays with them; in captured places by
    ruling R99a.
    """
    if ruled(state, "mercenaries") != "on" or not usable(city, "tavern"):
        return []
    if city.owner != city.home and ruled(state, "captured_tavern") == "no_hire":
        return []
    full = refuse_if(not room(city), "17.1.3", t("{n} Mercenaries wait there already.", n=MOST))
    poor = facts.AGAINST(no_gold_to_hire=not gold)
    label = t("Hire Mercenaries ({city})", city=city_name(city))
    return [Offer(f"hire@{city.id}", label, partial(_hire, state, city, gold), refusal=full or poor)]


def room(city: City) -> int:
    """How many more Mercenaries can wait in the City or Camp."""
    return max(MOST - sum(stack.count for stack in city.units if stack.faction == MERCENARIES), 0)


def _hire(state: HvWState, city: City, gold: int) -> Rule[None]:
    prompt = t("How many Mercenaries? Each costs 1 Gold; {gold} there.", gold=gold)
    hired = yield from number(city.owner, prompt, 0, min(gold // PRICE, room(city)), about=f"city:{city.id}",
                              section="17.1.1")  # fmt: skip
    if not hired:
        return
    stocks.pay(state, city, {"gold": hired * PRICE}, "17.1.1")
    locked = city.owner != city.home and ruled(state, "captured_tavern") == "must_stay"
    waiting = next((one for one in city.units if (one.faction, one.locked) == (MERCENARIES, locked)), None)
    if waiting is None:
        city.units.append(Stack(MERCENARIES, LEVEL, hired, locked))
    else:
        waiting.count += hired
    one, many = "{city}: one Mercenary hired.", "{city}: {n} Mercenaries hired."
    text = plural(hired, one, many, city=city_name(city))
    yield from note(text, section="17.1.1")

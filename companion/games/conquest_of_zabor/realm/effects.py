"""What cards do while they lie on a chart, or until the turn ends: abilities, numbers, prices, capacities, income."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core.effects import Sum, Term, add_up
from companion.engine.core.text import plural, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.language import Effect
from companion.games.conquest_of_zabor.realm.areas import civilized, controlled, kind_of, land, roads
from companion.games.conquest_of_zabor.sheet import decks_of
from companion.games.conquest_of_zabor.state import ZaborState
from companion.games.conquest_of_zabor.wording import some


def on_chart(state: ZaborState, seat: str) -> Iterator[tuple[facts.Card, Effect]]:
    """All effects of the cards on a chart, with their cards."""
    player = state.players.get(seat)
    if player is None:
        return
    decks = decks_of(state.owner)
    for name in (*player.traits, *player.positions, *player.dynasty, *player.artifact):
        card = decks.find(name)
        for effect in card.effects if card is not None else ():
            if not effect.start:
                yield card, effect  # type: ignore[misc]


def lasting(state: ZaborState, seat: str, word: str) -> list[Effect]:
    """The effects with this word that hold for a player now."""
    found = [effect for _, effect in on_chart(state, seat) if effect.word == word and effect.lasting]
    cards = decks_of(state.owner).cards
    for one in state.lasting:
        card = cards.get(one.deck, {}).get(one.card)
        if card is not None and seat in one.seats:
            there = card.effects if one.n < 0 else card.effects[one.n : one.n + 1]
            found += [effect for effect in there if effect.word == word]
    return found


def whens(state: ZaborState, seat: str, moment: str) -> list[tuple[facts.Card, Effect]]:
    """The effects on a chart that happen at this moment, as `when` names it."""
    return [(card, effect) for card, effect in on_chart(state, seat) if effect.get("when") == moment]


def level(state: ZaborState, seat: str, kind: str, ability: str) -> int:
    """The level of an ability of a type of Unit or Upgrade: printed, and from all cards."""
    if kind in facts.ITEMS:
        printed = facts.ITEMS[kind].absorb if ability == "absorb" else 0
    else:
        printed = kind_of(state, kind).abilities.get(ability, 0)
    extra = [
        one for one in lasting(state, seat, "ability") if one.get("unit") == kind and one.get("ability") == ability
    ]
    return printed + sum(_levels(state, one) for one in extra)


def _levels(state: ZaborState, effect: Effect) -> int:
    per_unit = effect.get("ability") == "first_strike" and state.rulings["first_strike"] == "per-unit"
    return min(1, effect.number()) if per_unit else effect.number()


def stat(state: ZaborState, seat: str, kind: str, name: str) -> int:
    """Strength, Move or Wounds of a type of Unit: an effect that sets a number replaces the printed one, others add
    to it.
    """
    printed: int = getattr(kind_of(state, kind), name)
    named = f"{facts.BARBARIAN}_{kind}" if seat == facts.BARBARIAN else kind
    found = [
        one for one in lasting(state, seat, "stat") if one.get("stat") == name and one.get("unit") in (kind, named)
    ]
    fixed = [one.number("set") for one in found if "set" in one.args]
    total = (fixed[-1] if fixed else printed) + sum(one.number() for one in found if "set" not in one.args)
    return max(1 if name in ("move", "wounds") else 0, total)


def price(state: ZaborState, seat: str, item: str) -> int:
    """The price in Gold of a Unit, an Upgrade or a Road; never below 1."""
    printed = facts.UNITS[item].price if item in facts.UNITS else facts.ITEMS[item].price
    return max(1, printed - sum(one.number() for one in lasting(state, seat, "discount") if one.get("item") == item))


def capacity(state: ZaborState, seat: str, kind: str) -> int:
    """The Unit Capacity of a type: 4 and what the areas add, halves rounded up."""
    unit = facts.UNITS[kind]
    areas = len(civilized(state, seat) if unit.capacity == "civilized" else land(state, seat))
    extra = sum(one.number() for one in lasting(state, seat, "capacity") if one.get("unit") == kind)
    return facts.NUMBER["capacity"] - (-areas // unit.part) + extra


def count_of(state: ZaborState, seat: str, kind: str) -> int:
    """How many Units of a type a player has on the map."""
    return sum(one.seat == seat and one.kind == kind for one in state.units.values())


def upgrades_of(state: ZaborState, seat: str, item: str) -> int:
    """How many Upgrades or Roads of a colour are on the map."""
    if item == "road":
        return sum(area.roads.count(seat) for area in state.areas.values())
    return sum(area.holder == seat and area.upgrade == item for area in state.areas.values())


def supply(state: ZaborState, seat: str, item: str) -> int:
    """How many pieces of a kind are not on the map."""
    total = facts.BARBARIANS if seat == facts.BARBARIAN else facts.SUPPLY
    used = count_of(state, seat, item) if item in facts.UNITS else upgrades_of(state, seat, item)
    return max(0, total.get(item, 0) - used)


def room(state: ZaborState, seat: str, kind: str) -> int:
    """How many more Units of a type a player can get."""
    free = capacity(state, seat, kind) - count_of(state, seat, kind)
    return max(0, min(free, supply(state, seat, kind)))


# ---- income


def counted(state: ZaborState, seat: str, per: str) -> int:
    """The number of things for which a card pays Gold; adjacent Empires are counted by `atlas`."""
    player, own = state.players[seat], controlled(state, seat)
    areas = [state.areas[place] for place in own]
    match per:
        case "flat":
            return 1
        case "rural":
            return sum(not area.sea and not area.upgrade for area in areas)
        case "keep" | "city" | "metropol":
            return sum(area.upgrade == per for area in areas)
        case "city_or_metropol":
            return sum(area.upgrade in ("city", "metropol") for area in areas)
        case "sea":
            return sum(area.sea for area in areas)
        case "coastal":
            return sum(area.kind == "coast" for area in areas)
        case "road":
            return sum(roads(state, place, seat) for place in own)
        case "artifact" | "dynasty":
            return len(player.artifact if per == "artifact" else player.dynasty)
        case "monster":
            return len(player.monsters)
    return 0


def income(state: ZaborState, seat: str, adjacent: int) -> Sum:
    """The Gold of an Income Phase, from areas and then cards; `adjacent` is the number of adjacent Empires."""
    rural = counted(state, seat, "rural")
    terms = [Term(plural(rural, "1 Rural Area", "{n} Rural Areas"), rural * facts.NUMBER["rural"])]
    for name in facts.UPGRADES:
        n, item = counted(state, seat, name), facts.ITEMS[name]
        terms.append(Term(some(n, item.name), n * item.income))
    for card, effect in on_chart(state, seat):
        if effect.word == "income":
            each = (
                adjacent if effect.get("per") == "adjacent_empire" else counted(state, seat, effect.get("per", "flat"))
            )
            terms.append(Term(t(card.name), min(each * effect.number(), effect.number("max", 999))))
    terms = [one for one in terms if one.value] or terms[:1]
    return add_up(t("Income"), terms[0], *terms[1:])

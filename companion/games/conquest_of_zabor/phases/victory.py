"""Victory Points: which conditions are fulfilled, which are claimed, who has won."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.core.asking import note, pick
from companion.engine.core.effects import Rule
from companion.engine.core.forms import Option
from companion.engine.core.rules import step
from companion.engine.core.text import Text, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.language import Comparison, Goal
from companion.games.conquest_of_zabor.realm.areas import controlled, from_master, who
from companion.games.conquest_of_zabor.realm.atlas import adjacent_empires
from companion.games.conquest_of_zabor.realm.effects import count_of, counted, stat, upgrades_of
from companion.games.conquest_of_zabor.realm.piles import draw_cards
from companion.games.conquest_of_zabor.sheet import decks_of
from companion.games.conquest_of_zabor.state import ZaborState
from companion.games.conquest_of_zabor.wording import goal_words

COUNTS = {"rural_areas": "rural", "sea_areas": "sea", "coastal_areas": "coastal", "roads": "road",
          "artifacts": "artifact", "dynasties": "dynasty", "monsters": "monster"}  # fmt: skip
PIECES = {"auxiliaries": "auxiliary", "infantry": "infantry", "cavalry": "cavalry", "sorcerers": "sorcerer",
          "fleets": "fleet"}  # fmt: skip
REGIONS = {"zabor_areas": "zabor", "north_areas": "north", "south_areas": "south"}
UPGRADES = {"keeps": "keep", "cities": "city", "metropols": "metropol"}


ADJACENT = "adjacent_empires"


def metric(state: ZaborState, seat: str, name: str) -> int:
    """The number that a condition compares. `adjacent_empires` is not here, because players may have to look at the
    map.
    """
    player = state.players[seat]
    if name in COUNTS:
        return counted(state, seat, COUNTS[name])
    if name in PIECES:
        return count_of(state, seat, PIECES[name])
    if name in UPGRADES:
        return upgrades_of(state, seat, UPGRADES[name])
    own = [state.areas[place] for place in controlled(state, seat) if not state.areas[place].sea]
    match name:
        case "land_areas":
            return len(own)
        case "civilized_areas":
            return sum(bool(area.upgrade) for area in own)
        case "zabor_areas" | "north_areas" | "south_areas":
            return sum(area.region == REGIONS[name] for area in own)
        case "gold":
            return player.gold
        case "units":
            return sum(one.seat == seat for one in state.units.values())
        case "unit_strength":
            return unit_strength(state, seat)
        case "positions":
            return len(player.positions)
        case "battles_won_turn":
            return player.won
        case "empire_battles_won_turn":
            return player.won_empire
        case "areas_conquered_turn":
            return sum(state.areas[one] in own for one in player.conquered if one in state.areas)
        case "trades_turn":
            return player.trades
        case "vp_claims":
            return len(player.claims)
    return 0


def unit_strength(state: ZaborState, seat: str) -> int:
    """The total Strength of a player's Units on the map, including Monsters and the effects of cards (A29)."""
    return sum(stat(state, seat, one.kind, "strength") for one in state.units.values() if one.seat == seat)


def holds(state: ZaborState, seat: str, one: Comparison, adjacent: int) -> bool:
    """Whether a comparison is fulfilled."""
    value = adjacent if one.metric == ADJACENT else metric(state, seat, one.metric)
    if one.least is not None:
        return value >= one.least
    return all(value > metric(state, other, one.metric) for other in state.seats if other != seat)


def fulfilled(state: ZaborState, seat: str, goal: Goal, adjacent: int) -> bool:
    """Whether a condition is fulfilled now."""
    return any(all(holds(state, seat, one, adjacent) for one in group) for group in goal.either)


class Condition(NamedTuple):
    """What Victory Points are claimed for: the card that says so, by its deck and name, and what it asks for."""

    deck: str
    card: str
    goal: Goal


def vp_claim(card: str) -> str:
    """The id of the claim of a VP card, as saves hold it."""
    return f"vp:{card}"


def trait_claim(card: str, n: int) -> str:
    """The id of the claim of the nth condition of a trait, from 0, as saves hold it."""
    return f"trait:{card}:{n}"


def conditions(state: ZaborState) -> dict[str, Condition]:
    """Everything that can ever be claimed with the cards of this match, by the ids of the claims."""
    cards = decks_of(state.owner).cards
    found = {vp_claim(name): Condition("vp", name, card.goals[0]) for name, card in cards["vp"].items() if card.goals}
    for name, card in cards["trait"].items():
        found |= {trait_claim(name, n): Condition("trait", name, goal) for n, goal in enumerate(card.goals)}
    return found


def within_reach(state: ZaborState, goal: Goal) -> bool:
    """Whether so many players can ever fulfil a condition: nobody has more adjacent Empires than there are others."""
    others = len(state.seats) - 1
    return any(all(one.metric != ADJACENT or (one.least or 0) <= others for one in group) for group in goal.either)


def goals(state: ZaborState, seat: str) -> dict[str, tuple[Text, Goal]]:
    """What a player can still claim: face-up VP cards and the conditions of the own traits (A07, A32), as far as so
    many players can fulfil them.
    """
    cards, found = decks_of(state.owner).cards, {}
    first = state.rulings["unclaimed"] == "first-only"
    taken = [claim for player in state.players.values() for claim in player.claims if first or player.seat == seat]
    again = state.rulings["trait_claims"] == "each-turn"
    used = state.players[seat].spent if again else taken
    for name in state.face_up:
        card = cards["vp"].get(name)
        if card is not None and card.goals and vp_claim(name) not in taken:
            found[vp_claim(name)] = t(card.name), card.goals[0]
    for name in state.players[seat].traits:
        card = cards["trait"].get(name)
        for n, goal in enumerate(card.goals if card is not None else ()):
            if trait_claim(name, n) not in used:
                found[trait_claim(name, n)] = t(card.name), goal  # type: ignore[union-attr]
    return {claim: one for claim, one in found.items() if within_reach(state, one[1])}


def claimable(state: ZaborState, seat: str, adjacent: int) -> dict[str, tuple[Text, Goal]]:
    """What a player can claim now."""
    return {one: found for one, found in goals(state, seat).items() if fulfilled(state, seat, found[1], adjacent)}


@step("Phase 9: VP", "Object of the Game")
def claim(state: ZaborState, seat: str) -> Rule[None]:
    """One player's claims: all fulfilled conditions, or one (A08)."""
    asks = next((name for name, goal in goals(state, seat).values() for group in goal.either for one in group
                 if one.metric == ADJACENT), None)  # fmt: skip
    adjacent = 0
    if asks is not None:
        adjacent = yield from adjacent_empires(state, seat, asks, lambda n: set(claimable(state, seat, n)))
    done: list[str] = []
    while found := {one: goal for one, goal in claimable(state, seat, adjacent).items() if one not in done}:
        most = 1 if state.rulings["claims"] == "one-per-phase" else 99
        if most == 1 and done:
            return
        labels = [Option(one, t("{card}, {n} VP", card=name, n=goal.vp)) for one, (name, goal) in found.items()]
        least = 0 if most == 1 and state.rulings["must"] == "may" else min(most, len(found))
        picked = (
            list(found)
            if least == len(found)
            else (yield from pick(seat, t("What do you claim?"), labels, least, min(most, len(found)), about="claim"))
        )
        if not picked:
            return
        for one in picked:
            yield from _mark(state, seat, one, *found[one])
        done += picked


def _mark(state: ZaborState, seat: str, name: str, card: Text, goal: Goal) -> Rule[None]:
    player = state.players[seat]
    player.claims.append(name)
    player.spent.append(name)
    player.vp += goal.vp
    yield from note(t("{who} claims {card}: {n} VP.", who=who(seat), card=card, n=goal.vp), kind="claim",
                    facts={"seat": seat, "what": name})  # fmt: skip


@step("Setup 6: VP chart", "Phase 10: end", "Setup 7 and 8: decks and charts")
def reveal(state: ZaborState) -> Rule[str]:
    """The Master of Events turns up the next VP card, of the age that the chart has reached (A14, A38). Returns who
    leads.
    """
    n = len(state.face_up)
    cards = decks_of(state.owner).cards["vp"]
    ages = played_ages(state)
    age = 0 if state.rulings["vp_order"] == "shuffled" else ages[min(n // state.per_age, len(ages) - 1)]
    other = [one for one, card in cards.items() if not allowed(state, card.age, age)]
    state.discards["vp"] = other
    master = from_master(state, facts.EVENTS)[0]
    drawn = yield from draw_cards(state, master, "vp")
    state.discards["vp"] = []
    state.face_up += drawn
    state.turn, state.phase, state.active = state.turn + 1, facts.PHASES[0], ""
    for one in drawn:
        yield from note(t("VP card: {card}, {n} VP for {need}.", card=t(cards[one].name), n=cards[one].goals[0].vp,
                          need=goal_words(cards[one].goals[0])), kind="vp")  # fmt: skip
    yield from note(t("Turn {n}", n=state.turn), kind="round")
    state.order = from_master(state, facts.COUNCIL)
    return state.order[0]


def played_ages(state: ZaborState) -> tuple[int, ...]:
    """The ages of this match: the first ones, or the last ones (A14)."""
    n = facts.LENGTHS[state.length]
    first = 1 if state.rulings["ages"] == "first" else len(facts.AGES) - n + 1
    return tuple(range(first, first + n))


def allowed(state: ZaborState, age: int, now: int) -> bool:
    """Whether a VP card of an age can be drawn now. With ages in order, it must be of age `now`; where they are
    shuffled together (`now` is 0), fewer of its age than there are must have been turned up.
    """
    if now:
        return age == now
    cards = decks_of(state.owner).cards["vp"]
    up = sum(cards[one].age == age for one in state.face_up if one in cards)
    return age in played_ages(state) and up < state.per_age


@step("Glossary: the end", "Object of the Game")
def rank(state: ZaborState) -> Rule[list[str]]:
    """Most VP wins; ties by Metropols, Gold, Cities, Keeps, Unit Strength; then the victory is shared (A30)."""
    keys = {seat: standing(state, seat) for seat in state.seats}
    state.ranking = sorted(state.seats, key=lambda seat: keys[seat], reverse=True)
    best = keys[state.ranking[0]]
    state.winners = [seat for seat in state.seats if keys[seat] == best]
    tied = [seat for seat in state.seats if keys[seat][0] == best[0]]
    state.ending = "tie" if len(tied) > 1 else "alone"
    names = ", ".join(facts.TITLES[seat] for seat in state.winners)
    yield from note(t("{who} wins with {n} VP.", who=names, n=best[0]), kind="end", facts={"how": state.ending})
    return list(state.winners)


def standing(state: ZaborState, seat: str) -> tuple[int, ...]:
    """The figures compared at the end, in this order."""
    keys = ("metropols", "gold", "cities", "keeps", "unit_strength")
    return (state.players[seat].vp, *(metric(state, seat, one) for one in keys))

"""How a match ended and why: the Victory Points with what they were claimed for, and what broke a tie."""

from __future__ import annotations

from companion.engine.core.effects import Sum, Term
from companion.engine.core.text import Text, named, t
from companion.engine.game.verdict import Figures, Verdict
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.victory import conditions, standing
from companion.games.conquest_of_zabor.readers.board import outcome
from companion.games.conquest_of_zabor.realm.areas import controlled, who
from companion.games.conquest_of_zabor.realm.atlas import label
from companion.games.conquest_of_zabor.sheet import decks_of
from companion.games.conquest_of_zabor.state import ZaborState
from companion.games.conquest_of_zabor.wording import goal_words

SECTION = "Glossary: the end"
TIES = ("Metropols", "Gold", "Cities", "Keeps", "Strength of all Units")
"""What breaks a tie, in the order of the figures that are compared."""


def verdict(state: ZaborState) -> Verdict:
    """By what a finished match was won."""
    if not state.winners:
        return Verdict(outcome(state))
    figures = (_points(state), _areas(state))
    return Verdict(_how(state), t("The last VP card was turned up, and its turn is over."), SECTION, figures)


def _how(state: ZaborState) -> Text:
    winners, first = named([who(one) for one in state.winners]), standing(state, state.winners[0])
    if len(state.winners) > 1:
        return t("{who} share the victory: equal in all that is compared.", who=winners)
    tied = [figures for seat in state.seats if seat not in state.winners
            and (figures := standing(state, seat))[0] == first[0]]  # fmt: skip
    if not tied:
        return t("{who} has the most Victory Points: {n}.", who=winners, n=first[0])
    closest = max(tied)
    n = next(i for i, (one, other) in enumerate(zip(first, closest, strict=True)) if one != other)
    return t("{who} has as many Victory Points as others ({n}), but more in what breaks the tie: {what}, {most}.",
             who=winners, n=first[0], what=t(TIES[n - 1]), most=first[n])  # fmt: skip


def _points(state: ZaborState) -> Figures:
    """What each player has claimed; points that were typed in as a correction have a line of their own."""
    cards, known, sums = decks_of(state.owner).cards, conditions(state), []
    for seat in state.seats:
        player, terms = state.players[seat], []
        for one in (known[claim] for claim in player.claims if claim in known):
            words = t("{card}, {need}", card=t(cards[one.deck][one.card].name), need=t(goal_words(one.goal)))
            terms.append(Term(words, one.goal.vp, "Phase 9: VP"))
        rest = player.vp - sum(one.value for one in terms)
        sums.append(Sum(who(seat), (*terms, *([Term(t("Corrections"), rest)] if rest else []))))
    return Figures(t("Victory Points"), tuple(sums))


def _areas(state: ZaborState) -> Figures:
    """The Upgrades of each Empire, with what they pay."""
    sums = []
    for seat in state.seats:
        built = [(place, state.areas[place].upgrade) for place in controlled(state, seat) if state.areas[place].upgrade]
        terms = [Term(t("{item} in {place}", item=t(facts.ITEMS[one].name), place=label(state, place)),
                      facts.ITEMS[one].income) for place, one in built]  # fmt: skip
        sums.append(Sum(who(seat), tuple(terms)))
    return Figures(t("What Keeps, Cities and Metropols pay"), tuple(sums))

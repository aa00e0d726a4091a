"""How a match ended and why: who was left, or what was compared, with the figures it is made of."""

from __future__ import annotations

from collections import Counter

from companion.engine.core.effects import Sum, Term
from companion.engine.core.text import Text, named, t
from companion.engine.game.verdict import Figures, Verdict
from companion.games.archmagi.land import banners, hex_name, row_of
from companion.games.archmagi.readers.board import figures_of, outcome
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState
from companion.games.archmagi.wording import called, home_of, name_of

LAST = "last"
ENDED = {
    LAST: t("No other Archmagi is left. The figures are for the record: they decided nothing."),
    "rounds": t("Each player has had the last turn."),
    "together": t("The last Archmagi fell at the same time."),
}
"""Why the game was over, by how it ended."""
WINNING = "Winning"
COMPARED = ("Banners", "Units", "Strength")
"""What is compared where several are left, in this order."""


def verdict(state: ArchmagiState) -> Verdict:
    """By what a finished match was won."""
    if state.ending not in ENDED:
        return Verdict(outcome(state))
    figures = (_land(state), _strength(state))
    return Verdict(_how(state), _ended(state), WINNING, figures, figures_decided=state.ending != LAST)


def _ended(state: ArchmagiState) -> Text:
    """Why the game was over: where it was the number of turns, with that."""
    if state.ending != "rounds":
        fell = _fell(state)
        return ENDED[state.ending] if fell is None else t("{fell} {ended}", fell=fell, ended=ENDED[state.ending])
    played = max(state.players[seat].turns for seat in state.winners)
    return t("After turn {n} of each player several Archmagi are left: the match ends, and banners decide.", n=played)


FELL = {
    "battle": "In turn {n} {by} destroyed {who}'s {unit} on {place}.",
    "drowned": "In turn {n} {who}'s {unit} drowned on {place}.",
    "gave_up": "In turn {n} {who} gave up, with {unit} on {place}.",
}
"""How the Archmagi fell that was the last to do so."""


def _fell(state: ArchmagiState) -> Text | None:
    """How the Archmagi fell by which the match ended; None in a match of an earlier release."""
    fall = state.fall
    if fall is None:
        return None
    by = called(fall.by) if fall.by else Text("")
    place = hex_name(state, fall.place) if fall.place else t("the battlefield")
    return t(FELL[fall.how], n=fall.turn, by=by, who=called(fall.seat), unit=name_of(state, fall.kind), place=place)


def _how(state: ArchmagiState) -> Text:
    who = named([called(seat) for seat in state.winners])
    if state.ending == LAST:
        return t("{who} has the last Archmagi on the map.", who=who)
    if len(state.winners) > 1:
        return t("{who} share the victory: equal in all that is compared.", who=who)
    best = figures_of(state, state.winners[0])
    others = [figures_of(state, seat) for seat in state.seats if seat not in state.winners]
    decided = next((one for one in COMPARED if all(best[one] > other[one] for other in others)), "")
    if not decided:
        return t("{who} is ahead in what is compared: banners, then units, then their strength.", who=who)
    words = {
        "Banners": t("{who} has the most banners: {n}.", who=who, n=best["Banners"]),
        "Units": t("{who} has the most units on the map: {n}.", who=who, n=best["Units"]),
        "Strength": t("{who} has the strongest units: {n} in all.", who=who, n=best["Strength"]),
    }
    return words[decided]


def _land(state: ArchmagiState) -> Figures:
    """The banners by terrain."""
    sums = []
    for seat in state.seats:
        rows = [row_of(state, place) for place in banners(state, seat)]
        found = Counter(row.name if row is not None else "unknown" for row in rows)
        sums.append(Sum(called(seat), tuple(Term(t(name), n) for name, n in found.items())))
    return Figures(t("Banners"), tuple(sums))


def _strength(state: ArchmagiState) -> Figures:
    """The strength of the units on the map by the terrain they come from."""
    chits, sums = lists_of(state.owner).chits, []
    for seat in state.seats:
        found: Counter[str] = Counter()
        for one in state.units.values():
            if one.seat == seat:
                found[str(home_of(state, one.kind))] += chits[one.kind].brm
        sums.append(Sum(called(seat), tuple(Term(t(home), n) for home, n in found.items())))
    return Figures(t("Strength of the units, by terrain"), tuple(sums))

"""How a match ended and why: the final comparison with the figures it is made of (12.1)."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.core.effects import Sum, Term
from companion.engine.core.text import Text, named, t
from companion.engine.game.verdict import Figures, Verdict
from companion.games.heroes_vs_warlords.readers.landmarks import end_of
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import (
    RESOURCE_TITLES,
    alive,
    cities_of,
    city_name,
    hero_name,
    ruled,
    stacks_of,
    strength,
    title,
)
from companion.games.heroes_vs_warlords.records.state import HvWState
from companion.games.heroes_vs_warlords.turns import cities, victory

ENDED = {
    "length_in_rounds": t("The Rounds that were agreed on are over."),
    "length_in_turns": t("The turns that were agreed on are over."),
    "no_further_round": t("All players agreed on no further Round."),
    "stopped_in_a_turn": t("All players agreed to stop."),
    "last_player": t("Nobody else is left in the game."),
    "all_lost": t("All capitals were lost in the same Round."),
}
"""Why the game was over, by how it ended."""


def verdict(state: HvWState) -> Verdict:
    """By which comparison a finished match was won, and how its figures are made up."""
    ended = ENDED[end_of(state)]
    if state.ended in ("last_player", "all_lost") and not _compared(state):
        return Verdict(_survived(state), ended, "12.1", _figures(state, state.seats), figures_decided=False)
    if _has_idle_tie(state):
        ended = t("{ended} A tied category counts for nobody.", ended=ended)
    return Verdict(_by_categories(state), ended, "12.1", _figures(state, state.seats))


def _has_idle_tie(state: HvWState) -> bool:
    """Whether a category was led by nobody because several tied in it (ruling R57)."""
    standings = {seat: victory.standing_of(state, seat) for seat in alive(state)}
    leaders, _best = victory.compare(standings, ruled(state, "category_tie"))
    return not all(leaders.values())


def _compared(state: HvWState) -> bool:
    """Whether the figures decided although all capitals were lost (ruling R17b)."""
    return state.ended == "all_lost" and ruled(state, "all_lost") != "draw"


def _survived(state: HvWState) -> Text:
    if len(state.winners) > 1:
        return t("Nobody holds a capital: a draw.")
    return t("The {race} are the last in the game; figures were not compared.", race=title(state.winners[0]))


def _by_categories(state: HvWState) -> Text:
    standings = {seat: victory.standing_of(state, seat) for seat in alive(state)}
    leaders, best = victory.compare(standings, ruled(state, "category_tie"))
    most = max(sum(seat in seats for seats in leaders.values()) for seat in standings)
    race = named([title(seat) for seat in best])
    if len(state.winners) > len(best):
        return t("By agreement the match ends in a draw.")
    if len(best) > 1:
        return t("The {race} lead in {n} of 3 categories each, and nobody in more.", race=race, n=most)
    if len(standings) == 2:
        return t("The {race} lead in {n} of 3 categories.", race=race, n=most)
    return t("The {race} lead in {n} of 3 categories, more than anybody else.", race=race, n=most)


def _figures(state: HvWState, seats: list[str]) -> tuple[Figures, ...]:
    makers: dict[str, Callable[[HvWState, str], list[Term]]] = {
        "resources": _resources, "levels": _levels, "army": _army,
    }  # fmt: skip
    return tuple(
        Figures(t(words), tuple(Sum(title(seat), tuple(makers[name](state, seat))) for seat in seats))
        for name, words in victory.CATEGORIES
    )


def _resources(state: HvWState, seat: str) -> list[Term]:
    kinds = [(name, cities.resource_hexes(state, seat, name)) for name in facts.RESOURCES]
    return [Term(t(RESOURCE_TITLES[name]), n, "9.1") for name, n in kinds if n]


def _levels(state: HvWState, seat: str) -> list[Term]:
    heroes = [hero for hero in state.players[seat].heroes if victory.counts(state, hero)]
    return [Term(hero_name(hero), hero.level, "12.1") for hero in heroes]


def _army(state: HvWState, seat: str) -> list[Term]:
    found = [Term(hero_name(hero), strength(stacks_of(hero)), "12.1") for hero in state.players[seat].heroes]
    if ruled(state, "army_scope") != "hero_displays":
        found += [Term(city_name(city), strength(city.units), "12.1") for city in cities_of(state, seat)]
        garrisons = sum(strength(site.garrison) for site in state.sites.values() if site.owner == seat)
        found.append(Term(t("Garrisons"), garrisons, "12.1"))
    return [term for term in found if term.value]

"""Odds: what will happen, from the rule text itself. Other drivers of the same steps and flows that a match runs.

    situation = beginning(state, battle())                     # or of a match in progress: underway(match_save, rule)
    odds = enumerate_odds(HvWState, situation, policy)         # exact, up to a guaranteed bound
    odds.chance(lambda result, state: result == "attacker")    # -> Bounds(low, high)

    estimate = sample_odds(HvWState, situation, policy, 10_000, seed=1)    # Monte Carlo, with its standard error

Knows the engine, and nothing of any game.
"""

from companion.odds.enumerator import enumerate_odds
from companion.odds.honesty import dishonest_games, dishonest_rolls
from companion.odds.policies import Policy, by_section, first_option
from companion.odds.results import Bounds, Estimate, Odds, OddsError
from companion.odds.sampling import sample_odds
from companion.odds.situations import beginning, underway

__all__ = [
    "Bounds",
    "Estimate",
    "Odds",
    "OddsError",
    "Policy",
    "beginning",
    "by_section",
    "dishonest_games",
    "dishonest_rolls",
    "enumerate_odds",
    "first_option",
    "sample_odds",
    "underway",
]

"""Odds: what will happen, from the rule text itself. Other drivers of the same steps and flows that a match runs.

    situation = beginning(state, battle())                     # or of a match in progress: underway(match_save, rule)
    odds = enumerate_odds(GameState, situation, policy)         # exact, up to a guaranteed bound
    odds.chance(lambda result, state: result == "attacker")    # -> Bounds(low, high)

    estimate = sample_odds(GameState, situation, policy, 10_000, seed=1)    # Monte Carlo, with its standard error

Knows the engine, and nothing of any game. The rooms, from the question down to one step of the rules:

    what people see      `asking` -> `subject`, `figuring`, `record`, `plain_record`; `typed` (files), `hindsight`
    what it hangs on     `choices`, `others`, `ventures`; `policies`, `ways` and `foresight` say who decides what
    the push             `enumerator` -> `network` (who leads where), `forward`, `circles` (loops), `rounds`
    when it is too large `tail` -> `lots`, in an order by what a `guess` expects
    one step             `tracing` -> `stations`, `spots`, `running`, `trees`, `shapes`, `tracked` numbers
    to check it by       `plain` (no tracing), `sampling` (Monte Carlo), `honesty` (of the cases a rule tells apart)
    shared               `situations`, `chance`, `results`
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

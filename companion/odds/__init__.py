"""Odds: what will happen, from the rule text itself. Other drivers of the same steps and flows that a match runs.

    situation = beginning(state, battle())                     # or of a match in progress: underway(match_save, rule)
    odds = enumerate_odds(GameState, situation, policy)         # exact, up to a guaranteed bound
    odds.chance(lambda result, state: result == "attacker")    # -> Bounds(low, high)

    batches = sampled(GameState, situation, policy, until=moment)           # played at random

Knows the engine, and nothing of any game. The rooms, from the question down to one step of the rules:

    what people see      `asking` -> `subject`, `figuring`, `record`, `plain_record`; `typed` (files), `hindsight`
    what it hangs on     `choices`, `others`, `ventures`; `policies`, `ways` and `foresight` say who decides what
    the push             `enumerator` -> `network` (who leads where), `forward`, `circles` (loops), `rounds`
    when it is too large `sampling`: played at random, in batches
    one step             `tracing` -> `stations`, `spots`, `running`, `trees`, `shapes`, `tracked` numbers
    shared               `situations`, `chance`, `results`
"""

from companion.odds.enumerator import enumerate_odds
from companion.odds.policies import Policy, by_section, first_option
from companion.odds.results import Bounds, Odds, OddsError
from companion.odds.sampling import sampled
from companion.odds.situations import beginning, underway

__all__ = [
    "Bounds",
    "Odds",
    "OddsError",
    "Policy",
    "beginning",
    "by_section",
    "enumerate_odds",
    "first_option",
    "sampled",
    "underway",
]

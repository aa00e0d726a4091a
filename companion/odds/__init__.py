"""Odds: what will happen, from the rule text itself. Other drivers of the same steps and flows that a match runs.

    situation = beginning(state, battle())                     # or of a match in progress: underway(match_save, rule)
    ask(Situation(game, situation, outlook))                    # a record of figures
    sampled(GameState, situation, policy, until=moment)         # the endings of games played at random

Knows the engine, and nothing of any game. The rooms, each of which knows those below it only:

    asking     from a save to a record of figures: `request` is the way through, `computing` one record of it
    exact      every situation once: `network` (who leads where), `propagation`, `components` (loops), `lookahead`
    sampling   games at random, for what is too large
    tracing    one step of the rules, run once for all states it treats alike: `tracer`, `kept` between questions
    policies (who decides what), chance

Words that all of them use:

    situation    where the rules stand and the whole state there: the running flows, and the step that waits for dice or
                 cards (or, when looking ahead, for a decision)
    ending       the rules have finished: the result of the outermost flow, and the final state
    mass         the probability of coming to a situation: 1 at the first one, shared out at every roll
    push         handing the mass of every situation on to those it leads to, until all of it has come to endings
    height       a sum of numbers that rules only lower (units only die): a push goes from high to low
    policy       who answers a question to people, and how
    quantity     what is read from an ending: yes or no (a chance), or a number
    tracked      of a number: it writes down every comparison that a rule makes with it
    shape        a state without the numbers that vary; a shape and such numbers together are a state again
"""

from companion.engine.game.outlook import Decide
from companion.odds.asking.subject import beginning, underway
from companion.odds.chance import OddsError
from companion.odds.policies import first_option
from companion.odds.sampling import sampled

__all__ = [
    "Decide",
    "OddsError",
    "beginning",
    "first_option",
    "sampled",
    "underway",
]

"""The table of the Advanced Aid that compares the four methods of combat (19.0 to 19.3); what counts where is asked
of the rules.
"""

from __future__ import annotations

from companion.engine.game.printed import Say
from companion.games.heroes_vs_warlords.advanced import methods
from companion.games.heroes_vs_warlords.records.state import Method
from printables.displays.aid import Table

YES, NO = "•", "–"
DISPLAY, HITS = frozenset(methods.ON_DISPLAY), frozenset(methods.ADVANCED_HITS)
ALL = frozenset(methods.ALL)
RULES: tuple[tuple[str, frozenset[Method]], ...] = (
    ("Stacks move; catapults", DISPLAY),
    ("Each unit deals its Level in hits", HITS),
    ("Attrition; better Initiative helps to withdraw", HITS),
    ("EP by the Level of each kill; dearer Levels", ALL - {methods.ALL[0]}),
    ("3 rounds without attack end it (guards)", ALL - {methods.ALL[0]}),
    ("Stones, woods, fords", DISPLAY & HITS),
    ("Several attackers on one stack", DISPLAY & HITS),
    ("Tower fire gets weaker with the range", DISPLAY & HITS),
)
"""What the methods differ in, and in which of them it counts."""


def table(say: Say) -> Table:
    """The four methods beside each other, a dot where a rule counts."""
    rows = tuple((say(words), *(YES if one in counts else NO for one in methods.ALL)) for words, counts in RULES)
    header = (say("Method"), *(str(n) for n, _ in enumerate(methods.ALL, 1)))
    place = (say("Place"), *(say("Hexes") if one in DISPLAY else say("Arena") for one in methods.ALL))
    note = say("In methods 1 and 3 a fight runs as on the Player Aid; in method 3 Ranged stacks deal their Level, too.")
    shares = (4.6, *(1.15 for _ in methods.ALL))
    return Table(say("Four ways to fight"), header, (place, *rows), shares, note, "close", 4.4, section="19.0")

"""The end of a combat round (8.3 steps 8 and 9, 8.8-8.10): Initiative, withdrawal, and who is left."""

from __future__ import annotations

from companion.engine.rules import Refusal, Rule, Text, confirm, flow, note, step, t
from companion.games.heroes_vs_warlords.advanced import methods
from companion.games.heroes_vs_warlords.fighting.fights import (
    ROLES,
    Role,
    acting,
    current,
    initiative_roll,
    opposite,
    percent_up_to,
    rung,
    side_name,
    side_of,
    succeeds_up_to,
)
from companion.games.heroes_vs_warlords.records.common import ruled, site_at
from companion.games.heroes_vs_warlords.records.facts import AGAINST
from companion.games.heroes_vs_warlords.records.state import Battle, HvWState, Side

NOBODY = "nobody"
"""What `standing` gives when attrition has taken the last units of both sides (ruling R77)."""
IDLE_ROUNDS = 3
TALK_FIRST = "talk"


def last_steps() -> Rule[str]:
    """The end of a combat round, for the flows of both methods: who is left; steps 8 and 9. Returns the role that is
    left, or "".
    """
    winner = yield from standing()
    if winner:
        return winner
    yield from change_initiative()
    return (yield from withdrawals())


@flow("8.9")
def withdrawals() -> Rule[str]:
    """Step 9: the side without the Initiative decides first whether to withdraw (8.9, ruling R47). Returns the role
    that is left, or "".
    """
    for who in ("second", "first"):
        gone = yield from withdraw(who)
        if gone:
            return (yield from standing())
    return ""


@step("8.9", "8.10", asks_first=True)
def standing(state: HvWState) -> Rule[str]:
    """The role that is left, or "" while both sides have units and nobody withdrew (8.10)."""
    fight = current(state)
    left = [role for role in ROLES if _is_left(side_of(fight, role))]
    if len(left) < 2:
        return left[0] if left else NOBODY
    return (yield from _after_idle_rounds(fight))


def _is_left(side: Side) -> bool:
    return not side.withdrew and any(one.count for one in side.stacks if one.box != "out")


def _after_idle_rounds(fight: Battle) -> Rule[str]:
    """19.18: after three combat rounds against guards without any attack the attacker goes back (ruling R76)."""
    if not methods.is_advanced(fight) or "guards" not in (fight.attacker.kind, fight.defender.kind):
        return ""
    fight.idle = 0 if fight.attacked else fight.idle + 1
    fight.attacked = False
    if fight.idle < IDLE_ROUNDS:
        return ""
    fight.attacker.withdrew = True
    yield from note(t("Three combat rounds without an attack: the combat ends."), section="19.18")
    return "defender"


@step("8.8", asks_first=True)
def change_initiative(state: HvWState) -> Rule[None]:
    """Step 8: a Hero whose side lacks the Initiative may try once a combat to seize it (8.8, ruling R47)."""
    fight, role, side = acting(state, "second")
    if not side.hero or side.tried_initiative:
        return
    prompt = t("{who}: try to seize the Initiative (once a combat)?", who=side_name(side))
    needs = t("On {limit} or less ({percent} %) your side acts first from the next combat round on.",
              limit=side.initiative, percent=percent_up_to(side.initiative))  # fmt: skip
    wants = yield from confirm(side.seat, prompt, t("Try"), t("Not now"), about=rung(8), needs=needs)
    if not wants:
        return
    side.tried_initiative = True
    attempt = yield from initiative_roll(side, "8.8", t("Seize the Initiative."), rung(8))
    if attempt.success:
        fight.first, fight.initiative_kept = role, False
        fight.swapped = fight.swapped != (ruled(state, "initiative_roles") == "full_swap")
    words = "{who} seized the Initiative." if attempt.success else "{who} failed to seize the Initiative."
    yield from note(t(words, who=side_name(side)), *attempt.why)


@step("8.9", asks_first=True)
def withdraw(state: HvWState, who: str) -> Rule[bool]:
    """Step 9: a Hero may try to withdraw: d20 equal to or below his Initiative (8.9, ruling R48)."""
    fight, role, side = acting(state, who)
    if not side.hero:
        return False
    plus = _lead(state, fight, role) if methods.advanced_hits(fight) else 0
    prompt = t("{who}: fight on or withdraw?", who=side_name(side))
    section = "19.16.2" if methods.advanced_hits(fight) else "8.9"
    return (yield from _try_to_withdraw(fight, role, prompt, rung(9), plus, section))


def _lead(state: HvWState, fight: Battle, role: Role) -> int:
    """By how much one's Initiative exceeds that of the enemy Hero (19.16.2, ruling R66)."""
    mine, theirs = side_of(fight, role), side_of(fight, opposite(role))
    reading = ruled(state, "withdraw_modifier")
    if not theirs.hero or reading == "none":
        return 0
    lead = mine.initiative - theirs.initiative
    return min(lead, 0) if reading == "only_if_lower" else lead


@step("7.1.3", "8.9", asks_first=True)
def early_withdrawal(state: HvWState) -> Rule[bool | str]:
    """A Hero who met guards may try to withdraw before the combat: by method, place and ruling R49 (19.16.3).

    Returns `TALK_FIRST` where by ruling R98 Diplomacy comes first.
    """
    fight = current(state)
    side = fight.attacker
    met_guards = fight.defender.kind == "guards" and bool(side.hero)
    if not met_guards or not _may_leave_early(state, fight):
        return False
    if side.diplomacy and ruled(state, "diplomacy_time") == "before_early_withdraw":
        return TALK_FIRST
    if not any(one.count for one in fight.defender.stacks):
        return False
    prompt = t("{who}: fight the guards or withdraw?", who=side_name(side))
    section = "19.16.3" if methods.chosen(state) in methods.ADVANCED_HITS else "8.9"
    return (yield from _try_to_withdraw(fight, "attacker", prompt, "early", section=section))


def _may_leave_early(state: HvWState, fight: Battle) -> bool:
    """Ruling R49: with Advanced hits in Resource hexes, in all guarded hexes, or in the Basic game too."""
    reading = ruled(state, "early_withdraw")
    if reading == "basic_too" or methods.chosen(state) not in methods.ADVANCED_HITS:
        return reading == "basic_too"
    site = site_at(state, fight.site)
    return reading == "all_guarded_hexes" or (site is not None and site.kind == "resource")


def _try_to_withdraw(
    fight: Battle, role: Role, prompt: Text, about: str, plus: int = 0, section: str = "8.9"
) -> Rule[bool]:
    """Whether a side leaves; `section` is the one its roll goes by, as the log cites it."""
    side = side_of(fight, role)
    refusal = withdraw_refusal(fight, role)
    yes, no = t("Try to withdraw"), t("Fight on")
    limit = succeeds_up_to(side, plus)
    needs = t("On {limit} or less ({percent} %) your side gets away.", limit=limit, percent=percent_up_to(limit))
    asked = confirm(side.seat, prompt, yes, no, refusal=refusal, about=about, usual="no", section="8.9",
                    needs=None if refusal else needs)  # fmt: skip
    if not (yield from asked):
        return False
    attempt = yield from initiative_roll(side, "8.9", t("Withdraw."), about, plus)
    side.withdrew = attempt.success
    words = "{who} withdrew." if side.withdrew else "{who} failed to withdraw; the combat goes on."
    yield from note(t(words, who=side_name(side)), *attempt.why, section=section)
    return side.withdrew


def withdraw_refusal(fight: Battle, role: Role) -> Refusal | None:
    """Why a side may not withdraw, or None: the defender of a besieged City or Camp may not, nor anybody without a
    hex to go to (8.9, ruling R48).

    With all roles swapped (ruling R47) the defender is the besieger, who is not in the place and so may withdraw.
    """
    if role != "defender":
        return None
    besieged = fight.wall is not None and not fight.swapped
    return AGAINST(besieged=besieged, cornered=fight.cornered)

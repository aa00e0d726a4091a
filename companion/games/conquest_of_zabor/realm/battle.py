"""A battle: First Strike, then round after round until one side has no Units left. Its data is in `state.battle`."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.asking import all_of, confirm, note, number, pool, repeat
from companion.engine.core.effects import Pool, Rule, Sum, Term, add_up
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, listed, plural, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.realm.areas import from_master, heads, kind_of, units_in, who
from companion.games.conquest_of_zabor.realm.effects import lasting, level, stat
from companion.games.conquest_of_zabor.realm.pieces import add_unit, suffer, take_off, unit_names
from companion.games.conquest_of_zabor.state import Battle, Force, ZaborState

ROLES = ("attacker", "defender")
HIT = 5
"""What a die must show."""


@flow("Battle")
def battle() -> Rule[str]:
    """First Strike, then rounds. Returns who has won: attacker, defender, or both if nobody is left."""
    yield from first_strike()
    yield from repeat(battle_round())
    return (yield from outcome())


@step("Battle")
def outcome(state: ZaborState) -> str:
    """Who has won."""
    return fight_of(state).over


def fight_of(state: ZaborState) -> Battle:
    """The battle in progress; a finished one if a correction has removed it."""
    if state.battle is None:
        state.battle = Battle("", Force(facts.SEATS[0]), Force(facts.BARBARIAN), over="both")
    return state.battle


def force(state: ZaborState, role: str) -> Force:
    """A side of the battle."""
    fight = fight_of(state)
    return fight.attacker if role == "attacker" else fight.defender


def other(role: str) -> str:
    """The other side."""
    return "defender" if role == "attacker" else "attacker"


def army(state: ZaborState, role: str) -> list[str]:
    """The Units of a side."""
    return list(units_in(state, fight_of(state).place, force(state, role).seat))


def roller(state: ZaborState, role: str) -> str:
    """The seat that rolls and decides for a side: for Barbarians the Master of Events, or the player to the
    Master's left (A23).
    """
    return roller_of(state, force(state, role).seat, force(state, other(role)).seat)


def roller_of(state: ZaborState, seat: str, enemy: str) -> str:
    """The seat that decides for a seat against an enemy."""
    if seat != facts.BARBARIAN:
        return seat
    seats = from_master(state, facts.EVENTS)
    return next((one for one in seats if one != enemy), seats[0])


# ---- dice


def kinds_of(state: ZaborState, names: Sequence[str]) -> dict[str, int]:
    """How many Units of each type there are."""
    found: dict[str, int] = {}
    for name in names:
        found[state.units[name].kind] = found.get(state.units[name].kind, 0) + 1
    return found


def support(state: ZaborState, role: str) -> int:
    """Dice from Support: at most one for each Unit that is not an Auxiliary (A01)."""
    seat, kinds = force(state, role).seat, kinds_of(state, army(state, role))
    levels = {kind: level(state, seat, kind, "support") for kind in kinds}
    given = sum(levels[kind] * n for kind, n in kinds.items())
    supported = [kind for kind in kinds if not levels[kind]]
    if state.rulings["support"] == "by-type":
        upgrade = bool(own_upgrade(state, role))
        return min(given, len(supported) + upgrade)
    return min(given, sum(kinds[kind] for kind in supported))


def own_upgrade(state: ZaborState, role: str) -> str:
    """The Upgrade of a side in the area of the battle, or ""."""
    area = state.areas.get(fight_of(state).place)
    return area.upgrade if area is not None and area.holder == force(state, role).seat else ""


def strength(state: ZaborState, role: str) -> list[Term]:
    """Strength by type as printed, what cards change of it, and Support: the dice that a side has in every round."""
    seat, kinds = force(state, role).seat, kinds_of(state, army(state, role))
    terms = [Term(_counted(n, kind_of(state, kind).name), n * kind_of(state, kind).strength)
             for kind, n in kinds.items()]  # fmt: skip
    changed = sum(n * stat(state, seat, kind, "strength") for kind, n in kinds.items())
    changed -= sum(one.value for one in terms)
    return [*terms, Term(t("Strength by cards"), changed), Term(t("Support"), support(state, role), "Battle example")]


def _counted(n: int, name: str) -> Text:
    """Units behind the number of their dice: their own number follows, so that no two numbers meet."""
    return t("{unit} ({n})", unit=t(name), n=n) if n > 1 else t(name)


def dice(state: ZaborState, role: str) -> Sum:
    """The dice of a side in step 3: Superiority and cards only in the first round."""
    fight, side = fight_of(state), force(state, role)
    terms = strength(state, role)
    if not fight.opened:
        kinds = kinds_of(state, army(state, role))
        more = sum(n * level(state, side.seat, kind, "superiority") for kind, n in kinds.items())
        terms.append(Term(t("Superiority"), more, "Glossary: special abilities"))
        terms.append(
            Term(t("First Strike victims"), sum(stat(state, side.seat, kind, "strength") for kind in side.strikes))
        )
        bonus = sum(one.number() for one in lasting(state, side.seat, "bonus_dice")) if role == "attacker" else 0
        terms.append(Term(t("Cards"), bonus))
        enemy = state.players.get(force(state, other(role)).seat)
        fear = min(enemy.fear if enemy is not None else 0, sum(one.value for one in terms))
        terms.append(Term(t("Fear"), -fear))
    return add_up(t("Dice of {who}", who=who(side.seat)), terms[0], *terms[1:])


def strike_dice(state: ZaborState, role: str) -> int:
    """First Strike dice: the level, once for each type of Unit (A02)."""
    seat, kinds = force(state, role).seat, kinds_of(state, army(state, role))
    each = state.rulings["first_strike"] == "per-unit"
    return sum(level(state, seat, kind, "first_strike") * (n if each else 1) for kind, n in kinds.items())


def absorb(state: ZaborState, role: str) -> int:
    """How many wounds a side can ignore: the level, once for each type of Unit and for the Upgrade (A03)."""
    seat = force(state, role).seat
    found = [*kinds_of(state, army(state, role)), *([own_upgrade(state, role)] if own_upgrade(state, role) else [])]
    return sum(level(state, seat, kind, "absorb") for kind in found)


# ---- steps


@step("Battle", "Glossary: special abilities")
def first_strike(state: ZaborState) -> Rule[None]:
    """Steps 1 and 2: both sides' First Strike at the same time, then its casualties."""
    for role in ROLES:
        force(state, role).pool = absorb(state, role)
    totals = [strike_dice(state, role) for role in ROLES]
    if any(totals) and all(army(state, role) for role in ROLES):
        before = {role: kinds_of(state, army(state, role)) for role in ROLES}
        hits = yield from roll_both(
            state,
            totals,
            ("First Strike of {who}: does the die hit?", "First Strike of {who}: how many of {n} dice hit?"),
        )
        chooser = {"owner": "", "defender": roller(state, "defender"), "attacker": roller(state, "attacker")}
        by = chooser[state.rulings["first_strike_casualties"]]
        for role in ROLES:
            killed = yield from take_hits(state, role, hits[ROLES.index(other(role))], by)
            _both_strike(state, role, before[role], killed)
    fight_of(state).struck = True
    _look_for_end(state)


def _both_strike(state: ZaborState, role: str, before: dict[str, int], killed: list[str]) -> None:
    """By one reading of A55 victims that have First Strike fight in the first round, too."""
    if state.rulings["both_strike"] == "also-step-3":
        side = force(state, role)
        side.strikes = [kind for kind in killed if level(state, side.seat, kind, "first_strike")]


@step("Battle", "Dice")
def battle_round(state: ZaborState) -> Rule[bool]:
    """Steps 3 and 4: both sides roll, then remove casualties. Returns False when the battle is over."""
    fight = fight_of(state)
    _look_for_end(state)
    if fight.over:
        return False
    if not any(_can_hurt(state, role) for role in ROLES):
        yield from _nobody_has_dice(state)
        return False
    if state.rulings["absorb"] == "per-round":
        for role in ROLES:
            force(state, role).pool = absorb(state, role)
    sums = [dice(state, role) for role in ROLES]
    hits = yield from roll_both(state, [one.total for one in sums],
                                ("{who}: does the die hit?", "{who}: how many of {n} dice hit?"))  # fmt: skip
    told = t("Hits: {a} {x}, {b} {y}.", a=who(fight.attacker.seat), x=hits[0], b=who(fight.defender.seat), y=hits[1])
    if not any(hits):
        told = t("{a} and {b} hit nobody: all dice are rolled again.", a=who(fight.attacker.seat),
                 b=who(fight.defender.seat))  # fmt: skip
    yield from note(told, *sums, kind="dice")
    fight.rolled = True
    for role in ROLES:
        force(state, role).strikes = []
        yield from take_hits(state, role, hits[ROLES.index(other(role))], "")
    fight.opened, fight.rolled = True, False
    fight.rounds = None if fight.rounds is None else fight.round
    _look_for_end(state)
    return not fight.over


def _can_hurt(state: ZaborState, role: str) -> bool:
    """Whether a side has dice (A13); from round 2 on more than what the enemy absorbs anew in every round (A03)."""
    again = fight_of(state).opened and state.rulings["absorb"] == "per-round"
    return sum(one.value for one in strength(state, role)) > (absorb(state, other(role)) if again else 0)


def roll_both(state: ZaborState, totals: Sequence[int], words: tuple[str, str]) -> Rule[list[int]]:
    """Roll the dice of both sides; a side without dice does not roll. Returns the hits of each. `words` are the
    question for one die and for more.
    """
    parts = [
        Pool(
            roller(state, role),
            "",
            plural(total, *words, who=who(force(state, role).seat)),
            total,
            6,
            HIT,
            about=f"dice:{role}",
            for_nobody=force(state, role).seat == facts.BARBARIAN,
        )
        for role, total in zip(ROLES, totals, strict=True)
        if total
    ]
    rolled = iter((yield from all_of(*parts)) if parts else [])
    hits = [next(rolled) if total else 0 for total in totals]
    for n, role in enumerate(ROLES):
        hits[n] = yield from _mirrored(state, other(role), hits[n])
    return hits


def _mirrored(state: ZaborState, role: str, hits: int) -> Rule[int]:
    """Once in a turn a card lets an enemy die that scored be rolled again."""
    seat = force(state, role).seat
    player = state.players.get(seat)
    if not hits or player is None or "reroll" in player.spent or not lasting(state, seat, "reroll"):
        return hits
    prompt = t("The enemy scores {n}. Roll one of these dice again?", n=hits)
    if not (yield from confirm(seat, prompt, about="reroll")):
        return hits
    player.spent.append("reroll")
    prompt = t("Roll this die again: does it hit?")
    foe = force(state, other(role)).seat
    again = yield from pool(roller(state, other(role)), prompt, 1, 6, HIT, about="again",
                            for_nobody=foe == facts.BARBARIAN)  # fmt: skip
    return hits - 1 + again


def take_hits(state: ZaborState, role: str, hits: int, chooser: str) -> Rule[list[str]]:
    """Apply hits to a side: some are ignored, the rest are wounds. Returns the kinds killed."""
    side = force(state, role)
    ignored = min(side.pool, hits)
    if ignored and state.rulings["absorb"] == "owner-chooses" and side.seat != facts.BARBARIAN:
        prompt = plural(hits, "One hit: how many are absorbed?", "{n} hits: how many are absorbed?")
        ignored = yield from number(side.seat, prompt, 0, ignored, ignored, about="absorb")
    side.pool -= ignored
    if ignored:
        words = plural(ignored, "{who}: 1 hit is absorbed.", "{who}: {n} hits are absorbed.", who=who(side.seat))
        yield from note(words, kind="absorb")
    killed = yield from suffer(state, chooser or roller(state, role), army(state, role), hits - ignored)
    side.lost = sorted(side.lost + killed)
    if killed:
        words = plural(heads(side.seat), "{who} loses {units}.", "{who} lose {units}.",
                       who=who(side.seat), units=unit_names(state, killed))  # fmt: skip
        yield from note(
            words,
            kind="killed",
            facts={"seat": side.seat, "n": len(killed), "by": force(state, other(role)).seat},
        )
    return killed


def _nobody_has_dice(state: ZaborState) -> Rule[None]:
    """No side has dice: the invading side is removed, or both (A13)."""
    gone = ROLES if state.rulings["no_dice"] == "both-removed" else ("attacker",)
    for role in gone:
        for name in army(state, role):
            force(state, role).lost.append(state.units[name].kind)
            take_off(state, name)
    removed = listed([who(force(state, role).seat) for role in gone])
    yield from note(t("Nobody has dice. Removed: {who}.", who=removed), kind="no_dice")
    _look_for_end(state)


def _look_for_end(state: ZaborState) -> None:
    fight = fight_of(state)
    left = [role for role in ROLES if army(state, role)]
    strikes = any(force(state, role).strikes for role in ROLES)
    if len(left) < len(ROLES) and not (strikes and not fight.opened and not fight.over and left):
        fight.over = left[0] if left else "both"  # type: ignore[assignment]


def put_back(state: ZaborState, role: str, kind: str) -> None:
    """Return a Unit that was killed in this battle to its area."""
    side = force(state, role)
    side.lost.remove(kind)
    add_unit(state, side.seat, kind, fight_of(state).place)

"""One attack (8.5, 19.10, 19.14): both dice, their modifiers, and which stack is hit.

The modifiers depend on where stacks are, in the Arena or on the Battle Display: that is a `ArenaDice`.
"""

from __future__ import annotations

from companion.engine.core.chances import Classes, Contest, Faces
from companion.engine.core.text import Hint, kept
from companion.engine.rules import Roll, Rule, Sum, Term, Text, contest, note, partial, t
from companion.games.heroes_vs_warlords.advanced import skills, support
from companion.games.heroes_vs_warlords.fighting import hits, siege
from companion.games.heroes_vs_warlords.fighting.deployment import key_of, unit_named, unit_text
from companion.games.heroes_vs_warlords.fighting.fights import (
    Role,
    kind_of,
    opposite,
    side_name,
    side_of,
    stack_id,
    value_of,
)
from companion.games.heroes_vs_warlords.fighting.forecast import Clash, before_the_dice, briefly, forecast
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side


class ArenaDice:
    """The modifiers of the Arena (8.5 to 8.7) to the dice of an attack, and how many hits it deals."""

    def shot(self, state: HvWState, fight: Battle, fighter: Fighter, target: Fighter) -> list[Term]:
        """The modifiers of the attacker's die in a Ranged attack (8.5.1, 17.3.1)."""
        attack = Term(_attack_of(*key_of(fighter)), value_of(state, fighter).attack, "8.5.1")
        return [attack, *forged(fighter)]

    def shelter(self, state: HvWState, fight: Battle, side: Side, target: Fighter) -> list[Term]:
        """The modifiers of the target's die against a Ranged attack."""
        return siege.ranged_cover(state, fight, side, target)

    def attack(self, state: HvWState, fight: Battle, side: Side, fighter: Fighter) -> list[Term]:
        """The modifiers of the attacker's die in Close Combat (8.5.2)."""
        return attack_terms(state, side, fighter)

    def defense(self, state: HvWState, fight: Battle, side: Side, fighter: Fighter, by: Fighter) -> list[Term]:
        """The modifiers of the defender's die in Close Combat (8.5.2, 8.7.2)."""
        return defense_terms(state, fight, side, fighter)

    def dealt(self, state: HvWState, fight: Battle, role: Role, winner: Fighter, loser: Fighter, shot: bool) -> Sum:
        """The hits of the winner; `role` is that of the stack that is hit."""
        return hits.dealt_by(state, fight, role, winner, loser)

    def halves(self, state: HvWState, fight: Battle, role: Role, one: Fighter) -> bool:
        """Whether a tower halves the hits on a stack (8.7)."""
        return role == "defender" and siege.halves(state, fight, one)

    def returned(self, state: HvWState, fight: Battle, role: Role, one: Fighter, hits: int) -> int:
        """How many of the hits returned to a stack it takes (19.16.1, ruling R62)."""
        if ruled(state, "attrition_tower") == "halved" and self.halves(state, fight, role, one):
            return siege.halved(state, fight, hits)
        return hits

    def unclever(self, state: HvWState, role: Role, attacker: Fighter, target: Fighter) -> tuple[Role, ...]:
        """The roles whose stack cannot be helped by Cleverness in this Close Combat."""
        return ()


ARENA = ArenaDice()


def attack_terms(state: HvWState, side: Side, fighter: Fighter) -> list[Term]:
    """The modifiers of the attacker's die in Close Combat (8.5.2)."""
    terms = [Term(_attack_of(*key_of(fighter)), value_of(state, fighter).attack, "8.5.2")]
    if side.attack:
        terms.append(Term(t("Hero Attack"), side.attack, "8.5.2"))
    return [*terms, *forged(fighter)]


@kept
def _attack_of(faction: str, level: int, count: int) -> Text:
    return t("{unit} Attack", unit=unit_named(faction, level, count))


@kept
def _defense_of(faction: str, level: int, count: int) -> Text:
    return t("{unit} Defense", unit=unit_named(faction, level, count))


def forged(fighter: Fighter) -> list[Term]:
    """The points of the Blacksmith as terms (17.3.1)."""
    return [Term(t("Blacksmith"), fighter.attack_plus, "17.3.1")] if fighter.attack_plus else []


def blessed(fighter: Fighter) -> list[Term]:
    """The points of the Temple as terms (17.3.3)."""
    return [Term(t("Temple"), fighter.defense_plus, "17.3.3")] if fighter.defense_plus else []


def defense_terms(state: HvWState, fight: Battle, side: Side, fighter: Fighter) -> list[Term]:
    """The modifiers of the defender's die in Close Combat (8.5.2, 8.7.2)."""
    terms = [Term(_defense_of(*key_of(fighter)), value_of(state, fighter).defense, "8.5.2")]
    exposed = kind_of(state, fighter) == "ranged" and ruled(state, "hero_bonus_ranged_defense") == "never"
    if side.defense and not exposed:
        terms.append(Term(t("Hero Defense"), side.defense, "8.5.2"))
    if side.bonus:
        terms.append(Term(t("Towers over the Resource hex"), side.bonus, "8.7.2.1"))
    cover = siege.close_cover(state, fight, side, fighter)
    return [*terms, *blessed(fighter), *cover, *support.terms(state, fight, fighter)]


def promise(
    state: HvWState, fight: Battle, ground: ArenaDice, role: Role, attacker: Fighter, target: Fighter, *, shot: bool
) -> tuple[Hint, Hint]:
    """What is known of an attack before the dice are rolled (8.5), in words, and in two short lines for counters with
    hardly any room; of a Ranged attack if it is a `shot`. Both are found out when a page shows them.
    """
    before = partial(clash, state, fight, ground, role, attacker, target, shot=shot)
    return lambda: forecast(before()), lambda: briefly(before())


def clash(
    state: HvWState, fight: Battle, ground: ArenaDice, role: Role, attacker: Fighter, target: Fighter, *, shot: bool
) -> Clash:
    """An attack before its dice: the totals of both sides, and what a hit of either may kill (8.5, 8.6)."""
    side, other = side_of(fight, role), side_of(fight, opposite(role))
    if shot:
        first, second = ground.shot(state, fight, attacker, target), ground.shelter(state, fight, other, target)
    else:
        first = ground.attack(state, fight, side, attacker)
        second = ground.defense(state, fight, other, target, attacker)
    dealt = ground.dealt(state, fight, opposite(role), attacker, target, shot).total
    back = 0 if shot else ground.dealt(state, fight, role, target, attacker, False).total
    kills, killed = hits.may_kill(fight, target, dealt), hits.may_kill(fight, attacker, back)
    return Clash(_total(first), _total(second), kills, killed, shot)


def ranged_attack(
    state: HvWState, fight: Battle, ground: ArenaDice, role: Role, attacker: Fighter, target: Fighter, about: str
) -> Rule[None]:
    """A Ranged attack (8.5.1): d20 + Attack of one unit must beat the d20 of the target side; Heroes add nothing."""
    side, other = side_of(fight, role), side_of(fight, opposite(role))
    first = ground.shot(state, fight, attacker, target)
    second = ground.shelter(state, fight, other, target)
    plus, link = _total(first) - _total(second), (stack_id(fight, attacker), stack_id(fight, target))
    mine, theirs = _needs(state, fight, ground, role, attacker, target, shot=True)
    dice = yield from contest(
        _d20(side, "8.5.1", t("Ranged attack by {unit}.", unit=unit_text(attacker)), mine, about, link),
        _d20(other, "8.5.1", t("Ranged attack: roll for {unit}.", unit=unit_text(target)), theirs, about, link),
        _classes(fight, Contest(plus, ties_lose=True)),
    )
    margin, clever = yield from skills.clever(state, fight, role, dice[0] + plus - dice[1], ranged=True)
    why = _sums(side, [*first, *_clever(side, clever == role)], dice[0], other, second, dice[1])
    if margin > 0:
        dealt = ground.dealt(state, fight, opposite(role), attacker, target, True)
        yield from hits.score(state, fight, role, attacker, target, "8.5.1", why, dealt)
    else:
        text = t("{unit} miss: {a} against {b}.", unit=unit_text(attacker), a=why[0].total, b=why[1].total)
        yield from note(text, *why, section="8.5.1")


def close_attack(
    state: HvWState, fight: Battle, ground: ArenaDice, role: Role, attacker: Fighter, target: Fighter, about: str
) -> Rule[None]:
    """A Close Combat attack (8.5.2, 19.14): both roll; the lower total is hit by the winning stack; a tie does
    nothing.
    """
    side, other = side_of(fight, role), side_of(fight, opposite(role))
    first = ground.attack(state, fight, side, attacker)
    second = ground.defense(state, fight, other, target, attacker)
    plus, link = _total(first) - _total(second), (stack_id(fight, attacker), stack_id(fight, target))
    mine, theirs = _needs(state, fight, ground, role, attacker, target, shot=False)
    dice = yield from contest(
        _d20(side, "8.5.2", t("{unit} attack.", unit=unit_text(attacker)), mine, about, link),
        _d20(other, "8.5.2", t("{unit} defend.", unit=unit_text(target)), theirs, about, link),
        _classes(fight, Contest(plus)),
    )
    margin, barred = dice[0] + plus - dice[1], ground.unclever(state, role, attacker, target)
    margin, clever = yield from skills.clever(state, fight, role, margin, ranged=False, barred=barred)
    first, second = [*first, *_clever(side, clever == role)], [*second, *_clever(other, clever == opposite(role))]
    why = _sums(side, first, dice[0], other, second, dice[1])
    if not margin:
        yield from note(t("A tie at {total}: nothing happens.", total=why[0].total), *why, section="8.5.2")
        return
    won = role if margin > 0 else opposite(role)
    winner, loser = (attacker, target) if margin > 0 else (target, attacker)
    dealt = ground.dealt(state, fight, opposite(won), winner, loser, False)
    back = partial(ground.returned, state, fight, won, winner)
    yield from hits.score(state, fight, won, winner, loser, "8.5.2", why, dealt, back)


def _needs(
    state: HvWState, fight: Battle, ground: ArenaDice, role: Role, attacker: Fighter, target: Fighter, *, shot: bool
) -> tuple[Hint, Hint]:
    """What stands beside each of both dice, found out when a page shows it."""
    before = partial(clash, state, fight, ground, role, attacker, target, shot=shot)
    return lambda: before_the_dice(before())[0], lambda: before_the_dice(before())[1]


def _classes(fight: Battle, usual: Contest) -> Classes:
    """Only who wins matters, unless Cleverness may still turn a narrow result (16.1.5)."""
    return Faces() if skills.may_be_clever(fight) else usual


def _clever(side: Side, was_used: bool) -> list[Term]:
    return [Term(t("Cleverness"), side.skill, "16.1.5")] if was_used else []


def _d20(side: Side, section: str, prompt: Text, needs: Hint, about: str, link: tuple[str, ...]) -> Roll:
    nobody = side.kind == "guards"
    return Roll(side.seat, section, prompt, needs=needs, about=about, link=link, for_nobody=nobody)


def _total(terms: list[Term]) -> int:
    return sum([term.value for term in terms])


def _sums(side: Side, first: list[Term], die: int, other: Side, second: list[Term], other_die: int) -> tuple[Sum, Sum]:
    mine = Sum(side_name(side), (Term(t("d20"), die), *first))
    return mine, Sum(side_name(other), (Term(t("d20"), other_die), *second))

"""The stand-alone battle: both sides pick units from the lists, then the Battle phase runs as in a match."""

from __future__ import annotations

from typing import Any

from companion.engine.core.asking import ask, note
from companion.engine.core.effects import Rule, as_call
from companion.engine.core.forms import AnyForm, Counts, Field, Fields, Row
from companion.engine.core.rules import flow, step
from companion.engine.core.text import t
from companion.engine.game.record import Helper
from companion.games.archmagi import facts
from companion.games.archmagi.fights.battle import battle
from companion.games.archmagi.fights.losses import ROLES, show
from companion.games.archmagi.fights.rolls import army, force
from companion.games.archmagi.phases.gear import put_found
from companion.games.archmagi.phases.piles import in_pile, new_unit
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Battle, Force, Player
from companion.games.archmagi.wording import names_of

SIDES = facts.SEATS[:2]
HERE = "here"
"""Where a battle stands that belongs to no map."""


def helper_state() -> ArchmagiState:
    """A state with two players and no map."""
    piles: dict[str, dict[str, int]] = {"unit": {}, "spell": {}, "artifact": {}}
    return ArchmagiState(seats=list(SIDES), players={one: Player(one) for one in SIDES}, discards=piles)


@flow("Battle")
def two_stacks() -> Rule[str]:
    """Two stacks fight, round after round, until one is destroyed or leaves, or the attacker calls it off."""
    yield from describe()
    won = yield from battle()
    return (yield from report(won))


@step("Battle")
def describe(state: ArchmagiState) -> Rule[None]:
    """Ask what both sides have: units, artifacts for their Heroes, spells in hand."""
    for seat, prompt in zip(SIDES, (t("Who attacks?"), t("Who defends?")), strict=True):
        given: dict[str, Any] = yield from ask(seat, prompt, _form(state), about=seat)
        for kind, n in given["units"].items():
            for _ in range(n):
                show(state, state.units[new_unit(state, seat, kind, HERE)])
        for artifact, n in given["artifacts"].items():
            for _ in range(n):
                put_found(state, seat, artifact, HERE)
        state.players[seat].kept = []
        state.players[seat].spells = [spell for spell, n in given["spells"].items() for _ in range(n)]
    for unit in state.units.values():
        show(state, unit)
    state.battle, state.active = Battle(HERE, Force([SIDES[0]]), Force([SIDES[1]])), SIDES[0]


def _form(state: ArchmagiState) -> AnyForm:
    lists, limits = lists_of(state.owner), facts.LIMITS
    left = {**in_pile(state, "unit"), **in_pile(state, facts.ARCHMAGI)}
    chits = [lists.chits[name] for name in lists.chits if name in left]
    units = tuple(Row(one.id, t("{unit}, +{n}", unit=t(one.name), n=one.brm), min(left[one.id], 5)) for one in chits)
    artifacts = tuple(Row(one.id, t(one.name), 1) for one in lists.artifacts.values())
    spells = tuple(Row(one.id, t(one.name), 2) for one in lists.spells.values())
    return Fields((
        Field("units", t("Units"), Counts(units, most=limits["stack"], least=1)),
        Field("artifacts", t("Artifacts, for the first Hero who may own them"), Counts(artifacts, most=4)),
        Field("spells", t("Spells in hand"), Counts(spells, most=limits["spell"])),
    ))  # fmt: skip


@step("Victory")
def report(state: ArchmagiState, won: str) -> Rule[str]:
    """Write who is left into the log, and return who won. The battle stays: it is the picture of the result."""
    for role in ROLES:
        kinds = [one.kind for one in army(state, role).values()]
        who = t(facts.TITLES[force(state, role).seat])
        left = names_of(state, kinds) if kinds else t("nobody")
        yield from note(t("{who}: {units} left.", who=who, units=left))
    return won


HELPERS = (
    Helper("battle", "A battle", "Both stacks from the lists: totals, helpers, spells, rolls", "Battle",
           as_call(two_stacks()), SIDES),
)  # fmt: skip

"""What helpers and spells add to the roll before they are shown: the figures beside ticks, and what these come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import structs

from companion.engine.core.options import Share, Tally
from companion.engine.core.text import Text, t
from companion.games.archmagi.facts import Spell
from companion.games.archmagi.fights.forecast import DICE, chances
from companion.games.archmagi.fights.rolls import aid, army, as_seen, combatant, fight_of, force, other, total
from companion.games.archmagi.state import ArchmagiState, Force
from companion.games.archmagi.units import casters, value
from companion.games.archmagi.wording import called

KINDS = ("archers", "generals")
AT_THE_ROLL = ("brm", "no archers")
"""The effects of spells that change what is added to a die."""


def tally_of(state: ArchmagiState, role: str, shown: Iterable[str], spells: dict[str, Spell]) -> Tally | None:
    """The tally of a side that may show these units (or `rally:` one) and cast these spells; None without two
    combatants.
    """
    seen = as_seen(state)
    if combatant(state, role) is None or combatant(seen, other(role)) is None:
        return None
    shares = [share for one in shown for share in _shown(state, role, one)]
    shares += [share for one in spells for share in _cast(state, role, one, spells)]
    names = (called(force(state, role).seat), called(force(state, other(role)).seat))
    own, foe = total(state, role).total, total(seen, other(role)).total
    return Tally(t("With these ticks:"), names, own, foe, SAID, tuple(shares))


def _said(lead: int) -> Text:
    won, tie, _lost = chances(lead)
    return t("You win the roll with {won} %; tie {tie} %.", won=won, tie=tie)


SAID = tuple(_said(lead) for lead in range(-max(DICE), max(DICE) + 1))


def _shown(state: ArchmagiState, role: str, option: str) -> list[Share]:
    """The shares of a unit, or of an artifact that rallies and brings its unit along."""
    name = option.removeprefix(RALLY)
    brought = [] if name in (force(state, role).fights, *force(state, role).helpers) else [name]
    shares = [one for unit in brought for one in _unit(state, role, unit, option)]
    return [*shares, Share(option, value(state, state.units[name], "rally"))] if name != option else shares


RALLY = "rally:"


def _unit(state: ArchmagiState, role: str, name: str, option: str, unless: Sequence[str] = ()) -> Iterator[Share]:
    """What a unit adds as a helper; where the highest of a kind counts alone, it counts once among all of them."""
    after = _with(state, role, helpers=[*force(state, role).helpers, name])
    own, foe = ([there - here for here, there in zip(aid(state, one), aid(after, one), strict=True)]
                for one in (role, other(role)))  # fmt: skip
    for n, kind in enumerate(KINDS):
        once = f"{kind}:{name}" if state.rulings[kind] == "add" else kind
        yield Share(option, own[n], foe[n], once, tuple(unless))


def _cast(state: ArchmagiState, role: str, option: str, spells: dict[str, Spell]) -> Iterator[Share]:
    """What a spell changes, and what its caster adds that is shown with it.

    Nothing where another one casts: one that is ticked, or that of a spell before it whose casters can all cast this
    one, too. The same caster of two spells counts once.
    """
    spell, side = spells[option], force(state, role)
    if spell.effect in AT_THE_ROLL:
        after = _with(state, role, cast=[*side.cast, spell.id])
        own, foe = (total(after, one).total - total(state, one).total for one in (role, other(role)))
        yield Share(option, own, foe)
    able = list(_able(state, role, spell))
    if able and not any(one in (side.fights, *side.helpers) for one in able):
        before = list(spells)[: list(spells).index(option)]
        brought = [one for one in before if set(_able(state, role, spells[one])) <= set(able)]
        yield from _unit(state, role, able[0], option, [*able, *(f"{RALLY}{one}" for one in able), *brought])


def _able(state: ArchmagiState, role: str, spell: Spell) -> Iterable[str]:
    return casters(state, army(state, role), high=spell.high)


def _with(state: ArchmagiState, role: str, **changed: list[str]) -> ArchmagiState:
    """The state with one side of the battle changed."""
    side: Force = structs.replace(force(state, role), **changed)
    return structs.replace(state, battle=structs.replace(fight_of(state), **{role: side}))

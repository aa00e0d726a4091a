"""Questions that many phases ask: what to do in a phase, which hex, which unit, which units of a stack.

Whether a player is asked at all can reveal something, so it depends only on what others can see: a player who might
hold something is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.menu import Group, Offer, menu
from companion.engine.core.text import Text, hinted, listed, t
from companion.games.archmagi.land import hex_name
from companion.games.archmagi.seen import known_to
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.wording import in_a_row, names_of, says, times, title

UNKNOWN = t("You are asked so that nobody can tell.")
"""Said where there is nothing to choose and not to ask would tell so."""


ENDING = {"Deploy": "End deploying", "Explore": "End exploring", "Move": "End moving", "Scout": "End scouting"}
"""What ends a phase, by its name."""


def in_phase(
    state: ArchmagiState, seat: str, phases: tuple[str, str], prompt: Text, offers: Sequence[Offer | Group],
    look: str = "buttons", *, asked: bool = True, stuck: Text | None = None,
    waits: Text | None = None, own: Text | None = None, danger: Text | None = None,
) -> Rule[bool]:  # fmt: skip
    """One act of a phase. Returns False when the player is done or not asked; then the second of the `phases`
    begins. `stuck` is what this player alone reads where nothing can be done: that it is so may be a secret. It
    stands in place of the offers and of all that is against them; `waits` says below it what they wait for. `own` is
    what this player reads in place of the prompt otherwise. `danger` is what is lost by ending here: it stands beside
    what ends the phase, which is asked once more then.
    """
    this, following = phases
    if not asked or state.winners:
        state.phase = following
        return False
    state.phase = this
    ending = t(ENDING[this])
    done = Offer("done", ending, value=False, detail=danger, grave=danger is not None, ends=True)
    if stuck is not None and all(one.against or one.minor for one in offers):
        why = t("{waits} {why}", waits=waits, why=UNKNOWN) if waits is not None else UNKNOWN
        own, done = stuck, replace(done, detail=why if danger is None else t("{danger} {why}", danger=danger, why=why))
        offers = [one for one in offers if not one.against]
    more: bool = yield from menu(seat, prompt, [done, *offers], look=look, about=this.lower(), own=own,
                                 bluff=own is not None and not offers)  # fmt: skip
    state.phase = this if more else following
    return more


def in_secret(seat: str, said: Text, prompt: Text, offers: Sequence[Offer], about: str) -> Rule[Any]:
    """A second question after an answer that names a hidden chit. `said` goes into the log for this player only, so
    that others do not see the chit.
    """
    yield from note(said, to=seat)
    return (yield from menu(seat, prompt, offers, about=about))


Told = Callable[[str], Text | None]
"""What is told of a hex, by its place."""


def hexes_to_pick(
    state: ArchmagiState, places: Iterable[str], best: Collection[str] = (), kind: str = "", told: Told | None = None,
    signs: Mapping[str, str] | None = None,
) -> list[Offer]:  # fmt: skip
    """Offers of hexes; the value of each is its place. The `best` ones are of this `kind`; beside each stands what is
    `told` of it, and its sign.
    """
    return [Offer(one, hex_name(state, one), value=one, kind=kind if one in best else "",
                  detail=partial(told, one) if told is not None else None, sign=(signs or {}).get(one, ""))
            for one in places]  # fmt: skip


def where(
    state: ArchmagiState, seat: str, prompt: Text, places: Iterable[str], about: str, *, skip_single: bool = True,
    own: Text | None = None, best: Collection[str] = (), kind: str = "", told: Told | None = None,
    signs: Mapping[str, str] | None = None, aside: Text | None = None,
) -> Rule[str]:  # fmt: skip
    """Ask for a hex on the map; does not ask if there is only one, unless that is to be seen first. The `best` hexes
    are of a `kind` that advice speaks of; `told` and `signs` say what is there, `aside` what holds of all.
    """
    offers = hexes_to_pick(state, places, best, kind, told, signs)
    return (yield from menu(seat, prompt, offers, look="map", about=about, skip_single=skip_single,
                            own=own, aside=aside))  # fmt: skip


def chit_offer(
    state: ArchmagiState, pile: str, kind: str, name: str, do: Callable[[], Any] | None = None,
    also: Sequence[Text] = (), **more: Any,
) -> Offer:  # fmt: skip
    """An offer of a chit, with its description in the lists and what is to be said `also`."""
    words = says(state, pile, kind)
    return Offer(name, title(state, pile, kind), do, detail=in_a_row([words, *also]) if also else words, **more)


def units_to_pick(state: ArchmagiState, names: Iterable[str]) -> list[Offer]:
    """Offers of units; the value of each is its id. What is not on the chit stands beside it: artifacts, a meal."""
    return [chit_offer(state, "unit", state.units[one].kind, one, value=one, also=own_facts(state, state.units[one]))
            for one in names]  # fmt: skip


def own_facts(state: ArchmagiState, unit: Unit) -> list[Text]:
    """What its player knows of a unit beyond its chit."""
    eaten = [t("has eaten: +{n}", n=unit.fed)] if unit.fed else []
    ship = state.units.get(unit.aboard)
    aboard = [t("aboard {ship}", ship=title(state, "unit", ship.kind))] if ship is not None else []
    load = [one.kind for one in state.units.values() if one.aboard and state.units.get(one.aboard) is unit]
    carries = [t("carries {units}", units=names_of(state, load))] if load else []
    return [*bearing(state, unit.artifacts), *eaten, *aboard, *carries]


def bearing(state: ArchmagiState, artifacts: Sequence[str]) -> list[Text]:
    """The artifacts of a unit in words."""
    return [t("with {gear}", gear=listed([title(state, "artifact", one) for one in artifacts]))] if artifacts else []


def one_of_each(state: ArchmagiState, offers: Sequence[Offer]) -> list[Offer]:
    """Of offers of units that say the same only one, with their number. To their owner it is all one which of them is
    taken, to the others not: it is the one that they know best, so that no more is shown than must be.
    """
    alike: dict[tuple[str, str, bool], list[Offer]] = {}
    for one in offers:
        alike.setdefault((str(one.words), str(hinted(one.detail) or ""), one.allowed), []).append(one)
    return [replace(max(some, key=lambda one: known_to(state, one.id)), label=times(len(some), some[0].words))
            for some in alike.values()]  # fmt: skip


def which(state: ArchmagiState, seat: str, prompt: Text, names: Sequence[str], about: str) -> Rule[str]:
    """Ask for one of these enemy units, with the artifacts that all have seen; does not ask if there is only one. Of
    several that look alike one stands for all.
    """
    seen = [(one, state.units[one]) for one in names]
    offers = one_of_each(state, [chit_offer(state, "unit", unit.kind, one, value=one, also=bearing(state, unit.bears))
                                 for one, unit in seen])  # fmt: skip
    return (yield from menu(seat, prompt, offers, about=about, skip_single=len(names) == 1))

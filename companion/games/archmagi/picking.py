"""Questions that come up again and again: which hex, which unit, who of a stack. Decides no rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine.core.asking import choose, pick
from companion.engine.core.effects import Rule
from companion.engine.core.forms import Option
from companion.engine.core.menu import Offer, menu
from companion.engine.core.text import Text
from companion.games.archmagi.land import hex_name
from companion.games.archmagi.state import ArchmagiState
from companion.games.archmagi.units import name_of


def go_on(state: ArchmagiState, phase: str) -> bool:
    """A phase is over, this one comes next: pages name it before anybody answers in it. Gives False."""
    state.phase = phase
    return False


def where(
    state: ArchmagiState, seat: str, prompt: Text, places: Iterable[str], about: str, first: Sequence[Option] = ()
) -> Rule[str]:
    """Which hex, on the map; or what comes first in the list."""
    found = [Option(place, hex_name(state, place)) for place in places]
    return (yield from choose(seat, prompt, [*first, *found], look="map", about=about))


def units_to_pick(state: ArchmagiState, names: Iterable[str]) -> list[Offer]:
    """Units as choices; each stands for its id."""
    return [Offer(one, name_of(state, state.units[one].kind), value=one) for one in names]


def which(
    state: ArchmagiState, seat: str, prompt: Text, names: Iterable[str], about: str, first: Sequence[Offer] = ()
) -> Rule[str]:
    """Which unit; nobody is asked where there is one only."""
    offers = [*first, *units_to_pick(state, names)]
    picked: str = yield from menu(seat, prompt, offers, about=about, skip_single=True)
    return picked


def who_of(
    state: ArchmagiState, seat: str, prompt: Text, names: Sequence[str], most: int, about: str
) -> Rule[list[str]]:
    """Who of a stack goes: at least one, at most so many."""
    return (yield from pick(seat, prompt, [one.option() for one in units_to_pick(state, names)], 1, most, about=about))

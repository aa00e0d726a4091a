"""Questions that come up again and again: what is done in a phase, which hex, which unit, who of a stack.

Whether somebody is asked tells everybody something. So it hangs on what lies open: who may hold something is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.menu import Group, Offer, menu
from companion.engine.core.text import Text, t
from companion.games.archmagi.land import hex_name
from companion.games.archmagi.state import ArchmagiState
from companion.games.archmagi.wording import says, title


def in_phase(
    state: ArchmagiState, seat: str, phases: tuple[str, str], prompt: Text, offers: Sequence[Offer | Group],
    look: str = "buttons", *, asked: bool = True,
) -> Rule[bool]:  # fmt: skip
    """One thing of a phase. False when the player is done or not asked: then the second of the phases comes next."""
    this, following = phases
    if not asked or state.winners:
        state.phase = following
        return False
    state.phase = this
    done = Offer("done", t("Done"), value=False)
    more: bool = yield from menu(seat, prompt, [done, *offers], look=look, about=this.lower())
    state.phase = this if more else following
    return more


def in_secret(seat: str, said: Text, prompt: Text, offers: Sequence[Offer], about: str) -> Rule[Any]:
    """A second question after an answer that names a hidden chit: a line for its player keeps that one from others."""
    yield from note(said, to=seat)
    return (yield from menu(seat, prompt, offers, about=about))


def hexes_to_pick(state: ArchmagiState, places: Iterable[str]) -> list[Offer]:
    """Hexes as choices; each stands for itself."""
    return [Offer(one, hex_name(state, one), value=one) for one in places]


def where(state: ArchmagiState, seat: str, prompt: Text, places: Iterable[str], about: str) -> Rule[str]:
    """Which hex, on the map."""
    return (yield from menu(seat, prompt, hexes_to_pick(state, places), look="map", about=about))


def chit_offer(
    state: ArchmagiState, pile: str, kind: str, name: str, do: Callable[[], Any] | None = None, **more: Any
) -> Offer:
    """A chit as a choice, with what its list says."""
    return Offer(name, title(state, pile, kind), do, detail=says(state, pile, kind), **more)


def units_to_pick(state: ArchmagiState, names: Iterable[str]) -> list[Offer]:
    """Units as choices; each stands for its id."""
    return [chit_offer(state, "unit", state.units[one].kind, one, value=one) for one in names]


def which(state: ArchmagiState, seat: str, prompt: Text, names: Iterable[str], about: str) -> Rule[str]:
    """Which unit; nobody is asked where there is one only."""
    return (yield from menu(seat, prompt, units_to_pick(state, names), about=about, skip_single=True))

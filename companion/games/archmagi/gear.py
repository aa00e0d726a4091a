"""Artifacts: who may own them, how they come to a Hero."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Offer, menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import Text, t
from companion.games.archmagi import facts
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import chit, stack


def owner_refusal(state: ArchmagiState, unit: Unit, name: str) -> Refusal | None:
    """Why a unit cannot own an artifact: no Hero, no Warrior or Mage where one is needed, too many of the type."""
    artifacts, types = lists_of(state.owner).artifacts, chit(state, unit).types
    artifact = artifacts[name]
    if "hero" not in types or artifact.owner not in types:
        return Refusal("Definitions", t("It cannot own this artifact."))
    same = sum(artifacts[one].type == artifact.type for one in unit.artifacts)
    full = same >= facts.LIMITS.get(artifact.type, facts.LIMITS["wonder"])
    return refuse_if(full, "Definitions", t("It owns as many of these as it can."))


def give_found(state: ArchmagiState, seat: str, name: str, place: str) -> None:
    """A new artifact goes to the first Hero in the hex who may own it, else it is kept beside the Reserve."""
    for unit in stack(state, place, (seat,)).values():
        if owner_refusal(state, unit, name) is None:
            unit.artifacts.append(name)
            return
    state.players[seat].kept.append(name)


def in_secret(seat: str, said: Text, prompt: Text, offers: Sequence[Offer], about: str) -> Callable[[], Rule[Any]]:
    """A second question after an answer that names a hidden chit: a line for its player keeps that one from others."""
    return partial(_in_secret, seat, said, prompt, offers, about)


def _in_secret(seat: str, said: Text, prompt: Text, offers: Sequence[Offer], about: str) -> Rule[Any]:
    yield from note(said, to=seat)
    return (yield from menu(seat, prompt, offers, about=about))

"""Artifacts: who may own them, how Heroes get them, how they change hands."""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Offer
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import t
from companion.games.archmagi import facts
from companion.games.archmagi.picking import in_secret
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import chit, on_map, stack
from companion.games.archmagi.wording import name_of, says, title


def owner_refusal(state: ArchmagiState, unit: Unit, name: str) -> Refusal | None:
    """Why a unit cannot own an artifact: not a Hero, not the Warrior or Mage it needs, or too many of the type.
    None if it can.
    """
    artifacts, types = lists_of(state.owner).artifacts, chit(state, unit).types
    artifact = artifacts[name]
    same = sum(artifacts[one].type == artifact.type for one in unit.artifacts)
    full = same >= facts.LIMITS.get(artifact.type, facts.LIMITS["wonder"])
    wrong = refuse_if(not {"hero", artifact.owner} <= {*types}, "Definitions", t("It cannot own this artifact."))
    return wrong or refuse_if(full, "Definitions", t("It owns as many of these as it can."))


def put_found(state: ArchmagiState, seat: str, name: str, place: str) -> Unit | None:
    """Give a new artifact to the first Hero in the hex who may own it, or else keep it beside the Reserve. Returns that
    Hero, if there is one.
    """
    able = (one for one in stack(state, place, (seat,)).values() if owner_refusal(state, one, name) is None)
    owner = next(able, None)
    (owner.artifacts if owner is not None else state.players[seat].kept).append(name)
    return owner


def give_found(state: ArchmagiState, seat: str, name: str, place: str) -> Rule[None]:
    """The same, and its player alone reads who has it."""
    owner, what = put_found(state, seat, name, place), title(state, "artifact", name)
    words = t("No Hero on {place} can own {artifact}: it waits beside your Reserve.", place=place.upper(),
              artifact=what)  # fmt: skip
    if owner is not None:
        words = t("{unit} takes {artifact}.", unit=name_of(state, owner.kind), artifact=what)
    yield from note(words, to=seat)


def gifts(state: ArchmagiState, seat: str) -> list[Offer]:
    """The artifacts that can change hands: kept ones to any Hero on the map, owned ones within a stack."""
    own = on_map(state, seat)
    held = {"": state.players[seat].kept, **{name: unit.artifacts for name, unit in own.items()}}
    found = []
    for giver, artifact in [(giver, one) for giver, gear in held.items() for one in dict.fromkeys(gear)]:
        takers = [Offer(name, name_of(state, unit.kind), partial(give, state, seat, giver, artifact, name))
                  for name, unit in own.items() if name != giver and (not giver or unit.place == own[giver].place)
                  and owner_refusal(state, unit, artifact) is None]  # fmt: skip
        label = t("Give {artifact}", artifact=title(state, "artifact", artifact))
        if takers:
            to_whom = partial(in_secret, seat, label, t("To whom?"), takers, "give")
            found.append(Offer(f"give:{giver}:{artifact}", label, to_whom, minor=bool(giver),
                               detail=says(state, "artifact", artifact)))  # fmt: skip
    return found


def give(state: ArchmagiState, seat: str, giver: str, artifact: str, name: str) -> Rule[bool]:
    """Give an artifact to a Hero."""
    (state.units[giver].artifacts if giver else state.players[seat].kept).remove(artifact)
    state.units[name].artifacts.append(artifact)
    yield from note(t("You give {artifact}.", artifact=title(state, "artifact", artifact)), to=seat)
    return True

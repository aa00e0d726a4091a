"""Deploy: Reserve chits come onto the map, artifacts to Heroes."""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.menu import Offer, menu
from companion.engine.core.rules import step
from companion.engine.core.text import t
from companion.games.archmagi import facts
from companion.games.archmagi.casting import new_unit
from companion.games.archmagi.gear import in_secret, owner_refusal
from companion.games.archmagi.land import (
    banners,
    beside,
    deploy_refusal,
    ground,
    hex_name,
    holds_archmagi,
    occupied,
)
from companion.games.archmagi.losses import show
from companion.games.archmagi.picking import go_on, where
from companion.games.archmagi.piles import title
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import called, chit, has, name_of


@step("Deploy")
def deploy(state: ArchmagiState, seat: str) -> Rule[bool]:
    """A Reserve chit is placed, or an artifact given; False when the player is done."""
    state.phase = "Deploy"
    player = state.players[seat]
    left = facts.LIMITS["deploy"] - player.deployed
    offers = [Offer(kind, name_of(state, kind), partial(place_chit, state, seat, kind))
              for kind in dict.fromkeys(player.reserve) if left > 0 and deploy_places(state, seat, kind)]  # fmt: skip
    found = [*offers, *gifts(state, seat)]
    if not found:
        return go_on(state, "Explore")
    done = Offer("done", t("No more"), value=False)
    prompt = t("{n} left: which chit do you deploy?", n=left)
    more = yield from menu(seat, prompt, [done, *found], look="list", about="deploy")
    return bool(more) or go_on(state, "Explore")


def deploy_places(state: ArchmagiState, seat: str, kind: str) -> list[str]:
    """Where a kind of chit can be deployed: by banners and the Archmagi."""
    bases = [*banners(state, seat), *(one for one in occupied(state, seat) if holds_archmagi(state, seat, one))]
    around = bases if state.mapped == "table" else [to for one in bases for to in (one, *beside(state, one))]
    unit = Unit(seat, kind)
    return [one for one in dict.fromkeys(around) if deploy_refusal(state, seat, unit, one) is None]


def place_chit(state: ArchmagiState, seat: str, kind: str) -> Rule[bool]:
    """A chit goes face down into a hex; Sites lie open."""
    yield from note(t("You deploy {unit}.", unit=name_of(state, kind)), to=seat)
    place = yield from where(state, seat, t("Where to?"), deploy_places(state, seat, kind), "where")
    player = state.players[seat]
    player.reserve.remove(kind)
    player.deployed += 1
    unit = state.units[new_unit(state, seat, kind, place)]
    unit.halted = state.rulings["new_units"] == "rest-first"
    player.absent += state.mapped != "table" and ground(state, place) != chit(state, unit).terrain
    if has(state, unit, "site"):
        show(state, unit)
    yield from note(t("{who} deploys a chit on {place}.", who=called(seat), place=hex_name(state, place)))
    return True


def gifts(state: ArchmagiState, seat: str) -> list[Offer]:
    """Artifacts that can change hands: kept ones to any Hero on the map, owned ones within a stack."""
    own = {name: one for name, one in state.units.items() if one.seat == seat and one.place}
    sources = [("", one) for one in dict.fromkeys(state.players[seat].kept)]
    sources += [(name, one) for name, unit in own.items() for one in dict.fromkeys(unit.artifacts)]
    found = []
    for giver, artifact in sources:
        reach = {own[giver].place} if giver else {one.place for one in own.values()}
        takers = [Offer(name, name_of(state, unit.kind), partial(give, state, seat, giver, artifact, name))
                  for name, unit in own.items() if name != giver and unit.place in reach
                  and owner_refusal(state, unit, artifact) is None]  # fmt: skip
        label = t("Give {artifact}", artifact=title(state, "artifact", artifact))
        if takers:
            to_whom = in_secret(seat, label, t("To whom?"), takers, "give")
            found.append(Offer(f"give:{giver}:{artifact}", label, to_whom, minor=bool(giver)))
    return found


def give(state: ArchmagiState, seat: str, giver: str, artifact: str, name: str) -> Rule[bool]:
    """An artifact comes to a Hero."""
    (state.units[giver].artifacts if giver else state.players[seat].kept).remove(artifact)
    state.units[name].artifacts.append(artifact)
    yield from note(t("You give {artifact}.", artifact=title(state, "artifact", artifact)), to=seat)
    return True

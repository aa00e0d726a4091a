"""Deploy: Reserve chits come onto the map, artifacts to Heroes."""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import choose, note
from companion.engine.core.effects import Rule
from companion.engine.core.forms import Option
from companion.engine.core.menu import Offer, menu
from companion.engine.core.rules import step
from companion.engine.core.text import t
from companion.games.archmagi import facts
from companion.games.archmagi.casting import new_unit
from companion.games.archmagi.gear import in_secret, owner_refusal
from companion.games.archmagi.land import banners, beside, deploy_refusal, hex_name
from companion.games.archmagi.losses import show
from companion.games.archmagi.piles import title
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import has, name_of


@step("Deploy")
def deploy(state: ArchmagiState, seat: str) -> Rule[bool]:
    """A Reserve chit is placed, or an artifact given; False when the player is done."""
    state.phase = "Deploy"
    player, offers = state.players[seat], []
    for kind in dict.fromkeys(player.reserve) if player.deployed < facts.LIMITS["deploy"] else ():
        if deploy_places(state, seat, kind):
            offers.append(Offer(kind, name_of(state, kind), partial(place_chit, state, seat, kind)))
    found = [*offers, *gifts(state, seat)]
    if not found:
        return False
    done = Offer("done", t("No more"), value=False)
    prompt = t("{n} left: which chit do you deploy?", n=facts.LIMITS["deploy"] - player.deployed)
    return bool((yield from menu(seat, prompt, [done, *found], look="list", about="deploy")))


def deploy_places(state: ArchmagiState, seat: str, kind: str) -> list[str]:
    """Where a kind of chit can be deployed."""
    unit = Unit(seat, kind)
    near = banners(state, seat) + [one.place for one in state.units.values() if one.seat == seat]
    around = dict.fromkeys(
        near if state.mapped == "table" else [to for one in near for to in (one, *beside(state, one))]
    )
    return [one for one in around if one and deploy_refusal(state, seat, unit, one) is None]


def place_chit(state: ArchmagiState, seat: str, kind: str) -> Rule[bool]:
    """A chit goes face down into a hex; Sites lie open."""
    yield from note(t("You deploy {unit}.", unit=name_of(state, kind)), to=seat)
    player = state.players[seat]
    found = [Option(one, hex_name(state, one)) for one in deploy_places(state, seat, kind)]
    place = yield from choose(seat, t("Where to?"), found, look="map", about="where")
    player.reserve.remove(kind)
    player.deployed += 1
    unit = state.units[new_unit(state, seat, kind, place)]
    unit.halted = state.rulings["new_units"] == "rest-first"
    player.absent += not is_home(state, unit)
    if has(state, unit, "site"):
        show(state, unit)
    yield from note(t("{who} deploys a chit on {place}.", who=t(facts.TITLES[seat]), place=hex_name(state, place)))
    return True


def is_home(state: ArchmagiState, unit: Unit) -> bool:
    """Whether it was deployed in the terrain of its list."""
    home = lists_of(state.owner).chits[unit.kind].terrain
    return state.mapped == "table" or state.hexes[unit.place].terrain == home


def gifts(state: ArchmagiState, seat: str) -> list[Offer]:
    """Artifacts that can change hands: kept ones to any Hero on the map, owned ones within a stack."""
    own = {name: one for name, one in state.units.items() if one.seat == seat and one.place}
    sources = [("", one) for one in dict.fromkeys(state.players[seat].kept)]
    sources += [(name, one) for name, unit in own.items() for one in dict.fromkeys(unit.artifacts)]
    found = []
    for giver, artifact in sources:
        place = own[giver].place if giver else ""
        takers = [Offer(name, name_of(state, unit.kind), partial(give, state, seat, giver, artifact, name))
                  for name, unit in own.items() if name != giver and place in ("", unit.place)
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

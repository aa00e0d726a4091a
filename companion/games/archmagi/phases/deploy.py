"""Deploy: chits from the Reserve are placed on the map, artifacts are given to Heroes."""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Offer
from companion.engine.core.refusals import refuse_if
from companion.engine.core.rules import step
from companion.engine.core.text import listed, plural, t
from companion.games.archmagi import facts
from companion.games.archmagi.fights.losses import show
from companion.games.archmagi.land import banners, enemies, ground, hex_name, neighbours, occupied, room
from companion.games.archmagi.phases.ahead import landing_words
from companion.games.archmagi.phases.gear import gifts
from companion.games.archmagi.phases.piles import new_unit
from companion.games.archmagi.picking import in_phase, where
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import chit, has, is_archmagi, on_map, own_has, stack
from companion.games.archmagi.wording import called, home_of, name_of, says


@step("Deploy")
def deploy(state: ArchmagiState, seat: str) -> Rule[bool]:
    """Place a chit from the Reserve, or give an artifact. Returns False when the player is done."""
    player = state.players[seat]
    left = facts.LIMITS["deploy"] - player.deployed
    kinds = dict.fromkeys(player.reserve) if left > 0 else ()
    chits = [_chit(state, seat, kind) for kind in kinds]
    chits = chits if any(could_hold(state, seat, one) for one in near_bases(state, seat)) else []
    holds = chits or player.kept or any(one.artifacts for one in on_map(state, seat).values())
    prompt = plural(left, "Which chit comes onto the map? You may deploy 1 more.",
                    "Which chit comes onto the map? You may deploy {n} more.")  # fmt: skip
    prompt = prompt if left > 0 else t("You have deployed all you may in this turn.")
    offers = [*chits, *gifts(state, seat)]
    homes = listed([t("{unit} ({home})", unit=name_of(state, kind), home=home_of(state, kind)) for kind in kinds])
    waits = t("Each waits for your banner or Archmagi on its terrain: {chits}.", chits=homes) if chits else None
    stuck = t("Nothing can come in now.") if chits else t("There is nothing to hand over now.")
    return (yield from in_phase(state, seat, ("Deploy", "Explore"), prompt, offers, "list", asked=bool(holds),
                                stuck=stuck, waits=waits))  # fmt: skip


def _chit(state: ArchmagiState, seat: str, kind: str) -> Offer:
    """A chit of the Reserve as an offer; where it can come in at one place only, that is said."""
    places, words = deploy_places(state, seat, kind), says(state, "unit", kind)
    if len(places) == 1:
        words = t("{words} · to {place}", words=words, place=hex_name(state, places[0]))
    return Offer(kind, name_of(state, kind), partial(place_chit, state, seat, kind), detail=words,
                 refusal=nowhere(state, seat, kind))  # fmt: skip


def nowhere(state: ArchmagiState, seat: str, kind: str) -> Refusal | None:
    """Why a chit cannot be deployed anywhere now, or None."""
    home = chit(state, Unit(seat, kind)).terrain
    own = any(ground(state, one) == home and (one in bases(state, seat) or state.hexes[one].water)
              for one in near_bases(state, seat))  # fmt: skip
    needs = t("It needs {home} with your banner or Archmagi.", home=home_of(state, kind))
    needs = t("It needs {home} without an enemy, and with room.", home=home_of(state, kind)) if own else needs
    return refuse_if(not deploy_places(state, seat, kind), "Deploy", needs)


def bases(state: ArchmagiState, seat: str) -> list[str]:
    """The hexes of a player's banners and Archmagi."""
    kings = [one for one in occupied(state, seat) if holds_archmagi(state, seat, one)]
    return list(dict.fromkeys([*banners(state, seat), *kings]))


def near_bases(state: ArchmagiState, seat: str) -> list[str]:
    """The hexes of a player's banners and Archmagi, and on a map of the app those next to them."""
    own = bases(state, seat)
    around = own if state.mapped == "table" else [to for one in own for to in (one, *neighbours(state, one))]
    return list(dict.fromkeys(around))


def could_hold(state: ArchmagiState, seat: str, place: str) -> bool:
    """Whether a hex could take a chit of any kind, as everybody can see."""
    shut = ground(state, place) in state.closed or enemies(state, seat, place)
    return not shut and room(state, seat, place) > 0


def deploy_places(state: ArchmagiState, seat: str, kind: str) -> list[str]:
    """Where a kind of chit can be deployed: near banners and the Archmagi."""
    unit = Unit(seat, kind)
    return [one for one in near_bases(state, seat) if deploy_refusal(state, seat, unit, one) is None]


def deploy_refusal(state: ArchmagiState, seat: str, unit: Unit, place: str) -> Refusal | None:
    """Why a chit of the Reserve may not be deployed in a hex, or None."""
    home, sea = chit(state, unit).terrain, state.hexes[place].water
    if ground(state, place) in state.closed:
        return Refusal("Deploy", t("Nothing can be deployed in this terrain."))
    if enemies(state, seat, place) or room(state, seat, place) < 1:
        return Refusal("Deploy", t("An enemy stack stands there, or the stack is full."))
    if state.mapped == "table":
        return None
    near = (place, *neighbours(state, place)) if sea else (place,)
    kings = any(holds_archmagi(state, seat, one) for one in near)
    if not any(ground(state, one) == home for one in state.hexes):
        spent = state.players[seat].absent >= facts.LIMITS["absent"]
        stray = not kings or sea != own_has(state, unit, "sea")
        return refuse_if(
            spent, "Deploy", t("Only one chit a turn comes in if its terrain is not on the map.")
        ) or refuse_if(stray, "Deploy", t("Its terrain is not on the map: it goes where your Archmagi is."))
    wrong = refuse_if(ground(state, place) != home, "Deploy", t("Its terrain is another."))
    based = kings or any(state.hexes[one].banner == seat for one in near)
    return wrong or refuse_if(not based, "Deploy", t("Neither your banner nor your Archmagi is there."))


def holds_archmagi(state: ArchmagiState, seat: str, place: str) -> bool:
    """Whether a player's Archmagi stands in a hex."""
    return any(is_archmagi(state, one) for one in stack(state, place, (seat,)).values())


def place_chit(state: ArchmagiState, seat: str, kind: str) -> Rule[bool]:
    """Place a chit face down in a hex; Sites are placed face up."""
    own = t("{unit}: where to?", unit=name_of(state, kind))
    place = yield from where(state, seat, t("Where to?"), deploy_places(state, seat, kind), "where", own=own,
                             told=partial(landing_words, state, seat))  # fmt: skip
    player = state.players[seat]
    player.reserve.remove(kind)
    player.deployed += 1
    unit = state.units[new_unit(state, seat, kind, place)]
    unit.halted = state.rulings["new_units"] == "rest-first"
    player.absent += state.mapped != "table" and ground(state, place) != chit(state, unit).terrain
    if has(state, unit, "site"):
        show(state, unit)
    there = hex_name(state, place)
    mine = t("You deploy {unit} on {place}.", unit=name_of(state, kind), place=there)
    yield from note(t("{who} deploys a chit on {place}.", who=called(seat), place=there), own={seat: mine})
    return True

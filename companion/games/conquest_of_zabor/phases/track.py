"""The spaces of the Action track: what an Envoy does there, and whether it can do anything as things stand."""

from __future__ import annotations

from functools import partial

from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Offer
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import Text, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.actions import no_army, position_offers, printed
from companion.games.conquest_of_zabor.phases.diplomacy import diplomacy_offers
from companion.games.conquest_of_zabor.realm.areas import controlled, kind_of, others_in, who
from companion.games.conquest_of_zabor.realm.effects import price, room, supply
from companion.games.conquest_of_zabor.realm.pieces import sea_offers, sites
from companion.games.conquest_of_zabor.state import ZaborState
from companion.games.conquest_of_zabor.wording import ACTION_BRIEFS, ACTION_WORDS

GROW = "grow"
"""The kind of the free spaces where an Empire grows, with something to do there now."""
GROWING = ("build_army", "campaign", "civilize")


def space_offers(state: ZaborState) -> list[Offer]:
    """The 16 spaces in the order of the track."""
    offers = []
    for n, owner in enumerate(state.spaces):
        if n // 2 < len(state.track):
            action, slot = state.track[n // 2], "secondary" if n % 2 else "primary"
            card = t("{n} · {action}", n=n // 2 + 1, action=t(facts.ACTIONS[action]))
            words = t("{action}, primary", action=card) if slot == "primary" else t(
                "{action}, secondary", action=card)  # fmt: skip
            full = refuse_if(owner, "Phase 4: place envoys", t("{who} has an Envoy there.", who=who(owner)))
            grows = not owner and not n % 2 and action in GROWING and not nothing(state, state.active, action, slot)
            told, kind = partial(_told, state, state.active, n), GROW if grows else ""
            offers.append(Offer(f"{action}:{slot}", words, value=n, refusal=full, kind=kind, detail=told,
                                link=(owner,) if owner else (), brief=partial(told, brief=True)))  # fmt: skip
    return offers


def _told(state: ZaborState, seat: str, n: int, *, brief: bool = False) -> Text:
    """What an action does; that it can do nothing now, where this is known."""
    action = state.track[n // 2]
    why = nothing(state, seat, action, "secondary" if n % 2 else "primary")
    does = t((ACTION_BRIEFS if brief else ACTION_WORDS)[action][n % 2])
    return does if why is None else t("Nothing now. {why}", why=why.reason)


def row_names(state: ZaborState) -> list[Text]:
    """The Action Cards in their order, with numbers."""
    return [t("{n} · {action}", n=n, action=t(facts.ACTIONS[action])) for n, action in enumerate(state.track, 1)]


def nothing(state: ZaborState, seat: str, action: str, slot: str) -> Refusal | None:
    """Why an action can do nothing as things stand, or None. Cards can always be drawn."""
    gold = state.players[seat].gold
    match action:
        case "build_army":
            bought = {kind: price(state, seat, kind) for kind in facts.LAND_UNITS}
            if slot == "primary":
                return no_army(state, seat, bought, gold)
            free = no_army(state, seat, printed(), facts.NUMBER["free"])
            return free and no_army(state, seat, {"infantry": bought["infantry"]}, gold) and free
        case "campaign":
            return _no_army_moves(state, seat)
        case "civilize" if slot == "primary":
            return _no_building(state, seat, tuple(facts.ITEMS), t("No area can have a Road or an Upgrade."))
        case "civilize":
            free_site = sites(state, seat, "keep") and supply(state, seat, "keep")
            return None if free_site else _no_building(state, seat, ("keep",), t("There is no Rural Area for a Keep."))
        case "council_seat":
            reasons = [one.against for one in position_offers(state, seat, slot)]
            return reasons[-1] if all(reasons) else None
        case "diplomacy":
            open_ = [one for one in diplomacy_offers(state, seat, slot) if one.against is None]
            words = t("No area can come under the control of {who}.", who=who(seat))
            return refuse_if(not open_, "Action card: Diplomacy", words)
        case "maritime" if slot == "primary":
            return _no_sea(state, seat)
    return None


def _no_army_moves(state: ZaborState, seat: str) -> Refusal | None:
    own = [one for one in state.units.values() if one.seat == seat and not kind_of(state, one.kind).naval]
    held = all(others_in(state, one.place, seat) for one in own)
    return refuse_if(held, "Action card: Campaign", t("No Land Unit is free to move."))


def _no_building(state: ZaborState, seat: str, items: tuple[str, ...], nowhere: Text) -> Refusal | None:
    """Why none of these can be bought: no place or pieces, or too little Gold for the cheapest."""
    section, gold = "Action card: Civilize", state.players[seat].gold
    prices = [price(state, seat, one) for one in items if sites(state, seat, one) and supply(state, seat, one)]
    dear = t("The cheapest costs {n} Gold; there are {gold}.", n=min(prices, default=0), gold=gold)
    return refuse_if(not prices, section, nowhere) or refuse_if(min(prices, default=0) > gold, section, dear)


def _no_sea(state: ZaborState, seat: str) -> Refusal | None:
    """Why there is no Fleet to build or move, and no sea to get Gold from."""
    section, gold, cost = "Action card: Maritime", state.players[seat].gold, price(state, seat, "fleet")
    afloat = any(one.seat == seat and kind_of(state, one.kind).naval for one in state.units.values())
    if afloat or any(state.areas[place].sea for place in controlled(state, seat)):
        return None
    dear = t("There is no Fleet; one costs {n} Gold, there are {gold}.", n=cost, gold=gold)
    return (
        refuse_if(not room(state, seat, "fleet"), section, t("There is no Fleet, and no room for one."))
        or refuse_if(gold < cost, section, dear)
        or refuse_if(not sea_offers(state, seat), section, t("There is no Fleet, and no port to build one."))
    )

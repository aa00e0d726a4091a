"""The Action Cards: what each does in its primary and its secondary space, and as an Executed action of a card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.core.asking import counts, note, repeat
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Chip, Row
from companion.engine.core.menu import Group, Offer, Purse, menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.conflicts import fight, fight_at_once
from companion.games.conquest_of_zabor.realm.areas import controlled, homes, who
from companion.games.conquest_of_zabor.realm.atlas import choose_own, label
from companion.games.conquest_of_zabor.realm.deeds import do
from companion.games.conquest_of_zabor.realm.effects import count_of, lasting, price, room, stat, supply, whens
from companion.games.conquest_of_zabor.realm.movement import movable, move_group, ready_all
from companion.games.conquest_of_zabor.realm.pieces import (
    add_unit,
    build,
    choose_sea,
    come,
    sea_offers,
    sites,
    unit_names,
)
from companion.games.conquest_of_zabor.realm.piles import discard_down, gain_card
from companion.games.conquest_of_zabor.state import ZaborState
from companion.games.conquest_of_zabor.wording import NO_FLEET, NO_SITE, card_detail, item_words, some

CARD = "Action card: {}"
PLAIN = ("acquisition", "build_army", "civilize", "council_seat", "diplomacy")


def purse(state: ZaborState, seat: str) -> Purse:
    """A player's Gold, as a purse that pays prices."""
    return Purse(state.players[seat], "gold", lambda n: t("{n} Gold", n=n))


# ---- Acquisition


@step("Action card: Acquisition")
def acquisition(state: ZaborState, seat: str, slot: str) -> Rule[None]:
    """Draw 3 cards from the Dynasty or the Artifact deck, twice or once; one card of each draw is kept."""
    for _ in range(2 if slot == "primary" else 1):
        offers = [Offer(deck, t("Draw {deck} cards", deck=t(deck.title())), value=deck)
                  for deck in ("dynasty", "artifact")]  # fmt: skip
        if not must(state):
            offers.append(Offer("none", t("Draw no more"), value="", minor=True))
        deck = yield from menu(seat, t("From which deck do you draw?"), offers, about="deck")
        if deck:
            yield from gain_card(state, seat, deck, facts.NUMBER["drawn"], 1)
        else:
            yield from note(t("{who} draws no Dynasty or Artifact.", who=who(seat)), kind="declined")
    for deck in ("dynasty", "artifact"):
        yield from discard_down(state, seat, deck)


def must(state: ZaborState) -> bool:
    """Whether an action that is possible is compulsory (A42)."""
    return state.rulings["must"] == "must"


# ---- Build Army


@step("Action card: Build Army")
def build_army(state: ZaborState, seat: str, slot: str) -> Rule[None]:
    """Land Units for Gold; the secondary: up to 8 Gold worth of Units free of charge, or Infantry for Gold."""
    if slot == "primary":
        yield from buy_units(state, seat, facts.LAND_UNITS, must(state))
        return
    n = facts.NUMBER["free"]
    worth, price_ = t("worth up to {n} Gold in all", n=n), t("{n} Gold each", n=price(state, seat, "infantry"))
    free = Offer("free", t("Free Units"), partial(free_units, state, seat, n), detail=worth,
                 refusal=no_army(state, seat, printed(), n))  # fmt: skip
    bought = {"infantry": price(state, seat, "infantry")}
    buy = Offer("buy", t("Buy Infantry"), partial(buy_units, state, seat, tuple(bought), False), detail=price_,
                refusal=no_army(state, seat, bought, state.players[seat].gold))  # fmt: skip
    if free.against is None or buy.against is None:
        yield from menu(seat, t("Build Army, secondary: what do you take?"), [free, buy], about="build")


def printed() -> dict[str, int]:
    """The printed prices of the Land Units, in Gold."""
    return {kind: facts.UNITS[kind].price for kind in facts.LAND_UNITS}


def free_units(state: ZaborState, seat: str, budget: int) -> Rule[None]:
    """Units free of charge, up to a budget in printed prices."""
    prices = printed()
    prompt = t("Which Units come free, worth up to {n} Gold in all? S is Strength, M Move, W Wounds.", n=budget)
    given = yield from _army(state, seat, prices, budget, prompt)
    yield from place_all(state, seat, given)


def buy_units(state: ZaborState, seat: str, kinds: Sequence[str], needed: bool) -> Rule[None]:
    """Units for Gold, at the player's prices."""
    prices, player = {kind: price(state, seat, kind) for kind in kinds}, state.players[seat]
    prompt = t("Which Units do you buy? You have {n} Gold. S is Strength, M Move, W Wounds.", n=player.gold)
    given = yield from _army(state, seat, prices, player.gold, prompt, needed)
    player.gold -= sum(prices[kind] * n for kind, n in given.items())
    if not given:
        yield from note(t("{who} buys nothing.", who=who(seat)), kind="declined")
    yield from place_all(state, seat, given)


def _army(state: ZaborState, seat: str, prices: dict[str, int], budget: int, prompt: Text,
          needed: bool = False) -> Rule[dict[str, int]]:  # fmt: skip
    if no_army(state, seat, prices, budget) is not None:
        return {}
    most = {kind: min(room(state, seat, kind), budget // max(1, cost)) for kind, cost in prices.items()}
    if needed and sum(most.values()) == 1:
        return {kind: n for kind, n in most.items() if n}
    rows = [_unit_row(state, seat, kind, cost, budget) for kind, cost in prices.items()]
    given: dict[str, int] = yield from counts(seat, prompt, rows, budget=budget, least=int(needed), about="army")
    return given


def no_army(state: ZaborState, seat: str, prices: dict[str, int], budget: int) -> Refusal | None:
    """Why no Unit can be had for these prices, or None."""
    section, open_ = "Action card: Build Army", [kind for kind in prices if room(state, seat, kind)]
    homeless = refuse_if(not homes(state, seat), section, t("There is no area to place Units in."))
    full = refuse_if(not open_, section, t("The capacity, or what is left of the pieces, allows no more."))
    cheapest = min((prices[one] for one in open_), default=0)
    words = t("The cheapest costs {price} Gold, and only {n} are there.", n=budget, price=cheapest)
    dear = refuse_if(all(prices[kind] > budget for kind in open_), section, words)
    return homeless or full or dear


def _unit_row(state: ZaborState, seat: str, kind: str, cost: int, budget: int) -> Row:
    """A type of Unit, as many as capacity, pieces and Gold allow; shut with the reason where that is none."""
    unit, section, left = facts.UNITS[kind], "Action card: Build Army", room(state, seat, kind)
    full = refuse_if(not left, section, t("The capacity, or what is left of the pieces, allows no more."))
    dear = refuse_if(cost > budget, section, t("It costs {price} Gold, and only {n} are there.", price=cost, n=budget))
    figures = (
        Chip(t("Strength"), stat(state, seat, kind, "strength"), "red", letter="S"),
        Chip(t("Move"), stat(state, seat, kind, "move"), "green", letter="M"),
        Chip(t("Wounds"), stat(state, seat, kind, "wounds"), "blue", letter="W"),
    )
    price_ = (Chip(t("Gold"), cost, "orange", "coins"),)
    most = min(left, budget // cost) if cost else left
    return Row(kind, t(unit.name), most, cost, full or dear, price=price_, figures=figures,
               told=partial(some, name=unit.name))  # fmt: skip


def place_all(state: ZaborState, seat: str, given: dict[str, int]) -> Rule[None]:
    """Place acquired Units in Civilized Areas; their owner chooses how each type is split."""
    places = homes(state, seat)
    left = dict(given)
    while left:
        place = yield from choose_own(state, seat, t("Where do Units go?"), places, "place")
        there = dict(left)
        if len(places) > 1 and sum(left.values()) > 1:
            rows = [
                Row(kind, t(facts.UNITS[kind].name), n, start=n, told=partial(some, name=facts.UNITS[kind].name))
                for kind, n in left.items()
            ]
            prompt = t("Which of them go to {place}?", place=label(state, place))
            there = yield from counts(seat, prompt, rows, least=1, about="there")
        for kind, n in there.items():
            for _ in range(n):
                add_unit(state, seat, kind, place)
        left = {kind: n - there.get(kind, 0) for kind, n in left.items() if n > there.get(kind, 0)}
        kinds = [kind for kind, n in there.items() for _ in range(n)]
        yield from note(t("{who}: {units} at {place}.", who=who(seat), units=unit_names(state, kinds),
                          place=label(state, place)), kind="bought")  # fmt: skip


# ---- Civilize


@step("Action card: Civilize")
def civilize(state: ZaborState, seat: str, slot: str) -> Rule[None]:
    """Upgrades and Roads for Gold; the secondary: one Keep free of charge, or up to 4 for Gold."""
    if slot == "primary":
        yield from buy_upgrades(state, seat, tuple(facts.ITEMS), 99)
        return
    n = facts.NUMBER["keeps"]
    free = Offer("free", t("A free Keep"), partial(_free_keep, state, seat), refusal=_no_site(state, seat, "keep"))
    buy = Offer("buy", t("Buy Keeps, at most {n}", n=n), partial(buy_upgrades, state, seat, ("keep",), n),
                refusal=_upgrades(state, seat, "keep", ()).against)  # fmt: skip
    if free.against is None or buy.against is None:
        yield from menu(seat, t("Civilize, secondary: what do you take?"), [free, buy], about="civilize",
                        skip_single=True)  # fmt: skip


def _free_keep(state: ZaborState, seat: str) -> Rule[None]:
    place = yield from choose_own(state, seat, t("Where does the Keep go?"), sites(state, seat, "keep"), "site")
    build(state, seat, "keep", place)
    yield from note(come(state, seat, "keep", place), kind="bought")


def buy_upgrades(state: ZaborState, seat: str, items: Sequence[str], left: int) -> Rule[None]:
    """Upgrades and Roads for Gold, so many at most."""
    done: list[str] = []
    while left > 0 and any(_upgrades(state, seat, item, done).against is None for item in items):
        none = Offer("done", t("No more") if done else t("Build nothing"), value="", ends=True)
        prompt = t("What do you build? You have {n} Gold.", n=state.players[seat].gold)
        choice: list[Offer | Group] = [none] if not must(state) or done else []
        built = yield from menu(seat, prompt, [*choice, *(_upgrades(state, seat, item, done) for item in items)],
                                about="civilize")  # fmt: skip
        if not built:
            if not done:
                yield from note(t("{who} builds nothing.", who=who(seat)), kind="declined")
            return
        item, place = built
        yield from note(come(state, seat, item, place), kind="bought")
        done.append(place)
        left -= 1


def _no_site(state: ZaborState, seat: str, item: str) -> Refusal | None:
    nowhere = refuse_if(not sites(state, seat, item), "Glossary: Upgrades and Roads", NO_SITE[item])
    return nowhere or refuse_if(not supply(state, seat, item), "Glossary: Upgrades and Roads", t("No pieces are left."))


def _upgrades(state: ZaborState, seat: str, item: str, done: Sequence[str]) -> Group:
    """An Upgrade or a Road for its price, in one of the areas that can have it."""
    cost = price(state, seat, item)
    once = state.rulings["steps"] == "one-step"
    refusal = _no_site(state, seat, item)
    places = sites(state, seat, item)

    def put(place: str) -> tuple[str, str]:
        build(state, seat, item, place)
        return item, place

    offers = [Offer(place, label(state, place), partial(put, place), price=cost, purse=purse(state, seat),
                    refusal=refusal or refuse_if(once and item != "road" and place in done, "Action card: Civilize",
                                                 t("One Upgrade in each area.")))
              for place in places]  # fmt: skip
    name = t("{item}, {n} Gold", item=t(facts.ITEMS[item].name), n=cost)
    prompt = t("Where does the {item} go?", item=t(facts.ITEMS[item].name))
    offers = offers or [Offer("none", name, refusal=refusal)]
    return Group(item, name, prompt, offers, detail=item_words(facts.ITEMS[item]), about="site")


# ---- Council Seat


@step("Action card: Council Seat")
def council_seat(state: ZaborState, seat: str, slot: str) -> Rule[None]:
    """A Position Card of the player's choice; with the secondary not the Master of the Council."""
    offers = position_offers(state, seat, slot)
    if all(one.against for one in offers):
        yield from note(t("{who} can take no Position Card.", who=who(seat)))
        return
    if not must(state):
        offers.append(Offer("none", t("None"), minor=True))
    yield from menu(seat, t("Which Position Card do you take?"), offers, about="position", skip_single=True)


def position_offers(state: ZaborState, seat: str, slot: str) -> list[Offer]:
    """The Position Cards that a player does not have yet."""
    own = state.players[seat].positions
    return [Offer(one, t(facts.HOUSE.cards["position"][one].name), partial(take_position, state, seat, one),
                  refusal=position_refusal(state, seat, one, slot), detail=_office(state, one))
            for one in facts.POSITIONS if one not in own]  # fmt: skip


def _office(state: ZaborState, position: str) -> Text:
    """Who has a Position Card, and its right."""
    right = card_detail(facts.HOUSE.cards["position"][position])
    owner = who(holder(state, position))
    return t("{who}. {right}", who=owner, right=right) if right is not None else owner


def holder(state: ZaborState, position: str) -> str:
    """The seat that has a Position Card; "" if it is beside the board."""
    return next((one for one in state.seats if position in state.players[one].positions), "")


def position_refusal(state: ZaborState, seat: str, position: str, slot: str) -> Refusal | None:
    """Why a Position Card cannot be taken, or None."""
    council = refuse_if(slot == "secondary" and position == facts.COUNCIL, "Action card: Council Seat",
                        t("Not with the secondary action."))  # fmt: skip
    owner = holder(state, position)
    sealed = slot == "secondary" and bool(owner) and bool(lasting(state, owner, "seal"))
    return council or refuse_if(sealed, "Action card: Council Seat", t("A Dynasty protects it."))


def take_position(state: ZaborState, seat: str, position: str) -> Rule[None]:
    """Move a Position Card to a player's chart, which holds at most 3 (or 1 by a reading of A16)."""
    player, owner = state.players[seat], holder(state, position)
    if owner:
        state.players[owner].positions.remove(position)
    if position in state.beside:
        state.beside.remove(position)
    player.positions.append(position)
    yield from note(t("{who} is {position}.", who=who(seat), position=t(facts.HOUSE.cards["position"][position].name)),
                    kind="position", facts={"seat": seat})  # fmt: skip
    one_only = state.rulings["positions"] == "one-only"
    while len(player.positions) > (1 if one_only else facts.NUMBER["hand"]):
        old = [one for one in player.positions if one != position]
        if not one_only:
            old = [one for one in player.positions if one not in (facts.COUNCIL, facts.EVENTS)]
        offers = [Offer(one, t(facts.HOUSE.cards["position"][one].name), value=one) for one in old]
        given = yield from menu(
            seat, t("Which Position Card do you give back?"), offers, about="give", skip_single=True
        )
        player.positions.remove(given)
        if one_only and (owner or given in (facts.COUNCIL, facts.EVENTS)):
            state.players[owner or next(one for one in state.seats if one != seat)].positions.append(given)
        else:
            state.beside.append(given)
    for card, effect in whens(state, seat, "position"):
        yield from do(state, seat, card, effect)


# ---- movement actions: flows


@flow("Action card: Campaign")
def campaign(seat: str, slot: str) -> Rule[None]:
    """All Land Units move, or those of one area; then the battles are fought."""
    yield from begin_moves()
    source = (yield from leave_from(seat)) if slot == "secondary" else ""
    if slot == "primary" or source:
        yield from repeat(march(seat, "land", source, "", 0))
    yield from repeat(fight(seat))


@flow("Action card: Campaign", "Movement")
def march(seat: str, sort: str, source: str, target: str, free: int) -> Rule[bool]:
    """One group moves, and perhaps fights at once (A06). Returns False when the player is done."""
    moved = yield from move_group(seat, sort, source, target, free)
    if moved:
        yield from repeat(fight_at_once(seat))
    return bool(moved)


@step("Movement")
def begin_moves(state: ZaborState) -> None:
    """Make all Units able to move and pursue again."""
    ready_all(state)
    state.queue = []


@step("Action card: Campaign", asks_first=True)
def leave_from(state: ZaborState, seat: str) -> Rule[str]:
    """Choose the one Land Area that Units leave."""
    found = movable(state, seat, naval=False)
    place = yield from choose_own(state, seat, t("Which area do your Units leave?"), list(found), "source")
    return place


@flow("Action card: Maritime")
def maritime(seat: str, slot: str) -> Rule[None]:
    """Fleets are built and moved, battles fought; then Gold is received."""
    yield from repeat(build_fleets(seat))
    yield from begin_moves()
    yield from repeat(march(seat, "naval", "", "", 0))
    yield from repeat(fight(seat))
    yield from maritime_gold(seat, slot)


@step("Action card: Maritime", asks_first=True)
def build_fleets(state: ZaborState, seat: str) -> Rule[bool]:
    """Build one Fleet for Gold. Returns False when the player is done."""
    cost, player = price(state, seat, "fleet"), state.players[seat]
    if player.gold < cost or not room(state, seat, "fleet") or not sea_offers(state, seat):
        return False
    offers = [Offer("buy", t("A Fleet for {n} Gold", n=cost), value=True),
              Offer("done", NO_FLEET[count_of(state, seat, "fleet") > 0], value=False, ends=True)]  # fmt: skip
    if not (yield from menu(seat, t("Do you build a Fleet? You have {n} Gold.", n=player.gold), offers, about="fleet")):
        yield from note(t("{who} builds no Fleet now.", who=who(seat)), kind="declined")
        return False
    place = yield from choose_sea(state, seat, t("Where does the Fleet go?"))
    player.gold -= cost
    add_unit(state, seat, "fleet", place)
    yield from note(come(state, seat, "fleet", place), kind="bought")
    return True


@step("Action card: Maritime")
def maritime_gold(state: ZaborState, seat: str, slot: str) -> Rule[None]:
    """2 Gold for each Sea Area under control; the secondary 4 Gold."""
    seas = [place for place in controlled(state, seat) if state.areas[place].sea]
    n = facts.NUMBER["sea"] * len(seas) if slot == "primary" else facts.NUMBER["maritime"]
    state.players[seat].gold += n
    if n:
        yield from note(t("{who} gains {n} Gold from the sea.", who=who(seat), n=n), kind="maritime")


@flow("Phase 6: warfare", "Action card: Campaign")
def card_move(seat: str, n: int) -> Rule[None]:
    """A card moves Units of one own area to own areas."""
    yield from begin_moves()
    source = yield from leave_from(seat)
    if source:
        yield from repeat(march(seat, "safe", source, "", n))

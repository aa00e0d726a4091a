"""What the words of the cards do once: one function for each word. Other effects are shown, and the players carry
them out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.core.asking import confirm, note, pool
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Offer, menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import plural, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.language import Effect
from companion.games.conquest_of_zabor.realm.areas import (
    controller,
    homes,
    kind_of,
    land,
    touches,
    units_in,
    who,
)
from companion.games.conquest_of_zabor.realm.atlas import choose_own, label, near_offers, offer
from companion.games.conquest_of_zabor.realm.battle import HIT, roller_of
from companion.games.conquest_of_zabor.realm.effects import counted, price, room
from companion.games.conquest_of_zabor.realm.movement import bar
from companion.games.conquest_of_zabor.realm.pieces import (
    add_unit,
    choose_sea,
    come,
    degrade,
    gain_units,
    gain_upgrade,
    judge,
    remember_conquest,
    sea_offers,
    sites,
    suffer,
    take_off,
    unit_names,
)
from companion.games.conquest_of_zabor.realm.piles import draw_cards, gain_card, throw
from companion.games.conquest_of_zabor.sheet import decks_of
from companion.games.conquest_of_zabor.state import Lasting, ZaborState

Order = list[str]
"""What a flow is to carry out after a step, and how: `campaign`, `secondary`; empty for nothing."""
SORCERY = "Glossary: Sorcery and Destiny"


def do(state: ZaborState, seat: str, card: facts.Card, effect: Effect) -> Rule[Order]:
    """Do what an effect says, for everybody it names. Returns what a flow still has to carry out."""
    order: Order = []
    if effect.word == "text":
        yield from shown(state, seat, card, effect)
    elif effect.get("until"):
        every = [facts.BARBARIAN] if effect.get("who") == "all" else []
        seats = [*whom(state, seat, effect.get("who", "owner")), *every]
        state.lasting.append(Lasting(card.deck, card.id, seats, card.effects.index(effect)))
    elif effect.word in DEEDS:
        for one in whom(state, seat, effect.get("who", "owner")):
            order = (yield from DEEDS[effect.word](state, one, effect)) or order
    return order


def whom(state: ZaborState, seat: str, named: str) -> list[str]:
    """The seats that an effect is for."""
    order = [*state.seats[state.seats.index(seat) :], *state.seats[: state.seats.index(seat)]]
    if named == "fewest_vp":
        limit = sorted(state.players[one].vp for one in order)[1]
        return [one for one in order if state.players[one].vp <= limit]
    if named == "most_gold":
        most = max(state.players[one].gold for one in order)
        return [one for one in order if state.players[one].gold == most]
    if named == "coastal":
        return [one for one in order if counted(state, one, "coastal")]
    return [seat] if named == "owner" else order


def shown(state: ZaborState, seat: str, card: facts.Card, effect: Effect) -> Rule[None]:
    """Show an effect that no word expresses: the players read it and carry it out; pieces are set by corrections."""
    prompt = t("{card}: {words}. Do this at the table, then go on.", card=t(card.name), words=t(effect.text))
    yield from confirm(seat, prompt, t("It is done"), t("It does not apply"), observation=True, about="text")
    yield from note(t("{card} is resolved at the table.", card=t(card.name)), kind="text")


# ---- one function a word


def gold(state: ZaborState, seat: str, effect: Effect) -> Rule[None]:
    """Gain Gold, or pay it as far as there is any."""
    n = effect.number() * (counted(state, seat, effect.get("per")) if effect.get("per") else 1)
    player = state.players[seat]
    n = max(n, -player.gold)
    player.gold += n
    words = (
        t("{who} gains {n} Gold.", who=who(seat), n=n) if n >= 0 else t("{who} loses {n} Gold.", who=who(seat), n=-n)
    )
    if n:
        yield from note(words, section="Gold")


def units(state: ZaborState, seat: str, effect: Effect) -> Rule[None]:
    """Free Units."""
    yield from gain_units(state, seat, effect.get("unit"), effect.number())


def upgrade(state: ZaborState, seat: str, effect: Effect) -> Rule[None]:
    """Free Upgrades or Roads."""
    item, where = effect.get("item"), effect.get("where")
    if where == "beside_start":
        yield from roads_beside_start(state, seat, effect.number())
        return
    for _ in range(effect.number()):
        if not (yield from gain_upgrade(state, seat, item, sites(state, seat, item))):
            return


def roads_beside_start(state: ZaborState, seat: str, n: int) -> Rule[None]:
    """Roads in Land Areas that border the start, controlled or not."""
    home = state.players[seat].home
    starts = [one.home for one in state.players.values()]

    def against(place: str) -> Refusal | None:
        start = refuse_if(place in starts, "Setup 4: starting pieces", t("It is somebody's start."))
        return start or refuse_if(state.areas[place].roads, "Setup 4: starting pieces", t("It has a Road already."))

    for _ in range(n if home in state.areas else 0):
        near = near_offers(state, seat, home, "land", against)
        stop = Offer("none", t("No more Roads"), value="", ends=True)
        place = yield from menu(seat, t("Where does a Road beside your start go?"), [stop, *near], about="road")
        if not place:
            return
        state.areas[place].roads.append(seat)
        yield from note(come(state, seat, "road", place), kind="bought")


def draw(state: ZaborState, seat: str, effect: Effect) -> Rule[None]:
    """Draw cards and keep some of them."""
    n = effect.number()
    yield from gain_card(state, seat, effect.get("deck"), n, effect.number("keep", n))


def hits(state: ZaborState, seat: str, effect: Effect) -> Rule[None]:
    """Roll dice against the Units of an area; outside of battles nothing is absorbed (A54)."""
    target = effect.get("target")

    def against(place: str) -> Refusal | None:
        empty = refuse_if(not units_in(state, place), SORCERY, t("No Units are there."))
        own = target == "adjacent" and controller(state, place) == seat
        far = target == "adjacent" and touches(state, seat, place) is False
        return refuse_if(own or far, SORCERY, t("It does not border yours from outside.")) or empty

    sort = {"land": "land", "sea": "sea"}.get(target, "any")
    found = [
        place
        for place, area in state.areas.items()
        if against(place) is None and (sort == "any" or area.sea == (sort == "sea"))
    ]
    place = yield from choose_own(state, seat, t("Which area is hit?"), found, "target")
    if not place:
        return
    prompt = t("Dice against the Units in {place}", place=label(state, place))
    scored = yield from pool(seat, prompt, effect.number("dice"), 6, HIT, about="hits", section="Dice")
    yield from note(
        plural(scored, "One hit in {place}.", "{n} hits in {place}.", place=label(state, place)),
        kind="hits",
        section=SORCERY,
    )
    holders = [*dict.fromkeys(one.seat for one in units_in(state, place).values())]
    foe = holders[0]
    if len(holders) > 1:
        foe = yield from menu(
            seat, t("Whose Units?"), [Offer(one, who(one), value=one) for one in holders], about="whose"
        )
    killed = yield from suffer(state, roller_of(state, foe, seat), list(units_in(state, place, foe)), scored)
    if killed:
        yield from note(
            t("{who} loses {units}.", who=who(foe), units=unit_names(state, killed)),
            kind="killed",
            facts={"seat": foe, "n": len(killed), "by": seat},
        )
    if foe != seat and state.rulings["trade_bar"] == "any-harm":
        bar(state, seat, foe)
    judge(state, place)


def remove(state: ZaborState, seat: str, effect: Effect) -> Rule[None]:
    """Remove an own Unit of some kinds, or degrade an Upgrade in an area without Units by one step."""
    if effect.get("target") == "undefended":
        found = [place for place, area in state.areas.items() if area.upgrade and not units_in(state, place)]
        place = yield from choose_own(state, seat, t("Which area loses a step?"), found, "target")
        if place:
            degrade(state, place)
            yield from note(t("{place} loses a step.", place=label(state, place)), kind="quake")
        return
    kinds = effect.get("what").split(" or ")
    own = {
        f"{one.kind}:{one.place}": name for name, one in state.units.items() if one.seat == seat and one.kind in kinds
    }
    for _ in range(effect.number() if own else 0):
        offers = [
            Offer(
                f"{state.units[name].kind}:{state.units[name].place}",
                t(
                    "{unit} in {place}",
                    unit=t(kind_of(state, state.units[name].kind).name),
                    place=label(state, state.units[name].place),
                ),
                value=name,
            )
            for name in own.values()
        ]
        name = yield from menu(seat, t("Which Unit do you remove?"), offers, about="remove", skip_single=True)
        take_off(state, name)


def trade(state: ZaborState, seat: str, effect: Effect) -> Rule[None]:
    """Give more Trade Bonus Cards at the player's next own trade of this turn."""
    if effect.get("when") == "next_trade":
        state.players[seat].extra_trade += effect.number()
    yield from ()


def discount(state: ZaborState, seat: str, effect: Effect) -> Rule[None]:
    """One piece may be bought at once at a lower price."""
    item = effect.get("item")
    if effect.get("when") != "now" or not room(state, seat, item):
        return
    cost = max(1, price(state, seat, item) - effect.number())
    player, unit = state.players[seat], facts.UNITS[item]
    where = sea_offers(state, seat) if unit.naval else homes(state, seat)
    prompt = t("Buy a {unit} for {n} Gold?", unit=t(unit.name), n=cost)
    if player.gold < cost:
        yield from note(t("{who} cannot buy a {unit}: it costs {price} Gold, and only {n} are there.", who=who(seat),
                          unit=t(unit.name), price=cost, n=player.gold), section="Gold")  # fmt: skip
        return
    if not where:
        yield from note(t("{who} cannot buy a {unit}: there is nowhere to put it.", who=who(seat), unit=t(unit.name)),
                        section="Glossary: acquiring")  # fmt: skip
        return
    if not (yield from confirm(seat, prompt, about="buy")):
        return
    where_to = t("Where does the {unit} go?", unit=t(unit.name))
    place = yield from (choose_sea(state, seat, where_to) if unit.naval
                        else choose_own(state, seat, where_to, homes(state, seat), "place"))  # fmt: skip
    if place:
        player.gold -= cost
        add_unit(state, seat, item, place)
        yield from note(come(state, seat, item, place), kind="bought")


def summon(state: ZaborState, seat: str, effect: Effect) -> Rule[None]:
    """A Monster comes to the player, from the deck or from another player (A50, A51)."""
    kind = effect.get("monster")
    monsters = decks_of(state.owner).cards["monster"]
    if kind == "top":
        kind = yield from _from_the_top(state, seat)
    owners = [one for one in state.seats if kind in state.players[one].monsters]
    places = lairs(state, seat, kind) if kind in monsters else []
    if not places:
        yield from note(t("No Monster comes."), kind="no_monster")
        return
    name = next((name for name, one in state.units.items() if one.kind == kind), "")
    prompt = t("Where does {unit} go?", unit=t(kind_of(state, kind).name))
    naval = kind_of(state, kind).naval
    place = yield from (choose_sea(state, seat, prompt) if naval else choose_own(state, seat, prompt, places, "place"))
    for one in owners:
        state.players[one].monsters.remove(kind)
    pile = state.discards.setdefault("monster", [])
    if kind in pile:
        pile.remove(kind)
    state.players[seat].monsters.append(kind)
    if name:
        state.units[name].seat, state.units[name].place, state.units[name].moved = seat, place, False
    else:
        add_unit(state, seat, kind, place)
    yield from note(t("{who} summons {unit}.", who=who(seat), unit=t(kind_of(state, kind).name)), kind="summon",
                    section=SORCERY)  # fmt: skip


def lairs(state: ZaborState, seat: str, kind: str) -> Sequence[str]:
    """The areas where a Monster can be placed: next to own Civilized Areas at sea, else like an acquired Land Unit."""
    return [one.id for one in sea_offers(state, seat)] if kind_of(state, kind).naval else homes(state, seat)


def _from_the_top(state: ZaborState, seat: str) -> Rule[str]:
    """The first Monster of the deck that can be placed; others are shown and put under it."""
    for _ in decks_of(state.owner).cards["monster"]:
        drawn = yield from draw_cards(state, seat, "monster")
        if not drawn:
            return ""
        if lairs(state, seat, drawn[0]):
            return drawn[0]
        throw(state, "monster", drawn[0])
    return ""


def execute(state: ZaborState, seat: str, effect: Effect) -> Rule[Order]:
    """An action is Executed, without an Envoy; the flow that plays the card carries it out."""
    yield from ()
    return [effect.get("action"), effect.get("slot")]


def move(state: ZaborState, seat: str, effect: Effect) -> Rule[Order]:
    """Units of one own area move, to own areas only; the flow carries it out."""
    yield from ()
    return ["move", str(effect.number())]


def mists(state: ZaborState, seat: str, effect: Effect) -> Rule[None]:
    """Choose an own Land Area that nobody may enter until the turn ends."""
    place = yield from choose_own(state, seat, t("Which area do mists hide?"), land(state, seat), "target")
    if place:
        state.areas[place].misty = True
        yield from note(t("Mists hide {place}.", place=label(state, place)), kind="mists")


def mend(state: ZaborState, seat: str, effect: Effect) -> Rule[None]:
    """Heal wounds in one area: of all Units, or only of own ones that are not Monsters."""
    own = effect.get("target") == "own"
    hurt = [
        one
        for one in state.units.values()
        if one.wounds and (not own or (one.seat == seat and one.kind in facts.UNITS))
    ]
    places = [place for place in state.areas if any(one.place == place for one in hurt)]
    places = [place for place in places if not own or controller(state, place) == seat]
    place = yield from choose_own(state, seat, t("Where are wounds healed?"), places, "target")
    for one in hurt:
        if one.place == place:
            one.wounds = 0


def fear(state: ZaborState, seat: str, effect: Effect) -> Rule[None]:
    """The enemy has fewer dice in round 1 of the player's next battle of this turn."""
    state.players[seat].fear += effect.number()
    yield from ()


def turncoat(state: ZaborState, seat: str, effect: Effect) -> Rule[None]:
    """Replace a Barbarian Unit that is alone next to an own area by an own Unit."""
    found = []
    for place in state.areas:
        here = list(units_in(state, place).values())
        alone = len(here) == 1 and here[0].seat == facts.BARBARIAN and touches(state, seat, place) is not False
        if alone and room(state, seat, here[0].kind):
            found.append(place)
    offers = [offer(state, place) for place in found]
    none = Offer("none", t("None of them borders mine"), value="", minor=True)
    if not found:
        return
    place = yield from menu(seat, t("Which Barbarian Unit changes sides?"), [*offers, none], about="target")
    if not place:
        return
    (unit,) = units_in(state, place).values()
    unit.seat = seat
    if state.areas[place].upgrade:
        state.areas[place].holder = seat
    remember_conquest(state, seat, place)
    yield from note(t("{unit} in {place} joins {who}.", unit=t(kind_of(state, unit.kind).name), who=who(seat),
                      place=label(state, place)), kind="turncoat")  # fmt: skip


DEEDS: dict[str, Callable[[ZaborState, str, Effect], Rule[Order | None]]] = {
    "gold": gold, "units": units, "upgrade": upgrade, "draw": draw, "hits": hits, "remove": remove, "trade": trade,
    "discount": discount, "summon": summon, "execute": execute, "move": move, "mists": mists, "mend": mend,
    "fear": fear, "turncoat": turncoat,
}  # fmt: skip

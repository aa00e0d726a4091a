"""The Trade Phase: who may trade with whom, who agrees, and what the Trade Bonus Cards bring."""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import confirm, note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Offer, menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.rules import step
from companion.engine.core.text import Text, plural, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.realm.areas import controlled, controller, empires_touch, neighbours, who
from companion.games.conquest_of_zabor.realm.atlas import label
from companion.games.conquest_of_zabor.realm.deeds import do
from companion.games.conquest_of_zabor.realm.effects import lasting, whens
from companion.games.conquest_of_zabor.realm.piles import draw_cards, throw, title
from companion.games.conquest_of_zabor.sheet import decks_of
from companion.games.conquest_of_zabor.state import ZaborState

SECTION = "Phase 7: trade"


@step("Phase 7: trade")
def trade(state: ZaborState, seat: str) -> Rule[None]:
    """A player asks adjacent Empires until one agrees, and draws Trade Bonus Cards; by one reading the other one
    draws, too.
    """
    state.active = seat
    asked: list[str] = []
    while True:
        others = [one for one in state.seats if one != seat and one not in asked]
        offers = [Offer(one, who(one), value=one, refusal=trade_refusal(state, seat, one),
                        detail=partial(_where_they_touch, state, seat, one)) for one in others]  # fmt: skip
        if not controlled(state, seat) or all(one.against for one in offers):
            return
        none = Offer("no_trade", t("No trade"), value="", ends=True)
        prompt = t("Which Empire next to yours do you trade with?")
        other = yield from menu(seat, prompt, [*offers, none], about="trade", aside=trade_words(state, seat))
        if not other:
            yield from note(t("{who} does not trade.", who=who(seat)), kind="declined")
            return
        asked.append(other)
        if state.rulings["trades"] == "consent-not-needed":
            break
        prompt = t("{who} wants to trade. Do you agree?", who=who(seat))
        if (yield from confirm(other, prompt, about=f"consent:{seat}")):
            break
        yield from note(t("{who} declines the trade.", who=who(other)), kind="declined")
    yield from note(t("{who} trades with {other}.", who=who(seat), other=who(other)))
    yield from draw_bonus(state, seat)
    if state.rulings["trades"] == "both-draw":
        state.players[other].spent.append("trade")
        yield from draw_bonus(state, other)
    state.players[seat].spent.append("trade")


def trade_refusal(state: ZaborState, seat: str, other: str) -> Refusal | None:
    """Why two Empires cannot trade, or None."""
    player = state.players[seat]
    none = any("set" in one.args for one in lasting(state, seat, "trade"))
    fought = refuse_if(other in player.barred, SECTION, t("You fought in this turn."))
    far = empires_touch(state, seat, other) is False or not controlled(state, other)
    once = state.rulings["trades"] == "both-draw" and any("trade" in state.players[one].spent for one in (seat, other))
    return (refuse_if(none, SECTION, t("There are no trades in this turn.")) or fought
            or refuse_if(far, SECTION, t("It is not adjacent."))
            or refuse_if(once, SECTION, t("Each Empire trades once.")))  # fmt: skip


def trade_words(state: ZaborState, seat: str) -> Text:
    """What a trade brings, before one is chosen: how many cards, and how many of them are Gold."""
    reading, n = state.rulings["trades"], bonus(state, seat)
    words = plural(n, "If the other agrees you draw 1 Trade Bonus Card.",
                   "If the other agrees you draw {n} Trade Bonus Cards.")  # fmt: skip
    if reading == "consent-not-needed":
        words = plural(n, "You draw 1 Trade Bonus Card.", "You draw {n} Trade Bonus Cards.")
    elif reading == "both-draw":
        words = plural(n, "If the other agrees you draw 1 Trade Bonus Card, and so does the other.",
                       "If the other agrees you draw {n} Trade Bonus Cards; the other draws, too.")  # fmt: skip
    cards = decks_of(state.owner).cards["trade"].values()
    gold = {one.id: effect.number() for one in cards for effect in one.effects if effect.word == "gold"}
    if not gold:
        return words
    return t("{words} {some} of {all} bring Gold: {low} to {high}.", words=words, low=min(gold.values()),
             some=sum(one.count for one in cards if one.id in gold), all=sum(one.count for one in cards),
             high=max(gold.values()))  # fmt: skip


def _where_they_touch(state: ZaborState, seat: str, other: str) -> Text:
    """Which areas of two Empires border each other, or that the map must say so."""
    for there in controlled(state, other):
        here = next((one for one in neighbours(state, there) if controller(state, one) == seat), "")
        if here:
            return t("{there} borders your {here}", there=label(state, there), here=label(state, here))
    return t("only if an area of theirs borders one of yours")


def bonus(state: ZaborState, seat: str) -> int:
    """How many Trade Bonus Cards the next trade brings."""
    more = sum(one.number() for one in lasting(state, seat, "trade")) + state.players[seat].extra_trade
    return max(0, facts.NUMBER["trade"] + more)


def draw_bonus(state: ZaborState, seat: str) -> Rule[None]:
    """Draw two Trade Bonus Cards, more with some cards; each takes effect at once and is discarded."""
    player = state.players[seat]
    n = bonus(state, seat)
    player.trades, player.extra_trade = player.trades + 1, 0
    cards = decks_of(state.owner).cards["trade"]
    for _ in range(n):
        drawn = yield from draw_cards(state, seat, "trade")
        for name in drawn:
            yield from note(t("{who} draws {card}.", who=who(seat), card=title(state, "trade", name)), kind="card",
                            facts={"card": f"trade:{name}"})  # fmt: skip
            for effect in cards[name].effects:
                yield from do(state, seat, cards[name], effect)
            throw(state, "trade", name)
    for card, effect in whens(state, seat, "trade"):
        yield from do(state, seat, card, effect)

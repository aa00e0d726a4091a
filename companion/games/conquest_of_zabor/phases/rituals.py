"""The Rituals action: cards are drawn and played; actions that a card Executes are carried out at once."""

from __future__ import annotations

from companion.engine.core.asking import note, repeat
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Group, Offer, menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.rules import flow, step
from companion.engine.core.text import t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.language import HANDS
from companion.games.conquest_of_zabor.phases.actions import (
    acquisition,
    build_army,
    campaign,
    card_move,
    civilize,
    council_seat,
    maritime,
)
from companion.games.conquest_of_zabor.phases.diplomacy import diplomacy
from companion.games.conquest_of_zabor.realm.areas import who
from companion.games.conquest_of_zabor.realm.deeds import do, lairs
from companion.games.conquest_of_zabor.realm.effects import whens
from companion.games.conquest_of_zabor.realm.piles import gain_card, held, says, throw, title
from companion.games.conquest_of_zabor.sheet import decks_of
from companion.games.conquest_of_zabor.state import ZaborState


@flow("Action card: Rituals", "Glossary: Sorcery and Destiny")
def rituals(seat: str, slot: str) -> Rule[None]:
    """The Rituals action: cards may be played before and after drawing."""
    yield from repeat(play_one(seat, slot, "before"))
    yield from draw_rituals(seat, slot)
    yield from repeat(play_one(seat, slot, "after"))


@step("Action card: Rituals")
def draw_rituals(state: ZaborState, seat: str, slot: str) -> Rule[None]:
    """Draw 2 cards, or 1 with the secondary, from either deck, or none; then what other cards add."""
    for _ in range(2 if slot == "primary" else 1):
        offers = [Offer(deck, t("Draw a {deck} card", deck=t(deck.title())), value=deck) for deck in HANDS]
        none = Offer("none", t("Draw none"), value="")
        deck = yield from menu(seat, t("From which deck do you draw?"), [*offers, none], about="deck")
        if not deck:
            yield from note(t("{who} draws no more Destiny or Sorcery.", who=who(seat)), kind="declined")
            break
        yield from gain_card(state, seat, deck, 1, 1)
    for card, effect in whens(state, seat, "rituals"):
        yield from do(state, seat, card, effect)


@flow("Action card: Rituals", "Glossary: actions")
def play_one(seat: str, slot: str, moment: str) -> Rule[bool]:
    """Play one card from the hand, and carry out what it Executes. Returns False when no more are played."""
    order = yield from play_card(seat, slot, moment)
    if len(order) > 1:
        yield from execute(order[0], seat, order[1])
    return bool(order)


@flow("Glossary: actions")
def execute(what: str, seat: str, how: str) -> Rule[None]:
    """Carry out an action that a card Executes, without an Envoy."""
    if what == "move":
        yield from card_move(seat, int(how))
        return
    rules = {"acquisition": acquisition, "build_army": build_army, "campaign": campaign, "civilize": civilize,
             "council_seat": council_seat, "diplomacy": diplomacy, "maritime": maritime,
             "rituals": rituals}  # fmt: skip
    if what in rules:
        yield from rules[what](seat, how)


def play_refusal(state: ZaborState, seat: str, card: facts.Card) -> Refusal | None:
    """Why a card cannot be played: its Monster has no legal place (A51). None if it can."""
    named = [one.get("monster") for one in card.effects if one.word == "summon" and one.get("monster") != "top"]
    homeless = any(not lairs(state, seat, kind) for kind in named)
    return refuse_if(homeless, "Glossary: acquiring", t("There is nowhere to put the Monster."))


@step("Action card: Rituals", "Glossary: Sorcery and Destiny")
def play_card(state: ZaborState, seat: str, slot: str, moment: str) -> Rule[list[str]]:
    """Play and discard a Destiny or Sorcery card. Returns what it Executes, `played`, or nothing if none was played."""
    player, decks = state.players[seat], decks_of(state.owner)
    offers: list[Offer | Group] = []
    if slot == "primary" or state.rulings["rituals"] == "both":
        hand = [(deck, name) for deck in HANDS for name in dict.fromkeys(held(player, deck))]
        offers += [
            Offer(
                f"{deck}:{name}",
                t("Play {card}", card=title(state, deck, name)),
                value=(deck, name),
                detail=says(state, deck, name),
                refusal=play_refusal(state, seat, decks.cards[deck][name]),
            )
            for deck, name in hand
            if name in decks.cards[deck]
        ]
    if slot == "primary":
        offers += [Offer(f"once:{card.id}", t("Use {card}", card=t(card.name)), value=("once", card.id))
                   for card, _ in whens(state, seat, "once") if card.id not in player.used]  # fmt: skip
    if not offers:
        return []
    done = Offer("done", t("Play no card"), value=None, ends=True)
    idle = t("You cannot play any of your cards now. You are asked so that nobody can tell.")
    prompt = t("Do you play a card?")
    own = idle if all(one.against for one in offers) else prompt
    picked = yield from menu(seat, prompt, [done, *offers], about=f"play:{moment}", own=own)
    if picked is None:
        yield from note(t("{who} plays nothing now.", who=who(seat)), kind="declined")
        return []
    deck, name = picked
    if deck == "once":
        player.used.append(name)
        effects = [(card, effect) for card, effect in whens(state, seat, "once") if card.id == name]
    else:
        held(player, deck).remove(name)
        effects = [(decks.cards[deck][name], effect) for effect in decks.cards[deck][name].effects]
    yield from note(
        t("{who} plays {card}.", who=who(seat), card=t(effects[0][0].name) if effects else title(state, deck, name)),
        kind="card",
        facts={"card": f"{effects[0][0].deck if effects else deck}:{name}"},
    )
    order: list[str] = []
    for card, effect in effects:
        order = (yield from do(state, seat, card, effect)) or order
    if deck != "once":
        throw(state, deck, name)
    return order or ["played"]

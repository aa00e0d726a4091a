"""Decks and discard piles. A deck consists of all cards that are nowhere else; nobody sees it."""

from __future__ import annotations

from collections import Counter

from companion.engine.core.asking import draw, note
from companion.engine.core.effects import Card, Rule
from companion.engine.core.menu import Offer, menu, several
from companion.engine.core.text import Text, listed, plural, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.language import HANDS
from companion.games.conquest_of_zabor.realm.areas import who
from companion.games.conquest_of_zabor.sheet import decks_of
from companion.games.conquest_of_zabor.state import Player, ZaborState
from companion.games.conquest_of_zabor.wording import card_detail, event_words, kind_detail

NAMES = {"trait": "Empire Trait", "event": "Event", "destiny": "Destiny", "sorcery": "Sorcery", "dynasty": "Dynasty",
         "artifact": "Artifact", "monster": "Monster", "trade": "Trade Bonus", "vp": "VP"}  # fmt: skip

DECKS = ("destiny", "sorcery", "dynasty", "artifact")


def held(player: Player, deck: str) -> list[str]:
    """The cards of a deck that a player has, including the hand of the draft."""
    if deck == "trait":
        return [*player.traits, *player.passing, *player.kept]
    if deck == "monster":
        return player.monsters
    found: list[str] = getattr(player, deck) if deck in DECKS else []
    return found


def left(state: ZaborState, deck: str, seat: str = "") -> dict[str, int]:
    """The cards in a deck; for a `seat`, those that may be there as far as it can tell."""
    hidden = deck in (*HANDS, "trait")
    gone: Counter[str] = Counter(state.discards.get(deck, []))
    for player in state.players.values():
        mine = held(player, deck) if not seat or not hidden or player.seat == seat else []
        gone.update(mine or (player.traits if deck == "trait" and seat and player.seat != seat else []))
    if deck == "vp":
        gone.update(state.face_up)
    if deck == "event":
        gone.update(state.events)
    total = decks_of(state.owner).total(deck)
    return {one: n - gone[one] for one, n in total.items() if n - gone[one] > 0}


def title(state: ZaborState, deck: str, name: str) -> Text:
    """The name of a card."""
    card = decks_of(state.owner).cards[deck].get(name)
    return t(card.name) if card is not None else t("a card")


def says(state: ZaborState, deck: str, name: str, between: str = " ") -> Text | None:
    """What a card does, in words, with something `between` its lines."""
    decks = decks_of(state.owner)
    card = decks.cards[deck].get(name)
    if card is not None and deck == "event":
        return event_words(card)
    if deck == "monster":
        return kind_detail(decks.kinds.get(name))
    return card_detail(card, decks, between)


def draw_cards(state: ZaborState, seat: str, deck: str, count: int = 1, section: str = "") -> Rule[list[str]]:
    """Draw cards. The discard pile becomes a new deck when the old one is empty (A40); fewer are drawn when both
    are.
    """
    drawn: list[str] = []
    while len(drawn) < count:
        there = {one: n - drawn.count(one) for one, n in left(state, deck).items() if n > drawn.count(one)}
        pile = state.discards.setdefault(deck, [])
        if not there and state.rulings["discards"] == "bottom" and pile:
            drawn.append(pile.pop(0))
            continue
        if not there and pile:
            pile.clear()
            continue
        if not there:
            break
        seen = {one: n - drawn.count(one) for one, n in left(state, deck, seat).items() if n > drawn.count(one)}
        cards = [Card(one, title(state, deck, one), n, detail=says(state, deck, one), common=deck == "vp")
                 for one, n in seen.items()]  # fmt: skip
        wanted = min(count - len(drawn), sum(there.values()))
        prompt = plural(wanted, "Draw 1 {deck} card.", "Draw {n} {deck} cards.", deck=t(NAMES[deck]))
        drawn += yield from draw(seat, prompt, cards, wanted, about=f"draw:{deck}", there=there, section=section)
    return drawn


def throw(state: ZaborState, deck: str, name: str) -> None:
    """Put a card on its discard pile."""
    state.discards.setdefault(deck, []).append(name)


def shown(state: ZaborState, deck: str, cards: list[str]) -> list[Offer]:
    """Offers of cards, with what they do; the value of each is its index. A second one of a card has a number."""
    return [Offer(one if one not in cards[:i] else f"{one}.{i}", title(state, deck, one), value=i,
                  detail=says(state, deck, one)) for i, one in enumerate(cards)]  # fmt: skip


def gain_card(state: ZaborState, seat: str, deck: str, n: int, keep: int, section: str = "") -> Rule[None]:
    """Draw `n` cards and keep some of them; hands are secret, charts are not."""
    drawn = yield from draw_cards(state, seat, deck, n, section)
    if len(drawn) > keep:
        prompt = t("Keep {n} of these {deck} cards.", n=keep, deck=t(NAMES[deck]))
        offers, own, about = shown(state, deck, drawn), prompt if deck in HANDS else None, f"keep:{deck}"
        if keep == 1:
            prompt = t("Which {deck} card do you keep?", deck=t(NAMES[deck]))
            one_of = yield from menu(seat, prompt, offers, look="cards", about=about, own=own and prompt)
            chosen = [int(one_of)]
        else:
            chosen = yield from several(seat, prompt, offers, keep, keep, about=about, own=own)
    else:
        chosen = list(range(len(drawn)))
    for i, one in enumerate(drawn):
        if i in chosen:
            held(state.players[seat], deck).append(one)
        else:
            throw(state, deck, one)
    secret = deck in HANDS
    if chosen and secret:
        yield from note(t("You take {cards}.", cards=listed([title(state, deck, drawn[i]) for i in chosen])), to=seat)
        words = plural(len(chosen), "{who} takes 1 {deck} card.", "{who} takes {n} {deck} cards.",
                       who=who(seat), deck=t(NAMES[deck]))  # fmt: skip
        yield from note(words)
    elif chosen:
        yield from note(t("{who} takes {cards}.", who=who(seat),
                          cards=listed([title(state, deck, drawn[i]) for i in chosen])))  # fmt: skip


def discard_down(state: ZaborState, seat: str, deck: str) -> Rule[None]:
    """A player with more than 3 cards of a type discards down to 3."""
    hand = held(state.players[seat], deck)
    over = len(hand) - facts.NUMBER["hand"]
    if over <= 0:
        return
    prompt = t("Discard {n} of your {deck} cards.", n=over, deck=t(NAMES[deck]))
    own = prompt if deck in HANDS else None
    chosen = yield from several(seat, prompt, shown(state, deck, hand), over, over, about=f"discard:{deck}", own=own)
    for i in reversed(chosen):
        throw(state, deck, hand.pop(i))
    words = plural(over, "{who} discards 1 {deck} card.", "{who} discards {n} {deck} cards.",
                   who=who(seat), deck=t(NAMES[deck]))  # fmt: skip
    yield from note(words, kind="discard")

"""Draw and discard piles. A draw pile consists of all chits that are nowhere else; nobody sees it."""

from __future__ import annotations

from collections import Counter

from companion.engine.core.asking import draw, note
from companion.engine.core.effects import Card, Rule
from companion.engine.core.text import listed, t
from companion.games.archmagi import facts
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.silhouettes import sign_of
from companion.games.archmagi.state import ArchmagiState, Player, Unit
from companion.games.archmagi.wording import on_chit, times, title, with_words

WORDS = {"archmagi": "Draw an Archmagi chit.", "unit": "Draw a unit chit.", "spell": "Draw a spell chit.",
         "artifact": "Draw an artifact chit."}  # fmt: skip
TOLD = {"archmagi": "draws an Archmagi chit", "unit": "draws a unit chit", "spell": "draws a spell chit",
        "artifact": "draws an artifact chit"}  # fmt: skip
"""What others read."""
SEVERAL_TOLD = {"unit": "draws {n} unit chits", "spell": "draws {n} spell chits"}
SEVERAL = {"unit": "Draw {n} unit chits.", "spell": "Draw {n} spell chits."}


def held(pile: str, player: Player) -> list[str]:
    """The chits of a pile that a player has off the map."""
    return {"unit": player.reserve, "spell": player.spells, "artifact": player.kept}.get(pile, [])


def elsewhere(state: ArchmagiState, pile: str, seat: str = "") -> Counter[str]:
    """Every chit of a pile that has been drawn, as far as `seat` can see it, if one is given."""
    found = Counter(state.discards.get(pile, {}))
    for player in state.players.values():
        found.update(held(pile, player) if seat in ("", player.seat) else [])
    for unit in state.units.values() if pile != "spell" else ():
        kind, gear = (unit.kind, unit.artifacts) if seat in ("", unit.seat) else (unit.face, unit.bears)
        found.update(gear if pile == "artifact" else [kind])
    return found


def in_pile(state: ArchmagiState, pile: str, seat: str = "") -> dict[str, int]:
    """The chits in a draw pile. With a seat, those that may be there as far as it can tell: all but those it sees."""
    return Counter(lists_of(state.owner).total(pile)) - elsewhere(state, pile, seat)


def draw_chits(state: ArchmagiState, seat: str, pile: str, count: int = 1) -> Rule[list[str]]:
    """Draw from a pile, shown to the player only; fewer if even the discards run out. Returns the ids."""
    drawn: list[str] = []
    while len(drawn) < count:
        there = Counter(in_pile(state, pile)) - Counter(drawn)
        if not there and not any(state.discards[pile].values()):
            break
        if not there:
            state.discards[pile] = {}
            continue
        maybe = Counter(in_pile(state, pile, seat)) - Counter(drawn)
        deck = [card_of(state, pile, one, n) for one, n in maybe.items()]
        n = min(count - len(drawn), there.total())
        prompt = t(WORDS[pile]) if n == 1 else t(SEVERAL[pile], n=n)
        told = t(TOLD[pile]) if n == 1 else t(SEVERAL_TOLD[pile], n=n)
        drawn += yield from draw(seat, prompt, deck, n, about=f"draw:{pile}", there=dict(there), told=told)
    if drawn and pile != facts.ARCHMAGI:
        chits = listed([times(n, title(state, pile, one)) for one, n in Counter(drawn).items()])
        yield from note(t("You draw {chits}.", chits=chits), to=seat, more=with_words(state, pile, drawn))
    return drawn


def card_of(state: ArchmagiState, pile: str, name: str, n: int) -> Card:
    """A chit of a draw pile, as it is printed."""
    lists = lists_of(state.owner)
    brm = None if pile in ("spell", "artifact") else lists.chits[name].brm
    return Card(name, title(state, pile, name), n, detail=on_chit(state, pile, name), sign=sign_of(lists, name, pile),
                value=brm)  # fmt: skip


def new_unit(state: ArchmagiState, seat: str, kind: str, place: str) -> str:
    """Put a chit on the map. Returns its id."""
    state.chits += 1
    name = f"u{state.chits}"
    state.units[name] = Unit(seat, kind, place)
    return name

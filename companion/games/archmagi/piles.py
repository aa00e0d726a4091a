"""Draw and discard piles. What lies in a draw pile is what lies nowhere else; nobody sees it."""

from __future__ import annotations

from collections import Counter

from companion.engine.core.asking import draw, note
from companion.engine.core.effects import Card, Rule
from companion.engine.core.text import Text, t
from companion.games.archmagi import facts
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState, Player
from companion.games.archmagi.units import name_of

WORDS = {"archmagi": "Draw an Archmagi chit.", "unit": "Draw a unit chit.", "spell": "Draw a spell chit.",
         "artifact": "Draw an artifact chit."}  # fmt: skip


def held(pile: str, player: Player) -> list[str]:
    """What of a pile a player has beside the map."""
    return {"unit": player.reserve, "spell": player.spells, "artifact": player.kept}.get(pile, [])


def elsewhere(state: ArchmagiState, pile: str, seat: str = "") -> Counter[str]:
    """Every chit of a pile that is drawn; as far as one seat sees it, where a seat is named."""
    found = Counter(state.discards.get(pile, {}))
    for player in state.players.values():
        found.update(held(pile, player) if seat in ("", player.seat) else [])
    for unit in state.units.values() if pile != "spell" else ():
        kind, gear = (unit.kind, unit.artifacts) if seat in ("", unit.seat) else (unit.face, unit.bears)
        found.update(gear if pile == "artifact" else [kind])
    return found


def in_pile(state: ArchmagiState, pile: str, seat: str = "") -> dict[str, int]:
    """What lies in a draw pile; with a seat, what may lie there as far as it can tell: all chits but those it sees."""
    return Counter(lists_of(state.owner).total(pile)) - elsewhere(state, pile, seat)


def draw_chit(state: ArchmagiState, seat: str, pile: str) -> Rule[str]:
    """A chit from a draw pile, shown to its player only; empty when there is none left, not even discarded."""
    if not in_pile(state, pile):
        state.discards[pile] = {}
    left = in_pile(state, pile)
    if not left:
        return ""
    deck = [Card(one, title(state, pile, one), n) for one, n in in_pile(state, pile, seat).items()]
    (name,) = yield from draw(seat, t(WORDS[pile]), deck, about=f"draw:{pile}", there=left)
    if pile != facts.ARCHMAGI:
        yield from note(t("You draw {chit}.", chit=title(state, pile, name)), to=seat)
    return str(name)


def title(state: ArchmagiState, pile: str, name: str) -> Text:
    """What a chit of a pile is called."""
    lists = lists_of(state.owner)
    if pile == "spell":
        return t(lists.spells[name].name)
    return t(lists.artifacts[name].name) if pile == "artifact" else name_of(state, name)

"""Draw and discard piles. What lies in a draw pile is what lies nowhere else; nobody sees it."""

from __future__ import annotations

from collections import Counter

from companion.engine.core.asking import draw, note
from companion.engine.core.effects import Card, Rule
from companion.engine.core.errors import Refused
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


def elsewhere(state: ArchmagiState, pile: str) -> Counter[str]:
    """Every chit of a pile that is drawn."""
    found = Counter(one for player in state.players.values() for one in held(pile, player))
    found.update({one: n for one, n in state.discards.get(pile, {}).items() if n})
    for unit in state.units.values() if pile != "spell" else ():
        found.update(unit.artifacts if pile == "artifact" else [unit.kind])
    return found


def in_pile(state: ArchmagiState, pile: str) -> dict[str, int]:
    """What lies in a draw pile."""
    drawn = elsewhere(state, pile)
    left = {one: n - drawn[one] for one, n in lists_of(state.owner).total(pile).items()}
    return {one: n for one, n in left.items() if n > 0}


def unseen(state: ArchmagiState, pile: str, seat: str) -> dict[str, int]:
    """What may lie in a draw pile as far as a player can tell: all chits but those he sees."""
    seen = Counter(held(pile, state.players[seat]))
    seen.update({one: n for one, n in state.discards.get(pile, {}).items() if n})
    for unit in state.units.values() if pile != "spell" else ():
        own = unit.seat == seat
        if pile == "artifact":
            seen.update(unit.artifacts if own else unit.bears)
        else:
            seen.update([unit.kind if own else unit.face])
    left = {one: n - seen[one] for one, n in lists_of(state.owner).total(pile).items()}
    return {one: n for one, n in left.items() if n > 0}


def draw_chit(state: ArchmagiState, seat: str, pile: str) -> Rule[str]:
    """A chit from a draw pile, shown to its player only; empty when there is none left, not even discarded."""
    if not in_pile(state, pile):
        state.discards[pile] = {}
    left = in_pile(state, pile)
    if not left:
        return ""
    deck = [Card(one, title(state, pile, one), n) for one, n in unseen(state, pile, seat).items()]
    (name,) = yield from draw(seat, t(WORDS[pile]), deck, about=f"draw:{pile}")
    if not left.get(name):
        raise Refused("Setup", t("None of these is left in the pile: draw again."), "cards")
    if pile != facts.ARCHMAGI:
        yield from note(t("You draw {chit}.", chit=title(state, pile, name)), to=seat)
    return str(name)


def title(state: ArchmagiState, pile: str, name: str) -> Text:
    """What a chit of a pile is called."""
    lists = lists_of(state.owner)
    if pile == "spell":
        return t(lists.spells[name].name)
    return t(lists.artifacts[name].name) if pile == "artifact" else name_of(state, name)

"""Decks that belong to nobody: in every game a ground of their own for each, never that of a side."""

from __future__ import annotations

import pytest

from companion.games import conquest_of_zabor, heroes_vs_warlords, multiverse_war
from companion.games.archmagi.kit import ARCHMAGI, ARTIFACT, SPELL, UNIT
from companion.games.conquest_of_zabor.kit import ACTION
from companion.games.conquest_of_zabor.kit import DECKS as ZABOR
from companion.games.heroes_vs_warlords.kit.quests import QUEST
from companion.games.multiverse_war.kit.cards import AGE_GROUND, BUILDING, EVENT
from printables.look.display import Path
from printables.look.theme import Look, names
from printables.model import Kit

DECKS = {
    "archmagi": (UNIT, ARCHMAGI, SPELL, ARTIFACT),
    "conquest_of_zabor": (ACTION, *(("deck", ground) for _deck, _title, ground in ZABOR.values())),
    "heroes_vs_warlords": (QUEST,),
    "multiverse_war": (*AGE_GROUND.values(), BUILDING, EVENT),
}
CARDS = {
    "conquest_of_zabor": (conquest_of_zabor.GAME, ("actions", *ZABOR)),
    "heroes_vs_warlords": (heroes_vs_warlords.GAME, ("quest_cards",)),
    "multiverse_war": (multiverse_war.GAME, ("units", "buildings", "missions")),
}


@pytest.mark.parametrize("game", DECKS)
def test_each_deck_has_another_ground(game: str) -> None:
    grounds = DECKS[game]
    assert len(set(grounds)) == len(grounds)
    assert all(family == "deck" for family, _name in grounds)


@pytest.mark.parametrize("game", CARDS)
def test_no_card_of_nobody_wears_a_side(game: str) -> None:
    """Neither in front nor behind."""
    found, components = CARDS[game]
    kit: Kit = found.printed()
    sides = {Look().side(name).swatch.color for name in names("side")}
    for piece in (piece for name in components for piece in kit.component(name).pieces):
        for draw in (piece.front, piece.back):
            items = draw(Look()).items if draw else ()
            fills = {item.style.fill for item in items if isinstance(item, Path)}
            assert not fills & sides, piece.id

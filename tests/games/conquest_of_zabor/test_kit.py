"""The printed kit beside its cards: blank areas for a map, charts with prices, the credits on a back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.kit.aids import sides
from companion.games.conquest_of_zabor.wording import ACTION_WORDS
from printables.displays.aid import Steps
from printables.look.display import Group, Item, Place, Text
from printables.look.theme import Look
from printables.model import Draw, Kit, Piece
from printables.proof.laying import ROOM

KIT: Kit = GAME.printed()


def texts(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Text):
            yield item.text
        elif isinstance(item, Group):
            yield from texts(item.items)


def said(draw: Draw) -> set[str]:
    return set(texts(draw(Look()).items))


def test_blank_areas_are_as_many_as_the_document_has() -> None:
    """66 of land, five of them with the symbol of each colour, and 22 of sea; the list of components says why."""
    areas = KIT.component("areas")
    count = {one.id: one.count for one in areas.pieces}
    assert count.pop("area-sea") == 22
    assert sum(count.values()) == 66
    assert [count[f"area-start-{seat}"] for seat in facts.SEATS] == [5] * 5
    assert areas.note
    for seat in facts.SEATS:
        piece = next(one for one in areas.pieces if one.id == f"area-start-{seat}")
        assert facts.TITLES[seat] in said(piece.front)


def boards() -> list[Piece]:
    return [piece for piece in KIT.component("charts").pieces if piece.id.startswith("chart-")]


def test_a_chart_tells_prices_and_income_of_every_upgrade() -> None:
    for piece in boards():
        words = said(piece.front)
        for one in facts.ITEMS.values():
            assert {one.name, str(one.price), *([str(one.income)] if one.income else [])} <= words


def test_a_chart_keeps_its_places_clear_of_the_figures() -> None:
    for piece in boards():
        items = piece.front(Look()).items
        foot = next(one for one in items if isinstance(one, Text) and one.text == "Metropol")
        for one in items:
            if isinstance(one, Place):
                assert not (one.x < foot.x < one.x + one.width and one.y < foot.y < one.y + one.height + 2)


def test_a_side_has_a_whole_place_for_every_card_it_may_keep() -> None:
    """Three Dynasties, Artifacts and Positions, and all its Traits, on the chart and the strip of its colour."""
    hand, kept = facts.NUMBER["hand"], facts.NUMBER["kept"]
    for seat in facts.SEATS:
        own = [one for one in KIT.component("charts").pieces if one.id.endswith(seat)]
        found = Counter(one.takes for piece in own for one in piece.front(Look()).items if isinstance(one, Place))
        assert {name: n for name, n in found.items() if not name.startswith("gold")} == {
            "dynasty-": hand, "artifact-": hand, "position-": hand, "trait-": kept
        }  # fmt: skip


def test_the_credits_stand_on_the_back_of_the_vp_chart() -> None:
    (chart,) = KIT.component("vp_chart").pieces
    assert chart.back is not None
    assert "Credits" in said(chart.back)
    assert any("game-icons.net" in text for text in said(chart.back))


def places(component: str) -> list[Place]:
    pieces = KIT.component(component).pieces
    return [item for piece in pieces for item in piece.front(Look()).items if isinstance(item, Place)]


def test_every_card_that_lies_on_a_sheet_has_a_place_of_its_size() -> None:
    """Eight Action Cards with two Envoys under each, four VP cards of each of the four ages."""
    for component, takes, deck, number in (("track", "action-", "actions", 8), ("vp_chart", "vp-", "vp_cards", 16)):
        found = [one for one in places(component) if one.takes == takes]
        assert len(found) == number
        for card in KIT.component(deck).pieces:
            assert card.id.startswith(takes)
            width, height = card.outline.size
            assert all(one.width >= width + 2 * ROOM and one.height >= height + 2 * ROOM for one in found)
    assert len([one for one in places("track") if one.takes == "envoy"]) == 16


def test_every_land_area_can_say_in_which_part_it_lies() -> None:
    """Cards ask for areas in the north, in the south and on Zabor; the set-up says what to tick."""
    for piece in KIT.component("areas").pieces:
        assert {"N", "S", "Z"} <= said(piece.front) or piece.id == "area-sea"
    setup = next(block for column in sides()["setup"].columns for block in column if block.title == "Set-up")
    assert isinstance(setup, Steps)
    assert "Zabor" in setup.lines[0]


def test_a_unit_s_counter_carries_its_values() -> None:
    """Strength, Wounds and move, of Units, of Barbarians and of the ten Monsters, which move on the map, too."""
    kinds_of = {"units": facts.UNITS, "barbarians": facts.UNITS, "monster_counters": facts.HOUSE.kinds}
    for component, kinds in kinds_of.items():
        for piece in KIT.component(component).pieces:
            one = next((kinds[name] for name in kinds if name in piece.id), None)
            if one is not None:
                corners = piece.front.args[0].corners  # type: ignore[attr-defined]
                assert [corner.value for corner in corners if corner] == [one.strength, one.wounds, one.move], piece.id
    assert KIT.component("monster_counters").count == len(facts.HOUSE.cards["monster"])
    assert KIT.component("monster_counters").note


def test_secondary_actions_are_told_whole() -> None:
    """Not as what is more than the primary one: 4 Gold in place of 2 a Sea Area; an adjacent area, too (A17)."""
    assert "The same" not in ACTION_WORDS["maritime"][1]
    assert "adjacent" in ACTION_WORDS["diplomacy"][1]

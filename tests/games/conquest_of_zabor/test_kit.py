"""The printed kit beside its cards: blank areas for a map, charts with prices, the credits on a back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.engine.game.printed import ENGLISH
from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.kit import barbarians, sheets
from companion.games.conquest_of_zabor.kit.aids import sides
from companion.games.conquest_of_zabor.kit.sheets import VP_HINT
from companion.games.conquest_of_zabor.readers.looks import LOOKS
from companion.games.conquest_of_zabor.sheet import HOUSE
from companion.games.conquest_of_zabor.wording import ACTION_WORDS, ability_words
from printables.displays.aid import Steps, Words
from printables.job import PrintJob
from printables.look.display import Group, Item, Place, Symbol, Text
from printables.look.theme import Look
from printables.model import Draw, Kit, Piece
from printables.proof.laying import ROOM
from printables.proof.proving import prove

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
        parts = (*KIT.component("charts").pieces, *KIT.component("trait_strips").pieces)
        own = [one for one in parts if one.id.endswith(seat)]
        found = Counter(one.takes for piece in own for one in piece.front(Look()).items if isinstance(one, Place))
        assert {name: n for name, n in found.items() if not name.startswith("gold")} == {
            "dynasty-": hand, "artifact-": hand, "position-": hand, "trait-": kept
        }  # fmt: skip


def test_the_credits_stand_on_the_back_of_the_vp_chart() -> None:
    chart = KIT.component("vp_chart").pieces[0]
    assert chart.back is not None
    assert "Credits" in said(chart.back)
    assert any("game-icons.net" in text for text in said(chart.back))


def places(component: str) -> list[Place]:
    pieces = KIT.component(component).pieces
    return [item for piece in pieces for item in piece.front(Look()).items if isinstance(item, Place)]


def test_every_card_that_lies_on_a_sheet_has_a_place_of_its_size() -> None:
    """Eight Action Cards with two Envoys under each, four VP cards of each of the four ages, each with a place for a
    marker of every side.
    """
    for component, takes, deck, number in (("track", "action-", "actions", 8), ("vp_chart", "vp-", "vp_cards", 16)):
        found = [one for one in places(component) if one.takes == takes]
        assert len(found) == number
        for card in KIT.component(deck).pieces:
            assert card.id.startswith(takes)
            width, height = card.outline.size
            assert all(one.width >= width + 2 * ROOM and one.height >= height + 2 * ROOM for one in found)
    assert len([one for one in places("track") if one.takes == "envoy"]) == 16
    assert len([one for one in places("vp_chart") if one.takes == "claim_marker"]) == 16 * len(facts.SEATS)


def test_every_land_area_can_say_in_which_part_it_lies() -> None:
    """Cards ask for areas in the north, in the south and on Zabor; the set-up says what to tick."""
    for piece in KIT.component("areas").pieces:
        assert {"N", "S", "Z"} <= said(piece.front) or piece.id == "area-sea"
    setup = next(block for column in sides(ENGLISH)["setup"].columns for block in column if block.title == "Set-up")
    assert isinstance(setup, Steps)
    assert "Zabor" in setup.lines[0]


def test_secondary_actions_are_told_whole() -> None:
    """Not as what is more than the primary one: 4 Gold in place of 2 a Sea Area; an adjacent area, too (A17)."""
    assert "The same" not in ACTION_WORDS["maritime"][1]
    assert "adjacent" in ACTION_WORDS["diplomacy"][1]


def piece(component: str, id: str) -> Piece:
    return next(one for one in KIT.component(component).pieces if one.id == id)


def symbols(draw: Draw) -> set[str]:
    face = draw(Look())
    within = [*face.items, *(item for form in face.forms for item in form.items)]
    return {one.name for one in within if isinstance(one, Symbol)}


@pytest.mark.parametrize("seat", [*facts.SEATS, facts.BARBARIAN])
def test_every_unit_carries_its_values(seat: str) -> None:
    """Strength, Move and Wounds from the top down, in the order of cards and aids, as the data have them; its name."""
    for kind, one in facts.UNITS.items():
        own = f"{seat}-{kind}" if seat == facts.BARBARIAN else f"{kind}-{seat}"
        if seat == facts.BARBARIAN and kind not in facts.BARBARIANS:
            continue
        found = piece("barbarians" if seat == facts.BARBARIAN else "units", own)
        numbers = [item.text for item in found.front(Look()).items if isinstance(item, Text) and item.text.isdigit()]
        assert numbers == [str(one.strength), str(one.move), str(one.wounds)]
        assert one.name in said(found.front)


def test_a_unit_that_takes_several_wounds_is_turned_over_by_the_first() -> None:
    """Its back has one Wound less; the back of another is its side's emblem and name, no second front."""
    for kind, one in facts.UNITS.items():
        back = piece("units", f"{kind}-red").back
        assert back is not None
        numbers = [item.text for item in back(Look()).items if isinstance(item, Text) and item.text.isdigit()]
        assert numbers == ([str(one.strength), str(one.move), str(one.wounds - 1)] if one.wounds > 1 else [])
        assert (facts.TITLES["red"].upper() in said(back)) == (one.wounds == 1)


def test_each_monster_has_a_counter_for_the_map() -> None:
    """With its values and its name, what it can do on the back, and a place for the marker of whose it is."""
    decks = HOUSE.decks
    for card in decks.cards["monster"].values():
        one, found = decks.kinds[card.id], piece("monster_counters", f"on-map-{card.id}")
        assert found.count == card.count
        assert {one.name, str(one.strength), str(one.wounds), str(one.move)} <= said(found.front)
        assert found.back is not None
        for ability in ability_words(one).split(", "):
            assert ability in " ".join(texts(found.back(Look()).items))
        takes = {one.takes for one in found.front(Look()).items if isinstance(one, Place)}
        for name in takes:
            lying = [p for c in KIT.components for p in c.pieces if p.id.startswith(name)]
            assert lying
            assert all(p.outline.size == (8.0, 8.0) for p in lying)
    owners = {seat: piece("owner_markers", f"owner-{seat}") for seat in facts.SEATS}
    assert {one.count for one in owners.values()} == {facts.NUMBER["hand"]}


def test_a_claim_says_so_and_shows_whose_it_is() -> None:
    """A word and the emblem of the side: told apart where the ground is lost."""
    emblems = set()
    for seat in facts.SEATS:
        claim = piece("claim_markers", f"claim_marker-{seat}")
        assert said(claim.front)
        assert claim.back is not None
        assert said(claim.back)
        emblems |= symbols(claim.front)
        assert LOOKS[seat][2] in symbols(claim.front)
    assert len(emblems) == len(facts.SEATS)


def test_pieces_of_the_barbarians_are_told_apart_by_their_backs() -> None:
    """A Unit that lies face down is no Keep."""
    backs = {kind: piece("barbarians", f"{facts.BARBARIAN}-{kind}").back for kind in ("infantry", "keep")}
    infantry, keep = (symbols(back) for back in backs.values() if back)
    assert not infantry & keep


def test_the_vp_chart_says_what_it_is_and_in_which_order_its_cards_turn_up() -> None:
    """A head line above a row for each age; a sheet of A4 holds each of its leaves."""
    component = KIT.component("vp_chart")
    told = [said(piece.front) for piece in component.pieces]
    assert all({component.name, VP_HINT} <= one for one in told)
    assert {f"Age {age}" for age in facts.AGES} <= set().union(*told)
    assert len(PrintJob(KIT, paper="a4", components=["vp_chart"]).sheets) == len(told)


def test_the_barbarians_of_an_event_stand_in_red_at_its_foot() -> None:
    """As on the cards of the document; two of a kind have their plural."""
    for piece in KIT.component("events").pieces:
        card = HOUSE.decks.cards["event"][piece.id.removeprefix("event-")]
        inks = {one.fill for one in piece.front(Look()).items if isinstance(one, Text)}
        assert Look().swatch("ability", "attack").ink in inks
        assert all(str(n) in barbarians(card) for n in card.pieces.values())
    assert barbarians(replace(next(iter(HOUSE.decks.cards["event"].values())), pieces={"fleet": 2})) == "2 Fleets"


def test_the_vp_chart_tells_which_places_a_usual_game_leaves_empty() -> None:
    """Two cards an age are used; places for a third and fourth are there, but look otherwise."""
    fronts = [chart.front(Look()).items for chart in KIT.component("vp_chart").pieces]
    captions = Counter(text for items in fronts for text in texts(items) if text.startswith("VP card "))
    usual = [text for text in captions if text.removeprefix("VP card ").isdigit()]
    assert len(usual) == facts.NUMBER["per_age"]
    assert set(captions.values()) == {len(facts.AGES)}
    assert len(captions) == sheets.COLUMNS


def test_the_aid_tells_the_numbers_of_a_counter_in_their_order() -> None:
    """As they stand on it from the top down: Strength, Move, Wounds."""
    words = [text for block in sides(ENGLISH)["numbers"].columns[1] if isinstance(block, Words) for text in block.lines]
    order = [[text.find(name) for name in ("Strength", "Move", "Wounds")] for text in words]
    assert any(-1 < one[0] < one[1] < one[2] for one in order)


def test_the_head_line_of_the_vp_chart_keeps_off_the_cut() -> None:
    job = PrintJob(KIT, components=["vp_chart"])
    assert not prove(job.pdf(), job.counts).problems


def test_an_upgrade_shows_the_emblem_of_its_side() -> None:
    """Colour, pattern and emblem: each alone tells whose it is."""
    pieces = {one.id: one for one in KIT.component("upgrades").pieces}
    for seat in facts.SEATS:
        items = pieces[f"city-{seat}"].front(Look()).items
        assert LOOKS[seat][2] in {item.name for item in items if isinstance(item, Symbol)}, seat

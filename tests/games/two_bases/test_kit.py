"""The printed kit: counts and values of the data, and a proof of the finished sheets."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.two_bases import facts
from companion.games.two_bases.kit import LARGE, SMALL, TILE, kit
from companion.games.two_bases.readers.board import LOOKS
from printables.job import PrintJob
from printables.look.display import Group, Item, Path, Text
from printables.look.theme import INKS, Ink, Look
from printables.model import Kit, Piece
from printables.paper import PAPERS, SIDES
from printables.proof.proving import prove

KIT = kit()


def texts(items: tuple[Item, ...]) -> list[str]:
    """Every text in some items."""
    found = []
    for item in items:
        if isinstance(item, Text):
            found.append(item.text)
        elif isinstance(item, Group):
            found += texts(item.items)
    return found


def words(piece: Piece) -> str:
    """What is printed on the front."""
    return " ".join(texts(piece.front(Look()).items))


def piece(name: str) -> Piece:
    """A piece of the kit."""
    return next(one for component in KIT.components for one in component.pieces if one.id == name)


def of_kind(printed: Kit) -> dict[str, int]:
    """How many tiles there are of each kind, whatever their pictures."""
    found = Counter[str]()
    for one in printed.component("tiles").pieces:
        found[one.id.removeprefix("tile-").rstrip("-0123456789")] += one.count
    return found


def test_tiles_of_a_terrain_do_not_all_look_alike() -> None:
    for kind in facts.TILES:
        assert sum(one.id.startswith(f"tile-{kind}") for one in KIT.component("tiles").pieces) >= 3, kind


@pytest.mark.parametrize("ink", INKS)
def test_a_base_shows_whose_it_is(ink: Ink) -> None:
    """The colour of its side's ground, and of lines where grounds stay white."""
    for seat in facts.SEATS:
        swatch = Look(ink).swatch("side", LOOKS[seat][0])
        styles = [item.style for item in piece(f"tile-base-{seat}").front(Look(ink)).items if isinstance(item, Path)]
        assert swatch.color in [style.stroke if ink == "low" else style.fill for style in styles]


@pytest.mark.rule("TWB-004", "TWB-012", "TWB-066")
def test_tiles() -> None:
    """62 terrain tiles of three kinds and two Bases a side, landscape, all with the same back."""
    tiles = KIT.component("tiles")
    assert tiles.count == 62 + 4
    assert of_kind(KIT) == {**facts.TILES, "base-blue": 2, "base-orange": 2}
    assert TILE[0] > TILE[1]
    assert len({str(one.back(Look())) for one in tiles.pieces if one.back}) == 1
    fronts = [str(one.front(Look("grey"))) for one in tiles.pieces]
    assert len(set(fronts)) == len(fronts)


@pytest.mark.rule("TWB-009")
def test_small_cards() -> None:
    """60 for each player, with the values of the data; two of them lie side by side on a tile."""
    cards = KIT.component("small_cards")
    for seat in facts.SEATS:
        assert sum(one.count for one in cards.pieces if one.id.startswith(seat)) == 60
    assert 2 * SMALL[0] <= TILE[0]
    assert SMALL[1] <= TILE[1]
    for card in facts.PIECES.values():
        said = words(piece(f"blue-{card.id}"))
        assert all(one in said for one in (str(card.attack), str(card.health), f"disband {card.disband}."))
        assert "house" not in said
    assert "Not when just created" in words(piece("blue-barbarian3"))
    assert "attack +2" in words(piece("orange-hunter3"))


@pytest.mark.rule("TWB-010")
def test_large_cards() -> None:
    """21 for each player; the terrain below stays in sight."""
    cards = KIT.component("large_cards")
    for seat in facts.SEATS:
        assert sum(one.count for one in cards.pieces if one.id.startswith(seat)) == 21
    assert all(large + 5 < tile for large, tile in zip(LARGE, TILE, strict=True))
    for card in facts.DEVELOPMENTS.values():
        said = words(piece(f"orange-{card.id}"))
        assert str(card.cost) in said
        assert ("more AP" in said) == bool(card.extra_ap)
        assert (f"attack +{card.defend_plus}." in said) == bool(card.defend_plus)


@pytest.mark.rule("TWB-014", "TWB-015")
def test_markers_and_counters() -> None:
    """A claim marker for each space of the other half, for both, and damage counters."""
    assert piece("claim-blue").count == facts.BOARD["columns"] * facts.BOARD["rows"] // 2
    assert piece("claim-blue").count == piece("claim-orange").count == facts.KIT["claim_markers_per_player"]
    assert KIT.component("damage_counters").count == facts.KIT["damage_counters"]


def test_the_kit_says_that_the_name_is_ours() -> None:
    """A working title, and values of our own."""
    said = words(piece("credits"))
    assert "working title" in said
    assert "is ours" in said


WAYS = [(paper, way) for paper in PAPERS for way in SIDES]
ALWAYS = 2
"""So many ways are proved in every run, the others in the slow tests."""


@pytest.mark.parametrize(
    ("number", "paper", "sides"),
    [pytest.param(n, *way, marks=() if n < ALWAYS else pytest.mark.slow) for n, way in enumerate(WAYS)],
)
def test_the_sheets_prove(number: int, paper: str, sides: str) -> None:
    """Every leaf a front and its own back, no text outside its safe box, as many pieces as the data say."""
    job = PrintJob(KIT, paper, sides, ink=INKS[number % len(INKS)])
    report = prove(job.pdf(), job.counts)
    assert report.ok, [str(problem) for problem in report.problems[:5]]
    assert report.fronts == sum(component.count for component in KIT.components)
    assert report.backs == (
        0 if sides == "single" else sum(p.count for c in KIT.components for p in c.pieces if p.back)
    )


@pytest.mark.rule("TWB-035", "TWB-044", "TWB-076")
def test_the_aid_tells_what_a_table_forgets() -> None:
    """Promotion at once, who may move as an extra piece, and what connection is needed for."""
    front = words(piece("player-aid"))
    for said in ("promoted in the turn", "neither moved nor attacked", "connected terrain only", "for no needs"):
        assert all(word in front for word in said.split())
    draw = piece("player-aid").back
    assert draw is not None
    back = " ".join(texts(draw(Look()).items))
    assert "added to the attack of a piece that defends there" in back
    assert "next level says otherwise" in front
    assert "house" not in back

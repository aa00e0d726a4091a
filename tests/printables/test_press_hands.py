"""A kit made by hand from its finished PDF: print, turn the paper, cut along the marks, look at both sides.

Every piece comes out whole, right side up, with its own back, and as many of each as the kit says. `tools.hands`
shares no code with placing or with the proof. The whole of every game in every way is in the slow tier.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import pikepdf
import pytest

from companion.catalogues import printed, sheet_languages
from companion.engine.game.record import Game
from companion.games import all_games, load_game
from printables.job import PrintJob
from printables.model import Kit
from printables.paper import SIDES
from printables.profile import PrinterProfile
from tools.hands import assembled
from tools.looking import Stock, stock

pytestmark = pytest.mark.slow

GAMES = [game for game in all_games() if game.kit]


@dataclass(frozen=True)
class Way:
    """A way to print."""

    paper: str
    sides: str
    gap: float = 2.0


def check(job: PrintJob, pieces: Stock | None = None) -> None:
    """What comes out is what the kit holds."""
    pieces = pieces or stock(job)
    found = assembled(job.pdf(), pieces, job.info["Sides"])
    want = pieces.wanted(job)
    assert not found.complaints, found.complaints[:5]
    assert found.pieces == want, (want - found.pieces, found.pieces - want)


def small(kit: Kit, limit: int = 3) -> Kit:
    """The first pieces of every component, at most two of each: all sizes and kinds, and not many."""
    components = [
        replace(one, pieces=tuple(replace(p, count=min(2, p.count)) for p in one.pieces[:limit]))
        for one in kit.components
        if max(one.pieces[0].outline.size) < 120
    ]
    return replace(kit, components=tuple(components))


SAMPLES = [Way("a4", "duplex-long"), Way("letter", "duplex-short", 0.0), Way("a4", "fold")]


@pytest.mark.parametrize(
    ("game", "way"),
    [
        pytest.param(game, way, id=f"{game.name}-{way.sides}", marks=() if n == m else pytest.mark.slow)
        for n, game in enumerate(GAMES[:3])
        for m, way in enumerate(SAMPLES)
    ],
)
def test_a_sample_of_each_kind_comes_out_of_the_paper(game: Game, way: Way) -> None:
    """Each way with one game at once, with the others in the slow tests."""
    check(PrintJob(small(printed(game, "de")), paper=way.paper, sides=way.sides, gap=way.gap))


def test_wrong_turning_is_seen() -> None:
    """The same file from a printer that turns about the other edge gives pieces with foreign or mirrored backs."""
    kit = small(printed(GAMES[-1], "en"))
    job = PrintJob(kit)
    found = assembled(job.pdf(), stock(job), "duplex-short")
    assert found.complaints


def test_a_lost_page_is_seen() -> None:
    """Without its second page every later leaf has the back of another."""
    job = PrintJob(small(printed(GAMES[-1], "en"), 6))
    with pikepdf.open(io.BytesIO(job.pdf())) as pdf:
        assert len(pdf.pages) > 3
        del pdf.pages[1]
        out = io.BytesIO()
        pdf.save(out)
    assert assembled(out.getvalue(), stock(job), "duplex-long").complaints


def test_a_printer_that_is_off_is_seen() -> None:
    """Backs moved by 4 mm show their neighbours."""
    job = PrintJob(small(printed(GAMES[-1], "en")), profile=PrinterProfile(shift_x=4.0))
    assert assembled(job.pdf(), stock(job), "duplex-long").complaints


WAYS = [Way(paper, sides) for paper in ("a4", "letter", "a3") for sides in SIDES]


@cache
def whole(name: str, language: str) -> Kit:
    """The kit of a game, made once for all ways to print it."""
    return printed(load_game(name), language)


@lru_cache(maxsize=2)
def pieces_of(name: str, language: str, backs: bool) -> Stock:
    """What its pieces look like, with or without backs."""
    return stock(PrintJob(whole(name, language), sides="duplex-long" if backs else "single"))


@pytest.mark.slow
@pytest.mark.deep
@pytest.mark.parametrize("way", [*WAYS, Way("a4", "duplex-long", 0.0)], ids=str)
@pytest.mark.parametrize(
    ("name", "language"), [(game.name, language) for game in GAMES for language in sheet_languages(game)]
)
def test_the_whole_kit_comes_out_of_the_paper(name: str, language: str, way: Way) -> None:
    job = PrintJob(whole(name, language), paper=way.paper, sides=way.sides, gap=way.gap)
    check(job, pieces_of(name, language, way.sides != "single"))

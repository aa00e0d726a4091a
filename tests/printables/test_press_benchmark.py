"""What the benchmark of the press claims apart from speed: both sides draw the same, and the file is small."""

from __future__ import annotations

import cProfile
import pstats
import subprocess
import sys

import pytest

from benchmarks import press
from companion.games import load_game
from printables.job import PrintJob
from printables.proof.proving import prove

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def file() -> bytes:
    return press.press(480)


def test_both_sides_of_the_comparison_draw_the_same(file: bytes) -> None:
    """All 480 counters, backs and crop marks of the plain canvas look like those of the press."""
    assert press.differing(press.plain(480), file, 60) < 0.001


def test_other_counters_would_be_seen(file: bytes) -> None:
    """With 21 of each kind instead of 20 many counters stand at the place of another, and the comparison says so."""
    assert press.differing(press.plain(21 * 24), file, 60) > 0.001


def test_480_counters_take_at_most_32_kilobytes(file: bytes) -> None:
    """With everything the press adds: layers, bookmarks, captions, rulers and what the proof reads."""
    assert len(file) <= 32_000
    report = prove(file, {f"u{i}": 20 for i in range(24)})
    assert report.ok
    assert (report.fronts, report.backs) == (480, 480)


def test_the_largest_kit_is_made_with_two_million_calls() -> None:
    """The work of a second, counted instead of timed: the load of the machine does not matter. A first kit has loaded
    modules, type and data, so it does not matter either which tests ran before.
    """

    def make() -> bytes:
        return PrintJob(load_game("heroes_vs_warlords").kit()).pdf()

    make()
    profile = cProfile.Profile()
    profile.runcall(make)
    assert pstats.Stats(profile).total_calls < 1_800_000  # type: ignore[attr-defined]


def test_a_pdf_needs_no_client_of_the_network_and_no_codes() -> None:
    """What a kit does not use is not loaded for it: it was a tenth of the time of the whole process."""
    program = """
import sys
import printables.job, printables.render.pdf, printables.kinds.card
print(*sorted({"ssl", "urllib.request", "http.client", "qrcode"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-S", "-c", SITE + program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


SITE = f"import sys; sys.path[:] = {sys.path!r}\n"
"""Without what an environment loads by itself."""

"""What a job says it will write is what it writes; the margins that `auto` chooses."""

from __future__ import annotations

import pytest

from companion.catalogues import printed
from companion.games import load_game
from printables.announced import margins, names
from printables.job import FORMATS, SHEETS, PrintJob
from printables.model import Kit

COMPONENTS = ("markers", "ap_track")


@pytest.fixture(scope="module")
def kit() -> Kit:
    made: Kit = printed(load_game("two_bases"), "en")
    return made


@pytest.mark.parametrize("kind", FORMATS)
def test_the_files_that_are_announced_are_written(kit: Kit, kind: str) -> None:
    job = PrintJob(kit, format=kind, components=COMPONENTS)
    assert names(job) == tuple(job.files())


def test_a_named_template_announces_only_what_it_cuts(kit: Kit) -> None:
    job = PrintJob(kit, format="shop", shop="square-chit-large", components=COMPONENTS)
    assert names(job) == tuple(job.files())


def test_the_margin_that_is_chosen_is_told_and_not_narrower_than_usual(kit: Kit) -> None:
    """What many printers cannot print on is tried where nothing else fits; formats without paper have none."""
    for paper in ("a4", "letter", "a3"):
        found = margins(PrintJob(kit, paper=paper, margin="auto"))
        assert found
        assert min(found) >= 5.0
    assert not margins(PrintJob(kit, margin=5.0))
    for kind in set(FORMATS) - set(SHEETS):
        assert not margins(PrintJob(kit, format=kind, margin="auto"))

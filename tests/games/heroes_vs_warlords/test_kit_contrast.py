"""What is printed can be read: the contrast of every text of the finished file, seen in its picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

import pypdfium2
import pytest
from PIL.Image import Image

from companion.games.heroes_vs_warlords.kit import kit
from printables.job import PrintJob
from printables.look.outlines import Box
from printables.look.theme import INKS, READABLE, contrast
from printables.proof.readback import Line, read_pages

DPI = 300
PER_MM = DPI / 25.4
SHARE = 0.01
"""A colour that fewer points around a text have is the blur at an edge."""


def texts(pdf: bytes) -> Iterator[tuple[Line, int]]:
    """Every different text of every piece, and those of the pages, with the page."""
    seen: set[tuple[str, str]] = set()
    for page in read_pages(pdf)[0]:
        for owner, lines in (*((p.piece, p.lines) for p in page.pieces), ("", page.lines)):
            for line in lines:
                if (owner, line.text) not in seen:
                    seen.add((owner, line.text))
                    yield line, page.number


def best(picture: Image, box: Box) -> float:
    """The contrast of the ground around a text, its most frequent colour, with what stands on it."""
    left, top, right, bottom = (round(v * PER_MM) for v in box)
    part = picture.crop((left - 2, top - 2, right + 2, bottom + 2))
    points = part.width * part.height
    colors = sorted(part.getcolors(points) or (), reverse=True)
    shown = ["#{:02x}{:02x}{:02x}".format(*c) for n, c in colors if n > points * SHARE]  # type: ignore[misc]
    return max(contrast(shown[0], other) for other in shown)


@pytest.mark.slow
@pytest.mark.parametrize("ink", INKS)
def test_every_text_stands_out_from_its_ground(ink: str) -> None:
    """At least 4.5 to 1 in every ink, wherever patterns, terrain or plates lie under the words."""
    pdf = PrintJob(kit(address="http://192.168.1.7:8000"), ink=ink).pdf()
    file = pypdfium2.PdfDocument(pdf)
    found = []
    for number, group in groupby(texts(pdf), key=itemgetter(1)):  # a picture takes 26 MB: one at a time
        picture = file[number - 1].render(scale=DPI / 72).to_pil().convert("RGB")
        found += [(best(picture, line.box), line.text, number) for line, _page in group]
    assert len(found) > 1000
    assert [one for one in found if one[0] < READABLE] == []

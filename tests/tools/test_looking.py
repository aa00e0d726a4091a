"""Pieces of paper compared with the pieces they should be."""

from __future__ import annotations

from PIL import Image

from tools.looking import Known, closely

SIZE = (8, 8)
FRONT, WHITE, DARK = (Image.new("RGB", SIZE, colour) for colour in ("teal", "white", "black"))


def known(back: Image.Image | None) -> Known:
    """A piece with this back."""
    return Known("piece", (8.0, 8.0), FRONT, back)


def test_a_piece_without_a_back_is_white_behind() -> None:
    """So paper that is printed behind is another piece, as much as if white were its back."""
    assert closely(known(None), FRONT, WHITE) == 0
    assert closely(known(None), FRONT, DARK) == closely(known(WHITE), FRONT, DARK) == 255


def test_both_sides_count() -> None:
    assert closely(known(DARK), FRONT, DARK) == 0
    assert closely(known(DARK), FRONT, WHITE) == 255
    assert closely(known(FRONT), DARK, FRONT) > 0


def test_paper_printed_on_one_side_is_compared_by_its_front() -> None:
    assert closely(known(DARK), FRONT, None) == 0

"""Names in any script: the right face, the right order, and readable in the finished PDF."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pypdfium2
import pytest

from printables.look import fonts, scripts
from printables.render.png import pages
from printables.render.souvenir import Chart, Line, Souvenir, souvenir_pdf

NAMES = ["Ελένη", "Иван", "Łukasz", "山田太郎", "김민준", "李明", "ไทย", "ქეთი", "Արամ", "Nguyễn", "🐉👍", "❤⚔"]


def text_of(pdf: bytes) -> str:
    """What a reader of PDFs finds on the page."""
    text: str = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()
    return text


@pytest.mark.parametrize("name", NAMES)
def test_names_can_be_printed_and_read_back(name: str) -> None:
    """Every letter has a face, and the PDF says which letter each sign is."""
    assert scripts.printable(name, fonts.LABEL) == name
    assert name in text_of(souvenir_pdf(Souvenir("A match", players=[(f"Knights ({name})", "blue")])))


def test_hebrew_stands_from_right_to_left() -> None:
    """Seen from the left a name's last letter comes first; what stands around it, and digits, run as always."""
    seen = "".join(part for _face, part in scripts.runs("Knights (אבג 12)", fonts.LABEL))
    assert seen == "Knights (12 גבא)"
    text = text_of(souvenir_pdf(Souvenir("A match", players=[("אבג", "blue")])))
    assert "אבג" in text or "גבא" in text  # readers turn it back or not


def test_arabic_letters_join() -> None:
    """Its letters take the forms they have beside each other, and the face has those."""
    ((face, seen),) = scripts.runs("محمد", fonts.LABEL)
    assert face == "NotoSansArabic-SemiBold"
    assert all(ord(letter) >= 0xFB50 for letter in seen)


def test_joiners_and_tones_leave_no_empty_boxes() -> None:
    """A thumb with a tone is a thumb, a family its members; a letter nobody has is left out."""
    assert scripts.printable("👍🏽 ❤️ a\u200fb \U000f0000", fonts.LABEL) == "👍 ❤ ab"


def test_a_plain_page_reads_no_face_but_its_own() -> None:
    """The faces for other scripts are for who needs them: neither in memory nor in the file."""
    scripts.runs.cache_clear()
    fonts.data.cache_clear()
    pdf = souvenir_pdf(Souvenir("A match", players=[("Knights (Jürgen)", "blue")]))
    assert fonts.data.cache_info().currsize <= len(fonts.NAMES)
    with pikepdf.open(BytesIO(pdf)) as opened:
        entries = [one for one in opened.objects if isinstance(one, pikepdf.Dictionary)]
        names = {str(one.FontName) for one in entries if "/FontName" in one}
    assert names
    assert not any("Noto" in name for name in names)


def test_long_names_of_many_scripts_keep_their_room() -> None:
    """The widths of all parts together are what is measured, and the picture has them."""
    name = "山田太郎 (אבג) " * 4
    pdf = souvenir_pdf(Souvenir("A match", players=[(name, "blue"), ("Ben", "teal")]))
    page = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    boxes = [page.get_charbox(n) for n in range(page.count_chars())]
    assert max(right for _left, _bottom, right, _top in boxes) < 210 / 25.4 * 72 - 40
    assert pages(pdf, 30.0)[0].startswith(b"\x89PNG")


def test_a_single_period_is_drawn_as_bars() -> None:
    """A line of one point would be a dot: names and numbers stand beside bars instead."""
    chart = Chart("Army", ["Round 1"], [Line("Knights", "blue", [12]), Line("Amazons", "teal", [5])])
    text = text_of(souvenir_pdf(Souvenir("A match", charts=[chart])))
    assert all(one in text for one in ("Army: Round 1", "Knights", "12", "Amazons", "5"))

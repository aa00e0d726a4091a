"""What can be taken home from a match that has ended."""

from __future__ import annotations

from types import SimpleNamespace

from flask import Flask, g, render_template_string

from companion.catalogues import catalogue


def test_what_to_take_home_is_in_the_language_of_its_heading(app: Flask) -> None:
    """It is the page that offers it, whatever language the game that has ended is in."""
    source = '{% from "parts/bits.html" import keepsakes %}{{ _("Keep and share") }}{{ keepsakes(viewer) }}'
    with app.test_request_context(headers={"Accept-Language": "de"}):
        g.spoken = "en"
        page = render_template_string(source, viewer=SimpleNamespace(code="AAAAA"))
    german = catalogue("de").gettext
    for words in ("Keep and share", "One page as PDF", "As a picture to share"):
        assert german(words) != words
        assert german(words) in page

"""The press page shows leaves as they come out of the printer, and pieces as large as they are."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.store import Store
from companion.web import Config, create_app
from companion.web.press.leaves import CARD, DOT
from tests.web.phones import Phone
from tests.web.test_languages import german

NAME = "two_bases"


@pytest.fixture
def app(store: Store) -> Flask:
    """With the games of this release."""
    return create_app(store, Config(testing=True))


def get(phone: Phone, path: str, status: int = 200) -> str:
    response = phone.get(path)
    assert response.status_code == status
    return str(response.get_data(as_text=True))


def test_every_leaf_has_a_picture_of_each_side_that_is_printed(app: Flask) -> None:
    """As many leaves as the plan has sheets; one side only when printed so."""
    phone = Phone(app)
    page = get(phone, f"/print/{NAME}/leaves?chosen=1&component=markers&sides=duplex-long")
    sources = [source.replace("&amp;", "&") for source in re.findall(r'<img[^>]*src="([^"]+)"', page)]
    assert sources
    assert len(sources) == 2 * page.count('class="leaf"')
    front, back = (get(phone, source) for source in sources[:2])
    assert front.startswith(("<?xml", "<svg"))
    assert front != back
    single = get(phone, f"/print/{NAME}/leaves?chosen=1&component=markers&sides=single")
    assert single.count("<img") == single.count('class="leaf"')


def test_leaves_are_in_the_language_of_the_order(app: Flask) -> None:
    source = f"/print/{NAME}/leaf/1.svg?chosen=1&component=player_aid"
    assert "Spielhilfe" in get(german(app), source)
    assert "Player Aid" in get(german(app), source + "&language=en")


@pytest.mark.parametrize(
    "path",
    [
        "leaf/0.svg", "leaf/999.svg", "leaf/1.svg?paper=a9", "leaves?margin=99", "size?paper=a9", "size?margin=nan",
        "size?chosen=1", "size?chosen=1&component=nothing",
    ],
)  # fmt: skip
def test_what_is_not_there_is_not_found(app: Flask, path: str) -> None:
    assert get(Phone(app), f"/print/{NAME}/{path}", 404)


@pytest.mark.parametrize(
    ("asked", "percent"), [("", 100), ("120", 120), ("9", 60), ("999", 200), ("x", 100), ("9" * 5000, 100)]
)
def test_pieces_and_card_are_of_one_scale(app: Flask, asked: str, percent: int) -> None:
    """A bank card and a counter of the same page are as large as each other's millimetres say."""
    page = get(Phone(app), f"/print/{NAME}/size?scale={asked}")
    width = float(re.findall(r'<svg width="([\d.]+)"', page)[0])
    assert width == pytest.approx(CARD[0] * DOT * percent / 100, abs=0.1)
    counter = float(re.findall(r'<img width="([\d.]+)"', page)[0])
    assert counter / width == pytest.approx(16.0 / CARD[0], rel=0.01)


@pytest.mark.parametrize("name", ["heroes_vs_warlords", "two_bases"])
def test_pieces_in_true_size_carry_their_type_and_their_markers(app: Flask, name: str) -> None:
    """A picture in a page loads nothing: its fonts are in it. On the display lie markers, as players will see it."""
    page = get(Phone(app), f"/print/{name}/size")
    sources = [source.replace("&amp;", "&") for source in re.findall(r'<img[^>]*src="([^"]+)"', page)]
    assert len(sources) >= 2
    pictures = [get(Phone(app), source) for source in sources]
    assert all("@font-face" in text for text in pictures if "<text" in text)
    (display,) = (text for source, text in zip(sources, pictures, strict=True) if "laid=" in source)
    marker = "track-" if name == "heroes_vs_warlords" else "points-"
    assert f"{marker}" in display


def test_a_display_that_is_not_there_is_not_found(app: Flask) -> None:
    assert get(Phone(app), f"/print/{NAME}/picture/ap_track.svg?laid=nothing", 404)

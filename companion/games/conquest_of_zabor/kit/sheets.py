"""Charts, track and credits of the kit: numbers from the data, in our own words."""

from __future__ import annotations

from functools import partial

from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.looks import LOOKS
from printables.displays import chart, credits, strip
from printables.model import Component, Draw, Piece

CREDITS = (
    "Rules, units, prices and numbers are those of the document. All cards but the effect of the Paladins, their "
    "numbers and the supply of pieces are ours. The map is the group's own."
)
"""Who made what, and which values are ours."""
CARD = (63.0, 44.0)
GOLD = 60
"""The last number of the Gold Track."""


def charts() -> Component:
    """An Empire Chart for each colour: Gold Track and places for cards."""
    most = f"{facts.NUMBER['hand']} at most"
    places = (
        chart.Cards("Position", "crown", most, "position-"),
        chart.Cards("Traits", "flag", "", "trait-"),
        chart.Cards("Dynasties", "treefolk", most, "dynasty-"),
        chart.Cards("Artifacts", "diamond", most, "artifact-"),
    )
    items = facts.ITEMS.values()
    table = (
        ("Areas", "Rural", *(one.name for one in items)),
        ("Price in Gold", "", *(str(one.price) for one in items)),
        ("Income in Gold", str(facts.NUMBER["rural"]), *(str(one.income or "") for one in items)),
        ("Hits absorbed", "", *(str(one.absorb or "") for one in items)),
    )
    pieces = []
    for seat in facts.SEATS:
        title = facts.TITLES[seat]
        model = chart.Chart(
            LOOKS[seat][0],
            title,
            "Empire Chart",
            "Gold Track",
            "coins",
            GOLD,
            f"gold-{seat}",
            places,
            CARD,
            table,
            "castle",
        )
        face = partial(chart.front, model)
        pieces.append(Piece(f"chart-{seat}", f"Chart {title}", 1, chart.outline(), face, None, 2.0))
    return Component("charts", "Empire Charts", tuple(pieces), stock="aids")


def _strip(name: str, title: str, rows: tuple[strip.Row, ...], back: Draw | None = None) -> Component:
    model = strip.Strip(rows)
    piece = Piece(name, title, 1, strip.outline(model), partial(strip.front, model), back, 2.0)
    return Component(name, title, (piece,), stock="aids")


def track() -> Component:
    """The Action Card Track: 16 spaces for Envoys."""
    places = len(facts.ACTIONS)
    return _strip("track", "Action Card Track", tuple(
        strip.Row(word, tuple((str(n), "Envoy") for n in range(1, places + 1)), icon, takes="envoy") for word, icon in
        (("Primary", "flag"), ("Secondary", "hourglass"))
    ))  # fmt: skip


def vp_chart() -> Component:
    """Places for the VP cards of four ages; the credits stand on the back."""
    most = 4
    rows = tuple(
        strip.Row(f"Age {age}", tuple((str(n), "VP") for n in range(1, most + 1)), "laurels", takes="claim_marker")
        for age in facts.AGES
    )
    size = strip.outline(strip.Strip(rows)).size
    return _strip("vp_chart", "VP Chart", rows, partial(credits.face, "Conquest of Zabor", CREDITS, size))

"""Charts, track and credits of the kit: numbers from the data, in our own words."""

from __future__ import annotations

from functools import partial

from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.readers.looks import DECK_SIGNS, LOOKS
from printables.displays import chart, credits, mat
from printables.model import Component, Piece

CREDITS = (
    "Rules, units, prices and numbers are those of the document. All cards but the effect of the Paladins, their "
    "numbers and the supply of pieces are ours. The map is the group's own."
)
"""Who made what, and which values are ours."""
CARD = (63.0, 44.0)
COLUMNS = 4
"""Cards side by side on a mat; also the most VP cards of an age."""
AGES = 2
"""Ages on a leaf of the VP Chart."""
VP_HINT = (
    "Face down, an age in a row; each Turn turns up the next, from left to right, and the last Turn ends the game. "
    "Who claims a card lays a marker below it."
)
GOLD = 60
"""The last number of the Gold Track."""


def charts() -> Component:
    """For each colour an Empire Chart with Gold Track and as many places as it may have cards."""
    hand = facts.NUMBER["hand"]
    rows = (("Dynasties", "dynasty"), ("Artifacts", "artifact"), ("Positions", "position"))
    places = tuple(
        chart.Cards(word, DECK_SIGNS[deck], f"{hand} at most", f"{deck}-", tuple((n, row) for n in range(hand)))
        for row, (word, deck) in enumerate(rows)
    )
    items = facts.ITEMS.values()
    figures = [(one.name, str(one.price), str(one.income or ""), str(one.absorb or "")) for one in items]
    table = (("Areas", "Price", "Income", "Absorb"), ("Rural", "", str(facts.NUMBER["rural"]), ""), *figures)
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


def trait_strips() -> Component:
    """For each colour a strip for its Traits, to lie below its chart; of card, so that cards fill its leaf."""
    pieces = []
    for seat in facts.SEATS:
        title, numbers = facts.TITLES[seat], range(1, facts.NUMBER["kept"] + 1)
        spots = tuple(mat.Spot(f"Trait {n}", title, DECK_SIGNS["trait"], "trait-") for n in numbers)
        strip = mat.Mat((spots,), CARD, side=LOOKS[seat][0])
        face = partial(mat.front, strip)
        pieces.append(Piece(f"traits-{seat}", f"Traits {title}", 1, mat.outline(strip), face, None, 2.0))
    return Component("trait_strips", "Trait strips", tuple(pieces), stock="cards")


def track() -> Component:
    """The Action Card Track in two pieces: a place for each card, and under it the two spaces for Envoys."""
    numbers = range(1, len(facts.ACTIONS) + 1)
    boxes = mat.Boxes("Primary", "flag", "envoy"), mat.Boxes("Secondary", "hourglass", "envoy")
    pieces = []
    for name, half in (("first", numbers[:COLUMNS]), ("second", numbers[COLUMNS:])):
        spots = tuple(mat.Spot(str(n), "Action Card", "hourglass", "action-") for n in half)
        model = mat.Mat((spots,), CARD, boxes)
        title = f"Action Card Track {half[0]} to {half[-1]}"
        pieces.append(Piece(f"track-{name}", title, 1, mat.outline(model), partial(mat.front, model), None, 2.0))
    return Component("track", "Action Card Track", tuple(pieces), stock="aids")


def _vp_card(n: int) -> str:
    """What the place of the n-th card of an age is for: a game of the usual length leaves the last ones empty."""
    return f"VP card {n}" if n <= facts.NUMBER["per_age"] else f"VP card {n}: longer game only"


def vp_chart() -> Component:
    """Two leaves with a place for every VP card of two ages, and under it one for the marker of each side that claims
    it; the credits stand on the back of the first.
    """
    marks, pieces = mat.Marks(len(facts.SEATS), "claim_marker"), []
    for n in range(0, len(facts.AGES), AGES):
        ages = facts.AGES[n : n + AGES]
        rows = tuple(
            tuple(mat.Spot(f"Age {age}", _vp_card(n), "laurels", "vp-") for n in range(1, COLUMNS + 1)) for age in ages
        )
        model = mat.Mat(rows, CARD, title="VP Chart", hint=VP_HINT, marks=marks)
        shape, title = mat.outline(model), f"VP Chart, ages {' and '.join(map(str, ages))}"
        back = None if n else partial(credits.face, "Conquest of Zabor", CREDITS, shape.size)
        pieces.append(Piece(f"vp_chart-{n // AGES + 1}", title, 1, shape, partial(mat.front, model), back, 1.4))
    return Component("vp_chart", "VP Chart", tuple(pieces), stock="aids")

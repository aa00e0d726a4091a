"""The calibration page: printed on both sides, held against a light, read with verniers to 0.1 mm.

The front carries scales of 1 mm at five targets, the back verniers of 0.9 mm that meet them; `profile`
turns what is read there into the printer's error.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from printables.errors import BadOption
from printables.look import fonts
from printables.look.display import Document, Item, Layer, Page, Path, Style, Text
from printables.look.outlines import Segment, moved
from printables.look.theme import Look
from printables.paper import Paper, Setup, Sides, setups
from printables.profile import LIMITS, PrinterProfile, Reading, fit
from printables.units import Matrix, Point, apply

REACH = 10
"""Main scales run this many mm to both sides of a target."""
EDGE, APART = 28.0, 11.0
"""Targets stand `EDGE` mm from the edges of the paper; their scales `APART` mm to both sides."""
MOST = REACH + 1.0
"""The largest reading that the scales can show, in mm."""
FITS = 0.6
"""How far in mm a reading may lie from the others: printers vary by 0.1 to 0.3 mm, and one reads to 0.1."""
GUIDE = (
    "1. Print this page on both sides at 100 %, the way you print everything else.",
    "2. Hold the back against a light. Each target has a scale across and a scale down, 1 mm a line.",
    "3. The red 0 shows whole millimetres; the red line that meets a black one adds the tenths.",
    "4. Right and down count as plus. Type in what you read at the five targets.",
)


TARGETS = ("top left", "top right", "middle", "bottom left", "bottom right")
"""The names of all targets."""


def targets(setup: Setup) -> dict[str, Point]:
    """The targets by name, as seen on the back page, in mm."""
    w, h = setup.width, setup.height
    places = (EDGE, EDGE), (w - EDGE, EDGE), (w / 2, h / 2), (EDGE, h - EDGE), (w - EDGE, h - EDGE)
    return dict(zip(TARGETS, places, strict=True))


def scales(at: Point) -> tuple[Point, Point]:
    """Where a target's two scales have their zeros: the one across left of the middle, the one down right of it."""
    return ((at[0] - APART, at[1]), (at[0] + APART, at[1]))


def profile(paper: Paper, sides: Sides, read: Mapping[str, tuple[float, float]]) -> PrinterProfile:
    """The printer's error from what was read: target name -> (across, down) in mm, plus is right and down.

    Raises BadOption for a reading that cannot be, and for one that does not fit the others.
    """
    setup = setups(paper, sides)[0]
    known = targets(setup)
    readings: list[Reading] = []
    for name, values in read.items():
        if name not in known:
            raise BadOption("readings", "'{value}' is not one of {known}", value=name, known=", ".join(known))
        for value in values:
            if not math.isfinite(value) or abs(value) > MOST:
                message = "{value} mm at {target} is more than the scales show"
                raise BadOption("readings", message, value=f"{value:g}", target=name)
        (x1, y1), (x2, y2) = scales(known[name])
        readings += [Reading(x1, y1, "x", values[0]), Reading(x2, y2, "y", values[1])]
    try:
        found = rounded(fit(readings, setup.width, setup.height))
    except BadOption as bad:
        if bad.field not in LIMITS:
            raise
        message = "what was read at {targets} cannot be right together: no printer is that far off; read it once more"
        raise BadOption("readings", message, targets=", ".join(read)) from None
    left = residuals(paper, sides, read, found)
    worst = max(left, key=lambda name: max(map(abs, left[name])))
    if max(map(abs, left[worst])) > FITS:
        message = "what was read at {target} does not fit the other targets by {off} mm: read it once more"
        raise BadOption("readings", message, target=worst, off=f"{max(map(abs, left[worst])):.1f}")
    return found


def rounded(found: PrinterProfile) -> PrinterProfile:
    """A profile to a thousandth of a millimetre, a degree or a percent: far below what can be read."""
    return PrinterProfile(**{name: round(getattr(found, name), 3) + 0.0 for name in LIMITS})


def residuals(
    paper: Paper, sides: Sides, read: Mapping[str, tuple[float, float]], found: PrinterProfile
) -> dict[str, tuple[float, float]]:
    """How far each reading lies from what the profile says, in mm: what is left when it is used."""
    setup = setups(paper, sides)[0]
    error, out = found.error(setup.width, setup.height), {}
    for name, (across, down) in read.items():
        one, two = scales(targets(setup)[name])
        out[name] = (across - (apply(error, one)[0] - one[0]), down - (apply(error, two)[1] - two[1]))
    return out


def document(paper: Paper, sides: Sides) -> Document:
    """Front and back of the calibration page for a paper and a way of two-sided printing. Raises BadOption for other
    ways.
    """
    setup = setups(paper, sides)[0]
    turn = setup.turn()
    if turn is None or setup.fold:
        raise BadOption("sides", "only two-sided printing can be calibrated")
    look = Look()
    front = [item for at in targets(setup).values() for item in _main(at, turn, look)]
    back = [item for name, at in targets(setup).items() for item in _vernier(name, at, look)]
    pages = tuple(
        Page(setup.width, setup.height, (Layer("Art", tuple(items) + _words(setup, side, look)),), side, words)
        for side, items, words in (
            ("Calibration, front", front, "Calibration, front: scales of 1 mm"),
            ("Calibration, back", back, f"Calibration, back: verniers. {' '.join(GUIDE)}"),
        )
    )
    return Document("Calibration page", "en", pages, ())


def _main(at: Point, turn: Matrix, look: Look) -> list[Item]:
    """Scales of 1 mm on the front: seen from the back, across above the zero and down left of it."""
    (x1, y1), (x2, y2) = scales(at)
    across: list[Segment] = []
    down: list[Segment] = []
    for i in range(-REACH, REACH + 1):
        long = 5.0 if i == 0 else 3.8 if i % 5 == 0 else 2.6
        across += [("M", (x1 + i, y1)), ("L", (x1 + i, y1 - long))]
        down += [("M", (x2, y2 + i)), ("L", (x2 - long, y2 + i))]
    style = Style(stroke=look.neutral("ink"), width=0.12)
    return [Path(moved(tuple(across), turn), style), Path(moved(tuple(down), turn), style)]


def _vernier(name: str, at: Point, look: Look) -> list[Item]:
    """Verniers of 0.9 mm on the back: across below the zero, down right of it; numbers for both scales."""
    (x1, y1), (x2, y2) = scales(at)
    red, ink = look.neutral("danger"), look.neutral("ink")
    across: list[Segment] = []
    down: list[Segment] = []
    words: list[Item] = [Text(at[0], y1 - 13.0, name, fonts.LABEL, 10.0, ink, "middle")]
    for i in range(11):
        long = 5.0 if i in (0, 5, 10) else 3.0
        across += [("M", (x1 + 0.9 * i, y1)), ("L", (x1 + 0.9 * i, y1 + long))]
        down += [("M", (x2, y2 + 0.9 * i)), ("L", (x2 + long, y2 + 0.9 * i))]
        if i in (0, 5, 10):
            words.append(Text(x1 + 0.9 * i, y1 + 7.8, str(i), fonts.LABEL, 7.0, red, "middle"))
            words.append(Text(x2 + 5.6, y2 + 0.9 * i + 0.9, str(i), fonts.LABEL, 7.0, red))
    for i in (-10, -5, 0, 5, 10):
        words.append(Text(x1 + i, y1 - 5.8, f"{i:+d}" if i else "0", fonts.LABEL_LIGHT, 7.0, ink, "middle"))
        words.append(Text(x2 - 5.8, y2 + i + 0.9, f"{i:+d}" if i else "0", fonts.LABEL_LIGHT, 7.0, ink, "end"))
    style = Style(stroke=red, width=0.12)
    return [Path(tuple(across), style), Path(tuple(down), style), *words]


def _words(setup: Setup, side: str, look: Look) -> tuple[Item, ...]:
    x, y = setup.width / 2, setup.height * 0.27
    ink = look.neutral("ink")
    out: list[Item] = [Text(x, y, side, fonts.NUMBER, 20.0, ink, "middle")]
    if side.endswith("back"):
        out += [Text(x, y + 8 + i * 5, t, fonts.TEXT, 9.0, ink, "middle") for i, t in enumerate(GUIDE)]
    return tuple(out)

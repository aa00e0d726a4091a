"""Markers: numbers, control, heroes, equipment, and other small signs. Sizes in mm, about 16 mm square.

One model for all of them: a ground, a symbol or a huge number, a caption. Numbers that could be misread
upside down are underlined.
"""

from __future__ import annotations

from dataclasses import dataclass

from printables.kinds.counter import BLEED, RADIUS, SIZE
from printables.look import fonts
from printables.look.clear import between
from printables.look.display import Group, Item, Style, Text, rect
from printables.look.frames import frame, rim
from printables.look.icons import icon
from printables.look.patterns import pattern
from printables.look.theme import PATTERNED, Look
from printables.model import Face
from printables.units import rotate, then, translate

UNDERLINED = ("6", "9")
MIDDLE = SIZE / 2
BESIDE, WITHIN, CLOSER = ((4.5, 5.8), (11.2, 6.8)), ((5.3, 6.0), (11.2, 5.4)), ((5.5, 5.4), (11.0, 4.8))
"""Symbol beside number: middle and size of both; smaller within a rim, more so within the broad one of a side."""
CORNER_X, CORNER_Y, CORNER_WIDE, CORNER_HIGH = 13.75, (2.5, 13.4), 2.7, 1.9
"""Small numbers at the right edge: middle, width and height, within the strip that a stack leaves in sight."""
LESS = 8.6
"""How high the large number is between small ones."""
DASH = (2.2, 1.3)
"""The frame of a hollow marker printed with little ink, where a full one is white, too."""
EDGE = 1.4
"""How wide the rim of other markers is that are white within."""
RIM = 2.0
"""How wide the rim of a hollow marker of a side is: broad enough for its pattern."""
BADGE = (3.0, 3.0, 2.6)
"""Middle and size of the small symbol in the corner; the large one stands in the middle and keeps `OFF` mm from it."""
OFF, MOST, ABOVE = 0.5, 8.4, 0.6
"""How large it is at most, and how far above the caption it ends, in mm."""
CALM = 1.6
"""How wide the pattern of a full marker is: symbol and words stand on the plain ground within it."""
CAPTION, SMALL, LINE = 8.0, 6.5, 2.4
"""Type sizes of a caption, in one line and in two; mm from one to the other. Two words that would be smaller than the
second in one line take two."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker: `ground` is (family, name) of its colour or `None` for paper; `solid` fills it.

    `big` is a number or a few letters, `icon` a symbol; with both the symbol stands above. `badge` is a small symbol in
    the corner: the emblem of a side whose marker shows something else. With `corners` the number stands small in all of
    them, so that it can be read below a counter that lies a little beside it.
    """

    ground: tuple[str, str] | None = None
    solid: bool = True
    icon: str | None = None
    big: str = ""
    caption: str = ""
    corners: bool = False
    badge: str = ""


def face(model: Marker, look: Look) -> Face:
    """One side of a marker."""
    fill, ink = _colors(model, look)
    more = BLEED + look.beyond
    bleed = rect(-more, -more, SIZE + 2 * more, SIZE + 2 * more, Style(fill=fill))
    edge = _frame(model, look, ink)
    items: list[Item] = [bleed, *edge]
    caption, size = _caption(model)
    foot = 3.4 + LINE * (len(caption) - 1) if caption else 0.0
    if model.icon and model.big:
        inner = CLOSER if _patterned(model.ground) else WITHIN
        (x, high), (at, wide) = BESIDE if _full(model) else inner
        items.append(icon(model.icon, x, MIDDLE - foot / 2, high, ink))
        items += _number(model.big, at, MIDDLE - foot / 2, wide, high, ink)
    elif model.icon:
        place = (
            _badged(model.icon, len(caption)) if model.badge else (MIDDLE, MIDDLE - foot / 2, min(10.5, 12.4 - foot))
        )
        items.append(icon(model.icon, *place, ink))
    elif model.big:
        high = LESS if model.corners else 9.6 - foot * 0.5
        items += _number(model.big, MIDDLE, MIDDLE - foot / 2, 13.0, high, ink)
    items += _corners(model.big, ink) if model.corners else []
    items += [icon(model.badge, *BADGE, ink)] if model.badge else []
    for up, text in enumerate(reversed(caption)):
        items.append(
            Text(
                MIDDLE, SIZE - (2.2 if _full(model) else RIM + 0.7) - up * LINE, text, fonts.LABEL, size, ink, "middle"
            )
        )
    return Face(tuple(items), _bleed(model, bleed, edge, look))


def _badged(name: str, lines: int) -> tuple[float, float, float]:
    """Middle and size of a symbol above a caption of so many lines, with a small one in the corner."""
    x, y, size = BADGE
    reach, foot = size / 2 + OFF, SIZE - 2.2 - fonts.cap_height(fonts.LABEL, CAPTION) - LINE * (lines - 1) - ABOVE
    corner = (x - reach, y - reach, x + reach, y + reach)
    other = (SIZE - corner[2], corner[1], SIZE - corner[0], corner[3])  # in the middle, not only clear of the one
    return between(name, 0.0, (CALM + OFF, CALM + OFF, SIZE - CALM - OFF, foot), (corner, other), MOST)


def _bleed(model: Marker, ground: Item, edge: list[Item], look: Look) -> tuple[Item, ...]:
    """What goes on beyond the cut: the ground with its pattern; of a white one its rim."""
    fill, _ink = _colors(model, look)
    if model.ground and _patterned(model.ground) and not look.low:
        return _pattern_ground(model.ground, look)
    if fill != "#ffffff":
        return (ground,)
    return () if model.ground is None or _dashed(model, look) else tuple(edge[-1:])


def _dashed(model: Marker, look: Look) -> bool:
    return look.low and not model.solid and _patterned(model.ground)


def _patterned(ground: tuple[str, str] | None) -> bool:
    return ground is not None and ground[0] in PATTERNED


def _pattern_ground(ground: tuple[str, str], look: Look) -> tuple[Item, ...]:
    """Colour and pattern of a side or deck as far as the bleed: without colours red and purple are one grey."""
    side = look.ground(*ground)
    more = BLEED + look.beyond
    edge = rect(-more, -more, SIZE + 2 * more, SIZE + 2 * more, Style(fill=side.swatch.color))
    lines = pattern(side.pattern, (-more, -more, SIZE + more, SIZE + more), side.shade, 2.6)
    return (edge, Group(lines, clip=edge.data)) if lines else (edge,)


def _full(model: Marker) -> bool:
    return model.solid or model.ground is None


def _caption(model: Marker) -> tuple[list[str], float]:
    """The lines of a caption, clear of the frame or the cut, and their size."""
    room = SIZE - (2 * CALM + (0.6 if _patterned(model.ground) else 0.0) if _full(model) else 2 * RIM + 1.6)
    lines = [model.caption] if model.caption else []
    size = fonts.fit(model.caption, fonts.LABEL, CAPTION, room)
    if size < SMALL and " " in model.caption:
        lines = model.caption.split(" ", 1)
        size = min(fonts.fit(text, fonts.LABEL, SMALL, room) for text in lines)
    return lines, size


def _colors(model: Marker, look: Look) -> tuple[str, str]:
    if model.ground is None:
        return ("#ffffff" if look.low else look.neutral("panel"), look.neutral("ink"))
    plate = look.plate(*model.ground)
    if model.solid:
        return (plate.fill, plate.text)
    swatch = look.swatch(*model.ground)
    return ("#ffffff", swatch.ink)


def _frame(model: Marker, look: Look, ink: str) -> list[Item]:
    if model.ground is None:
        return [frame(SIZE, SIZE, Style(stroke=look.neutral("line"), width=0.3), RADIUS - 0.4)]
    out: list[Item] = []
    if model.solid and not look.low:
        if _patterned(model.ground):
            plain = rect(CALM, CALM, SIZE - 2 * CALM, SIZE - 2 * CALM, Style(look.plate(*model.ground).fill), RADIUS)
            out += [*_pattern_ground(model.ground, look), plain]
        if look.plate(*model.ground).fill == "#ffffff":  # white in grey: the eye finds its edge by a line
            out.append(rim(SIZE, SIZE, 0.9, ink, look))
        return out
    if _patterned(model.ground) and not look.low:  # a broad rim of the side's ground, so that eyes for grey see it
        white = rect(RIM, RIM, SIZE - 2 * RIM, SIZE - 2 * RIM, Style("#ffffff", ink, 0.2), RADIUS)
        return [*_pattern_ground(model.ground, look), white]
    if _patterned(model.ground):
        side = look.ground(*model.ground)
        out += pattern(side.pattern, (0.0, 0.0, SIZE, SIZE), side.swatch.tint, 2.6)
    if _dashed(model, look):
        return [*out, frame(SIZE, SIZE, Style(stroke=ink, width=0.9, dash=DASH), RADIUS - 0.5)]
    return [*out, rim(SIZE, SIZE, EDGE, ink, look)]


def _corners(text: str, ink: str) -> list[Item]:
    """The number in each corner, at the right edge upright and at the left edge upside down."""
    upright = [item for y in CORNER_Y for item in _number(text, CORNER_X, y, CORNER_WIDE, CORNER_HIGH, ink, 0.3)]
    return [*upright, Group(tuple(upright), then(rotate(180), translate(SIZE, SIZE)))]


def _number(text: str, x: float, y: float, width: float, height: float, ink: str, line: float = 0.8) -> list[Item]:
    size = fonts.fit(text, fonts.NUMBER, height / 0.7 * 72 / 25.4, width)
    tall = fonts.cap_height(fonts.NUMBER, size)
    out: list[Item] = [Text(x, y + tall / 2, text, fonts.NUMBER, size, ink, "middle")]
    if text in UNDERLINED:
        half = fonts.width(text, fonts.NUMBER, size) / 2
        out.append(rect(x - half, y + tall / 2 + line * 7 / 8, 2 * half, line, Style(fill=ink)))
    return out

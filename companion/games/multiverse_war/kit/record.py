"""The unit battle record: a leaf for each player with boxes for each unit kind, and the cubes that move on it.

A kind's marker enters the first box with its first kill. The lines stand side by side, age by age.
"""

from __future__ import annotations

from functools import partial

from companion.games.multiverse_war.kit.cards import SHEET
from companion.games.multiverse_war.readers.looks import LOOKS
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.facts import Book, Kind
from companion.games.multiverse_war.world.silhouettes import of_unit
from printables.kinds import small
from printables.look import fonts
from printables.look.display import Circle, Item, Place, Style, Text, rect
from printables.look.icons import icon
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Component, Face, Piece

UNLOCK = facts.NUMBERS["unlock"]
LEARNS, OPENS, WORKS = facts.NUMBERS["unit"]["ability_kills"], UNLOCK["third-kill"], UNLOCK["six"]
LEGEND = (("pine", "forests count double"), ("level", "opens the next kind"), ("skill", "ability learned"))
"""What happens at a box with a symbol, from the right."""
BOX, STEP = 9.8, 10.6
"""A box holds a marker of 8 mm with room for fingers; and the step to the next one."""
LEFT, TOP, WIDE, FOOT = 6.0, 21.6, 60.0, 3.6
"""Where the first kind stands, how wide a column is, and what stays free at the foot, in mm."""
ACROSS, SIGN, WORDS = 3, 6.4, 19.0
"""Boxes in a line, the symbol of a kind, and the room of its name in mm."""
NAME, NAME_STEP = 9.6, 3.8
"""The type of a name in points, and from line to line in mm."""


def steps(sheet: Book, one: Kind) -> tuple[str, ...]:
    """The symbol of each box of a kind, "" for none. Civilians count works, not kills; a Medic neither."""
    found: dict[int, str] = {}
    if one.sort == "civilian":
        found = {UNLOCK["double_forests"]: "pine"}
    elif sheet.ability(one.id) and "cannot_fight" not in one.attributes:
        found[LEARNS] = "skill"
    if one.upgrades_to:
        found[WORKS if one.sort == "civilian" else OPENS] = "level"
    return tuple(found.get(n, "") for n in range(1, max(found, default=0) + 1))


def lines(sheet: Book) -> list[list[Kind | None]]:
    """The kinds in rows, by age; those that stand alone share a row where their ages differ."""
    rows: list[list[Kind | None]] = []
    for one in sheet.cards():
        if sheet.before(one.id) or not steps(sheet, one):
            continue
        row = next((row for row in rows if not one.upgrades_to and not _used(row, one)), None)
        if row is None:
            row = [None] * len(facts.AGES)
            rows.append(row)
        at: Kind | None = one
        while at:
            row[at.age - 1] = at
            at = sheet.units.get(at.upgrades_to)
    return rows


def _used(row: list[Kind | None], one: Kind) -> bool:
    return any(row[one.age - 1 :]) or not row[0] or bool(row[0].upgrades_to)


def face(sheet: Book, seat: str, look: Look) -> Face:
    """The whole leaf of a player."""
    (width, height), ink, soft = SHEET, look.neutral("ink"), look.neutral("soft")
    side = look.side(LOOKS[seat][0])
    rows = lines(sheet)
    deep = [max(_deep(sheet, one) for one in row if one) for row in rows]
    high = (height - TOP - FOOT) / sum(deep)
    items: list[Item] = [
        rect(-1, -1, width + 2, height + 2, Style(fill="#ffffff")),
        Circle(11, 10.5, 5.2, Style("#ffffff", side.swatch.ink, 0.6)),
        icon(side.emblem, 11, 10.5, 7.0, side.swatch.ink),
        Text(19, 13.5, "UNIT BATTLE RECORD", fonts.LABEL, 17, ink),
        Text(width - 6, 7.6, "One box for each kill by a kind; for a Builder or Engineer, for each building",
             fonts.TEXT, 8.5, soft, "end"),
        Text(width - 6, 11.2, "or road. The marker enters the first box with the first.", fonts.TEXT, 8.5, soft, "end"),
        *_legend(width - 6, 15.6, look),
    ]  # fmt: skip
    for number, row in enumerate(rows):
        y = TOP + sum(deep[:number]) * high
        items += [item for age, one in enumerate(row) if one
                  for item in _kind(sheet, one, seat, (LEFT + age * WIDE, y, high), look)]  # fmt: skip
    items += [
        Text(LEFT + age * WIDE, TOP - 1.8, f"AGE {age + 1}", fonts.LABEL, 9, soft) for age, _ in enumerate(facts.AGES)
    ]
    items.append(rect(1.5, 1.5, width - 3, height - 3, Style(stroke=side.swatch.ink, width=0.7), 2.4))
    return Face(tuple(items))


def _deep(sheet: Book, one: Kind) -> int:
    """How many lines the boxes of a kind take."""
    return -(-len(steps(sheet, one)) // ACROSS)


def _legend(right: float, y: float, look: Look) -> list[Item]:
    """What happens at the marked boxes, in one line from the right."""
    out: list[Item] = []
    for sign, word in LEGEND:
        right -= fonts.width(word, fonts.TEXT, 8.5)
        out.append(Text(right, y, word, fonts.TEXT, 8.5, look.neutral("ink")))
        out.append(icon(sign, right - 2.8, y - 1.1, 3.8, look.neutral("ink")))
        right -= 9.0
    return out


def _kind(sheet: Book, one: Kind, seat: str, at: tuple[float, float, float], look: Look) -> list[Item]:
    """A kind's symbol and name, and beside them its boxes; `at` is left, top, and from line to line."""
    (x, y, high), ink, soft = at, look.neutral("ink"), look.neutral("soft")
    words = fonts.wrap(one.name, fonts.LABEL, NAME, WORDS - 0.8, look.language)
    base = y + BOX / 2 + fonts.cap_height(fonts.LABEL, NAME) / 2 - (len(words) - 1) * NAME_STEP / 2
    out: list[Item] = [
        icon(of_unit(one), x + SIGN / 2, y + BOX / 2, SIGN, ink),
        *(Text(x + SIGN + 1.4, base + n * NAME_STEP, word, fonts.LABEL, NAME, ink) for n, word in enumerate(words)),
    ]
    for n, sign in enumerate(steps(sheet, one)):
        left, top = x + SIGN + 1.4 + WORDS + n % ACROSS * STEP, y + n // ACROSS * high
        fill = look.swatch("side", LOOKS[seat][0]).tint if sign and not look.low else "#ffffff"
        out += [
            rect(left, top, BOX, BOX, Style(fill, soft, 0.5 if sign else 0.25), 0.9),
            Place(left, top, BOX, BOX, f"kill-{seat}"),
            Text(left + (2.9 if sign else BOX / 2), top + 6.3, str(n + 1), fonts.LABEL, 11.0, ink, "middle"),
        ]
        if sign:
            out.append(icon(sign, left + 6.6, top + BOX / 2, 4.4, ink))
    return out


def records(sheet: Book) -> Component:
    """A leaf for each player."""
    shape = rect_outline(*SHEET, 3.0)
    pieces = tuple(
        Piece(f"record-{seat}", f"{facts.TITLES[seat]} battle record", 1, shape, partial(face, sheet, seat), None, 2.0)
        for seat in facts.SEATS
    )
    return Component("records", "Unit battle records", pieces, stock="sheets")


def markers(sheet: Book) -> Component:
    """A small marker for each kind that has boxes, in the colour of its player."""
    count = len([one for one in sheet.cards() if steps(sheet, one)])
    pieces = []
    for seat in facts.SEATS:
        look = LOOKS[seat]
        draw = partial(small.face, small.SmallMarker(look[2], look[0]))
        pieces.append(
            Piece(f"kill-{seat}", f"{facts.TITLES[seat]} record marker", count, small.outline(), draw, draw, 0.6)
        )
    return Component("record_markers", "Markers for battle records", tuple(pieces))

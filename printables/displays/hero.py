"""The display of a leader and his army: abilities, level, experience, stacks, equipment, advanced skills.

260 x 188 mm, so that it fits A4 and Letter across with all marks. A 16 mm counter lies on every slot, an 8 mm marker
on every box of a track, with room to lift them.
"""

from __future__ import annotations

from dataclasses import dataclass

from printables.displays.blocks import Area, disc, label, panel, paragraph, slot, small, title, track
from printables.look import fonts, qr
from printables.look.display import Circle, Group, Item, Style, Text, rect
from printables.look.frames import fine
from printables.look.icons import icon
from printables.look.outlines import Outline, rect_points, rounded_path
from printables.look.outlines import rect as rect_outline
from printables.look.patterns import pattern
from printables.look.theme import Look, Plate
from printables.model import Face

WIDTH, HEIGHT, PAD = 260.0, 188.0, 6.0
INNER = WIDTH - 2 * PAD
HEAD = Area(PAD, PAD, INNER, 15.4)
TRACKS_Y, ROW, BOX_H, LABEL_W = 23.8, 12.6, 11.6, 31.0
SECTIONS = Area(PAD, 102.2, 152.4, 62.6)
SIDE = Area(PAD + 156.4, 102.2, INNER - 156.4, 62.6)
TURN = Area(PAD, 167.4, INNER, 16.0)
SLOT = 17.2


def outline() -> Outline:
    """The board every display of this kind is cut to."""
    return rect_outline(WIDTH, HEIGHT, 3.0)


@dataclass(frozen=True, slots=True)
class Ability:
    """A track: theme name, words, highest value, starting value."""

    name: str
    word: str
    limit: int
    start: int


@dataclass(frozen=True, slots=True)
class Markers:
    """How the ids of the pieces begin that lie on tracks, in sections, under them, and on Equipment; for the proof."""

    track: str = ""
    unit: str = ""
    number: str = ""
    equipment: str = ""


@dataclass(frozen=True)
class HeroDisplay:
    """Everything a hero display shows; `turn` are (heading, sentence) reminders of what to do.

    `link` is the address the QR code opens, if any.
    """

    side: str
    side_name: str
    hero: str
    portrait: str
    abilities: tuple[Ability, ...]
    level: Ability
    experience_word: str
    experience_tens: int
    experience_hint: str
    stacks: int
    stack_hint: str
    equipment_word: str
    equipment_slots: int
    advanced_word: str
    skills: tuple[str, ...]
    skill_limit: int
    honor_word: str
    turn: tuple[tuple[str, str], ...]
    markers: Markers = Markers()
    note: str = ""
    link: str = ""


def front(model: HeroDisplay, look: Look) -> Face:
    """The whole display."""
    items: list[Item] = [rect(0, 0, WIDTH, HEIGHT, Style(fill="#ffffff"))]
    items += _head(model, look)
    items += _abilities(model, look)
    items += _level(model, look) + _experience(model, look)
    items += _sections(model, look)
    items += _equipment(model, look) + _advanced(model, look)
    items += _turn(model, look)
    color = look.side(model.side).swatch.ink
    return Face((*items, fine(WIDTH, HEIGHT, color)))


def _side_plate(model: HeroDisplay, look: Look) -> Plate:
    return look.plate("side", model.side)


def _head(model: HeroDisplay, look: Look) -> list[Item]:
    side, plate = look.side(model.side), _side_plate(model, look)
    x, y, w, h = HEAD
    art = pattern(side.pattern, (x + w * 0.5, y, x + w, y + h), side.shade, 5.0)
    band = rounded_path(rect_points(x, y, w, h), 2.2)
    base = y + h / 2
    name = fonts.width(model.side_name.upper(), fonts.NUMBER, 30.0)
    items: list[Item] = [
        rect(x, y, w, h, Style(plate.fill), 2.2),
        Group(art, clip=band),
        rect(x, y, w, h, Style(stroke=side.swatch.ink, width=0.5), 2.2),
        Circle(x + 13, base, 7.2, Style(fill="#ffffff", stroke=side.swatch.ink, width=0.5)),
        icon(side.emblem, x + 13, base, 10.0, side.swatch.ink),
        Text(x + 26, base + 3.7, model.side_name.upper(), fonts.NUMBER, 30.0, plate.text),
        Text(x + 26 + name + 5, base + 3.7, model.hero, fonts.LABEL_LIGHT, 21.0, plate.text),
        Circle(x + w - 13, base, 7.2, Style(fill=plate.fill, stroke=plate.text, width=0.5)),
        icon(model.portrait, x + w - 13, base, 9.6, plate.text),
    ]
    return items + (qr.code(model.link, x + w - 40, y + 0.5, 16.0) if model.link else [])


def _row(index: int) -> float:
    return TRACKS_Y + index * ROW


def _abilities(model: HeroDisplay, look: Look) -> list[Item]:
    columns = max(a.limit for a in model.abilities)
    step = (INNER - LABEL_W - 1.5) / columns
    out: list[Item] = []
    for i, ability in enumerate(model.abilities):
        y = _row(i)
        out += label(Area(PAD, y, LABEL_W, BOX_H), ability.word, ability.name, look, 14.0)
        values = [str(v) for v in range(1, ability.limit + 1)]
        row = Area(PAD + LABEL_W + 1.5, y, step * ability.limit, BOX_H)
        out += track(row, values, ability.name, look, str(ability.start), takes=model.markers.track)
    return out


def _level(model: HeroDisplay, look: Look) -> list[Item]:
    y, step = _row(len(model.abilities)), (INNER - LABEL_W - 1.5) / max(a.limit for a in model.abilities)
    row = Area(PAD + LABEL_W + 1.5, y, step * model.level.limit, BOX_H)
    values = [str(v) for v in range(1, model.level.limit + 1)]
    hint = Area(row.x + row.w + 3, y, INNER - LABEL_W - 1.5 - row.w - 3, BOX_H)
    return [
        *label(Area(PAD, y, LABEL_W, BOX_H), model.level.word, "level", look, 14.0),
        *track(row, values, "level", look, str(model.level.start), takes=model.markers.track),
        *paragraph(hint, model.experience_hint, look, 8.0, middle=True),
    ]


def _experience(model: HeroDisplay, look: Look) -> list[Item]:
    y, left = _row(len(model.abilities) + 1), PAD + LABEL_W + 1.5
    width = INNER - LABEL_W - 1.5
    gap = 5.0
    step = (width - gap) / (10 + model.experience_tens)
    ones = [str(v) for v in range(10)]
    tens = [str(10 * v) for v in range(1, model.experience_tens + 1)]
    takes = model.markers.track
    tens_area = Area(left + step * 10 + gap, y, step * model.experience_tens, BOX_H)
    return [
        *label(Area(PAD, y, LABEL_W, BOX_H), model.experience_word, "experience", look, 14.0),
        *track(Area(left, y, step * 10, BOX_H), ones, "experience", look, "0", 13.0, takes=takes),
        *track(tens_area, tens, "experience", look, None, 13.0, takes=takes),
        Text(
            left + step * 10 + gap / 2 - 0.35,
            y + BOX_H / 2 + 1.5,
            "+",
            fonts.NUMBER,
            13.0,
            look.neutral("soft"),
            "middle",
        ),
    ]


def _sections(model: HeroDisplay, look: Look) -> list[Item]:
    gap = 2.0
    w = (SECTIONS.w - gap * (model.stacks - 1)) / model.stacks
    out: list[Item] = []
    for i in range(model.stacks):
        area = Area(SECTIONS.x + i * (w + gap), SECTIONS.y, w, SECTIONS.h)
        left = area.x + (w - SLOT) / 2
        out.append(panel(area, look, look.side(model.side).swatch.tint if not look.low else "#ffffff"))
        out += disc(area.x + w / 2, area.y + 5.6, 3.6, str(i + 1), _side_plate(model, look))
        out += slot(Area(left, area.y + 11.4, SLOT, SLOT), look, "close", takes=model.markers.unit)
        number = Area(left, area.y + 11.4 + SLOT + 3.0, SLOT, SLOT)
        out += slot(number, look, None, "1–20", 11.0, takes=model.markers.number)
        out.append(
            Text(
                area.x + w / 2,
                area.y + SECTIONS.h - 1.9,
                model.stack_hint,
                fonts.LABEL_LIGHT,
                7.0,
                look.neutral("soft"),
                "middle",
            )
        )
    return out


def _equipment(model: HeroDisplay, look: Look) -> list[Item]:
    """A row of slots: Equipment, and at its end Honor."""
    out: list[Item] = [title(SIDE.x, SIDE.y + 2.9, model.equipment_word, look)]
    step = (SIDE.w - SLOT) / model.equipment_slots
    for i in range(model.equipment_slots):
        place = Area(SIDE.x + i * step, SIDE.y + 4.6, SLOT, SLOT)
        out += slot(place, look, "equipment", takes=model.markers.equipment)
    color = look.swatch("ability", "honor").color
    honor = Area(SIDE.x + SIDE.w - SLOT, SIDE.y + 4.6, SLOT, SLOT)
    out.append(Text(honor.x + SLOT / 2, SIDE.y + 2.9, model.honor_word, fonts.LABEL, 9.5, color, "middle"))
    return out + slot(honor, look, "honor", takes=model.markers.number)


def _advanced(model: HeroDisplay, look: Look) -> list[Item]:
    area = Area(SIDE.x, SIDE.y + 23.6, SIDE.w, SIDE.h - 23.6)
    out: list[Item] = [
        panel(area, look),
        title(area.x + 2.5, area.y + 4.2, model.advanced_word, look, 8.5, look.neutral("soft")),
    ]
    top, words = area.y + 5.9, 21.0
    pitch = (area.y + area.h - 0.6 - top) / len(model.skills)
    row_h = pitch - 1.2
    step = (area.w - words - 1.5) / (model.skill_limit + 1)
    for i, skill in enumerate(model.skills):
        y = top + i * pitch
        color = look.swatch("ability", "skill").color
        lines = fonts.wrap(skill, fonts.LABEL, 9.5, words - 3.0, look.language)
        for n, text in enumerate(lines):
            base = y + row_h / 2 + 1.2 + (n - (len(lines) - 1) / 2) * 3.6
            out.append(Text(area.x + 2.5, base, text, fonts.LABEL, fonts.fit(text, fonts.LABEL, 9.5, words - 3), color))
        values = [str(v) for v in range(model.skill_limit + 1)]
        row = Area(area.x + words, y, step * len(values), row_h)
        out += track(row, values, "skill", look, "0", 11.0, takes=model.markers.track)
    return out


def _turn(model: HeroDisplay, look: Look) -> list[Item]:
    step = TURN.w / len(model.turn)
    out: list[Item] = []
    for i, (heading, text) in enumerate(model.turn):
        x = TURN.x + i * step
        out += disc(x + 3.2, TURN.y + 3.4, 2.8, str(i + 1), look.plate("ability", "level"))
        out.append(title(x + 7.6, TURN.y + 3.3, heading, look, 10.0))
        out += paragraph(Area(x + 7.6, TURN.y + 5.0, step - 11.0, 10.0), text, look, 7.6)
    if model.note:
        width = fonts.width(model.note, fonts.LABEL_LIGHT, 6.5)
        out.append(small(TURN.x + TURN.w - width, TURN.y + TURN.h, model.note, look))
    return out

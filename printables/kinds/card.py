"""Cards of poker size (63 x 88 mm): a heading, a symbol, a sentence, a reward; and their common back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from printables.errors import BadOption
from printables.look import fonts, qr
from printables.look.display import Circle, Group, Item, Style, Text, rect
from printables.look.icons import icon
from printables.look.outlines import Outline, inset, rect_points
from printables.look.outlines import rect as rect_outline
from printables.look.patterns import pattern
from printables.look.theme import Look, mix
from printables.model import Face

WIDTH, HEIGHT = 63.0, 88.0
TASK_TOP, REWARDS_TOP, CODE_TOP = 43.4, 63.0, 50.0
"""Where the sentence has its first line, and where what stands below it begins, in mm."""
PICTURE, SYMBOL = (3.5, 15.3, WIDTH - 3.5, 37.5), 15.0
"""The field of the symbol (left, top, right, bottom), and how large the symbol is, in mm."""
NOTE, REWARD = 7.2, 15.0
"""Type sizes of the note and of the rewards; what is longer gets smaller."""
SIZES, LEADING = (10.5, 9.8, 9.1, 8.4, 7.7, 7.0, 6.3), 4.9 / 10.5
"""Type sizes of the sentence, the largest that fits is taken; mm from line to line for each point of size."""


def outline() -> Outline:
    """The shape of every card."""
    return rect_outline(WIDTH, HEIGHT, 3.0)


@dataclass(frozen=True)
class Card:
    """A task card; `rewards` are (icon, colour as (family, name) or `None`, words).

    With a `link` its QR code stands in the place of the rewards. Sentences are of one size on all `fellows` of a deck.
    """

    deck: str
    number: str
    icon: str
    task: str
    reward_word: str
    rewards: tuple[tuple[str, tuple[str, str] | None, str], ...]
    ground: tuple[str, str]
    note: str = ""
    link: str = ""
    number_says: str = ""
    """The number in the corner for ears."""
    fellows: tuple[Card, ...] = ()


def front(model: Card, look: Look) -> Face:
    """The task and what it brings."""
    plate = look.plate(*model.ground)
    soft, color = look.neutral("soft"), look.swatch(*model.ground).color
    band = Style(plate.fill, plate.stroke, 0.4 if plate.stroke else 0.0)
    items: list[Item] = [
        rect(-1, -1, WIDTH + 2, HEIGHT + 2, Style(fill="#ffffff")),
        rect(3.5, 3.5, WIDTH - 7, 11.0, band, 1.6),
        Text(7.0, 10.9, model.deck.upper(), fonts.LABEL, 13.0, plate.text),
        Text(WIDTH - 7.0, 10.9, model.number, fonts.NUMBER, 13.0, plate.text, "end", says=model.number_says),
        *_picture(model, look),
        *_task(model, look),
    ]
    items += qr.code(model.link, WIDTH / 2 - 15.5, CODE_TOP, 31.0) if model.link else _rewards(model, look)
    if model.note:
        size = fonts.fit(model.note, fonts.LABEL_LIGHT, NOTE, WIDTH - 10)
        items.append(Text(WIDTH / 2, HEIGHT - 4.5, model.note, fonts.LABEL_LIGHT, size, soft, "middle"))
    items.append(rect(1.6, 1.6, WIDTH - 3.2, HEIGHT - 3.2, Style(stroke=color, width=0.4), 2.0))
    return Face(tuple(items))


def _picture(model: Card, look: Look) -> list[Item]:
    """The symbol on a pale field with the pattern of the card's ground."""
    left, top, right, bottom = PICTURE
    swatch, middle = look.swatch(*model.ground), (top + bottom) / 2
    style = Style("#ffffff", swatch.color, 0.4)
    out: list[Item] = []
    if not look.low:
        field = rect(left, top, right - left, bottom - top, Style(swatch.tint), 1.6)
        art = pattern(look.ground(*model.ground).pattern, PICTURE, mix(swatch.tint, swatch.color, 0.86), 5.0)
        out.append(Group((field, *art), clip=field.data))
    return [*out, Circle(WIDTH / 2, middle, 10.0, style), icon(model.icon, WIDTH / 2, middle, SYMBOL, swatch.ink)]


def alike(models: Iterable[Card]) -> tuple[Card, ...]:
    """These cards as one deck, whose sentences have one size."""
    fellows = tuple(models)
    return tuple(replace(one, fellows=fellows) for one in fellows)


def _task(model: Card, look: Look) -> list[Item]:
    """The task in the largest type that ends above what stands below it on all cards of the deck."""
    size = min(_size(one, look.language) for one in (model.fellows or (model,)))
    ink, step = look.neutral("ink"), size * LEADING
    return [
        Text(WIDTH / 2, TASK_TOP + i * step, t, fonts.TEXT_BOLD, size, ink, "middle")
        for i, t in enumerate(_wrapped(model, size, look.language))
    ]


def _wrapped(model: Card, size: float, language: str) -> list[str]:
    return list(fonts.wrap_even(model.task, fonts.TEXT_BOLD, size, WIDTH - 13, language))


@cache
def _size(model: Card, language: str) -> float:
    """The largest type in which the task fits. Raises BadOption if none does."""
    bottom = (CODE_TOP if model.link else REWARDS_TOP) - 1.4
    for size in SIZES:
        if TASK_TOP + (len(_wrapped(model, size, language)) - 1) * size * LEADING <= bottom:
            return size
    raise BadOption("lines", "the lines of '{title}' do not fit", title=f"{model.deck} {model.number}")


def _rewards(model: Card, look: Look) -> list[Item]:
    top = REWARDS_TOP
    out: list[Item] = [
        rect(6.0, top, WIDTH - 12, 17.5, Style(look.neutral("panel"), look.neutral("line"), 0.2), 1.6),
        Text(9.0, top + 4.4, model.reward_word, fonts.LABEL, 8.0, look.neutral("soft")),
    ]
    step = (WIDTH - 12) / len(model.rewards)
    for i, (name, color, words) in enumerate(model.rewards):
        ink = look.swatch(*color).ink if color else look.neutral("ink")
        size = fonts.fit(words, fonts.LABEL, REWARD, step - 11.0)
        x = 6.0 + (i + 0.5) * step - (9.0 + fonts.width(words, fonts.LABEL, size)) / 2
        out.append(icon(name, x + 3.6, top + 10.8, 7.6, ink))
        base = top + 10.8 + fonts.cap_height(fonts.LABEL, size) / 2
        out.append(Text(x + 9.0, base, words, fonts.LABEL, size, look.neutral("ink")))
    return out


def back(model: Card, look: Look) -> Face:
    """The back of the deck, with the pattern of its ground."""
    plate, marks = look.plate(*model.ground), look.ground(*model.ground)
    ground = rect(-1, -1, WIDTH + 2, HEIGHT + 2, Style(fill=plate.fill))
    lines = pattern(marks.pattern, (-1.0, -1.0, WIDTH + 1, HEIGHT + 1), marks.shade, 4.6)
    art = Group(lines, clip=ground.data)
    frame = inset(rect_points(0, 0, WIDTH, HEIGHT), 4.0)
    x, y = frame[0]
    items: list[Item] = [
        ground,
        art,
        rect(x, y, WIDTH - 8, HEIGHT - 8, Style(stroke=plate.text, width=0.5), 1.6),
        Circle(WIDTH / 2, HEIGHT / 2 - 4, 15.0, Style(plate.fill, plate.text, 0.5)),
        icon(model.icon, WIDTH / 2, HEIGHT / 2 - 4, 19.0, plate.text),
        rect(12, 63.0, WIDTH - 24, 9.5, Style(plate.fill, plate.text, 0.5), 1.4),
        Text(WIDTH / 2, 69.6, model.deck.upper(), fonts.LABEL, 14.0, plate.text, "middle"),
    ]
    return Face(tuple(items), () if look.low else (ground,))

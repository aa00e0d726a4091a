"""Cards of the kit: units, buildings, missions, and hero sheets with tracks that fit their markers."""

from __future__ import annotations

import re
from functools import partial

from companion.games.multiverse_war.phases.working import MATCHING
from companion.games.multiverse_war.readers.looks import SIGNS
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.facts import Book, BuildingCard, Deed, HeroSheet, Kind
from companion.games.multiverse_war.world.silhouettes import of_hero, of_mission, of_unit
from companion.games.multiverse_war.world.wording import CLASSES
from printables.displays.blocks import Area, slot, track
from printables.errors import BadOption
from printables.kinds import card
from printables.look import fonts
from printables.look.display import Item, Style, Text, line, rect
from printables.look.icons import icon
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Component, Face, Piece

AGE_GROUND = {1: ("deck", "straw"), 2: ("deck", "pewter"), 3: ("deck", "umber")}
BUILDING, EVENT = ("deck", "sage"), ("deck", "mist")
"""The grounds of what belongs to nobody: units and missions by their age, buildings, random events."""
SHEET = (186.0, 124.0)
NUMBERS = facts.NUMBERS["building"]
TOWER_SPACING = facts.HOUSE.buildings["guard_tower"].spacing
SKILL_TEXT, SKILL_SIZES = 62.0, (11.0, 10.4, 9.8, 9.2, 8.6, 8.0)
BOX, WIDE = 9.2, 16.0
"""Height and width of a box of a track: it holds a marker of 8 mm with room for fingers."""
ALWAYS = "Without a skill"
TRACKS, APART = 18.5, 10.6
"""Where the tracks of a hero sheet begin, and the step from one to the next, in mm."""


def words(text: str) -> str:
    """An id as words."""
    return text.replace("_", " ")


def minus(text: str) -> str:
    """The text with minus signs where the data has hyphens before figures."""
    return re.sub(r"(?<!\w)-(?=\d)", "−", text)


def deed_text(one: Deed) -> str:
    """What a deed does, its own strength before it if it has one."""
    return minus((f"Strength {one.strength}. " if one.strength else "") + one.text)


def _unit_text(sheet: Book, one: Kind) -> str:
    parts = [CLASSES[one.sort] + (f", range {one.range}" if one.range else "")]
    if one.attributes:
        parts.append(", ".join(words(word) for word in one.attributes).capitalize())
    if one.trumps:
        parts.append("Trumps " + ", ".join(CLASSES[sort].lower() for sort in one.trumps))
    parts.append(_opened_by(sheet, one))
    if one.upgrades_to:
        parts.append(f"Becomes {sheet.units[one.upgrades_to].name}")
    return ". ".join(parts) + "."


def _opened_by(sheet: Book, one: Kind) -> str:
    """How a kind becomes available."""
    unlock, before = facts.NUMBERS["unlock"], sheet.before(one.id)
    if one.sort == "civilian" and before:
        return f"Opened by {unlock['six']} buildings and roads"
    if before:
        return f"Opened by {unlock['third-kill']} kills of the {sheet.units[before].name}"
    return "From the start" if one.age == facts.AGES[0] else f"Comes with the first unit of age {one.age}"


def units(sheet: Book) -> Component:
    """One card for each unit kind, shared by all players."""
    kinds = list(sheet.cards())
    fronts = card.alike(_unit_front(sheet, one) for one in kinds)
    backs = card.alike(_ability_side(sheet, one) for one in kinds)
    both = zip(kinds, fronts, backs, strict=True)
    pieces = tuple(_piece(f"unit-{one.id}", one.name, front, back, both=True) for one, front, back in both)
    return Component("units", "Unit cards", pieces, stock="cards")


def _unit_front(sheet: Book, one: Kind) -> card.Card:
    """What a kind of unit is and costs."""
    rewards = (("coins", None, str(one.cost)), ("movement", None, str(one.ap)))
    trained = f"Trained in: {', '.join(words(place) for place in one.train)}"
    text, ground = _unit_text(sheet, one), AGE_GROUND[one.age]
    return card.Card(one.name, str(one.age), of_unit(one), text, "GOLD AND ACTION POINTS", rewards, ground, trained,
                     number_says=f"Age {one.age}.")  # fmt: skip


def _piece(id: str, name: str, front: card.Card, back: card.Card, *, both: bool = False, pile: str = "") -> Piece:
    """A card; with `both` its other side is read as well."""
    other = partial(card.front, back) if both else partial(card.back, back)
    return Piece(id, name, 1, card.outline(), partial(card.front, front), other, 2.0, pile=pile)


def _ability_side(sheet: Book, one: Kind) -> card.Card:
    """The other side of a unit card: its ability."""
    able = sheet.ability(one.id)
    if able is None:
        text = "Builds roads and buildings, cuts and plants forests. Cannot fight."
        rewards: tuple[tuple[str, None, str], ...] = (("level", None, f"Age {one.age}"),)
        return card.Card(one.name, "", of_unit(one), text, "WORKER", rewards, AGE_GROUND[one.age])
    rewards = (("movement", None, f"{able.ap} AP"), ("tactics", None, "1"))
    return card.Card(
        able.name,
        "",
        of_unit(one),
        deed_text(able),
        "ACTION POINTS AND TACTICAL POINTS",
        rewards,
        AGE_GROUND[one.age],
        one.name,
    )


def _building_text(one: BuildingCard) -> str:
    near = f", {TOWER_SPACING} from a Guard Tower" if one.spacing > TOWER_SPACING else ""
    return (
        f"Health {one.health}, repairs {one.repair} a turn. At least {one.spacing} hexes from every settlement and "
        f"building{near}.{_needs(one)}"
    )


def _needs(one: BuildingCard) -> str:
    """The kind that must be open before it is built."""
    return f" Only once the {words(one.needs).title()} is open." if one.needs else ""


def _ages_open(one: BuildingCard) -> str:
    """Which units open the higher ages of a building."""
    sorts = [CLASSES[sort].lower() for sort in MATCHING.get(one.id, ())]
    return f" Ages 2 and 3 with {' or '.join(sorts) or 'any'} units of that age."


def _building_side(one: BuildingCard) -> card.Card:
    """The other side of a building card: what it trains, and its points by age."""
    trains = ", ".join(CLASSES[sort].lower() for sort in one.trains)
    text = f"Trains {trains}." if trains else _tower_text()
    text += _ages_open(one)
    rewards = tuple(("laurels", None, str(n)) for n in one.vp)
    return card.Card(one.name, "", SIGNS[one.id], text, "POINTS AT AGE 1, 2, 3", rewards, BUILDING)


def _building_front(one: BuildingCard) -> card.Card:
    """What a building costs, and what it pays if it pays."""
    rewards: tuple[tuple[str, None, str], ...] = (("coins", None, str(one.cost)),)
    if one.revenue:
        rewards += (("gold", None, f"+{one.revenue}"),)
    word = "COST AND REVENUE" if one.revenue else "COST"
    return card.Card(one.name, "", SIGNS[one.id], _building_text(one), word, rewards, BUILDING)


def _tower_text() -> str:
    """What a tower is good for: its sight, and what it adds to shots out of it, by age."""
    sight, bonus = NUMBERS["tower_sight"], [f"+{n}" for n in NUMBERS["tower_bonus"]]
    return f"Sees {sight} hexes. A ranged unit inside shoots with {', '.join(bonus)} at age 1, 2, 3."


def buildings(sheet: Book) -> Component:
    """One card for each building; the settlement has none."""
    kinds = [one for one in sheet.buildings.values() if one.id != "settlement"]
    fronts, backs = card.alike(map(_building_front, kinds)), card.alike(map(_building_side, kinds))
    both = zip(kinds, fronts, backs, strict=True)
    pieces = tuple(_piece(f"building-{one.id}", one.name, front, back, both=True) for one, front, back in both)
    return Component("buildings", "Building cards", pieces, stock="cards")


def missions(sheet: Book) -> Component:
    """The secret missions, in three decks."""
    pieces = []
    for one in sheet.missions.values():
        deck = f"Mission {one.age}"
        sign = of_mission(one)
        front = card.Card(one.name, str(one.age), sign, one.text, "REWARD", (("laurels", None, f"{one.vp} VP"),),
                          AGE_GROUND[one.age], "Gold instead of points without a turn limit",
                          number_says=f"Age {one.age}.")  # fmt: skip
        pieces.append(
            _piece(
                f"mission-{one.id}",
                one.name,
                front,
                card.Card(deck, "", "quest", "", "", (), AGE_GROUND[one.age]),
                pile=f"Secret missions, age {one.age}",
            )
        )
    return Component("missions", "Secret missions", tuple(pieces), stock="cards")


# ---- hero sheets


def heroes(sheet: Book) -> Component:
    """The hero sheets; cubes or the printed markers are placed on their tracks."""
    pieces = tuple(Piece(f"hero-{one.id}", one.name, 1, rect_outline(*SHEET, 3.0), partial(hero_face, one), None, 2.0)
                   for one in sheet.heroes.values())  # fmt: skip
    return Component("heroes", "Hero sheets", pieces, stock="sheets")


def hero_face(one: HeroSheet, look: Look) -> Face:
    """A hero sheet: four tracks, the skills with a box for each, and the hero's attributes."""
    width, height = SHEET
    ink, soft = look.neutral("ink"), look.neutral("soft")
    numbers = facts.NUMBERS["hero"]
    tracks = [str(n) for n in range(numbers["track_min"], one.track_max + 1)]
    kind = ", ".join([CLASSES[one.sort].lower(), *(words(word) for word in one.attributes)])
    if one.range:
        kind += f", range {one.range}"
    items: list[Item] = [
        rect(-1, -1, width + 2, height + 2, Style(fill="#ffffff")),
        icon(of_hero(one), 11, 10, 11, ink),
        Text(19, 12.5, one.name.upper(), fonts.LABEL, 17, ink),
        Text(width - 6, 9.5, kind, fonts.TEXT, 8.5, soft, "end"),
        Text(
            width - 6,
            14,
            f"Hire: {numbers['price']} gold. Back: {numbers['price']} at level 1, else {numbers['revive']} a level. "
            "Level n takes n kills, then KILLS is 0.",
            fonts.TEXT,
            8.5,
            soft,
            "end",
        ),
    ]
    for row, (title, values, colour) in enumerate(
        (
            ("LEVEL", [str(n) for n in range(1, numbers["levels"] + 1)], "experience"),
            ("KILLS", [str(n) for n in range(numbers["levels"])], "attack"),
            ("ACTION POINTS", tracks, "movement"),
            ("HEALTH", tracks, "defense"),
        )
    ):
        y = TRACKS + row * APART
        items.append(Text(6, y + BOX / 2 + 1.2, title, fonts.LABEL, 10, ink))
        items += track(Area(32, y, (WIDE + 0.7) * len(values), BOX), values, colour, look, values[0], takes="marker-")
    items += _skills(one, look)
    items.append(rect(1.5, 1.5, width - 3, height - 3, Style(stroke=ink, width=0.5), 2.4))
    return Face(tuple(items))


def _skills(one: HeroSheet, look: Look) -> list[Item]:
    """The skills with price, text and condition, below each other in the largest type that fits."""
    rows = []
    for skill in one.skill:
        price = f"{skill.ap} AP" if skill.ap else ""
        level = f"level {skill.level}" if skill.level > 1 else ("recommended" if skill.id == one.recommended else "")
        rows.append((skill.name, price, deed_text(skill), level))
    if one.passive:
        rows.append((ALWAYS, "", minus(one.passive), ""))
    (width, height), top = SHEET, TRACKS + 4 * APART + 1.0
    for size in SKILL_SIZES:
        rooms = [width - SKILL_TEXT - (24.0 if level else 6.0) for *_, level in rows]
        texts = [fonts.wrap(row[2], fonts.TEXT, size, room) for row, room in zip(rows, rooms, strict=True)]
        step = size * 0.43
        highs = [max(len(lines) * step + 1.6, BOX + 0.8) for lines in texts]
        free = (height - 3.5 - top - sum(highs)) / len(rows)
        if free >= 0:
            return _skill_rows(rows, texts, [high + free for high in highs], (top, step, size), look)
    raise BadOption("lines", "the lines of '{title}' do not fit", title=one.name)


def _skill_rows(
    rows: list[tuple[str, str, str, str]],
    texts: list[list[str]],
    highs: list[float],
    place: tuple[float, float, float],
    look: Look,
) -> list[Item]:
    """Rows of skills with thin lines between them, a box to mark what is learned before each that is bought.

    `place` is the top, the step from line to line and the size of the type.
    """
    y, step, size = place
    ink, soft, items = look.neutral("ink"), look.neutral("soft"), list[Item]()
    for (name, price, _text, level), lines, high in zip(rows, texts, highs, strict=True):
        items.append(line(6, y, SHEET[0] - 6, y, Style(stroke=look.neutral("faint"), width=0.25)))
        base = y + (high - len(lines) * step) / 2 + 0.76 * step
        if name != ALWAYS:
            items += slot(Area(6, y + (high - BOX) / 2, BOX, BOX), look, takes="marker-")
        items.append(Text(17, base, name, fonts.TEXT_BOLD, fonts.fit(name, fonts.TEXT_BOLD, size, 29.0), ink))
        if price:
            items.append(Text(47.5, base, price, fonts.TEXT_BOLD, fonts.fit(price, fonts.TEXT_BOLD, size, 13.0), soft))
        items += [Text(SKILL_TEXT, base + n * step, text, fonts.TEXT, size, ink) for n, text in enumerate(lines)]
        if level:
            items.append(Text(SHEET[0] - 6, base, level, fonts.TEXT, 8, soft, "end"))
        y += high
    return items

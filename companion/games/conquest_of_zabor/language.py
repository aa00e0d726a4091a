"""The language of the cards: how an effect, a condition and the bottom line of an Event card are written.

    ability: unit cavalry, ability superiority, n 2; capacity: unit cavalry, n 2
    start draw: deck dynasty, n 3, keep 1
    2: cavalry >= 5; 3: empire_battles_won_turn >= 1
    land: infantry 2, cavalry 1

An effect is a word and its arguments. `WORDS` lists every word and what its arguments may be; what the words do is in
`effects` (while a card lies there) and `deeds` (once). An effect that no word expresses is `text: ...`: it is shown,
and the players carry it out.
"""

from __future__ import annotations

import re

from msgspec import Struct

from companion.engine.core.errors import DataError
from companion.engine.core.text import t

LAND = ("auxiliary", "infantry", "cavalry", "sorcerer")
UNITS = (*LAND, "fleet")
UPGRADES = ("keep", "city", "metropol")
ITEMS = (*UNITS, "road", *UPGRADES)
ABILITIES = ("absorb", "first_strike", "flight", "naval", "pathfinder", "pursuit", "speed", "superiority", "support",
             "warp", "water_walking")  # fmt: skip
DECKS = ("destiny", "sorcery", "dynasty", "artifact")
PER = ("flat", "rural", "keep", "city", "metropol", "city_or_metropol", "sea", "coastal", "road", "artifact", "dynasty",
       "monster", "adjacent_empire")  # fmt: skip
METRICS = (
    "land_areas", "rural_areas", "civilized_areas", "keeps", "cities", "metropols", "roads", "sea_areas",
    "coastal_areas", "gold", "units", "auxiliaries", "infantry", "cavalry", "sorcerers", "fleets", "monsters",
    "unit_strength", "artifacts", "dynasties", "positions", "adjacent_empires", "zabor_areas", "north_areas",
    "south_areas", "battles_won_turn", "empire_battles_won_turn", "areas_conquered_turn", "trades_turn", "vp_claims",
)  # fmt: skip
WHO = ("owner", "each", "all", "fewest_vp", "most_gold", "coastal")
WHERE = ("civilized", "sea", "rural", "controlled", "beside_start")
ACTIONS = ("acquisition", "build_army", "campaign", "civilize", "council_seat", "diplomacy", "maritime", "rituals")
CHART = ("trait", "position", "dynasty", "artifact")
"""Decks whose cards lie open on a chart."""
HANDS = ("destiny", "sorcery")
MOMENTS = ("income", "rituals", "diplomacy", "position", "trade", "once")
"""When a card on a chart does something."""
ORDERS = ("execute", "move")
"""Words that a flow carries out, after a card from the hand or once in a primary Rituals."""
NUMBER = ("number",)
ANY = ("any",)
LASTING = ("ability", "stat", "discount", "capacity", "income", "trade", "bonus_dice", "diplomacy", "settle", "seal",
           "reroll", "mercy")  # fmt: skip
"""Words that hold while their card lies on a chart, or until the turn ends."""
WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "income": {"per": PER, "n": NUMBER, "max": NUMBER},
    "ability": {"unit": (*UNITS, *UPGRADES), "ability": ABILITIES, "n": NUMBER, "who": WHO, "until": ("turn",)},
    "stat": {"unit": (*UNITS, "barbarian_infantry"), "stat": ("strength", "move", "wounds"), "n": NUMBER,
             "set": NUMBER, "who": WHO, "until": ("turn",)},
    "discount": {"item": ITEMS, "n": NUMBER, "who": WHO, "until": ("turn",), "when": ("now",)},
    "capacity": {"unit": UNITS, "n": NUMBER, "who": WHO, "until": ("turn",)},
    "gold": {"n": NUMBER, "per": PER, "who": WHO, "when": MOMENTS},
    "units": {"unit": UNITS, "n": NUMBER, "where": WHERE, "who": WHO, "when": MOMENTS},
    "upgrade": {"item": ("road", *UPGRADES), "n": NUMBER, "where": WHERE, "who": WHO, "when": MOMENTS},
    "draw": {"deck": DECKS, "n": NUMBER, "keep": NUMBER, "who": WHO, "when": MOMENTS},
    "bonus_dice": {"n": NUMBER, "when": ("attack",)},
    "hits": {"dice": NUMBER, "target": ("land", "sea", "adjacent")},
    "remove": {"what": ("upgrade", "infantry or auxiliary"), "n": NUMBER, "target": ("own", "undefended"), "who": WHO},
    "move": {"n": NUMBER, "when": ("once",)},
    "trade": {"n": NUMBER, "set": NUMBER, "who": WHO, "until": ("turn",), "when": ("next_trade",)},
    "summon": {"monster": ANY, "when": MOMENTS},
    "execute": {"action": ACTIONS, "slot": ("primary", "secondary"), "when": ("once",)},
    "diplomacy": {"as": ("primary", "empires")},
    "settle": {"n": NUMBER},
    "seal": {},
    "reroll": {"n": NUMBER},
    "mercy": {"n": NUMBER},
    "mists": {},
    "mend": {"target": ("any", "own")},
    "fear": {"n": NUMBER},
    "turncoat": {},
    "text": {},
}  # fmt: skip


class Effect(Struct, frozen=True):
    """A word with its arguments. `start` means that it is done once, at set-up."""

    word: str
    args: dict[str, str] = {}
    start: bool = False
    text: str = ""
    """An effect that no word expresses, as text."""

    def get(self, name: str, default: str = "") -> str:
        """An argument as text, or the default."""
        return self.args.get(name, default)

    def number(self, name: str = "n", default: int = 1) -> int:
        """An argument as a number, or the default."""
        return int(self.args.get(name, default))

    @property
    def lasting(self) -> bool:
        """Whether it holds as long as its card lies on a chart, rather than being done once."""
        return (self.word in LASTING and "when" not in self.args) or self.word == "bonus_dice"


class Comparison(Struct, frozen=True):
    """`METRIC >= NUMBER`; without a number it means more than every other player."""

    metric: str
    least: int | None = None


class Goal(Struct, frozen=True):
    """A condition for Victory Points: all comparisons in one of its groups must be fulfilled."""

    vp: int
    words: str
    either: tuple[tuple[Comparison, ...], ...]


def read_effects(text: str, path: str) -> tuple[Effect, ...]:
    """The effects of a card. Raises DataError naming the card and the word."""
    if text.strip().startswith("text:"):
        return (Effect("text", text=text.strip().removeprefix("text:").strip()),)
    return tuple(_effect(part.strip(), path) for part in text.split(";") if part.strip())


def _effect(text: str, path: str) -> Effect:
    head, _, rest = text.partition(":")
    start, word = head.strip().startswith("start "), head.strip().removeprefix("start ").strip()
    if word not in WORDS:
        raise DataError(t("{path}: there is no word {word}", path=path, word=word))
    if word == "text":
        return Effect("text", start=start, text=rest.strip())
    args: dict[str, str] = {}
    for part in (part.strip() for part in rest.split(",") if part.strip()):
        name, _, value = part.partition(" ")
        args[name] = _argument(word, name, value.strip(), path)
    return Effect(word, args, start)


def check_place(effect: Effect, deck: str, path: str) -> None:
    """Raise DataError, naming the card and the word, where an effect can never happen on a card of this deck."""
    word, when, chart = effect.word, effect.get("when"), deck in CHART
    if word == "text":
        return
    if effect.start and deck != "trait":
        raise DataError(t("{path}: {word}: only Empire Traits have a start", path=path, word=word))
    if word in ORDERS and not (deck in HANDS or when == "once"):
        raise DataError(t("{path}: {word} is for cards in the hand, or needs: when once", path=path, word=word))
    if chart and not effect.start:
        if when not in MOMENTS and (not effect.lasting or "until" in effect.args):
            known = ", ".join(MOMENTS)
            raise DataError(t("{path}: {word} needs a moment: when {known}", path=path, word=word, known=known))
    elif when in MOMENTS:
        raise DataError(t("{path}: {word} is done at once: no {when}", path=path, word=word, when=when))
    elif effect.lasting and "until" not in effect.args:
        raise DataError(t("{path}: {word} needs: until turn", path=path, word=word))


def _argument(word: str, name: str, value: str, path: str) -> str:
    known = WORDS[word].get(name)
    if known is None:
        raise DataError(t("{path}: {word} takes no {name}", path=path, word=word, name=name))
    if known == NUMBER and not re.fullmatch(r"-?\d{1,3}", value):
        raise DataError(t("{path}: {word}: {name} must be a number", path=path, word=word, name=name))
    if known not in (NUMBER, ANY) and value not in known:
        words = t("{path}: {word}: {name} is none of {known}", path=path, word=word, name=name, known=", ".join(known))
        raise DataError(words)
    return value


def read_goals(text: str, path: str) -> tuple[Goal, ...]:
    """The VP conditions of a trait: `2: keeps >= 4; 3: ...`. Raises DataError naming the card and the word."""
    goals = []
    for part in (part.strip() for part in text.split(";") if part.strip()):
        vp, _, need = part.partition(":")
        if not vp.strip().isdigit():
            raise DataError(t("{path}: {word}: VP must be a number", path=path, word=part))
        goals.append(read_goal(int(vp), need.strip(), path))
    return tuple(goals)


def read_goal(vp: int, need: str, path: str) -> Goal:
    """A condition of comparisons with `and` and `or`. Raises DataError naming the card and the word."""
    either = tuple(
        tuple(_comparison(one.strip(), path) for one in group.split(" and ")) for group in need.split(" or ")
    )
    return Goal(vp, need, either)


def _comparison(text: str, path: str) -> Comparison:
    found = re.fullmatch(r"(\w+) (?:>= (\d{1,3})|(> others))", text)
    if found is None or found[1] not in METRICS:
        raise DataError(t("{path}: {word} is no condition", path=path, word=text))
    return Comparison(found[1], int(found[2]) if found[2] else None)


def read_pieces(text: str, path: str) -> dict[str, int]:
    """The Barbarian pieces in the bottom line of an Event card. Raises DataError naming the card and the word."""
    sort, _, rest = text.partition(":")
    pieces: dict[str, int] = {}
    for part in (part.strip() for part in rest.split(",") if part.strip()):
        kind, _, n = part.partition(" ")
        wanted = ("fleet",) if sort.strip() == "sea" else ("infantry", "cavalry", "keep")
        if kind not in wanted or not n.strip().isdigit():
            raise DataError(t("{path}: there are no Barbarian pieces {word}", path=path, word=part))
        pieces[kind] = int(n)
    return pieces

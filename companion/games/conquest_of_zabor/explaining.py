"""What a line says that an owner types in for a card, in plain words, and which words there are. Contains no rule."""

from __future__ import annotations

from companion.engine.core.errors import DataError
from companion.games.conquest_of_zabor.language import ANY, NUMBER, WORDS, read_effects, read_goal, read_goals
from companion.games.conquest_of_zabor.wording import METRIC_NAMES, PLAIN, effect_words, goal_words, meaning

MEANT = {
    "income": "Gold in every Income Phase", "ability": "an ability for a type of Unit", "gold": "Gold, or less of it",
    "stat": "Strength, Move or Wounds of a type", "discount": "a lower price", "draw": "cards are drawn",
    "capacity": "room for more Units of a type", "units": "free Units", "upgrade": "free Upgrades or Roads",
    "bonus_dice": "more dice", "hits": "dice against an area", "remove": "pieces are lost", "trade": "more Trade cards",
    "summon": "a Monster comes", "execute": "an action is carried out", "diplomacy": "a better Diplomacy",
    "move": "Units move", "mend": "Units heal", "text": "anything else, in words of your own",
}  # fmt: skip
"""What the words of the language are for, where a sentence for cards does not say it."""


def told(path: str, value: int | str) -> str:
    """What a typed line says in plain words; "" for other fields, and for a line that cannot be read."""
    name, text = path.rpartition("/")[2], str(value).strip()
    if not text or name not in READ:
        return ""
    try:
        return READ[name](text, path)
    except (DataError, ValueError, KeyError):
        return ""


def _effects(text: str, path: str) -> str:
    said = []
    for one in read_effects(text, path):
        words = str(effect_words(one))
        known = one.word == "ability"
        said.append(f"{words.removesuffix('.')} ({meaning(one.get('ability'), one.number())})." if known else words)
    return " ".join(said)


def _goals(text: str, path: str) -> str:
    return " ".join(f"{one.vp} VP: {goal_words(one)}." for one in read_goals(text, path))


def _goal(text: str, path: str) -> str:
    return f"{goal_words(read_goal(1, text, path))}."


READ = {"effect": _effects, "vp": _goals, "need": _goal}
"""How the fields are read that hold lines of the language."""


def _arguments(word: str) -> str:
    parts = []
    for name, known in WORDS[word].items():
        what = "a number" if known == NUMBER else "a name" if known == ANY else " / ".join(known)
        parts.append(f"{name} {what}")
    return ", ".join(parts)


def vocabulary() -> tuple[tuple[str, str], ...]:
    """Every word that may be typed with what may stand behind it, and what it is for; then the conditions."""
    words = [(f"{word}: {_arguments(word)}".rstrip(": "), MEANT.get(word, PLAIN.get(word, word))) for word in WORDS]
    goals = [(f"{one} >= 3", f"3 or more {said}") for one, said in METRIC_NAMES.items()]
    return (*words, *goals)


VOCABULARY = dict.fromkeys(
    ("trait", "position", "dynasty", "artifact", "sorcery", "destiny", "trade", "event", "vp"), vocabulary()
)
"""The same for each deck in which such lines stand."""

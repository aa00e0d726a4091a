"""The names of players, chits and stacks, and the text on chits. Contains no rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.engine.core.text import Text, listed, plural, t
from companion.games.archmagi import facts
from companion.games.archmagi.facts import Spell
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState

WHEN = {"before": "before the roll", "after": "after the roll", "respite": "in the respite",
        "answer": "against a spell", "scout": "Scout phase", "move": "Move phase"}  # fmt: skip
"""When a spell is cast."""


def called(seat: str) -> Text:
    """The name of a player."""
    return t(facts.TITLES[seat])


def name_of(state: ArchmagiState, kind: str) -> Text:
    """The name of a kind of unit."""
    return t(lists_of(state.owner).chits[kind].name)


def names_of(state: ArchmagiState, kinds: Sequence[str]) -> Text:
    """The names of several kinds, each with its number."""
    return listed([times(n, name_of(state, kind)) for kind, n in Counter(kinds).items()])


def times(n: int, chit: Text) -> Text:
    """A chit by the name printed on it, and how often if there are several: `Ranger`, `2 × Ranger`."""
    return t("{n} × {chit}", n=n, chit=chit) if n > 1 else chit


def in_a_row(said: Sequence[Text]) -> Text:
    """Facts one after another: `free · 1 move left`."""
    names = [f"part{n}" for n in range(len(said))]
    return Text(" · ".join("{" + name + "}" for name in names), dict(zip(names, said, strict=True)))


def some(n: int) -> Text:
    """A number of units in words."""
    return plural(n, "1 unit", "{n} units")


def title(state: ArchmagiState, pile: str, name: str) -> Text:
    """The name of a chit of a pile."""
    lists = lists_of(state.owner)
    if pile == "spell":
        return t(lists.spells[name].name)
    return t(lists.artifacts[name].name) if pile == "artifact" else name_of(state, name)


def says(state: ArchmagiState, pile: str, name: str) -> Text:
    """What the lists say of a chit: for a unit what it adds to its die and its words, for a spell when it is cast and
    what it does.
    """
    lists = lists_of(state.owner)
    if pile == "artifact":
        entry = plain(", ".join(lists.artifacts[name].entry))
        return t(entry[:1].upper() + entry[1:])
    if pile == "spell":
        spell = lists.spells[name]
        words = t("{when}: {effect}", when=t(WHEN.get(spell.when, spell.when)), effect=does(spell))
        return (
            t("{words}, against {need}", words=words, need=needed(spell)) if spell.need and not ours(spell) else words
        )
    chit = lists.chits[name]
    if not chit.entry:
        return t("Die +{brm}", brm=chit.brm)
    return t("Die +{brm} · {words}", brm=chit.brm, words=", ".join(chit.entry))


def on_chit(state: ArchmagiState, pile: str, name: str) -> Text:
    """What the lists say of a chit that is drawn: for a unit also where it is deployed."""
    if pile != "unit":
        return says(state, pile, name)
    return t("{words} · comes in on {home}", words=says(state, pile, name), home=home_of(state, name))


def with_words(state: ArchmagiState, pile: str, names: Sequence[str]) -> list[Text]:
    """Chits of a pile by name, and what the lists say of them: a text for each kind."""
    return [t("{chit}: {words}", chit=title(state, pile, one), words=on_chit(state, pile, one))
            for one in dict.fromkeys(names)]  # fmt: skip


def does(spell: Spell, whose: Text = t("your")) -> Text:
    """What a spell does, in a line: to who holds it, unless others read it, too."""
    known: tuple[str, ...] = (f"{spell.effect}:{spell.target}", f"{spell.effect}:{spell.value}", spell.effect)
    if spell.need and ours(spell):
        known = (f"{spell.effect}:need", *known)
    words = next((facts.TERMS.effect[one] for one in known if one in facts.TERMS.effect), "")
    n = f"{spell.value:+d}" if spell.effect == "brm" else str(spell.value)
    return t(words, n=n, whose=whose, need=needed(spell)) if words else t(plain(spell.words))


def ours(spell: Spell) -> bool:
    """Whether a spell works on a unit of who casts it; what it needs that unit to be is part of what it does."""
    return spell.target.startswith("own")


def needed(spell: Spell) -> str:
    """What the target of a spell has to be: one of these types."""
    return " / ".join(word.title() for word in spell.need)


def sentence(words: Text) -> Text:
    """Words with a capital letter."""
    return Text(words.message[:1].upper() + words.message[1:], words.values)


def plain(words: str) -> str:
    """Words of the lists without the abbreviation printed there: what they change is the die of a battle roll."""
    return words.replace("BRM", "die")


def home_of(state: ArchmagiState, kind: str) -> Text:
    """The terrain on which a kind of unit is deployed."""
    lists = lists_of(state.owner)
    names = {row.word: row.name for row in lists.terrain.values()}
    return t(names.get(lists.chits[kind].terrain, lists.chits[kind].terrain.title()))

"""Chits with words, and counters with empty corners: what stands on them, and that it keeps off edges and chips."""

from __future__ import annotations

import itertools

import pytest

from companion.games.archmagi import facts, silhouettes
from companion.games.archmagi.kit import archmagi as archmagi_leaders
from companion.games.archmagi.kit import units as archmagi_units
from companion.games.conquest_of_zabor.kit import DECKS
from companion.games.conquest_of_zabor.kit import cards as zabor_cards
from companion.games.conquest_of_zabor.kit.signs import SILHOUETTES, own_sign
from companion.games.conquest_of_zabor.sheet import HOUSE as ZABOR
from companion.games.multiverse_war.kit import cards, cubes
from companion.games.multiverse_war.world import facts as multiverse
from printables.errors import BadOption
from printables.kinds import card, chit, counter, plate
from printables.look import fonts, icons
from printables.look.display import Group, Symbol, Text
from printables.look.outlines import bounds
from printables.look.theme import INKS, Ink, Look


def texts(items: object) -> list[Text]:
    """The texts among items."""
    return [one for one in items if isinstance(one, Text)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("ink", INKS)
def test_values_and_words_of_a_chit(ink: Ink) -> None:
    """Values stand as they are given; a word and its value are never on two lines."""
    model = chit.Chit(("side", "grey"), "Goblins", "orc", chit.Value("attack", "+3"), chit.Value("movement", "1"),
                      ("Poisons +1, Archers +1, Humanoid, Swarm",))  # fmt: skip
    found = [one.text for one in texts(chit.front(model, Look(ink)).items)]
    assert found[:3] == ["Goblins", "+3", "1"]
    assert all(any(pair in line for line in found) for pair in ("Poisons +1", "Archers +1"))


def test_units_with_many_abilities_can_be_read_across_the_table() -> None:
    """Where the words are many the silhouette makes room; the words stand below the values."""
    look = Look("full")
    for piece in (*archmagi_units(facts.HOUSE).pieces, *archmagi_leaders(facts.HOUSE).pieces):
        items = piece.front(look).items
        words = [one for one in texts(items) if one.font == fonts.LABEL_LIGHT]
        for word in words:
            assert word.size >= chit.READ, piece.id
            assert word.y - fonts.cap_height(word.font, word.size) >= chit.CHIP_Y + chit.CHIP_H, piece.id


@pytest.mark.parametrize("ink", INKS)
def test_unit_chits_of_archmagi_tell_their_list_on_the_front_only(ink: Ink) -> None:
    """By symbol and word, so that no colour is needed; in the draw pile all backs are alike."""
    pieces, look = archmagi_units(facts.HOUSE).pieces, Look(ink)
    rows = {row.word: row for row in facts.HOUSE.terrain.values()}
    homes = {f"unit-{one.id}": rows[one.terrain] for one in facts.HOUSE.chits.values() if one.terrain in rows}
    signs = set()
    for piece in pieces:
        items = piece.front(look).items
        sign = next(one.name for one in items if isinstance(one, Symbol))
        word = next(one for one in texts(items) if one.text == homes[piece.id].name)
        assert word.size >= 6.5
        signs.add((homes[piece.id].id, sign))
    assert len(signs) == len({home for home, _ in signs}) == len({sign for _, sign in signs})
    assert len({repr(piece.back(look)) for piece in pieces if piece.back}) == 1


def test_notes_and_names_of_numbers_on_cards_are_not_the_smallest_type() -> None:
    """On a small card, too; a long name of a number keeps off the frame."""
    chips = (plate.Chip("attack", "Angriff", "1"), plate.Chip("movement", "Gesundheit", "2"))
    model = plate.Plate(30.0, 43.0, ("side", "blue"), "Bauer", "sword", "I", chips, ("Words.",), "Haus")
    found = {one.text: one for one in texts(plate.front(model, Look("full")).items)}
    assert found["Haus"].size >= 6.0
    assert found["Angriff"].size >= 6.0
    name = found["Gesundheit"]
    assert name.x + fonts.width(name.text, name.font, name.size) / 2 <= model.width - 1.0


def test_words_that_do_not_fit_a_chit_are_refused() -> None:
    """Nothing is printed smaller than can be read."""
    with pytest.raises(BadOption):
        chit.front(chit.Chit(("side", "grey"), "Crowd", "orc", lines=("Word " * 60,)), Look("full"))


@pytest.mark.parametrize("word", ["Heavy Swordsman", "Crossbowman"])
def test_a_name_takes_the_whole_foot_where_no_number_stands_at_its_left(word: str) -> None:
    """In the middle, as large as can be read, and off the cut; the number at the right goes up. Two words that would be
    too small take two lines.
    """
    for corner in (None, counter.Corner("range", 3)):
        model = counter.UnitCounter("red", "sword", "close", (None, None, corner, None), word)
        lines = [one for one in texts(counter.unit_front(model, Look("full")).items) if not one.text.isdigit()]
        assert sorted(line for one in lines for line in one.text.split()) == sorted(word.split())
        for name in lines:
            assert name.x - fonts.width(name.text, fonts.LABEL, name.size) / 2 >= 1.0
            assert name.x == counter.SIZE / 2
            assert name.size >= 6.2


def test_every_spell_and_artifact_has_a_silhouette_of_its_own() -> None:
    """Twenty-four spells are told apart without reading; so are artifacts."""
    for signs in (
        [silhouettes.of_spell(one) for one in facts.HOUSE.spells.values()],
        [silhouettes.of_artifact(one) for one in facts.HOUSE.artifacts.values()],
    ):
        assert len({icons.icon_path(sign) for sign in signs}) == len(signs)


def test_every_silhouette_is_named_for_a_chit_there_is() -> None:
    """A name that is spelled otherwise than in the lists would never be drawn."""
    lists = {"unit": facts.HOUSE.chits, "spell": facts.HOUSE.spells, "artifact": facts.HOUSE.artifacts}
    for kind, named in silhouettes.NAMED.items():
        known = {one.name.lower().replace(" ", "_") for one in lists[kind].values()}  # type: ignore[attr-defined]
        assert set(named) <= known
        assert set(named.values()) <= set(icons.names())


def test_chits_of_other_lists_are_drawn_by_what_they_do() -> None:
    """An owner's lists have other names: kinds of effects, types and elements say enough, all of them with symbols."""
    assert set(silhouettes.EFFECTS) == set(facts.EFFECTS)
    other = {"name": "Unheard of"}
    for spell in facts.SPELLS:
        assert (
            silhouettes.of_spell(facts.make_spell(spell | other)) == silhouettes.EFFECTS[facts.make_spell(spell).effect]
        )
    drawn = {silhouettes.of_unit(facts.make_chit(unit | other), "") for unit in facts.ENTRIES}
    assert len(drawn) > 15
    assert drawn <= {"", *icons.names()}
    for signs in (silhouettes.TYPES, silhouettes.ELEMENTS, silhouettes.EFFECTS, silhouettes.GEAR):
        assert set(signs.values()) <= set(icons.names())


def test_the_effect_stands_beside_the_silhouette_or_first_below_it() -> None:
    """Short ones in large type at the right, off the edge; long ones where there is more room."""
    short, long = (
        chit.front(chit.Chit(("side", "teal"), "Spell", "flame", lines=("now",), effect=effect), Look("full")).items
        for effect in ("BRM +4", "Immune Paralyze, Immune Poison")
    )
    big = next(one for one in texts(short) if one.text == "BRM +4")
    half = fonts.width(big.text, big.font, big.size) / 2
    assert big.size >= 10.0
    assert big.x - half > chit.SIZE / 2 - 1.0
    assert big.x + half <= chit.SIZE - chit.EDGE
    assert [one.text for one in texts(long)][1:] == ["Immune Paralyze,", "Immune Poison", "now"]


def test_missions_are_drawn_as_what_they_ask_for() -> None:
    """Every mission of the house lists has a symbol of its own; the backs of a deck do not tell which it is."""
    pieces, look = cards.missions(multiverse.HOUSE).pieces, Look("full")
    drawn = {next(i for i in one.front(look).items if isinstance(i, Symbol)).name for one in pieces}
    assert len({icons.icon_path(name) for name in drawn}) == len(pieces)
    assert len({repr(one.back(look)) for one in pieces if one.back}) == len(multiverse.AGES)


def test_cards_of_a_deck_are_drawn_each_its_own_way() -> None:
    """No two cards of a deck share a sign, VP cards neither, and every name is known."""
    assert set(SILHOUETTES) == {deck for deck, *_ in DECKS.values()}
    for deck, signs in SILHOUETTES.items():
        names = {own_sign(deck, card.name, "") for card in ZABOR.decks.cards[deck].values()}
        assert names == set(signs.values())
        assert len({icons.icon_path(sign) for sign in signs.values()}) == len(signs)
    assert own_sign("monster", "Unheard of", "minotaur") == "minotaur"


def test_units_and_heroes_of_multiverse_war_are_told_apart() -> None:
    """A catapult is no cannon, a bear no skull: each counter of a side shows another symbol, as its card does."""
    look = Look("full")
    names = [*(one.id for one in multiverse.HOUSE.cards()), "bear", *multiverse.HOUSE.heroes]
    drawn = {}
    for piece in cubes(multiverse.HOUSE).pieces:
        _, seat, name = piece.id.split("-")
        if seat == multiverse.SEATS[0] and name in names:
            drawn[name] = largest(piece.front(look).items)
    assert len({icons.icon_path(sign) for sign in drawn.values()}) == len(drawn) > 20
    for piece in (*cards.units(multiverse.HOUSE).pieces, *cards.heroes(multiverse.HOUSE).pieces):
        assert largest(piece.front(look).items) == drawn[piece.id.split("-", 1)[1]], piece.id


def largest(items: object) -> str:
    """The name of the largest symbol."""
    found = [one for one in items if isinstance(one, Symbol)]  # type: ignore[attr-defined]
    return max(found, key=lambda one: one.matrix[0]).name


def test_skills_of_a_hero_keep_apart() -> None:
    """Names, prices and texts of a hero sheet never reach into each other, and stay on the sheet."""
    for piece in cards.heroes(multiverse.HOUSE).pieces:
        rows: dict[float, list[Text]] = {}
        for one in texts(piece.front(Look("full")).items):
            if one.y > 74.5 and one.anchor == "start":
                rows.setdefault(one.y, []).append(one)
                assert one.y < cards.SHEET[1] - 3.0
        for row in rows.values():
            row.sort(key=lambda one: one.x)
            for left, right in itertools.pairwise(row):
                assert left.x + fonts.width(left.text, left.font, left.size) < right.x, (left.text, right.text)


@pytest.mark.parametrize("ink", INKS)
def test_the_pattern_of_a_card_stays_in_its_field(ink: Ink) -> None:
    """It is clipped to a field that ends below the heading and above the words; low ink prints none."""
    look = Look(ink)
    task = card.Card("Deck", "1", "flame", "Words", "Reward", (("gold", None, "2"),), ("side", "teal"))
    wide = plate.Plate(60.0, 40.0, ("side", "purple"), "Name", "flame", "", (), ("Words",), "")
    for face in (card.front(task, look), plate.front(wide, look)):
        fields = [one for one in face.items if isinstance(one, Group)]
        assert len(fields) == (0 if look.low else 1)
        for field in fields:
            assert field.clip is not None
            left, top, right, bottom = bounds(tuple(v[-2:] for _, v in field.clip if v))  # type: ignore[misc]
            for word in texts(face.items):
                wide_ = fonts.width(word.text, word.font, word.size)
                start = word.x - wide_ * {"start": 0.0, "middle": 0.5, "end": 1.0}[word.anchor]
                high = word.y - fonts.cap_height(word.font, word.size)
                apart = start >= right or start + wide_ <= left or high >= bottom or word.y <= top
                assert apart, word.text


def test_long_rewards_and_notes_keep_to_the_card() -> None:
    """They get smaller instead of reaching into each other or over the edge."""
    rewards = (("gold", None, "12 pieces of gold"), ("crystal", None, "12 crystals"))
    model = card.Card("Deck", "1", "flame", "Words", "Reward", rewards, ("side", "teal"), "A long note " * 8)
    first, second, note = texts(card.front(model, Look("full")).items)[-3:]
    assert first.x + fonts.width(first.text, first.font, first.size) < second.x - 7.0
    assert second.x + fonts.width(second.text, second.font, second.size) < card.WIDTH - 6.0
    assert fonts.width(note.text, note.font, note.size) <= card.WIDTH - 6.0


def test_every_card_of_zabor_says_something() -> None:
    """The Masters of the Council and of Events have no effect of their own, but duties."""
    for deck in DECKS:
        for piece in zabor_cards(deck, ZABOR).pieces:
            assert len(texts(piece.front(Look("full")).items)) >= 2, piece.id

"""What came of a fight is told on every phone once the picture of it is gone, until that phone's own next answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.core.effects import Ask, Note, Pool, Roll, Sum, Term
from companion.engine.core.errors import Refused
from companion.engine.core.forms import Confirm
from companion.engine.core.questions import Question, sample
from companion.engine.core.text import t
from companion.engine.game.record import SeatInfo
from companion.engine.match.ledger import Entry
from companion.engine.match.live import Stamp
from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.app.viewer import Viewer
from companion.web.play.news import given_rolls, last_roll, roller
from companion.web.reading.logview import names_a_secret, own_words
from tests.web.phones import Phone

NOW = "2026-11-20T12:00:00+00:00"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "games.db", load_game) as opened:
        yield opened


def seated(store: Store, code: str, *seats: str) -> list[Phone]:
    """A phone for each of these seats."""
    app = create_app(store, Config(testing=True), find_game=load_game)
    phones = [Phone(app) for _ in seats]
    for phone, seat in zip(phones, seats, strict=True):
        phone.get(f"/j/{code}")
        phone.send(phone.form("/join"), seat=seat, label=seat)
    return phones


def answer(store: Store, code: str, value: Any = None, rng: Random | None = None) -> None:
    """Answer the first open question, by chance unless a value is given."""
    with store.change(code) as work:
        asked = work.match.questions()[0]
        given = sample(asked.part, rng) if rng else value
        work.match.answer(asked.key, given, Stamp(asked.seat, NOW, "test", asked.key + str(store.read(code).last)))


def until_fight_over(store: Store, code: str, rng: Random) -> int:
    """Play until a fight has been fought and nobody is asked about it any more; the notes that tell it are counted."""
    kinds = load_game("multiverse_war").fight_notes
    for _ in range(2000):
        before = store.read(code).last
        answer(store, code, rng=rng)
        view = store.read(code)
        told = [n.kind for n in view.entry(view.tip).entry.notes if not n.to] if view.last > before else []
        if {"hit", "miss"} & set(told) and not view.state.fights:  # type: ignore[attr-defined]
            return sum(kind in kinds for kind in told)
    raise AssertionError("no fight")


def told(phone: Phone, code: str, page: str = "") -> list[str]:
    """The lines of the card on the play page, or on another page of the match, without their tags."""
    phone.get(f"/m/{code}{page}")
    card = re.search(r'<section class="fought".*?</section>', phone.text, re.S)
    return [re.sub(r"<[^>]+>", "", one) for one in re.findall(r"<li[ >].*?</li>", card[0], re.S)] if card else []


def test_a_blow_is_told_on_both_phones(store: Store) -> None:
    """Both see what is told to all before the next question; the side that goes on has it taken off by its answer."""
    code = store.create(load_game("multiverse_war"), ["red", "blue"], {}, {}, release="test", now=NOW)
    rng = Random(5)
    lines = until_fight_over(store, code, rng)
    phones = dict(zip(("red", "blue"), seated(store, code, "red", "blue"), strict=True))
    cards = {seat: told(phone, code) for seat, phone in phones.items()}
    assert min(map(len, cards.values())) >= lines > 0  # what a hidden cube has left only its owner reads
    asked = store.read(code).questions[0].seat
    answer(store, code, rng=rng)
    after = {seat: told(phone, code) for seat, phone in phones.items()}
    assert after[asked] != cards[asked]


def test_what_was_won_stands_in_the_card_of_the_fight(store: Store) -> None:
    """Who has won comes first, a hex that is taken before what was lost; the big screen shows it until all goes on."""
    code = store.create(load_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    rng, watcher = Random(7), seated(store, code, "knights")[0]
    for _ in range(400):
        answer(store, code, rng=rng)
        view = store.read(code)
        notes = view.entry(view.tip).entry.notes
        taken = [one for one in notes if one.kind == "taken"]
        if taken and "fight_won" in [one.kind for one in notes]:
            lines = told(watcher, code, "/tv")
            assert watcher.text.count(lines[0]) == 1  # not among the last events, too
            assert str(taken[0].text) in lines[1]
            assert len(lines) > 2
            won = next(str(one.text) for one in notes if one.kind == "fight_won")
            assert watcher.text.index(won) < watcher.text.index(lines[0])
            answer(store, code, rng=rng)
            assert lines[0] not in told(watcher, code, "/tv")
            return
    raise AssertionError("nothing was taken in a battle")


def test_a_fight_ends_with_what_each_side_has_lost_in_it(store: Store) -> None:
    """The sum of all blows, before the line that says who has won."""
    code = store.create(load_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    rng, lost, fights = Random(7), {"attacker": 0, "defender": 0}, 0
    for _ in range(400):
        with suppress(Refused):
            answer(store, code, rng=rng)
        view = store.read(code)
        for note in view.entry(view.tip).entry.notes:
            if note.kind == "losses":
                lost[str(note.facts["side"])] += int(note.facts["count"])
            elif note.kind == "fight_toll":
                assert note.facts == lost
            elif note.kind == "fight_won":
                lost, fights = {"attacker": 0, "defender": 0}, fights + 1
        if fights > 2:
            return
    raise AssertionError("too few fights")


def test_units_to_begin_with_are_one_list(store: Store) -> None:
    """Multiverse War's first question: a row for each unit, with its symbol and how many of it."""
    code = store.create(load_game("multiverse_war"), ["red", "blue"], {}, {}, release="test", now=NOW)
    (phone,) = seated(store, code, "red")
    phone.get(f"/m/{code}")
    rows = re.findall(r'<li class="row".*?</li>', phone.text, re.S)
    assert [re.findall(r"<label[^>]*><svg", row) != [] for row in rows] == [True] * 7
    assert sum(int(re.findall(r'type="number".*? value="(\d+)"', row)[0]) for row in rows) == 3
    names = re.findall(r'name="(count[^"]*)"', "".join(rows))
    phone.send(phone.form("/answer"), **(dict.fromkeys(names, "0") | {"count.scout": "3"}))
    assert [one.seat for one in store.read(code).questions] == ["blue"]


def until(store: Store, code: str, rng: Random, moment: Callable[[Entry], bool]) -> None:
    """Answer by chance until an entry is the moment."""
    for _ in range(500):
        before = store.read(code).last
        with suppress(Refused):
            answer(store, code, rng=rng)
        view = store.read(code)
        if view.last > before and moment(view.entry(view.tip).entry):
            return
    raise AssertionError("the moment does not come")


def kinds_of(entry: Entry) -> list[str]:
    """The kinds of the notes of an entry, in their order."""
    return [note.kind for note in entry.notes]


def after(entry: Entry, one: str, other: str) -> bool:
    """Whether a note of one kind stands after one of another kind."""
    kinds = kinds_of(entry)
    return other in kinds and one in kinds[kinds.index(other) :]


def test_the_next_battle_does_not_wear_the_result_of_the_last_one(store: Store) -> None:
    """Conquest of Zabor goes on with the next battle at once: who has won is told in a card, the line above the new
    armies has nothing of it.
    """
    code = store.create(load_game("conquest_of_zabor"), ["red", "blue", "green"], {}, {}, release="test", now=NOW)
    until(store, code, Random(1), lambda entry: after(entry, "battle", "won"))
    view = store.read(code)
    notes = view.entry(view.tip).entry.notes
    won = next(str(note.text) for note in notes if note.kind == "won")
    begun = next(str(note.text) for note in notes if note.kind == "battle")
    for phone in seated(store, code, "red", "blue", "green"):
        lines = told(phone, code)
        assert won in [one.strip() for one in lines]
        assert begun not in lines
        line = re.search(r'<div class="came-of.*?</div>', phone.text, re.S)
        assert line is not None
        assert won not in line[0]


def test_both_dice_of_a_fight_stand_in_its_card(store: Store) -> None:
    """A battle of Archmagi is decided by two dice that two people roll: both are shown, with whose they are."""
    code = store.create(load_game("archmagi"), ["red", "blue"], {}, {}, release="test", now=NOW)
    until(store, code, Random(76), lambda entry: isinstance(entry.value, list) and after(entry, "won", "roll"))
    (phone,) = seated(store, code, "red")
    phone.get(f"/m/{code}")
    card = re.search(r'<section class="fought".*?</section>', phone.text, re.S)
    assert card is not None
    rolled = re.search(r'<span class="rolled[^"]*">.*?</li>', card[0], re.S)
    assert rolled is not None
    assert rolled[0].count('class="die-face"') == 2
    assert rolled[0].count('class="seat ') == 2


@pytest.mark.parametrize(("value", "called"), [(7, "Guards"), (9, "Amazons")])
def test_a_die_rolled_for_others_is_called_like_them(value: int, called: str) -> None:
    """The player of the guards rolls: their sum begins with the die. A sum of something else gives no name."""
    seat, total = SeatInfo("amazons", "Amazons"), Sum(t("Guards"), (Term(t("d20"), value), Term(t("Attack"), 3)))
    assert roller(seat, (7,), [total]).title == called
    assert roller(seat, (7, 8), [total]).title == "Amazons"
    assert roller(seat, (7,), []).title == "Amazons"


def test_the_dice_of_a_clash_stand_with_the_battle_while_a_spell_may_change_them(store: Store) -> None:
    """Archmagi: on a phone, and on the TV, each side has its die."""
    code = store.create(load_game("archmagi"), ["red", "blue"], {}, {}, release="test", now=NOW)

    def thrown(_entry: Entry) -> bool:
        return any(one.part.about == "after" for one in store.read(code).questions)

    until(store, code, Random(0), thrown)
    (phone,) = seated(store, code, "red")
    for page in ("", "/tv"):
        phone.get(f"/m/{code}{page}")
        assert phone.text.count('class="thrown"') == 2


@pytest.mark.parametrize(("to", "secret"), [(["", "red"], False), (["red"], True), ([""], False), ([], False)])
def test_dice_are_open_where_all_are_told_something_of_them(to: list[str], secret: bool) -> None:
    """An ambush hits a hidden cube: that it hits all read, how much health is left its owner alone. The answer to any
    other question stays a secret then.
    """
    entry = Entry(n=1, base=0, kind="answer", by="red", notes=[Note("", t("x"), to=one) for one in to])
    roll, ask = Roll("red", "", t("Roll.")), Ask("red", "", t("Which?"), Confirm(t("Yes"), t("No")))
    assert names_a_secret(entry, Question("k", "g", roll)) is secret
    assert names_a_secret(entry, Question("k", "g", ask)) is any(to)


def test_a_seat_reads_a_line_in_its_own_words() -> None:
    """Of a cube that only its owner knows; nobody else gets these words."""
    note = Note("", t("a cube"), own={"red": t("your Scout")})
    assert own_words(note, ["red"]) == Note("", t("your Scout"))
    assert own_words(note, ["blue"]) == own_words(note, []) == Note("", t("a cube"))


def test_what_an_own_roll_has_done_stands_above_the_next_question(store: Store) -> None:
    """Outside of fights, too, until the next answer; with its die, and on the phone that rolled alone."""
    code = store.create(load_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    rng, phones = Random(7), dict(zip(("knights", "amazons"), seated(store, code, "knights", "amazons"), strict=True))
    for _ in range(400):
        asked = next(iter(store.read(code).questions))
        answer(store, code, rng=rng)
        view = store.read(code)
        entry = view.entry(view.tip).entry
        if asked.section == "7.3.1.1" and entry.notes and not view.state.battle:  # type: ignore[attr-defined]
            lines = {}
            for seat, phone in phones.items():
                phone.get(f"/m/{code}")
                lines[seat] = re.search(r'<div class="came-of.*?</div>', phone.text, re.S)
            told_to = lines[entry.by]
            assert told_to is not None
            assert "die-face" in told_to[0]
            assert all(line is None for seat, line in lines.items() if seat != entry.by)
            return
    raise AssertionError("guards never stayed")


def test_what_one_side_has_rolled_is_shown_while_the_other_still_rolls(store: Store) -> None:
    """On its own phone, on the others and on the big screen; before the first die and after the last nothing is."""
    code = store.create(load_game("conquest_of_zabor"), ["red", "blue", "green"], {}, {}, release="test", now=NOW)
    rng, asked = Random(7), store.read(code).questions
    for _ in range(500):
        asked = store.read(code).questions
        if len(asked) > 1 and all(isinstance(one.part, Pool) for one in asked):
            break
        with suppress(Refused):
            answer(store, code, rng=rng)
    app = create_app(store, Config(testing=True), find_game=load_game)

    def given() -> list[tuple[str, bool]]:
        with app.test_request_context():
            return [(one.seat.id, one.first) for one in given_rolls(Viewer(store.read(code), None))]

    phones = seated(store, code, "red", "blue", "green")
    assert given() == []
    answer(store, code, 1)
    assert given() == [(asked[0].seat, True)]
    for phone in phones:
        phone.get(f"/m/{code}")
        assert phone.text.count('<li class="given">') == 1
    answer(store, code, 0)
    assert given() == []
    with app.test_request_context():
        told, _dice = last_roll(Viewer(store.read(code), None))
    assert "dice" in [note.kind for _n, note in told]


def test_a_fight_of_before_is_not_told_above_a_new_one(store: Store) -> None:
    """A player of Archmagi who was not asked since a fight does not read of it once another one has begun later."""
    code = store.create(load_game("archmagi"), ["red", "blue", "green"], {}, {}, release="test", now=NOW)
    over, since = 0, {"red", "blue", "green"}

    def begun_later(entry: Entry) -> bool:
        nonlocal over
        if {"off", "won"} & set(kinds_of(entry)):
            over = entry.n
            since.clear()
        since.add(entry.by)
        return "battle" in kinds_of(entry) and 0 < entry.n - over < 11 and len(since) < 3

    until(store, code, Random(1), begun_later)
    (phone,) = seated(store, code, next(iter({"red", "blue", "green"} - since)))
    assert told(phone, code) == []


def test_a_claim_is_seen_by_everybody_and_has_its_line_of_the_log(store: Store) -> None:
    """Conquest of Zabor: VP are claimed by themselves while another question is answered; what was answered is told
    once.
    """
    code = store.create(load_game("conquest_of_zabor"), ["red", "blue", "green"], {}, {}, release="test", now=NOW)
    until(store, code, Random(3), lambda entry: "claim" in kinds_of(entry)[1:] and kinds_of(entry)[0] == "declined")
    view = store.read(code)
    last = view.entry(view.tip).entry
    claims = [str(note.text) for note in last.notes if note.kind == "claim"]
    phones = seated(store, code, "red", "blue", "green")
    for phone in phones:
        lines = [one.strip() for one in told(phone, code)]
        assert set(claims) <= set(lines)
    phones[0].get(f"/m/{code}/tv")
    assert all(one in phones[0].text for one in claims)
    phones[0].get(f"/m/{code}/log")
    line = phones[0].text.partition(f'id="entry-{last.n}"')[2].partition("</summary>")[0]
    assert all(f">{one}</span>" in line for one in claims)
    assert "value" not in line

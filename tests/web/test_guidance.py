"""Led from the first minute: the track, why a question comes, what hands do, rules where they matter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.core.rules import book
from companion.engine.core.text import t
from companion.engine.game.record import Game, begin
from companion.engine.match.live import Stamp
from companion.games import all_games, load_game
from companion.games.heroes_vs_warlords.fighting.siege import tower_bonus
from companion.games.heroes_vs_warlords.readers.guide import ROUND
from companion.games.heroes_vs_warlords.records.facts import WHOLE_GAME
from companion.store import Store
from companion.web import Config, create_app
from companion.web.reading import task_list
from companion.web.reading.guiding import Track
from companion.web.reading.rounds import RoundMark, Rounds, present_since
from companion.web.reading.task_list import long_over
from tests.browser.brink import NOW, first_round, put_up
from tests.games.heroes_vs_warlords.table import dull
from tests.web.phones import Phone

HVW = "heroes_vs_warlords"
GUIDED = [game for game in all_games() if game.guide]
Seated = Callable[..., Phone]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "companion.db", load_game) as opened:
        yield opened


@pytest.fixture
def seated(store: Store) -> Seated:
    """A phone that joins a match with these seats."""
    app = create_app(store, Config(testing=True))

    def join(code: str, *seats: str) -> Phone:
        phone = Phone(app)
        phone.get(f"/m/{code}/join")
        phone.send(phone.form("/join"), label="Phone")
        for seat in seats:
            store.give_seat(code, store.read(code).devices[-1].id, seat)
        return phone

    return join


def deed(store: Store, code: str, value: Any) -> None:
    """Answer the first open question."""
    with store.change(code) as work:
        asked = work.match.questions()[0]
        work.match.answer(asked.key, value, Stamp(asked.seat, NOW))


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.name)
def test_all_advice_is_about_steps_that_there_are(game: Game) -> None:
    """A step that is renamed takes its advice along; what many steps ask is of none."""
    assert game.guide is not None
    for one in game.guide.advice:
        assert not one.rule or book.get(f"{game.name}.{one.rule}") is not None, one.rule


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.name)
def test_a_match_is_always_somewhere_on_the_track(game: Game) -> None:
    """From the first moment on the stage the game names is one of its stages."""
    assert game.guide is not None
    state = begin(game, [seat.id for seat in game.seats[: game.players[0]]], {}, {}).state
    assert game.guide.at(state) in [stage.id for stage in game.guide.stages(state)]


def test_a_beginner_reads_why_he_is_asked_until_he_says_no(store: Store, seated: Seated) -> None:
    """The advice stands above the question, the track with the present stage on top; one tap sends the advice away."""
    code, _city = put_up(store)
    phone = seated(code, "knights")
    phone.get(f"/m/{code}")
    guide = load_game(HVW).guide
    assert guide is not None
    said = guide.advice_for(store.read(code).questions[0], "knights")
    assert said is not None
    assert said.why.message in phone.text
    assert 'aria-current="step"' in phone.text
    phone.send(phone.form("/hints"))
    assert said.why.message not in phone.text
    assert 'aria-current="step"' in phone.text


def test_what_hands_must_do_stays_until_it_is_ticked(store: Store, seated: Seated) -> None:
    """The phone of the seat has the list, and nobody else; a tick takes one line away."""
    game = load_game(HVW)
    code = store.create(game, ["knights", "amazons"], {}, {}, release="test", now=NOW)
    mine, other = seated(code, "knights"), seated(code, "amazons")
    deed(store, code, {"map": "standard", "tiles": 12, "length": 4})
    for _ in range(2):
        deed(store, code, [20 if store.read(code).questions[0].seat == "knights" else 3])
    start = store.read(code).questions[0]
    deed(store, code, start.part.form.options[0].id)  # type: ignore[union-attr]
    mine.get(f"/m/{code}")
    ticks = mine.text.split('name="task" value="')[1:]
    assert any(box.startswith(f"{store.read(code).tip} start:knights") for box in ticks)
    other.get(f"/m/{code}")
    assert "start:knights" not in other.text
    key = next(box.partition('"')[0] for box in ticks if "start:knights" in box)
    mine.get(f"/m/{code}")
    mine.send(mine.form("/hands"), task=key)
    assert "start:knights" not in mine.text
    assert key in store.read(code).ticked


def test_only_the_present_round_stands_open() -> None:
    """The first Round keeps what was done before it; of turns marked one by one the last of all count."""
    rounds = [RoundMark(n, t("Round")) for n in (5, 40, 90)]
    turns = [RoundMark(n, t("Turn"), of_one=True) for n in (5, 20, 40, 90)]
    assert [present_since(rounds[:n], 2) for n in range(4)] == [0, 0, 40, 90]
    assert [present_since(turns[:n], 2) for n in range(5)] == [0, 0, 0, 20, 40]


def test_what_is_done_once_for_the_table_is_on_all_phones_until_one_ticks_it(store: Store, seated: Seated) -> None:
    """Whoever has a hand free lays the tiles, while another is asked about them."""
    code = store.create(load_game(HVW), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    phones = [seated(code, "knights"), seated(code, "amazons")]
    for value in ({"map": "standard", "tiles": 12, "length": 4}, [20], [3]):
        deed(store, code, value)
    for phone in phones:
        assert ' lay"' in phone.get(f"/m/{code}").get_data(as_text=True)
    assert sum('class="hands-chip"' in one.text for one in phones) == 1  # who is asked; who waits has the list first
    phones[1].send(phones[1].form("/hands"), all="yes")
    for phone in phones:
        assert ' lay"' not in phone.get(f"/m/{code}").get_data(as_text=True)


def test_tasks_of_earlier_rounds_fold(store: Store, seated: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who never ticks has the present Round before him; what is older can still be unfolded and ticked."""
    code = store.create(load_game(HVW), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    phone = seated(code, "knights", "amazons")
    store.set_host(code, store.read(code).devices[0].id)
    deed(store, code, {"map": "standard", "tiles": 12, "length": 4})
    deed(store, code, [20])
    deed(store, code, [3])
    assert 'name="task"' in phone.get(f"/m/{code}").get_data(as_text=True)
    assert '<details class="earlier">' not in phone.text
    later = [RoundMark(1, t("Round 1")), RoundMark(store.read(code).tip + 1, t("Round 2"))]
    monkeypatch.setattr(Rounds, "of", lambda self, view: later)
    open_, _fold, folded = phone.get(f"/m/{code}?tab=now").get_data(as_text=True).partition('<details class="earlier">')
    assert 'href="#hands"' in open_  # the way to them stays as long as any is undone
    assert 'name="task"' not in open_
    assert 'name="task"' in folded


def test_tasks_of_a_stage_long_over_fold_too(store: Store, seated: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once turns are played nobody has the list of the set-up before him; at the first stages after it he has."""
    game = load_game(HVW)
    code = store.create(game, ["knights", "amazons"], {}, {}, release="test", now=NOW)
    phone = seated(code, "knights", "amazons")
    store.set_host(code, store.read(code).devices[0].id)
    for value in ({"map": "standard", "tiles": 12, "length": 4}, [20], [3]):
        deed(store, code, value)
    assert game.guide is not None
    stages = {stage.id: n for n, stage in enumerate(game.guide.stages(first_round_of(store)))}
    assert [long_over(Track(ROUND, ROUND[n]), "setup") for n in range(4)] == [False, False, True, True]
    assert not long_over(None, "setup")
    assert stages["production"] > 1
    monkeypatch.setattr(task_list, "track", lambda _found: Track(ROUND, ROUND[stages["production"]]))
    open_, _fold, folded = phone.get(f"/m/{code}?tab=now").get_data(as_text=True).partition('<details class="earlier">')
    assert 'name="task"' not in open_
    assert 'name="task"' in folded


def first_round_of(store: Store) -> Any:
    """The state of a match in its first Round."""
    return store.read(first_round(store, ["knights", "amazons"])).state


def test_an_answer_taken_back_leaves_nothing_to_be_done(store: Store, seated: Seated) -> None:
    """What an undone answer wanted of hands is not asked any more."""
    code = store.create(load_game(HVW), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    phone = seated(code, "knights", "amazons")
    store.set_host(code, store.read(code).devices[0].id)
    deed(store, code, {"map": "standard", "tiles": 12, "length": 4})
    deed(store, code, [20])
    deed(store, code, [3])
    assert " lay" in phone.get(f"/m/{code}").get_data(as_text=True)
    with store.change(code) as work:
        work.match.undo(work.match.tip, Stamp("knights", NOW))
    assert 'name="task"' not in phone.get(f"/m/{code}").get_data(as_text=True)


def test_a_die_of_a_table_is_typed_in_by_its_rows(store: Store, seated: Seated) -> None:
    """Where a table is rolled on, each key says what its row gives; afterwards the row that came up is lit."""
    game = load_game(HVW)
    code = store.create_helper(game, game.helper("guards"), {}, release="test", now=NOW)
    phone = seated(code, *game.helper("guards").seats)
    deed(store, code, "ruin")
    phone.get(f"/m/{code}")
    words = game.tables_of(store.read(code).state)[1].said(1)
    assert words is not None
    assert phone.text.count('class="row-words"') == 6
    phone.send(phone.questions()[0], **{"die.0": "3"})
    assert 'class="lit"' in phone.text


def test_a_section_says_what_this_match_has_ruled_to_those_who_are_at_it(store: Store, seated: Seated) -> None:
    """The page of a section marks the reading of the match that asks; a stranger reads the rule without it."""
    code, _city = put_up(store)
    phone = seated(code, "knights")
    phone.get(f"/m/{code}")
    assert f"/m/{code}/rules?section=" in phone.text
    ruling = next(one for one in load_game(HVW).rulings if one.sections)
    address = f"/m/{code}/rules?section={ruling.sections[0]}"
    assert 'class="chosen"' in phone.get(address).get_data(as_text=True)
    stranger = Phone(create_app(store, Config(testing=True)))
    assert 'class="chosen"' not in stranger.get(address).get_data(as_text=True)


def test_the_player_aid_is_a_page_of_the_match(store: Store, seated: Seated) -> None:
    """Tables, prices and the Round, for players and watchers; strangers are sent to the join page."""
    code, _city = put_up(store)
    watcher = seated(code)
    page = watcher.get(f"/m/{code}/aid").get_data(as_text=True)
    assert all(f'id="aid-{one.id}"' in page for one in load_game(HVW).aids(store.read(code).state))  # type: ignore[misc]
    assert page.count("random-table") == len(load_game(HVW).tables)
    assert 'aria-current="step"' in page
    jumps = re.findall(r'href="#((?:aid|table)-[^"]+)"', page)
    assert len(jumps) == len(set(jumps)) == page.count('id="aid-') + page.count("random-table")
    assert all(f'id="{one}"' in page for one in jumps)


CHOSEN = {
    "terrain": {"terrain", "holy"},
    "skills": {"skills"},
    "honor": {"honor", "special", "subvert"},
    "mercenaries": {"tavern"},
    "quests": {"tavern"},
    "combat_method": {
        *("display-moves", "display-hexes", "display-shots", "catapults"),
        *("advanced-hits", "advanced-guards"),
    },
}
"""The pieces of the aid that come with a choice of the Advanced game."""


def aid_ids(rulings: dict[str, str]) -> set[str]:
    """The pieces of the aid of a match with these readings."""
    game = load_game(HVW)
    assert game.aids is not None
    return {one.id for one in game.aids(begin(game, ["knights", "amazons"], {}, rulings).state)}


@pytest.mark.parametrize("choice", CHOSEN)
def test_the_player_aid_tells_the_rules_a_match_has_chosen(choice: str) -> None:
    """Each part of the Advanced game brings its pieces and no others; the Basic game has none of them."""
    assert aid_ids({choice: WHOLE_GAME[choice]}) - aid_ids({}) == CHOSEN[choice]


def test_the_aid_tells_the_terrain_of_a_fight_only_where_it_counts() -> None:
    """With Basic hits the Battle Display has no stones, woods and fords (R91), nor towers bands (R63)."""
    game = load_game(HVW)
    assert game.aids is not None

    def lines(**readings: str) -> int:
        state = begin(game, ["knights", "amazons"], {}, readings).state
        return sum(len(one.lines) for one in game.aids(state) if one.id in ("display-hexes", "display-shots"))

    basic = lines(combat_method="display_basic")
    assert lines(combat_method="display_basic", battle_terrain="all") == basic + 3
    assert lines(combat_method="display_advanced") == basic + 4


def test_towers_are_told_as_the_match_counts_them() -> None:
    """What a tower adds to the d20 of who is shot at in it (R43), and nothing where a reading leaves it out."""
    game = load_game(HVW)
    assert game.aids is not None

    def figures(**readings: str) -> list[dict[str, Any]]:
        found = game.aids(begin(game, ["knights", "amazons"], {}, readings).state)  # type: ignore[misc]
        return [dict(line.values) for one in found if one.id == "rolls" for line in one.lines]

    assert {"one": tower_bonus(1), "two": tower_bonus(2)} in figures()
    assert not [one for one in figures(tower_bonus="close_only") if one]


def test_what_a_level_costs_and_a_hit_does_goes_by_the_method_of_combat() -> None:
    """Pieces of the Basic game say something else where another method is played."""
    game = load_game(HVW)
    assert game.aids is not None
    basic, whole = (
        {one.id: one for one in game.aids(begin(game, ["knights", "amazons"], {}, readings).state)}
        for readings in ({}, WHOLE_GAME)
    )
    assert {"levels", "fight", "rolls", "walls"} <= {name for name, one in basic.items() if one != whole[name]}


@pytest.mark.slow
def test_production_fills_the_big_screen_with_what_everybody_owns(store: Store, seated: Seated) -> None:
    """All Displays instead of the map, and what all are asked stands there once."""
    code, _city = put_up(store)
    with store.change(code) as work:
        while not work.match.questions()[0].rule.endswith("production_deed"):
            asked = work.match.questions()[0]
            work.match.answer(asked.key, dull(asked), Stamp(asked.seat, NOW))
    watcher = seated(code)
    page = watcher.get(f"/m/{code}/tv").get_data(as_text=True)
    large = page.partition('class="tv-main"')[2].partition("<aside")[0]
    assert large.count('class="panel display') == len(store.read(code).state.cities)
    assert 'class="panel map"' not in page
    due = page.partition('class="tv-due"')[2].partition("</section>")[0]
    assert due.count("<li>") == 1
    assert due.count('class="seat') == len(store.read(code).state.seats)


def test_the_rules_of_a_match_have_its_tabs_and_what_was_found_stands_first(store: Store, seated: Seated) -> None:
    """From the rules one tap leads back; after a search the chapters stand below the hits."""
    code, _city = put_up(store)
    phone = seated(code, "knights")
    page = phone.get(f"/m/{code}/rules?q=outpost").get_data(as_text=True)
    assert f'href="/m/{code}?tab=now"' in page.partition('<nav class="tab-bar"')[2]
    assert 0 < page.index('class="rule-rows') < page.index('class="chapters"')
    assert 'class="tab-bar"' not in phone.get("/rules/heroes_vs_warlords").get_data(as_text=True)


def test_nobody_is_named_twice_at_his_seat(store: Store, seated: Seated) -> None:
    """The page of the table says the name of a player once beside each of his seats."""
    code, _city = put_up(store)
    phone = seated(code, "knights")
    seated(code, "amazons")
    page = phone.get(f"/m/{code}/host").get_data(as_text=True)
    seats = page.partition('<ul class="seats">')[2].partition("</ul>")[0]
    for row in seats.split("<li>")[1:]:
        assert row.partition("<form")[0].count("Phone") == 1


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_new_match_asks_for_sides_and_a_name_only(store: Store, game: Game) -> None:
    """All settings are folded, with what most people want chosen, and a line says what that is."""
    phone = Phone(create_app(store, Config(testing=True)))
    page = phone.get(f"/new/{game.name}").get_data(as_text=True)
    before, fold, inside = page.partition('<details class="choice more-settings"><summary>')
    assert fold
    assert "<select" not in before
    line = inside.partition("</summary>")[0]
    assert [one.choices[0][1] in line for one in game.settings[:1]] in ([True], [])
    chosen = {f"setting.{setting.id}": setting.choices[-1][0] for setting in game.settings}
    again = phone.get(f"/new/{game.name}", query_string=chosen).get_data(as_text=True)
    line = again.partition("more-settings")[2].partition("</summary>")[0]
    for setting in game.settings:
        assert setting.choices[-1][1] in line


def test_the_aim_is_told_once_at_the_first_question_and_to_those_who_wait(store: Store, seated: Seated) -> None:
    """A guest reads what the game is about before his own first question, where it would stand in the way."""
    game = load_game(HVW)
    assert game.guide is not None
    aim = str(game.guide.aim)
    code = store.create(game, ["knights", "amazons"], {}, {}, release="test", now=NOW)
    asked = store.read(code).questions[0].seat
    other = next(seat for seat in ("knights", "amazons") if seat != asked)
    first, guest = seated(code, asked), seated(code, other)
    assert aim in first.get(f"/m/{code}").get_data(as_text=True)
    assert aim in guest.get(f"/m/{code}").get_data(as_text=True)
    deed(store, code, dull(store.read(code).questions[0]))
    assert aim not in first.get(f"/m/{code}").get_data(as_text=True)


def test_nothing_is_to_be_taken_back_before_anything_was_answered(store: Store, seated: Seated) -> None:
    """Neither on the phone of a guest who waits; and no clock of the big screen has begun."""
    code = store.create(load_game(HVW), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    asked = store.read(code).questions[0].seat
    guest = seated(code, next(seat for seat in ("knights", "amazons") if seat != asked))
    page = guest.get(f"/m/{code}").get_data(as_text=True)
    assert "undo" not in page.partition('class="questions"')[2].partition("</section>")[0]
    store.begin_play(code)
    assert "data-since" not in guest.get(f"/m/{code}/tv").get_data(as_text=True)
    deed(store, code, dull(store.read(code).questions[0]))
    assert "data-since" in guest.get(f"/m/{code}/tv").get_data(as_text=True)


def test_a_seat_that_nobody_holds_is_said_beside_its_name(store: Store, seated: Seated) -> None:
    """Not behind the question, which may be cut."""
    code = store.create(load_game(HVW), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    asked = store.read(code).questions[0].seat
    guest = seated(code, next(seat for seat in ("knights", "amazons") if seat != asked))
    waits = guest.get(f"/m/{code}").get_data(as_text=True).partition('class="waiting-for"')[2]
    assert 0 < waits.index('class="unheld"') < waits.index('class="what"')


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_no_section_is_called_by_a_roman_number(game: Game) -> None:
    """What stands beside a question is a word of the game."""
    for row in game.rows:
        assert not re.match(r"[IVX]+ ", game.chapters.get(row.section, row.section)), row.section

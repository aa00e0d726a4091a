"""Pages of a battle: under whose name a die is rolled, what it needs, what came of the fight on the big screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.core.chances import Contest
from companion.engine.core.effects import Roll
from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.core.text import hinted, t
from companion.engine.game.panels import BattlePanel, BattleSide, StackView
from companion.engine.game.record import SeatInfo
from companion.engine.match.live import Stamp
from companion.games import load_game
from companion.games.heroes_vs_warlords.fighting.siege import CAMP_SP, CITY_SP
from companion.store import Store
from companion.web import Config, create_app
from companion.web.app.viewer import Viewer
from companion.web.play.forms import fights_as
from companion.web.play.stakes import against, foresight
from tests.browser.brink import NOW, beside, is_attack, put_up, until
from tests.games.heroes_vs_warlords.table import dull
from tests.web.phones import Phone
from tests.web.test_fought import answer, seated, told, until_fight_over


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "games.db", load_game) as opened:
        yield opened


def test_who_plays_guards_rolls_in_their_name(store: Store) -> None:
    """Their title, colour and emblem stand above his keypad; a side of his own keeps his."""
    seat = SeatInfo("amazons", "Amazons", "teal", "stripes", "bow", "Ben")
    stack = StackView(t("Guards"), 5, pattern="dots", emblem="tower")
    guards = BattleSide(t("Guards of the hill"), "amazons", t(""), (), (stack,), colour="grey")
    with create_app(store, Config(testing=True)).test_request_context("/"):
        shown = fights_as(seat, guards)
        assert (shown.id, shown.title, shown.colour) == ("amazons", "Guards of the hill", "grey")
        assert (shown.pattern, shown.emblem) == ("dots", "tower")
        own = BattleSide(t("Amazons Hero 1"), "amazons", t(""), (), (), colour="teal")
        assert fights_as(seat, own) == fights_as(seat, None) == seat


def test_the_die_of_guards_is_asked_for_once(store: Store) -> None:
    """On a phone that holds both sides each die of a fight against guards has one form, whoever's name it bears."""
    code = store.create(load_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}, release="test", now=NOW)
    (phone,) = seated(store, code, "knights")
    store.give_seat(code, store.read(code).devices[-1].id, "amazons")
    rng = Random(7)
    with store.change(code) as work:
        while not (all(one.joint for one in work.match.questions()) and against_guards(work.match.runner.state)):
            asked = work.match.questions()[0]
            with suppress(Refused):
                stamp = Stamp(asked.seat, NOW, "test", str(rng.random()))
                work.match.answer(asked.key, sample(asked.part, rng), stamp)
    phone.get(f"/m/{code}")
    assert 'class="pair"' in phone.text
    assert sorted(form.value("key") for form in phone.questions()) == sorted(
        one.key for one in store.read(code).questions
    )


def against_guards(state: Any) -> bool:
    """Whether one side of the battle is nobody's own."""
    panels = load_game("heroes_vs_warlords").board(state, "").panels  # type: ignore[misc]
    return any(side.colour == "grey" for panel in panels if isinstance(panel, BattlePanel) for side in panel.sides)


def test_what_a_die_needs_is_told_before_and_after_the_other_die(store: Store) -> None:
    """Before it against a middling one; once the other die lies there, against that one and nothing else."""
    code, city = put_up(store)
    say(store, code, city)
    until(store, code, is_attack)
    option = next(one for one in form_of(store, code).options if one.link and not one.refusal)
    say(store, code, option.id)
    view = store.read(code)
    first, second = view.questions
    totals = hinted(first.part.needs).values  # type: ignore[union-attr]
    needed = next(die for die in range(1, 21) if die + totals["a"] > 10 + totals["b"])
    with create_app(store, Config(testing=True)).test_request_context("/"):
        example = foresight(Viewer(view, None), first).example
        assert example is not None
        assert example.values == {"die": 10, "low": needed}
        assert foresight(Viewer(view, None), second).example is not None
        say(store, code, [13])
        view = store.read(code)
        assert foresight(Viewer(view, None), view.questions[0]).example is None


def test_a_die_that_decides_nothing_is_one_button(store: Store) -> None:
    """Against a 20 that leads by two no face of the other die changes anything: one button rolls it, the keys are
    folded; the die is still an answer. Where a tie may come of it the keys stay.
    """
    code, city = put_up(store)
    say(store, code, city)
    until(store, code, is_attack)
    say(store, code, next(one for one in form_of(store, code).options if one.link and not one.refusal).id)
    say(store, code, [20])
    (phone,) = (Phone(create_app(store, Config(testing=True), find_game=load_game)),)
    phone.get(f"/j/{code}")
    seat = store.read(code).questions[0].seat
    phone.send(phone.form("/join"), seat=seat, label="Ann")
    phone.get(f"/m/{code}")
    assert phone.text.count('class="by-hand"') == 1
    last = store.read(code).last
    phone.send(phone.form("/answer"), roll="app")
    assert store.read(code).last == last + 1
    assert store.read(code).entry(last + 1).entry.source == "rolled"


def test_a_tie_is_told_where_no_roll_wins() -> None:
    """A die that can still tie is not settled; one that cannot is, in both directions."""
    lost, tied, won = (against(Contest(lead), 20, 20, first=True) for lead in (-3, 0, 25))
    assert (lost.settled, tied.settled, won.settled) == (True, False, True)
    assert tied.needs is not None
    assert tied.needs.values["tie"] == 20
    assert against(Contest(0, ties_lose=True), 20, 20, first=True).settled


def test_a_target_says_how_many_a_hit_may_kill(store: Store) -> None:
    """No more than attack, no more than there are."""
    code, city = put_up(store)
    say(store, code, city)
    until(store, code, is_attack)
    fight: Any = store.read(code).state.battle  # type: ignore[attr-defined]
    stacks = {f"{role}/{i}": one.count for role in ("attacker", "defender")
              for i, one in enumerate(getattr(fight, role).stacks)}  # fmt: skip
    options = [one for one in form_of(store, code).options if one.link]
    assert options
    for one in options:
        mine, theirs = (stacks[name] for name in one.link)
        assert one.detail.values["n"] <= min(mine, theirs)
        assert one.detail.values["n"] > 0
        assert one.brief.values == one.detail.values


def test_the_big_screen_tells_the_fight_as_long_as_a_phone_does(store: Store) -> None:
    """As many lines as on the phones; gone when both sides have answered something after it."""
    code = store.create(load_game("multiverse_war"), ["red", "blue"], {}, {}, release="test", now=NOW)
    rng = Random(8)
    phones = seated(store, code, "red", "blue")
    until_fight_over(store, code, rng)
    card = told(phones[0], code)
    assert card
    assert len(on_screen(phones[0], code)) == len(card)  # a hidden cube is called by its name on its owner's phone
    for _ in range(60):
        answer(store, code, rng=rng)
        cards = [told(one, code) for one in phones]
        if store.read(code).ended or 'class="panel battle"' in phones[0].get(f"/m/{code}/tv").text:
            continue
        assert len(on_screen(phones[0], code)) in ([len(one) for one in cards] if any(cards) else [0])
        if not any(cards):
            return
    raise AssertionError("told for ever")


def on_screen(phone: Phone, code: str) -> list[str]:
    """The lines of the card on the big screen."""
    return told(phone, code, "/tv")


def test_the_rule_of_a_breach_has_its_table_and_spells_its_points_out(store: Store) -> None:
    """In a match, with the values of the game's data; other sections have no such table."""
    code, _city = put_up(store)
    (phone,) = seated(store, code, "knights")
    page = phone.get(f"/m/{code}/rules?section=8.7.1").get_data(as_text=True)
    table = page.partition('id="aid-walls"')[2].partition("</table>")[0]
    for level, points in CITY_SP.items():
        row = table.partition(f'<th scope="row">{level}</th>')[2].partition("</tr>")[0]
        assert f">{points}<" in row
        assert f">{CAMP_SP[level]}<" in row
    assert page.index("Structure Points (SP)") < page.index("half the SP")
    assert page.rindex('<li id="') < page.index('id="aid-walls"'), "the table comes after the rules it belongs to"
    assert 'id="aid-' not in phone.get(f"/m/{code}/rules?section=8.5.1").get_data(as_text=True)


def form_of(store: Store, code: str) -> Any:
    """The form of the first open question."""
    return store.read(code).questions[0].part.form  # type: ignore[union-attr]


def say(store: Store, code: str, value: Any) -> None:
    """Answer the first open question."""
    with store.change(code) as work:
        asked = work.match.questions()[0]
        work.match.answer(asked.key, value, Stamp(asked.seat, NOW, "test", asked.key))


def test_once_it_is_fought_out_every_screen_says_what_came_of_it(store: Store) -> None:
    """While the loser buys the army of his next Hero the picture stays, without steps; the winner's phone and the big
    screen tell who has won, what he gains, and who is dead.
    """
    code, city = put_up(store)
    spot = beside(city, "S")
    with store.change(code) as work:
        work.match.correct("/players/amazons/heroes/0/place", spot, "as it stands", Stamp("knights", NOW))
    phones = seated(store, code, "knights")
    say(store, code, spot)
    for _ in range(80):
        if store.read(code).questions[0].section == "4.1":
            break
        asked = store.read(code).questions[0]
        links = [one for one in getattr(getattr(asked.part, "form", None), "options", ()) if one.link]
        dice = [20] if asked.seat == "knights" else [1]
        say(store, code, links[0].id if links else dice if isinstance(asked.part, Roll) else dull(asked))
    kinds = load_game("heroes_vs_warlords").fight_notes - {"city_conquered"}
    tip = store.read(code).entry(store.read(code).tip).entry.notes
    assert {note.kind for note in tip} >= kinds
    for page in ("", "/tv"):
        assert len(told(phones[0], code, page)) == 4  # what was gained, the last blow, what was lost, who is dead
        assert phones[0].text.count('<p class="won">') == 1
        assert 'class="rungs"' not in phones[0].text


def test_an_attack_and_its_dice_are_one_entry(store: Store) -> None:
    """Who attacks whom stands inside the entry that tells what the dice came to, and nowhere else."""
    code = attacked(store)
    (phone,) = seated(store, code, "knights")
    chosen = store.read(code).last
    with store.change(code) as work:
        for _die in range(4):
            asked = work.match.questions()[0]
            came = work.match.answer(asked.key, dull(asked), Stamp(asked.seat, NOW))
            if came.notes:
                break
    page = phone.get(f"/m/{code}/log").get_data(as_text=True)
    inner = page.partition(f'id="entry-{came.n}"')[2].partition('<ol class="log mates">')[2].partition("</ol>")[0]
    assert f'id="entry-{chosen}"' in inner
    assert page.count(f'id="entry-{chosen}"') == 1


def test_without_a_map_its_tab_shows_the_battle(store: Store) -> None:
    """As long as one is fought; where the app has the map, it is that."""
    code = attacked(store)
    (phone,) = seated(store, code, "knights")
    address = f"/m/{code}?tab=map"
    assert 'class="facing"' not in phone.get(address).get_data(as_text=True)
    with store.change(code) as work:
        work.match.correct("/world/mapped", value=False, reason="", stamp=Stamp("knights", NOW))
    assert 'class="facing"' in phone.get(address).get_data(as_text=True)


def attacked(store: Store) -> str:
    """A siege in which the first attack has just been chosen; gives its code."""
    code, city = put_up(store)
    with store.change(code) as work:
        work.match.answer(work.match.questions()[0].key, city, Stamp("knights", NOW))
    until(store, code, is_attack)
    with store.change(code) as work:
        asked = work.match.questions()[0]
        way = next(one.id for one in asked.part.form.options if one.link and not one.refusal)  # type: ignore[union-attr]
        work.match.answer(asked.key, way, Stamp(asked.seat, NOW))
    return code

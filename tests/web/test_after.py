"""After the game: charts with the same numbers as text, a page to keep, and a game without statistics."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from companion.engine.game.record import SeatInfo
from companion.games import load_game
from companion.games.heroes_vs_warlords.turns.victory import standing_of
from companion.store import MatchView, Store
from companion.web import Config, create_app
from companion.web.after import after, charts, statistics, stories
from companion.web.after.winners import Winners
from printables.look import scale
from printables.render.souvenir import Chart, Figures, Line, Souvenir, Winner, souvenir_pdf
from tests.web.phones import Phone

pytestmark = pytest.mark.slow

FIXTURES = Path(__file__).parents[1] / "fixtures" / "heroes_vs_warlords"
NOW = "2026-11-20T10:00:00+00:00"


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """One store for all tests, with one recorded match; none of them changes it."""
    with Store.open(tmp_path_factory.mktemp("after") / "real.db", load_game) as opened:
        opened.import_((FIXTURES / "three_players_conquest_and_defeat.json").read_bytes(), release="test", now=NOW)
        yield opened


def watching(store: Store, code: str) -> tuple[Phone, str]:
    """A phone of an application of its own, which has not told the story of the match yet."""
    phone = Phone(create_app(store, Config(testing=True)))
    phone.get(f"/j/{code}")
    phone.send(phone.form("/join"), label="Watcher")
    return phone, code


@pytest.fixture(scope="module")
def at_match(real: Store) -> tuple[Phone, str]:
    """A phone that watches a whole recorded match; what is told of it is worked out once."""
    return watching(real, real.matches()[0].code)


@pytest.fixture
def for_the_first_time(real: Store) -> tuple[Phone, str]:
    """The same where nothing is worked out yet."""
    return watching(real, real.matches()[0].code)


def test_charts_come_with_their_numbers(at_match: tuple[Phone, str], real: Store) -> None:
    """Every chart has a table; its last row is the standing of the match."""
    phone, code = at_match
    page = phone.get(f"/m/{code}/after").get_data(as_text=True)
    told = phone.client.application.extensions["companion"].stories.of(real.read(code))
    assert page.count('class="chart"') == page.count('class="numbers"') == 3
    standing = standing_of(real.read(code).state, "amazons")  # type: ignore[arg-type]
    numbers = (standing.resources, standing.levels, standing.army)
    assert told.story.tallies[-1].values["amazons"] == numbers
    for number in numbers:
        assert re.search(rf'<td class="number">(<b class="best">)?{number}<', page)


def test_the_page_of_a_decided_match_has_the_colour_of_the_winner(at_match: tuple[Phone, str], real: Store) -> None:
    """Not of the side whose turn it was at the end."""
    phone, code = at_match
    view = real.read(code)
    assert view.game.winners is not None
    (winner,) = view.game.winners(view.state)
    page = phone.get(f"/m/{code}").get_data(as_text=True)
    colours = {seat.id: seat.colour for seat in view.game.seats}
    assert re.findall(r'class="topbar c-(\w+)"', page) == [colours[winner]]


def test_luck_is_told_by_seat_and_kind_of_dice(at_match: tuple[Phone, str]) -> None:
    """The recorded game has three seats with d20 and d6, all typed in."""
    phone, code = at_match
    page = phone.get(f"/m/{code}/after").get_data(as_text=True)
    assert page.count("× d20, typed in") == page.count("× d6, typed in") == 3
    assert re.search(r"expected \d{3,}", page)


def test_the_souvenir_is_one_page_with_everybody_on_it(at_match: tuple[Phone, str]) -> None:
    """A PDF of one A4 page whose text names the game, the sides and the numbers."""
    phone, code = at_match
    answer = phone.get(f"/m/{code}/after.pdf")
    assert answer.mimetype == "application/pdf"
    with pikepdf.open(BytesIO(answer.data)) as pdf:
        assert len(pdf.pages) == 1
    text = pypdfium2.PdfDocument(answer.data)[0].get_textpage().get_text_range()
    for words in ("Heroes vs Warlords", "Amazons", "Barbarians", "Knights", "Resource hexes", "Army", code):
        assert words in text


def test_a_match_of_one_round_is_told_in_bars() -> None:
    """A line of one point says nothing: bars stand for the numbers, each a share of the largest."""
    (chart,) = [charts.chart("x", ["Round 1"], [(SeatInfo("a", "A"), [10]), (SeatInfo("b", "B"), [5])])]
    assert [one.shares for one in chart.series] == [(1.0,), (0.5,)]


def test_strangers_are_sent_to_the_join_page(at_match: tuple[Phone, str]) -> None:
    """Neither page nor PDF is for somebody who has not joined."""
    phone, code = at_match
    stranger = Phone(phone.client.application)
    for path in (f"/m/{code}/after", f"/m/{code}/after.pdf"):
        answer = stranger.client.get(path, base_url="http://192.168.1.5:8000")
        assert answer.status_code == 303
        assert answer.location.endswith(f"/m/{code}/join")


def test_a_game_without_statistics_has_a_page_too(host: Phone, code: str) -> None:
    """The toy game offers no numbers: the page says so and the PDF is still a page."""
    assert "nothing to tell yet" in host.get(f"/m/{code}/after").get_data(as_text=True)
    answer = host.get(f"/m/{code}/after.pdf")
    assert answer.status_code == 200
    with pikepdf.open(BytesIO(answer.data)) as pdf:
        assert len(pdf.pages) == 1


def test_the_play_page_leads_there(host: Phone, code: str) -> None:
    """It is one tap away, during play too."""
    assert f'href="/m/{code}/after"' in host.get(f"/m/{code}").get_data(as_text=True)


@pytest.mark.parametrize(
    ("values", "expected"),
    [([], (0, 1)), ([0], (0, 1)), ([23, 9], (0, 25)), ([-3, 10], (-5, 10)), ([100, 1], (0, 100)), ([101], (0, 150))],
)
def test_scales_are_round_and_hold_everything(values: list[int], expected: tuple[int, int]) -> None:
    """From 0 or below to a round number; never more than a handful of lines."""
    low, high = scale.bounds(values)
    assert (low, high) == expected
    assert len(scale.ticks(low, high)) <= 7
    assert all(low <= value <= high for value in values)


def test_points_stand_inside_the_picture() -> None:
    """Whatever the numbers, every point lies in the chart, larger numbers higher."""
    for values in ([5], [0, 0, 0], [-4, 900, 3], list(range(40))):
        (series,) = charts.chart("x", [str(n) for n in values], [(SeatInfo("a", "A"), values)]).series
        assert all(0 <= x <= 100 and 0 <= y <= 100 for x, y in series.points)
        heights = dict(zip(values, (y for _, y in series.points), strict=True))
        assert sorted(heights, key=lambda value: -heights[value]) == sorted(heights)


def test_lines_of_the_same_numbers_do_not_hide_each_other() -> None:
    """They lie beside each other where the numbers are the same, and where they are not at their own places."""
    lines = [(SeatInfo(name, name), values) for name, values in (("a", [2, 2, 1]), ("b", [2, 3, 1]), ("c", [2, 4, 0]))]
    series = charts.chart("x", ["1", "2", "3"], lines).series
    for at in range(3):
        assert len({one.points[at] for one in series}) == 3
    assert series[1].points[0] == (0, 50)  # the middle one of three where their number is
    assert series[0].points[1] == (50, 50)


@pytest.mark.parametrize("sides", [2, 3, 6])
def test_kills_and_luck_of_every_side_are_on_the_page(sides: int) -> None:
    """Whatever else the page has to show: charts are lower, and the last of them give way."""
    names = [f"Side {n}" for n in range(sides)]
    lines = [Line(name, "blue", [1, 2, 3]) for name in names]
    toll = Figures(
        ["Side", "Killed", "Lost", "Dice", "Luck"], [[one, "1", "2", "3", f"luck of {one}"] for one in names]
    )
    charts = [Chart(title, ["1", "2", "3"], lines) for title in "ABC"]
    model = Souvenir(
        "A game", charts=charts, toll=toll, moments_title="Moments",
        moments=["A moment."] * 9, winners=[Winner("Side 0", "", "blue", "")], figures=toll,
    )  # fmt: skip
    page = pypdfium2.PdfDocument(souvenir_pdf(model))[0].get_textpage()
    text = page.get_text_range()
    assert "A moment." in text
    for name in names:
        assert text.count(f"luck of {name}") == 2
    lowest = min(page.get_charbox(n)[1] for n in range(page.count_chars()))
    assert lowest > 0


def test_a_souvenir_survives_strange_words() -> None:
    """Pictures in names, endless titles and a hundred moments still give one page."""
    model = Souvenir(
        "A very long title " * 12, "2026-11-20", "🏆 won", [("Ann 🎲", "no such colour")] * 6,
        [Chart("Gold", ["1"], [Line("Ann", "blue", [3])])], Figures(["x"], [["x " * 90]] * 6),
        "Moments", ["🎲"] * 50, "end",
    )  # fmt: skip
    data = souvenir_pdf(model)
    assert data == souvenir_pdf(model)
    with pikepdf.open(BytesIO(data)) as pdf:
        assert len(pdf.pages) == 1


def test_the_luck_in_fights_is_told(
    for_the_first_time: tuple[Phone, str], real: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For every seat its fights, victories expected and won; and the fights that ended against expectation."""
    phone, code = for_the_first_time
    monkeypatch.setattr(after, "AT_ONCE", 0.0)
    first = phone.get(f"/m/{code}/after").get_data(as_text=True)
    assert "fights are still to be worked out" in first
    assert 'hx-select="#fights-card"' in first
    monkeypatch.setattr(after, "FIGHTS", 60.0)
    page = phone.get(f"/m/{code}/after?reckon=yes").get_data(as_text=True)
    told = phone.client.application.extensions["companion"].stories.of(real.read(code))
    assert "still to be worked out" not in page
    part = page.partition('id="fights"')[2].partition("</section>")[0]
    assert len(told.fights) > 20
    assert part.count("expected ") >= 3
    assert len(re.findall(r"\d+ fights", part)) >= 3
    unlikely = [one.came.chance for one in told.fights if one.came and one.came.chance < 0.35]
    assert part.count("<li><span>") == min(5, len(unlikely))


def test_the_first_page_waits_for_no_fights_and_tells_the_rest_once(
    for_the_first_time: tuple[Phone, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Story and film are made for the first page, with almost no time for fights, and not again while these follow."""
    phone, code = for_the_first_time
    patience, films = list[float](), list[int]()
    fought, filmed = stories.fights, stories.film

    def hurried(*given: Any, ended: bool) -> Any:
        patience.append(given[2])
        return fought(*given[:2], 0.0, given[3], ended=ended)

    monkeypatch.setattr(stories, "fights", hurried)
    monkeypatch.setattr(stories, "film", lambda *given: films.append(1) or filmed(*given))
    for _ in range(2):
        assert "fights are still to be worked out" in phone.get(f"/m/{code}/after").get_data(as_text=True)
    phone.client.get(f"/m/{code}/film?frame=2", headers={"HX-Request": "true"}, base_url="http://192.168.1.5:8000")
    assert max(patience) <= 0.1
    assert len(films) == 1


def test_a_table_without_odds_has_no_luck_in_fights_before_the_end(real: Store) -> None:
    """What would have been likely is said of past fights only, and where odds are for nobody only after the match."""
    from types import SimpleNamespace

    from companion.web.after.stories import Stories
    from companion.web.reading.asked import Asked

    view = real.read(real.matches()[0].code)
    tellers, line = Stories(Asked()), view.match.line()
    for ended, setting, some in ((False, "nobody", False), (True, "nobody", True), (False, "asked", True)):
        like = SimpleNamespace(ended=ended, settings={"odds": setting}, code=f"{ended}{setting}", game=view.game)
        fought, left = tellers._fought(like, line, 2.0)  # type: ignore[arg-type]
        assert bool(fought or left) is some


@pytest.mark.parametrize("file", sorted(FIXTURES.glob("*.json")), ids=lambda file: file.stem)
def test_a_record_without_words_opens_everywhere(tmp_path: Path, file: Path) -> None:
    """Old records kept neither notes nor prompts: every page of such a match is there all the same."""
    with Store.open(tmp_path / "old.db", load_game) as store:
        phone, code = watching(store, store.import_(file.read_bytes(), release="test", now=NOW))
        assert not any(line.entry.notes for line in store.read(code).entries(limit=200).lines)
        for tail in ("", "?tab=map", "?tab=standing", "/log", "/after", "/after.pdf", "/tv", "/host"):
            assert phone.get(f"/m/{code}{tail}").status_code == 200, tail


def test_the_next_match_can_have_the_same_sides_and_rules(at_match: tuple[Phone, str], real: Store) -> None:
    """At the end the standing is shown in figures, and the form of the next match is filled in like this one."""
    phone, code = at_match
    view = real.read(code)
    assert view.ended
    page = phone.get(f"/m/{code}/after").get_data(as_text=True)
    assert "Standing" in page
    link = next(part for part in page.split('href="') if part.startswith("/new/")).partition('"')[0]
    phone.get(unescape(link))
    form = phone.form("/new/")
    sides = {value for name, value in form.fields if name == "side"}
    assert sides == {seat.id for seat in view.seats}
    for setting, choice in view.settings.items():
        assert form.value(f"setting.{setting}") == choice


def test_a_picture_to_share_is_a_picture_for_who_sits_at_the_match_only(at_match: tuple[Phone, str]) -> None:
    """The same page as the PDF, as PNG; others are sent to join."""
    phone, code = at_match
    answer = phone.get(f"/m/{code}/after.png")
    assert answer.mimetype == "image/png"
    assert answer.data.startswith(b"\x89PNG")


def test_the_first_load_leaves_the_fights_for_later(
    for_the_first_time: tuple[Phone, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that somebody waits for reckons no fights to speak of; the part that is asked for afterwards does."""
    phone, code = for_the_first_time
    given: list[float] = []
    real = stories.Stories.of

    def of(self: stories.Stories, view: MatchView, patience: float = stories.FIGHTS) -> stories.Told:
        given.append(patience)
        return real(self, view, patience)

    monkeypatch.setattr(stories.Stories, "of", of)
    phone.get(f"/m/{code}/after")
    phone.get(f"/m/{code}/after?reckon=yes")
    first, then = given[0], max(given[1:])
    assert first <= 0.1 < 1 <= then


def test_who_has_won_stands_above_all(at_match: tuple[Phone, str], real: Store) -> None:
    """Emblems of the winners, and a mark at the best of each category."""
    phone, code = at_match
    page = phone.get(f"/m/{code}/after").get_data(as_text=True)
    state = real.read(code).state
    assert page.partition('<ul class="winners">')[2].partition("</ul>")[0].count("<li ") == len(state.winners)
    assert page.count('class="best"') >= 3


def test_the_matches_of_a_server_are_counted_and_not_named(at_match: tuple[Phone, str], real: Store) -> None:
    """One match of three sides that is over, by games; neither its code nor its people stand there."""
    phone, code = at_match
    page = phone.get("/statistics").get_data(as_text=True)
    assert code not in page
    assert "Watcher" not in page
    bars = page.partition('<ul class="bars">')[2].partition("</ul>")[0]
    rows = re.findall(r'class="part" width="([\d.]+)".*?<b>(\d+)\D+(\d+)</b>', bars, re.DOTALL)
    assert [int(played) for _bar, _won, played in rows] == [1, 1, 1]
    assert all(float(bar) == 100 * int(won) for bar, won, _played in rows)
    assert sum(int(won) for _bar, won, _played in rows) == len(real.read(code).state.winners)


def test_a_draw_is_nobodys_victory(real: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sides that share the victory: it counts as drawn once, and as won by neither."""
    monkeypatch.setattr(Winners, "of", lambda _self, info: info.seats[:2])
    with create_app(real, Config(testing=True)).test_request_context():
        (tally,) = statistics.tallies()
    assert (tally.ended, tally.shared, tally.won.total()) == (1, 1, 0)

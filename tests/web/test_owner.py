"""The page of owner values, with a game that has some."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from companion.engine.game.record import Game
from companion.games import all_games, load_game, speaks
from companion.store import Store
from companion.web import Config, create_app
from companion.web.press.owner import LONG, groups
from tests.web.phones import Reader

NAME = next(game.name for game in all_games() if game.values is not None)
GAME = load_game(NAME)
NUMBER = next(path for path, value in GAME.values.leaves().items() if isinstance(value, int))


@pytest.fixture
def own_store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "companion.db", load_game) as opened:
        yield opened


@pytest.fixture
def own_app(own_store: Store) -> Flask:
    return create_app(own_store, Config(testing=True))


HERE, THERE = "http://localhost:8765", "http://192.168.1.20:8765"


def house(path: str) -> int:
    return int(GAME.values.leaves()[path])


def fill_in(
    app: Flask, changes: dict[str, str], base: str = HERE, peer: str = "127.0.0.1", **headers: str
) -> tuple[int, str]:
    """Open the page at an address of the server, change fields, post; gives status and page."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = peer
    page = client.get(f"/values/{NAME}", base_url=base).get_data(as_text=True)
    form = next(form for form in Reader(page).forms if form.css == "owner")
    data = {**dict(form.fields), **changes}
    answer = client.post(
        form.action, base_url=base, data=data, headers={"Origin": base} | headers, follow_redirects=True
    )
    return answer.status_code, answer.get_data(as_text=True)


def test_values_are_saved_and_used_by_the_next_match(own_app: Flask, own_store: Store) -> None:
    """What is typed in counts for matches that begin afterwards, and only what differs is kept."""
    status, page = fill_in(own_app, {NUMBER: str(house(NUMBER) + 1)})
    assert status == 200
    assert "Saved: 1" in page
    assert own_store.owner_values(GAME) == {NUMBER: house(NUMBER) + 1}
    seats = [seat.id for seat in GAME.seats][: GAME.players[0]]
    code = own_store.create(GAME, seats, {}, {}, release="t", now="2026-01-01T00:00:00Z")
    assert own_store.read(code).state.owner == {NUMBER: house(NUMBER) + 1}
    again = own_store.import_(own_store.export(code), release="t", now="2026-01-01T00:00:00Z")
    assert own_store.read(again).state.owner == {NUMBER: house(NUMBER) + 1}


def test_bad_values_name_the_field_and_keep_nothing(own_app: Flask, own_store: Store) -> None:
    """A wrong number is told with its path; nothing is stored, what was typed is shown again."""
    status, page = fill_in(own_app, {NUMBER: "x1"})
    assert status == 422
    assert NUMBER in page
    assert 'value="x1"' in page
    assert own_store.owner_values(GAME) == {}


@pytest.mark.parametrize("game", [game for game in all_games() if game.values is not None], ids=lambda game: game.name)
def test_every_game_with_values_has_its_page(own_app: Flask, own_store: Store, game: Game) -> None:
    """All its values stand there with their house values; saved as they are nothing is kept, one changed is."""
    assert game.values is not None
    client = own_app.test_client()
    page = client.get(f"/values/{game.name}", base_url=HERE).get_data(as_text=True)
    form = next(form for form in Reader(page).forms if form.css == "owner")
    data = dict(form.fields)
    assert {path: str(value) for path, value in game.values.leaves().items()}.items() <= data.items()
    changed = next(path for path, value in game.values.leaves().items() if isinstance(value, int))
    for more, kept in (({}, {}), ({changed: "7"}, {changed: 7})):
        answer = client.post(form.action, base_url=HERE, data={**data, **more}, headers={"Origin": HERE})
        assert answer.status_code == 303
        assert own_store.owner_values(game) == kept


def test_only_the_own_computer_saves(own_app: Flask, own_store: Store) -> None:
    """Other phones may look, but a post from them is refused."""
    status, _page = fill_in(own_app, {NUMBER: str(house(NUMBER) + 1)}, THERE)
    assert status == 403
    assert own_store.owner_values(GAME) == {}


@pytest.mark.parametrize(
    ("peer", "headers", "status"),
    [
        ("192.168.1.31", {}, 403), ("fe80::1", {}, 403), ("", {}, 403), ("::1", {}, 200),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 403), ("192.168.1.31", {"X-Forwarded-For": "127.0.0.1"}, 403),
    ],
)  # fmt: skip
def test_the_own_computer_is_known_by_its_address(
    own_app: Flask, own_store: Store, peer: str, headers: dict[str, str], status: int
) -> None:
    """Any device of the network can call the server `localhost`; a proxy here hands on the posts of others."""
    assert fill_in(own_app, {NUMBER: str(house(NUMBER) + 1)}, HERE, peer, **headers)[0] == status
    assert bool(own_store.owner_values(GAME)) is (status == 200)


def test_a_file_is_taken_back_in(own_app: Flask, own_store: Store) -> None:
    """What was kept as a file replaces all values; a file that is wrong changes nothing and says why."""
    own_store.set_owner_values(GAME, {NUMBER: house(NUMBER) + 1})
    client = own_app.test_client()
    good = client.get(f"/values/{NAME}.toml", base_url=HERE).data
    own_store.set_owner_values(GAME, {})
    page = client.get(f"/values/{NAME}", base_url=HERE).get_data(as_text=True)
    form = next(form for form in Reader(page).forms if form.css == "owner-file")
    wrong = (b"", b"\xff\xfe", b"nothing = [1", b'"no"."such" = 1')
    for content, status in (*((one, 422) for one in wrong), (good, 303)):
        assert own_store.owner_values(GAME) == {}
        data = {**dict(form.fields), "file": (BytesIO(content), "values.toml")}
        answer = client.post(form.action, base_url=HERE, data=data, headers={"Origin": HERE})
        assert answer.status_code == status, content
    assert own_store.owner_values(GAME) == {NUMBER: house(NUMBER) + 1}


def test_back_to_house_values(own_app: Flask, own_store: Store) -> None:
    """One button throws all owner values away; until then they can be kept as a file."""
    own_store.set_owner_values(GAME, {NUMBER: house(NUMBER) + 1})
    file = own_app.test_client().get(f"/values/{NAME}.toml", base_url=HERE).get_data(as_text=True)
    assert GAME.values.from_toml(file) == {NUMBER: house(NUMBER) + 1}
    fill_in(own_app, {"house": "1"})
    assert own_store.owner_values(GAME) == {}


@pytest.mark.parametrize("name", [game.name for game in all_games() if game.values is not None])
def test_a_text_of_a_printed_list_has_room(own_app: Flask, name: str) -> None:
    """What the house has fits into its field with as much again; long texts have a line of their own."""
    sheet = load_game(name).values
    assert sheet is not None
    page = own_app.test_client().get(f"/values/{name}", base_url=HERE).text
    longest = max((len(value) for value in sheet.leaves().values() if isinstance(value, str)), default=0)
    limits = [int(n) for n in re.findall(r'lang="en"[^>]*maxlength="(\d+)"', page)]
    assert all(n >= 2 * longest for n in limits)
    rows = [row for headings in groups(sheet, {}).values() for found in headings.values() for row in found]
    assert len(rows) == len(sheet.leaves())
    assert [row.path for row in rows if isinstance(row.house, str) and len(row.house) > LONG and not row.wide] == []


@pytest.mark.parametrize("name", [game.name for game in all_games() if game.values is not None])
def test_the_page_speaks_the_language_of_its_game(own_app: Flask, name: str) -> None:
    """A German reader has it in German only if the game has German: no line is mixed."""
    page = own_app.test_client().get(f"/values/{name}", base_url=HERE, headers={"Accept-Language": "de"}).text
    english = 'lang="en"' in page.partition("<main")[2].partition(">")[0]
    assert english == (not speaks(name, "de"))

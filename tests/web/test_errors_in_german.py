"""A German phone that does everything wrong: each page that says so says it in German."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.catalogues import translate
from companion.engine.core.errors import Refused
from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.app.texts import number, reason, signed, tied
from companion.web.reading import odds as odds_page
from printables.errors import BadOption
from tests.web.phones import Form, Phone, Reader
from tests.web.test_languages import german, words_of

pytestmark = pytest.mark.slow

NAME = "heroes_vs_warlords"
ENGLISH = re.compile(
    r"\b(the|that|this|there|your|you|which|does|did|with|from|have|has|and|are|is|of|not|no|or|be|it|give|cannot|open|"
    r"nothing|something|number|value|between|expected|seat|match|try|again|wait|page|address|phone)\b",
    re.IGNORECASE,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "errors.db", load_game) as opened:
        yield opened


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(store, Config())


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A German phone that hosts a match and plays both sides."""
    made = german(app)
    made.get(f"/new/{NAME}")
    made.send(made.form(f"/new/{NAME}"), side=["knights", "amazons"], mine=["knights", "amazons"], label="Anna")
    return made


@pytest.fixture
def code(phone: Phone, store: Store) -> str:
    return store.matches()[0].code


def said(phone: Phone, status: int) -> str:
    """What a page of an error says; fails for another status or an English word."""
    assert phone.page is not None
    assert phone.page.status_code == status, phone.text
    pieces = [piece.strip() for piece in words_of(phone.text).split("|")]
    assert not [piece for piece in pieces if ENGLISH.search(piece)]
    return phone.text


def csrf(phone: Phone) -> str:
    return next(form.value("csrf") for form in phone.forms() if form.value("csrf"))


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/m/QQQQQ", "/j/QQQQQ", "/new/x", "/rules/x", "/print/x", "/values/x", "/helpers/x/y",
     f"/helpers/{NAME}/x", f"/print/{NAME}/look/x", "/print/job/x", "/demo/x", "/p/x/y/z"],
)  # fmt: skip
def test_addresses_that_lead_nowhere(app: Flask, path: str) -> None:
    """Each says what is missing."""
    phone = german(app)
    phone.get(path)
    said(phone, 405 if path.startswith("/demo") else 404)


@pytest.mark.parametrize("path", ["correct?path=/nowhere", "correct?path=x", "log?older=x", "change/999", "odds/x"])
def test_places_in_a_match_there_are_not(phone: Phone, code: str, path: str) -> None:
    """Values, pages and entries of the log, odds."""
    phone.get(f"/m/{code}/{path}")
    said(phone, 404)


def test_a_stranger(app: Flask, phone: Phone, code: str) -> None:
    """Has not joined, is no host, wants a seat that is taken or that is none, types a wrong recovery code."""
    stranger = german(app)
    stranger.get(f"/m/{code}/live")
    said(stranger, 403)
    stranger.get(f"/j/{code}")
    form, token = stranger.form("/join"), csrf(stranger)
    assert said(stranger, 200)
    for path in ("answer", "ruling", "seat", "device", "undo/1", "correct"):
        stranger.post(f"/m/{code}/{path}", {"csrf": token})
        said(stranger, 403)
    stranger.send(form, seat="nobody")
    said(stranger, 400)
    stranger.send(form, seat="knights")
    assert "Platz" in said(stranger, 409)
    stranger.get(f"/m/{code}/recover")
    stranger.send(stranger.form("/recover"), key="AAAA-BBBB")
    said(stranger, 422)


def test_posts_the_server_does_not_trust(phone: Phone, code: str) -> None:
    """From another page, from a page that is too old, under a name that is not ours, too large."""
    form = phone.questions()[0]
    phone.post(form.action, dict(form.fields), origin="http://evil.example")
    said(phone, 403)
    phone.post(form.action, dict(form.fields) | {"csrf": "0" * 64})
    said(phone, 403)
    phone.page = phone.client.get("/", base_url="http://evil.example")
    said(phone, 400)
    phone.post(form.action, dict(form.fields) | {"x": "1" * 1_000_000})
    said(phone, 413)


def test_too_quick(app: Flask) -> None:
    """Whoever guesses codes waits."""
    phone = german(app)
    for n in range(30):
        phone.get(f"/j/ZZZ{n:02}")
    said(phone, 429)


def test_answers_that_cannot_be(phone: Phone, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not open, not a number, too high a number, and rules that stumble."""
    table = f"/m/{code}"
    for key in ("nonsense", ""):
        phone.get(table)
        phone.post(f"{table}/answer", {"csrf": csrf(phone), "key": key})
        said(phone, 409)
    for typed in ("x", "99999", "", "1.5"):
        phone.get(table)
        form = phone.questions()[0]
        numbers = [name for name, _value in form.fields if name.endswith("number")]
        phone.send(form, **dict.fromkeys(numbers, typed))
        said(phone, 422)
    phone.get(table)
    form = phone.questions()[0]
    with monkeypatch.context() as patch:
        patch.setattr("companion.engine.running.runner.Runner.answer", stumbling)
        phone.send(form)
    assert "Hier kommen die Regeln nicht weiter" in said(phone, 409)


def stumbling(*_: Any) -> None:
    raise ZeroDivisionError


def test_an_answer_somebody_else_gave(phone: Phone, code: str) -> None:
    """The page says who answered, and what."""
    form = phone.questions()[0]
    phone.send(form)
    fields = [field for field in form.fields if field[0] != "post"]
    phone.send(Form(form.action, form.method, fields=[*fields, ("post", "another")]))
    assert "schon" in said(phone, 409)


@pytest.mark.parametrize(
    ("path", "typed", "words"),
    [
        ("/round", "x", "So ein Wert passt hier nicht."),
        ("/cities/home:knights/stock/gold", "-1", "Mindestens 0."),
    ],
)
def test_corrections_that_cannot_be(phone: Phone, code: str, path: str, typed: str, words: str) -> None:
    """Of another kind, or below the least; the value is named as on the page."""
    phone.get(f"/m/{code}/correct?path={path}")
    phone.send(phone.form("/correct"), value=typed)
    assert words in said(phone, 422)
    assert not {"knights", "gold"} & set(re.findall(r"\w+", words_of(phone.text)))


def test_a_correction_in_the_log(phone: Phone, code: str) -> None:
    """The value is named as the board calls it, and says what it was and what it is now; then why."""
    phone.get(f"/m/{code}/correct?path=/cities/home:knights/stock/gold")
    phone.send(phone.form("/correct"), value="9", reason="verzählt")
    phone.get(f"/m/{code}/log")
    words = re.sub(r"[\s|]+", " ", words_of(said(phone, 200)))
    assert re.search(r"Ritter[^›:]*: Gold \d+ → 9 Grund: verzählt", words)


def test_owner_values_that_cannot_be(app: Flask) -> None:
    """The value is named as on the page, and what is wrong with it."""
    game = load_game(NAME)
    assert game.values is not None
    leaves = game.values.leaves()
    guards, tile = (next(path for path in leaves if path.startswith(start)) for start in ("guards/", "tiles/"))
    number = next(path for path, house in leaves.items() if isinstance(house, int))
    here = "http://localhost:8000"
    for path, typed in ((number, "x"), (number, "99999"), (guards, "x"), (tile, "?/?")):
        phone = german(app)
        phone.page = phone.client.get(f"/values/{NAME}", base_url=here)
        form = next(form for form in Reader(phone.text).forms if form.css == "owner")
        phone.page = phone.client.post(
            form.action, base_url=here, data=dict(form.fields) | {path: typed}, headers={"Origin": here}
        )
        assert phone.page.status_code == 422
        problem = re.search(r'role="alert">(.*?)</p>', phone.text)
        assert problem is not None
        assert " › " in problem[1]
        assert not ENGLISH.search(problem[1])
    phone.get(f"/values/{NAME}")
    phone.post(f"/values/{NAME}", {"csrf": csrf(phone)})
    said(phone, 403)


def test_odds_that_cannot_be(phone: Phone, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at this question."""
    form = phone.questions()[0]
    phone.post(f"/m/{code}/odds", {"csrf": csrf(phone), "key": form.value("key")})
    said(phone, 403)
    assert translate(str(odds_page.OddsError("Nothing is left to be decided here.")), "de").startswith("Hier ist")


def test_the_host_and_phones_there_are_not(phone: Phone, code: str) -> None:
    """A device nobody knows, one's own phone, a number that is none, a ruling there is not."""
    token = csrf(phone)
    for path, data, status in (
        ("device", {"device": "77", "do": "revoke"}, 409), ("device", {"device": "1", "do": "revoke"}, 409),
        ("device", {"device": "x"}, 400), ("seat", {"device": "77", "seat": "knights"}, 409),
        ("seat", {"device": "1", "seat": "nobody"}, 409), ("ruling", {"key": "x", "reading": "y"}, 409),
    ):  # fmt: skip
        phone.post(f"/m/{code}/{path}", {"csrf": token, **data})
        said(phone, status)


def test_a_match_with_too_few_sides(app: Flask) -> None:
    """The form comes back with the reason."""
    phone = german(app)
    phone.get(f"/new/{NAME}")
    phone.send(phone.form(f"/new/{NAME}"), side=["knights"])
    said(phone, 422)


def test_a_save_this_release_cannot_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written by a newer release: the page says so, and that nothing was lost."""
    with Store.open(tmp_path / "old.db", load_game) as store:
        seats = [seat.id for seat in load_game(NAME).seats]
        code = store.create(load_game(NAME), seats, {}, {}, release="t", now="2026-01-01T00:00:00Z")
    monkeypatch.setattr("companion.engine.running.save.FORMAT", 0)
    with Store.open(tmp_path / "old.db", load_game) as store:
        phone = german(create_app(store, Config()))
        phone.get(f"/m/{code}")
        assert "Nimm eine neuere Version." in said(phone, 500)


def test_errors_keep_message_and_values(app: Flask) -> None:
    """What the press and the engine refuse is put together in the reader's language, not before."""
    bad = BadOption("gap", "{value} mm is not between {low} and {high} mm", value="99", low="0", high="20")
    assert str(bad) == "gap: 99 mm is not between 0 and 20 mm"
    with app.test_request_context("/", headers={"Accept-Language": "de"}):
        assert reason(bad) == "99 mm liegt nicht zwischen 0 und 20 mm"
    refused = Refused("8.3", "No.", "x")
    assert str(refused) == "x: No. (8.3)"
    assert str(refused.text) == "No."


def test_less_than_nothing_has_a_minus() -> None:
    """And no hyphen; a hyphen within words and a span of numbers stay as they are, and so does what was typed."""
    assert (number(-1), number(-1, typed=True), signed(-2), signed(3)) == ("\u22121", "-1", "\u22122", "+3")
    assert tied("Loses 2 (-1), Barbarians-Hero 1-3") == "Loses 2 (\u22121), Barbarians-Hero 1-3"

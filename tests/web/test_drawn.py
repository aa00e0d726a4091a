"""A page is drawn once for all phones of a role; each gets its own tokens, and nobody what he may not see."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from markupsafe import Markup

from companion.engine.core.effects import Note
from companion.engine.core.text import t
from companion.store import Store
from companion.web import Config
from companion.web.app.compiled import kept_in
from companion.web.app.drawings import Drawings, Panels, gap
from companion.web.app.tokens import form_token
from companion.web.play import boards
from companion.web.play import play as pages
from tests.store.test_cached import asked
from tests.web.conftest import toy_app
from tests.web.phones import Phone

NewPhone = Callable[[], Phone]
KEY = re.compile('name="post" value="([^"]+)"')
CSRF = re.compile('name="csrf" value="([^"]+)"')


def watcher(new_phone: NewPhone, code: str, label: str) -> Phone:
    phone = new_phone()
    phone.get(f"/j/{code}")
    phone.send(phone.form("/join"), label=label)
    return phone


def test_a_line_of_the_log_is_drawn_once_and_anew_behind_other_dice():
    panels, drawings, line = Panels(), [], Note("1", t("A line."))

    def macro(note: Note, *given: object) -> Markup:
        drawings.append((note, *given))
        return Markup(f"line {len(drawings)}")

    told = [panels.drawn(macro, line, "game", dice, language="en") for dice in ((), (3,), (), (3,))]
    assert told == ["line 1", "line 2", "line 1", "line 2"]
    assert drawings == [(line, "game", ()), (line, "game", (3,))]


def fragment(phone: Phone, code: str) -> str:
    return phone.client.get(f"/m/{code}/live?tab=now", base_url="http://192.168.1.5:8000").get_data(as_text=True)


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is drawn from now on."""
    made: list[str] = []
    real = pages.table_page
    monkeypatch.setattr(pages, "table_page", lambda here, tab, *more: made.append(tab) or real(here, tab, *more))  # type: ignore[func-returns-value]
    return made


def test_two_watchers_cost_one_drawing(new_phone: NewPhone, code: str, drawings: list[str]) -> None:
    """They see the same; somebody with a seat does not."""
    both = [watcher(new_phone, code, label) for label in ("TV", "Tom")]
    drawings.clear()
    first, second = (fragment(phone, code) for phone in both)
    assert len(drawings) == 1
    assert CSRF.sub("", first) == CSRF.sub("", second)


def test_every_phone_gets_its_own_tokens(host: Phone, code: str, store: Store, drawings: list[str]) -> None:
    """The second time nothing is drawn: the form token is the phone's, and the key of a post is new."""
    drawings.clear()
    texts = [fragment(host, code) for _ in range(2)]
    assert len(drawings) == 1
    cookie = host.client.get_cookie("phone", "192.168.1.5", f"/m/{code}")
    assert cookie is not None
    for text in texts:
        assert set(CSRF.findall(text)) == {form_token(cookie.value)}
        assert gap("csrf").partition("-")[0] not in text
    keys = [KEY.findall(text) for text in texts]
    assert keys[0]
    assert not set(keys[0]) & {key for key in keys[1] if not key.isdigit()}


def test_a_change_is_drawn_anew(host: Phone, guest: Phone, code: str, drawings: list[str]) -> None:
    """Whatever makes a new version."""
    fragment(guest, code)
    host.get(f"/m/{code}")
    before = fragment(guest, code)
    drawings.clear()
    host.send(host.questions()[0], f__gold__number="2")
    assert fragment(guest, code) != before
    assert drawings


def test_a_board_is_made_once_for_all_who_see_the_same(
    host: Phone, new_phone: NewPhone, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two watchers on different tabs have the same one; a seat has its own, and an answer makes all anew."""
    eyes: list[str] = []
    real = boards.highlighted
    monkeypatch.setattr(boards, "highlighted", lambda board, *more: eyes.append(board.active) or real(board, *more))  # type: ignore[func-returns-value]
    tom = watcher(new_phone, code, "Tom")
    eyes.clear()
    host.send(host.questions()[0], f__gold__number="2")
    assert len(eyes) == 1
    for tab in ("now", "map"):
        assert tom.get(f"/m/{code}/live?tab={tab}").status_code == 200
    assert len(eyes) == 2


def test_a_page_after_an_answer_asks_the_database_once(host: Phone, guest: Phone, code: str, store: Store) -> None:
    """Everything else is known from the answer: the state, the newest lines of the log, Rounds, tasks."""
    fragment(guest, code)
    host.get(f"/m/{code}")
    host.send(host.questions()[0], f__gold__number="2")
    with asked(store) as said:
        fragment(guest, code)
    assert len(said) == 1


def test_who_has_the_page_costs_no_drawing(host: Phone, code: str, drawings: list[str]) -> None:
    """304 is said before anything is drawn, also by another process of the same release."""
    tag = host.get(f"/m/{code}/live?tab=now").headers["ETag"]
    drawings.clear()
    assert host.get(f"/m/{code}/live?tab=now", headers={"If-None-Match": tag}).status_code == 304
    assert drawings == []


def test_a_wish_is_drawn_for_its_phone_alone(guest: Phone, new_phone: NewPhone, code: str, store: Store) -> None:
    """Of two watchers one asks for a seat: only he can take that back."""
    asking, other = (watcher(new_phone, code, label) for label in ("Tim", "Tom"))
    device = next(one for one in store.read(code).devices if one.label == "Tim")
    store.wish(code, device.id, "bob")
    assert "/wish" in fragment(asking, code)
    assert "/wish" not in fragment(other, code)


def test_what_is_kept_has_an_end() -> None:
    """Old drawings go."""
    kept = Drawings(room=2)
    made: list[int] = []
    for n in (1, 2, 3, 1):
        kept.of(n, "mark", lambda n=n: made.append(n) or "text")  # type: ignore[misc, func-returns-value]
    assert made == [1, 2, 3, 1]


def test_compiled_pages_are_kept_between_starts(tmp_path: Path, store: Store) -> None:
    """The second application finds them."""
    for _ in range(2):
        app: Flask = toy_app(store, Config(testing=True, pages_folder=str(tmp_path / "cache"), release="1"))
        assert Phone(app).get("/").status_code == 200
    [folder] = (tmp_path / "cache").iterdir()
    assert list(folder.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="folders of a profile are one's own there")
def test_compiled_pages_of_others_are_not_run(tmp_path: Path) -> None:
    """A folder that others can write to is not used; nor one that cannot be made."""
    (tmp_path / "cache").mkdir()
    assert kept_in(str(tmp_path / "cache"), "1") is not None
    (tmp_path / "cache").chmod(0o777)
    assert kept_in(str(tmp_path / "cache"), "1") is None
    (tmp_path / "file").write_text("")
    assert kept_in(str(tmp_path / "file"), "1") is None

"""Secrecy: whatever others hide, a phone gets the same pages, at every address; its log names no chit of theirs."""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask

from companion.engine.match.ledger import Entry
from companion.engine.running.save import Save, decode_save, encode_save
from companion.engine.testing.leaks import perturbed
from companion.games import load_game
from companion.games.multiverse_war.state import WarState
from companion.store import Store
from companion.store.packing import pack, unpack
from companion.web import Config, create_app
from tests.web.phones import Phone
from tests.web.player import answer_one

PAGES = ("", "?tab=map", "?tab=army", "?tab=standing", "/log", "/after", "/correct", "/odds")
TOKENS = re.compile(r'name="(?:csrf|post)" value="[^"]*"')


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "games.db", load_game) as opened:
        yield opened


def application(store: Store) -> Flask:
    return create_app(store, Config(testing=True), find_game=load_game)


def played(store: Store, answers: int) -> tuple[str, Phone, Phone]:
    """A match of two phones and what they hold after so many answers by chance."""
    app = application(store)
    host, guest = Phone(app), Phone(app)
    host.get("/new/multiverse_war")
    host.send(host.form("/new/multiverse_war"), side=["red", "blue"], mine=["red"])
    code = store.matches()[0].code
    guest.get(f"/j/{code}")
    guest.send(guest.form("/join"), label="Phone", seat="blue")
    rng = random.Random(11)
    for _ in range(answers):
        for phone in (host, guest):
            phone.get(f"/m/{code}")
            answer_one(phone, rng)
    return code, host, guest


def others(packed: bytes, seat: str) -> bytes:
    """A save in which all is different that a seat may not know; open steps begin anew."""
    if not packed:
        return packed
    save = decode_save(unpack(packed))
    state = msgspec.json.decode(bytes(save.state), type=WarState)
    other = perturbed(state, seat) or state
    return pack(encode_save(Save(msgspec.Raw(msgspec.json.encode(other)), save.root, save.result, save.format)))


def test_no_page_of_a_seat_hangs_on_what_others_hide(store: Store, tmp_path: Path) -> None:
    """Blue's table, map, cubes, standing, log and story are the same, whatever Red holds."""
    code, _host, guest = played(store, 40)
    copy = tmp_path / "other.db"
    store.backup(copy, replace=True)
    with sqlite3.connect(copy) as file:
        for number, before, record in file.execute("SELECT id, before, record FROM entries").fetchall():
            msgspec.json.decode(record, type=Entry)
            file.execute("UPDATE entries SET before = ? WHERE id = ?", (others(before, "blue"), number))
        (save,) = file.execute("SELECT save FROM matches").fetchone()
        file.execute("UPDATE matches SET save = ?", (others(save, "blue"),))
    file.close()
    before = {page: shown(guest, code, page) for page in PAGES}
    with Store.open(copy, load_game) as second:
        twin = Phone(application(second))
        cookie = guest.client.get_cookie("phone", "192.168.1.5", f"/m/{code}")
        assert cookie is not None
        twin.client.set_cookie("phone", cookie.value, domain="192.168.1.5", path=f"/m/{code}")
        after = {page: shown(twin, code, page) for page in PAGES}
    for page in PAGES:
        assert before[page] == after[page], page


def shown(phone: Phone, code: str, page: str) -> Any:
    """What a phone gets, without its tokens."""
    answer = phone.get(f"/m/{code}{page}")
    return answer.status_code, TOKENS.sub("", answer.get_data(as_text=True))


def test_the_log_names_no_cube_or_mission_of_others(store: Store) -> None:
    """What Red drew, recruited and moved stands in Red's log alone."""
    code, host, guest = played(store, 12)
    assert "You draw" in host.get(f"/m/{code}/log").get_data(as_text=True)
    notes = [note for entry in store.read(code).match.line() for note in entry.notes]
    told = {seat: {str(note.text) for note in notes if note.to == seat} for seat in ("red", "blue")}
    page = guest.get(f"/m/{code}/log").get_data(as_text=True)
    assert told["red"] - told["blue"]
    assert not [words for words in told["red"] - told["blue"] if words in page]

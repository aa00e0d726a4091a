"""A database server: several processes at one match, and what happens when the server is not there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from sqlalchemy import Connection

from companion.engine.match.live import NotOpen, Stamp
from companion.store import NoSuchMatch, Store, StoreAway, StoreDamaged, StoreError, StoreTooNew
from companion.store import store as store_module
from companion.store.database import migrations, notifications
from companion.store.database.postgres import Server
from companion.store.matches import cached
from tests.postgres.server import Postgres
from tests.store.support import NOW, new_match, post
from tests.store.toy import find_game


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.fresh()


@pytest.fixture
def workers(address: str) -> Iterator[list[Store]]:
    """Three stores on one database, as three processes have them."""
    stores = [Store.open(address, find_game) for _ in range(3)]
    yield stores
    for store in stores:
        store.close()


def test_workers_take_turns_at_one_match(workers: list[Store]) -> None:
    """Each answer comes through another worker: all see it at once, none goes by what it remembers."""
    code = new_match(workers[0])
    for number in range(60):
        worker = workers[number % 3]
        assert worker.read(code).last == number + 1
        post(worker, code, 1 + number % 6, f"post-{number}")
    views = [worker.read(code) for worker in workers]
    assert len({view.match.save_text() for view in views}) == 1
    assert sum(views[0].state.stones.values()) == sum(1 + number % 6 for number in range(60))  # type: ignore[attr-defined]


def test_posts_through_all_workers_at_once(workers: list[Store]) -> None:
    """Every post counts once, whichever worker gets it; repeated through another one it gives the same entry."""
    code = new_match(workers[0])

    def act(number: int) -> tuple[str, int]:
        name = f"post-{number // 2}"  # each is sent twice
        with workers[number % 3].change(code) as work:
            question = work.match.questions()[0]
            return name, work.match.answer(question.key, 1, Stamp(question.seat, NOW, "1", name)).n

    with ThreadPoolExecutor(9) as pool:
        found = list(pool.map(act, range(120)))
    assert len(set(found)) == 60
    assert sorted({n for _, n in found}) == list(range(2, 62))


def test_one_question_is_answered_once(workers: list[Store]) -> None:
    """Of three workers that answer the same question at once one counts; the others hear which."""
    code = new_match(workers[0])
    key = workers[0].read(code).questions[0].key

    def act(number: int) -> int:
        try:
            with workers[number % 3].change(code) as work:
                return work.match.answer(key, number % 6, Stamp("red", NOW, "1", f"post-{number}")).n
        except NotOpen as late:
            return -late.instead.n if late.instead else 0

    with ThreadPoolExecutor(9) as pool:
        found = list(pool.map(act, range(9)))
    assert sorted(found) == [-2] * 8 + [2]


def test_matches_do_not_wait_for_each_other(workers: list[Store]) -> None:
    """A worker in the middle of a change holds up nobody at another match, and no reader at all."""
    first, second = new_match(workers[0]), new_match(workers[0])
    with workers[0].change(first) as work:
        work.match.answer(work.match.questions()[0].key, 4, Stamp("red", NOW))
        assert post(workers[1], second, 3).n == 2
        assert workers[1].read(first).last == 1
    assert workers[1].read(first).last == 2


def test_a_change_that_failed_is_remembered_by_nobody(workers: list[Store]) -> None:
    """Also not by the worker whose memory held the match when it failed."""
    code = new_match(workers[0])
    rng = Random(1)
    for number in range(40):
        worker = rng.choice(workers)
        try:
            post(worker, code, 1, f"post-{number}", (lambda: 1 / 0) if number % 4 == 0 else (lambda: None))
        except ZeroDivisionError:
            continue
    for worker in workers:
        assert worker.read(code).last == 1 + 30
        assert worker.export(code) == workers[0].export(code)


def test_a_long_change_made_ready_by_one_worker(workers: list[Store]) -> None:
    """If another worker's answer came between, it is made again on what is there then."""
    code = new_match(workers[0])
    post(workers[0], code, 4)
    tries = []

    def act(work: object) -> None:
        tries.append(1)
        if len(tries) == 1:
            post(workers[1], code, 2)
        work.match.undo(2, Stamp("red", NOW))  # type: ignore[attr-defined]

    workers[0].change_prepared(code, act)
    assert len(tries) == 2
    assert workers[2].read(code).last == 4


def test_a_line_that_breaks_costs_nobody_anything(workers: list[Store]) -> None:
    """The connection for the query of every page is ended by the server: the same page goes another way, later ones
    have a new line, and all see what others changed meanwhile.
    """
    code = new_match(workers[0])
    workers[0].read(code)
    server = workers[0]._db
    assert isinstance(server, Server)
    broken = server._marks._line
    with server.raw() as link:
        link.execute("SELECT pg_terminate_backend(%s)", [broken.info.backend_pid])
    post(workers[1], code, 3)
    assert workers[0].read(code).last == 2
    assert server._marks._line is not broken
    post(workers[1], code, 2)
    assert workers[0].read(code).last == 3
    assert server._marks._line is not None


def test_what_others_deleted_is_gone(workers: list[Store]) -> None:
    code = new_match(workers[0])
    workers[1].read(code)
    workers[0].delete(code)
    for worker in workers:
        with pytest.raises(NoSuchMatch):
            worker.read(code)


def test_a_database_that_was_put_back(workers: list[Store]) -> None:
    """After a restore from an older copy the same entry number means another answer: memory must not say otherwise."""
    code = new_match(workers[0])
    one, two = workers[0], workers[1]
    for stones in (4, 4):
        post(one, code, stones)
    with two._db.writing() as link:  # as a restore would: entries 2 and 3 never were
        link.exec_driver_sql("DELETE FROM entries WHERE n > 1")
        link.exec_driver_sql(
            "UPDATE matches SET last = 1, tip = 1, chain = (SELECT chain FROM entries WHERE n = 1), "
            "save = (SELECT before FROM entries WHERE n = 1)"
        )
    for stones in (1, 1):
        post(two, code, stones)
    assert one.read(code).last == 3
    assert one.read(code).state == two.read(code).state
    assert one.read(code).state.stones["red"] == 2  # type: ignore[attr-defined]


def test_a_visit_is_known_to_all_workers(workers: list[Store], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a holder is about decides over a recovery code, so every worker must know, a little later."""
    monkeypatch.setattr(store_module, "SEEN_STORED", 0.2)
    code = new_match(workers[0])
    token = workers[0].join(code, "Anna", NOW)
    device = workers[0].device(code, token)
    assert device is not None
    workers[1].seen(device.id, "2026-11-20T12:00:00Z")
    assert workers[1].read(code).devices[0].seen == "2026-11-20T12:00:00Z"
    assert workers[2].read(code).devices[0].seen == NOW
    until(lambda: not workers[1]._seen)
    monkeypatch.setattr(cached, "KEPT", 0.0)
    assert workers[2].read(code).devices[0].seen == "2026-11-20T12:00:00Z"


def test_many_start_at_once(address: str) -> None:
    """The tables of an empty database are made once."""
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(lambda _: Store.open(address, find_game), range(6)))
    assert len({store.secret for store in stores}) == 1
    for store in stores:
        store.close()


def widen(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN title VARCHAR NOT NULL DEFAULT 'untitled'")


def test_an_older_database_is_brought_up_to_date(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the same list as files; a worker of the older release that is at work goes on beside the newer one."""
    with Store.open(address, find_game) as old:
        code = new_match(old)
        monkeypatch.setitem(migrations.MIGRATIONS, migrations.SCHEMA, widen)
        monkeypatch.setattr(migrations, "SCHEMA", migrations.SCHEMA + 1)
        with Store.open(address, find_game) as new:
            post(new, code, 3)
            post(old, code, 3)
            assert new.read(code).last == old.read(code).last == 3
        monkeypatch.setattr(migrations, "SCHEMA", migrations.SCHEMA - 1)
        with pytest.raises(StoreTooNew):
            Store.open(address, find_game)


def test_looking_only(address: str) -> None:
    """An empty database is not touched; a full one is read and not written."""
    with pytest.raises(StoreError, match="no matches"):
        Store.open(address, find_game, reading_only=True)
    with Store.open(address, find_game) as store:
        code = new_match(store)
    with Store.open(address, find_game, reading_only=True) as store:
        assert store.read(code).last == 1
        assert store.trouble is not None
        with pytest.raises(StoreError, match="reading only"):
            post(store, code, 1)


def test_odd_letters(address: str) -> None:
    """PostgreSQL keeps no zero bytes in texts: they are left out or found nowhere, and nothing breaks."""
    with Store.open(address, find_game) as store:
        code = new_match(store)
        store.join(code, "An\0na", NOW)
        assert store.read(code).devices[0].label == "An na"
        with pytest.raises(NoSuchMatch):
            store.read("AB\0CD")
        with store.change(code) as work:
            assert work.match.ledger.by_post("x\0") is None
            assert work.match.ledger.by_key("x\0") is None


@pytest.mark.parametrize("address", ["postgresql://h:port/x", "postgresql:"])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(StoreError, match="no address"):
        Store.open(address, find_game)


@pytest.mark.usefixtures("postgres")
def test_nobody_there() -> None:
    """In words, and without the password."""
    with pytest.raises(StoreAway, match="does not answer") as told:
        Store.open("postgresql://anna:hush@127.0.0.1:1/matches", find_game)
    assert "hush" not in str(told.value)


def test_a_password_is_not_shown(address: str) -> None:
    with Store.open(address.replace("companion@", "companion:hush@"), find_game) as store:
        assert "hush" not in store.where


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_without_all_letters(postgres: Postgres, encoding: str) -> None:
    """Refused at the start, not at the first name in another script; the words say what to do."""
    name = f"letters_{encoding.lower()}"
    with Store.open(postgres.fresh(), find_game) as store, store._db.raw() as link:
        link.execute(f"CREATE DATABASE {name} ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
    with pytest.raises(StoreError, match=encoding) as told:
        Store.open(postgres.address().replace("/postgres?", f"/{name}?"), find_game)
    assert "createdb" in str(told.value)


def test_somebody_elses_table(address: str) -> None:
    with Store.open(address, find_game) as store, store._db.writing() as link:
        link.exec_driver_sql("UPDATE meta SET value = '²' WHERE key = 'schema'")
    with pytest.raises(StoreDamaged, match="not Companion's"):
        Store.open(address, find_game)


@pytest.mark.slow
@pytest.mark.usefixtures("postgres")
def test_a_server_that_falls_and_comes_back() -> None:
    """kill -9 of PostgreSQL: what was acknowledged is there, what was not may be sent again, and words meanwhile."""
    server = Postgres(durable=True)
    try:
        with Store.open(server.fresh(), find_game) as store:
            code = new_match(store)
            post(store, code, 4, "post-1")
            server.kill()
            for _ in range(3):
                with pytest.raises(StoreAway):
                    post(store, code, 3, "post-2")
            assert store.trouble is not None
            server.start()
            while True:
                try:
                    entry = post(store, code, 3, "post-2")
                    break
                except StoreAway:  # a connection of before
                    continue
            assert entry.n == 3
            assert store.trouble is None
            assert [line.entry.post for line in store.read(code).entries().lines] == ["post-2", "post-1", ""]
    finally:
        server.remove()


# ---- news


def told_of(store: Store, *codes: str) -> dict[str, int]:
    heard: dict[str, int] = {}
    store.subscribe(lambda code, version: heard.update({code: max(version, heard.get(code, 0))}))
    store.hear_others(lambda: codes)
    return heard


def until(true: Callable[[], bool], seconds: float = 8) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_others_hear_of_a_change(workers: list[Store]) -> None:
    """Within a moment, all of it, whoever made it; nobody hears his own words twice."""
    code = new_match(workers[0])
    heard = [told_of(worker) for worker in workers]
    until(lambda: all(worker.hears_others for worker in workers))
    own: list[int] = []
    workers[0].subscribe(lambda _, version: own.append(version))
    began = time.monotonic()
    post(workers[0], code, 4)
    until(lambda: all(one.get(code) == workers[0].version(code) for one in heard))
    assert time.monotonic() - began < 2
    for number in range(30):
        post(workers[number % 3], code, 1)
    until(lambda: all(one.get(code) == workers[0].version(code) for one in heard))
    time.sleep(0.1)
    assert len(own) == len(set(own))


def test_lost_news_are_made_up_for(workers: list[Store], monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that dies between its change and its words: the others look for themselves after a while."""
    monkeypatch.setattr(notifications, "COMPARED", 0.2)
    code = new_match(workers[0])
    heard = told_of(workers[1], code)
    until(lambda: workers[1].hears_others)
    post(workers[0], code, 4)  # it never said that it listens, so it tells nobody either
    until(lambda: heard.get(code) == workers[0].version(code))


@pytest.mark.slow
@pytest.mark.usefixtures("postgres")
def test_the_line_for_news_comes_back() -> None:
    """PostgreSQL is restarted: a few seconds later news flow again, and what happened meanwhile is known."""
    server = Postgres()
    try:
        address = server.fresh()
        with Store.open(address, find_game) as one, Store.open(address, find_game) as other:
            code = new_match(one)
            heard = told_of(other, code)
            told_of(one)
            until(lambda: other.hears_others)
            server.stop()
            until(lambda: not other.hears_others)
            server.start()
            until(lambda: _posted(one, code))
            until(lambda: heard.get(code) == one.version(code))
    finally:
        server.remove()


def _posted(store: Store, code: str) -> bool:
    try:
        post(store, code, 4)
    except StoreError:
        return False
    return True

"""Who may do what: every address of the map, asked by every role with every method, with the right form token.

What a role may not do is refused and changes nothing in the file; and no answer holds another phone's token. A new
address fails the test until it is said here who may use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.routing import Rule

from tests.attack.tables import ROLES, Table, table

pytestmark = pytest.mark.slow

PLAYERS, HOSTS, ALL = ("host", "player"), ("host",), ROLES
KNOWN = ("host", "player", "watcher")
MAY_POST = {
    "table.answer": PLAYERS, "table.both": PLAYERS, "log.do_undo": PLAYERS, "log.redo": PLAYERS,
    "log.do_change": PLAYERS, "log.proposal": PLAYERS, "correcting.do_correct": PLAYERS, "odds.begin": PLAYERS,
    "recover.codes": PLAYERS, "recover.settle": ALL, "host.seat": HOSTS, "host.device": HOSTS, "host.ruling": HOSTS,
    "recover.refuse": HOSTS, "recover.use": ALL, "recover.wish": ALL, "join.take": ALL, "hints.switch": ALL,
    "task_list.tick": PLAYERS, "settings.ring": ALL,
    "rematch.begin": PLAYERS, "rematch.go": KNOWN,
    "erasing.do_erase": HOSTS, "erasing.do_forget": KNOWN, "match_lobby.ready": PLAYERS, "match_lobby.begin": HOSTS,
    "match_lobby.name": PLAYERS,
}  # fmt: skip
"""Who may post to an address of a match; `host.seat` lets a player free his own seat, which another test asks for."""
MAY_READ = {
    "join.join": ALL, "join.short": ALL, "recover.page": ALL, "screen.short": ALL, "scanned.at_table": ALL,
    "aid.aid": KNOWN, "reference.in_match": ALL,
    "table.table": KNOWN, "table.live": KNOWN, "log.log": KNOWN, "after.after": KNOWN,
    "after.souvenir": KNOWN, "after.picture": KNOWN,
    "film.film": KNOWN, "host.host": KNOWN, "screen.screen": KNOWN, "screen.live": KNOWN, "live.version": KNOWN,
    "live.events": KNOWN, "odds.show": (), "log.undo": PLAYERS, "log.change": PLAYERS, "correcting.correct": PLAYERS,
    "recover.access": PLAYERS, "host.export": HOSTS, "erasing.erase": KNOWN, "erasing.mine": KNOWN,
    "match_lobby.lobby": KNOWN, "match_lobby.live": KNOWN,
}  # fmt: skip
"""Who is shown an address of a match."""
VALUES = {"n": "5", "job_id": "nobodys", "kind": "seat", "thing": "ann"}
"""What stands in an address; entry 5 is a roll, whose form tells nobody anything."""
WRONG = [
    {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://["}, {"Origin": "http://192.168.1.5:1"},
    {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}, {"Origin": "", "Referer": "http://evil.example/"},
]  # fmt: skip
METHODS = ("PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "PROPFIND")


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(tmp_path_factory.mktemp("attack")) as made:
        yield made


def rules(app: Flask, method: str) -> list[Rule]:
    """The addresses of a match that take a method."""
    found = [one for one in app.url_map.iter_rules() if "code" in one.arguments and method in (one.methods or ())]
    assert len(found) > 15
    return found


def address(rule: Rule, code: str) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda one: {"code": code, **VALUES}[one[1]], str(rule))


def tempting(attacked: Table, role: str) -> dict[str, object]:
    """Fields with which each post would do something, for whoever may."""
    view = attacked.store.read(attacked.code)
    key = view.questions[0].key if view.questions else ""
    host = next(one.id for one in view.devices if one.host)
    player = next(one.id for one in view.devices if one.label == "player")
    return {
        "csrf": attacked.csrf(role), "post": f"p-{role}", "key": key, "key.0": key, "post.0": "q", "roll": "app",
        "choice": "yes", "number": "1", "f.gold.number": "1", "path": "/sides/ann/gold", "value": "77",
        "confirm": "yes", "raw": "1", "force": "yes", "device": str(player if role == "host" else host),
        "do": "host", "reading": "rival", "role": "ann",
    }  # fmt: skip


def test_every_post_is_for_whom_it_is_meant(attacked: Table) -> None:
    """Everybody else is refused, whatever he holds, and the file stays as it was."""
    checks = 0
    for rule, role in product(rules(attacked.app, "POST"), ROLES):
        assert rule.endpoint in MAY_POST, f"{rule.endpoint} is new: say in MAY_POST who may post to it"
        if role in MAY_POST[rule.endpoint]:
            continue
        before, seat = attacked.fingerprint(), {"seat": "ann"} if rule.endpoint == "host.seat" else {}
        answer = attacked.send(role, "POST", address(rule, attacked.code), tempting(attacked, role) | seat)
        assert answer.status_code in (403, 404), (rule.endpoint, role, answer.status_code)
        assert attacked.fingerprint() == before, (rule.endpoint, role)
        checks += 1
    print(f"{checks} posts refused to {len(ROLES)} roles")


def test_every_page_is_for_whom_it_is_meant(attacked: Table) -> None:
    """Others are sent to the join page or refused; nobody is sent a token; looking changes nothing."""
    before, checks = attacked.fingerprint(), 0
    for rule, role, method in product(rules(attacked.app, "GET"), ROLES, ("GET", "HEAD")):
        assert rule.endpoint in MAY_READ, f"{rule.endpoint} is new: say in MAY_READ who may read it"
        answer = attacked.send(role, method, address(rule, attacked.code))
        where = (rule.endpoint, role, method, answer.status_code)
        if role in MAY_READ[rule.endpoint]:
            assert answer.status_code in (200, 303), where
        else:
            assert answer.status_code in (403, 404) or "/join" in (answer.location or ""), where
        body = "" if rule.endpoint == "live.events" else answer.get_data().decode("latin-1")
        sent = body + str(answer.headers)
        assert not [secret for secret in attacked.planted(role) if secret in sent], where
        checks += 1
    assert attacked.fingerprint() == before
    print(f"{checks} pages asked for, no token sent")


@pytest.mark.slow
def test_no_other_method_does_anything(attacked: Table) -> None:
    """Whatever the address and the role, also where there is no match in it."""
    before, checks = attacked.fingerprint(), 0
    for rule, role, method in product(attacked.app.url_map.iter_rules(), ROLES, METHODS):
        path = re.sub(r"<(?:\w+:)?(\w+)>", "toy", address_of(rule, attacked.code))
        answer = attacked.send(role, method, path, {"csrf": attacked.csrf(role)} if method != "TRACE" else None)
        assert answer.status_code in (200, 400, 403, 404, 405), (rule, method, answer.status_code)
        assert answer.status_code != 200 or method == "OPTIONS", (rule, method)
        checks += 1
    assert attacked.fingerprint() == before
    print(f"{checks} requests with other methods")


def address_of(rule: Rule, code: str) -> str:
    return address(rule, code) if "code" in rule.arguments else str(rule)


@pytest.mark.slow
def test_every_post_from_elsewhere_is_refused(attacked: Table) -> None:
    """By its origin, by what the browser says of it, or for want of its token; also outside of matches."""
    before, checks = attacked.fingerprint(), 0
    posts = [rule for rule in attacked.app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    for rule, role in product(posts, ROLES):
        path = re.sub(r"<(?:\w+:)?(\w+)>", "toy", address_of(rule, attacked.code))
        data = tempting(attacked, role)
        tries = [(data, wrong) for wrong in WRONG]
        tries += [({**data, "csrf": token}, {}) for token in ("", "0" * 64, attacked.csrf(other_than(role)))]
        for fields, headers in tries:
            answer = attacked.send(role, "POST", path, fields, **headers)
            assert answer.status_code == 403, (rule.endpoint, role, headers)
            checks += 1
    assert attacked.fingerprint() == before
    print(f"{checks} posts from elsewhere refused")


def other_than(role: str) -> str:
    return "player" if role == "host" else "host"


@pytest.mark.parametrize("tail", ["", "-journal", "-wal"])
def test_no_token_is_in_the_file(attacked: Table, tail: str) -> None:
    """Only hashes are."""
    file = Path(f"{attacked.store.path}{tail}")
    written = file.read_bytes() if file.exists() else b""
    assert not [role for role in ROLES if (token := attacked.token(role)) and token.encode() in written]


def test_the_same_posts_work_for_whom_they_are_meant(attacked: Table) -> None:
    """Or the tests above would pass for the wrong reason. The last one: it makes another phone a host."""
    for endpoint, role in (("correcting.do_correct", "player"), ("host.device", "host"), ("hints.switch", "stranger")):
        rule = next(one for one in rules(attacked.app, "POST") if one.endpoint == endpoint)
        before = attacked.fingerprint()
        answer = attacked.send(role, "POST", address(rule, attacked.code), tempting(attacked, role))
        assert answer.status_code == 303, (endpoint, role)
        assert (attacked.fingerprint() != before) is (endpoint != "hints.switch")

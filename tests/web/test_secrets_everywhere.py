"""Secrecy of every address: a match whose hidden values are others *in the file* sends the same bytes to a phone.

`test_secrets` exchanges the hidden values of the present state. Here they are exchanged in the state at every entry of
the ledger, in answers under seal and in private notes, on a copy of the file; and the addresses come from the map of
routes, so that a new page cannot be forgotten: without a line in `VISITED` the test fails.
"""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask
from msgspec import structs

from companion.engine.core.effects import Note
from companion.engine.core.questions import Question
from companion.engine.core.text import Text, t
from companion.engine.game.panels import Board, HexView, MapPanel, Token
from companion.engine.game.record import Game
from companion.engine.match.ledger import Entry
from companion.engine.match.statistics import Statistics, Tally
from companion.engine.running.save import Done, Frame, Save, decode_save, encode_save
from companion.engine.testing.leaks import perturbed
from companion.store import Store
from companion.store.packing import pack, unpack
from companion.web import Config, create_app
from tests.engine import toy
from tests.web.phones import ORIGIN, Phone
from tests.web.player import Steer, answer_one

pytestmark = pytest.mark.slow

VISITED = {
    "table.table": ["", "?tab=army", "?tab=map", "?as=bob", "?as=ann"],
    "table.live": ["?tab=now", "?tab=army", "?as=bob"],
    "log.log": ["", "?seat=bob"], "log.change": [""], "log.undo": [""], "after.after": ["", "?frame=0", "?frame=3"],
    "after.souvenir": [""], "after.picture": [""],
    "film.film": ["?frame=1", "?frame=4"], "correcting.correct": ["", "?path=/sides/ann/gold"],
    "aid.aid": [""], "reference.in_match": [""],
    "host.host": [""], "recover.page": [""], "recover.access": [""],
    "join.join": [""], "join.short": [""], "screen.screen": [""],
    "screen.live": [""], "screen.short": [""], "live.version": [""], "live.events": ["?v=1"], "scanned.at_table": [""],
    "odds.show": [""], "host.export": [""], "match_lobby.lobby": [""], "match_lobby.live": [""], "erasing.erase": [""],
    "erasing.mine": [""],
}  # fmt: skip
"""What is asked for at each address of a match, by its view."""
ARGUMENTS: dict[str, list[Any]] = {
    "n": [1, 3, 4, 5, 9, 14],
    "job_id": ["nobodys"],
    "kind": ["card"],
    "thing": ["joker"],
}
ONLY_FOR_HOSTS = {"host.export"}
"""Holds every hand on purpose; other phones are refused."""
TOKENS = re.compile(
    r'name="(?:csrf|post(?:\.\d)?)" value="[^"]*"|^retry: \d+$|"last in touch":\s*"[^"]*"', re.MULTILINE
)
"""What is by chance: tokens of forms, when a phone comes back to a line that broke, and the time of this very look."""
SCRIPT = {"HX-Request": "true"}


def board(state: toy.Fair, seat: str) -> Board:
    """The toy's board with a map: what everybody has of gold stands on it."""
    hexes = [
        HexView(side.seat, n, 0, label=t("{gold} gold", gold=side.gold), tokens=(Token(t(side.seat), side.seat[0]),))
        for n, side in enumerate(state.sides.values())
    ]
    plain = toy.board(state, seat)
    return structs.replace(plain, panels=(*plain.panels, MapPanel("map", "map", t("Fair"), tuple(hexes))))


def tally(state: toy.Fair) -> Tally:
    return Tally(1, t("Round 1"), {side.seat: (side.gold,) for side in state.sides.values()})


def loose_board(state: toy.Fair, seat: str) -> Board:
    """The same with a leak: the hands of all lie open on the map."""
    sound = board(state, seat)
    shown = "".join(card for side in state.sides.values() for card in side.hand)
    hexes = (HexView("hands", 9, 9, label=Text(shown)),)
    return structs.replace(sound, panels=(*sound.panels[:-1], MapPanel("map", "map", t("Fair"), hexes)))


FAIR = structs.replace(toy.GAME, board=board, statistics=Statistics((t("Gold"),), tally))
LOOSE = structs.replace(FAIR, board=loose_board)


def application(store: Store, game: Game) -> Flask:
    return create_app(store, Config(testing=True), find_game=lambda _name: game, games=lambda: [game])


class Match:
    """A match on a file, played for a while: the first seat is the host, the others are guests, a TV watches."""

    steer: Steer | None = None
    app_dice: bool | None = None

    def __init__(self, folder: Path, answers: int, game: Game = FAIR, seats: tuple[str, ...] = ("ann", "bob")) -> None:
        self.folder, self.game, self.seats = folder, game, seats
        self.store = Store.open(folder / "fair.db", lambda _name: game)
        app = application(self.store, game)
        players, screen = [Phone(app) for _ in seats], Phone(app)
        host = players[0]
        host.get(f"/new/{game.name}")
        host.send(host.form(f"/new/{game.name}"), side=list(seats), mine=[seats[0]])
        self.code = self.store.matches()[0].code
        for phone, seat in zip((*players[1:], screen), (*seats[1:], ""), strict=True):
            phone.get(f"/j/{self.code}")
            phone.send(phone.form("/join"), label="Phone", **({"seat": seat} if seat else {}))
        self.players, self.rng = players, random.Random(2)
        self.play(answers)
        phones = dict(zip((*seats, ""), (*players, screen), strict=True))
        self.tokens = {seat: token(phone, self.code) for seat, phone in phones.items()}

    def play(self, answers: int) -> None:
        """Let each player answer what it is asked, so many times."""
        for _ in range(answers):
            for phone in self.players:
                phone.get(f"/m/{self.code}")
                answer_one(phone, self.rng, app_dice=self.app_dice, steer=self.steer)

    def asked(self, tail: str) -> str:
        """What to ask for, with the seats of this match."""
        for name, seat in zip(("ann", "bob"), self.seats, strict=False):
            tail = tail.replace(name, seat)
        return tail

    def other(self, seat: str) -> Path:
        """A copy of the file in which all is different that a seat may not know."""
        target = self.folder / f"other-{seat}.db"
        self.store.backup(target, replace=True)
        with sqlite3.connect(target) as file:
            rows = file.execute("SELECT id, before, record FROM entries ORDER BY id").fetchall()
            (save,) = file.execute("SELECT save FROM matches").fetchone()
            entries = [msgspec.json.decode(record, type=Entry) for _, _, record in rows]
            found, save = self.exchanged([before for _, before, _ in rows], entries, save, seat)
            for (number, _, _), (before, entry) in zip(rows, found, strict=True):
                values = before, msgspec.json.encode(entry), number
                file.execute("UPDATE entries SET before = ?, record = ? WHERE id = ?", values)
            file.execute("UPDATE matches SET save = ?", (save,))
        file.close()
        return target

    def exchanged(
        self, saves: list[bytes], entries: list[Entry], save: bytes, seat: str
    ) -> tuple[list[tuple[bytes, Entry]], bytes]:
        """The saves before all entries, the entries and the save now, with all exchanged that a seat may not know."""
        changes = [changed_entry(entry, seat) for entry in entries]
        return list(zip([changed(one, seat) for one in saves], changes, strict=True)), changed(save, seat)


def token(phone: Phone, code: str) -> str:
    cookie = phone.client.get_cookie("phone", "192.168.1.5", f"/m/{code}")
    assert cookie is not None
    return cookie.value


def changed(packed: bytes, seat: str) -> bytes:
    """A save with everything hidden from a seat exchanged, bids under seal included."""
    if not packed:
        return packed
    save = decode_save(unpack(packed))
    state = msgspec.json.decode(bytes(save.state), type=toy.Fair)
    hidden = [n for n, one in enumerate(state.sides) if one != seat]
    if save.root is not None:
        unseal(save.root, hidden)
    other = perturbed(state, seat) or state
    return pack(encode_save(Save(msgspec.Raw(msgspec.json.encode(other)), save.root, save.result, save.format)))


def unseal(frame: Frame | Done, hidden: list[int]) -> None:
    """Lower every bid that others must not see yet."""
    if isinstance(frame, Done):
        return
    if frame.rule.endswith(".bid"):
        for slot, given in frame.answers.items():
            if int(slot.rpartition(".")[2]) in hidden and given.value:
                frame.answers[slot] = structs.replace(given, value=given.value - 1)
    for child in frame.children:
        unseal(child, hidden)


def changed_entry(entry: Entry, seat: str) -> Entry:
    """An entry with other private notes, and another value where the notes say that it was private."""
    notes = [structs.replace(one, text=t("XYZZY")) if one.to not in ("", seat) else one for one in entry.notes]
    private = entry.seat != seat and notes != entry.notes and isinstance(entry.value, list)
    return structs.replace(entry, notes=notes, value=entry.value[::-1] if private else entry.value)


def addresses(app: Flask, match: Match) -> Iterator[tuple[str, str]]:
    """Every address of a match that answers to GET, with the name of its view."""
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or "code" not in rule.arguments:
            continue
        assert rule.endpoint in VISITED, f"{rule.endpoint} is new: say in VISITED what to ask it for"
        for path in filled(str(rule), match.code):
            yield from ((rule.endpoint, path + match.asked(tail)) for tail in VISITED[rule.endpoint])


def filled(rule: str, code: str) -> list[str]:
    """A rule with its arguments filled in, in all ways."""
    paths = [rule.replace("<code>", code)]
    for name in re.findall(r"<(?:\w+:)?(\w+)>", paths[0]):
        paths = [re.sub(rf"<(\w+:)?{name}>", str(value), path) for path in paths for value in ARGUMENTS[name]]
    return paths


def everything(app: Flask, match: Match, token: str) -> dict[str, bytes]:
    """All that is sent to a phone, by address: status, headers that tell something, and the body."""
    client, seen = app.test_client(use_cookies=False), {}
    for endpoint, path in addresses(app, match):
        for more in ({}, SCRIPT):
            answer = client.get(path, base_url=ORIGIN, headers={"Cookie": f"phone={token}"} | more, buffered=False)
            events = endpoint == "live.events"
            body = b"".join(islice(answer.response, 2)) if events else answer.get_data()
            answer.close()
            if endpoint in ONLY_FOR_HOSTS and answer.status_code == 200:
                continue
            head = f"{answer.status_code} {answer.location} {answer.headers.get('Content-Length')}"
            length = "" if answer.mimetype == "text/html" else head
            seen[f"{path} {more}"] = length.encode() + tidy(body)
    return seen


def tidy(body: bytes) -> bytes:
    try:
        return TOKENS.sub("", body.decode()).encode()
    except UnicodeDecodeError:  # a PDF
        return body


@pytest.fixture(params=[4, 9, 16])
def match(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Match]:
    made = Match(tmp_path, request.param)
    yield made
    made.store.close()


def phones(match: Match) -> Iterator[Phone]:
    """The phones of the players, in the order of their seats."""
    for seat in match.seats:
        phone = Phone(application(match.store, match.game))
        phone.client.set_cookie("phone", match.tokens[seat], domain="192.168.1.5", path=f"/m/{match.code}")
        yield phone


def told_anew(question: Question, value: Any, notes: list[Note]) -> dict[str, Any]:
    """What an entry of the ledger says when the question is answered: what was asked, too, which all may read."""
    return {"key": question.key, "prompt": question.part.prompt, "value": value, "notes": notes}


def leaking(board: Board, words: str) -> Board:
    """A board with a leak: these words stand on its map."""
    leak = HexView("leak", 9, 9, label=t(words))
    panels = (
        structs.replace(one, hexes=(*one.hexes, leak)) if isinstance(one, MapPanel) else one for one in board.panels
    )
    return structs.replace(board, panels=tuple(panels))


def own_lines_stay_own(match: Match, own: str, other: str) -> None:
    """What the log tells one seat alone stands in its own log only; there is some, or the test would find nothing."""
    host, guest = phones(match)
    read, seen = (phone.get(f"/m/{match.code}/log").get_data(as_text=True) for phone in (host, guest))
    notes = [note for entry in match.store.read(match.code).match.line() for note in entry.notes]
    told = {seat: {str(note.text) for note in notes if note.to == seat} for seat in match.seats}
    alone = told[own] - told[other]
    assert [words for words in alone if words in read]
    assert not [words for words in alone if words in seen]


def compared(match: Match, seat: str, game: Game) -> list[str]:
    """The addresses at which a phone is sent something else when hidden values are others."""
    before = everything(application(match.store, game), match, match.tokens[seat])
    with Store.open(match.other(seat), lambda _name: game) as store:
        after = everything(application(store, game), match, match.tokens[seat])
    assert before.keys() == after.keys()
    assert len(before) > 50
    return [path for path in before if before[path] != after[path] and not answers_for_another(path, match, seat)]


def answers_for_another(path: str, match: Match, seat: str) -> bool:
    """Whether somebody looks on purpose at what another seat is asked, which the log tells everybody."""
    return any(f"as={other} " in path for other in match.seats if other != seat)


@pytest.mark.parametrize("seat", ["ann", "bob", ""])
def test_no_address_sends_anything_that_depends_on_a_secret(match: Match, seat: str) -> None:
    """Pages, fragments, events, the souvenir, film, log, TV, refusals: byte for byte the same."""
    assert compared(match, seat, FAIR) == []


def test_a_leak_is_found_at_every_page_that_has_it(tmp_path: Path) -> None:
    """With hands open on the map: on the map, on the TV, and in the film of what was."""
    match = Match(tmp_path, 12)
    found = " ".join(compared(match, "", LOOSE))
    match.store.close()
    for part in ("?tab=map", "/tv", "/after?frame=0", "/film?frame=1"):
        assert part in found


def test_every_view_of_a_match_is_in_the_list(app: Flask) -> None:
    """And nothing else is."""
    views = {rule.endpoint for rule in app.url_map.iter_rules() if "code" in rule.arguments and "GET" in rule.methods}
    assert views == set(VISITED)

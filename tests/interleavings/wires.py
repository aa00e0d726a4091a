"""The server's end of an order: what phones can reach.

`StoreWire` is the store and the match; a paper is what a role may see of them. `PageWire` is the whole application: the
paper is the HTML a phone gets, posts go through forms, tokens and ETags.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any, Literal, Protocol

import msgspec
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.match.live import NotOpen, Stamp
from companion.engine.running.views import view
from companion.store import Transaction
from companion.web.app.tokens import form_token
from companion.web.play.answers import decode, encode
from tests.interleavings.positions import NOW, RELEASE, Position, Role, find_game
from tests.interleavings.servers import PageServer, Server
from tests.web.player import Controls, FormsOfPage, fill_in

Verdict = Literal["counted", "late", "refused"]
VERDICTS: dict[int, Verdict] = {303: "counted", 409: "late", 422: "refused"}
MASKED = re.compile(r'name="(?:csrf|post(?:\.\d)?)" value="[^"]*"')
UNDONE = 0.3
ORIGIN = "http://192.168.1.5:8000"


@dataclass
class Message:
    """A post of a phone: an answer, or (`undo` > 0) taking its last one back. `post` is its idempotency key."""

    phone: int
    post: str
    key: str = ""
    undo: int = 0
    fields: dict[str, list[str]] = field(default_factory=dict)
    verdicts: list[Verdict] = field(default_factory=list)


@dataclass(frozen=True)
class Paper:
    """What a phone shows: the version it stands for, every byte of it, and what it can be used for."""

    version: int
    text: bytes
    source: Any = None
    tag: str = ""


class Wire(Protocol):
    """What phones can reach."""

    position: Position
    server: Server

    def first(self, phone: int) -> Paper:
        """What a phone shows before anything happens."""

    def read(self, phone: int, answering: str = "", known: Paper | None = None) -> Paper:
        """The paper of a phone; `answering` for a seat it does not hold; the `known` one again when nothing changed."""

    def write(self, phone: int, paper: Paper, rng: Random, post: str) -> Message | None:
        """A message the paper of a phone allows; None when it has nothing to fill in."""

    def post(self, message: Message) -> Verdict:
        """Deliver a message. Raises Killed."""


FIRST: dict[tuple[str, str, int], Paper] = {}


@lru_cache(maxsize=4096)
def sight(name: str, seat: str, state_json: bytes) -> bytes:
    """What a seat may see of a state of a game: its view and its board."""
    game = find_game(name)
    state = msgspec.json.decode(state_json, type=game.state_type)
    board = game.board(state, seat) if game.board else None
    return msgspec.json.encode([view(state, seat), board])


class StoreWire:
    """The store and the match alone."""

    def __init__(self, server: Server, position: Position) -> None:
        self.server, self.position = server, position

    @property
    def code(self) -> str:
        """The match."""
        return self.position.code

    def role(self, phone: int) -> Role:
        """Who a phone is."""
        return self.position.roles[phone]

    def first(self, phone: int) -> Paper:
        """What a phone shows before anything happens: the same in every round, so read once."""
        known = type(self).__name__, self.code, phone
        if known not in FIRST:
            FIRST[known] = self.read(phone)
        return FIRST[known]

    # ---- what phones do

    def read(self, phone: int, _answering: str = "", _known: Paper | None = None) -> Paper:
        """Everything the role of a phone may see."""
        found, role = self.server.store.read(self.code), self.role(phone)
        seat = role.seats[0] if role.seats else ""
        own = [question for question in found.questions if question.seat == seat]
        others = [(question.key, question.seat, question.sealed) for question in found.questions]
        lines = found.entries(12).lines
        log = [[note for note in line.entry.notes if note.to in ("", seat)] for line in lines]
        shown = [found.version, found.ended, own, others, log]
        text = msgspec.json.encode(shown, enc_hook=repr) + sight(found.game.name, seat, found.state_json)
        last = next((line.entry for line in lines if line.live), None)
        return Paper(found.version, text, (found.questions, last, found.last))

    def write(self, phone: int, paper: Paper, rng: Random, post: str) -> Message | None:
        """A message the paper of a phone allows; None when it has nothing to fill in."""
        (questions, last, mark), role = paper.source, self.role(phone)
        asked = [q for q in questions if q.seat in role.seats or (role.host and not q.sealed)]
        if last and last.by == role.by and role.plays and rng.random() < UNDONE and last.kind == "answer":
            return Message(phone, f"undo-{mark}", undo=last.n)
        if not asked:
            return None
        question = rng.choice(asked)
        return Message(phone, post, question.key, fields=encode(question.part, sample(question.part, rng)))

    def post(self, message: Message) -> Verdict:
        """What `table.answer` and `log.do_undo` do with a post, without the pages round it."""
        stamp = Stamp(self.role(message.phone).by, NOW, RELEASE, message.post)
        try:
            with self.server.store.change(self.code) as transaction:
                if message.undo:
                    return self._undo(transaction, message.undo, stamp)
                question = next((one for one in transaction.match.questions() if one.key == message.key), None)
                if question is None and transaction.match.ledger.by_post(message.post) is not None:
                    return "counted"
                raw, source = decode(question.part, MultiDict(message.fields)) if question else ("", "typed")
                transaction.match.answer(message.key, raw, stamp, source)
        except NotOpen:
            return "late"
        except Refused:
            return "refused"
        return "counted"

    @staticmethod
    def _undo(transaction: Transaction, n: int, stamp: Stamp) -> Verdict:
        if transaction.match.ledger.by_post(stamp.post) is None and transaction.match.concerned(n, stamp.by):
            return "refused"
        transaction.match.undo(n, stamp)
        return "counted"


class PageWire(StoreWire):
    """The whole application, reached as a browser without scripts reaches it, or a script with its ETag."""

    server: PageServer

    def read(self, phone: int, answering: str = "", known: Paper | None = None) -> Paper:
        """The changing part of the play page; a phone that has it already is answered 304."""
        path = f"/m/{self.code}/live?tab=now" + (f"&as={answering}" if answering else "")
        headers = {"If-None-Match": known.tag} if known and known.tag else {}
        page = self.request("GET", path, phone, headers=headers)
        if page.status_code == 304:
            assert known is not None
            return known
        assert page.status_code == 200, page.status
        text = page.get_data(as_text=True)
        version = int(re.findall(r'data-version="(\d+)"', text)[0])
        return Paper(version, MASKED.sub("", text).encode(), text, page.headers["ETag"])

    def write(self, phone: int, paper: Paper, rng: Random, post: str) -> Message | None:
        """Fill in a form as it stands in the page."""
        forms = FormsOfPage(paper.source)
        if forms.undo and rng.random() < UNDONE:
            entry, own = forms.undo[0]
            return Message(phone, own, undo=entry)
        if not forms.questions:
            return None
        data = fill_in(Controls(paper.source, rng.choice(forms.questions)), rng, app_dice=False)
        fields = {name: value if isinstance(value, list) else [value] for name, value in data.items()}
        (key,), _, _ = fields.pop("key"), fields.pop("post"), fields.pop("csrf")
        return Message(phone, post, key, fields=fields)

    def post(self, message: Message) -> Verdict:
        """Post the form."""
        csrf = form_token(self.role(message.phone).token)
        data = {**message.fields, "key": [message.key], "post": [message.post], "csrf": [csrf]}
        tail = f"undo/{message.undo}" if message.undo else "answer"
        page = self.request("POST", f"/m/{self.code}/{tail}", message.phone, data=data, headers={"Origin": ORIGIN})
        if message.undo and page.status_code in (404, 422, 409):
            return "refused"
        return VERDICTS[page.status_code]

    def request(self, method: str, path: str, phone: int, **more: Any) -> TestResponse:
        """One request of a phone."""
        headers = {"Cookie": f"phone={self.role(phone).token}", **more.pop("headers", {})}
        return self.server.client.open(path, method=method, base_url=ORIGIN, headers=headers, **more)

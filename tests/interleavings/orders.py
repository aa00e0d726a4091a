"""One order of events, played and judged.

Six phones look at their papers, fill in what stands there (which may be out of date), and send. A message may
vanish on the way, wait while others overtake it, come twice, or be answered by nobody because the answer is lost or the
server dies: before the change is durable, after it, or in between messages. A phone keeps what was not acknowledged and
sends it again, and now and then sends again what was. In the end everything kept is sent, everything late arrives,
and whoever has an old version fetches the present one. Then `judged` says what is wrong; nothing may be.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

import msgspec
from werkzeug.datastructures import MultiDict

from companion.engine.core.errors import CompanionError
from companion.engine.core.questions import parse
from companion.engine.match.ledger import Entry, MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.web.play.answers import decode
from companion.web.reading.asked import question_at
from tests.interleavings.positions import PHONES
from tests.interleavings.servers import Killed, Moment
from tests.interleavings.wires import Message, Paper, Verdict, Wire

STEPS = (10, 34)
ACTS = {"look": 3, "send": 7, "arrive": 8, "again": 3, "vanish": 1, "kill": 0.25}
RESPONSE_LOST = 0.15
SLIPS = 0.05
"""How often somebody fills in what no form allows."""
DEATHS: dict[Moment, float] = {"": 0.96, "before": 0.02, "after": 0.02}


@dataclass
class Phone:
    """A phone: what it shows, what it waits for an answer to, and what was acknowledged to it."""

    n: int
    paper: Paper
    whole: bool
    """Whether the paper is the plain one of its role (not one that answers for somebody)."""
    outbox: list[Message] = field(default_factory=list)
    acknowledged: list[Message] = field(default_factory=list)


class Order:
    """An order of events on a wire. `happened` counts what kinds of events there were."""

    def __init__(self, wire: Wire, rng: Random, steps: tuple[int, int] = STEPS) -> None:
        self.wire, self.rng, self.steps = wire, rng, steps
        self.server, self.code = wire.server, wire.position.code
        self.phones = [Phone(n, wire.first(n), True) for n in range(PHONES)]
        self.flight: list[Message] = []
        self.sent: dict[str, Message] = {}
        self.problems: list[str] = []
        self.happened: Counter[str] = Counter()

    def play(self) -> list[str]:
        """Everything from the first look to the verdict; gives what is wrong."""
        for _ in range(self.rng.randint(*self.steps)):
            (act,) = self.rng.choices(list(ACTS), list(ACTS.values()))
            getattr(self, f"_{act}")(self.rng.choice(self.phones))
        self._settle()
        return self.problems + judged(self)

    # ---- what may happen

    def _look(self, phone: Phone) -> None:
        role, answering = self.wire.position.roles[phone.n], ""
        if not role.seats and role.host:
            answering = self.rng.choice(["", *(seat.id for seat in self.wire.position.game.seats)])
        paper = self.wire.read(phone.n, answering)
        if self.rng.random() < RESPONSE_LOST:
            self.happened["page lost"] += 1
            return
        phone.paper, phone.whole = paper, not answering

    def _send(self, phone: Phone) -> None:
        message = self.wire.write(phone.n, phone.paper, self.rng, f"p{phone.n}-{len(self.sent)}")
        if message is None:
            return
        if self.rng.random() < SLIPS:
            message.fields = {name: ["?"] for name in message.fields}
        known = [one for one in (*phone.outbox, *phone.acknowledged) if one.post == message.post]
        message = known[0] if known else message
        if not known:
            phone.outbox.append(message)
        self.sent.setdefault(message.post, message)
        self.flight.append(message)
        self.happened["sent"] += 1

    def _again(self, phone: Phone) -> None:
        known = phone.outbox or (phone.acknowledged if self.rng.random() < 0.3 else [])
        if known:
            self.flight.append(self.rng.choice(known))
            self.happened["repeated"] += 1

    def _vanish(self, _phone: Phone) -> None:
        if self.flight:
            self.flight.pop(self.rng.randrange(len(self.flight)))
            self.happened["request lost"] += 1

    def _kill(self, _phone: Phone) -> None:
        self.server.kill()
        self.happened["killed idle"] += 1

    def _arrive(self, _phone: Phone) -> None:
        if not self.flight:
            return
        (dies,) = self.rng.choices(list(DEATHS), list(DEATHS.values()))
        late = self.rng.randrange(len(self.flight))
        self.happened["overtaken"] += late > 0
        self._deliver(self.flight.pop(late), dies, lost=self.rng.random() < RESPONSE_LOST)

    def _deliver(self, message: Message, dies: Moment = "", lost: bool = False) -> None:
        before = self._trace(message.post)
        verdict = self._hand_over(message, dies)
        after = self._trace(message.post)
        if before[0] and after != before:
            self.problems.append(f"{message.post}: a repeated post was not left alone")
        if verdict is None:
            self.happened[f"killed {dies} commit"] += 1
            return
        self.happened[verdict] += 1
        self.happened["counted again"] += bool(before[0])
        self.happened["taken back"] += bool(message.undo and after[0] and not before[0])
        self._check_verdict(message, verdict, bool(after[0]))
        if lost:
            self.happened["response lost"] += 1
            return
        message.verdicts.append(verdict)
        phone = self.phones[message.phone]
        if message in phone.outbox:
            phone.outbox.remove(message)
            phone.acknowledged.append(message)

    def _hand_over(self, message: Message, dies: Moment) -> Verdict | None:
        """The server's word on a message; None when it died over it (it stands again then)."""
        self.server.store.dies = dies
        try:
            return self.wire.post(message)
        except Killed:
            self.server.restart()
            return None
        finally:
            self.server.store.dies = ""

    def _trace(self, post: str) -> tuple[object, ...]:
        """What the file holds of a post, and the proposal before the table; read past the program."""
        here = "match = (SELECT id FROM matches WHERE code = ?)"
        entry = self.server.row(f"SELECT n, record FROM entries WHERE post = ? AND {here}", post, self.code)
        return entry, self.server.row("SELECT proposal FROM matches WHERE code = ?", self.code)

    def version(self) -> int:
        """What a phone that polls is told."""
        return self.server.store.version(self.code)

    def _check_verdict(self, message: Message, verdict: Verdict, there: bool) -> None:
        if verdict == "counted" and not there and not message.undo:  # an undo may have become a proposal
            self.problems.append(f"{message.post}: said to count, and is not in the ledger")
        if verdict != "counted" and there:
            self.problems.append(f"{message.post}: said not to count ({verdict}), and is in the ledger")
        told = self.server.told.get(self.code)
        if told and told != self.version():
            self.problems.append(f"listeners heard of version {told}, not of {self.version()}")

    # ---- the end

    def _settle(self) -> None:
        for phone in self.phones:
            for message in list(phone.outbox):
                self._deliver(message)
        while self.flight:
            self._deliver(self.flight.pop())
        now = self.version()
        for phone in self.phones:
            if phone.paper.version != now or not phone.whole:
                phone.paper = self.wire.read(phone.n, "", phone.paper if phone.whole else None)


def judged(order: Order) -> list[str]:
    """What is wrong after an order; empty when all is well."""
    match = order.server.store.read(order.code).match
    entries = [match.ledger.get(n) for n in range(1, match.ledger.last() + 1)]
    return [*_lost_or_doubled(order, entries), *_other_state(order, match), *_other_views(order)]


def _lost_or_doubled(order: Order, entries: list[Entry]) -> list[str]:
    """Acknowledged and not there, there more than once, or with another value than was sent."""
    wrong = []
    posts = Counter(entry.post for entry in entries)
    for phone in order.phones:
        wrong += [f"{phone.n}: {one.post} was never settled" for one in phone.outbox]
        for one in phone.acknowledged:
            if "counted" in one.verdicts and not one.undo and posts[one.post] != 1:
                wrong.append(f"{one.post} was acknowledged and is there {posts[one.post]} times")
    for entry in entries:
        message = order.sent.get(entry.post)
        if message is None or posts[entry.post] != 1:
            wrong.append(f"entry {entry.n} ({entry.kind}, post {entry.post!r}) was sent by nobody, or counts twice")
        elif entry.kind == "answer" and entry.value != _meant(order, entry, message):
            wrong.append(f"{entry.post} was counted with another value than was sent")
        elif (entry.kind == "undo") != bool(message.undo):
            wrong.append(f"{entry.post} was counted as {entry.kind}")
    return wrong


def _meant(order: Order, entry: Entry, message: Message) -> object:
    question = question_at(order.wire.position.game, entry)
    return parse(question.part, decode(question.part, MultiDict(message.fields))[0]) if question else None


def _other_state(order: Order, match: Match) -> list[str]:
    """The live answers, one after the other on an undisturbed match in memory, lead to the same save."""
    position = order.wire.position
    calm = Match(position.game, position.start, MemoryLedger(), 0)
    try:
        for entry in match.line():
            calm.answer(entry.key, entry.value, Stamp(entry.by))
    except CompanionError as error:
        return [f"the ledger does not play again: {error}"]
    same = msgspec.json.decode(calm.save_text()) == msgspec.json.decode(match.save_text())
    return [] if same else ["the state is another one than the answers lead to"]


def _other_views(order: Order) -> list[str]:
    """All papers are of one version, and equal roles hold equal bytes."""
    wrong, first, now = [], dict[str, bytes](), order.version()
    for phone in order.phones:
        role = order.wire.position.roles[phone.n].sees
        if phone.paper.version != now:
            wrong.append(f"phone {phone.n} stays behind")
        if first.setdefault(role, phone.paper.text) != phone.paper.text:
            wrong.append(f"two phones of {role} show different things")
    return wrong


def seen_again(order: Order) -> list[str]:
    """After a restart of the server: it gives every phone the very bytes it holds."""
    differ = [phone.n for phone in order.phones if order.wire.read(phone.n).text != phone.paper.text]
    return [f"phone {n} shows something else than a fresh server would" for n in differ]

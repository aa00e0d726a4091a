"""Form and route fuzz: requests by chance, most of them almost right, some of them absurd; an answer of 500 is a fault.

The toy and every real game are played, printed and corrected by phones of all roles. A seed says all of it again.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from werkzeug.exceptions import HTTPException

from companion.games import all_games
from tests.attack.tables import ROLES, Table, table
from tests.engine import toy
from tests.web.phones import ORIGIN, Form, Phone

NASTY = (
    "", " ", "0", "-1", "1", "9" * 30, "9" * 5000, "1e400", "nan", "\u0663", "\x00", "\ud800", "\U0001f409", "..",
    "../../etc", "%00", "%", "{", "[" * 3000, '{"a":' * 2000, '"\\ud800"', "null", "[]", "{}", "true", "{0.__class__}",
    "{x:>9999999}", "<script>", "'; DROP TABLE matches;--", "a" * 3000, "endpoint", "_external", "/sides/ann/gold", "/",
    "//", "~2", "/sides", "/players", "/round", "\u202e", "e\u0301" * 500, "x\r\nSet-Cookie: a=b", "NaN", "host", "ann",
)  # fmt: skip
KEYS = (
    "q", "section", "older", "seat", "tab", "as", "path", "value", "frame", "v", "k", "s", "key", "post", "raw",
    "confirm", "code", "endpoint", "values", "_anchor", "side", "ink", "piece", "paper", "margin", "component",
    "chosen", "back", "role", "choice", "device", "do", "reading", "number", "csrf", "label", "mine", "die.0", "card",
    "roll", "onward", "reason",
)  # fmt: skip


class Fuzzer:
    """Phones that do things by chance; `faults` are the requests that were answered with 500."""

    def __init__(self, at: Table, seed: int) -> None:
        self.at, self.rng = at, random.Random(seed)
        self.rules = [rule for rule in at.app.url_map.iter_rules() if rule.endpoint != "static"]
        self.counts: Counter[int] = Counter()
        self.faults: list[str] = []
        self.codes = {role: self._match(role) for role in ("host", "player")}

    def _match(self, role: str) -> list[str]:
        """One match of every game, made by a phone, with all its sides on it."""
        phone, codes = self.at.phones[role], [self.at.code]
        for game in [toy.GAME, *all_games()]:
            phone.get(f"/new/{game.name}")
            sides = [seat.id for seat in game.seats][: max(game.players)]
            phone.send(phone.form(f"/new/{game.name}"), side=sides, mine=sides)
            codes.append(self.at.store.matches(limit=1)[0].code)
        return codes

    def run(self, requests: int) -> None:
        """Send so many requests."""
        while sum(self.counts.values()) < requests:
            role = self.rng.choice(ROLES)
            phone = self.at.phones[role]
            self.rng.choice((self.route, self.route, self.form, self.form, self.form, self.answer))(role, phone)

    def route(self, role: str, phone: Phone) -> None:
        """An address of the map with values by chance, by a method it takes."""
        rule = self.rng.choice(self.rules)
        method = self.rng.choice(sorted((rule.methods or {"GET"}) - {"OPTIONS"}))
        values = {name: self.word(name) for name in rule.arguments}
        try:
            path = self.at.app.url_map.bind("localhost").build(rule.endpoint, values, method=method)
        except (HTTPException, ValueError, TypeError, UnicodeError, LookupError):
            path = "/" + "/".join(quote(one, safe="", errors="replace") for one in values.values())
        more = {self.rng.choice(KEYS): self.word() for _ in range(self.rng.randrange(4))}
        query = f"?{urlencode(more, errors='surrogatepass')}" if more and self.rng.random() < 0.6 else ""
        data = {**more, "csrf": self.at.csrf(role)} if method == "POST" else None
        self.send(phone, method, path.split("?")[0] + query, data)

    def form(self, role: str, phone: Phone) -> None:
        """A form of a page that is open, with some of its fields changed."""
        if phone.page is None or phone.page.mimetype != "text/html" or self.rng.random() < 0.4:
            code = self.rng.choice(self.codes.get(role, [self.at.code]))
            tail = self.rng.choice(("", "/correct", "/host", "/log", "/join", "/recover", "?tab=map", "/after"))
            self.show(
                phone, f"/m/{code}{tail}" if self.rng.random() < 0.8 else self.rng.choice(("/", "/print", "/helpers"))
            )
        forms = phone.forms()
        if not forms:
            return
        chosen: Form = self.rng.choice(forms)
        data: dict[str, Any] = {name: [] for name, _value in chosen.fields}
        for name, value in chosen.fields:
            data[name].append(value)
        if chosen.buttons:
            name, value = self.rng.choice(chosen.buttons)
            data.setdefault(name, [value])
        for name in list(data):
            if name != "csrf" and self.rng.random() < 0.3:
                data[name] = [self.word(name) for _ in range(self.rng.choice((1, 1, 2)))]
        method = chosen.method.upper()
        self.send(phone, method, chosen.action, data, follow=self.rng.random() < 0.5)

    def answer(self, role: str, phone: Phone) -> None:
        """An open question, answered by the app's dice or by the first option: so that matches go on."""
        self.show(phone, f"/m/{self.rng.choice(self.codes.get(role, [self.at.code]))}")
        questions = phone.questions()
        if questions:
            form = self.rng.choice(questions)
            data = dict(form.fields) | ({"roll": "app"} if ("roll", "app") in form.buttons else {})
            options = [one for one in form.buttons if one[0] == "choice"]
            self.send(phone, "POST", form.action, data | ({"choice": self.rng.choice(options)[1]} if options else {}))

    def word(self, name: str = "") -> str:
        """A value, now and then a fitting one."""
        if name in ("code", "name") and self.rng.random() < 0.8:
            return self.rng.choice([one for codes in self.codes.values() for one in codes] if name == "code" else NAMES)
        return self.rng.choice(NASTY)

    def show(self, phone: Phone, path: str) -> None:
        """Open a page for its forms."""
        self.send(phone, "GET", path, None, follow=True)

    def send(self, phone: Phone, method: str, path: str, data: Any, follow: bool = False) -> None:
        """Send, count, and note a fault."""
        stream = path.partition("?")[0].endswith("/events")
        if data is not None:
            data = {name: [tidy(one) for one in values] if isinstance(values, list) else tidy(values)
                    for name, values in data.items()}  # fmt: skip
        query = method == "GET" and data is not None
        with suppress(UnicodeError):
            fields = {"query_string": data} if query else {"data": data}
            answer = phone.client.open(
                path, method=method, base_url=ORIGIN, headers={"Origin": ORIGIN}, follow_redirects=follow,
                buffered=not stream, **fields,
            )  # fmt: skip
            phone.page = answer if not stream else None
            self.counts[answer.status_code] += 1
            if answer.status_code == 500:
                self.faults.append(f"{method} {path} {str(data)[:300]}")
            if stream:
                answer.close()


NAMES = [toy.GAME.name, *(game.name for game in all_games()), "nothing"]


def tidy(value: str) -> str:
    """What can be sent at all: half letters go out as a browser would send them."""
    return value.encode("utf-8", "replace").decode()


def fuzz(requests: int, seed: int) -> Fuzzer:
    """Send so many requests to a fresh table."""
    with tempfile.TemporaryDirectory() as folder, table(Path(folder), all_games()) as at:
        fuzzer = Fuzzer(at, seed)
        fuzzer.run(requests)
    return fuzzer

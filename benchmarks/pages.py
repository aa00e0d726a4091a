"""What a page of a match in mid-game costs, phone by phone, beside a bare view of the same framework in the same turns.

    python -m benchmarks.pages [--places 0.3 0.5] [--turns 60] [--language en] [--json FILE]

A recorded match of Heroes vs Warlords is taken up at a place where a seat decides something. Each turn is an answer
(or it is taken back), and then every phone fetches what has changed: the first one of its role has it drawn (a plus:
another phone of the role), a map, the TV. Processor time in one process, without sockets; `ratio` is to the bare view,
asked in between, and says more than milliseconds where other programs run. It takes about 5 s a place.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random

from flask import Flask

from benchmarks.live import Table
from benchmarks.tables import Row, keep, table
from companion.engine.core.effects import Ask
from companion.engine.core.questions import sample
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match
from companion.engine.match.replay import decode_export, replay
from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.app.tokens import form_token
from companion.web.play.answers import encode
from companion.web.serving.collecting import settle
from tests.interleavings.positions import FIXTURES, lay

RECORDED = FIXTURES / "heroes_vs_warlords" / "capital_lost_and_retaken.json"
WARM = 6
BARE = 6
"""Bare views asked for in each turn."""


def at_place(part: float) -> tuple[Match, tuple[str, ...], str]:
    """A recorded match after this part of it, or soon after, where a seat decides something: the match, seats, seat."""
    export = decode_export(RECORDED.read_bytes())
    game = load_game(export.game)
    played = replay(game, export).entries
    for entry in played[int(part * len(played)) :]:
        match = Match(game, entry.before, MemoryLedger(), 0)
        asked = [one.seat for one in match.questions() if isinstance(one.part, Ask) and one.seat in export.seats]
        if asked:
            return match, tuple(export.seats), asked[0]
    raise SystemExit(f"nobody decides anything after {part} of {RECORDED.name}")


def laid(store: Store, part: float) -> Table:
    """The match in a store, with six phones."""
    match, seats, seat = at_place(part)
    question = next(one for one in match.questions() if one.seat == seat)
    found = lay(store, 0, match, seats)
    roles = tuple(sorted(found.roles, key=lambda role: seat not in role.seats))
    return Table(found.code, roles, question.key, encode(question.part, sample(question.part, Random(1))))


def measured(given: argparse.Namespace, part: float, folder: Path) -> list[Row]:
    """A row for each kind of request."""
    spent: dict[str, list[float]] = defaultdict(list)

    def work(name: str, act: Callable[[], int], wanted: int) -> None:
        began = time.process_time()
        status = act()
        spent[name].append(1000 * (time.process_time() - began))
        assert status == wanted, f"{name}: {status}"

    plain = Flask("plain")
    plain.add_url_rule("/bare", "bare", lambda: "ok")
    with Store.open(folder / "companion.db", load_game) as store:
        at, app = laid(store, part), create_app(store, Config(secret=store.secret.hex(), testing=True))
        client, bare, first = app.test_client(use_cookies=False), plain.test_client(), at.roles[0]
        pages: list[tuple[str, str, str]] = []
        for role in at.roles:
            known = [name for name, _path, _token in pages]
            pages.append((role.sees + "+" * (role.sees in known), "live?tab=now", role.token))
        pages = list({name: (name, path, token) for name, path, token in pages}.values())
        pages += [("map", "live?tab=map", first.token), ("TV", "tv/live", at.roles[-1].token)]

        def headers(token: str) -> dict[str, str]:
            return {"Cookie": f"phone={token}; lang={given.language}", "Origin": "http://localhost"}

        def answer(n: int) -> int:
            data = {**at.fields, "csrf": form_token(first.token), "post": f"pages-{n}", "key": at.key}
            path = "answer" if n % 2 else f"undo/{n - 1}"
            return client.post(f"/m/{at.code}/{path}", data=data, headers=headers(first.token)).status_code

        def page(path: str, token: str) -> int:
            return client.get(f"/m/{at.code}/{path}", headers=headers(token)).status_code

        settle()
        for n in range(1, WARM + given.turns + 1):
            if n == WARM + 1:
                spent.clear()
            app.extensions["companion"].posts._buckets.clear()  # nobody types so quickly
            work("answer" if n % 2 else "taken back", lambda n=n: answer(n), 303)  # type: ignore[misc]
            for name, path, token in pages:
                work(name, lambda path=path, token=token: page(path, token), 200)  # type: ignore[misc]
            for _ in range(BARE):
                work("bare view", lambda: bare.get("/bare").status_code, 200)
    base = statistics.median(spent["bare view"])
    return [
        {"place": part, "what": name, "p50 ms": statistics.median(times),
         "p99 ms": sorted(times)[int(0.99 * len(times))], "ratio": statistics.median(times) / base}
        for name, times in spent.items()
    ]  # fmt: skip


def main() -> None:
    """A table for all places."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--places", nargs="*", type=float, default=[0.3, 0.5, 0.8], help="parts of the match, 0 to 1")
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--language", choices=["en", "de"], default="en")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    given = parser.parse_args()
    rows: list[Row] = []
    for part in given.places:
        with tempfile.TemporaryDirectory(prefix="pages-") as work:
            rows += measured(given, part, Path(work))
    print(table(rows))
    keep(given.json, "pages", rows)


if __name__ == "__main__":
    main()

"""Exported matches from strangers: taken in whole, or refused in words with nothing changed; never a crash."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.store import ImportRefused, Store, StoreError
from tests.store.support import NOW, new_match, post
from tests.store.toy import find_game

FILES = 400
ABSURD: list[Any] = [
    None, -1, 0, 2**31, 2**63, 10**40, 1e308, "", "x" * 100_000, "{x.__class__}", "\u0000", [], {}, [[]], True,
    {"a": {"b": []}}, ["/stones", "x", "y"], "../../etc/passwd", [0] * 10_000,
]  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "companion.db", find_game) as opened:
        yield opened


@pytest.fixture
def exported(store: Store) -> bytes:
    code = new_match(store)
    for number in range(12):
        post(store, code, 1 + number % 6, f"p{number}")
    return store.export(code)


def zipped(size: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("match.json", b" " * size)
    return out.getvalue()


NO_MATCHES = {
    "empty": b"", "null": b"null", "list": b"[]", "number": b"1e999", "not UTF-8": b"\xff\xfe{}", "zip": zipped(10**7),
    "PDF": b"%PDF-1.7", "deep list": b"[" * 100_000 + b"]" * 100_000,
    "deep record": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "open": b'{"format":1', "format": b'{"format":99,"game":"toy"}', "surrogate": b'{"game":"\\ud800"}',
}  # fmt: skip


@pytest.mark.parametrize("name", NO_MATCHES)
def test_what_is_no_match(store: Store, name: str) -> None:
    """Refused at once, in words."""
    begun = time.perf_counter()
    with pytest.raises(ImportRefused):
        store.import_(NO_MATCHES[name], release="1", now=NOW)
    assert time.perf_counter() - begun < 2
    assert store.matches() == []


def spoilt(text: bytes, rng: Random) -> bytes:
    """A file with one value replaced, removed or moved, or one byte changed."""
    if rng.random() < 0.2:
        data = bytearray(text)
        data[rng.randrange(len(data))] = rng.randrange(256)
        return bytes(data)
    record = json.loads(text)
    holder = record
    while True:
        key = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        below = holder[key]
        if not isinstance(below, dict | list) or not below or rng.random() < 0.2:
            break
        holder = below
    if rng.random() < 0.15 and isinstance(holder, dict):
        del holder[key]
    else:
        holder[key] = rng.choice(ABSURD)
    return json.dumps(record).encode()


@pytest.mark.slow
def test_spoilt_files(store: Store, exported: bytes) -> None:
    """Hundreds of files, each with something absurd in it: refused in words, or a match that opens and plays on."""
    rng, taken, refused, slowest = Random(1), 0, 0, 0.0
    words: set[str] = set()
    for _ in range(FILES):
        text, begun = spoilt(exported, rng), time.perf_counter()
        before = len(store.matches(None, 10_000))
        try:
            code = store.import_(text, release="1", now=NOW)
        except StoreError as error:
            words.add(str(error))
            refused += 1
            assert len(store.matches(None, 10_000)) == before
            continue
        finally:
            slowest = max(slowest, time.perf_counter() - begun)
        taken += 1
        view = store.read(code)
        view.entries(500)
        assert view.match.line() is not None
        assert store.export(code)
        if view.questions:
            post(store, code, 3)
    print(f"spoilt matches: {FILES} files, {refused} refused in words, {taken} opened, slowest {slowest * 1000:.0f} ms")
    assert refused > FILES / 3
    assert all(words)
    assert taken > 0

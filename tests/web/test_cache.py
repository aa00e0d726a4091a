"""Caches have an end: in number, in bytes, and in time."""

from __future__ import annotations

from sys import getsizeof

import pytest
from markupsafe import Markup

from companion.engine.core.effects import Note
from companion.engine.core.text import t
from companion.store.matches.snapshots import Recent
from companion.web.app import cache
from companion.web.app.cache import AMID_PLAY, Cache
from companion.web.app.drawings import Drawings, Panels
from companion.web.reading.asked import Asked
from companion.web.reading.tasks import RecentTasks


def test_the_value_not_used_for_longest_goes_first() -> None:
    """To use is to ask for it."""
    kept: Cache[int, str] = Cache(2)
    for n in (1, 2):
        kept.put(n, f"value {n}")
    assert kept.get(1) == "value 1"
    kept.put(3, "value 3")
    assert [kept.get(n) for n in (1, 2, 3)] == ["value 1", None, "value 3"]


def test_the_bytes_of_all_values_have_an_end() -> None:
    """However large one of them is; a value that takes the place of another counts once."""
    kept: Cache[int, str] = Cache(1000, getsizeof, 10_000)
    for n in range(200):
        kept.put(n % 50, "x" * (37 * n % 900))
        assert kept.bytes <= 10_000
        assert kept.bytes == sum(getsizeof(kept.get(one) or "") for one in range(50) if kept.get(one) is not None)
    assert kept.put(1, "y" * 20_000) == "y" * 20_000
    assert kept.bytes <= 10_000
    assert len(kept) == 0


def test_maps_on_phones_do_not_fill_the_memory() -> None:
    """A large map has fifty times the letters of a small panel, so their number alone says nothing."""
    panels, drawings = Panels(most=1_000_000), Drawings(most=1_000_000)
    for n in range(300):
        panels.drawn(lambda *_: Markup("m" * 50_000), Note(str(n), t("A map.")), language="en")
        drawings.of(n, "mark", lambda: "p" * 50_000)
    assert 0 < panels._kept.bytes <= 1_000_000
    assert 0 < drawings._kept.bytes <= 1_000_000


def test_what_nobody_uses_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones of a match that is over are put away."""
    now = [0.0]
    monkeypatch.setattr(cache, "monotonic", lambda: now[0])
    kept: Cache[str, str] = Cache(1000, idle=60)
    kept.put("over", "a")
    kept.put("played", "b")
    now[0] = 50.0
    assert kept.get("played") == "b"
    now[0] = 70.0
    kept.put("new", "c")
    assert [kept.get(one) for one in ("over", "played", "new")] == [None, "b", "c"]
    assert len(kept) == 2


def test_panels_that_have_changed_go_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer changes some; the others stay as long as the match goes on."""
    now = [0.0]
    monkeypatch.setattr(cache, "monotonic", lambda: now[0])
    panels, made = Panels(), list[str]()

    def draw(note: Note) -> Markup:
        made.append(note.section)
        return Markup("panel")

    for n in range(300):
        now[0] += 10.0
        for name in ("same", f"changed {n}"):
            panels.drawn(draw, Note(name, t("A panel.")), language="en")
    assert made.count("same") == 1
    assert len(made) == 301
    assert len(panels._kept) < 20


def test_what_was_asked_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages look back at a few of the newest entries, and play goes on."""
    now = [0.0]
    monkeypatch.setattr(cache, "monotonic", lambda: now[0])
    for kept in (Asked()._known, RecentTasks()._known):
        for n in range(500):
            now[0] += 10.0
            kept.put(("CODE", n), (None,))  # type: ignore[arg-type]
            assert len(kept) <= AMID_PLAY / 10 + 1


def test_matches_that_nobody_plays_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store keeps the rules and states of those that go on."""
    now = [0.0]
    monkeypatch.setattr("companion.store.matches.snapshots.monotonic", lambda: now[0])
    kept: Recent[str] = Recent(1000, idle=60)
    kept.put(1, (1, b""), "over")
    now[0] = 50.0
    kept.put(2, (1, b""), "played")
    now[0] = 70.0
    kept.put(3, (1, b""), "new")
    assert [kept.get(one, (1, b"")) for one in (1, 2, 3)] == [None, "played", "new"]
    assert len(kept) == 2

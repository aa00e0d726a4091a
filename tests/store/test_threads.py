"""Many phones at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from companion.engine.match.live import NotOpen, Stamp
from companion.store import SeatTaken, Store
from tests.store.support import NOW, new_match, post

THREADS = 12


def at_once(act: Callable[[int], object], times: int = THREADS) -> list[object]:
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(act, range(times)))


def test_posts_to_one_match_queue_up(store: Store, code: str) -> None:
    """Every post counts exactly once, in some order, and the sum of the stones is the sum of the answers."""
    entries = at_once(lambda number: post(store, code, 1 + number % 6, f"post-{number}"), 120)
    assert sorted(entry.n for entry in entries) == list(range(2, 122))  # type: ignore[attr-defined]
    view = store.read(code)
    assert sum(view.state.stones.values()) == sum(1 + number % 6 for number in range(120))  # type: ignore[attr-defined]
    assert view.match.save_text() == view._snapshot.save


def test_posts_to_several_matches_do_not_mix(store: Store) -> None:
    """Each match gets its own answers only."""
    codes = [new_match(store) for _ in range(5)]
    at_once(lambda number: post(store, codes[number % 5], 1 + number % 5, f"post-{number}"), 100)
    for place, code in enumerate(codes):
        view = store.read(code)
        assert sum(view.state.stones.values()) == 20 * (1 + place)  # type: ignore[attr-defined]


def test_the_same_question_is_answered_once(store: Store, code: str) -> None:
    """Twelve phones answer one question at the same moment: one counts, the others hear which."""
    key = store.read(code).questions[0].key

    def answer(number: int) -> int | None:
        try:
            with store.change(code) as work:
                return work.match.answer(key, number % 10, Stamp("red", NOW, "1", f"post-{number}")).n
        except NotOpen as late:
            return -late.instead.n if late.instead else 0

    assert Counter(at_once(answer)) == {2: 1, -2: THREADS - 1}


def test_the_same_post_counts_once(store: Store, code: str) -> None:
    """Twelve copies of one post give the same entry."""
    key = store.read(code).questions[0].key

    def answer(number: int) -> int:
        with store.change(code) as work:
            return work.match.answer(key, 4, Stamp("red", NOW, "1", "same")).n

    assert set(at_once(answer)) == {2}
    assert store.read(code).last == 2


def test_one_seat_has_one_taker(store: Store, code: str) -> None:
    """Of twelve phones that tap the same seat one gets it."""
    devices = [store.device(code, store.join(code, f"Phone {number}", NOW)) for number in range(THREADS)]

    def take(number: int) -> bool:
        device = devices[number]
        assert device is not None
        try:
            store.take_seat(code, device.id, "red")
        except SeatTaken:
            return False
        return True

    assert at_once(take).count(True) == 1


def test_readers_see_whole_versions(store: Store, code: str) -> None:
    """While others post, each view fits together: its log, its state and its version."""

    def act(number: int) -> None:
        if number % 2:
            post(store, code, 1)
            return
        view = store.read(code)
        lines = view.entries(500).lines
        assert [line.entry.n for line in lines] == list(range(view.last, 0, -1))
        assert view.version == view.last + 1
        answered = [line.entry for line in lines if line.entry.kind == "answer"]
        assert view.state.turns == len(answered) // 2  # type: ignore[attr-defined]

    at_once(act, 120)


def test_listeners_hear_the_last_version(store: Store, code: str) -> None:
    """Whatever the order of the news, the largest version told is the present one."""
    told: list[int] = []
    store.subscribe(lambda _, version: told.append(version))
    at_once(lambda number: post(store, code, 1), 60)
    assert sorted(told) == list(range(3, 63))
    assert store.version(code) == max(told)


def test_failures_among_others_leave_nothing_behind(store: Store, code: str) -> None:
    """Every third change breaks after its answer; what the others answered is there, and only that."""

    def act(number: int) -> int:
        def break_off() -> None:
            if number % 3 == 0:
                raise ZeroDivisionError

        try:
            post(store, code, 1 + number % 6, f"post-{number}", break_off)
        except ZeroDivisionError:
            return 0
        return 1 + number % 6

    kept = at_once(act, 90)
    view = store.read(code)
    assert view.last == 1 + 60
    answered = [line.entry.value for line in view.entries(100).lines if line.entry.kind == "answer"]
    assert sum(one[0] if isinstance(one, list) else one for one in answered) == sum(kept)  # type: ignore[arg-type]
    assert view.match.save_text() == view._snapshot.save

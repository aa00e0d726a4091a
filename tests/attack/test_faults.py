"""Faults put into the disk, the file and the process: nothing acknowledged is lost, and whatever is lost is named.

Each test ends in a line of figures (`pytest -s`). `COMPANION_KILLS=1000` kills as often as that.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion.store import Store, StoreDamaged, StoreError, StoreInUse
from companion.store.database import connections
from companion.store.matches.rescue import rescue
from companion.web import Config, create_app
from tests.engine import toy as web_toy
from tests.store.support import NOW, new_match, post
from tests.store.toy import find_game
from tests.web.phones import Phone

pytestmark = pytest.mark.slow

TOYS = {"toy": web_toy.GAME}
KILLS = int(os.environ.get("COMPANION_KILLS", "10"))
ROOT = Path(__file__).parents[2]
PAGE = 4096
PLAYERS = """
import sys, threading
from tests.store.support import post
from tests.store.toy import find_game
from companion.store import Store
path, codes, start = sys.argv[1], sys.argv[2].split(","), int(sys.argv[3])
said = threading.Lock()
def play(at, code):
    for number in range(start, start + 10**9):
        post(store, code, 1 + number % 6, f"post-{number}")
        with said:
            sys.stdout.write(f"{at} {number}\\n")
            sys.stdout.flush()
with Store.open(path, find_game) as store:
    for at, code in enumerate(codes):
        threading.Thread(target=play, args=(at, code), daemon=True).start()
    threading.Event().wait()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.db"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own with two MiB; needs the right to mount."""
    place = tmp_path / "small"
    place.mkdir()
    if shutil.which("mount") is None or os.name == "nt":
        pytest.skip("no mount")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)], capture_output=True).returncode:
        pytest.skip("this user may mount no disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)


@pytest.mark.slow
def test_kill_9_under_load(path: Path) -> None:
    """Four matches at once, killed at random moments: every acknowledged answer is there once, none is at fault."""
    with Store.open(path, find_game) as store:
        codes = [new_match(store) for _ in range(4)]
    rng, promised, start, begun = Random(1), 0, 0, time.perf_counter()
    for _ in range(KILLS):
        told = _play_and_kill(path, codes, start, rng.uniform(0.0, 0.15))
        with Store.open(path, find_game) as store:
            assert store.faults == ()
            for at, code in enumerate(codes):
                kept = _posts(store, code, start)
                assert kept[: len(told[at])] == told[at]
                assert len(kept) <= len(told[at]) + 1
        promised += sum(map(len, told))
        start += 1 + max(map(len, told))
    print(f"kill -9: {KILLS} kills, {promised} acknowledged answers, 0 lost, 0 doubled, "
          f"{time.perf_counter() - begun:.0f} s")  # fmt: skip
    assert promised > 5 * KILLS


def _play_and_kill(path: Path, codes: list[str], start: int, wait: float) -> list[list[int]]:
    command = [sys.executable, "-c", PLAYERS, str(path), ",".join(codes), str(start)]
    player = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert player.stdout is not None
    lines = [player.stdout.readline() for _ in range(8)]
    time.sleep(wait)
    player.kill()
    lines += player.communicate()[0].splitlines(keepends=True)
    told: list[list[int]] = [[] for _ in codes]
    for at, number in (line.split() for line in lines if line.endswith("\n")):
        told[int(at)].append(int(number))
    return told


def _posts(store: Store, code: str, start: int) -> list[int]:
    found: list[int] = []
    mark, low = "", start
    while True:
        page = store.read(code).entries(500, mark)
        numbers = [int(line.entry.post[5:]) for line in page.lines if line.entry.post]
        found += [number for number in numbers if number >= low]
        mark = page.older
        if not mark or (numbers and numbers[-1] < low):
            return found[::-1]


def fill_up(file: Path) -> None:
    """Write until not a byte more fits."""
    with file.open("wb", buffering=0) as open_file:
        for size in (PAGE, 1):
            with suppress(OSError):
                while open_file.write(b"x" * size) == size:
                    pass


def test_a_disk_that_is_full(small_disk: Path) -> None:
    """Answers that do not fit are refused in words; pages open and say so; with room again play goes on."""
    with Store.open(small_disk / "companion.db", TOYS.__getitem__) as store:
        app = create_app(store, Config(testing=True), find_game=TOYS.__getitem__, games=lambda: [web_toy.GAME])
        host = Phone(app)
        host.get("/new/toy")
        host.send(host.form("/new/toy"), side=["ann", "bob"], mine=["ann"], label="A")
        code = store.matches()[0].code
        filler = small_disk / "filler"
        fill_up(filler)
        last, refused, words = store.read(code).last, 0, set()
        for number in range(200):
            try:
                store.join(code, f"Phone {number}" * 4, NOW)
            except StoreError as error:
                words.add(str(error))
                refused += 1
        assert refused > 0
        assert all("nothing was changed" in one for one in words)
        for page in (f"/m/{code}", f"/m/{code}/log", f"/m/{code}/host", "/", f"/m/{code}/correct"):
            assert host.get(page).status_code == 200, page
        assert "nothing can be saved now" in host.get(f"/m/{code}/log").text
        assert store.read(code).last == last
        filler.unlink()
        store.join(code, "With room again", NOW)
        assert store.trouble is None
        assert "nothing can be saved now" not in host.get(f"/m/{code}/log").text
    with Store.open(small_disk / "companion.db", TOYS.__getitem__) as store:
        assert store.faults == ()
    print(f"full disk: {refused} changes refused in words, 5 pages shown meanwhile, 0 lost")


def test_a_disk_that_is_full_at_the_start(small_disk: Path) -> None:
    """Even then the matches can be looked at."""
    path = small_disk / "companion.db"
    with Store.open(path, find_game) as store:
        code = new_match(store)
    fill_up(small_disk / "filler")
    with Store.open(path, find_game, reading_only=True) as store:
        assert store.read(code).last == 1
        assert store.trouble is not None


def test_a_card_that_cannot_be_written(small_disk: Path) -> None:
    """A copy on a read-only card is looked at where it lies, with a hot log or an older schema too."""
    code, places = "", []
    with Store.open(small_disk / "one" / "companion.db", find_game) as store:
        code = new_match(store)
        post(store, code, 4)
        hot = small_disk / "hot"
        hot.mkdir()
        for ending in ("", "-wal"):
            shutil.copy(f"{store.path}{ending}", hot / f"companion.db{ending}")
        places.append(hot)
    places.append(small_disk / "one")
    old = small_disk / "old.db"
    shutil.copy(ROOT / "tests" / "store" / "schema-1.sqlite", old)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    for place in places:
        with Store.open(place, find_game, reading_only=True) as store:
            assert store.read(code).last == 2
            assert store.export(code)
    with Store.open(old, find_game, reading_only=True) as store:
        assert store.matches()
    print("read-only card: 3 files read (sound, hot log, schema 1)")


def test_a_lock_of_another_program(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database tool that holds the file: pages open at once, with a line; posts fail in words, and count later."""
    monkeypatch.setattr(connections, "_WAIT_SECONDS", 0.2)
    with Store.open(path, TOYS.__getitem__) as store:
        app = create_app(store, Config(testing=True), find_game=TOYS.__getitem__, games=lambda: [web_toy.GAME])
        host = Phone(app)
        host.get("/new/toy")
        host.send(host.form("/new/toy"), side=["ann", "bob"], mine=["ann"], label="A")
        code = store.matches()[0].code
        tool = sqlite3.connect(path, isolation_level=None)
        tool.execute("BEGIN EXCLUSIVE")
        slowest = 0.0
        for page in (f"/m/{code}", f"/m/{code}/log", f"/m/{code}/host", "/", f"/m/{code}/live"):
            begun = time.perf_counter()
            assert host.get(page).status_code == 200, page
            slowest = max(slowest, time.perf_counter() - begun)
        with pytest.raises(StoreError, match="locked by another program"):
            store.join(code, "B", NOW)
        assert "nothing can be saved now" in host.get(f"/m/{code}").text
        tool.execute("ROLLBACK")
        tool.close()
        store.join(code, "B", NOW)
        assert "nothing can be saved now" not in host.get(f"/m/{code}").text
    print(f"foreign lock: 5 pages, slowest {slowest * 1000:.0f} ms")


@pytest.mark.parametrize("way", ["symbolic link", "hard link", "folder"])
@pytest.mark.skipif(sys.platform != "linux", reason="hard links are told apart on Linux only")
def test_the_lock_is_on_the_file_itself(path: Path, tmp_path: Path, way: str) -> None:
    """Whatever name the second server uses, in this process or another one."""
    with Store.open(path, find_game) as store:
        code = new_match(store)
        other = tmp_path / "other" / "companion.db"
        other.parent.mkdir()
        match way:
            case "symbolic link":
                other.symlink_to(path)
            case "hard link":
                other.hardlink_to(path)
            case _:
                other.parent.rmdir()
                other.parent.symlink_to(path.parent)
        with pytest.raises(StoreInUse):
            Store.open(other, find_game)
        second = "import sys; from companion.store import Store; Store.open(sys.argv[1], {}.__getitem__)"
        done = subprocess.run([sys.executable, "-c", second, str(other)], capture_output=True, text=True, cwd=ROOT)
        assert "StoreInUse" in done.stderr
        post(store, code, 4)
    with Store.open(other, find_game) as store:
        assert store.read(code).last == 2


def _damage(how: str, rng: Random) -> Callable[[bytes], bytes]:
    def pages(data: bytes) -> bytes:
        text = bytearray(data)
        for page in rng.sample(range(1, len(text) // PAGE), 2):
            text[page * PAGE : (page + 1) * PAGE] = rng.randbytes(PAGE)
        return bytes(text)

    def bits(data: bytes) -> bytes:
        text = bytearray(data)
        for _ in range(5):
            text[rng.randrange(PAGE, len(text))] ^= 1 << rng.randrange(8)
        return bytes(text)

    return {"pages": pages, "bits": bits, "cut": lambda data: data[: rng.randrange(PAGE, len(data))]}[how]


@pytest.mark.parametrize("how", ["pages", "bits", "cut"])
@pytest.mark.slow
def test_a_damaged_file_is_noticed_and_rescued(path: Path, how: str) -> None:
    """Forty files, each damaged at random: what is lost is noticed, what is readable is saved."""
    with Store.open(path, find_game) as store:
        codes = [new_match(store) for _ in range(3)]
        for number in range(30):
            for code in codes:
                post(store, code, 1 + number % 6)
        before = {code: store.export(code) for code in codes}
    sound, figures = path.read_bytes(), {"refused": 0, "named": 0, "harmless": 0, "kept": 0, "matches": 0}
    for seed in range(40):
        place = path.parent / f"{how}-{seed}"
        place.mkdir()
        bad = place / "companion.db"
        bad.write_bytes(_damage(how, Random(seed))(sound))
        try:
            with Store.open(bad, find_game) as store:
                if store.faults:
                    figures["named"] += 1
                else:
                    figures["harmless"] += 1  # a page that holds nothing of a match
                    assert {code: store.export(code) for code in codes} == before
        except StoreDamaged:
            figures["refused"] += 1
        try:
            told = rescue(bad, place / "rescued.db", find_game)
        except StoreDamaged:
            continue
        with Store.open(place / "rescued.db", find_game) as store:
            assert store.faults == ()
            for one in told:
                if one.kept:
                    post(store, one.code, 4)
            figures["kept"] += sum(one.kept for one in told)
        shutil.rmtree(place)
    figures["matches"] = 40 * len(codes)
    print(f"damaged files ({how}): 40 files, " + ", ".join(f"{n} {what}" for what, n in figures.items()))


def test_a_cut_log_is_named(path: Path, tmp_path: Path) -> None:
    """The write-ahead log cut at any length: the file opens, and what is missing is named, entry by entry."""
    left = tmp_path / "left"
    left.mkdir()
    with Store.open(path, find_game) as store:
        code = new_match(store)
        for number in range(20):
            post(store, code, 1 + number % 6)
        files = {ending: Path(f"{path}{ending}").read_bytes() for ending in ("", "-wal", ".witness")}
    rng, named = Random(3), 0
    cuts = [0, 32, *(rng.randrange(len(files["-wal"])) for _ in range(30))]
    for cut in cuts:
        for ending, data in files.items():
            Path(f"{left / 'companion.db'}{ending}").write_bytes(data[:cut] if ending == "-wal" else data)
        Path(f"{left / 'companion.db'}-shm").unlink(missing_ok=True)
        try:
            with Store.open(left, find_game) as store:
                last = store.read(code).last if store.matches() else 0
                assert last == 21 or [fault.code for fault in store.faults] == [code]
                named += bool(store.faults)
        except StoreDamaged:
            named += 1
    print(f"cut log: {len(cuts)} lengths, {named} losses, {named} named")
    assert named > 20

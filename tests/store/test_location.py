"""Places: where a file may lie."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.store import Store, StoreError, default_location
from companion.store.database.location import mount_kind, refuse_network, store_file
from tests.store.toy import find_game


def test_the_default_location() -> None:
    """The environment decides, else the data folder of the platform."""
    home = Path.home()
    assert default_location({"COMPANION_DATA": "/srv/tables"}, "linux") == Path("/srv/tables/companion.db")
    assert default_location({"COMPANION_DATA": "/srv/x.db"}, "linux") == Path("/srv/x.db")
    assert default_location({}, "linux") == home / ".local/share/companion/companion.db"
    assert default_location({"XDG_DATA_HOME": "/data"}, "linux") == Path("/data/companion/companion.db")
    assert default_location({}, "darwin") == home / "Library/Application Support/companion/companion.db"
    assert default_location({"LOCALAPPDATA": "/win"}, "win32") == Path("/win/companion/companion.db")


def test_folders_are_made(tmp_path: Path) -> None:
    """A place that does not exist yet is made, a folder stands for the file in it."""
    with Store.open(tmp_path / "new" / "folder", find_game) as store:
        assert store.path == tmp_path / "new" / "folder" / "companion.db"
        assert store.path.exists()


def test_a_place_that_cannot_be(tmp_path: Path) -> None:
    """A file where a folder should be gives words and the way out."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="--data"):
        Store.open(tmp_path / "file" / "x.db", find_game)


def test_database_servers_are_refused() -> None:
    """An address of a database server is not taken for the name of a file."""
    with pytest.raises(StoreError, match="kept in a file, or in PostgreSQL"):
        store_file("postgresql://localhost/companion")


MOUNTS = """/dev/sda1 / ext4 rw 0 0
nas:/home /home/anna nfs4 rw 0 0
//pc/share /mnt/my\\040share cifs rw 0 0
/dev/sdb1 /home/anna/local ext4 rw 0 0
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/x.db", "ext4"),
        ("/home/anna/x.db", "nfs4"),
        ("/home/annabel/x.db", "ext4"),
        ("/mnt/my share/x.db", "cifs"),
        ("/home/anna/local/x.db", "ext4"),
    ],
)
def test_the_kind_of_a_mount(path: str, kind: str) -> None:
    """The nearest mount above a path counts."""
    assert mount_kind(Path(path), MOUNTS) == kind


@pytest.mark.skipif(sys.platform == "win32", reason="drives are asked there")
def test_network_folders_are_refused() -> None:
    """Locks and syncs cannot be trusted there; the message says so and names the way out."""
    with pytest.raises(StoreError, match=r"network folder \(nfs4\).*--data"):
        refuse_network(Path("/home/anna/x.db"), MOUNTS)
    refuse_network(Path("/var/x.db"), MOUNTS)

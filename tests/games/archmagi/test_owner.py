"""What an owner types in on the page: his terrain chart stands on the map of the next match, and in his kit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import load_game
from companion.games.archmagi import GAME
from companion.games.archmagi.sheet import VALUES, lists_of
from companion.store import Store
from companion.web import Config, create_app
from tests.web.phones import ORIGIN, Phone, Reader

HERE = "http://localhost:8765"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A file without matches."""
    with Store.open(tmp_path / "companion.db", load_game) as opened:
        yield opened


@pytest.mark.rule("ARC-120")
def test_a_terrain_chart_typed_in_on_the_page(store: Store) -> None:
    """Typed in, saved, and on the map of the next match; a row of neither land nor water is refused with its name."""
    app = create_app(store, Config(testing=True))
    client = app.test_client()
    form = next(one for one in Reader(client.get("/values/archmagi", base_url=HERE).text).forms if one.css == "owner")
    assert len([path for path, _value in form.fields if path.startswith("terrain/") and path.endswith("/name")]) == 20
    data = {**dict(form.fields), "terrain/volcano/name": "Salt Flats", "terrain/sea/name": "Sound"}
    wrong = client.post(
        form.action, base_url=HERE, data={**data, "terrain/caves/sort": "air"}, headers={"Origin": HERE}
    )
    assert wrong.status_code == 422
    assert "Caves › Land or water: " in wrong.text
    client.post(form.action, base_url=HERE, data=data, headers={"Origin": HERE})
    assert store.owner_values(GAME) == {"terrain/volcano/name": "Salt Flats", "terrain/sea/name": "Sound"}
    phone = Phone(app)
    phone.get("/new/archmagi")
    phone.send(phone.form("/new/archmagi"), side=["red", "blue"], mine=["red"])
    page = phone.client.get(f"/m/{store.matches()[0].code}?tab=map", base_url=ORIGIN).text
    assert "Salt Flats" in page
    assert "Sound" in page
    assert "Volcano" not in page


def test_an_entry_without_words() -> None:
    """A field left empty means our value, so that nothing at all is written as a dash."""
    lists = lists_of(VALUES.checked({"units/goblins/abilities": "-"}))
    assert lists.chits["goblins"].entry == ("Humanoid", "Swarm")

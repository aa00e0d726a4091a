"""The hexes of a tile have the same names on paper and phone, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import render_template_string

from companion.catalogues import printed, translate, translator
from companion.games import load_game
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.kit import kit
from companion.games.heroes_vs_warlords.readers.board import map_panel
from companion.games.heroes_vs_warlords.records import facts, world
from companion.store import Store
from companion.web import Config, create_app
from companion.web.app.texts import tied
from printables.look.display import Group, Item, Text
from printables.look.theme import Look
from printables.render.laying import things
from tests.games.heroes_vs_warlords.table import on_map, position

GERMAN = {"NE": "NO", "SE": "SO"}


def words(items: tuple[Item, ...]) -> set[str]:
    texts = {item.text for item in items if isinstance(item, Text)}
    return texts.union(*(words(item.items) for item in items if isinstance(item, Group)))


@pytest.mark.parametrize("language", ["en", "de"])
def test_tiles_say_what_the_phone_says(language: str) -> None:
    """Every named hex of a tile, printed and in the words of a question."""
    names = [name for name in facts.DIRECTIONS if name != "C"]
    called = {world.direction(name).show(translator(language)) for name in names}
    assert called == {GERMAN.get(name, name) if language == "de" else name for name in names}
    made = kit() if language == "en" else printed(GAME, language)
    for piece in made.component("tiles").pieces:
        assert {word for word in words(piece.front(Look()).items) if word in {*names, *GERMAN.values()}} == called


@pytest.mark.parametrize(
    ("name", "said"), [("T02 NE", "T02 NO"), ("Stone hex K0 SE", "Steinfeld K0 SO"), ("T02 NW", "T02 NW")]
)
def test_a_stored_name_of_a_place_is_turned_with_its_direction(name: str, said: str) -> None:
    assert translate(name, "de") == said
    assert translate(name, "en") == name


def test_the_map_of_a_german_phone_has_german_directions(tmp_path: Path) -> None:
    """The letters in the hexes, and what a screen reader is told of them."""
    state = position("knights", "amazons")
    on_map(state, "K0", "T02", "T03")
    panel = map_panel(state, "knights")
    page = '{% from "parts/map.html" import map_svg, hex_words %}{{ map_svg(p) }}'
    page += "{% for h in p.hexes %}{{ hex_words(h) }};{% endfor %}"
    with Store.open(tmp_path / "db", load_game) as store:
        app = create_app(store, Config(testing=True))
        with app.test_request_context("/", headers={"Accept-Language": "de"}):
            shown = render_template_string(page, p=panel)
    assert " NO:" in shown
    assert ">NO</text>" in shown
    assert not re.search(r"\bNE\b[^\"]*<", re.sub(r"<[^>]*>", "<>", shown))


def test_tiles_that_are_not_known_yet_look_alike_from_behind() -> None:
    """Who has played before would know them by a number; the three start tiles show theirs."""
    tiles = kit().component("tiles").pieces
    starts = {f"tile-{one.id}" for one in facts.TILES.values() if one.start}
    assert len({str(piece.back and piece.back(Look())) for piece in tiles if piece.id not in starts}) == 1
    piles = [one for one in things(kit(), [kit().component("tiles")]) if len(one.copies) > 1]
    assert [(len(one.copies), one.secret) for one in piles] == [(len(tiles) - len(starts), True)]


def test_a_hex_of_a_face_down_tile_has_the_number_on_the_map() -> None:
    """The map writes `?2` on it, lists and the log say the same number."""
    state = position()
    on_map(state, "K0", "T02")
    state.world.tiles[1].id = ""
    layout = world.lattice(state.world)
    place = next(place for place, (tile, _name) in layout.index.items() if tile == 1)
    (shown,) = (one for one in map_panel(state, "knights").hexes if one.place == place)
    said = world.on_tile(state, place).values["tile"]
    assert shown.tile == f"?{said.values['n']}"  # type: ignore[union-attr]


def test_numbers_keep_to_their_signs() -> None:
    assert tied("3 × Level 1, 77 % of 2") == "3\u00a0×\u00a0Level 1, 77\u00a0% of 2"

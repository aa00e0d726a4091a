"""The game world as hexes (3.1, 5.3.2, 7.1): where tiles are, which hexes touch, the names of hexes.

Flat-topped axial coordinates, North up: a place is `q,r`. Tiles of seven hexes tessellate; their centres form a
lattice. All functions only read the map; they are not used when the players keep the map themselves.
"""

from __future__ import annotations

from functools import cache, lru_cache

from companion.engine.core.text import Text, t
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import city_at, city_name, sheet, title
from companion.games.heroes_vs_warlords.records.state import HvWState, PlacedTile, Site, World

AROUND = ((2, 1), (-1, 3), (-3, 2), (-2, -1), (1, -3), (3, -2))
"""Steps from the centre of a tile to those of its six neighbours."""
STEPS = tuple(step for name, step in facts.DIRECTIONS.items() if name != "C")

Centres = tuple[tuple[int, int], ...]


def place_of(q: int, r: int) -> str:
    """The id of a hex."""
    return f"{q},{r}"


@lru_cache(maxsize=65536)
def coordinates(place: str) -> tuple[int, int]:
    """The axial coordinates of a hex, from its id."""
    q, r = place.split(",")
    return int(q), int(r)


@lru_cache(maxsize=4096)
def hexes_around(centre: tuple[int, int]) -> dict[str, str]:
    """The seven hexes of a tile: place -> name on the tile (C, N, NE...)."""
    q, r = centre
    return {place_of(q + dq, r + dr): name for name, (dq, dr) in facts.DIRECTIONS.items()}


class Lattice:
    """Where the tiles are, computed once for each layout: which tile a hex belongs to, and which hexes touch."""

    def __init__(self, centres: Centres) -> None:
        self._tiles = [hexes_around(centre) for centre in centres]
        self.index = {place: (i, name) for i, tile in enumerate(self._tiles) for place, name in tile.items()}
        self._neighbours: dict[str, tuple[str, ...]] = {}

    def hexes_of(self, tile: int) -> dict[str, str]:
        """The hexes of a tile by its number: place -> name."""
        return self._tiles[tile]

    def neighbours(self, place: str) -> tuple[str, ...]:
        """Hexes of the world next to a hex."""
        if place not in self.index:
            return ()
        found = self._neighbours.get(place)
        if found is None:
            found = self._neighbours[place] = tuple([one for one in _beside(place) if one in self.index])
        return found


@lru_cache(maxsize=256)
def _lattice(centres: Centres) -> Lattice:
    return Lattice(centres)


def lattice(world: World) -> Lattice:
    """The layout of a world."""
    return _lattice(tuple([(tile.q, tile.r) for tile in world.tiles]))


def tile_at(world: World, place: str) -> tuple[PlacedTile, str] | None:
    """The tile a hex belongs to and the hex's name on it; None outside the world."""
    found = lattice(world).index.get(place)
    return (world.tiles[found[0]], found[1]) if found else None


@lru_cache(maxsize=65536)
def _beside(place: str) -> tuple[str, ...]:
    q, r = coordinates(place)
    return tuple(place_of(q + dq, r + dr) for dq, dr in STEPS)


def neighbours(world: World, place: str) -> tuple[str, ...]:
    """Hexes of the world next to a hex."""
    return lattice(world).neighbours(place)


def known(world: World, place: str) -> bool:
    """Whether the hex is face up."""
    found = tile_at(world, place)
    return found is not None and bool(found[0].id)


def distance(a: str, b: str) -> int:
    """The number of hexes from a to b, regardless of terrain."""
    (aq, ar), (bq, br) = coordinates(a), coordinates(b)
    return max(abs(aq - bq), abs(ar - br), abs(aq + ar - bq - br))


def place_name(state: HvWState, place: str, layout: Lattice | None = None) -> Text:
    """A hex in words: its tile, its name on it, and what is there. Pass `layout` to avoid computing it again."""
    site = state.sites.get(place)
    if site is not None:
        return t(site.label)
    city = city_at(state, place)
    if city is not None and state.world.mapped:
        return t("{city} ({hex})", city=city_name(city), hex=on_tile(state, place, layout))
    if not place and not state.round:
        return t("not on the world yet")
    if not state.world.mapped:
        home = next((city.home for city in state.cities.values() if place and city.place == place), "")
        return t("home of the {race}", race=title(home)) if home else t("open country")
    return with_ground(state, place, layout or lattice(state.world))


def with_ground(state: HvWState, place: str, layout: Lattice) -> Text:
    """A hex where nothing stands by its tile and its name on it, with what it is (`A0 NE, woods`)."""
    tile, name = layout.index.get(place, (-1, ""))
    known = sheet(state).tiles.get(state.world.tiles[tile].id) if name else None
    hex = on_tile(state, place, layout)
    return t("{hex}, {ground}", hex=hex, ground=t(known.hexes[name].terrain)) if known else hex


def on_tile(state: HvWState, place: str, layout: Lattice | None = None) -> Text:
    """A hex by its tile and its name on it (`A0 C`), whatever is there."""
    found = (layout or lattice(state.world)).index.get(place)
    return _hex_name(state.world.tiles[found[0]].id, found[0] + 1, found[1]) if found else t("nowhere")


def tile_place(world: World, centre: tuple[int, int]) -> Text:
    """Where a tile can be placed, in words: the side of the tile placed last among those it would touch (5.3.2)."""
    for number, tile in reversed(list(enumerate(world.tiles, 1))):
        step = (centre[0] - tile.q, centre[1] - tile.r)
        if step in AROUND:
            return t("{side} side of tile {tile}", side=direction(_side(step)), tile=tile.id or number)
    return t("the first tile")


@cache
def _side(step: tuple[int, int]) -> str:
    """The side of a hex that a step points to most."""

    def likeness(name: str) -> int:
        (q, r), (dq, dr) = facts.DIRECTIONS[name], step
        return 2 * (q * dq + r * dr) + q * dr + r * dq  # the scalar product in these coordinates, doubled

    return max((name for name in facts.DIRECTIONS if name != "C"), key=likeness)


@lru_cache(maxsize=512)
def _hex_name(tile: str, number: int, name: str) -> Text:
    return t("{tile} {hex}", tile=tile or t("face-down tile {n}", n=number), hex=direction(name))


def direction(name: str) -> Text:
    """The name of a hex on its tile (`NE`) for readers, on paper and phone: some languages have other letters."""
    return t(name)


def links(centres: list[tuple[int, int]], centre: tuple[int, int]) -> int:
    """How many hexes of other tiles a tile placed at `centre` would touch (5.3.2, ruling R24)."""
    others = _lattice(tuple(centres)).index
    own = hexes_around(centre)
    return len({other for place in own for other in _beside(place)} & others.keys())


def overlaps(centres: list[tuple[int, int]], centre: tuple[int, int]) -> bool:
    """Whether a tile at `centre` would cover another one."""
    others = _lattice(tuple(centres)).index
    return any(place in others for place in hexes_around(centre))


@lru_cache(maxsize=512)
def free_centres(centres: Centres) -> tuple[tuple[int, int], ...]:
    """The centres next to the tiles placed so far where another tile fits."""
    if not centres:
        return ((0, 0),)
    places = dict.fromkeys((q + dq, r + dr) for q, r in centres for dq, dr in AROUND)
    return tuple(centre for centre in places if not overlaps(list(centres), centre))


@cache
def standard_layout(count: int) -> Centres:
    """The centres of `count` tiles in a compact cluster, middle first."""
    centres: list[tuple[int, int]] = [(0, 0)]
    while len(centres) < count:
        options = free_centres(tuple(centres))
        centres.append(min(options, key=lambda c: (distance("0,0", place_of(*c)), -links(centres, c), c)))
    return tuple(centres)


def reveal(state: HvWState, tile: PlacedTile, tile_id: str) -> None:
    """Turn a tile face up and create the terrain objectives of its hexes (7.1.3)."""
    tile.id = tile_id
    if tile_id in state.world.unseen:
        state.world.unseen.remove(tile_id)
    facts_of_tile = sheet(state).tiles[tile_id]
    for place, name in hexes_around((tile.q, tile.r)).items():
        site = _site(place, facts_of_tile, name)
        if site is not None:
            state.sites[place] = site


def _site(place: str, tile: facts.Tile, name: str) -> Site | None:
    feature = tile.hexes[name].feature
    label = f"{tile.id} {name}"
    if feature in facts.RESOURCES:
        text = f"{feature.capitalize()} hex {label}"
        return Site(place, "resource", text, resource=feature, home=bool(tile.start))
    if feature == "recruitment":
        return Site(place, "recruitment", f"Recruitment Location {label}", race=tile.start)
    if feature in ("ruin", "tower", "outpost", "holy_place"):
        words = {"ruin": "Ruin", "tower": "Tower", "outpost": "Outpost", "holy_place": "Holy place"}
        return Site(place, feature, f"{words[feature]} {label}")  # type: ignore[arg-type]
    return None


def centre_name(tile: facts.Tile) -> str:
    """The hex of a start tile where the home City or Camp is."""
    return next(name for name, hex in tile.hexes.items() if hex.feature in ("home_city", "home_camp"))

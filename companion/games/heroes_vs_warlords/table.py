"""What only the table knows (5.3.2, 7.1): places without a map, tiles turned over, agreements between players."""

from __future__ import annotations

from companion.engine.core.asking import all_of, note
from companion.engine.core.effects import Ask, Rule
from companion.engine.core.forms import Confirm, Option
from companion.engine.core.text import t
from companion.games.heroes_vs_warlords import facts
from companion.games.heroes_vs_warlords.common import alive, hero_name, heroes_in_play, ruled, title
from companion.games.heroes_vs_warlords.conquest import city_name
from companion.games.heroes_vs_warlords.state import Hero, HvWState, Site

NEW_PLACES = {
    **{f"new:{name}": f"a new {name} hex" for name in facts.RESOURCES},
    **{f"new:home_{name}": f"a new {name} hex on a start tile" for name in facts.RESOURCES},
    "new:ruin": "a new ruin",
    "new:tower": "a new tower",
    "new:outpost": "a new outpost",
}
"""Terrain objectives a Hero may come upon when the table keeps the map."""


def destinations(state: HvWState, hero: Hero) -> tuple[Option, ...]:
    """Everything a Hero may enter without a map: plain land, known places, new ones."""
    known = [Option(site.place, t(site.label)) for site in state.sites.values()]
    towns = [Option(city.place, city_name(city)) for city in state.cities.values() if city.place != hero.place]
    lonely = [
        Option(f"hero:{other.id}", t("the hex of {hero}", hero=hero_name(other)))
        for other in heroes_in_play(state)
        if other.place == "open" and other.id != hero.id
    ]
    fresh = [Option(name, t(text)) for name, text in NEW_PLACES.items()]
    return (Option("open", t("a plain hex")), *towns, *known, *lonely, *fresh)


def neighbours_to_name(state: HvWState, hero: Hero) -> tuple[Option, ...]:
    """Guards (and, once war is open, enemy Heroes) that may stand next to where the Hero goes."""
    guards = [Option(s.place, t(s.label)) for s in state.sites.values() if s.guards and not s.asked]
    if not state.world.open_war:
        return tuple(guards)
    foes = [Option(other.id, hero_name(other)) for other in heroes_in_play(state) if other.seat != hero.seat]
    return (*guards, *foes)


def enter_place(state: HvWState, hero: Hero, into: str) -> str:
    """The place behind a destination; a new one is put on record."""
    if into.startswith("hero:"):
        return _shared_field(state, into.removeprefix("hero:"))
    if not into.startswith("new:"):
        return into
    kind = into.removeprefix("new:")
    home = kind.startswith("home_")
    resource = kind.removeprefix("home_") if kind.removeprefix("home_") in facts.RESOURCES else ""
    name = resource or kind
    number = 1 + sum(1 for place in state.sites if place.rsplit("-", 1)[0] == name)
    place = f"{name}-{number}"
    site_kind = "resource" if resource else kind
    label = f"{name.capitalize()} hex {number}" if resource else f"{name.capitalize()} {number}"
    state.sites[place] = Site(place, site_kind, label, resource=resource, home=home)  # type: ignore[arg-type]
    return place


def _shared_field(state: HvWState, hero_id: str) -> str:
    """Two Heroes meet in a plain hex: it gets a name while they are there."""
    seat, number = hero_id.split(":")
    other = state.players[seat].heroes[int(number) - 1]
    other.place = f"field:{hero_id}"
    return other.place


def one_tile_less(state: HvWState) -> Rule[None]:
    """A tile was turned; with the last one the ban on attacks is about to end (7.2, ruling R26)."""
    state.world.face_down -= 1
    if state.world.face_down:
        return
    if ruled(state, "peace_end") == "at_once":
        state.world.open_war = True
        yield from note(t("The last tile is discovered: players may attack each other."), section="7.2")
    else:
        yield from note(
            t("The last tile is discovered: from the next turn on players may attack each other."), section="7.2"
        )


def all_agree(state: HvWState, seat: str) -> Rule[bool]:
    """Everybody else is asked whether the game ends here (6.0, ruling R58)."""
    others = [one for one in alive(state) if one != seat]
    form = Confirm(t("Stop and compare"), t("Play on"))
    prompt = t("{race} propose to stop here and compare.", race=title(seat))
    answers = yield from all_of(*(Ask(one, "6.0", prompt, form, about="stop") for one in others))
    return all(answers)

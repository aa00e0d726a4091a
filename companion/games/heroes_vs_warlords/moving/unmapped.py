"""What only the players know (5.3.2, 7.1): places without a map in the app, tiles turned over, agreements."""

from __future__ import annotations

from itertools import count

from msgspec import Struct

from companion.engine.core.forms import Confirm
from companion.engine.rules import Ask, Offer, Option, Rule, all_of, note, t
from companion.games.heroes_vs_warlords.advanced import terrain
from companion.games.heroes_vs_warlords.moving import paths
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import alive, city_name, hero_name, heroes_in_play, ruled, title
from companion.games.heroes_vs_warlords.records.state import Hero, HvWState, Site, SiteKind


class NewSite(Struct, frozen=True):
    """A terrain objective that nobody has entered yet, without a map in the app."""

    label: str
    kind: SiteKind
    resource: str = ""
    home: bool = False
    """Whether it is on a start tile."""


NEW_SITES = {
    **{f"new:{name}": NewSite(f"a new {name} hex", "resource", name) for name in facts.RESOURCES},
    **{
        f"new:home_{name}": NewSite(f"a new {name} hex on a start tile", "resource", name, True)
        for name in facts.RESOURCES
    },
    "new:ruin": NewSite("a new ruin", "ruin"),
    "new:tower": NewSite("a new tower", "tower"),
    "new:outpost": NewSite("a new outpost", "outpost"),
}
HOLY_PLACES = {"new:holy_place": NewSite("a new holy place", "holy_place")}
"""Of matches with terrain (18.0)."""
Goal = str | Hero | NewSite
"""What a Hero enters: a known place, the plain hex another Hero stands in, or something new."""
FIELDS = {hero: f"field:{hero}" for hero in facts.HEROES}
"""The names of plain hexes two Heroes met in, by the Hero who was there first."""


def destinations(state: HvWState, hero: Hero) -> list[Offer]:
    """The offers of every `Goal` that a Hero may have without a map, each with a reason if it cannot be entered
    (3.3.2, 7.2).
    """
    ground = paths.Ground(state, hero)
    towns = {city.place: city_name(city) for city in state.cities.values() if city.place != hero.place}
    known = {"open": t("a plain hex"), **towns, **{site.place: t(site.label) for site in state.sites.values()}}
    lonely = [other for other in heroes_in_play(state) if other.place == "open" and other.id != hero.id]
    fresh = NEW_SITES | (HOLY_PLACES if terrain.used(state) else {})
    return [
        *(Offer(place, label, value=place, refusal=ground.entry_refusal(place)) for place, label in known.items()),
        *(_meeting(state, hero, other) for other in lonely),
        *(Offer(id, t(site.label), value=site) for id, site in fresh.items()),
    ]


def _meeting(state: HvWState, hero: Hero, other: Hero) -> Offer:
    """Two Heroes in one plain hex; enemies only once war is open (7.2)."""
    peace = facts.AGAINST(peace=not state.world.open_war and other.seat != hero.seat)
    return Offer(f"hero:{other.id}", t("the hex of {hero}", hero=hero_name(other)), value=other, refusal=peace,
                 kind="meeting")  # fmt: skip


def neighbours_to_name(state: HvWState, hero: Hero) -> tuple[Option, ...]:
    """Guards (and, once war is open, enemy Heroes) that may be next to the hex where the Hero goes."""
    guards = [Option(s.place, t(s.label)) for s in state.sites.values() if s.guards and paths.may_try(state, s)]
    if not state.world.open_war:
        return tuple(guards)
    foes = [Option(other.id, hero_name(other)) for other in heroes_in_play(state) if other.seat != hero.seat]
    return (*guards, *foes)


def enter_place(state: HvWState, goal: Goal) -> str:
    """The place of a destination; a new one is recorded, and a plain hex that two Heroes share gets a name."""
    match goal:
        case Hero():
            goal.place = FIELDS[goal.id]
            return goal.place
        case NewSite(kind=kind, resource=resource, home=home):
            name = resource or kind
            number = next(n for n in count(1) if f"{name}-{n}" not in state.sites)
            words = name.capitalize().replace("_", " ")
            label = f"{words} hex {number}" if resource else f"{words} {number}"
            place = f"{name}-{number}"
            state.sites[place] = Site(place, kind, label, resource=resource, home=home)
            return place
    return goal


def one_tile_less(state: HvWState) -> Rule[None]:
    """Count a turned tile; with the last one the ban on attacks is about to end (7.2, ruling R26)."""
    state.world.face_down -= 1
    if state.world.face_down:
        return
    words = "The last tile is discovered: from the next turn on players may attack each other."
    if ruled(state, "peace_end") == "at_once":
        state.world.open_war = True
        words = "The last tile is discovered: players may attack each other."
    yield from note(t(words), section="7.2")


def all_agree(state: HvWState, seat: str) -> Rule[bool]:
    """Ask everybody else whether the game ends here (6.0, ruling R58)."""
    others = [one for one in alive(state) if one != seat]
    form = Confirm(t("Stop and compare"), t("Play on"), usual="no")
    prompt = t("{race} propose to stop here and compare.", race=title(seat))
    answers = yield from all_of(*(Ask(one, "6.0", prompt, form, about="stop") for one in others))
    return all(answers)

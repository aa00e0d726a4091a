"""The players' map: areas are named when they come into play, borders when somebody crosses one.

Naming a neighbour says that there is a border, and it is remembered. Where a rule needs a border that nobody has
mentioned yet, the players look at their map and answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count

from companion.engine.core.asking import ask, number
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal, Refused
from companion.engine.core.forms import Choose, Field, Fields, Name, options
from companion.engine.core.menu import Group, Offer, menu
from companion.engine.core.text import Text, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.realm.areas import (
    controlled,
    controller,
    empires_touch,
    join,
    known_border,
    native_comes,
    units_in,
    who,
)
from companion.games.conquest_of_zabor.realm.effects import stat
from companion.games.conquest_of_zabor.state import Area, ZaborState

Against = Callable[[str], Refusal | None]
SORTS = {"land": ("land", "coast"), "coast": ("coast",), "sea": ("sea",), "any": ("land", "coast", "sea")}
KINDS = {"land": t("Inland"), "coast": t("Coast"), "sea": t("Sea")}
REGIONS = {"north": t("North"), "south": t("South"), "zabor": t("Zabor"), "": t("Other")}
NEAR = 16
"""So many areas that may be next door stand beside the known ones at most; more have a page of their own."""


def label(state: ZaborState, place: str) -> Text:
    """The name of an area."""
    return Text("{name}", {"name": state.areas[place].name}) if place in state.areas else t("nowhere")


def detail(state: ZaborState, place: str, seat: str = "") -> Text:
    """What is in an area, in a few words; for a seat that may come there, how strong the others are."""
    area = state.areas[place]
    words = [t(facts.ITEMS[area.upgrade].name)] if area.upgrade else []
    here = Counter(one.seat for one in state.units.values() if one.place == place)
    for one, n in here.items():
        words.append(t("{who} {n}", who=who(one), n=n))
        if seat and one != seat:
            words.append(t("Strength {n}", n=sum(stat(state, one, unit.kind, "strength")
                                                 for unit in units_in(state, place, one).values())))  # fmt: skip
    if seat and native_comes(state, place):
        words += [t("Native 1"), t("Strength {n}", n=stat(state, facts.BARBARIAN, "infantry", "strength"))]
    if area.roads:
        words.append(t("Road"))
    return t(" · ".join(f"{{w{i}}}" for i in range(len(words))), **{f"w{i}": one for i, one in enumerate(words)})


def offer(state: ZaborState, place: str, refusal: Refusal | None = None, seat: str = "") -> Offer:
    """An area as an offer, where a `seat` is given one that it may come to; its value is the area's id."""
    return Offer(place, label(state, place), value=place, refusal=refusal, detail=partial(detail, state, place, seat))


def room_for_more(state: ZaborState, sort: str) -> bool:
    """Whether the map may have further areas of this sort; an owner's typed-in map is complete."""
    if any(area.charted for area in state.areas.values()):
        return False
    sea = sum(area.sea for area in state.areas.values())
    found = {"land_areas": len(state.areas) - sea, "sea_areas": sea}
    wanted = {"sea": ("sea_areas",), "any": ("land_areas", "sea_areas")}.get(sort, ("land_areas",))
    return any(found[one] < facts.NUMBER[one] for one in wanted)


def near_offers(
    state: ZaborState,
    seat: str,
    near: str,
    sort: str,
    against: Against,
    *,
    new: str | None = None,
    wanted: Text | None = None,
) -> list[Offer | Group]:
    """The areas that border `near`: known neighbours, areas that may be, and one that nobody has named yet. Whoever
    chooses one that may be says that the two border each other.

    The unnamed one is of the sort `new` where that differs ("" for none). `wanted` is the question that they answer.
    """
    found: list[Offer | Group] = []
    maybe: list[Offer] = []
    for one, area in state.areas.items():
        if area.kind in SORTS[sort] and one != near:
            known = known_border(state, near, one)
            if known:
                found.append(offer(state, one, against(one), seat))
            elif known is None:
                maybe.append(_perhaps(state, near, one, against(one), seat))
    listed = len(maybe) <= NEAR and any(one.allowed for one in maybe)
    new = sort if new is None else new
    if new and room_for_more(state, new):
        found.append(Offer("new", _new_words(state), partial(_new_neighbour, state, seat, near, new, wanted),
                           under=_others(state, near) if listed else None))  # fmt: skip
    return found + (_elsewhere(state, near, maybe) if len(maybe) > NEAR else maybe)


def _perhaps(state: ZaborState, near: str, place: str, refusal: Refusal | None, seat: str) -> Offer:
    """An area of which nobody has said yet whether it borders `near`; a slip of the finger would teach a wrong one."""
    return Offer(place, label(state, place), partial(_found, state, near, place), refusal=refusal, grave=True,
                 detail=partial(detail, state, place, seat), under=_others(state, near))  # fmt: skip


def _others(state: ZaborState, near: str) -> Text:
    """The heading of the areas of which nobody has said yet whether they border `near`."""
    return t("Not known to border {place}: tap only what your map shows beside it", place=label(state, near))


def _elsewhere(state: ZaborState, near: str, maybe: list[Offer]) -> list[Offer | Group]:
    """Very many areas that may be next door, on a page of their own."""
    prompt = t("Which area borders {place}?", place=label(state, near))
    return [Group("elsewhere", t("Another area on the list"), prompt, maybe, about="border")]


def _found(state: ZaborState, near: str, place: str) -> str:
    join(state, near, place)
    return place


def _new_neighbour(state: ZaborState, seat: str, near: str, sort: str, wanted: Text | None) -> Rule[str]:
    place = yield from add_area(state, seat, sort, wanted)
    state.areas[place].beside = near
    return _found(state, near, place)


def new_offer(state: ZaborState, seat: str, sort: str, wanted: Text | None = None) -> Offer:
    """The offer of an area that is not on the list yet. `wanted` is the question that it answers."""
    return Offer("new", _new_words(state), lambda: add_area(state, seat, sort, wanted))


def only_new(offers: Sequence[Offer | Group]) -> bool:
    """Whether an area that is not on the list yet is all that can be chosen: then its name is asked at once."""
    return [one.id for one in offers if one.against is None] == ["new"]


def _new_words(state: ZaborState) -> Text:
    return t("An area not yet on the list") if state.areas else t("Name an area of your map")


def add_area(state: ZaborState, seat: str, sort: str, wanted: Text | None = None) -> Rule[str]:
    """Ask for the name, kind and position of a new area, on one page. Returns its id. `wanted` is the question that it
    answers.
    """
    prompt = t("Which area is it? The app learns it from your map.") if wanted is None else wanted
    kinds = [one for one in SORTS[sort] if room_for_more(state, "sea" if one == "sea" else "land")]
    about = "sea_name" if kinds == ["sea"] else "name"
    fields = _told_of_area(kinds, _free_names(state, kinds))
    form = Fields(fields, sent_by=tuple(one.id for one in fields if isinstance(one.form, Choose)))
    given = yield from ask(seat, prompt, form, observation=True, about=about)
    name = given["name"]
    if name.lower() in (area.name.lower() for area in state.areas.values()):
        raise Refused("Glossary: areas", t("{name} is on the list already.", name=name), "name.name")
    place = f"a{len(state.areas) + 1}"
    state.areas[place] = Area(name, given.get("kind", kinds[0]), given.get("region", ""))
    return place


def _free_names(state: ZaborState, kinds: Sequence[str]) -> tuple[str, ...]:
    """A name for an area that has none on the map: what it is, and the first number that is free."""
    taken, found = {area.name.lower() for area in state.areas.values()}, []
    for word in dict.fromkeys("Sea" if kind == "sea" else "Land" for kind in kinds):
        found.append(next(name for n in count(1) if (name := f"{word} {n}").lower() not in taken))
    return tuple(found)


def _told_of_area(kinds: Sequence[str], known: tuple[str, ...]) -> tuple[Field, ...]:
    """What people tell of a new area: its name, what it is where it may be several things, and where land lies."""
    fields = [Field("name", t("Name on your map"), Name(known), speaks=True)]
    if len(kinds) > 1:
        choices = options(*((one, KINDS[one]) for one in kinds))
        fields.append(Field("kind", t("Kind"), Choose(choices, blank=True), speaks=True))
    if list(kinds) != ["sea"]:
        where = Choose(options(*REGIONS.items()), blank=True)
        fields.append(Field("region", t("Where"), where, speaks=True))
    return tuple(fields)


def choose_area(
    state: ZaborState,
    seat: str,
    prompt: Text,
    sort: str,
    against: Against,
    *,
    also: Sequence[Offer] = (),
    about: str,
    reach: Mapping[str, Sequence[str]] | None = None,
) -> Rule[str]:
    """Ask for any area of a sort, on the list or new. The offers in `also` come first; returns the value of the
    chosen one. `reach` is which Units come to an area: the most first, one's own areas last.
    """
    fitting = [place for place, area in state.areas.items() if area.kind in SORTS[sort]]
    if reach is not None:
        fitting.sort(key=lambda one: (controller(state, one) == seat, -len(reach.get(one, ()))))
    offers: list[Offer | Group] = [*also, *(_reached(state, seat, one, against(one), reach) for one in fitting)]
    if room_for_more(state, sort):
        offers.append(new_offer(state, seat, sort, prompt))
    if all(one.against for one in offers):
        return ""
    place: str = yield from menu(seat, prompt, offers, about=about, skip_single=only_new(offers))
    return place


def _reached(
    state: ZaborState, seat: str, place: str, refusal: Refusal | None, reach: Mapping[str, Sequence[str]] | None
) -> Offer:
    """An area as an offer; where it matters, with how many Units come there by the borders that are known, and how
    strong they are.
    """
    if reach is None:
        return offer(state, place, refusal)
    told, names = detail(state, place, seat), reach.get(place, ())
    if names:
        strong = sum(stat(state, seat, state.units[one].kind, "strength") for one in names)
        words = t("Yours in reach: {n}, Strength {strong}", n=len(names), strong=strong)
        told = t("{words} · {there}", words=words, there=told) if str(told) else words
    unsure = not names and not state.areas[place].charted and controller(state, place) != seat
    return Offer(place, label(state, place), value=place, refusal=refusal, detail=told,
                 under=t("Not known to be in reach of your Units") if unsure else None)  # fmt: skip


def choose_own(state: ZaborState, seat: str, prompt: Text, places: Sequence[str], about: str) -> Rule[str]:
    """Ask for one of some known areas; does not ask if there is only one, and returns "" if there is none."""
    if not places:
        return ""
    place: str = yield from menu(seat, prompt, [offer(state, one) for one in places], about=about, skip_single=True)
    return place


def empires_beside(state: ZaborState, seat: str) -> tuple[int, int]:
    """How many other Empires border one's own by the borders that are known, at least and at most."""
    others = [one for one in state.seats if one != seat and controlled(state, one)]
    known = [empires_touch(state, seat, one) for one in others]
    return known.count(True), known.count(True) + known.count(None)


def adjacent_empires(state: ZaborState, seat: str, card: Text, comes_of: Callable[[int], object]) -> Rule[int]:
    """How many other Empires border one's own; the players are asked if the list of areas does not say, and if what
    `comes_of` a number is not the same for all that are possible. `card` is what wants to know it.
    """
    low, high = empires_beside(state, seat)
    least = comes_of(low)
    if not controlled(state, seat) or all(comes_of(n) == least for n in range(low + 1, high + 1)):
        return low
    prompt = t("{card}: to how many other Empires are you adjacent?", card=card)
    return (yield from number(seat, prompt, low, high, low, observation=True, about="adjacent",
                              section="Glossary: adjacency"))  # fmt: skip

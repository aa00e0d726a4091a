"""What a player is told of a hex before anything goes there: who stands in it, whose banner it has, what it is good
for. Contains no rule.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.engine.core.text import Text, listed, plural, t
from companion.games.archmagi import facts
from companion.games.archmagi.fights.losses import is_last_archmagi
from companion.games.archmagi.land import ashore, enemies, entry_refusal, ground, hex_name, is_stranded
from companion.games.archmagi.seen import stack_words
from companion.games.archmagi.state import ArchmagiState, Unit
from companion.games.archmagi.units import chit, is_archmagi, stack
from companion.games.archmagi.wording import called, in_a_row, name_of, names_of

FOUND = facts.SETUP["found"]["terrains"]
"""Terrains where the first banner of the game finds an artifact."""


def ahead(
    state: ArchmagiState, seat: str, target: str, going: Collection[str], stay: int, left: int,
    drowning: Collection[str] = (),
) -> Text:  # fmt: skip
    """A hex that a stack can go to: who would be `drowning` there, who stands there, its banner, how many of the units
    cannot go, and how far those who go farthest can go on.
    """
    foes = foes_in(state, seat, target)
    said = [*foes, *own_in(state, seat, target), *banner_of(state, seat, target, met=bool(foes))]
    said = said or [t("nobody there")]
    walking = [state.units[name] for name in going]
    if walking and all(entry_refusal(state, one, target) for one in walking):
        said.append(t("goes aboard"))
    if lost := [state.units[name] for name in drowning if name in going]:
        said = [_drowns(state, lost), *said]
    if stay:
        said.append(plural(stay, "1 of the stack cannot go", "{n} of the stack cannot go"))
    if left and not foes:
        said.append(plural(left, "1 move left", "{n} moves left"))
    return in_a_row(said)


def _drowns(state: ArchmagiState, lost: Sequence[Unit]) -> Text:
    """Who drowns where it ends its turn in a hex, and whether its player is out then."""
    units = names_of(state, [one.kind for one in lost])
    if any(is_last_archmagi(state, one) for one in lost):
        return t("drowns if the turn ends here, and you are out of the game: {units}", units=units)
    return t("drowns if the turn ends here: {units}", units=units)


def drowning(state: ArchmagiState, seat: str) -> Text | None:
    """What a player loses in water by ending the turn as it is; None for nothing."""
    wet = [one for one in state.units.values() if one.seat == seat and is_stranded(state, one, one.place)]
    lost = [one for one in wet if not ashore(state, one, one.place)]
    if not lost:
        return None
    places = listed([hex_name(state, place) for place in dict.fromkeys(one.place for one in lost)])
    units = names_of(state, [one.kind for one in lost])
    if any(is_last_archmagi(state, one) for one in lost):
        return t("Drowns on {place} at the end of the turn: {units}. You are out of the game then.", place=places,
                 units=units)  # fmt: skip
    return t("Drowns on {place} at the end of the turn: {units}.", place=places, units=units)


def foes_in(state: ArchmagiState, seat: str, place: str) -> list[Text]:
    """The enemies in a hex, each with the chits that this seat knows."""
    seats = list(dict.fromkeys(one.seat for one in enemies(state, seat, place)))
    return [t("meets {who}: {chits}", who=called(one), chits=stack_words(state, one, place, seat)) for one in seats]


def own_in(state: ArchmagiState, seat: str, place: str) -> list[Text]:
    """The own stack in a hex."""
    return [t("joins {chits}", chits=stack_words(state, seat, place, seat))] if stack(state, place, (seat,)) else []


def banner_of(state: ArchmagiState, seat: str, place: str, *, met: bool) -> list[Text]:
    """Whose banner a hex has, or what an own one brings there: where enemies are `met`, none is placed yet."""
    here = state.hexes[place]
    if here.banner:
        return [t("your banner")] if here.banner == seat else [t("{who} has a banner", who=called(here.banner))]
    if here.water or met:
        return []
    if not here.terrain and state.mapped == "unknown":
        return [t("not explored")]
    if not here.founded and ground(state, place) in FOUND:
        return [t("your banner finds an artifact")]
    free = [t("free")]
    inside = [name_of(state, one) for one in dict.fromkeys(state.players[seat].reserve)
              if chit(state, Unit(seat, one)).terrain == ground(state, place)]  # fmt: skip
    return [*free, t("lets in {chits}", chits=listed(inside))] if inside else free


def takes_banner(state: ArchmagiState, place: str) -> bool:
    """Whether it is known land without a banner."""
    here = state.hexes[place]
    return not here.water and not here.banner and bool(here.terrain)


def start_words(
    state: ArchmagiState, seat: str, place: str, wet: Collection[str], beside: Collection[str]
) -> Text | None:
    """Which chits of the Reserve can come in at a start, on its terrain or a water terrain next to it (`wet`), and
    which on the land `beside` it once a banner is there. None without such a chit.
    """
    here = (ground(state, place), *wet)
    homes = {one: chit(state, Unit(seat, one)).terrain for one in state.players[seat].reserve}
    now = [name_of(state, one) for one, home in homes.items() if home in here]
    later = [name_of(state, one) for one, home in homes.items() if home in beside and home not in here]
    said = [t("can come in: {chits}", chits=listed(now))] if now else []
    said += [t("one hex away: {chits}", chits=listed(later))] if later else []
    return in_a_row(said) if said else None


def landing_words(state: ArchmagiState, seat: str, place: str) -> Text | None:
    """Who of a player stands where a chit comes in, and whether the Archmagi is there."""
    units = stack(state, place, (seat,))
    if any(is_archmagi(state, one) for one in units.values()):
        return t("beside your Archmagi")
    own = own_in(state, seat, place)
    return own[0] if own else t("on your banner") if state.hexes[place].banner == seat else t("nobody there")

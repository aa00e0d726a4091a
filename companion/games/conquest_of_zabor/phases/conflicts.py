"""The results of battles: which battle is next, who then has the area, Pursuit, Warp, cards of the winner."""

from __future__ import annotations

from companion.engine.core.asking import confirm, counts, note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Row
from companion.engine.core.menu import Offer, menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, plural, t
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.realm.areas import (
    civilized,
    controller,
    heads,
    is_rural,
    kind_of,
    others_in,
    units_in,
    who,
)
from companion.games.conquest_of_zabor.realm.atlas import label, near_offers, offer
from companion.games.conquest_of_zabor.realm.battle import ROLES, absorb, army, battle, fight_of, force, other, put_back
from companion.games.conquest_of_zabor.realm.effects import lasting, level, room, supply
from companion.games.conquest_of_zabor.realm.movement import arrive, bar
from companion.games.conquest_of_zabor.realm.pieces import build, conquer, unit_names
from companion.games.conquest_of_zabor.state import Battle, Chase, Force, ZaborState

ABILITIES = "Glossary: special abilities"


@flow("Battle")
def fight(seat: str) -> Rule[bool]:
    """One battle of a player's move and its results. Returns False when there is none left."""
    found = yield from next_battle(seat)
    if not found:
        return False
    yield from battle()
    yield from conclude()
    yield from pursue("attacker")
    yield from pursue("defender")
    yield from warp("attacker")
    yield from warp("defender")
    yield from close()
    return True


@flow("Battle", "Movement")
def fight_at_once(seat: str) -> Rule[bool]:
    """By one reading of A06 a group that meets an enemy fights before the next one moves."""
    now = yield from fights_at_once()
    return (yield from fight(seat)) if now else False


@step("Battle", "Movement")
def fights_at_once(state: ZaborState) -> bool:
    """Whether battles are fought as soon as a group has moved (A06)."""
    return state.rulings["battles"] == "at-once"


@step("Battle")
def next_battle(state: ZaborState, seat: str) -> Rule[bool]:
    """Choose the next battle where own Units are with others: pursuits first, else the moving player chooses.
    Returns False when none is left.
    """
    chases = [one for one in state.queue if is_contested(state, one.seat, one.place)]
    state.queue = chases[1:]
    if chases:
        seat, place = chases[0].seat, chases[0].place
    else:
        found = [place for place in state.areas if is_contested(state, seat, place)]
        if not found:
            return False
        offers = [offer(state, place) for place in found]
        place = yield from menu(seat, t("Which battle is fought first?"), offers, about="battle", skip_single=True)
    foe = others_in(state, place, seat)[0]
    start_battle(state, seat, foe, place)
    yield from note(t("{who} attacks {foe} in {place}.", who=who(seat), foe=who(foe), place=label(state, place)),
                    kind="battle")  # fmt: skip
    return True


def is_contested(state: ZaborState, seat: str, place: str) -> bool:
    """Whether Units of a seat are in an area together with those of others."""
    return place in state.areas and bool(units_in(state, place, seat) and others_in(state, place, seat))


def start_battle(state: ZaborState, seat: str, foe: str, place: str) -> None:
    """Start a battle: the moving player attacks, or whoever entered an area that the other one controls (A56)."""
    sides = [Force(seat), Force(foe)]
    moved = any(one.moved for one in units_in(state, place, seat).values())
    if not moved and controller(state, place) == seat:
        sides.reverse()
    state.battle = Battle(place, sides[0], sides[1], rounds=0)
    for role in ROLES:  # in view before the first dice
        force(state, role).pool = absorb(state, role)
    bar(state, seat, foe)


@step("Battle", "Control of areas")
def conclude(state: ZaborState) -> Rule[None]:
    """Decide who has the area now, record the result, and draw the winner's cards."""
    fight_now = fight_of(state)
    place = fight_now.place
    if place not in state.areas:
        yield from note(t("Nobody is left."), kind="both_gone")
        return
    if fight_now.over in ("", "both"):
        one, two = (who(force(state, role).seat) for role in ROLES)
        yield from note(t("{one} and {two} destroy each other in {place}.", one=one, two=two,
                          place=label(state, place)), kind="both_gone")  # fmt: skip
        return
    role = fight_now.over
    seat, foe = force(state, role).seat, force(state, other(role)).seat
    words = plural(heads(seat), "{who} wins the battle in {place}.", "{who} win the battle in {place}.",
                   who=who(seat), place=label(state, place))  # fmt: skip
    yield from note(words, kind="won", facts={"seat": seat, "foe": foe})
    yield from _losses(state)
    area, player, built = state.areas[place], state.players.get(seat), state.areas[place].upgrade
    if player is not None:
        player.won += 1
        player.won_empire += foe in state.players
    if role == "attacker" and player is not None and not others_in(state, place, seat):
        conquer(state, seat, place, battle=True)
    if built != area.upgrade:
        yield from note(_lowered(state, place, built), kind="razed")
    if player is not None and not area.sea and army(state, role):
        yield from _mercy(state, role)
        yield from _settle(state, role, foe)


def _losses(state: ZaborState) -> Rule[None]:
    """What both sides have lost in the whole battle; of a single round that is told already."""
    if fight_of(state).rounds == 1:
        return
    for role in ROLES:
        side = force(state, role)
        if side.lost:
            words = t("{who} lost {units} in all.", who=who(side.seat), units=unit_names(state, side.lost))
            yield from note(words, kind="losses")


def _lowered(state: ZaborState, place: str, built: str) -> Text:
    """That an Upgrade has lost a step."""
    left, item = state.areas[place].upgrade, t(facts.ITEMS[built].name)
    if not left:
        return t("The {item} in {place} is razed.", item=item, place=label(state, place))
    return t("The {item} in {place} is only a {left} now.", item=item, place=label(state, place),
             left=t(facts.ITEMS[left].name))  # fmt: skip


def _mercy(state: ZaborState, role: str) -> Rule[None]:
    """A card returns a killed Infantry or Auxiliary after each won battle on land."""
    side = force(state, role)
    lost = [
        kind for kind in dict.fromkeys(side.lost) if kind in ("infantry", "auxiliary") and room(state, side.seat, kind)
    ]
    if not lost or not lasting(state, side.seat, "mercy"):
        return
    offers = [Offer(kind, t(facts.UNITS[kind].name), value=kind) for kind in lost]
    prompt = t("Who returns to {place}?", place=label(state, fight_of(state).place))
    kind = yield from menu(side.seat, prompt, [*offers, Offer("nobody", t("Nobody"), value="")], about="mercy")
    if kind:
        put_back(state, role, kind)


def _settle(state: ZaborState, role: str, foe: str) -> Rule[None]:
    """A card: a Keep at once on a Rural Area won from Barbarians, once in a turn."""
    seat, place = force(state, role).seat, fight_of(state).place
    player, found = state.players[seat], lasting(state, seat, "settle")
    own = foe == facts.BARBARIAN and is_rural(state, place) and controller(state, place) == seat
    if (
        not found
        or not own
        or "settle" in player.spent
        or player.gold < found[0].number()
        or not supply(state, seat, "keep")
    ):
        return
    prompt = t("A Keep in {place} for {n} Gold?", place=label(state, place), n=found[0].number())
    if (yield from confirm(seat, prompt, about="settle")):
        player.gold -= found[0].number()
        player.spent.append("settle")
        build(state, seat, "keep", place)


# ---- Pursuit and Warp


@step("Glossary: special abilities", asks_first=True)
def pursue(state: ZaborState, role: str) -> Rule[None]:
    """All survivors with Pursuit may move on to an adjacent Land Area with an enemy, where a battle follows (A22)."""
    fight_now, side, reading = fight_of(state), force(state, role), state.rulings["pursuit"]
    names = [] if fight_now.over in ("", "both") else pursuers(state, role)
    names = names if fight_now.over == role else []
    if reading == "attacker-only" and role == "defender":
        return
    if reading == "all-survived" and any(level(state, side.seat, kind, "pursuit") for kind in side.lost):
        return
    if not names or side.seat not in state.players:
        return

    def against(place: str) -> Refusal | None:
        empty = not others_in(state, place, side.seat) and controller(state, place) != ""
        empty = empty or (not units_in(state, place) and bool(state.areas[place].upgrade))
        own = controller(state, place) == side.seat and not others_in(state, place, side.seat)
        misty = refuse_if(state.areas[place].misty, ABILITIES, t("Nobody can enter it in this turn."))
        return misty or refuse_if(empty and (reading != "any-area" or own), ABILITIES, t("No battle would follow."))

    near = [one for one in near_offers(state, side.seat, fight_now.place, "land", against) if one.against is None]
    if not near:
        return
    prompt = t("{units} may pursue: where to?",
               units=unit_names(state, [state.units[one].kind for one in names]))  # fmt: skip
    stay = Offer("stay", plural(len(names), "It stays", "They stay"), value="", ends=True)
    place = yield from menu(side.seat, prompt, [stay, *near], about="pursuit")
    refused = against(place) if place else None
    if not place or refused is not None:
        return
    if reading == "each-alone" and len(names) > 1:
        labels = {one: t(kind_of(state, state.units[one].kind).name) for one in names}
        rows = [Row(one, words, 1, start=1, told=lambda _n, words=words: words) for one, words in labels.items()]  # type: ignore[misc]
        given = yield from counts(side.seat, t("Who pursues?"), rows, least=1, about="pursuers")
        names = list(given)
    for one in names:
        state.units[one].pursued += 1
    yield from note(t("{who} pursues.", who=who(side.seat)), kind="pursuit")
    yield from arrive(state, side.seat, names, place, ())
    state.queue.append(Chase(place, side.seat))


def pursuers(state: ZaborState, role: str) -> list[str]:
    """The survivors that can still pursue in this action."""
    seat = force(state, role).seat
    if state.areas.get(fight_of(state).place) is None or state.areas[fight_of(state).place].sea:
        return []
    return [one for one in army(state, role)
            if level(state, seat, state.units[one].kind, "pursuit") > state.units[one].pursued]  # fmt: skip


@step("Glossary: special abilities", asks_first=True)
def warp(state: ZaborState, role: str) -> Rule[None]:
    """After a won battle, surviving Units with Warp may move to a Civilized Area of their owner (A09)."""
    side = force(state, role)
    if fight_of(state).over != role or side.seat not in state.players or fight_of(state).place not in state.areas:
        return
    names = [one for one in army(state, role) if level(state, side.seat, state.units[one].kind, "warp")]
    own = civilized(state, side.seat)
    for name in names if own else ():
        offers = [offer(state, place) for place in own]
        if state.rulings["warp"] == "owner-chooses" and fight_of(state).place not in own:
            offers.append(offer(state, fight_of(state).place))
        unit = t(kind_of(state, state.units[name].kind).name)
        prompt = t("Where does the {unit} warp to?", unit=unit)
        place = yield from menu(side.seat, prompt, offers, about="warp", skip_single=True)
        if place != state.units[name].place:
            yield from note(t("{who}: the {unit} warps to {place}.", who=who(side.seat), unit=unit,
                              place=label(state, place)), kind="warp")  # fmt: skip
        elif len(offers) > 1:
            yield from note(t("{who}: the {unit} stays in {place}.", who=who(side.seat), unit=unit,
                              place=label(state, place)), kind="stays")  # fmt: skip
        state.units[name].place = place


@step("Battle")
def close(state: ZaborState) -> None:
    """End the battle, and every effect that was to count in it."""
    for role in ROLES:
        player = state.players.get(force(state, role).seat)
        if player is not None:
            player.fear = 0
    state.battle = None

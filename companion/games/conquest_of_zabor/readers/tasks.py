"""Tasks at the table between two states of a match: Units, Upgrades, Envoys, cards, Gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.engine.core.text import Text, listed, t
from companion.engine.game.guidance import Task
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.victory import conditions
from companion.games.conquest_of_zabor.realm.areas import holder_of, kind_of, units_in, who
from companion.games.conquest_of_zabor.realm.atlas import label
from companion.games.conquest_of_zabor.realm.piles import title
from companion.games.conquest_of_zabor.state import ZaborState
from companion.games.conquest_of_zabor.wording import some


def laying(state: ZaborState) -> tuple[Task, ...]:
    """What hands do before the first question, as long as no area of the map is known and nothing else is chosen: the
    map and the decks once for the table, the pieces of a colour by each player.
    """
    if state.phase or any(player.home for player in state.players.values()):
        return ()
    n = facts.NUMBER
    hexes = t("Lay out the map: your own, or {land_areas} Land Areas and {sea_areas} Sea Areas of the blank hexes. "
              "{starts} Land Areas of each colour have its symbol.", land_areas=n["land_areas"],
              sea_areas=n["sea_areas"], starts=n["starts"])  # fmt: skip
    where = t("Mark where each Land Area lies: N in the north, S in the south, Z on Zabor.")
    decks = t("Sort the cards into decks by their backs, the VP cards by age. Shuffle each deck face down; the Action "
              "Cards and Position Cards lie beside the board.")  # fmt: skip
    table = (("map", hexes, "Setup 3: starting areas"), ("signs", where, "Setup 3: starting areas"),
             ("decks", decks, "Setup 7 and 8: decks and charts"))  # fmt: skip
    own = t("Take the Empire Chart and the pieces of your colour.")
    alike = t("Empire Chart and pieces of the colour")
    return (*(Task(f"lay:{name}", words, "", section) for name, words, section in table),
            *(Task(f"lay:chart:{seat}", own, seat, "Setup 7 and 8: decks and charts", alike=alike, part=who(seat))
              for seat in state.seats))  # fmt: skip


def tasks(before: ZaborState, after: ZaborState) -> tuple[Task, ...]:
    """All tasks at the table."""
    return (*_track(before, after), *_areas(before, after), *_charts(before, after), *_cards(before, after))


def _track(before: ZaborState, after: ZaborState) -> Iterator[Task]:
    """Action Cards laid, Envoys put down and taken back."""
    if after.track and after.track != before.track:
        cards = listed([t(facts.ACTIONS[one]) for one in after.track])
        yield Task("track", t("Lay the Action Cards in this order: {cards}.", cards=cards),
                   holder_of(after, facts.COUNCIL), "Phase 1: place action cards")  # fmt: skip
    for seat in after.seats:
        now, old = _spaces(after, seat), _spaces(before, seat)
        if now == old or (not now and after.track != before.track):
            continue
        words, part = t("Take all your Envoys off the track."), t("{who}: none", who=who(seat))
        if now:
            where = listed([_space(after, n) for n in now])
            words = t("Have your Envoys only on {spaces}.", spaces=where)
            part = t("{who}: {spaces}", who=who(seat), spaces=where)
        section = "Phase 4: place envoys" if set(old) <= set(now) else "Phase 5: actions"
        yield Task(f"envoys:{seat}", words, seat, section, alike=t("Envoys on the track"), part=part)


def _spaces(state: ZaborState, seat: str) -> list[int]:
    """The spaces where an Empire has an Envoy."""
    return [n for n, one in enumerate(state.spaces) if one == seat and n // 2 < len(state.track)]


def _space(state: ZaborState, n: int) -> Text:
    action = t(facts.ACTIONS[state.track[n // 2]])
    return t("{action} (secondary)", action=action) if n % 2 else t("{action} (primary)", action=action)


def _areas(before: ZaborState, after: ZaborState) -> Iterator[Task]:
    """What is in an area now, a line for each area: after several changes only the last one matters."""
    for place in after.areas:
        now, old = ({seat: _pieces(state, place, seat) for seat in (*after.seats, facts.BARBARIAN)}
                    for state in (after, before))  # fmt: skip
        changed = [seat for seat in now if now[seat] != old[seat]]
        if not changed:
            continue
        where, here = label(after, place), [seat for seat in now if now[seat]]
        stand = [t("{who} {pieces}", who=who(seat), pieces=listed([some(n, one) for one, n in now[seat]]))
                 for seat in here]  # fmt: skip
        words = t("Take everything out of {place}.", place=where)
        if here and any(old.values()):
            words = _one_after_another(t("{place} now", place=where), stand)
        elif here:
            words = _one_after_another(t("Put in {place}", place=where), stand)
        mover = after.active if after.active in changed else changed[0]
        yield Task(f"area:{place}", words, _hand(after, mover), "Control of areas")


def _one_after_another(head: Text, stand: Sequence[Text]) -> Text:
    """What is in an area, after what it is called: `Lunn now: Red 1 City, 2 Infantry; Blue 1 Cavalry.`"""
    said = {f"s{n}": one for n, one in enumerate(stand)}
    return t("{head}: " + "; ".join(f"{{{name}}}" for name in said) + ".", head=head, **said)


def _pieces(state: ZaborState, place: str, seat: str) -> list[tuple[str, int]]:
    """An Empire's Upgrade, Roads and Units in an area, by name and number."""
    area = state.areas.get(place)
    if area is None:
        return []
    found = Counter([facts.ITEMS[area.upgrade].name] if area.upgrade and area.holder == seat else [])
    found.update("Road" for one in area.roads if one == seat)
    found.update(kind_of(state, one.kind).name for one in units_in(state, place, seat).values())
    return list(found.items())


def _hand(state: ZaborState, seat: str) -> str:
    """Whose task it is to handle pieces of a seat: those of the Barbarians are the Master of Events'."""
    return seat if seat in state.players else holder_of(state, facts.EVENTS)


def _charts(before: ZaborState, after: ZaborState) -> Iterator[Task]:
    """Gold, Position Cards and claims."""
    for seat, player in after.players.items():
        old = before.players.get(seat)
        if old is None:
            continue
        if player.gold != old.gold:
            yield Task(f"gold:{seat}", t("Move your Gold marker to {n}.", n=player.gold), seat, "Gold",
                       alike=t("Gold markers"), part=t("{who} {n}", who=who(seat), n=player.gold))  # fmt: skip
        for one in player.positions:
            if one not in old.positions and after.turn:
                card = t(facts.HOUSE.cards["position"][one].name)
                yield Task(f"position:{one}", t("Lay the card {card} on your chart.", card=card), seat)
        fresh = [one for one in player.claims if one not in old.claims]
        known = conditions(after) if fresh else {}
        for one in (one for one in fresh if one in known):
            words = t("Put one of your markers on {card}.", card=title(after, known[one].deck, known[one].card))
            yield Task(f"claim:{seat}:{one}", words, seat, "Phase 9: VP")


def _cards(before: ZaborState, after: ZaborState) -> Iterator[Task]:
    """The VP card turned up."""
    for one in after.face_up:
        if one not in before.face_up:
            yield Task("vp", t("Turn up the next VP card: {card}.", card=title(after, "vp", one)),
                       holder_of(after, facts.EVENTS), "Phase 10: end")  # fmt: skip

"""What a big screen keeps in sight: the Action track with emblems, the figures of all Empires, the open VP cards."""

from __future__ import annotations

from companion.engine.core.text import Text, plural, t
from companion.engine.game.panels import Gauge, Stock, TablePanel
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.victory import goals, trait_claim, vp_claim
from companion.games.conquest_of_zabor.readers.looks import LOOKS
from companion.games.conquest_of_zabor.readers.progress import have
from companion.games.conquest_of_zabor.realm.areas import controlled, who
from companion.games.conquest_of_zabor.sheet import decks_of
from companion.games.conquest_of_zabor.state import ZaborState
from companion.games.conquest_of_zabor.wording import ACTION_BRIEFS, goal_words

OPEN = 4
"""So many open VP cards have room, the latest first."""
WIDE = 4
"""So many columns of players have room for their VP."""
ROWS = 8
"""So many rows two tables have."""
FREE = Text("–")
"""A space of the Action track without an Envoy."""
TRACK_PHASES = facts.PHASES[1 : facts.PHASES.index(facts.ACT) + 1]
"""While something lies, or will lie, on the Action track."""


def track(state: ZaborState, *, told: bool) -> TablePanel:
    """The Action Card Track with the Envoys on its spaces; while they act, only the cards where one still waits. If
    `told`, with what a free space does, while Envoys are placed: a question says it, but not to a big screen.
    """
    acts = state.phase == TRACK_PHASES[-1]
    left = [n for n in range(len(state.track)) if not acts or _there(state, 2 * n) or _there(state, 2 * n + 1)]
    rows = tuple((t("{n} · {action}", n=n + 1, action=t(facts.ACTIONS[state.track[n]])),
                  *(_space(state, 2 * n + i, told=told and state.phase == facts.PLACE_ENVOYS) for i in (0, 1)))
                 for n in left)  # fmt: skip
    held = tuple((row, 1 + i, _there(state, 2 * n + i))
                 for row, n in enumerate(left) for i in (0, 1) if _there(state, 2 * n + i))  # fmt: skip
    return TablePanel("track", "now", t("Action track"), (t("Action"), t("Primary"), t("Secondary")), rows, held=held)


def _there(state: ZaborState, n: int) -> str:
    """Whose Envoy is on a space, or acts from it now."""
    if n < len(state.spaces) and state.spaces[n]:
        return state.spaces[n]
    return state.active if state.phase == TRACK_PHASES[-1] and _now(state, n) else ""


def _now(state: ZaborState, n: int) -> bool:
    return n == state.at - 1 and state.active in state.players


def _space(state: ZaborState, n: int, *, told: bool) -> Text:
    """Who is on a space of the track; of a free one what it does, if `told`."""
    there = _there(state, n)
    if not there:
        return t(ACTION_BRIEFS[state.track[n // 2]][n % 2]) if told else FREE
    waits = n < len(state.spaces) and state.spaces[n]
    return who(there) if waits else t("{who}, now", who=who(there))


def foot(state: ZaborState) -> tuple[Stock, ...]:
    """VP, Gold and areas of every Empire, as long as the Action track has the place of the standing: not while it is
    large itself.
    """
    if not state.track or state.phase not in TRACK_PHASES or state.phase == facts.PLACE_ENVOYS:
        return ()
    return tuple(Stock(f"foot-{seat}", "now", who(seat), (
        Gauge(t("VP"), state.players[seat].vp, "purple", "V", "laurels"),
        Gauge(t("Gold"), state.players[seat].gold, "orange", "G", "coins"),
        Gauge(plural(len(controlled(state, seat)), "Area", "Areas"), len(controlled(state, seat)), "grey", "A", "flag"),
    ), seat, LOOKS[seat][0], LOOKS[seat][2]) for seat in state.seats)  # fmt: skip


def open_goals(state: ZaborState) -> tuple[Text, ...]:
    """What the last few VP cards that somebody can still claim need; not while a table of them has its place."""
    if state.phase == facts.CLAIM:
        return ()
    cards, wanted = decks_of(state.owner).cards["vp"], {one for seat in state.seats for one in goals(state, seat)}
    found = [cards[name] for name in reversed(state.face_up) if name in cards and vp_claim(name) in wanted]
    return tuple(t("{n} VP: {goal}", n=card.goals[0].vp, goal=t(goal_words(card.goals[0]))) for card in found[:OPEN])


def claims(state: ZaborState) -> tuple[TablePanel, ...]:
    """While VP are claimed: the VP cards that somebody can still claim, with the progress of all, and what the traits
    of the player whose turn it is can still bring.
    """
    cards = _of_cards(state)
    own = _of_traits(state, state.active, ROWS - len(cards.rows)) if state.active in state.players else None
    return (cards, *([own] if own is not None else []))


def _of_cards(state: ZaborState) -> TablePanel:
    """The open VP cards, the latest first, as many as have room."""
    cards, wanted = decks_of(state.owner).cards["vp"], {one for seat in state.seats for one in goals(state, seat)}
    names = [name for name in reversed(state.face_up) if name in cards and vp_claim(name) in wanted]
    rows: list[tuple[Text, ...]] = []
    for name in names[:OPEN]:
        goal, claim = cards[name].goals[0], vp_claim(name)
        now = [t("claimed") if claim in state.players[one].claims else have(state, one, goal)[0] for one in state.seats]
        rows.append((t(goal_words(goal)), Text(str(goal.vp)), *now))
    rows += _more(len(names) - OPEN, 1 + len(state.seats))
    few = len(state.seats) <= WIDE
    sides = [t("{who}: {n} VP", who=who(one), n=state.players[one].vp) if few else who(one) for one in state.seats]
    columns = (t("Needs"), t("VP"), *sides)
    return TablePanel("vp", "standing", t("VP cards still open"), columns, tuple(rows))


def _more(n: int, cells: int) -> list[tuple[Text, ...]]:
    """A row that says how many more there are elsewhere, if any."""
    told = plural(n, "1 more on phones, under Standing", "{n} more on phones, under Standing")
    return [(told, *[Text("")] * cells)] if n > 0 else []


def _of_traits(state: ZaborState, seat: str, room: int) -> TablePanel | None:
    """The conditions on the traits of a player that he has not claimed, as many as have room."""
    cards, left = decks_of(state.owner).cards["trait"], set(goals(state, seat))
    rows = [(t(goal_words(goal)), Text(str(goal.vp)), *have(state, seat, goal))
            for name in state.players[seat].traits if name in cards
            for n, goal in enumerate(cards[name].goals) if trait_claim(name, n) in left]  # fmt: skip
    if not rows:
        return None
    rows.sort(key=lambda row: len(str(row[0])))  # what takes two lines comes last, where it may have no room
    fits = room if len(rows) <= room else room - 1
    rows = [*rows[:fits], *_more(len(rows) - fits, 2)]
    columns = (t("Needs"), t("VP"), t("Now"))
    return TablePanel(f"goals-{seat}", "standing", t("Traits of {who}", who=who(seat)), columns, tuple(rows))

"""Agreeing: undoing or changing something that affects other seats is proposed to them first.

A proposal is plain data stored with the match: what is to be done, who proposed it, and the seats still to agree. It
never blocks: the host may decide alone, and everybody can play on meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Literal

from msgspec import Struct, convert, json, to_builtins
from msgspec.structs import replace

from companion.engine.core.errors import CompanionError
from companion.engine.game.panels import Display, Panel, Stock
from companion.engine.match.live import Match, Stamp
from companion.store import Transaction
from companion.web.app.viewer import Viewer

Kind = Literal["undo", "change", "correct"]


class Proposal(Struct, frozen=True):
    """A proposal to undo entry `n`, to change its answer to `raw`, or to correct the value at `path` to `raw` for a
    `reason`.

    `waiting` are the seats that have not agreed yet, `agreed` those that have. Where somebody has turned it down,
    `declined` is that seat. What is settled is kept, so that who proposed it hears of it; `at` is the number of the
    last entry before it was.
    """

    kind: Kind
    n: int
    by: str
    waiting: tuple[str, ...] = ()
    raw: Any = None
    path: str = ""
    reason: str = ""
    declined: str = ""
    agreed: tuple[str, ...] = ()
    at: int = 0
    overtaken: bool = False
    """Whether what `declined` did meanwhile has left nothing to agree to."""

    @property
    def settled(self) -> bool:
        """Whether it was done or turned down."""
        return not self.waiting


def read_proposal(data: Any) -> Proposal | None:
    """The proposal in plain data, or None."""
    return convert(data, Proposal) if data else None


def mark(proposal: Proposal) -> str:
    """A digest that identifies a proposal, independent of who has agreed to it."""
    asked = replace(proposal, waiting=(), declined="", agreed=(), at=0, overtaken=False)
    return sha256(json.encode(asked)).hexdigest()[:16]


def seats_to_ask(viewer: Viewer, match: Match, n: int) -> list[str]:
    """The seats held by other phones that must agree before entry `n` is changed.

    Seats of this phone need not be asked, nor seats that nobody holds.
    """
    author = match.ledger.get(n).by
    by = author if author in viewer.seats else viewer.by("")
    held = {seat.id for seat in viewer.view.seats if seat.device}
    return [seat for seat in match.concerned(n, by) if seat in held and seat not in viewer.seats]


def owners(viewer: Viewer, path: str, panels: Sequence[Panel]) -> list[str]:
    """The seats held by other phones to which the value at a path belongs: it is on a panel of theirs, or below
    their own name.
    """
    shown = {panel.seat for panel in panels if isinstance(panel, Display | Stock) and panel.seat and shows(panel, path)}
    named = {part for part in path.split("/") if part in viewer.all_infos}
    held = {seat.id for seat in viewer.view.seats if seat.device}
    return sorted(seat for seat in named or shown if seat in held and seat not in viewer.seats)


def shows(panel: Display | Stock, path: str) -> bool:
    """Whether a panel shows a value or part of it."""
    stacks = panel.slots if isinstance(panel, Display) else ()
    paths = [one.path for one in (*panel.gauges, *stacks) if one is not None and one.path]
    return any(f"{one}/".startswith(f"{path}/") or f"{path}/".startswith(f"{one}/") for one in paths)


def propose(viewer: Viewer, transaction: Transaction, proposal: Proposal, stamp: Stamp, *, force: bool = False) -> bool:
    """Do it at once when no other seat is affected (or the host insists); else store the proposal.

    Returns whether it was done. A repeated post proposes nothing. Raises Refused when it cannot be done.
    """
    if transaction.match.ledger.by_post(stamp.post) is not None:
        return True
    return put(transaction, proposal, [] if force else seats_to_ask(viewer, transaction.match, proposal.n), stamp)


def put(transaction: Transaction, proposal: Proposal, waiting: Sequence[str], stamp: Stamp) -> bool:
    """Propose it to these seats, or do it if there are none. Returns whether it was done."""
    if not waiting:
        do(transaction, proposal, stamp)
        overtake(transaction, proposal, stamp)
        return True
    transaction.proposal = to_builtins(replace(proposal, waiting=tuple(waiting)))
    return False


def involved(viewer: Viewer, proposal: Proposal) -> bool:
    """Whether this phone has a say: it is asked, has asked, or is a host."""
    return viewer.is_host or proposal.by in viewer.seats or any(seat in viewer.seats for seat in proposal.waiting)


def agree(viewer: Viewer, transaction: Transaction, stamp: Stamp) -> bool:
    """Count this phone's seats (for a host, all seats) as agreeing. Returns whether the proposal was then done."""
    proposal = read_proposal(transaction.proposal)
    if proposal is None or proposal.settled:
        return False
    waiting = () if viewer.is_host else tuple(seat for seat in proposal.waiting if seat not in viewer.seats)
    agreed = (*proposal.agreed, *(seat for seat in proposal.waiting if seat not in waiting))
    at = transaction.match.ledger.last()
    if not waiting:
        do(transaction, proposal, stamp)
    transaction.proposal = to_builtins(replace(proposal, waiting=waiting, agreed=agreed, at=at))
    return not waiting


def turn_down(viewer: Viewer, transaction: Transaction, *, by_asker: bool) -> None:
    """Drop the proposal. Unless its asker does so himself, it is kept for him to read who wants it left as it is."""
    proposal = read_proposal(transaction.proposal)
    if proposal is None or by_asker or proposal.settled:
        transaction.proposal = None
        return
    seat = next((seat for seat in proposal.waiting if seat in viewer.seats), viewer.by(""))
    last = transaction.match.ledger.last()
    transaction.proposal = to_builtins(replace(proposal, waiting=(), declined=seat, at=last))


def do(transaction: Transaction, proposal: Proposal, stamp: Stamp) -> None:
    """Carry out a proposal."""
    if proposal.kind == "undo":
        transaction.match.undo(proposal.n, stamp)
    elif proposal.kind == "correct":
        transaction.match.correct(proposal.path, proposal.raw, proposal.reason, stamp)
    else:
        transaction.match.change(proposal.n, proposal.raw, stamp)


def overtake(transaction: Transaction, done: Proposal, stamp: Stamp) -> None:
    """What others were asked before stays asked, unless this was it; where it can be done no more, who has asked for it
    reads why.
    """
    pending = read_proposal(transaction.proposal)
    if pending is None or pending.settled:
        return
    if replace(done, by=pending.by, reason=pending.reason, waiting=pending.waiting, agreed=pending.agreed) == pending:
        transaction.proposal = None
        return
    if applies(transaction.match, pending):
        return
    gone = replace(pending, waiting=(), declined=stamp.by, overtaken=True, at=transaction.match.ledger.last())
    transaction.proposal = None if pending.by == stamp.by else to_builtins(gone)


def applies(match: Match, proposal: Proposal) -> bool:
    """Whether a proposal can still be carried out."""
    try:
        if proposal.kind == "correct":
            match.preview_correction(proposal.path, proposal.raw)
        elif proposal.kind == "change":
            match.preview_change(proposal.n, proposal.raw)
    except CompanionError:
        return False
    return proposal.kind == "correct" or any(one.n == proposal.n for one in match.line())

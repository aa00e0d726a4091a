"""Agreeing: taking back or changing what concerns other seats is put before the table first.

A proposal is plain data kept with the match: what is to be done, who proposed it, and the seats still to agree. It
never blocks: the host may settle it alone, and everybody can go on playing meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Literal

from msgspec import Struct, convert, json, to_builtins
from msgspec.structs import replace

from companion.engine.game.panels import Display, Panel, Stock
from companion.engine.match.live import Match, Stamp
from companion.store import Transaction
from companion.web.app.viewer import Viewer

Kind = Literal["undo", "change", "correct"]


class Proposal(Struct, frozen=True):
    """Entry `n` is to be taken back, or changed to `raw`; or the value at `path` corrected to `raw`, for a `reason`.

    `waiting` seats have not agreed yet.
    """

    kind: Kind
    n: int
    by: str
    waiting: tuple[str, ...] = ()
    raw: Any = None
    path: str = ""
    reason: str = ""


def read_proposal(data: Any) -> Proposal | None:
    """The proposal in plain data, if there is one."""
    return convert(data, Proposal) if data else None


def mark(proposal: Proposal) -> str:
    """What tells a proposal from another one, whoever has agreed to it yet."""
    return sha256(json.encode(replace(proposal, waiting=()))).hexdigest()[:16]


def seats_to_ask(viewer: Viewer, match: Match, n: int) -> list[str]:
    """The seats other phones hold that should agree before entry `n` is touched.

    Seats of this phone need not be asked, nor seats nobody holds.
    """
    author = match.ledger.get(n).by
    by = author if author in viewer.seats else viewer.by("")
    held = {seat.id for seat in viewer.view.seats if seat.device}
    return [seat for seat in match.concerned(n, by) if seat in held and seat not in viewer.seats]


def owners(viewer: Viewer, path: str, panels: Sequence[Panel]) -> list[str]:
    """The seats other phones hold whose value this is: it stands on a panel of theirs, or below their own name."""
    shown = {panel.seat for panel in panels if isinstance(panel, Display | Stock) and panel.seat and shows(panel, path)}
    named = {part for part in path.split("/") if part in viewer.all_infos}
    held = {seat.id for seat in viewer.view.seats if seat.device}
    return sorted(seat for seat in named or shown if seat in held and seat not in viewer.seats)


def shows(panel: Display | Stock, path: str) -> bool:
    """Whether a panel shows a value, or part of it."""
    stacks = panel.slots if isinstance(panel, Display) else ()
    paths = [one.path for one in (*panel.gauges, *stacks) if one is not None and one.path]
    return any(f"{one}/".startswith(f"{path}/") or f"{path}/".startswith(f"{one}/") for one in paths)


def propose(viewer: Viewer, transaction: Transaction, proposal: Proposal, stamp: Stamp, *, force: bool = False) -> bool:
    """Do it at once when nobody else is concerned (or the host insists); else put it before the table.

    True when it was done. A post that was counted already proposes nothing. Raises Refused when it cannot be done.
    """
    if transaction.match.ledger.by_post(stamp.post) is not None:
        return True
    return put(transaction, proposal, [] if force else seats_to_ask(viewer, transaction.match, proposal.n), stamp)


def put(transaction: Transaction, proposal: Proposal, waiting: Sequence[str], stamp: Stamp) -> bool:
    """Put a proposal before these seats, or do it where there are none; True when it was done."""
    if not waiting:
        do(transaction, proposal, stamp)
        return True
    transaction.proposal = to_builtins(replace(proposal, waiting=tuple(waiting)))
    return False


def agree(viewer: Viewer, transaction: Transaction, stamp: Stamp) -> bool:
    """Count this phone's seats (a host's word counts for all) as agreeing; True when it was done then."""
    proposal = read_proposal(transaction.proposal)
    if proposal is None:
        return False
    waiting = [] if viewer.is_host else [seat for seat in proposal.waiting if seat not in viewer.seats]
    if waiting:
        transaction.proposal = to_builtins(replace(proposal, waiting=tuple(waiting)))
        return False
    do(transaction, proposal, stamp)
    return True


def do(transaction: Transaction, proposal: Proposal, stamp: Stamp) -> None:
    """Carry a proposal out."""
    if proposal.kind == "undo":
        transaction.match.undo(proposal.n, stamp)
    elif proposal.kind == "correct":
        transaction.match.correct(proposal.path, proposal.raw, proposal.reason, stamp)
    else:
        transaction.match.change(proposal.n, proposal.raw, stamp)
    if transaction.proposal is not None:
        transaction.proposal = None

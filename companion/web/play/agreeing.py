"""Agreeing: taking back or changing what concerns other seats is put before the table first.

A proposal is plain data kept with the match: what is to be done, who proposed it, and the seats still to agree. It
never blocks: the host may settle it alone, and everybody can go on playing meanwhile.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, convert, to_builtins

from companion.engine.match.live import Match, Stamp
from companion.store import Work
from companion.web.app.here import Here

Kind = Literal["undo", "change"]


class Proposal(Struct, frozen=True):
    """Entry `n` is to be taken back, or changed to `raw`; `waiting` seats have not agreed yet."""

    kind: Kind
    n: int
    by: str
    waiting: tuple[str, ...] = ()
    raw: Any = None


def read_proposal(data: Any) -> Proposal | None:
    """The proposal in plain data, if there is one."""
    return convert(data, Proposal) if data else None


def seats_to_ask(here: Here, match: Match, n: int) -> list[str]:
    """The seats other phones hold that should agree before entry `n` is touched.

    Seats of this phone need not be asked, nor seats nobody holds.
    """
    author = match.ledger.get(n).by
    by = author if author in here.seats else here.by("")
    held = {seat.id for seat in here.view.seats if seat.device}
    return [seat for seat in match.concerned(n, by) if seat in held and seat not in here.seats]


def propose(here: Here, work: Work, proposal: Proposal, stamp: Stamp, *, force: bool = False) -> bool:
    """Do it at once when nobody else is concerned (or the host insists); else put it before the table.

    True when it was done. A post that was counted already proposes nothing. Raises Refused when it cannot be done.
    """
    if work.match.ledger.by_post(stamp.post) is not None:
        return True
    waiting = [] if force else seats_to_ask(here, work.match, proposal.n)
    if not waiting:
        do(work, proposal, stamp)
        return True
    work.proposal = to_builtins(Proposal(proposal.kind, proposal.n, proposal.by, tuple(waiting), proposal.raw))
    return False


def agree(here: Here, work: Work, stamp: Stamp) -> bool:
    """Count this phone's seats (a host's word counts for all) as agreeing; True when it was done then."""
    proposal = read_proposal(work.proposal)
    if proposal is None:
        return False
    waiting = [] if here.is_host else [seat for seat in proposal.waiting if seat not in here.seats]
    if waiting:
        work.proposal = to_builtins(Proposal(proposal.kind, proposal.n, proposal.by, tuple(waiting), proposal.raw))
        return False
    do(work, proposal, stamp)
    return True


def do(work: Work, proposal: Proposal, stamp: Stamp) -> None:
    """Carry a proposal out."""
    if proposal.kind == "undo":
        work.match.undo(proposal.n, stamp)
    else:
        work.match.change(proposal.n, proposal.raw, stamp)
    if work.proposal is not None:
        work.proposal = None

"""A proposal as its card shows it: what it would change, what follows, and where it is in the log."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from companion.engine.core.errors import CompanionError
from companion.engine.core.questions import parse
from companion.engine.core.text import Text
from companion.engine.running.paths import value_at
from companion.engine.running.views import view
from companion.store import StoreError
from companion.web.app.services import services
from companion.web.app.viewer import HOST, Viewer
from companion.web.play.agreeing import Proposal, read_proposal
from companion.web.play.answers import words
from companion.web.play.news import has_answered_since, said_of
from companion.web.reading.following import NOTHING_FOLLOWS, Following, after_change, after_correction
from companion.web.reading.logview import entry_view, sees
from companion.web.reading.naming import named_path, named_value


@dataclass(frozen=True)
class Changes:
    """What a proposal is about (`what`), the values before and after; how many later entries are kept and dropped."""

    what: Text | str = ""
    was: Text | str = ""
    becomes: Text | str = ""
    kept: int = 0
    dropped: tuple[Text, ...] = ()
    following: Following = NOTHING_FOLLOWS
    """What else would be otherwise."""
    gone: int = 0
    """How many later entries an undo would take back with it."""


def changes(found: Viewer, proposal: Proposal) -> Changes:
    """What a proposal would change, as far as this phone may know and this release can still read it."""
    with suppress(CompanionError, StoreError):
        match proposal.kind:
            case "correct":
                return _correction(found, proposal)
            case "change":
                return _changed(found, proposal)
            case "undo":
                gone = sum(
                    1 for line in found.view.entries(limit=200).lines if line.live and line.entry.n >= proposal.n
                )
                entry = entry_view(found, found.view.entry(proposal.n), services().asked)
                return Changes(entry.prompt, said_of(entry), gone=gone - 1)
    return Changes()


def _correction(found: Viewer, proposal: Proposal) -> Changes:
    if not sees(found, proposal.path):
        return Changes()
    was = value_at(view(found.view.state, found.seat_shown()), proposal.path)
    after = found.view.match.preview_correction(proposal.path, proposal.raw)
    following = after_correction(found, proposal.path, after)
    words = named_path(found, proposal.path), named_value(found, was), named_value(found, proposal.raw)
    return Changes(*words, following=following)


def _changed(found: Viewer, proposal: Proposal) -> Changes:
    entry = entry_view(found, found.view.entry(proposal.n), services().asked)
    question = services().asked.question(found.view, proposal.n)
    if entry.hidden or question is None:
        return Changes()
    replay = found.view.match.preview_change(proposal.n, proposal.raw)
    becomes = words(question.part, parse(question.part, proposal.raw))
    misfits = tuple(one.prompt for one in replay.misfits)
    return Changes(entry.prompt, said_of(entry), becomes, len(replay.fits), misfits, after_change(found, replay))


def asks(found: Viewer, proposal: Proposal) -> bool:
    """Whether this phone made the proposal; it is not asked to agree to it."""
    return proposal.by in found.seats or (proposal.by == HOST and found.is_host)


def proposal_seen(viewer: Viewer) -> Proposal | None:
    """The proposal before the table. That it was turned down is told to who has made it until he has read it, to the
    others (but not to who said so) until they answer; that it was done is told by what it has changed.
    """
    proposal = read_proposal(viewer.view.proposal)
    if proposal is None or not proposal.settled or (proposal.declined and asks(viewer, proposal)):
        return proposal
    said_so = proposal.declined in viewer.seats or (proposal.declined == HOST and viewer.is_host)
    heard = said_so or has_answered_since(viewer, proposal.at)
    return proposal if proposal.declined and not heard else None

"""The news of the play page: what happened last, as this phone may read it, with the dice it came of."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from itertools import dropwhile, takewhile

from msgspec.structs import replace

from companion.engine.core.effects import LEADS, Ask, Card, Draw, Note, Pool, Roll, Sum, subject
from companion.engine.core.forms import Choose, Pick
from companion.engine.core.questions import Question
from companion.engine.core.random_tables import ROLLED_ON
from companion.engine.core.text import Text, t
from companion.engine.game.record import Game, SeatInfo
from companion.store import Line
from companion.web.app.services import services
from companion.web.app.texts import say
from companion.web.app.viewer import Viewer
from companion.web.play.agreeing import read_proposal
from companion.web.reading.logview import EntryView, entry_view, is_hidden, names_a_secret, seen_notes

Rolls = list[tuple[SeatInfo | None, tuple[int, ...]]]
"""Who rolled what together."""
TOLD = 2
"""So many lines of a result have room above a question."""
STALE = 4
"""After more answers of others than these, who waits is told no more what he drew."""
DRAWN = 4
"""So many cards of one draw after another have room there."""
LOOKED_AT, LOOKED_FAR = 12, 120
"""Entries of the log that a page looks through; the most of them where a change has repeated many."""


def result_of_last(viewer: Viewer) -> list[tuple[int, Note]]:
    """Everything that the last answer led to, in the order of the log: for a helper, its result."""
    last = next((line for line in viewer.view.entries(limit=1).lines if line.live), None)
    return [(last.entry.n, note) for note in seen_notes(viewer, last.entry.notes)] if last else []


def result_of_own_roll(viewer: Viewer) -> list[tuple[int, Note]]:
    """What the last answer led to, where it was a roll of this phone."""
    last = next((line for line in viewer.view.entries(limit=1).lines if line.live), None)
    own = last is not None and last.entry.by in viewer.seats and _roll_of(viewer, last) is not None
    return result_of_last(viewer) if own else []


@dataclass(frozen=True)
class Drawn:
    """What a seat of this phone has drawn, and whether it is a secret."""

    cards: tuple[Card, ...]
    secret: bool

    @property
    def common(self) -> bool:
        """Whether all of it was turned up for everybody."""
        return all(one.common for one in self.cards)


def drawn_lately(viewer: Viewer, seat: str) -> Drawn | None:
    """What a seat has drawn last, with what it drew just before where there is room; None once it has answered
    anything else, for tiles of the map and for who begins, which are seen elsewhere, and once others have played on.
    """
    sides = {one.id for one in viewer.view.seats}
    cards: list[Card] = []
    newest: list[Card] = []
    secret, kind, later = False, "", 0
    for line in viewer.view.entries(limit=LOOKED_AT).lines if seat else ():
        entry = line.entry
        if not line.live or entry.kind != "answer" or entry.seat != seat:
            later += line.live and entry.kind == "answer" and not newest
            continue
        question = services().asked.question(viewer.view, entry.n)
        if question is None or not isinstance(question.part, Draw):
            break
        known = {card.id: card for card in question.part.deck}
        more = [known[one] for one in entry.value if one in known and not known[one].ground and one not in sides]
        hidden, about = names_a_secret(entry, question), subject(question.part.about)[0]
        if cards and (len(cards) + len(more) > DRAWN or (hidden, about) != (secret, kind)):
            break
        cards[:0], secret, kind, newest = more, hidden, about, newest or more
    asked = [isinstance(one.part, Draw) for one in viewer.view.questions if one.seat == seat]
    old = later > (STALE // 2 if any(asked) else STALE) and all(asked)
    return None if old or {one.id for one in newest} <= offered(viewer, seat, kind) else Drawn(tuple(cards), secret)


def offered(viewer: Viewer, seat: str, kind: str) -> set[str]:
    """The ids of what a seat can choose now: options, and the cards of a draw of another kind."""
    found: set[str] = set()
    for part in (one.part for one in viewer.view.questions if one.seat == seat):
        if isinstance(part, Ask) and isinstance(part.form, Choose | Pick):
            found |= {option.id for option in part.form.options}
        elif isinstance(part, Draw) and subject(part.about)[0] != kind:
            found |= {card.id for card in part.deck}
    return found


def announced(viewer: Viewer, line: Line) -> Note:
    """A correction as a note for every phone; it never reveals what a phone may not see."""
    view = entry_view(viewer, line, services().asked)
    bare = t("{who} corrected: {what}", who=view.seat.title if view.seat else "", what=view.prompt)
    told = view.value and not view.hidden
    return Note("", t("{change} ({value})", change=bare, value=view.value) if told else bare)


def latest_news(viewer: Viewer, most: int = 3, entries: int = LOOKED_AT) -> list[tuple[int, Note]]:
    """The last notes that this phone may read, newest first, each with the number of its entry."""
    found: list[tuple[int, Note]] = []
    for line in viewer.view.entries(limit=entries).lines:
        if line.live:
            told = (note for note in reversed(seen_notes(viewer, line.entry.notes)) if note.kind != LEADS)
            found.extend((line.entry.n, note) for note in told)
            if line.entry.kind == "correction":
                found.append((line.entry.n, announced(viewer, line)))
        if len(found) >= most:
            break
    return found[:most]


def of_this_fight(game: Game, told: Sequence[tuple[int, Note]]) -> list[tuple[int, Note]]:
    """What is told since the last fight has begun, perhaps with a note for each side: what stands before came of an
    earlier one.
    """
    first = next((i for i in reversed(range(len(told))) if told[i][1].kind in game.fight_begins), 0)
    while first and told[first - 1][1].kind in game.fight_begins:
        first -= 1
    return list(told[first:])


def last_fight(viewer: Viewer, *, fighting: bool = False) -> list[tuple[int, Note]]:
    """What came of the last fight, in the order of the log, each line with the number of its entry; empty once this
    phone has answered anything after it. A phone without a seat reads it as long as nothing else has been answered.
    While the next one is `fighting` it is what came of the one before, until there is a first result.
    """
    return fight_until_answer(viewer, viewer.seats, fighting=fighting)


def fight_for_all(viewer: Viewer, *, fighting: bool = False) -> list[tuple[int, Note]]:
    """The same for the big screen: until anybody has answered what is asked next."""
    return fight_until_answer(viewer, (), fighting=fighting)


def fight_until_answer(
    viewer: Viewer, seats: Collection[str], most: int = 5, *, fighting: bool = False
) -> list[tuple[int, Note]]:
    """What came of the last fight, as `viewer` may read it, until one of these seats has answered after it."""
    lines = [line for line in viewer.view.entries(limit=LOOKED_AT).lines if line.live]
    by_me = (line.entry.n for line in lines if line.entry.by in seats)
    own = next(by_me, 0) if seats else viewer.view.tip
    fights, begins, spoils = viewer.game.fight_notes, viewer.game.fight_begins, viewer.game.fight_spoils
    found: list[tuple[int, Note]] = []
    some = False
    for line in lines:
        told = [note for note in seen_notes(viewer, line.entry.notes) if note.kind in fights | begins | spoils]
        tells = any(note.kind in fights for note in told)
        if (some and not tells) or (not some and line.entry.n < own):
            break
        some = some or tells
        if not told and all(note.kind in spoils for _n, note in found):
            found.clear()  # what was taken later was taken without this fight
        found.extend((line.entry.n, note) for note in reversed(told))
    if not some:
        found = [one for one in found if one[1].kind in begins]
    if fighting and (not found or found[0][1].kind not in begins):
        return []
    ended = list(dropwhile(lambda one: one[1].kind in begins, found))
    begun = found[: len(found) - len(ended)]
    if begun and ended and begun[-1][0] != ended[0][0]:
        return []  # another fight has begun since, not at once
    return list(takewhile(lambda one: one[1].kind not in begins, ended))[:most][::-1]


@dataclass(frozen=True)
class PutRight:
    """Something that was changed afterwards: who did it, what it is, from what to what, and why."""

    n: int
    by: SeatInfo | None
    what: Text | str
    was: Text | str
    now: Text | str
    reason: str = ""
    agreed: tuple[SeatInfo, ...] = ()
    """Who has agreed to it, for the phone that had asked for it."""


def put_right(viewer: Viewer, seats: Collection[str], own: Collection[str] | None = None) -> list[PutRight]:
    """What others have corrected, changed or taken back since one of these seats has answered, oldest first; of what
    was their `own` doing (if not that of others, too) only what the others had to agree to. Without seats it is told as
    long as nothing else has been answered.
    """
    own = seats if own is None else own
    proposal = read_proposal(viewer.view.proposal)
    agreed = proposal if proposal and proposal.agreed and proposal.settled else None
    found: list[PutRight] = []
    lines = list(_since_answer(viewer, seats))
    redone = {line.entry.value for line in lines if line.entry.kind == "redo"}
    for line in lines:
        mine = line.entry.by in own
        was_asked = agreed is not None and agreed.by == line.entry.by and line.entry.n > agreed.at
        if (mine and not was_asked) or line.entry.n in redone or not _puts_right(viewer, line, lines):
            continue
        told = _told_right(viewer, line)
        names = tuple(viewer.info(seat) for seat in agreed.agreed) if mine and agreed else ()
        found.append(replace_fields(told, agreed=names))
    return found[::-1]


def put_right_for_all(viewer: Viewer) -> list[PutRight]:
    """The same for the big screen: as long as any phone with a seat still shows it."""
    held = [device.seats for device in viewer.view.devices if device.seats]
    return next((found for seats in held if (found := put_right(viewer, seats, own=()))), [])


def has_answered_since(viewer: Viewer, at: int) -> bool:
    """Whether a seat of this phone (for one without seats anybody) has answered after entry `at`."""
    lines = viewer.view.entries(limit=LOOKED_AT).lines
    return any(line.entry.n > at and _is_answer_of(line, viewer.seats) for line in lines)


def _is_answer_of(line: Line, seats: Collection[str]) -> bool:
    """Whether it is a live answer of one of these seats, and not the repetition of an old one after a change."""
    entry = line.entry
    return line.live and entry.kind == "answer" and not entry.replaces and (not seats or entry.by in seats)


def _since_answer(viewer: Viewer, seats: Collection[str]) -> Iterator[Line]:
    """The entries since one of these seats has answered, newest first; a change repeats many after it."""
    older, looked_at = "", 0
    while looked_at < LOOKED_FAR:
        page = viewer.view.entries(limit=LOOKED_AT, older=older)
        for line in page.lines:
            if _is_answer_of(line, seats):
                return
            yield line
        older, looked_at = page.older, looked_at + LOOKED_AT
        if not older or not page.lines[-1].entry.replaces:
            return


def _puts_right(viewer: Viewer, line: Line, lines: Sequence[Line]) -> bool:
    """Whether an entry changes what was there: a correction, another answer in place of an old one, or that the
    answers of others were taken back.
    """
    entry = line.entry
    match entry.kind:
        case "correction":
            return line.live
        case "answer":
            return line.live and entry.replaces > 0 and viewer.view.ledger.get(entry.replaces).value != entry.value
        case "undo":
            gone = [one.entry for one in lines if entry.value <= one.entry.n < entry.n]
            return len(gone) < entry.n - entry.value or any(one.by != entry.by for one in gone)
    return False


def _told_right(viewer: Viewer, line: Line) -> PutRight:
    view = entry_view(viewer, line, services().asked)
    who, reason = view.by or view.seat, ""
    now, was = said_of(view), Text("") if line.entry.kind != "answer" else _before(viewer, line)
    if line.entry.kind == "correction" and not view.hidden:
        reason = str(line.entry.value[2])
    return PutRight(view.n, who, view.prompt, was, now, reason)


def _before(viewer: Viewer, line: Line) -> Text | str:
    """What the answer was that an entry replaces, as this phone may read it."""
    return said_of(entry_view(viewer, viewer.view.entry(line.entry.replaces), services().asked))


def said_of(entry: EntryView) -> Text | str:
    """What an entry answered; dice as numbers."""
    return Text(" + ".join(str(die) for die in entry.dice)) if entry.dice else entry.value


def answered_for(viewer: Viewer) -> list[EntryView]:
    """What other phones have answered for the seats of this one since its own last entry, in the order of the log."""
    found: list[EntryView] = []
    for line in viewer.view.entries(limit=LOOKED_AT).lines if viewer.seats else ():
        entry = line.entry
        if entry.by in viewer.seats:
            break
        if line.live and entry.kind == "answer" and entry.by and entry.seat in viewer.seats:
            found.append(entry_view(viewer, line, services().asked))
    return found[::-1]


def rolled_of(viewer: Viewer, numbers: Sequence[int]) -> dict[int, Rolls]:
    """Who rolled what for the entries with these numbers: all dice that were rolled together, not only the last one.

    Where a sum of the result begins with one of several dice it is called like that sum: a seat may roll for others,
    too (guards).
    """
    found: dict[int, Rolls] = {}
    lines = [line for line in viewer.view.entries(limit=LOOKED_AT).lines if line.live] if numbers else []
    seen = {line.entry.n: _roll_of(viewer, line) for line in lines}
    for n in dict.fromkeys(numbers):
        last = seen.get(n)
        if last is not None:
            mates = [one for m, one in seen.items() if one is not None and m <= n and one[0].group == last[0].group]
            mates.sort(key=lambda one: one[0].place)
            notes = [note for line in lines if line.entry.n == n for note in seen_notes(viewer, line.entry.notes)]
            sums = next((note.why for note in notes if note.why), ())
            found[n] = [
                (roller(viewer.info(question.seat), dice, sums[place : place + 1] if len(mates) > 1 else ()), dice)
                for place, (question, dice) in enumerate(mates)
            ]
    return found


def last_roll(viewer: Viewer) -> tuple[list[tuple[int, Note]], dict[int, Rolls]]:
    """What the last roll of this fight has led to, and who rolled what; nothing before, or if it led to nothing yet."""
    told = of_this_fight(viewer.game, latest_news(viewer, most=LOOKED_AT)[::-1])
    rolled = rolled_of(viewer, [n for n, _note in told])
    last = max([*rolled, *_pooled(viewer, {n for n, _note in told})], default=0)
    later = takewhile(lambda line: line.entry.n > last, viewer.view.entries(limit=LOOKED_AT).lines)
    if any(line.live and _roll_of(viewer, line) for line in later):
        return [], {}
    return [one for one in told if one[0] == last][:TOLD], {n: dice for n, dice in rolled.items() if n == last}


def _pooled(viewer: Viewer, numbers: Collection[int]) -> list[int]:
    """Those entries that told how many of several dice hit; what each of them shows nobody says."""
    questions = [(n, services().asked.question(viewer.view, n)) for n in numbers]
    return [n for n, question in questions if question is not None and isinstance(question.part, Pool)]


@dataclass(frozen=True)
class Given:
    """What a side has rolled already of dice that are rolled together, while others still roll theirs."""

    seat: SeatInfo
    prompt: Text | str
    said: Text | str
    dice: tuple[int, ...]
    """What its dice show; none where several are only counted."""
    first: bool
    """Whether its die stands before all those that are still awaited."""


def given_rolls(viewer: Viewer) -> list[Given]:
    """What has been rolled of the dice that are being rolled together, as this phone may read it."""
    awaited: dict[str, list[Question]] = {}
    for one in viewer.view.questions:
        if isinstance(one.part, Roll | Pool) and one.parts > 1 and not one.sealed:
            awaited.setdefault(one.group, []).append(one)
    lines = [line for line in viewer.view.entries(limit=LOOKED_AT).lines if line.live] if awaited else []
    found: list[Given] = []
    for group, left in awaited.items():
        mates = [line for line in lines if line.entry.kind == "answer" and line.entry.key.startswith(f"{group}.")]
        for line in mates[: left[0].parts - len(left)]:  # what lies further back was rolled another time
            question = services().asked.question(viewer.view, line.entry.n)
            if question is not None and not is_hidden(viewer, line, question):
                view, first = entry_view(viewer, line, services().asked), question.place < left[0].place
                found.append(Given(viewer.info(question.seat), view.prompt, said_of(view), view.dice, first))
    return found


def besides(told: Sequence[tuple[int, Note]], *, table: bool) -> tuple[Note, ...]:
    """What is told of a result, without what the `table` that was rolled on shows already."""
    return tuple(note for _n, note in told if not table or note.kind != ROLLED_ON)[:TOLD]


def roller(seat: SeatInfo, dice: tuple[int, ...], sums: Sequence[Sum]) -> SeatInfo:
    """Who rolled a die, called like the sum that it begins; the sides of a contest have theirs in the same order."""
    is_of = len(dice) == 1 and sums and sums[0].terms and sums[0].terms[0].value == dice[0]
    return replace(seat, title=say(sums[0].label)) if is_of else seat


def _roll_of(viewer: Viewer, line: Line) -> tuple[Question, tuple[int, ...]] | None:
    """What was rolled at an entry, where that was a roll this phone may see."""
    entry = line.entry
    if entry.kind != "answer":
        return None
    question = services().asked.question(viewer.view, entry.n)
    if question is None or not isinstance(question.part, Roll) or is_hidden(viewer, line, question):
        return None
    return question, tuple(entry.value)


def dice_told(viewer: Viewer, news: Sequence[tuple[int, Note]]) -> dict[int, tuple[int, ...]]:
    """The dice of the entries in the news; of none whose first line, where they stand, has no room there, and of none
    that was rolled together with others: the line tells of all of them.
    """
    numbers = dict.fromkeys(n for n, _note in news)
    for line in viewer.view.entries(limit=LOOKED_AT).lines if news else ():
        first = seen_notes(viewer, line.entry.notes)[:1] if line.entry.n == news[-1][0] else []
        if first and (line.entry.n, first[0]) not in news:
            del numbers[line.entry.n]
    return dice_of(viewer, list(numbers), alone=True)


def dice_of(viewer: Viewer, numbers: Sequence[int], *, alone: bool = False) -> dict[int, tuple[int, ...]]:
    """The dice of these entries that were rolls this phone may see; if `alone`, only of those rolled by themselves."""
    lines = viewer.view.entries(limit=LOOKED_AT).lines if numbers else ()
    found = {line.entry.n: _roll_of(viewer, line) for line in lines if line.entry.n in numbers}
    return {n: one[1] for n, one in found.items() if one is not None and not (alone and one[0].parts > 1)}

"""The law of a city as the system applies it on a day, for people: every piece in words, by topic."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from fieldapp.lawbook.current import lawbook
from fieldapp.lawbook.values import Lawbook, Piece, Place
from fieldapp.services import cities
from fieldapp.services.law_details import Detail
from fieldapp.services.law_sign_offs import Doubt, Said, doubt_of_name, doubt_of_piece, said_by
from fieldapp.services.law_words import TOPICS, in_words, topic_of, topic_title

MOST_TYPED = 200  # characters of a search
ALL, DOUBTED, OPEN = "", "doubts", "open"


@dataclass(frozen=True, slots=True)
class OtherDate:
    """What the same rule said before, or will say: `until` its last day, None where it has none yet."""

    since: date
    until: date | None
    value: str
    details: tuple[Detail, ...]
    citation: str
    repealed: bool


@dataclass(frozen=True, slots=True)
class PieceReading:
    """A piece of law in words. `of_state`: state law that holds in the city; `clauses`: inventory ids."""

    anchor: str
    kind: str
    title: str
    value: str
    details: tuple[Detail, ...]
    citation: str
    clauses: tuple[str, ...]
    since: date
    last_checked: date
    of_state: bool
    doubt: Doubt | None
    earlier: tuple[OtherDate, ...]
    later: tuple[OtherDate, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """Pieces about one matter."""

    anchor: str
    title: str
    pieces: tuple[PieceReading, ...]


@dataclass(frozen=True, slots=True)
class LawPage:
    """The page of a city on a day. `found` of `all` pieces were asked for; `open_doubts` counts over all of them."""

    city: str
    name: str
    state_name: str
    day: date
    name_doubt: Doubt | None
    topics: tuple[Topic, ...]
    found: int
    all: int
    open_doubts: int


def law_page(city: str, day: date | None = None, words: str = "", only: str = ALL) -> LawPage:
    """The law of `city` on `day` (None: today there), of it what holds all of `words` or words that begin so.

    `only`: ALL, DOUBTED (pieces with a doubt) or OPEN (those whose doubt nobody has settled). Raises KeyError for a
    city that the lawbook does not hold.
    """
    book, on, said = lawbook(), day or cities.law_day(city), said_by(city)
    place = book.cities[city]
    readings = [(topic_of(piece), _reading(where, piece, said)) for where, piece in in_force(book, city, on)]
    wanted = [re.compile(rf"(?<!\w){re.escape(word)}") for word in words.casefold().split()]
    chosen = [(t, r) for t, r in readings if _is_asked(r, only) and _holds(_text(t, r) if wanted else "", wanted)]
    return LawPage(
        city=city,
        name=place.name,
        state_name=book.states[place.state].name,
        day=on,
        name_doubt=doubt_of_name(place, said),
        topics=tuple(_by_topic(chosen)),
        found=len(chosen),
        all=len(readings),
        open_doubts=sum(r.doubt is not None and r.doubt.state == "open" for _, r in readings),
    )


def in_force(book: Lawbook, city: str, day: date) -> Iterator[tuple[Place, Piece]]:
    """Every piece that holds in a city on a day, with the place whose law it is: the city's before its state's."""
    own = book.cities[city]
    state = book.states[own.state]
    for kind in dict.fromkeys((*own.pieces, *state.pieces)):
        for piece in book.all(city, kind, day):
            yield (own if piece in own.pieces.get(kind, {}).get(piece.key, ()) else state), piece


def title_of(city: str, doubt: Doubt) -> tuple[str, str]:
    """The title and citation of what a doubt is about."""
    place = next(p for p in (lawbook().cities[city], *lawbook().states.values()) if p.id == doubt.place)
    dated = place.pieces.get(doubt.kind, {}).get(doubt.key, ())
    piece = next((p for p in dated if p.since == doubt.since), None)
    return (in_words(piece).title, piece.citation) if piece else (f"The name of {place.name}", "")


def _reading(place: Place, piece: Piece, said: Said) -> PieceReading:
    words = in_words(piece)
    dated = place.pieces[piece.kind][piece.key]
    at = dated.index(piece)
    others = tuple(_other_date(p, dated[n + 1 : n + 2]) for n, p in enumerate(dated))
    return PieceReading(
        anchor=f"{place.id}-{piece.kind}-{piece.key}", kind=words.kind, title=words.title, value=words.value,
        details=words.details, citation=piece.citation, clauses=piece.clauses, since=piece.since,
        last_checked=piece.last_checked, of_state=place.kind == "state", doubt=doubt_of_piece(place, piece, said),
        earlier=others[:at][::-1], later=others[at + 1 :],
    )  # fmt: skip


def _other_date(piece: Piece, following: Iterable[Piece]) -> OtherDate:
    ends = next((after.since - timedelta(days=1) for after in following), None)
    words = in_words(piece) if not piece.ends else None
    return OtherDate(
        piece.since, ends, words.value if words else "", words.details if words else (), piece.citation, piece.ends
    )


def _holds(text: str, wanted: Iterable[re.Pattern[str]]) -> bool:
    """Whether a text holds every word: as a whole one, or as the beginning of one."""
    return all(word.search(text) for word in wanted)


def _is_asked(reading: PieceReading, only: str) -> bool:
    if only == ALL:
        return True
    return reading.doubt is not None and (only == DOUBTED or reading.doubt.state == "open")


def _text(topic: str, reading: PieceReading) -> str:
    details = (part for detail in reading.details for part in (detail.label, *detail.lines))
    doubt = (reading.doubt.text, *(said.words for said in reading.doubt.history)) if reading.doubt else ()
    said = (topic_title(topic), reading.kind, reading.title, reading.value, reading.citation, *details)
    return " ".join((*said, *reading.clauses, *doubt)).casefold()


def _by_topic(readings: list[tuple[str, PieceReading]]) -> Iterator[Topic]:
    known = [*TOPICS, *sorted({topic for topic, _ in readings} - set(TOPICS))]
    for topic in known:
        if pieces := tuple(reading for name, reading in readings if name == topic):
            yield Topic(topic, topic_title(topic), pieces)

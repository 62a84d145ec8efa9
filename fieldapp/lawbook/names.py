"""What a folder's names.toml lists: the events, species and facts that its law speaks of, beside its state's."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

FILE = "names.toml"
YES_OR_NO, AMOUNT, DAY, WORD, TEXT = "yes or no", "amount", "day", "word", "text"
_TYPES = (YES_OR_NO, AMOUNT, DAY, WORD, TEXT)


@dataclass(frozen=True, slots=True)
class Names:
    """Events with what each is; species; facts with their type, or the words (and yes or no) that they can be."""

    events: Mapping[str, str] = field(default_factory=dict)
    species: tuple[str, ...] = ()
    facts: Mapping[str, str | tuple[str | bool, ...]] = field(default_factory=dict)

    def beside(self, other: "Names") -> "Names":
        """Both together; a fact with words in both has the words of both."""
        facts = {**other.facts, **self.facts}
        for name in self.facts.keys() & other.facts.keys():
            theirs, mine = other.facts[name], self.facts[name]
            if isinstance(theirs, tuple) and isinstance(mine, tuple):
                facts[name] = (*theirs, *mine)
        return Names({**other.events, **self.events}, (*other.species, *self.species), facts)


NO_NAMES = Names()


def read_names(content: Mapping[str, Any]) -> Names:
    """The names of a file in which wrong_in_names found nothing."""
    facts = {name: tuple(told) if isinstance(told, list) else told for name, told in content.get("facts", {}).items()}
    return Names(content.get("events", {}), tuple(content.get("species", ())), facts)


def wrong_in_names(content: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """What is wrong in a parsed names.toml: the way to it, and a sentence."""
    for part, told in content.items():
        if part not in _PARTS:
            yield (part,), f"is unknown: {FILE} holds {', '.join(_PARTS)}"
        elif not isinstance(told, list if part == "species" else dict):
            yield (part,), "must be a list of words" if part == "species" else "must be a table"
        else:
            yield from (((part, *path), sentence) for path, sentence in _PARTS[part](told))


def _wrong_events(told: Mapping[str, object]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for name, words in told.items():
        if not isinstance(words, str) or not words.strip():
            yield (name,), "must be what the event is, in words"


def _wrong_species(told: list[object]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for number, word in enumerate(told):
        if not isinstance(word, str) or not word.strip() or word in told[:number]:
            yield (number,), f"{word!r} must be a word, and stand there once"


def _wrong_facts(told: Mapping[str, object]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for name, type_or_words in told.items():
        if not isinstance(type_or_words, list):
            if type_or_words not in _TYPES:
                yield (name,), f"{type_or_words!r} is none of {', '.join(_TYPES)}, and no list of words"
            continue
        for number, word in enumerate(type_or_words):
            if not isinstance(word, bool) and (not isinstance(word, str) or not word.strip()):
                yield (name, number), f"{word!r} must be a word, true or false"
        if not type_or_words:
            yield (name,), "must hold the words that the fact can be"


_PARTS: dict[str, Any] = {"events": _wrong_events, "species": _wrong_species, "facts": _wrong_facts}

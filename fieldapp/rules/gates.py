"""Nothing irreversible without every gate (choices G-9).

Minn. Stat. 347.56, subd. 2 and 347.541 (hearing first), 346.47 (holds); Crystal 910, Seizure, subd. 4 (C-188); Benson
90.13(E)(2), (E)(3)(b), (F)(2) (B-098, B-111, B-113); Battle Lake 90.15(K) (T-058). Destroying, disposing, transferring
and sterilizing by the city each pass the gates that the lawbook names for them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from fieldapp.rules.answers import NOT_KNOWN, NOT_SUPPORTED, SUPPORTED, Answer, answer
from fieldapp.rules.case_clocks import Days, joined, opened
from fieldapp.rules.elements import MET, UNMET, Element, judge_all, of, open_questions, together
from fieldapp.rules.facts import Facts
from fieldapp.rules.grounds import Support
from fieldapp.rules.limits import Limit

# Without a gate of each of these kinds in the lawbook nothing irreversible is ever supported.
ALWAYS = frozenset({"hearing", "appeal", "holds", "quarantine", "security", "approver"})


@dataclass(frozen=True, slots=True)
class Gate:
    """One gate and what it guards: what must be shown, the clocks that must have ended, and when it is asked at all."""

    key: str
    guards: str
    title: str
    actions: tuple[str, ...]
    only_if: tuple[Element, ...]
    needs: tuple[Element, ...]
    clocks: tuple[str, ...]
    law: Limit


def passage(action: str, gates: Iterable[Gate], facts: Facts, opens_on: Days, day: date) -> Answer:
    """Whether every gate before an irreversible `action` is open on `day`; one closed or unasked gate keeps it shut."""
    mine = tuple(gate for gate in gates if action in gate.actions)
    lacking = sorted(ALWAYS - {gate.guards for gate in mine})
    parts = [_gate(gate, facts, opens_on, day) for gate in mine]
    parts += [Answer(kind, "", (), (), (f"The lawbook has no gate '{kind}' for this action.",)) for kind in lacking]
    found = joined(action, tuple(parts))
    question = f"{action}: every gate open"
    return answer(
        question, found.reasons_for, found.reasons_against, found.unasked,
        enough=True, first_lawful_day=found.first_lawful_day,
    )  # fmt: skip


def destruction(grounds: Iterable[Support], passed: Answer) -> Answer:
    """Whether a dog may be destroyed: a ground is supported, and every gate before `destroy` is open (`passed`)."""
    found = tuple(grounds)
    best = next((one for word in _BEST for one in found if one.answer.word == word), None)
    ground = best.answer if best else Answer("", "", (), (), ("Which ground is there to destroy the dog?",))
    both = joined("destroy", (ground, passed))
    return answer(
        both.question, both.reasons_for, both.reasons_against, both.unasked,
        enough=True, first_lawful_day=both.first_lawful_day,
    )  # fmt: skip


_BEST = (SUPPORTED, NOT_KNOWN, NOT_SUPPORTED)


def _gate(gate: Gate, facts: Facts, opens_on: Days, day: date) -> Answer:
    conditions = judge_all(gate.only_if, facts, gate.law, gate.title)
    asked = together(conditions)
    if asked == UNMET:
        return Answer(gate.title, "", of(UNMET, conditions), (), ())
    findings = judge_all(gate.needs, facts, gate.law, gate.title)
    parts = [Answer(gate.title, "", of(MET, findings), of(UNMET, findings), open_questions(findings))]
    parts += [opened(clock, opens_on, day, gate.law) for clock in gate.clocks]
    if asked == MET:
        return joined(gate.title, tuple(parts))
    return Answer(gate.title, "", (), (), open_questions(conditions))

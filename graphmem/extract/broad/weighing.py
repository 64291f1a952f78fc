"""Which of two claims of a sentence stands: the more exact one, and of two that say the same the first."""

from __future__ import annotations

import re

from graphmem.extract.plain.same import told
from graphmem.extract.plain.turnings import named
from graphmem.extract.reading import Reading
from graphmem.model import Claim

# What is told as a sentence: it says more than the names in it.
SENTENCES = frozenset({"did", "plans", "learned", "failed_because", "instructs", "practises", "wishes"})
# What tells of a clause as it was said, when nothing more exact was read in it.
LIVED = frozenset({"did", "plans", "practises"})
DATED = frozenset({"due_on", "plans"})  # one sentence, one day
# One sentence is told once by predicates that lie so near to each other.
AKIN = {
    "learned": {"learned", "failed_because"},
    "failed_because": {"learned", "failed_because"},
    "due_on": {"due_on", "plans", "did"},
    "plans": {"due_on", "plans", "did"},
    "instructs": {"instructs", "learned"},
}
# Of the same thing, one of these predicates leaves nothing for the other.
NEAR = {
    "uses": {"depends_on", "chose", "written_in", "is_a", "deployed_on", "prefers", "setting_is"},
    "version_is": {"uses", "setting_is"},
    "setting_is": {"version_is", "listens_on", "due_on"},
    "reachable_at": {"setting_is", "located_in", "deployed_on", "listens_on"},
    "located_in": {"setting_is", "stored_in"},
    "stored_in": {"uses", "located_in", "deployed_on", "setting_is"},
    "deployed_on": {"stored_in", "located_in", "uses"},
    "written_in": {"uses"},
    "depends_on": {"uses"},
    "owns": {"maintains", "leads", "works_on"},
    "maintains": {"owns", "leads", "works_on"},
    "works_on": {"owns", "maintains", "leads"},
    "run_with": {"instructs", "uses"},
}
# What the parse has made of the same words gives way to these.
GIVES_WAY = {
    ("uses", "ends"): {"rejected", "prefers", "status_is"},
    ("uses", "asserts"): {"prefers", "visited", "did"},
    ("stored_in", "asserts"): {"did"},
    ("reachable_at", "asserts"): {"deployed_on", "setting_is"},
    ("replaced_by", "asserts"): {"uses"},
    ("located_in", "asserts"): {"setting_is"},
    ("owns", "asserts"): {"part_of"},
    ("setting_is", "asserts"): {"version_is", "failed_because", "studies", "practises"},
}


def gives_way(old: Claim, new: Claim) -> bool:
    """True for what the parse has taken for something else than the form of the statement tells."""
    if old.mode == "closes":
        return False
    if old.predicate == "did" and new.mode != "ends":
        return (
            "did" in GIVES_WAY.get((new.predicate, new.mode), ()) and f" {named(new)} " in f" {named(old)} "
        )
    if old.predicate == new.predicate == "uses" and new.mode == "ends" and old.mode in {"asserts", "ends"}:
        # "we dropped support for API keys in query strings"; but "GraphQL for the public API" is GraphQL
        within = f" {named(old)} " in f" {named(new)} " and named(old) != named(new)
        return within and not re.match(rf"{re.escape(named(old))}\s+(?:for|in|from)\b", named(new))
    if old.predicate == "status_is" and (new.predicate, new.mode) == ("uses", "ends"):
        return named(old).split(" ", 1)[0] in {"off", "out", "gone", "dead", "done"}
    return named(old) == named(new) and old.predicate in GIVES_WAY.get((new.predicate, new.mode), ())


def same_form(old: Claim, new: Claim) -> bool:
    """True when a claim by the form of a statement says what is known of the same words."""
    if old.mode != new.mode and "closes" not in {old.mode, new.mode}:
        return False
    one, other = named(old), named(new)
    alike = one == other or f" {one} " in f" {other} " or f" {other} " in f" {one} "
    if new.predicate in AKIN and old.predicate in AKIN[new.predicate]:
        return new.predicate in DATED or shared(one, other) > (0 if new.predicate == "instructs" else 0.5)
    if old.predicate == new.predicate and old.mode == "closes":
        return alike
    if old.predicate == new.predicate:
        return alike and (
            new.predicate != "setting_is"
            or not (old.qualifier and new.qualifier)
            or shared(old.qualifier, new.qualifier) > 0
        )
    return alike and old.predicate in NEAR.get(new.predicate, ())


def said_already(reading: Reading, old: Claim, new: Claim) -> bool:
    """True when a known claim leaves nothing to say for one that was read by the class of a verb."""
    return told(reading, old, new) if old.predicate == new.predicate else covers(old, new)


def covers(old: Claim, new: Claim) -> bool:
    """True when a claim of another predicate leaves nothing to say: it names the same, or tells the same sentence."""
    one, other = named(old), named(new)
    if old.mode == "closes":
        # "I finished my thesis" is done beside that somebody studies no more.
        return new.predicate in LIVED and old.predicate != "studies_at" and old.value != "student"
    if new.predicate == "did" and old.predicate in {"failed_because", "learned"}:
        return new.subject.name.lower() in old.text.lower()
    if new.predicate == "practises" and old.predicate in {"prefers", "instructs"}:
        return new.value.split(" ", 1)[0] in {"always", "never"}
    if new.predicate in LIVED and one and one in other:
        return True
    if new.predicate in SENTENCES:
        return old.predicate in SENTENCES and (other in one or one in other)
    if old.predicate in SENTENCES - {"instructs", "learned", "failed_because"}:
        return bool(other) and f" {other}" in f" {one}"
    return one == other or (new.predicate == "status_is" and new.subject.name.lower() in one)


def shared(one: str, other: str) -> float:
    """The share of the words of the shorter that stand in the other."""
    left, right = set(re.findall(r"[\w.+#/-]*[\w+#]", one)), set(re.findall(r"[\w.+#/-]*[\w+#]", other))
    return len(left & right) / max(1, min(len(left), len(right)))

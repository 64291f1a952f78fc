"""Records and their parents go in; which of them lie on a branch that was left comes out.

Every record hangs on the one before it. A prompt that is edited, or a conversation that is taken back to an
earlier point, makes a second child; so do parallel tool calls, late tool results and notes of the client, which
leave nothing behind. What tells them apart: only a prompt, or a finished answer that was asked for again, can be
left for another one of its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

NodeKind = Literal["prompt", "answer", "result", "note"]


@dataclass(slots=True)
class Node:
    """One record of the conversation, with the ids of the messages that came out of it."""

    key: str
    order: int
    parent: str  # "" at a root
    kind: NodeKind
    session: str = ""  # of the session the record is part of
    sidechain: bool = False
    boundary: bool = False  # here the conversation was compacted
    answer: str = ""  # which answer a line belongs to; "" when the file does not say
    calls: tuple[str, ...] = ()  # ids of the tools it calls
    messages: list[str] = field(default_factory=list)


class Lineage:
    """The tree of one file's records."""

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}
        self.results: set[str] = set()  # ids of tool calls that were answered
        self.dropped: set[str] = set()  # records that the client itself declared void
        self.leaf_mark: tuple[str, int] | None = None
        self.count = 0

    def add(self, node: Node) -> Node:
        """Take in a record; one that was written again keeps its first place and its messages."""
        self.count += 1
        old = self.nodes.get(node.key)
        if old is not None:
            node.order, node.messages = old.order, old.messages
        else:
            node.order = self.count
        self.nodes[node.key] = node
        return node

    def mark_leaf(self, key: str) -> None:
        """The client says that the conversation now ends at this record."""
        self.leaf_mark = (key, self.count)

    def ancestors(self, key: str) -> Iterator[Node]:
        """The records above one, nearest first; stops where a damaged file makes a circle."""
        seen = {key}
        node = self.nodes.get(key)
        while node is not None and node.parent not in seen:
            seen.add(node.parent)
            node = self.nodes.get(node.parent)
            if node is not None:
                yield node

    def message_before(self, key: str, message: str) -> str:
        """The message that one of a record's messages follows: the one before it there, or the last one above."""
        own = self.nodes[key].messages
        place = own.index(message) if message in own else 0
        if place:
            return own[place - 1]
        for node in self.ancestors(key):
            others = [other for other in node.messages if other != message]
            if others:
                return others[-1]
        return ""

    def inactive(self) -> set[str]:
        """Keys of the records on branches that were rewound, edited away, or asked for again."""
        left = set(self.dropped)
        leaf, marked = self.leaf()
        if leaf is None:
            return left
        path = [leaf, *self.ancestors(leaf.key)]
        turns = self.turns()
        children = self.children()
        rewound = self.rewound_turns(path, turns, children, marked=marked)
        left.update(key for key, turn in turns.items() if turn in rewound)
        left.update(self.retried(path, turns, children, left))
        return left

    def leaf(self) -> tuple[Node | None, bool]:
        """Where the conversation ends; True when the client's mark says so and nothing was said after it."""
        talk = [n for n in self.nodes.values() if n.kind in ("prompt", "answer") and not n.sidechain]
        last = max(talk, key=lambda node: node.order, default=None)
        if self.leaf_mark is None:
            return last, False
        key, written = self.leaf_mark
        node = self.nodes.get(key)
        if node is None or node.sidechain or (last is not None and last.order > written):
            return last, False
        children = self.children()
        while below := [child for child in children.get(node.key, ()) if child.kind != "prompt"]:
            node = max(below, key=lambda child: child.order)
        return node, True

    def children(self) -> dict[str, list[Node]]:
        """The records that hang on each record, of those that came later: no circles."""
        found: dict[str, list[Node]] = {}
        for node in self.nodes.values():
            parent = self.nodes.get(node.parent)
            if parent is not None and parent.order < node.order and not node.sidechain:
                found.setdefault(parent.key, []).append(node)
        return found

    def turns(self) -> dict[str, str]:
        """For each record, the prompt that it belongs to; "" above the first prompt."""
        found: dict[str, str] = {}
        for node in self.nodes.values():
            way: list[Node] = []
            step: Node | None = node
            seen: set[str] = set()
            while step is not None and step.key not in found and step.key not in seen:
                way.append(step)
                seen.add(step.key)
                if step.kind == "prompt":
                    break
                step = self.nodes.get(step.parent)
            turn = found.get(step.key, "") if step is not None else ""
            for passed in reversed(way):
                turn = passed.key if passed.kind == "prompt" else turn
                found[passed.key] = turn
        return found

    def rewound_turns(
        self, path: list[Node], turns: dict[str, str], children: dict[str, list[Node]], *, marked: bool
    ) -> set[str]:
        """Prompts in whose place another prompt was asked, and all prompts that followed from them."""
        on_path = {turns[node.key] for node in path} - {""}
        last_turn = turns[path[0].key]
        written = self.leaf_mark[1] if self.leaf_mark else 0
        first_root = self.clean_root(path[0].key) if marked else ""
        rewound: set[str] = set()
        prompts = (n for n in self.nodes.values() if n.kind == "prompt" and not n.sidechain)
        for prompt in sorted(prompts, key=lambda node: node.order):
            if prompt.key in on_path:
                continue
            above = turns.get(prompt.parent, "")
            if above in rewound:
                left = True
            elif above == last_turn and above:
                left = marked and prompt.order <= written
            elif above:
                left = above in on_path
            else:
                # Two beginnings: only the client's mark tells an edited first prompt from a second conversation.
                # A prompt on which nothing hangs is none: some files state no parents at all.
                hangs = bool(first_root) and prompt.key in children
                left = hangs and bool(self.clean_root(prompt.key))
            if left:
                rewound.add(prompt.key)
        return rewound

    def clean_root(self, key: str) -> str:
        """The record at the top, when the way there is unbroken and passes no compaction; else ""."""
        top = self.nodes[key]
        if top.boundary:
            return ""
        for node in self.ancestors(key):
            if node.boundary:
                return ""
            top = node
        return "" if top.parent else top.key

    def retried(
        self, path: list[Node], turns: dict[str, str], children: dict[str, list[Node]], left: set[str]
    ) -> set[str]:
        """Records of answers that ended and in whose place, later, another answer was given."""
        below = {node.key: path[index - 1] for index, node in enumerate(path) if index}
        on_path = {node.key for node in path}
        found: set[str] = set()
        for node in self.nodes.values():
            parent = self.nodes.get(node.parent)
            if node.kind != "answer" or node.key in on_path or node.key in left or node.sidechain:
                continue
            if parent is None or parent.key not in below or node.answer in ("", parent.answer):
                continue
            other = below[parent.key]
            while other.kind not in ("answer", "prompt") and other.key in below:
                other = below[other.key]
            if other.kind != "answer" or other.answer in ("", node.answer) or other.order < node.order:
                continue
            branch = list(descendants(node, children, turns))
            if not self.flowed_on(branch):
                found.update(member.key for member in branch)
        return found

    def flowed_on(self, branch: Iterable[Node]) -> bool:
        """True when the last answer of a branch called a tool that was answered: what follows is elsewhere."""
        answers = [node for node in branch if node.kind == "answer"]
        last = max(answers, key=lambda node: node.order)
        return any(call in self.results for call in last.calls)


def descendants(node: Node, children: dict[str, list[Node]], turns: dict[str, str]) -> Iterator[Node]:
    """A record and all below it that belong to the same turn."""
    waiting = [node]
    while waiting:
        step = waiting.pop()
        yield step
        waiting += [child for child in children.get(step.key, ()) if turns[child.key] == turns[node.key]]

"""The export of ChatGPT goes in, of one file or of many; its conversations come out.

A conversation is a tree, because prompts can be edited and answers asked for again. `current_node` is the end of the
branch that the user saw last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.archives import is_archive, members
from graphmem.capture.conversation import Conversation, Knot, picture
from graphmem.capture.document import Portion
from graphmem.capture.exports import ExportReader
from graphmem.capture.records import dict_at, list_at, text_at
from graphmem.capture.sources import object_on
from graphmem.capture.tail import Found, read_time
from graphmem.capture.talk import SessionDraft
from graphmem.model import Problem

CLIENT = "chatgpt"
MANIFEST = "export_manifest.json"
# Marks of citations and of other things that only the service's own page can show.
MARKS = re.compile("\ue200[^\ue201]{0,400}\ue201|[\ue200-\ue206]|【\\d+[:\\d]*†[^】]{0,200}】")
OUTPUTS = frozenset(
    {"execution_output", "tether_quote", "tether_browsing_display", "citable_code_output", "computer_output"}
)
SILENT = frozenset(
    {
        "app_pairing_content", "model_editable_context", "reasoning_recap", "sonic_webpage", "super_widget",
        "system_error", "thoughts", "user_editable_context",
    }
)  # fmt: skip
AUDIO = frozenset({"audio_asset_pointer", "real_time_user_audio_video_asset_pointer"})


class ChatGptReader(ExportReader):
    """Reads exports of ChatGPT."""

    client = CLIENT
    wanted = re.compile(r"(?:.*/)?(?:conversations(?:-\d+)?|shared_conversations_full)\.json")

    def is_conversation(self, item: dict[str, Any]) -> bool:
        """True for a conversation."""
        return isinstance(item.get("mapping"), dict) and ("current_node" in item or "create_time" in item)

    def looks_like(self, head: bytes) -> bool:
        """True when a tree begins in these bytes."""
        return b'"mapping"' in head and (b'"current_node"' in head or b'"author"' in head)

    def talk(self, path: Path) -> Conversation:
        """A fresh interpreter."""
        return ChatGptTalk(path, tool_chars=self.tool_chars)

    def tell(self, path: Path) -> Iterator[Portion]:
        """All conversations, and which files the manifest names that are not there."""
        yield from super().tell(path)
        present = {member.name.rpartition("/")[2] for member in members(path)}
        lacking = [name for name in listed_files(path) if name.rpartition("/")[2] not in present]
        yield Portion(
            {}, (), [Problem(str(path), 0, f"{name} is named in {MANIFEST} and missing") for name in lacking]
        )


def listed_files(path: Path) -> list[str]:
    """The files of conversations that the manifest of an archive names."""
    manifest = next((one for one in members(path) if one.name.endswith(MANIFEST)), None)
    known = object_on(manifest.head()) if manifest is not None and is_archive(path) else None
    files = dict_at(dict_at(known or {}, "logical_files"), "conversations.json").get("files")
    return [name for name in files if isinstance(name, str)] if isinstance(files, list) else []


class ChatGptTalk(Conversation):
    """What one conversation says."""

    client = CLIENT

    def feed(self, found: Found) -> None:
        """Take in the conversation."""
        talk = found.value
        self.at(found)
        session = self.session(text_at(talk, "conversation_id", "id") or "without an id")
        if talk.get("is_do_not_remember") is True:
            self.bad(f"the conversation {session.external} is not to be remembered and was passed over")
            return
        self.clock.last = read_time(talk.get("create_time"))
        session.reached(self.clock.last, derived=False)
        session.name(0, text_at(talk, "title"))
        nodes = {key: node for key, node in dict_at(talk, "mapping").items() if isinstance(node, dict)}
        for key, node in nodes.items():
            parent = text_at(node, "parent")
            self.knots[key] = Knot(parent if parent in nodes else "", session.key)
        self.leaves[session.key] = self.end(text_at(talk, "current_node"), nodes)
        depths = self.depths()
        model = text_at(talk, "default_model_slug") or "chatgpt"
        for key in sorted(nodes, key=lambda key: (depths[key], key)):
            message = nodes[key].get("message")
            if isinstance(message, dict):
                self.message(found, session, message, key, model)
            elif message is not None:
                self.bad(f"the message {key} is no object")

        for draft in self.drafts.values():
            # The distance from the root is what stays when branches are added.
            draft.seq = depths[draft.nodes[0]]

    def depths(self) -> dict[str, int]:
        """The distance of every node from its root."""
        found: dict[str, int] = {}
        for key in self.knots:
            way: list[str] = []
            for step in self.way(key):
                if step in found:
                    break
                way.append(step)
            depth = found.get(self.knots[way[-1]].parent, -1) if way else -1
            for step in reversed(way):
                depth += 1
                found[step] = depth
        return found

    def end(self, stated: str, nodes: dict[str, Any]) -> str:
        """The node that the talk ends at: the stated one, else the newest that nothing hangs on."""
        if stated in nodes:
            return stated
        inner = {self.knots[key].parent for key in nodes}
        ends = [key for key in nodes if key not in inner]
        # Its last message may have no time: the newest of the whole branch counts.
        return max(ends, key=lambda key: max(created(nodes[step]) for step in self.way(key)), default="")

    def message(
        self, found: Found, session: SessionDraft, message: dict[str, Any], key: str, model: str
    ) -> None:
        """One node that holds a message."""
        about, content = dict_at(message, "metadata"), dict_at(message, "content")
        if about.get("is_visually_hidden_from_conversation") is True or message.get("weight") in (0, 0.0):
            return
        kind = text_at(content, "content_type")
        role = text_at(dict_at(message, "author"), "role")
        if kind in SILENT or role == "system":
            return
        self.at(found, message.get("create_time"))
        ident = text_at(message, "id") or key
        name = text_at(dict_at(message, "author"), "name")
        recipient = text_at(message, "recipient") or "all"
        text = MARKS.sub("", words_in(content, about))
        if not role:
            self.bad(f"the message {key} has no author")
        elif kind not in ("text", "multimodal_text", "code") and kind not in OUTPUTS:
            self.strange(f"content/{kind}")
        elif role == "user":
            self.say(session, "user", text, key=ident, author=name or "user", node=key)
        elif role == "tool" or kind in OUTPUTS:
            self.result(session, text, name=name, key=ident, node=key)
        elif recipient == "all" and kind != "code":
            author = text_at(about, "model_slug") or model
            self.say(session, "assistant", text, key=ident, author=author, node=key)
        else:
            tool = recipient if recipient != "all" else "code"
            author = text_at(about, "model_slug") or model
            self.call(session, tool, text, key=ident, author=author, node=key)


def created(node: dict[str, Any]) -> float:
    """When the message of a node was written, in seconds since 1970; 0 when that is not known."""
    moment = read_time(dict_at(node, "message").get("create_time"))
    return moment.timestamp() if moment else 0.0


def words_in(content: dict[str, Any], about: dict[str, Any]) -> str:
    """The words of a message, with marks where images, sounds and files stood."""
    files = {text_at(one, "id"): one for one in list_at(about, "attachments") if isinstance(one, dict)}
    parts: list[str] = []
    heard = any(isinstance(part, dict) and text_at(part, "text") for part in list_at(content, "parts"))
    for part in list_at(content, "parts"):
        if isinstance(part, str):
            parts.append(part)
        elif not isinstance(part, dict):
            continue
        elif text_at(part, "content_type") == "image_asset_pointer":
            asset = re.split(r"[/#]", text_at(part, "asset_pointer").partition("://")[2])[0]
            parts.append(picture({"type": "image", "name": text_at(files.pop(asset, {}), "name")}))
        elif text_at(part, "content_type") in AUDIO:
            parts.append("" if heard else picture({"type": "audio"}))
        else:
            parts.append(text_at(part, "text"))
    if not parts:
        parts = [text_at(content, "text", "result", "output_str")]
    return "\n\n".join(part for part in [*parts, *map(picture, files.values())] if part.strip())

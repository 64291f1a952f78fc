"""Transcripts that tests and benchmarks write: conversations in the form of a client, made up and seeded."""

from __future__ import annotations

import json
import random

NAMES = ["Priya", "Tomas", "Aiko", "Lena", "Omar"]
SERVICES = ["billing service", "search service", "mail service"]


def write_transcripts(folder, *, files, turns, seed=7):
    """Made-up sessions in which people own services and the user moves between companies."""
    rng = random.Random(seed)
    for number in range(files):
        said = []
        for turn in range(turns):
            moment = f"2024-{1 + number % 12:02}-{1 + turn % 28:02}T10:{turn % 60:02}:00Z"
            text = rng.choice(
                [
                    f"{rng.choice(NAMES)} owns the {rng.choice(SERVICES)}.",
                    f"I work at {rng.choice(['Acme', 'Globex', 'Initech'])}.",
                    f"The {rng.choice(SERVICES)} depends on {rng.choice(['Postgres', 'Redis', 'Kafka'])}.",
                    f"I moved to {rng.choice(['Lisbon', 'Porto', 'Berlin'])}.",
                ]
            )
            said.append(("user" if turn % 3 else "assistant", text, moment))
        claude_file(folder, f"made-{number:03}", said)


def claude_file(folder, session, turns, *, cwd="/home/maya/shop", branch=""):
    """A Claude Code transcript of (role, text, time) turns."""
    lines, parent = [], None
    for number, (role, text, moment) in enumerate(turns):
        uuid = f"{session}-{number:04}"
        content = text if role == "user" else [{"type": "text", "text": text}]
        message = {"role": role, "content": content}
        if role == "assistant":
            message |= {"id": f"msg_{uuid}", "model": "claude-test"}
        record = {
            "type": role,
            "uuid": uuid,
            "parentUuid": parent,
            "sessionId": session,
            "cwd": cwd,
            "gitBranch": branch,
            "version": "2.1.0",
            "isSidechain": False,
            "userType": "external",
            "timestamp": moment,
            "message": message,
        }
        parent = uuid
        lines.append(json.dumps(record))
    path = folder / f"{session}.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return path

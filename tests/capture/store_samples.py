"""A small database of each client, in which there is one good record beside others that a test may damage."""

from __future__ import annotations

from tests.capture.stores import (
    OPENCODE_1,
    OPENCODE_2,
    CommandLine,
    Cursor,
    Goose,
    Hermes,
    OpenClaw,
    OpenCode,
    Zed,
)

GOOD = "The good record."
NAMES = [f"Thing {number} of many words that fill a page. " * 3 for number in range(12)]


def hermes(path):
    with Hermes(path) as db:
        for session in ("s-1", "s-2"):
            db.session(session)
            for said in (*NAMES, GOOD):
                db.message("user", f"{said} {session}", session)
    return path


def goose(path):
    with Goose(path) as db:
        for session in ("20260806_1", "20260806_2"):
            db.session(session)
            for said in (*NAMES, GOOD):
                db.message("user", f"{said} {session}", session=session)
    return path


def zed(path):
    with Zed(path) as db:
        for number, said in enumerate((*NAMES, GOOD)):
            db.thread(f"z{number}", [{"User": {"content": [{"Text": said}]}}], packed=number % 2 == 1)
    return path


def opencode(path):
    with OpenCode(path, OPENCODE_1) as db:
        for session in ("ses_1", "ses_2"):
            db.session(session)
            for number, said in enumerate((*NAMES, GOOD)):
                db.message(f"msg_{session}_{number}", "user", f"{said} {session}", session=session)
    return path


def opencode_2(path):
    with OpenCode(path, OPENCODE_2) as db:
        for session in ("ses_1", "ses_2"):
            db.session(session, table="session_v2")
            for number, said in enumerate((*NAMES, GOOD)):
                db.row(f"msg_{session}_{number}", "user", {"text": f"{said} {session}"}, session=session)
    return path


def cursor(path):
    with Cursor(path) as db:
        for chat in ("c1", "c2"):
            db.chat(chat, *((f"b{n}", 1, f"{said} {chat}") for n, said in enumerate((*NAMES, GOOD))))
    return path


def command_line(path):
    with CommandLine(path) as db:
        db.root([db.message("user", said) for said in (*NAMES, GOOD)])
    return path


def openclaw(path):
    with OpenClaw(path) as db:
        for session in ("oc-1", "oc-2"):
            db.session(session)
            for number, said in enumerate((*NAMES, GOOD)):
                db.message(f"e{number}", f"e{number - 1}", "user", f"{said} {session}", session=session)
    return path


# Each with the client whose it is, how it is made, and the tables and cells that hold what is said.
SAMPLES = {
    "hermes": ("hermes", hermes, "messages", "content"),
    "goose": ("goose", goose, "messages", "content_json"),
    "zed": ("zed", zed, "threads", "data"),
    "opencode 1": ("opencode", opencode, "part", "data"),
    "opencode 2": ("opencode", opencode_2, "session_message", "data"),
    "cursor": ("cursor", cursor, "cursorDiskKV", "value"),
    "cursor-cli": ("cursor", command_line, "blobs", "data"),
    "openclaw": ("openclaw", openclaw, "transcript_events", "event_json"),
}

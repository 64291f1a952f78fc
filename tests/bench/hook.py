"""How long a hook holds up its client: from the start of its process to its end, beside a bare start of Python.

    python tests/bench/hook.py [ROUNDS]

A daemon serves the sample conversations, and runs on a thread of this process. Prints the best of some rounds of
each, as a whole process, and the ratio to `python -c pass`; a hook that was not answered within its limit is counted.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from graphmem.capture.reader import sample_folder
from graphmem.config import Settings
from graphmem.serve.daemon import Daemon

PROMPT = "where is Tidewater deployed?"
EVENTS = {
    "session-start": {"source": "startup"},
    "prompt": {"prompt": PROMPT},
    "prompt, nothing known": {"prompt": "who won the chess championship in Reykjavik?"},
    "stop": {"transcript_path": ""},
}


def run(command: list[str], said: bytes = b"") -> tuple[float, bytes]:
    """Seconds of the whole process, and what it wrote."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, *command], check=True, input=said, capture_output=True)
    return time.perf_counter() - start, done.stdout


def measure(home: Path, name: str, told: dict[str, str], rounds: int) -> tuple[float, int]:
    """The shortest of `rounds` hooks in seconds, and how many were answered; each is of a session of its own."""
    seconds, answered = [], 0
    command = [
        "-m",
        "graphmem",
        "hook",
        name.partition(",")[0],
        "--client",
        "claude-code",
        "--home",
        str(home),
    ]
    for number in range(rounds + 1):
        said = {"session_id": f"{name} {number}", "cwd": "/home/nora/tidewater", **told}
        took, out = run(command, json.dumps(said).encode())
        if number:  # one before them warms the disk
            seconds.append(took)
            answered += bool(out)
    return min(seconds), answered


def main() -> None:
    """Print a table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    os.environ.pop("GRAPHMEM_HOOK", None)
    with tempfile.TemporaryDirectory() as folder:
        home, ready = Path(folder) / "home", threading.Event()
        daemon = Daemon(Settings(home, environ={}, arguments={"serve.port": 0}), watch=False)
        daemon.memory.ingest([sample_folder()])
        thread = threading.Thread(target=daemon.run, args=(lambda _: ready.set(),))
        thread.start()
        try:
            ready.wait()
            daemon.memory.context(PROMPT)  # the models are loaded
            bare = min(run(["-c", "pass"])[0] for _ in range(rounds))
            print(f"{'python -c pass':24} {bare * 1000:7.1f} ms")
            for name, told in EVENTS.items():
                seconds, answered = measure(home, name, told, rounds)
                ratio = f"{seconds / bare:5.1f} x"
                print(f"{name:24} {seconds * 1000:7.1f} ms  {ratio}  {answered} of {rounds} told something")
        finally:
            daemon.stop()
            thread.join()


if __name__ == "__main__":
    main()

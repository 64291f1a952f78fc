"""Loop Memory on the same sentences: run by the Python of an environment that has it, and nothing of ours.

python loop_peer.py SENTENCES.json DATABASE: a JSON object with `texts` and `questions`; prints seconds as JSON.
"""

import json
import sys
import time
from pathlib import Path


def main() -> None:
    """Store the sentences through its SDK, then ask."""
    from loop_memory.sdk import MemoryClient
    from loop_memory.storage import MemoryStore

    given = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    client = MemoryClient.memory(MemoryStore(sys.argv[2]))
    started = time.perf_counter()
    for start in range(0, len(given["texts"]), 200):
        client.remember_batch(
            [{"text": text, "kind": "episode"} for text in given["texts"][start : start + 200]]
        )
    stored = time.perf_counter() - started
    times = []
    for question in given["questions"]:
        began = time.perf_counter()
        client.recall(question, limit=10)
        times.append(time.perf_counter() - began)
    print(json.dumps({"stored": stored, "times": times}))


if __name__ == "__main__":
    main()

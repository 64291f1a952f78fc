"""Many clients that read and write at once while a large import runs and the daemon is killed, and what came of it."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from graphmem.errors import DaemonError, GraphmemError
from graphmem.serve.client import Client
from graphmem.serve.local import running
from graphmem.store.lock import wait_until_free
from tests.transcripts import write_transcripts

ROOT = Path(__file__).parent.parent.parent
QUESTIONS = (
    "who owns the billing service",
    "where do I work",
    "what does the search service depend on",
    "where did I move to",
    "which codes did clients tell",
)
WRITES = 0.3  # of all requests
PATIENCE = 120.0  # seconds that a client waits for a daemon which was killed


class Counting(Client):
    """A client that counts how often it was told to come later, and how often the daemon was away."""

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.later = self.away = 0

    @contextmanager
    def answer(self, *arguments, **named):
        try:
            with super().answer(*arguments, **named) as response:
                yield response
        except DaemonError:
            self.away += 1
            raise
        except GraphmemError as error:
            self.later += hasattr(error, "retry_after")
            raise


class Served:
    """A daemon in a process of its own, on a port that it keeps."""

    def __init__(self, home):
        self.home = home
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = None

    def start(self):
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "graphmem", "serve", "--no-watch", "--json"]
        command += ["--home", str(self.home), "--port", str(self.port)]
        environment = os.environ | {"GRAPHMEM_EXTRACT_LLM": "none"}
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE)
        assert self.process.stdout.readline(), "the daemon ended"
        return running(self.home)

    def kill(self):
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()
        assert wait_until_free(self.home, PATIENCE)

    def stop(self):
        """End it as a person would."""
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


def percentile(values, share):
    """The value below which that share of them lies, in milliseconds."""
    return round(sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000, 1) if values else None


def idle(client, seconds):
    """How long recalls take while nothing else is asked."""
    took, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.monotonic()
        client.recall(QUESTIONS[len(took) % len(QUESTIONS)])
        took.append(time.monotonic() - began)
    return took


class Worker(threading.Thread):
    """One client: it asks and tells until the time is over, and writes down what was acknowledged."""

    def __init__(self, place, number, until):
        super().__init__()
        self.client = Counting(place.address, place.secret, patience=PATIENCE)
        self.number, self.until = number, until
        self.rng = random.Random(number)
        self.told, self.took, self.errors, self.reads = {}, [], [], 0

    def run(self):
        while time.monotonic() < self.until:
            try:
                self.tell() if self.rng.random() < WRITES else self.ask()
            except Exception as error:  # noqa: BLE001 - whatever it is, the report shows it
                self.errors.append(repr(error))

    def tell(self):
        words = f"The code of client {self.number} is {len(self.told):05}."
        self.told[words] = self.client.remember(words).message_id

    def ask(self):
        began, away = time.monotonic(), self.client.away
        self.client.recall(self.rng.choice(QUESTIONS))
        if self.client.away == away:
            # Waiting for a daemon that was killed is told apart.
            self.took.append(time.monotonic() - began)
        self.reads += 1


def importing(client, folder, ended, report):
    """Import a folder as a job, again when the daemon was killed in the midst."""
    while not ended.is_set():
        try:
            report.append(client.ingest([folder], progress=lambda _: None))
            return
        except DaemonError as error:
            if "interrupted" not in str(error):
                raise


def run(home, *, clients, seconds, files, turns, idle_seconds, kill=True):
    """The whole story on a fresh home; what was measured, and what was lost, doubled or wrong."""
    folder = home.parent / "transcripts"
    folder.mkdir()
    write_transcripts(folder, files=files, turns=turns)
    served = Served(home)
    place = served.start()
    main = Counting(place.address, place.secret, patience=PATIENCE)
    main.remember("I work at Acme.")
    idle(main, 0.5)  # loads the models
    quiet = idle(main, idle_seconds)
    ended, reports = threading.Event(), []
    loader = threading.Thread(target=importing, args=(main, folder, ended, reports))
    began = time.monotonic()
    workers = [Worker(place, number, began + seconds) for number in range(clients)]
    for thread in (loader, *workers):
        thread.start()
    back = None
    if kill:
        time.sleep(seconds / 2)
        killed = time.monotonic()
        served.kill()
        served.start()
        back = round(time.monotonic() - killed, 2)
    for thread in workers:
        thread.join()
    still = loader.is_alive()
    loader.join()
    ended.set()
    try:
        return {
            "clients": clients,
            "seconds": round(time.monotonic() - began, 1),
            "import_messages": files * turns,
            "import_ran_all_the_time": still,
            "reads": sum(worker.reads for worker in workers),
            "writes": sum(len(worker.told) for worker in workers),
            "told_to_come_later": sum(worker.client.later for worker in workers) + main.later,
            "idle_p50_ms": percentile(quiet, 0.5),
            "idle_p95_ms": percentile(quiet, 0.95),
            "load_p50_ms": percentile([one for worker in workers for one in worker.took], 0.5),
            "load_p95_ms": percentile([one for worker in workers for one in worker.took], 0.95),
            "back_after_seconds": back,
            "errors": [error for worker in workers for error in worker.errors],
            **judged(main, workers, files * turns),
        }
    finally:
        served.stop()


def judged(client, workers, imported):
    """What was acknowledged and is not there, and what is there more than once."""
    told = {words: key for worker in workers for words, key in worker.told.items()}
    rows = []
    for worker in workers:
        begin = f"The code of client {worker.number} is "
        rows += client.cypher(
            "MATCH (m:Message) WHERE m.text STARTS WITH $words RETURN m.text, m.id", params={"words": begin}
        ).rows
    found = dict(rows)
    lines = client.cypher(
        "MATCH (s:Session {client: 'claude-code'})-[:HAS_MESSAGE]->(m:Message) RETURN count(m), count(DISTINCT m.id)"
    ).rows[0]
    graph = client.cypher("MATCH (n:Message) RETURN count(n), count(DISTINCT n.id)").rows[0]
    return {
        "lost": len([words for words, key in told.items() if found.get(words) != key]) + imported - lines[0],
        "doubled": len(rows) - len(found) + lines[0] - lines[1] + graph[0] - graph[1],
        "never_told": len(found.keys() - told.keys()),
    }

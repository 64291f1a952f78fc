"""The process of `beside.py`: reads messages from its input, and writes what it has understood, until that ends.

`python -m graphmem.extract.worker` is begun by graphmem alone.
"""

from __future__ import annotations

import os
import sys
from typing import IO

from graphmem.config import Settings
from graphmem.errors import MissingExtra
from graphmem.extract.beside import Start, Task, own_words, read_frame, start_of, write_frame
from graphmem.extract.spacy import SpacyExtractor, load_model
from graphmem.ontology import load_ontology


def serve(tasks: IO[bytes], answers: IO[bytes]) -> None:
    """Answer task after task; what cannot be done ends the process, and whoever asked does it."""
    start = read_frame(tasks, Start)
    own = Settings(start.home, environ={}, arguments=start.settings)
    words = own_words(own.home)
    vocabulary = own.home / "ontology.toml"
    extractor = SpacyExtractor(own, ontology=load_ontology(vocabulary if vocabulary.exists() else None))
    greeting = start_of(own, words=words)
    if greeting == start:  # else it is not used
        load_model(extractor.model)
    write_frame(answers, greeting)
    while True:
        task = read_frame(tasks, Task)
        write_frame(answers, extractor.extract(task.messages, context=task.context, projects=task.projects))


def main() -> None:
    """Serve on standard input and output; whatever a library prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        serve(sys.stdin.buffer, answers)
    except (EOFError, BrokenPipeError, MissingExtra):
        answers.close()


if __name__ == "__main__":
    main()

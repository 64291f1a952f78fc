"""What the pipelines of one memory work with, each made on first use: vocabulary, extractors, the pipelines."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from graphmem.extract.beside import Beside, own_words
from graphmem.extract.extractor import Extractor
from graphmem.model import Message
from graphmem.ontology import Ontology, load_ontology
from graphmem.pipeline.evolve import EVOLVE_STAGES
from graphmem.pipeline.ingest import INGEST_STAGES, Ingest
from graphmem.pipeline.load import Pipeline, load_pipeline
from graphmem.pipeline.model_turn import ModelTurn
from graphmem.pipeline.recall import RECALL_STAGES
from graphmem.result import Progress
from graphmem.store.injected import Injected
from graphmem.store.model_work import ModelWork
from graphmem.store.source_health import SourceHealth
from graphmem.store.store import Store

if TYPE_CHECKING:
    from graphmem.extract.llm import LlmExtractor


class Workshop:
    """The tools of one store, as its settings and the files in its home have them."""

    def __init__(self, store: Store) -> None:
        self.store, self.settings = store, store.settings
        self._words = own_words(store.settings.home)
        self.evolving = threading.Lock()  # held while communities and pages are built

    @cached_property
    def ontology(self) -> Ontology:
        """The packaged vocabulary with `ontology.toml` of the home laid over it."""
        own = self.settings.home / "ontology.toml"
        return load_ontology(own if own.exists() else None)

    @cached_property
    def extractor(self) -> Extractor:
        """The parser that always runs."""
        from graphmem.extract.spacy import SpacyExtractor  # noqa: PLC0415 - reading needs no parser

        return SpacyExtractor(self.settings, ontology=self.ontology)

    @cached_property
    def model_work(self) -> ModelWork:
        """What waits for the language model, and what it has cost."""
        return ModelWork(self.store.ledger)

    @cached_property
    def health(self) -> SourceHealth:
        """How the sources do."""
        return SourceHealth(self.store.ledger)

    @cached_property
    def injected(self) -> Injected:
        """What each session of an agent was shown already."""
        return Injected(self.store)

    @cached_property
    def model(self) -> LlmExtractor | None:
        """The language model, when one is set."""
        if self.settings["extract.llm"] == "none":
            return None
        from graphmem.extract.llm import LlmExtractor  # noqa: PLC0415 - only who has set a model pays

        return LlmExtractor(self.settings, self.model_work, ontology=self.ontology)

    def turn(self, *, deferred: bool = False) -> ModelTurn | None:
        """The language model for one run of the pipeline, when one is set; `deferred`: it reads later."""
        return None if self.model is None else ModelTurn(self.model, self.model_work, deferred=deferred)

    def import_run(
        self,
        actor: str,
        *,
        deferred: bool = False,
        progress: Callable[[Progress], None] | None = None,
        expect: Callable[[Sequence[Message]], None] | None = None,
    ) -> Ingest:
        """A new run over transcript files; `deferred` leaves them to the language model for later.

        `expect` is told of messages before they are parsed.
        """
        reader = Beside(self.settings, lambda: self.extractor, words=self._words)
        return Ingest(
            self.store,
            self.ingest,
            extractor=lambda: reader,
            close=reader.close,
            ontology=self.ontology,
            actor=actor,
            health=self.health,
            model=self.turn(deferred=deferred),
            progress=progress,
            expect=expect,
        )

    @cached_property
    def ingest(self) -> Pipeline[Any]:
        """`pipelines/ingest.toml`, or the home's own."""
        return load_pipeline("ingest", INGEST_STAGES, folder=self.settings.home / "pipelines")

    @cached_property
    def recall(self) -> Pipeline[Any]:
        """`pipelines/recall.toml`, or the home's own."""
        return load_pipeline("recall", RECALL_STAGES, folder=self.settings.home / "pipelines")

    @cached_property
    def evolve(self) -> Pipeline[Any]:
        """`pipelines/evolve.toml`, or the home's own."""
        return load_pipeline("evolve", EVOLVE_STAGES, folder=self.settings.home / "pipelines")

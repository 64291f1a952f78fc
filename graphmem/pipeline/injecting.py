"""The verb that tells an agent unasked: `inject`. A part of `Memory`, which owns what it works with."""

from __future__ import annotations

from functools import partial
from typing import get_args

from graphmem.capture.reader import canonical
from graphmem.capture.talk import session_id
from graphmem.errors import MisuseError
from graphmem.pipeline import inject
from graphmem.pipeline.asking import Asking
from graphmem.pipeline.inject import LEAST_TOKENS, LOOKED_AT, Occasion, nothing
from graphmem.result import Injection, Turn
from graphmem.temporal import now


class Injecting(Asking):
    """What a memory tells by itself."""

    def inject(
        self,
        prompt: str = "",
        *,
        event: Turn = "prompt",
        session: str = "",
        client: str | None = None,
        cwd: str = "",
        root: str = "",
        branch: str = "",
        project: str | None = None,
        budget: int | None = None,
    ) -> Injection:
        """What an agent should know at a turn of its session, framed as quoted data, in at most `budget` tokens.

        `session` is the client's own name for it: what it said or was shown before is not told again. `cwd` and
        `root` are its folder and that of its repository; what was said of other projects counts less, and with
        `project` nothing else is told. A session that starts is told what stands; one that lost what it was told
        (`compact`) may be told it again. Raises UnknownClient, and MisuseError for another event.
        """
        if event not in get_args(Turn):
            raise MisuseError(
                f"{event!r} is no turn of a session.", hint=f"Allowed: {', '.join(get_args(Turn))}."
            )
        name = canonical(client) if client else ""
        key = session_id(name, session) if name and session else ""
        if key and event == "compact":
            self._workshop.injected.clear(key)
        if event in ("resume", "compact"):
            return nothing("the session goes on with what it knows")
        if budget is None:
            budget = self.settings["inject.prompt_tokens" if event == "prompt" else "inject.start_tokens"]
        if budget < LEAST_TOKENS:
            return nothing("the budget is too small")
        text = inject.gist(prompt)
        if event == "prompt" and inject.asks_nothing(text):
            return nothing("the prompt asks for nothing that could be known")
        occasion = Occasion(
            session_id=key,
            projects=(project,) if project else inject.projects_of(cwd, root),
            branch=branch,
            told=self._workshop.injected.of(key) if key else frozenset(),
            strict=bool(project),
        )
        found, marks = self._injection(text, event, occasion, project, budget)
        if key and marks:
            self._workshop.injected.add(key, marks)
        return found

    def _injection(
        self, text: str, event: Turn, occasion: Occasion, project: str | None, budget: int
    ) -> tuple[Injection, list[str]]:
        """What is told, and by what it is known again."""
        if event == "start":
            with self._read("", kind=("fact",), project=project, as_of=now()) as work:
                return inject.for_start(work, occasion, budget=budget)
        judge = partial(self._workshop.recall.run, only=frozenset({"floor"}))
        with self._looked_up(text, limit=LOOKED_AT, kind=("fact", "message"), project=project) as work:
            return inject.for_prompt(work, occasion, budget=budget, judge=judge)

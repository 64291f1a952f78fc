"""What a person can pick by hand in a client: prompts ("brief me"), and resources (entities, what stands today).

Both are read from the memory by its own verbs, with the scope and the project of the token, and are quoted data.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from graphmem.errors import MisuseError, NotFound
from graphmem.memory import Memory
from graphmem.serve.mcp.shown import show
from graphmem.serve.rest.who import check
from graphmem.store.tokens import Token
from graphmem.temporal import parse_time

SCHEME = "graphmem://"
LISTED = 20  # pages and entities that are listed; every other is reached by its name
NEWEST = 50  # facts in an answer to what has changed
MOST_NAMED = "MATCH (e:Entity) RETURN e.name, e.kind, e.mentions ORDER BY e.mentions DESC, e.id LIMIT $limit"
CHANGED = (
    "MATCH (f:Fact) WHERE f.recorded_at >= $since OR f.end_recorded_at >= $since OR f.retracted_at >= $since "
    "RETURN f.text AS fact, f.valid_from AS since, f.valid_until AS until, f.retracted_at AS taken_back, f.id AS id "
    "ORDER BY f.recorded_at DESC, f.id LIMIT $limit"
)


class Asker:
    """A memory as one caller may read it."""

    def __init__(self, memory: Memory, token: Token | None) -> None:
        self.memory, self.token = memory, token

    def value(self, verb: str, **values: Any) -> Any:
        """What a reading verb gives; raises Forbidden for what the token may not read."""
        method = getattr(self.memory, verb)
        if self.token is not None:
            check(self.token, verb, "read", values, frozenset(inspect.signature(method).parameters))
        return method(**values)

    def words(self, verb: str, **values: Any) -> str:
        """The same as quoted text."""
        return show(verb, self.value(verb, **values))[0]


class Prompt(NamedTuple):
    """A prompt that a person picks: what it takes (name, what it means, whether it must be given), and its text."""

    name: str
    title: str
    told: str
    given: tuple[tuple[str, str, bool], ...]
    text: Callable[[Asker, Mapping[str, str]], str]


def about(asker: Asker, given: Mapping[str, str]) -> str:
    """What is known about a topic."""
    known = asker.words("context", query=given["topic"]) or "Nothing is known about it."
    return f"What do you know about {given['topic']}? Say when it was so, and what you are not sure of.\n\n{known}"


def brief(asker: Asker, given: Mapping[str, str]) -> str:
    """What stands of a project."""
    project = given["project"]
    told = asker.value("inject", event="start", root=project).text or "Nothing stands of this project."
    return (
        f"Brief me on the project {project}: what was decided, what is planned, and what to mind.\n\n{told}"
    )


def changed(asker: Asker, given: Mapping[str, str]) -> str:
    """What was learned, ended or taken back since a day."""
    since = parse_time(given["since"])
    told = asker.words("cypher", query=CHANGED, params={"since": since, "limit": NEWEST})
    return f"What has changed since {given['since']}? Tell the most important first.\n\n{told}"


PROMPTS = (
    Prompt("about", "What do you know about ...?", "What is known about a topic, with its dates.",
           (("topic", "A person, a thing or a question.", True),), about),
    Prompt("brief", "Brief me on a project", "What stands of a project: decisions, plans, orders, lessons.",
           (("project", "The name of the project.", True),), brief),
    Prompt("changed", "What has changed since ...?", "What was learned, ended or taken back since a day.",
           (("since", "A day, as 2024-04-15.", True),), changed),
)  # fmt: skip


def prompt_text(name: str, given: Mapping[str, str], asker: Asker) -> str:
    """The text of a prompt; raises NotFound for an unknown one, MisuseError for what is missing."""
    found = next((one for one in PROMPTS if one.name == name), None)
    if found is None:
        known = ", ".join(one.name for one in PROMPTS)
        raise NotFound(f"There is no prompt {name!r}.", hint=f"There are: {known}.")
    if missing := [key for key, _, needed in found.given if needed and not given.get(key, "").strip()]:
        raise MisuseError(f"The prompt {name} needs {missing[0]}.", hint="Give it a value.")
    return found.text(asker, given)


class Template(NamedTuple):
    """Addresses of one form, and what stands there."""

    name: str
    form: str
    told: str
    text: Callable[[Asker, str], str]


TEMPLATES = (
    Template("entity", f"{SCHEME}entity/{{name}}", "An entity with the facts that hold.",
             lambda asker, name: asker.words("entity", name=name)),
    Template("page", f"{SCHEME}page/{{name}}", "A page of the wiki, by its address or by a name.",
             lambda asker, name: asker.words("wiki", page=name)),
    Template("timeline", f"{SCHEME}timeline/{{name}}", "What is known of an entity, in the order of its dates.",
             lambda asker, name: asker.words("timeline", entity=name)),
    Template("project", f"{SCHEME}project/{{name}}", "What stands of a project.",
             lambda asker, name: asker.value("inject", event="start", root=name).text),
)  # fmt: skip
TODAY = Template("today", f"{SCHEME}today", "What stands of the user today.",
                 lambda asker, _: asker.value("inject", event="start").text)  # fmt: skip


def listed(asker: Asker) -> list[tuple[str, str, str]]:
    """Name, address and description of the resources that are shown: today, pages, and the entities named most."""
    rows = asker.value("cypher", query=MOST_NAMED, params={"limit": LISTED}).rows
    form, page = TEMPLATES[0].form, TEMPLATES[1].form
    named = [
        (name, form.format(name=quote(name, safe="")), f"{kind}, named {mentions} times")
        for name, kind, mentions in rows
    ]
    read = [
        (one.title, page.format(name=quote(one.slug, safe="")), one.summary)
        for one in asker.value("pages", limit=LISTED)
    ]
    return [(TODAY.name, TODAY.form, TODAY.told), *read, *named]


def resource_text(uri: str, asker: Asker) -> str:
    """What stands at an address; raises NotFound."""
    if uri == TODAY.form:
        return TODAY.text(asker, "")
    for one in TEMPLATES:
        head = one.form.partition("{")[0]
        if uri.startswith(head) and len(uri) > len(head):
            return one.text(asker, unquote(uri.removeprefix(head)))
    forms = ", ".join(one.form for one in (TODAY, *TEMPLATES))
    raise NotFound(f"There is no resource {uri!r}.", hint=f"There are: {forms}.")

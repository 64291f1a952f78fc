"""Requests made at random from what OpenAPI says: no fault of ours, and no answer that OpenAPI does not know."""

from __future__ import annotations

import json
import os

import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from graphmem.serve.routes import BASE, ROUTES
from tests.serve.daemons import ask

# A bounded number here; many more with GRAPHMEM_SCHEMA_EXAMPLES=500.
EXAMPLES = int(os.environ.get("GRAPHMEM_SCHEMA_EXAMPLES", "3"))
SEED = int(os.environ.get("GRAPHMEM_SCHEMA_SEED", "1"))
LEFT_OUT = {
    f"GET {BASE}/events",  # never ends
    f"POST {BASE}/ingest",  # reads, and
    f"POST {BASE}/export",  # writes, whatever file of this machine a random text names
    f"POST {BASE}/rebuild",  # takes nothing but time
}


@pytest.fixture(scope="module")
def operations(daemon):
    """The operations of a running daemon."""
    schema = schemathesis.openapi.from_url(
        f"{daemon.address}{BASE}/openapi.json", headers={"Authorization": f"Bearer {daemon.secret}"}
    )
    found = {one.ok().label: one.ok() for one in schema.get_all_operations()}
    return {label: one for label, one in found.items() if f" {BASE}/" in label and label not in LEFT_OUT}


def asked_at_random(daemon, operation, seen):
    """Ask one operation a number of times, and judge every answer; the statuses are added to `seen`."""

    @seed(SEED)
    @settings(
        max_examples=EXAMPLES,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def fuzz(case):
        response = case.call(headers={"Authorization": f"Bearer {daemon.secret}"}, timeout=60)
        seen.add(response.status_code)
        if response.status_code >= 400:
            told = json.loads(response.content)
            assert response.headers["content-type"][0] == "application/problem+json"
            assert (told["status"], bool(told["detail"])) == (response.status_code, True)
        case.validate_response(response, checks=[not_a_server_error, response_schema_conformance])

    fuzz()


def test_no_request_that_openapi_allows_is_a_fault(daemon, operations):
    assert len(operations) > 30
    statuses = {label: set() for label in operations}
    for label, operation in operations.items():
        asked_at_random(daemon, operation, statuses[label])
    assert all(statuses.values())


def walked(node, root):
    """A part of the document with every reference in it followed."""
    if isinstance(node, dict):
        if "$ref" in node:
            return walked(root["components"]["schemas"][node["$ref"].rpartition("/")[2]], root)
        return {key: walked(value, root) for key, value in node.items()}
    return [walked(one, root) for one in node] if isinstance(node, list) else node


def test_every_operation_has_examples_that_are_what_it_says(daemon):
    whole = json.loads(ask(daemon, "GET", f"{BASE}/openapi.json")[2])
    counted = 0
    for path, operations in whole["paths"].items():
        for method, operation in operations.items():
            if not path.startswith(f"{BASE}/"):
                continue
            answers = [one for code, one in operation["responses"].items() if code.startswith("2")]
            for kind, told in answers[0]["content"].items():
                assert "example" in told, (method, path, kind)
                if "schema" in told and kind == "application/json":
                    jsonschema.validate(told["example"], walked(told["schema"], whole))
                    counted += 1
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if body:
                schema = walked(body["schema"], whole)
                example = body.get("example", (schema.get("examples") or [None])[0])
                assert example is not None, (method, path)
                jsonschema.validate(example, schema)
            for parameter in operation.get("parameters", []):
                for example in parameter["schema"].get("examples", ()):
                    jsonschema.validate(example, walked(parameter["schema"], whole))
                told = "examples" in parameter["schema"] or parameter["name"] in {"id", "key"}
                assert told or parameter["in"] != "path", (method, path)
    assert counted >= len(ROUTES)

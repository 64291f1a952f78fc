"""The whole graph as a download, in the form that is asked for."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from graphmem.memory import Memory
from graphmem.result import ExportFormat
from graphmem.serve.rest.who import check, token_of
from graphmem.store.archive import FORMS
from graphmem.store.snapshot import PREFIX

PIECE = 1 << 16
COUNTS = {"nodes": "x-graphmem-nodes", "edges": "x-graphmem-edges"}


def export_routes(memory: Callable[[], Memory]) -> APIRouter:
    """The route that hands the graph out."""
    router = APIRouter(tags=["export"])

    @router.get("/export", response_class=StreamingResponse, responses={200: {"content": media_types()}})
    def download(request: Request, format: ExportFormat = "jsonl") -> StreamingResponse:  # noqa: A002 - as in Memory
        """The whole graph as it is now, for other programs to read.

        It is written to a file first, so that it is whole or an error, and a slow reader keeps nobody waiting.
        """
        check(token_of(request), "export", "read", {}, ())
        owner = memory()
        # The folder is named like a copy of the graph: should the daemon be killed, it goes the same way.
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=owner.settings.home))
        try:
            path = folder / "export"
            written = owner.export(path, format=format)
            file = path.open("rb")
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        form = FORMS[format]
        headers = {
            "content-length": str(written["bytes"]),
            "content-disposition": f'attachment; filename="graphmem.{form.ending}"',
            **{header: str(written[name]) for name, header in COUNTS.items()},
        }
        return StreamingResponse(pieces(file), media_type=form.media_type, headers=headers)

    return router


def media_types() -> dict[str, dict[str, Any]]:
    """What OpenAPI says of the answer."""
    text = {"type": "string", "format": "binary"}
    kinds = [form.media_type.partition(";")[0] for form in FORMS.values()]
    return {kind: {"schema": text, "example": "the whole graph"} for kind in kinds}


def pieces(file: IO[bytes]) -> Iterator[bytes]:
    """A file in pieces, closed at its end."""
    with file:
        while piece := file.read(PIECE):
            yield piece

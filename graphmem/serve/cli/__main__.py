"""`python -m graphmem.serve.cli` is `graphmem`."""

from __future__ import annotations

from graphmem.serve.cli.app import main

if __name__ == "__main__":
    main()

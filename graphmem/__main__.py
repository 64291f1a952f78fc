"""`python -m graphmem` is `graphmem`."""

from __future__ import annotations

from graphmem.serve.cli import main

if __name__ == "__main__":
    main()

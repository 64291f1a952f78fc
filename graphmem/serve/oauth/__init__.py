"""The authorization server for connectors: `routes` takes the requests, `server` is its core, `documents` fetches."""

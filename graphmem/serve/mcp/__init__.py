"""The verbs for agents: `tools` are what they are told, `shown` what they get, `server` answers, `bridge` is stdio."""

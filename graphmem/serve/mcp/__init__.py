"""The verbs for agents: `definitions` are what they are told, `shown` what they get, `server` answers, `bridge` is stdio."""

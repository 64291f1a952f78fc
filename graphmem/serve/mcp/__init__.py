"""The verbs for agents: `definitions` tell them, `shown` what they give, `server` answers, `bridge` is stdio."""

"""The verbs for agents: `definitions` say what they are, `shown` what they give, `server` answers, `bridge` is stdio."""

"""The doors: the command line now, REST and MCP later, all with the same verbs."""

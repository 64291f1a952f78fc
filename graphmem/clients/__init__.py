"""How each agent is wired to the memory: which file it reads, what has to stand there, and whether it does."""

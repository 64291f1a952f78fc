"""The ledger, which is the truth, and the graph, which is the model that everything reads."""

"""What is derived from the graph to find things fast: words, vectors and neighbours; may be deleted."""

"""What grows out of the graph by itself: communities of entities, and pages about them."""

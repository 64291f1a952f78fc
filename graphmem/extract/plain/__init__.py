"""A second net: short, plain sentences read by the order of their words, for what the parser reads wrongly."""

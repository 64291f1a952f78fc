"""The third net: what a clause tells by the class of its verb, in any words."""

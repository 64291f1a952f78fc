"""Standing orders to the agent: "always run the linter before you commit", "log in json, not plain text".

`reader` is the door. What leads to an order is taken off first (`peeled`: "I'd like you to ...", "from now on ...",
"when you write tests, ..."), and what is left holds for good for one of three reasons: it is forbidden, or asks for
something that a single piece of work cannot be (`asked`, by its `forms` or its `structure`), it is a mere phrase that
says how things are to look (`phrases`), or it tells of a whole kind of thing how it is done here (`customs`). `moment`
knows what points at the thing in hand and so is no order for good, and `said` writes the claim. `clause` reads the
orders that a parse shows, before any of these.
"""

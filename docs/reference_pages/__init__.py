"""The pages of the reference, a module each: a function that tells the page piece by piece."""

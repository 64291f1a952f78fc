// The witness that told the end of a fact, whichever fact it speaks for.
ALTER TABLE Fact ADD ended_by STRING DEFAULT '';

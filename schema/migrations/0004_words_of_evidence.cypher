// The predicate and the qualifier that the words themselves have: those of the fact they are a witness of may be others.
ALTER TABLE STATED_IN ADD predicate STRING;
ALTER TABLE STATED_IN ADD qualifier STRING;

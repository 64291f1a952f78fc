// What people and agents said of the worth of a hit: how often it was useful, wrong or outdated.

CREATE NODE TABLE Judgement(
    id STRING PRIMARY KEY,
    at TIMESTAMP,
    useful INT64,
    wrong INT64,
    outdated INT64
);

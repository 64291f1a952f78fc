// A page as it was at each of its versions; the newest is the page's own. Its id is that of the page, "#", and the number.

CREATE NODE TABLE PageVersion(
    id STRING PRIMARY KEY,
    page STRING,
    version INT64,
    at TIMESTAMP,
    origin STRING,
    body STRING
);

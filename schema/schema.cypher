// The sum of schema/migrations, for reading. A test holds the two together.

// The core of the graph: what exists, who says so, and when it was true.
// Every time is UTC. valid_* is when it was so in the world; recorded_* is when it was said.
// Intervals are half-open; a null end is still open.

CREATE NODE TABLE Meta(
    id STRING PRIMARY KEY,
    schema_version INT64,
    applied_seq INT64,
    embedder STRING
);

CREATE NODE TABLE Session(
    id STRING PRIMARY KEY,
    client STRING,
    external_id STRING,
    project STRING,
    cwd STRING,
    branch STRING,
    title STRING,
    scope STRING,
    parent_id STRING,
    started_at TIMESTAMP,
    ended_at TIMESTAMP
);

CREATE NODE TABLE Message(
    id STRING PRIMARY KEY,
    session_id STRING,
    role STRING,
    author STRING,
    kind STRING,
    text STRING,
    seq INT64,
    sent_at TIMESTAMP,
    derived_time BOOL,
    trust DOUBLE,
    parent_id STRING,
    active BOOL
);

CREATE NODE TABLE Entity(
    id STRING PRIMARY KEY,
    name STRING,
    kind STRING,
    summary STRING,
    scope STRING,
    first_seen TIMESTAMP,
    last_seen TIMESTAMP,
    mentions INT64,
    votes STRING
);

// The place that a fact fills: one subject and predicate (and qualifier), and for a predicate that may
// have many values at a time also the object. Revision looks at one slot at a time, found by its key.
CREATE NODE TABLE Slot(
    id STRING PRIMARY KEY
);

CREATE NODE TABLE Fact(
    id STRING PRIMARY KEY,
    text STRING,
    kind STRING,
    subject STRING,
    predicate STRING,
    object STRING,
    value STRING,
    qualifier STRING,
    negated BOOL,
    slot STRING,
    valid_from TIMESTAMP,
    valid_until TIMESTAMP,
    end_recorded_at TIMESTAMP,
    recorded_at TIMESTAMP,
    retracted_at TIMESTAMP,
    confidence DOUBLE,
    importance DOUBLE,
    trust DOUBLE,
    scope STRING,
    pinned BOOL,
    recalls INT64,
    ups INT64,
    downs INT64,
    score DOUBLE
);

CREATE NODE TABLE Relation(
    id STRING PRIMARY KEY,
    predicate STRING,
    valid_from TIMESTAMP,
    valid_until TIMESTAMP,
    end_recorded_at TIMESTAMP,
    recorded_at TIMESTAMP,
    retracted_at TIMESTAMP,
    weight DOUBLE
);

CREATE NODE TABLE Community(
    id STRING PRIMARY KEY,
    title STRING,
    level INT64,
    size INT64,
    build STRING
);

CREATE NODE TABLE Page(
    id STRING PRIMARY KEY,
    slug STRING,
    title STRING,
    kind STRING,
    summary STRING,
    body STRING,
    version INT64,
    scope STRING,
    origin STRING
);

CREATE REL TABLE HAS_MESSAGE(FROM Session TO Message);

CREATE REL TABLE MENTIONS(FROM Message TO Entity, start_char INT64, end_char INT64);

CREATE REL TABLE FILLS(FROM Fact TO Slot);

// One claim of one message as a witness of the fact.
CREATE REL TABLE STATED_IN(
    FROM Fact TO Message,
    id STRING,
    mode STRING,
    quote STRING,
    start_char INT64,
    end_char INT64,
    text STRING,
    kind STRING,
    subject STRING,
    object STRING,
    value STRING,
    said_at TIMESTAMP,
    valid_from TIMESTAMP,
    valid_until TIMESTAMP,
    grain STRING,
    confidence DOUBLE,
    trust DOUBLE
);

CREATE REL TABLE ABOUT(FROM Fact TO Entity, role STRING);

CREATE REL TABLE ASSERTS(FROM Fact TO Relation);

CREATE REL TABLE SUBJECT_OF(FROM Entity TO Relation);

CREATE REL TABLE OBJECT_IS(FROM Relation TO Entity);

// The walkable face of a Relation.
CREATE REL TABLE RELATES(
    FROM Entity TO Entity,
    predicate STRING,
    relation_id STRING,
    fact_id STRING,
    valid_from TIMESTAMP,
    valid_until TIMESTAMP,
    end_recorded_at TIMESTAMP,
    recorded_at TIMESTAMP,
    retracted_at TIMESTAMP
);

// Blocks: names under one key may mean one entity and are compared.
CREATE NODE TABLE NameKey(
    id STRING PRIMARY KEY
);

CREATE REL TABLE KNOWN_BY(FROM Entity TO NameKey);

// Two entities are one. What a person or a sentence says can be closed again; what follows from the names
// (derived) goes when it no longer follows.
CREATE REL TABLE ALIAS_OF(
    FROM Entity TO Entity,
    method STRING,
    confidence DOUBLE,
    valid_from TIMESTAMP,
    valid_until TIMESTAMP,
    derived BOOL
);

// They may be one: a candidate for a person to settle.
CREATE REL TABLE MAY_BE(
    FROM Entity TO Entity,
    method STRING,
    confidence DOUBLE,
    valid_from TIMESTAMP,
    valid_until TIMESTAMP,
    derived BOOL
);

// A person said that they are two.
CREATE REL TABLE DISTINCT_FROM(
    FROM Entity TO Entity,
    method STRING,
    confidence DOUBLE,
    valid_from TIMESTAMP,
    valid_until TIMESTAMP,
    derived BOOL
);

CREATE REL TABLE SUPERSEDES(FROM Fact TO Fact, recorded_at TIMESTAMP);

CREATE REL TABLE CONTRADICTS(FROM Fact TO Fact, recorded_at TIMESTAMP);

CREATE REL TABLE IN_COMMUNITY(FROM Entity TO Community);

CREATE REL TABLE PART_OF(FROM Community TO Community);

CREATE REL TABLE DESCRIBES(FROM Page TO Community, FROM Page TO Entity);

CREATE REL TABLE CITES(FROM Page TO Fact);

CREATE REL TABLE LINKS_TO(FROM Page TO Page);

// What people and agents said of the worth of a hit: how often it was useful, wrong or outdated.

CREATE NODE TABLE Judgement(
    id STRING PRIMARY KEY,
    at TIMESTAMP,
    useful INT64,
    wrong INT64,
    outdated INT64
);

// A page as it was at each of its versions; the newest is the page's own. Its id is that of the page, "#", and the number.

CREATE NODE TABLE PageVersion(
    id STRING PRIMARY KEY,
    page STRING,
    version INT64,
    at TIMESTAMP,
    origin STRING,
    body STRING
);

// The predicate and the qualifier that the words themselves have: those of the fact they are a witness of may be others.
ALTER TABLE STATED_IN ADD predicate STRING;
ALTER TABLE STATED_IN ADD qualifier STRING;

// The witness that told the end of a fact, whichever fact it speaks for.
ALTER TABLE Fact ADD ended_by STRING DEFAULT '';

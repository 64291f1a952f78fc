"""A message in a language other than English: what was heard goes in, mentions and claims come out.

With a parse and a table of the language its sentences are read; names are found by their form in any case.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.extract.heard import Heard
from graphmem.extract.languages.grammar import language
from graphmem.extract.languages.labelled import names_by_parse
from graphmem.extract.languages.names import names_in
from graphmem.extract.languages.reader import Reader
from graphmem.extract.mentions import technical_mentions
from graphmem.extract.parse import Sentence
from graphmem.extract.patterns import distinct, merged
from graphmem.model import Claim, Mention
from graphmem.ontology import Ontology


def read_other(
    heard: Heard, sentences: Sequence[Sentence], ontology: Ontology
) -> tuple[list[Mention], list[Claim]]:
    """The mentions and claims of one message; no sentences, no claims."""
    message, by_user = heard.message, heard.message.role == "user"
    mentions: list[Mention] = []
    for one in heard.passages:
        # The assistant names what is known and technical; its text is full of capitals.
        for start, end, kind in names_in(one.passage.text, heard.language if by_user else "", ontology):
            low, high = one.passage.source(start, end)
            mentions.append(Mention(message.id, low, high, one.passage.text[start:end], kind))
    table = language(heard.language)
    claims: list[Claim] = []
    for sentence in sentences if by_user else ():
        mentions.extend(names_by_parse(message, sentence, ontology))
        if table is not None:
            claims.extend(Reader(message, sentence, table, ontology).claims())
    chosen = distinct(claims)
    mentions.extend(technical_mentions(heard))
    for claim in chosen:
        mentions.extend(one for one in (claim.subject, claim.object) if one is not None)
    return merged(mentions), chosen

"""What is praised or met with at this moment, and no lasting taste: "love the colours", "she got into an accident"."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.extract.construction.matcher import Match, begins
from graphmem.extract.parse import Word
from graphmem.extract.vocabulary import words

POINTS = words("the this that these those such")
HEARER = words("you your yours yourself i we")
# Of these there is but one, or "the" stands before all of their kind: "I love the sea", "the theatre".
THE_ONE = words(
    "sea seaside ocean beach coast shore river lake forest woods mountains hills outdoors countryside country city"
    " desert snow rain sun sunshine cold heat wind dark night quiet silence morning mornings evening evenings weekend"
    " weekends winter summer spring autumn fall theatre theater cinema opera ballet gym circus zoo library pool garden"
    " piano guitar violin cello drums flute harp saxophone trumpet clarinet organ news blues arts classics internet"
    " terminal shell cli weather sky stars moon eighties nineties sixties seventies"
) | {"command line", "open sea", "great outdoors"}
# "The smell of rain" is any rain's.
SENSED = words("smell scent taste sound feel feeling sight look colour color idea thrill thought")
# One gets into these by chance, by an exam or through a door, and not because they please.
MET_WITH = words(
    "accident accidents trouble debt fight fights argument arguments college school university uni academy power office"
    " position touch contact shape bed car cars taxi bus train water details detail conversation conversations"
    " discussion mess mood habit rhythm routine groove zone flow program programme"
)


def is_of_moment(tokens: Sequence[Word], match: Match) -> bool:
    """True when what is liked or disliked lies before those who talk, is theirs, or befell somebody once."""
    phrases = [[word for word in phrase if word.pos != "SPACE"] for phrase in match.slots["O"]]
    said = {word.lower for phrase in phrases for word in phrase}
    if HEARER & said or {"each", "other"} <= said:
        return True
    first = phrases[0]
    if match.construction.role == "starts" and tokens[match.first].lemma == "get":
        return first[0].pos == "DET" or bool({first[0].lower, first[-1].lower} & MET_WITH)
    if tokens[match.first].lower == "enjoy" and begins(tokens, match.first):
        return True  # "enjoy the evening" is a wish
    return first[0].lower in POINTS and not is_lasting(first)


def is_lasting(phrase: Sequence[Word]) -> bool:
    """True for "the sea", "the Beatles" and "the smell of rain", which are the same tomorrow."""
    behind = phrase[1:]
    if phrase[0].lower != "the" or not behind:
        return False
    if any(word.technical or word.text[:1].isupper() for word in behind):
        return True
    of = next((at for at, word in enumerate(behind) if word.lower == "of"), 0)
    if of:
        return behind[of - 1].lower in SENSED
    return " ".join(word.lower for word in behind) in THE_ONE

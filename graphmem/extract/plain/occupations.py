"""What people do for a living, by the words for it."""

from __future__ import annotations

import re

from graphmem.extract.plain.people import is_role
from graphmem.extract.vocabulary import EMPTY_NOUNS, PRONOUNS, words

TITLES = (
    r"(?:CEO|CTO|CFO|COO|CIO|CISO|CMO|CPO|VP|SVP|PM|PO|EM|TPM|DBA|SRE|SDET|QA|HR|GP|DJ|TA|PI|RN|MD|tech"
    r" lead|team lead|scrum master|product owner"
    r"|product manager|project manager|engineering manager|account manager|designer|architect|recruiter"
    r"|accountant|lawyer|intern|treasurer|secretary"
    r"|chair(?:man|woman|person)?|president|principal|founder|co-?founder|analyst|data scientist"
    r"|consultant|sysadmin|admin|head of \w+|lead \w+|director"
    r"(?: of \w+)?|security officer|team captain|captain|coach|landlord|landlady|doctor|GP|dentist|vet"
    r"|therapist|tutor|nanny|babysitter|cleaner)"
)
PLAIN = words(
    "actuary judge midwife sre dj pm em qa nurse retired self-employed unemployed freelancer homemaker"
    " housewife stay-at-home carer caregiver paramedic priest vicar pastor imam rabbi nun monk butcher"
    " fishmonger florist tattooist seamstress tailor cobbler blacksmith welder roofer mason bricklayer"
    " joiner glazier undertaker sommelier croupier steward stewardess cop detective sheriff marine"
    " sailor soldier veteran medic radiologist actor actress dancer model poet comedian illustrator"
    " animator sculptor potter luthier beekeeper shepherd rancher winemaker brewer baker cooper surveyor"
    " auditor notary paralegal solicitor barrister bailiff magistrate diplomat civil-servant politician"
    " mayor councillor lobbyist dba sdet tpm cto ceo cfo coo ciso bookkeeper copywriter ghostwriter"
    " columnist treasurer chairman chairwoman chairperson president principal headteacher headmistress"
    " headmaster dean provost choreographer conductor composer cellist pianist violinist drummer"
    " organist dj paediatrician pediatrician optician optometrist chiropractor osteopath physio"
    " physiotherapist dietitian nutritionist masseuse orthodontist eng engineer dev developer lead swe"
    " consultant zookeeper ranger lifeguard trucker courier postman mailman ux architect professor"
    " lecturer ta researcher postdoc"
)
NO_TRADE = PRONOUNS | EMPTY_NOUNS | words("home night nights once first last least best worst now")


def does(text: str, *, stated_so: bool) -> bool:
    """True for what one does for a living; after "works as a" more words will do than after "is a"."""
    parts = text.lower().split()
    if (
        not parts
        or parts[-1] in NO_TRADE
        or len(parts) > 5
        or parts[0] in {"very", "so", "too", "big", "huge"}
    ):
        return False
    if parts[-1] in {
        "redundant",
        "important",
        "relevant",
        "pregnant",
        "reluctant",
        "hesitant",
        "brilliant",
        "elegant",
    }:
        return False
    if parts[-1] in PLAIN or text.lower() in PLAIN:
        return True
    if stated_so and re.fullmatch(
        r"retired|self[- ]employed|unemployed|semi-retired|a?"
        r" ?stay-at-home \w+",
        text.lower(),
    ):
        return True
    return is_role(text)

"""Lists of English words that several readers of a sentence share."""

from __future__ import annotations

from collections.abc import Iterable


def words(text: str) -> frozenset[str]:
    """A set of words, written as one text so that a reader sees them at a glance."""
    return frozenset(text.split())


def longest_first(names: Iterable[str]) -> list[str]:
    """Names in the order in which a pattern tries them: a longer one before one that it begins with.

    It is the same in every process, so that what is kept of a pattern that is made of them is found again.
    """
    return sorted(names, key=lambda name: (-len(name), name))


def either(names: Iterable[str]) -> str:
    """The alternatives of a pattern that matches any of these names."""
    return "|".join(longest_first(names))


PRONOUNS = words(
    "i me my mine myself we us our ours you your yours he him his she her hers it its they them their"
    " theirs this that these those one ones someone something anyone anything everyone everything nobody"
    " nothing who which what here there itself himself herself themselves such same other others another"
    " both all some any none each yourself ourselves"
)
WEEKDAYS = words("monday tuesday wednesday thursday friday saturday sunday")
MONTHS = words("january february march april may june july august september october november december")
# What points to something that the sentence does not name.
POINTING = words("this that these those it them here there you your something anything what")
DETERMINERS = words("the a an my our your its his her their this that these those some any all both")
# Kinds of things that are made and used, and with those that they run on.
SOFTWARE = words("service project repository package technology product file")
TECHNICAL = SOFTWARE | {"host"}
# Nouns that name nothing by themselves: with one of them as its head, a phrase is no object of a fact.
EMPTY_NOUNS = words(
    "thing things stuff way ways lot lots bit kind sort type part place time times case problem problems"
    " issue issues point reason question questions answer idea ideas example examples fact sense side end"
    " start moment order people person man guy guys everyone number something anything nothing none ok"
    " okay thanks thank hi hello hey sorry yes no please sure yeah yep nope lol well change changes fix"
    " fixes approach option options step steps code work task tasks file files line lines error errors bug"
    " bugs test tests message messages section piece result results output input version data list set"
    " change request response details information info stuff rest while today tomorrow yesterday week"
    " month year day morning evening minute second hour same following above below plan mind look touch"
    " help need function method class variable value values item items page pages command commands ton"
    " tons much many more most loads"
)
# Adverbs that hang on the moment or the turn of talk and say nothing when the sentence stands alone.
TURN_WORDS = words(
    "actually now currently so well also btw anyway basically just then ok okay yeah yes no oh hi hey"
    " hello please too really honestly frankly fyi presently nowadays still already finally recently"
    " lately unfortunately fortunately luckily sadly thankfully hopefully honestly instead though however"
)
FAMILY = {
    "wife": "married_to", "husband": "married_to", "spouse": "married_to",
    "partner": "partner_of", "girlfriend": "partner_of", "boyfriend": "partner_of", "fiance": "partner_of",
    "fiancee": "partner_of", "fiancé": "partner_of", "fiancée": "partner_of",
    "son": "parent_of", "daughter": "parent_of", "kid": "parent_of", "child": "parent_of", "baby": "parent_of",
    "mother": "child_of", "father": "child_of", "mom": "child_of", "mum": "child_of", "dad": "child_of",
    "brother": "sibling_of", "sister": "sibling_of", "twin": "sibling_of",
    "cousin": "relative_of", "uncle": "relative_of", "aunt": "relative_of", "nephew": "relative_of",
    "niece": "relative_of", "grandmother": "relative_of", "grandfather": "relative_of", "grandma": "relative_of",
    "grandpa": "relative_of", "stepson": "relative_of", "stepdaughter": "relative_of",
    "friend": "friend_of", "neighbor": "friend_of", "neighbour": "friend_of", "roommate": "friend_of",
    "flatmate": "friend_of", "housemate": "friend_of",
    "boss": "reports_to", "manager": "reports_to", "supervisor": "reports_to",
    "colleague": "works_with", "coworker": "works_with", "co-worker": "works_with", "teammate": "works_with",
    "cofounder": "works_with", "co-founder": "works_with",
}  # fmt: skip
PETS = words(
    "dog cat puppy kitten hamster rabbit parrot horse tortoise turtle goldfish lizard snake guinea-pig"
    " budgie ferret greyhound husky bulldog spaniel collie pug"
    " chihuahua kitty bunny gecko parakeet pet corgi labrador poodle beagle retriever dachshund terrier"
)
CHILDREN = words("child kid baby toddler infant newborn boy girl son daughter orphan teenager twin")
DRINKS = words(
    "alcohol beer wine coffee tea caffeine soda coke cola milk spirits booze juice lemonade water whisky whiskey vodka"
    " gin cocktails drinks espresso decaf"
)
# What a household has, and no team: "our wedding" is the user's.
PRIVATE = (FAMILY.keys() | PETS) - words(
    "boss manager supervisor colleague coworker co-worker teammate cofounder co-founder"
) | words(
    "wedding marriage honeymoon anniversary engagement divorce pregnancy family kids children parents grandparents"
    " grandchild grandchildren grandson granddaughter landlord landlady tenant lease mortgage rent house home flat"
    " apartment cottage garden kitchen bathroom bedroom balcony roof attic basement allotment holiday vacation chicken"
    " hen bee goat pony tortoise nanny childminder babysitter in-laws"
)
ROLE_HEADS = words(
    "engineer developer programmer manager designer architect analyst scientist researcher consultant"
    " director founder cofounder co-founder ceo cto cfo coo vp lead teacher professor lecturer student"
    " nurse doctor physician surgeon lawyer attorney accountant writer author editor journalist artist"
    " musician chef cook driver pilot mechanic electrician plumber carpenter farmer gardener freelancer"
    " contractor intern apprentice administrator admin sysadmin sre devops specialist officer assistant"
    " secretary recruiter marketer salesperson translator photographer physicist chemist biologist"
    " mathematician statistician economist historian philosopher psychologist therapist dentist"
    " veterinarian vet pharmacist librarian postdoc phd entrepreneur investor trader banker planner"
    " strategist tester technician supervisor coordinator producer coach trainer"
    " instructor tutor barista waiter cashier clerk soldier policeman firefighter hobbyist operator dev"
    " swe pm"
)


def third(lemma: str) -> str:
    """The third person singular of a verb: "work" -> "works"."""
    irregular = {"be": "is", "have": "has", "do": "does", "go": "goes", "'m": "is", "'ve": "has", "am": "is"}
    if lemma in irregular:
        return irregular[lemma]
    if lemma.endswith(("s", "x", "z", "ch", "sh", "o")):
        return lemma + "es"
    if lemma.endswith("y") and lemma[-2:-1] not in set("aeiou"):
        return lemma[:-1] + "ies"
    return lemma + "s"


# The past of verbs that do not make it with "-ed".
IRREGULAR = (
    "be:was become:became begin:began bring:brought build:built buy:bought choose:chose come:came cut:cut"
    " do:did draw:drew drive:drove eat:ate fall:fell feel:felt find:found fly:flew forget:forgot get:got"
    " give:gave go:went grow:grew have:had hear:heard hit:hit hold:held keep:kept know:knew leave:left"
    " lend:lent let:let lose:lost make:made meet:met pay:paid put:put quit:quit read:read rebuild:rebuilt"
    " redo:redid rerun:reran reset:reset rewrite:rewrote ride:rode run:ran say:said see:saw sell:sold"
    " send:sent set:set show:showed shut:shut sing:sang sleep:slept speak:spoke spend:spent split:split"
    " stand:stood swap:swapped swim:swam take:took teach:taught tell:told think:thought throw:threw"
    " undo:undid understand:understood wear:wore win:won write:wrote drop:dropped stop:stopped"
    " plan:planned ship:shipped rip:ripped scrap:scrapped shop:shopped cap:capped strip:stripped"
    " wrap:wrapped transfer:transferred refer:referred unplug:unplugged debug:debugged cancel:cancelled"
    " travel:travelled"
)
PASTS = dict(pair.split(":") for pair in IRREGULAR.split())
# Those that can be nothing but a past.
ONLY_PAST = {
    past: lemma
    for lemma, past in PASTS.items()
    if past not in PASTS and past not in {"found", "left", "felt", "saw"}
}
# "We retook the exam": the same with what is set before it.
ONLY_PAST |= {
    f"{before}{past}": f"{before}{lemma}"
    for past, lemma in ONLY_PAST.items()
    for before in ("re", "over", "under", "out", "mis", "un")
    if before + past != "resent"
}


def past_of(lemma: str) -> str:
    """The past of a verb: "work" -> "worked"."""
    if lemma in PASTS:
        return PASTS[lemma]
    if lemma.endswith("e"):
        return lemma + "d"
    if lemma.endswith("y") and lemma[-2:-1] not in set("aeiou"):
        return lemma[:-1] + "ied"
    return lemma + "ed"


# Several people who are spoken of as one.
FOLK = frozenset({"kids", "children", "parents", "grandparents"})
BARE_KIN = words("mum mom dad grandma grandpa")  # whose they are need not be said
WOMEN = words("wife girlfriend fiancee daughter mother mom mum sister aunt niece grandmother grandma")
MEN = words("husband boyfriend fiance son father dad brother uncle nephew grandfather grandpa")


def words_of_kin(relative: str) -> frozenset[str]:
    """The possessives that can only mean the relative: "her" behind "my sister", "their" behind "my parents"."""
    if relative in FOLK:
        return frozenset({"their"})
    if relative in MEN:
        return frozenset({"his"})
    return frozenset({"her"}) if relative in WOMEN else frozenset({"her", "his", "their"})


# What is kept with a tool, held at an hour or stands in a street, and is deployed nowhere: "tickets are on Linear".
NEVER_DEPLOYED = words(
    "ticket tickets issues tasks todos bugs stories docs documents documentation notes specs designs mockups contracts"
    " invoices invoicing payments billing payroll expenses mail mails email emails messages chat calls meetings photos"
    " pictures recipes bookmarks passwords alerts errors metrics traces feedback surveys analytics translations"
    " wiki calendar calendars budget budgets planning roadmap accounting bookkeeping receipts"
    " office offices flat apartment house home shop store bakery clinic school gym club studio cafe café bar"
    " standup standups retro daily sync meeting meetup lunch demo planning call"
    " alarm alarms bedtime curfew nps csat churn mrr arr ltv cac sla slo gpa bmi hba1c ldl hdl psa"
)
# What begins the name of a role: "managing director".
STYLED = words(
    "managing acting consulting visiting practising practicing aspiring attending founding contributing"
    " supervising operating"
    " coaching teaching marketing engineering building accounting purchasing nursing training recruiting"
    " leading working budding"
    " publishing landscaping catering cleaning travelling traveling"
)

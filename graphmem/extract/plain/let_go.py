"""That something is over, whatever it was: "I'm so over sushi", "ditched Notion", "Obsidian is gone", "my ex-gym".

Only the thing is named, and not what somebody had to do with it; so the claim ends what is known of the two, under
whatever predicate it was told (`revise/let_go.py`), and says nothing where nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import VERY
from graphmem.extract.parse import Word
from graphmem.extract.plain.changes import WHO, past, person
from graphmem.extract.plain.pieces import pieces
from graphmem.extract.plain.shapes import things_of, user
from graphmem.extract.plain.stretch import Stretch, stretches
from graphmem.extract.reading import Party, Reading
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import EMPTY_NOUNS, PETS, PRONOUNS, TECHNICAL, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

DOING = (
    r"(?:using|liking|loving|playing|eating|drinking|wearing|watching|reading|practi[sc]ing|studying|driving|taking"
    r"|buying|smoking|owning|maintaining|leading|running|following|visiting|going\s+to|working\s+(?:on|with|at|for)"
    r"|attending|paying\s+for|doing|learning|seeing)"
)
DO = (
    r"(?:use|like|love|enjoy|play|eat|drink|wear|watch|read|practi[sc]e|study|drive|take|buy|smoke|own|have|maintain|lead"
    r"|run|follow|go\s+to|work\s+(?:on|with|at|for)|attend|pay\s+for|do|belong\s+to|care\s+for|fancy|want|need|prefer)s?"
)
# Of these there is one at a time: "I switched teams" ends the old one.
CHANGED = r"(?:teams?|jobs?|gyms?|schools?|banks?|phones?|employers?|departments?|squads?|clubs?|editors?|providers?)"
# What somebody does or is to a thing that they had.
PARTS_WITH = (
    rf"{VERY}(?:over|off(?!\s+(?:to|on|at|work|the|this|next|for|today|tomorrow|tonight|my|sick|duty|until|from|again|and|we|i|by|in|with|it|now)\b)|done\s+with|through\s+with|finished\s+with|out\s+of|sick\s+of|tired\s+of|bored\s+(?:of|with)"
    r"|fed\s+up\s+with|rid\s+of)"
    r"|(?:got|gotten|get)\s+(?:rid|sick|tired|bored)\s+of"
    r"|dropped\s+out\s+of|(?:gave|given)\s+(?:up(?:\s+on)?|away|back)|(?:quit|dropped|ditched|dumped|abandoned|scrapped|cancell?ed|left|sold"
    r"|lost|retired|binned|axed|dissolved|liquidated|wound\s+(?:up|down)|folded|closed(?:\s+down)?|shut(?:\s+down)?|called\s+off|deleted|uninstalled|returned|outgrew|outgrown|sunset|decommissioned|donated|rehomed"
    r"|swapped\s+out|traded(?:\s+in)?|sacked|shelved|junked|tossed)"
    r"|(?:went|gone|moved|migrated)\s+(?:off|away\s+from)|moved\s+on\s+from|walked\s+away\s+from|(?:said|waved|(?:had\s+)?to\s+say)\s+goodbye\s+to|stopped(?=\s+the\s+[\w-]+ing\b"
    r"|\s+(?:the|my)\s+[\w-]+(?:\s+[\w-]+)?\s+(?:thing|diet|regime|routine|course|class(?:es)?|lessons|medication|treatment|newsletter)\b)"
    r"|(?:ripped|tore|torn|threw|thrown|kicked|phased|yanked)\s+out|pulled\s+the\s+plug\s+on|(?:came|come|got|gotten|gone)"
    r"\s+off(?!\s+(?:to|on|at|an?|the|my|our|his|her|work|early)\b)"
    r"|(?:came|come|got|gotten|gone)\s+off(?=\s+(?:the|my)\s+[\w -]*?(?:pills?|meds?|medication|tablets?|thinners?"
    r"|blockers?|antidepressants?|steroids?|antibiotics|statins?|painkillers?)\b)|weaned\s+(?:my|him|her)self\s+off"
    r"|(?:handed|turned)\s+in\s+(?:my|our|his|her|their)\s+(?:badge|keys|laptop)\s+(?:at|to)|(?:resigned|withdrew|separated)\s+from"
    r"|(?:split|broke)\s+up(?=\s+(?:(?-i:[A-Z])|(?:the|our)\s+(?:band|group|company|duo|quartet|choir)\b))|disbanded"
    r"|moved\s+out\s+of|broke\s+up\s+with|split\s+(?:up\s+)?(?:with|from)|(?:got\s+)?divorced(?:\s+from)?"
    r"|let\s+go\s+of|parted\s+(?:ways\s+)?with|cut(?:\s+out|\s+ties\s+with|(?=\s+(?-i:[A-Z])))|unsubscribed\s+from|dropped\s+out\s+of"
    r"|(?:pulled|opted|stepped)\s+out\s+of|stepped\s+(?:down|away|back)\s+(?:from|as\s+(?:the\s+)?(?:maintainer|owner|lead|head|admin|chair)\s+of)"
    r"|fell\s+out\s+of\s+love\s+with"
    rf"|lost\s+interest\s+in|(?:switched|changed)(?=\s+(?:my\s+)?{CHANGED}\b(?!\s+(?:to|from)\b))|(?:stopped|quit)\s+{DOING}"
    rf"|(?:(?:do|does)\s?n['’]?t|do\s+not|does\s+not|no\s+longer|can['’]?t|can\s?not|never)\s+{DO}(?=.*\bany\s?more\b)"
    rf"|no\s+longer\s+{DO}"
)
LET_GO = rx.compile(
    rf"^{WHO}(?:{PARTS_WITH})\s+(?P<o>(?:(?:the|my|our|his|her|their|all|any|that|this)\s+)*[\w][^,;:.!?()]*)",
    re.IGNORECASE,
)
# "I gave the boat away", "we threw the sofa out".
SEPARATED = rx.compile(
    rf"^{WHO}(?:gave|given|threw|thrown|ripped|tore|torn)\s+(?P<o>(?:(?:the|my|our)\s+)?(?:[\w-]+\s+){{0,2}}[\w-]+)"
    r"\s+(?:away|back|out)\b",
    re.IGNORECASE,
)
# What becomes of the thing itself.
IS_OVER = (
    r"(?:gone(?!\s+(?:up|down|to|from|through|over|live|back|well|wrong|missing|public|viral|on)\b)|history|dead|out|over|retired|sunset|decommissioned|dropped|shut\s+down|cancell?ed|no\s+more|off(?!\s+(?:sick|today|tomorrow|work|duty|until|this|next)\b)|sold|stolen"
    r"|(?:switched|turned|powered)\s+(?:off|down)\s+(?:for\s+good|forever|permanently)|(?:ripped|torn|phased)\s+out|torn\s+down|taken\s+down|scrapped|expired"
    r"|(?:being|getting)\s+(?:retired|sunset|phased\s+out|scrapped)|not\s+(?:being|getting|going\s+to\s+be)\s+renewed"
    r"|dissolved|disbanded|discontinued|written\s+off|wrecked|finished|closed(?:\s+down)?|totall?ed|rehomed|not\s+(?:mine|ours|a\s+thing)\s+any\s?more"
    r"|no\s+longer\s+(?:mine|ours|a\s+thing|with\s+us|needed|used|in\s+use|around|there)|a\s+thing\s+of\s+the\s+past"
    r"|(?:only\s+|just\s+)?a\s+phase|ancient\s+history)"
)
OVER = rx.compile(
    r"^(?P<o>(?:(?:the|my|our|this|that|poor|dear|old|little)\s+)*[\w][^,;:.!?()]*?)\s*(?:['’]s(?:\s+been)?|\sis\s+been|\s(?:is|are|was|were|got|has\s+been"
    rf"|have\s+been|has|have))\s+{VERY}(?:sadly\s+)?(?:{IS_OVER})(?=$|[\s,.;:!)])"
    r"(?!\s+(?:to|into|for|of|by|with)\s+(?!good\b)\w)",
    re.IGNORECASE,
)
PASSED = rx.compile(
    r"^(?P<o>(?:(?:the|my|our|poor|dear|old|little)\s+)*[\w][^,;:.!?()]*?)\s+(?:(?:sadly|just|has|had|have|finally|suddenly"
    r"|peacefully|also)\s+)*(?:died|passed\s+away|passed\s+on|ran\s+away|fell\s+through|folded|disbanded|shut\s+down"
    r"|split\s+up|broke\s+up|called\s+it\s+(?:a\s+day|quits)|went\s+(?:under|bust|bankrupt)|wound\s+(?:down|up)|lapsed|expired"
    r"|came\s+to\s+an\s+end|shut\s+(?:its|their)\s+doors"
    r"|closed(?=\s*(?:$|[,;.]))|closed\s+(?:down|for\s+good|permanently|its\s+doors)|went\s+to\s+(?:his|her|its|their)\s+(?:new|forever)\s+home|is\s+no\s+longer\s+with\s+us)\b",
    re.IGNORECASE,
)
FAILED = rx.compile(
    r"^(?P<o>(?:(?:the|my|our)\s+)*[\w][^,;:.!?()]*?)\s+(?:did\s?n['’]?t|did\s+not)\s+(?:work|pan)\s+out\b",
    re.IGNORECASE,
)
UNUSED = rx.compile(
    rf"^{WHO}(?:have\s?n['’]?t|has\s?n['’]?t|have\s+not|has\s+not|not)\s+(?:really\s+|actually\s+)?(?:used|played|touched|worn"
    r"|been\s+to|opened|driven|eaten|drunk|watched|seen|practi[sc]ed)\s+(?P<o>(?:(?:the|my|our|any)\s+)*[\w][^,;:.!?()]*?)\s+"
    r"(?:(?:in|for)\s+(?:ages|years|months|forever|(?:a\s+)?long\s+(?:time|while)|a\s+while)|since\s+(?:(?:last\s+)?(?:january|february|march|april|may"
    r"|june|july|august|september|october|november|december|year|spring|summer|autumn|fall|winter)|20\d\d|covid|the\s+(?:pandemic|move|birth|accident)))\b",
    re.IGNORECASE,
)
# "No more sugar for me", "the tutoring ended", "Rosa doesn't clean for us anymore".
NO_MORE = rx.compile(
    r"(?:^|,\s+|\b(?:so|and)\s+)no\s+more\s+(?P<o>[\w-]+(?:\s+(?!for\b|in\b)[\w-]+)?)(?:\s+for\s+(?:me|us))?\W*$",
    re.IGNORECASE,
)
# "Vim no longer", "none of us opens Sketch any more".
NO_LONGER = rx.compile(
    r"(?:^|,\s+|\b(?:and|but)\s+)(?P<o>(?:the\s+|my\s+|our\s+)?(?!(?:i|we|he|she|they|it|that|this|so|is|are)\b)[\w.+#-]+(?:\s[\w.+#-]+)?)"
    r",?\s+(?:no\s+longer|not\s+any\s?more|no\s+more)\W*$",
    re.IGNORECASE,
)
NOBODY = rx.compile(
    r"^(?:none\s+of\s+us|not\s+(?:one|a\s+single\s+one)\s+of\s+us|(?:nobody|no\s*one|hardly\s+any(?:one|body))\s+(?:here|(?:on|in)\s+(?:the|our|my)"
    r"\s+(?:team|company|family|house|office)|at\s+(?:home|work)|of\s+us|else))\s+(?:(?:really|actually|ever|even)\s+)*"
    r"(?:uses?|opens?|wants?|needs?|reads?|touch(?:es)?|likes?|plays?|watch(?:es)?|drinks?|eats?|checks?|goes\s+to|works?\s+(?:with|on|in)"
    r"|looks?\s+at|maintains?|runs?)\s+(?P<o>(?:the\s+|our\s+|any\s+)?[\w][^,;:.!?()]*?)\s+"
    r"(?:any\s?more|any\s+longer|now|these\s+days|nowadays)\b",
    re.IGNORECASE,
)
DOING_ENDED = rx.compile(
    r"^(?:the|my|our)\s+(?P<o>\w+ing)\s+(?:has\s+|just\s+)*(?:ended(?!\s+(?:up|early|late|well|badly|at)\b)|stopped|finished|is\s+over|fell\s+through|came\s+to\s+an\s+end)\b",
    re.IGNORECASE,
)
NOT_FOR_US = rx.compile(
    r"^(?P<o>(?-i:[A-Z])[\w-]+(?:\s+(?-i:[A-Z])[\w-]+)?)\s+(?:(?:does\s?n['’]?t|does\s+not)\s+[a-z]+\s+(?:[\w-]+\s+){0,3}?(?:for|with)\s+(?:us|me)\s+any\s?more"
    r"|no\s+longer\s+[a-z]+s\s+(?:[\w-]+\s+){0,3}?(?:for|with)\s+(?:us|me)|stopped\s+[a-z]+ing\s+(?:[\w-]+\s+){0,3}?(?:for|with)\s+(?:us|me))\b",
    re.IGNORECASE,
)
# "My doctor took me off sertraline".
TAKEN_OFF = rx.compile(
    r"^.*?\b(?:took|taken|weaned)\s+(?:me|us)\s+off\s+(?:of\s+)?(?P<o>(?:(?:the|my|our)\s+)*[\w][^,;:.!?()]*)",
    re.IGNORECASE,
)
# "I haven't smoked since New Year": an activity by its verb.
SINCE_THEN = rx.compile(
    rf"^{WHO}(?:have\s?n['’]?t|has\s?n['’]?t|have\s+not|has\s+not|not)\s+(?:really\s+|actually\s+)?(?P<o>smoked|drunk|run|jogged"
    r"|swum|cycled|climbed|skied|painted|knitted|danced|sung|rowed|surfed|baked|boxed|fenced|sailed|commuted|blogged|streamed"
    r"|meditated|journaled|exercised|gardened|hiked|biked|skated|volunteered|gamed|stretched|drawn|sketched|fasted|gambled|vaped)"
    r"(?:\s+(?:at\s+all|once|anything|a\s+\w+))?\s+(?:since|for|in)\b",
    re.IGNORECASE,
)
# "I handed the parser to Mia": whoever gives it has it no more.
GIVEN = rx.compile(
    rf"^{WHO}(?:handed|passed|gave|given|transferred|turned)\s+(?:over\s+|off\s+|on\s+)?"
    r"(?P<o>(?:the|my|our)\s+[\w][^,;:.!?()]*?)\s+(?:over\s+|off\s+|on\s+)?to\s+"
    r"(?:(?:the|our)\s+)?(?-i:[A-Z]|\w+\s+team\b|another\b|some(?:one|body)\b|my\s+\w|a\s+(?:colleague|friend|new|neighbou?r))",
    re.IGNORECASE,
)
# "I don't run anymore": an activity by its verb.
IDLED = rx.compile(
    rf"^{WHO}(?:(?:do|does)\s?n['’]?t|do\s+not|does\s+not|can['’]?t|no\s+longer)\s+(?:really\s+)?"
    r"(?P<o>run|jog|swim|cycle|climb|ski|paint|knit|dance|sing|smoke|drink|bike|row|surf|bake|garden|sew|hike|draw|box|fence|sail"
    r"|commute|blog|stream|meditate|journal)s?(?=\s+any\s?more\b|\W*$)",
    re.IGNORECASE,
)
# "I've moved to the growth team": the team that one was on is left for it.
MOVED_ON = rx.compile(
    rf"^{WHO}(?:joined(?=\s+(?:the|our)\s+[\w-]+\s+(?:team|squad|department)\b)\s+|(?:moved|moving|switched|transferred|changed|(?:went|gone)(?=\s+over\b))\s+(?:over\s+|across\s+)?(?:to|into|onto)\s+)"
    r"(?:the|our|an?)\s+(?:[\w-]+\s+){1,3}?(?P<o>team|squad|department|group|guild|crew)\b",
    re.IGNORECASE,
)
# "My new number is ...": the old one is dead.
RENEWED = rx.compile(
    r"(?:\b(?:my|our|the)\s+|(?:^|[,;]\s*))new\s+(?:(?:phone|mobile|cell)\s+)?(?P<o3>number|e-?mail|(?:home\s+)?address)\b(?=\s*(?:is\b|since\b|from\b|[:=,;–—-]|\+?\d|\())(?=.*(?:\d{3}|@|\d+\w?,?\s+[a-z]|[a-z]\s+\d))|^my\s+(?:new\s+(?:(?:e-?mail|phone|mobile|cell)\s+)?(?P<o>e-?mail|number|phone|mobile|cell)\s+is"
    r"|(?:(?:e-?mail|phone|mobile|cell)\s+)?(?P<o2>e-?mail|number|phone|mobile|cell|address)\s+(?:has\s+|just\s+)*changed"
    r"|(?:(?:e-?mail|phone|mobile|cell)\s+)?(?P<o4>e-?mail|number|phone|mobile|cell)\s+(?:address\s+|number\s+)?is\s+(?:now\b|.+\snow\W*$))",
    re.IGNORECASE,
)
# "I swim instead of running now".
INSTEAD = rx.compile(
    rf"(?:^|\bso\s+|,\s+|\band\s+){WHO}(?!.*\bwant)[a-z][^,;]*?\s(?:instead\s+of|rather\s+than"
    rf"|in\s+place\s+of)\s+(?:the\s+|my\s+)?(?P<o>\w[\w -]*?)\s+(?:now|these\s+days|nowadays|since\b.*"
    rf"|from\s+now\s+on)\W*$",
    re.IGNORECASE,
)
# "Grandpa moved into assisted living": whom somebody lived with, they live with no more.
MOVED_OUT = rx.compile(
    rf"^{WHO}(?:moved\s+(?:out(?!\s+of)|in\s+with|into\s+(?:(?:an?|the|our|my|his|her|their)\s+)?(?:[\w-]+\s+){{0,3}}?"
    r"(?:flat|house|apartment|home|place|room|studio|cottage|condo|loft|living|dorm|hostel|care))\b"
    r"|(?:got|found)\s+(?:my|his|her|their)\s+own\s+(?:place|flat|apartment|house))",
    re.IGNORECASE,
)
# "I cycle to work now": the way to work is another.
TO_WORK = rx.compile(
    rf"^{WHO}(?:now\s+)?(?:cycle|bike|walk|drive|run|take\s+the\s+\w+|carpool|get\s+the\s+\w+|go\s+by\s+\w+|ride\s+my\s+\w+)\s+to\s+(?:work|the\s+office)\s+"
    r"(?:now|these\s+days|nowadays|instead|since|from\s+now\s+on)\b",
    re.IGNORECASE,
)
# "We let Ms. Berg go".
LET = rx.compile(
    rf"^{WHO}(?:let|fired|sacked)\s+(?P<o>(?-i:(?:(?:Dr|Mr|Mrs|Ms|Prof)\.?\s+)?[A-Z][\w-]+(?:\s+[A-Z][\w-]+)?))(?:\s+go\b|(?=\W*$|\s*,))",
    re.IGNORECASE,
)
# "30 days smoke free today".
FREE = rx.compile(
    r"(?:\b(?:days?|weeks?|months?|years?)\s+(?:now\s+)?|\b(?:been|now|finally|officially)\s+)(?P<o>smoke"
    r"|alcohol|sugar|nicotine|caffeine|meat|gluten|dairy|cigarette|drug|vape)[- ]free\b",
    re.IGNORECASE,
)
DONE = re.compile(
    r"\b(?:over(?!\s+(?:my|the|his|her)\b)|done\s+with|through\s+with|finished\s+with)\s", re.IGNORECASE
)
MINE = rx.compile(
    r"^(?P<o>(?:(?:the|this|that)\s+)?[\w][^,;:.!?()]*?)\s+(?:is|are)(?:\s?n['’]?t|\s+not|\s+no\s+longer)\s+(?:really\s+)?(?:mine|ours)\b",
    re.IGNORECASE,
)
FORMER = rx.compile(
    r"\b(?:my|our|the)\s+(?:ex[- ]|former\s+|old\s+)(?P<o>[A-Z][\w&'’-]*(?:\s+[A-Z][\w&'’-]*)*)"
)
# "Dropped the ball", "lost my mind", "over the weekend", "out of town", "left the house".
IDLE = words(
    "ball mind way time weekend holidays moon hill top world phone call message line note word door house"
    " room office home town track touch patience hope interest place bed hand hands side money keys wallet"
    " morning night day week month year bug issue error test tests table column row field branch file files"
    " line lines comment comments page thing things stuff bottom hook meeting step lot date game match flight"
    " train bus question point part work job everything nothing it that budget hours minutes battery milk luck"
    " ideas idea data connection packet packets context focus control process session support"
)
WORDY = words(
    "in on at to for because since when after before with so and but as while until from last this these those next"
    " again nowadays lately now currently anymore anyway entirely completely altogether forever"
)
MOST = 4
# These name who it is that has no more to do with it, the others only what it is.
BY_NAME = (MOVED_ON, GIVEN, IDLED, SINCE_THEN, LET_GO, UNUSED, TO_WORK, MOVED_OUT, INSTEAD)
# These name nothing: it is always the same that is over.
PLAIN = {TO_WORK: "commute", MOVED_OUT: "live"}
TOLD = {"commute": "gets to work in another way now", "live": "lives elsewhere now"}
# These stand anywhere in a statement.
WITHIN = (FORMER, FREE, INSTEAD, NO_MORE, NO_LONGER)
FORMS = tuple(
    (one, one.search if one in WITHIN else one.match)
    for one in (
        MOVED_ON, GIVEN, IDLED, SINCE_THEN, TO_WORK, MOVED_OUT, INSTEAD, NO_MORE, NO_LONGER, NOBODY,
        DOING_ENDED, NOT_FOR_US, LET, SEPARATED, LET_GO, UNUSED, FREE, TAKEN_OFF, OVER, PASSED, FAILED, MINE, FORMER,
    )
)  # fmt: skip
# What ends under one of these ends under no other predicate.
SETTLED = words(
    "works_at has_role lives_in married_to partner_of has_condition allergic_to instructs plans has_pet member_of owns"
    " eats likes prefers chose depends_on"
)
PART_OF_NAME = rx.compile(
    r"^(?:old|former|ex|previous)[\s-]+"
    r"|^(?:whole|entire)\s+|(?<!bank)(?<!savings)\s+account$|\s+(?:collection|thing|membership|subscription|move|contract|licen[cs]e|school|course|class(?:es)?|lessons?|studies|degree)$",
    re.IGNORECASE,
)
# "The Angular frontend is gone": with it goes what it was made with.
BUILT_WITH = rx.compile(
    r"(?<=\w)\s+(?:front-?end|back-?end|app|client|server|cluster|monolith|setup|instance|queue|cache)$",
    re.IGNORECASE,
)
MEDICINE = rx.compile(
    r"(?:pril|sartan|statin|prazole|olol|cillin|azepam|azolam|oxetine|aline|pram|formin|thinners?|pills?|meds|medication"
    r"|insulin|antidepressants?|steroids?|wheelchair|crutches|inhaler)$",
    re.IGNORECASE,
)
SWITCHED = rx.compile(
    r"\b(?:flags?|toggles?|switch|lights?|heating|mode|feature|notifications?|autosave|cache|caching|alarms?|radio|tv|ac|vpn|wifi|bluetooth)\b",
    re.IGNORECASE,
)
GIVEN_UP = re.compile(r"\b(?:gave|given|give)\s+up|\bclosed|\bshut|\bcancell?ed|\bsold", re.IGNORECASE)
PREMISES = rx.compile(
    r"(?:the\s+)?(?:office|studio|workshop|warehouse|shop|store|garage|flat|lease|desk|parking\s+(?:spot|space)|allotment|garden|coworking(?:\s+space)?)s?",
    re.IGNORECASE,
)
QUIT = rx.compile(r"\bquit (?!(?:my|our|his|her|their|the)\b)", re.IGNORECASE)
FORGOTTEN = rx.compile(
    r"\b(?:left|lost)\s+(?:the|my|our|his|her)\s+[a-z]+(?:\s+[a-z]+)?\s+(?:at|in|on|behind|with)\b"
)


def of_sentence(reading: Reading, found: Sequence[Claim]) -> Iterator[Claim]:
    """What the statements of a sentence tell to be over, where the claims found in it do not say so themselves."""
    if not reading.by_user:
        return
    ended = {named(one) for one in found if one.mode in {"ends", "closes"} and is_settled(reading, one)}
    denied = any(one.mode == "denies" and one.predicate == "skilled_in" for one in found)
    deeds = {word.lower for word in reading.sentence.words if word.pos == "VERB"}
    for stretch in stretches(reading):
        for party, name, sure in next(
            (told for piece in pieces(stretch) if (told := list(let_go(piece)))), []
        ):
            if denied and name.lower() in deeds:
                continue  # "I can't swim"
            if not sure and any(name.lower() in one or one in name.lower() for one in ended if one):
                continue
            text = finish(f"{party.shown} {TOLD.get(name, f'has no more to do with {name}')}")
            yield reading.claim(
                party, "let_go", text, value=name, mode="closes", when=past(stretch), confidence=0.6,
            )  # fmt: skip


# "My phone is a Pixel now" changes no number.
A_PHONE = re.compile(r"\b(?:phone|mobile|cell)\s+is\b", re.IGNORECASE)
DIALLED = re.compile(r"\d(?:[\s()/.-]*\d){5}")


@rx.only_where(RENEWED, FORMS)
def let_go(stretch: Stretch) -> Iterator[tuple[Party, str, bool]]:
    """Who has no more to do with what, and whether that says more than the end of one predicate."""
    renewed = RENEWED.search(stretch.text)
    if renewed is not None and not (A_PHONE.search(renewed[0]) and not DIALLED.search(stretch.text)):
        mail = re.search(r"mail", "".join(filter(None, renewed.groups())), re.IGNORECASE)
        post = re.search(r"\baddress\b", renewed[0], re.IGNORECASE)
        yield user(stretch), "email" if mail else "address" if post else "number", True
        return
    for pattern, find in FORMS:
        match = find(stretch.text)
        told = match["o"] if pattern is OVER and match is not None else match[0][:-1] if match else ""
        if match is None or (pattern in {OVER, PASSED} and re.search(r"\b(?:not|never)\b|n['’]t\b", told)):
            continue
        party = person(stretch, match) if pattern in BY_NAME else user(stretch)
        party = party or (
            user(stretch) if pattern is INSTEAD else None
        )  # "my knee's shot so I swim instead of ..."
        if pattern in PLAIN:
            if party is not None and party.mention.kind == "person":
                yield party, PLAIN[pattern], True
            return
        thing = thing_in(stretch, match)
        if party is not None and party.mention.kind == "person" and thing is not None:
            name = PART_OF_NAME.sub("", PART_OF_NAME.sub("", thing.name.rstrip(".")))
            name = thing.head.lemma if pattern is SINCE_THEN else name
            sure = pattern in {GIVEN, MOVED_ON, INSTEAD, FREE, NO_MORE, NO_LONGER, NOBODY} or bool(
                DONE.search(match[0])
            )
            yield party, name, sure or thing.name.lower().endswith(" collection")
            if BUILT_WITH.search(name):
                yield party, BUILT_WITH.sub("", name), False
            return


def thing_in(stretch: Stretch, match: re.Match[str]) -> Thing | None:
    """What is named: a few words that are no date, no measure and no turn of phrase."""
    if FORGOTTEN.search(match[0]):
        return None
    inside: list[Word] = []
    for word in stretch.between(*match.span("o")):
        verb = word.pos in {"VERB", "SCONJ"} and match.re != NOBODY  # "none of us wants friday releases"
        if inside and (word.lower in WORDY or stretch.dated(word) or verb):
            break
        inside.append(word)
    if len(inside) > 1 and inside[-1].lower == "thing":
        inside = inside[:-1]  # "the fasting thing"
    found = things_of(stretch, inside, most=MOST)
    if not found:
        return None
    thing = found[0]
    head = thing.head
    if match.re == PASSED and (
        thing.kind in TECHNICAL or not (thing.name[:1].isupper() or head.lemma.lower() in PETS)
    ):
        return None  # "Jenkins died again"
    if match.re == OVER and ends_for_now(match, thing):
        return None
    idle = head.lemma.lower() in IDLE and not (GIVEN_UP.search(match[0]) and PREMISES.fullmatch(thing.name))
    plain = idle or head.lemma.lower() in EMPTY_NOUNS or head.lower in PRONOUNS
    if (
        plain
        or thing.name[:1].isdigit()
        or head.pos in {"ADV", "ADP", "NUM", "DET", "PUNCT"}
        or stretch.dated(head)
    ):
        return None
    return thing


def ends_for_now(match: re.Match[str], thing: Thing) -> bool:
    """True for "the sun is out" and "the shop is closed": no end where only a name would make it one."""
    if SWITCHED.search(thing.name) and re.search(r"\boff$", match[0], re.IGNORECASE):
        return True  # "the feature flag is off"
    return not thing.named and bool(
        re.search(r"\b(?:out|dead|over|closed|finished)$", match[0], re.IGNORECASE)
    )


def is_settled(reading: Reading, claim: Claim) -> bool:
    """True when the end of this says all: a tool that is used no longer, no language learned no longer."""
    name = named(claim)
    if claim.predicate == "works_at" and " " not in name and QUIT.search(claim.text):
        return (
            reading.ontology.known(name) == "organization"
        )  # "I quit Orangetheory" names no employer for sure
    tool = claim.predicate == "uses" and claim.object is not None and claim.object.kind in TECHNICAL
    tool = tool and not MEDICINE.search(name)  # "off sertraline" is told of a tool
    tool = tool and not PREMISES.fullmatch(name)  # "we gave up the office"
    return tool or claim.predicate in SETTLED


def named(claim: Claim) -> str:
    """What a claim is about beside its subject, in lower case."""
    return claim.object_name.lower()

"""Words of people's lives: what they do in their free time, where they go, what they make, and what befalls them."""

from __future__ import annotations

from graphmem.extract.clauses import Clause
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.vocabulary import words

# What is done for its own sake, as a verb in -ing and as a noun.
DOING = words(
    "hiking camping swimming running jogging cycling biking kayaking canoeing rowing sailing surfing windsurfing skiing"
    " snowboarding skating skateboarding climbing bouldering fishing hunting diving snorkeling snorkelling gardening"
    " painting drawing sketching sculpting knitting crocheting sewing quilting weaving embroidering woodworking baking"
    " cooking brewing dancing singing busking acting writing journaling journalling blogging vlogging reading birding"
    " birdwatching stargazing foraging beekeeping geocaching meditating volunteering mentoring tutoring coaching"
    " fostering fencing boxing wrestling bowling golfing archery golf tennis badminton squash volleyball football"
    " soccer basketball baseball softball rugby cricket hockey lacrosse netball handball chess pottery ceramics"
    " calligraphy origami photography watercolor watercolour watercolors watercolours improv ballet salsa tango bachata"
    " zumba yoga pilates crossfit karate judo taekwondo aikido jiu-jitsu bjj capoeira parkour gymnastics weightlifting"
    " powerlifting meditation astronomy genealogy gaming d&d piano guitar violin cello drums ukulele flute clarinet"
    " saxophone trumpet harp banjo choir theater theatre triathlon marathon half-marathon 5k 10k carpentry origami"
    " kickboxing horseback riding horse-riding macrame scrapbooking paragliding skydiving spinning therapy"
)
VERBS = words(
    "hike camp swim run jog cycle bike kayak canoe row sail surf windsurf ski snowboard skate skateboard climb boulder"
    " fish hunt dive garden paint draw sketch sculpt knit crochet sew quilt weave embroider bake cook brew dance sing"
    " busk journal blog vlog forage meditate volunteer mentor tutor coach foster fence box wrestle bowl golf"
)
# Where one takes lessons, and what one belongs to.
COURSES = words(
    "class classes course courses lesson lessons workshop workshops bootcamp program programme training degree diploma"
    " club gym choir band team league group community church church society support retreat camp school college"
    " university internship apprenticeship residency race marathon half-marathon triathlon competition contest"
    " tournament challenge championship 5k 10k festival choir fraternity troupe orchestra"
)
OUTINGS = words(
    "trip vacation holiday holidays honeymoon hike camping cruise safari retreat getaway festival concert gig opera"
    " musical museum gallery exhibition exhibit zoo aquarium theater theatre cinema movies wedding funeral graduation"
    " party reunion parade rally protest march convention conference expo fair carnival picnic barbecue bbq beach"
    " lake mountains waterfall park forest island castle cathedral temple hospital shelter show recital match game"
    " race marathon ballet circus farm vineyard winery brewery market bookstore spa doctor dentist therapist vet"
    " physio checkup date tour road-trip roadtrip meetup seminar lecture council ceremony event"
)
BUSINESSES = words(
    "bakery store shop boutique business startup company cafe café restaurant bar studio salon gallery school practice"
    " clinic gym agency brewery farm blog podcast channel newsletter nonprofit non-profit charity foundation bookstore"
    " bookshop band label brand line garden"
)
MAKES = words("paint knit sew bake crochet carve sculpt quilt embroider weave compose brew sketch")
CREATIONS = words(
    "bowl pot vase mug plate cup painting portrait mural drawing sculpture quilt scarf sweater blanket dress costume"
    " song poem story novel album film movie documentary cake bread pie lasagna bench bookshelf shelf desk chair"
    " treehouse canoe boat necklace bracelet ring collage scrapbook photo-book cookbook memoir screenplay play comic"
    " choreography routine mixtape sign banner stained-glass dollhouse birdhouse guitar"
)
BODY = words(
    "arm leg wrist ankle knee back shoulder hip foot toe finger hand elbow nose rib ribs collarbone neck tooth jaw"
    " hamstring acl meniscus tendon muscle thumb head heel calf thigh"
)
INJURES = words("break hurt sprain injure twist tear fracture strain dislocate pull bruise rupture")
AILMENTS = words(
    "migraine insomnia anxiety depression asthma burnout arthritis diabetes eczema psoriasis adhd ptsd anemia"
    " anaemia sciatica tinnitus vertigo endometriosis fibromyalgia hypertension reflux gastritis ibs covid cancer"
    " lupus epilepsy pcos ocd bulimia anorexia tendonitis tendinitis hypothyroidism"
)
# Things with a form, but which nobody keeps.
FLEETING = words(
    "advice hug chance hand idea ride hint look reason strength hope call lift push boost time access error warning"
    " feedback answer example permission sense courage confidence feeling headache break heads-up shout task link code"
    " list number name opportunity info information context feel support space energy purpose perspective laugh smile"
    " kick tip instruction suggestion response result message warning credit grade review summary overview output"
    " trouble pause glimpse impression preview start"
)
# Words of the work at a machine: with one of these a clause is about the job of the hour.
TRADE = words(
    "server service script build test suite deploy deployment branch commit repo repository pipeline container docker"
    " database db migration api endpoint log logs code bug issue ticket pr function module file config cluster"
    " debugger terminal app backend frontend refactor refactoring coding debugging testing process thread daemon"
    " package version release merge button component page tab screen header css layout model query template prod"
    " production data browser website table form icon widget error errors crash production standup sprint"
)


def holds(sentence: Sentence, word: Word, among: frozenset[str]) -> bool:
    """True when the word is one of these; as the head of "book club", not as a part of "shop page"."""
    beside = sentence.head(word) if word.dep in {"compound", "nmod"} else None
    return (beside is None or beside.i < word.i) and (word.lower in among or word.lemma.lower() in among)


def reached(clause: Clause) -> list[Word]:
    """The words that the verb acts on: objects, nouns behind prepositions, and verbs in -ing with theirs."""
    sentence, pending = clause.sentence, [clause.verb]
    found: list[Word] = []
    while pending and len(found) < 24:
        word = pending.pop(0)
        for below in sentence.below(
            word, "dobj", "pobj", "prep", "pcomp", "xcomp", "advcl", "conj", "oprd", "attr", "prt", "dative"
        ):
            if below.i < clause.verb.i or (below.dep == "conj" and word.i == clause.verb.i):
                continue
            if below.dep == "advcl" and below.tag != "VBG":
                continue
            found.append(below)
            pending.append(below)
    return found


def names_one(clause: Clause, among: frozenset[str]) -> bool:
    """True when one of these words is what the verb acts on."""
    return any(holds(clause.sentence, word, among) for word in reached(clause))


def is_trade(clause: Clause) -> bool:
    """True when the clause is about the work at a machine."""
    return any(word.technical or holds(clause.sentence, word, TRADE) for word in reached(clause))

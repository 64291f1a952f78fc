"""The words of orders: what an agent is asked to do, and what its work consists of."""

from __future__ import annotations

from graphmem.extract.vocabulary import words

# What an agent is asked to do or not to do; "don't quit" is a word of comfort.
WORK = words(
    "use add write create commit push put include mention generate install touch edit modify change delete"
    " remove rename"
    " run import log print merge rebase deploy skip ignore hardcode hard-code mock mix suggest propose explain repeat"
    " apologize apologise summarize summarise send format wrap abbreviate translate assume invent guess return expose"
    " store leave start end nest inline duplicate copy paste catch swallow force squash review test pin tag"
    " release pair"
    " document call name force-push reformat refactor upgrade bump bypass disable quote cite reply answer respond sign"
    " overwrite schedule simplify save offer recommend round share restart drain message email bother book"
    " promise plan"
    " ask show check warn stop propose wait confirm avoid keep prefer make follow stick be speak talk indent"
    " prefix sort"
    " link list number highlight mark update read verify double-check set split restate thank lecture remind praise"
    " compliment begin page open reorder default lint cache mirror favor favour respect validate type group pass throw"
    " raise comment guard ping cc consult treat bother refer annotate suffix label cover let get tell give say phrase"
    " address describe word limit spell capitalize capitalise separate pick ship mock hallucinate improvise speculate"
)
# Taggers take these for something else when they stand in front.
VERBS = words(
    "format log squash comment name default stick lint test cache mirror prefix indent document favor favour respect"
    " sign tag pin quote cite sort wrap type guard validate prefer use put keep leave store pass return throw raise"
    " group"
)
IDLE = words(
    "worry forget mind know think hesitate care bother get let be have need want see understand say tell panic"
    " ask give"
    " take go come happen feel hold rush laugh judge blame shoot sweat one problem way thanks idea more longer"
    " like love"
    " hate liked loved hated prefer enjoy stand wanted heard saw did was were had seen been works worked again despair"
)
# Verbs of one piece of work: with these a choice alone makes no rule.
TASKS = words(
    "add fix create implement refactor rename delete remove move run update change look check try build make generate"
    " write test debug find search open read review show tell give explain send draft rewrite replace convert port"
    " translate summarize summarise list compare pick choose book order buy start restart deploy install upgrade"
    " revert"
    " merge go let see take do have be get help wait come think say note imagine consider assume suppose keep call"
)
# Verbs that give the work its shape: what "we" do with these is how it is done here.
SHAPING = words(
    "write name put format test indent sort document squash rebase merge log return raise prefer avoid keep"
    " prefix suffix"
    " wrap annotate type tag version commit push review mock pin order group place declare define import comment quote"
    " spell capitalize capitalise lint deploy release ship branch store pass handle catch throw validate mark"
    " date sign"
    " do"
)
# How things are to look and to be said: nouns that a style guide speaks of.
STYLE = words(
    "spelling english american british indentation indent spaces tabs quotes comment comments docstring docstrings"
    " timestamp timestamps date dates time times unit units number numbers currency amount amounts price prices name"
    " names naming identifier identifiers keyword keywords message messages commit commits pr prs branch branches"
    " changelog docs documentation readme answer answers reply replies response responses explanation explanations"
    " summary summaries sentence sentences paragraph paragraphs prose bullet bullets list lists table tables heading"
    " headings title titles emoji emojis dash dashes semicolon semicolons brace braces bracket brackets comma commas"
    " parenthesis line lines width casing case import imports type types annotation annotations hint hints log logs"
    " error errors exception exceptions test tests fixture fixtures mock mocks config configs letter letters font"
    " theme mode code snippet snippets example examples diff diffs script scripts path paths url urls endpoint"
    " endpoints query queries sql migration migrations component components function functions class classes"
    " variable variables constant constants file files folder folders module modules package packages citation"
    " citations source sources footnote footnotes temperature temperatures distance distances measurement measurements"
)
# "No errors", "logs in loki": a report, and no wish.
UNSTYLED = words(
    "comments errors exceptions tests mocks logs messages commits prs branches docs answers replies responses files"
    " folders changes dates times examples diffs scripts queries migrations packages sources lines imports endpoints"
    " urls amounts prices names numbers components functions classes variables constants modules paths"
)
# What is worked on, beside what a style guide speaks of.
WORKS = words(
    "code pr prs change changes feature features release releases deploy deploys deployment service services"
    " dependency"
    " dependencies secret secrets hotfix hotfixes merge merges review reviews api apis image images job jobs"
)
# What rules are made for.
ARTIFACTS = (
    r"(?:prs?|pull requests?|branch(?:es)?|commits?|messages?|msgs?|tests?|functions?|methods?"
    r"|files?|variables?|names?|endpoints?|migrations?|docs|docstrings?|comments?|errors?"
    r"|exceptions?|logs?|queries|query|components?"
    r"|class(?:es)?|modules?|dates?|timestamps?|times|prices?|money|amounts|currency"
    r"|passwords?|secrets?|tokens?|ids?|keys?|configs?|types?|imports?|headings?|headers?"
    r"|changelogs?|releases?|titles?|descriptions?|constants?|enums?|interfaces?|tables?"
    r"|columns?|routes?|urls?"
    r"|hooks?|scripts?|fixtures?|snapshots?|examples?|answers?|replies|responses?|summaries"
    r"|code|sql|css|html|json|yaml|env vars?|environment variables|settings|flags?|features?"
    r"|bug ?fix(?:es)?|changes?|dependencies|dependency|strings?|lines?|numbers?|units"
    r"|currencies|tickets?|issues?|reviews?|schemas?|models?|views?|services?|packages?"
    r"|libraries|assets|images|icons|links|emails?|reports?|diagrams?|labels?|merges"
    r"|deploys?|deployments?|helpers?|utilities|selectors|credentials|warnings?)"
)
# What is asked for by "no ...".
UNWANTED = (
    r"(?:emojis?|emoticons|smileys|comments?|abbreviations|force[- ]push(?:es|ing)?|print(?:s"
    r"|(?: |-)?(?:debugging|statements?))|inline (?:styles|sql|css|imports|comments)"
    r"|semicolons?|mock(?:s|ing)?|todos?|placeholders?|stubs?|filler|preambles?|intros?|fluff"
    r"|bullet ?(?:points?|walls?|lists?)|bullets"
    r"|markdown|jargon|default exports|globals?|global (?:variables|state)|any(?: types?)?"
    r"|magic numbers|wildcard imports|star imports|one-letter (?:names|variables)"
    r"|single[- ]letter (?:names|variables)|yapping|apologies|exclamation (?:marks|points)"
    r"|e[mn][- ]dashes|tabs|spaces|trailing (?:whitespace|summaries|commas)|summaries|disclaimers?"
    r"|small ?talk|jokes?|flattery|compliments|buzzwords|sugar-?coating|new \w+|third-party (?:libs"
    r"|libraries|dependencies)|external (?:libs|libraries|dependencies)|merge commits"
    r"|squash merges|(?:direct )?push(?:es|ing)|deploys?|releases?|friday deploys|type: ignore"
    r"|ts-ignore|eslint-disable|sleeps?|raw sql|orms?|classes|inheritance|lambdas|ternaries"
    r"|nested (?:ternaries|functions)|console\.logs?|dead code|commented-out code"
    r"|hard-?coded \w+|secrets in code|bare excepts?|malloc|allocations?|typedef\w*|recursion|goto|threads"
    r"|singletons|monkey-?patching|passive voice|contractions|slang|idioms|swearing|acronyms|headers"
    r"|headings|tables|code comments|blank lines|docstrings|exceptions|walls? of text|essays?|long (?:answers"
    r"|explanations"
    r"|intros|paragraphs)|lectures?|moralizing|follow-?up questions|hand-?holding|[\w-]*exports?|pandas)"
)
LANGUAGES = (
    r"(?:english|german|spanish|french|italian|portuguese|dutch|polish|czech|russian|ukrainian|chinese|mandarin"
    r"|japanese"
    r"|korean|turkish|arabic|hindi|swedish|norwegian|danish|finnish|greek|hebrew|romanian|hungarian|catalan)"
)
MANNERS = (
    r"(?:short(?:er)?|brief(?:er)?|concise|terse|plain|simple|direct|blunt|honest|formal|informal|polite|precise"
    r"|succinct"
    r"|casual|explicit|small|lean|minimal|tight|low[- ]key|to[- ]the[- ]point|critical|strict|frank|straight"
    r"|crisp|like a"
    r" human|plainly|simply|briefly|clearly|directly)"
)
DEFINITE = words("the my your our")
# What stands between the object of a verb and how, where or when.
PLACED = words(
    "in as with without under at to by into on like inside below above for everywhere only after from"
)
MANNER_WORDS = words("in with without everywhere as under")

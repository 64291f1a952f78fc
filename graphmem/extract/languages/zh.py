"""Chinese, simplified or traditional, as the models zh_core_web_* parse it."""

from __future__ import annotations

from graphmem.extract import sieve as rx
from graphmem.extract.languages.dates import DateWords, one_of, pattern
from graphmem.extract.languages.grammar import Kin, Labels, Language, Rule, Says
from graphmem.extract.vocabulary import words

DIGITS = {
    "一": 1,
    "二": 2,
    "两": 2,
    "兩": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
    "十": 10,
}
NUMBERS = DIGITS | {"十一": 11, "十二": 12, "几": 3, "幾": 3, "半": 1}
# Days are counted to 31 in words.
NUMBERS |= {f"{tens}{ones}": DIGITS[tens[0]] * 10 * (len(tens) > 1) + 10 * (tens == "十") + DIGITS.get(ones, 0)
            for tens in ("十", "二十", "三十") for ones in ("", *"一二三四五六七八九")}  # fmt: skip
MONTHS = {word: number for word, number in NUMBERS.items() if 1 <= number <= 12 and word not in "两兩几幾半"}
WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}
UNITS = {
    form: name
    for name, found in (
        ("hour", "小时 小時"), ("day", "天 日"), ("week", "周 週 星期 礼拜 禮拜"), ("month", "月"), ("quarter", "季度"),
        ("year", "年"), ("weekend", "周末 週末"),
    )
    for form in found.split()
}  # fmt: skip
WHICH = {
    word: which
    for which, found in (
        ("last", "上 上个 上個 去 去年"), ("this", "这 這 这个 這個 本 今 今年"), ("next", "下 下个 下個 明 明年"),
    )
    for word in found.split()
}  # fmt: skip
NEAR = {"今天": 0, "今日": 0, "昨天": -1, "昨日": -1, "前天": -2, "明天": 1, "明日": 1, "后天": 2, "後天": 2}
SEASONS = {
    f"{sign}{ending}": name
    for sign, name in (("春", "spring"), ("夏", "summer"), ("秋", "autumn"), ("冬", "winter"))
    for ending in "天季"
}
N = rf"\d{{1,3}}|{one_of(NUMBERS)}"
D = rf"[0-3]?\d|{one_of(NUMBERS)}"
M = rf"1[0-2]|0?[1-9]|{one_of(MONTHS)}"
Y = r"(?P<year>(?:19|20)\d\d)\s*年"
WHICH_YEAR = r"(?P<which_year>去年|今年|明年)"
NEAR_UNIT = r"上个|上個|下个|下個|这个|這個|这|這|本|上|下"
U_COUNTED = r"(?:个|個)?\s*(?P<unit>小时|小時|天|日|周|週|星期|礼拜|禮拜|月|季度|年)"

DATES = DateWords(
    months=MONTHS,
    weekdays=WEEKDAYS,
    numbers=NUMBERS,
    units=UNITS,
    which=WHICH,
    near=NEAR,
    seasons=SEASONS,
    before=(
        (rx.compile(r"(?:自从|自從|从|從|自)\s*$"), "since"),
        (rx.compile(r"(?:直到|到|截至|至)\s*$"), "until"),
    ),
    behind=(
        (rx.compile(r"\s*(?:以来|以來|起|开始|開始|至今)"), "since"),
        (rx.compile(r"\s*(?:之前|以前|前)"), "before"),
        (rx.compile(r"\s*(?:之后|之後|以后|以後)"), "after"),
        (rx.compile(r"\s*为止"), "until"),
    ),
    joint=rx.compile(r"\s*(?:到|至|-|–|~)\s*"),
    patterns=(
        ("day", pattern(r"(?<!\d)(?P<year>(?:19|20)\d\d)[-/.](?P<month>[01]?\d)[-/.](?P<day>[0-3]?\d)(?!\d)")),
        ("day", pattern(rf"(?<!\d)(?:(?:{Y}|{WHICH_YEAR})\s*)?(?P<month>{M})\s*月\s*(?P<day>{D})\s*[日号號]")),
        ("month", pattern(rf"(?<!\d)(?:{Y}|{WHICH_YEAR})\s*(?P<month>{M})\s*月(?:份)?")),
        ("month", pattern(r"(?<!\d)(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])(?![\d-])")),
        ("month", pattern(rf"(?<![\d一二三四五六七八九十个個])(?P<month>{M})\s*月份?(?![\d日号號])")),
        ("quarter", pattern(rf"(?:{Y}\s*)?第?(?P<quarter>[1-4一二三四])季度")),
        ("season", pattern(rf"(?:{Y}|{WHICH_YEAR})的?\s*(?P<season>{one_of(SEASONS)})")),
        ("season", pattern(rf"(?<=在)(?P<season>{one_of(SEASONS)})")),
        ("year", pattern(rf"(?<!\d){Y}(?:初|底|中)?(?!代)")),
        ("year", pattern(WHICH_YEAR)),
        ("week_day", pattern(rf"(?P<which>{NEAR_UNIT})\s*(?:周|週|星期|礼拜|禮拜)(?P<weekday>[一二三四五六日天])")),
        ("which", pattern(rf"(?P<which>{NEAR_UNIT})\s*(?P<unit>周末|週末|周|週|星期|礼拜|禮拜|月|季度)"
                          r"(?![一二三四五六日天])")),
        ("ago", pattern(rf"(?<![\d第])(?P<count>{N})\s*{U_COUNTED}\s*(?:之前|以前|前)")),
        ("ahead", pattern(rf"(?<![\d第])(?P<count>{N})\s*{U_COUNTED}\s*(?:之后|之後|以后|以後|后|後)")),
        ("duration", pattern(rf"(?<![\d第])(?P<count>{N})\s*{U_COUNTED}\s*(?:多|了)(?:了)?(?!前)")),
        ("near", pattern(rf"(?P<near>{one_of(NEAR)})")),
        ("weekday", pattern(r"(?<![上下这這本])(?:周|週|星期|礼拜|禮拜)(?P<weekday>[一二三四五六日天])")),
    ),
)  # fmt: skip


KIN = {
    form: kin
    for forms, kin in (
        ("妻子 老婆 太太", Kin("wife", "married_to", "用户的妻子")),
        ("丈夫 老公 先生", Kin("husband", "married_to", "用户的丈夫")),
        ("女朋友 女友", Kin("girlfriend", "partner_of", "用户的女朋友")),
        ("男朋友 男友", Kin("boyfriend", "partner_of", "用户的男朋友")),
        ("姐姐 妹妹 姐妹", Kin("sister", "sibling_of", "用户的姐妹")),
        ("哥哥 弟弟 兄弟", Kin("brother", "sibling_of", "用户的兄弟")),
        ("女儿 女兒", Kin("daughter", "parent_of", "用户的女儿")),
        ("儿子 兒子", Kin("son", "parent_of", "用户的儿子")),
        ("妈妈 媽媽 母亲 母親", Kin("mother", "child_of", "用户的母亲")),
        ("爸爸 父亲 父親", Kin("father", "child_of", "用户的父亲")),
    )
    for form in forms.split()
}  # fmt: skip
JOBS = (
    r"[\u4e00-\u9fff]{0,8}?(?:工程师|工程師|程序员|程序員|开发者|開發者|设计师|設計師|老师|老師|教师|教師|医生|醫生|护士|護士|律师|律師"
    r"|经理|經理|研究员|研究員|科学家|科學家|分析师|分析師|学生|學生|教授|会计|會計|翻译|翻譯|记者|記者|厨师|廚師|架构师|架構師)"
)
STANDING = r"(?:总是|總是|始终|始終|一直|永远|永遠|一律|以后|以後|今后|今後|从现在起|從現在起|每次)"
PLACE, FIRM, TOOL = ("place",), ("organization",), ("technology", "package", "product", "service")
END = r"(?=\s*(?:[，,。.！!；;]|$))"

LANGUAGE = Language(
    labels=Labels(
        subject=words("nsubj top"),
        object=words("dobj obj attr"),
        prepositional=words("nmod:prep nmod prep nmod:range obl pobj"),
        case=words("case"),
        kernel=words("pobj nmod:prep"),
        chain=words("xcomp aux:modal"),
        joined=words("conj ccomp advcl advcl:loc acl parataxis parataxis:prnmod dep"),
        name=words("compound:nn name nn flat"),
        beside=words("appos nmod compound:nn"),
        aside=words("acl conj cc punct parataxis:prnmod"),
    ),
    me=words("我 本人"),
    us=words("我们 我們 咱们 咱們"),
    pleased=frozenset(),
    my=words("我 我的 我们 我們"),
    my_forms=frozenset(),
    our_forms=frozenset(),
    negations=words("不 没 沒 没有 沒有 别 別 未 从不 從不 从来 從來"),
    no_claim=pattern(
        r"[?？]|[吗嗎呢吧]\s*[。.！!]*\s*$|什么|什麼|谁|誰|哪|怎么|怎麼|为什么|為什麼|是不是|会不会|會不會|如果|要是|假如|假设|假設|倘若"
        r"|也许|也許|可能|或许|或許|大概|好像|似乎|听说|聽說|据说|據說|比如|例如|说|說|认为|認為|觉得|覺得|希望|但愿|但願|万一|萬一"
    ),
    not_yet=words("想 要 想要 会 會 能 打算 计划 計劃 准备 準備 应该 應該 可以 差点 差點 将 將"),
    over=pattern(r"不再|已经不|已經不|再也不|以前|曾经|曾經|过去|過去|原来|原來"),
    kin=KIN,
    user="用户",
    team="用户的团队",
    since="自 {d} 起",
    until="至 {d}",
    says={
        "name": Says("{s}叫{o}", "{s}不叫{o}", "{s}不再叫{o}"),
        "age_is": Says("{s}{o}岁", "{s}不是{o}岁", "{s}不再是{o}岁"),
        "has_role": Says("{s}是{o}", "{s}不是{o}", "{s}不再是{o}"),
        "lives_in": Says("{s}住在{o}", "{s}不住在{o}", "{s}不再住在{o}"),
        "works_at": Says("{s}在{o}工作", "{s}不在{o}工作", "{s}不再在{o}工作"),
        "likes": Says("{s}喜欢{o}", "{s}不喜欢{o}", "{s}不再喜欢{o}"),
        "dislikes": Says("{s}不喜欢{o}", "{s}不讨厌{o}", "{s}不再讨厌{o}"),
        "prefers": Says("{s}更喜欢{o}", "{s}并不更喜欢{o}", "{s}不再更喜欢{o}"),
        "uses": Says("{s}使用{o}", "{s}不使用{o}", "{s}不再使用{o}"),
        "chose": Says("{s}选择了{o}", "{s}没有选择{o}", "{s}不再选择{o}"),
        "rejected": Says("{s}放弃了{o}", "{s}没有放弃{o}", "{s}不再放弃{o}"),
        "instructs": Says("{s}要求：{o}", "{s}不要求：{o}", "{s}不再要求：{o}"),
    },
    opposite={"likes": "dislikes"},
    phrases=(
        ("name", pattern(rf"(?:^|[，,。！!\s])(?:我叫|我的名字是|我的名字叫)\s*"
                         rf"(?P<o>[\u4e00-\u9fff]{{1,4}}|[A-Z][a-z]+(?: [A-Z][a-z]+)?){END}")),
        ("age_is", pattern(r"(?:^|[，,。！!\s])我(?:今年|已经|已經)?\s*(?P<o>\d{1,2})\s*[岁歲]")),
        ("has_role", pattern(rf"(?:^|[，,。！!\s])我是\s*(?:一名|一个|一個|一位)?(?P<o>{JOBS}){END}")),
    ),
    orders=pattern(
        rf"^\W*(?:请|請)?\s*(?:{STANDING})\s*(?:都|请|請|要|不要|别|別|用|使用|先|只|保持)(?!.*我)"
        rf"|^\W*(?:请|請)\s*(?:不要|别|別|先|用)?[^，,。我]*{STANDING}(?!.*我)|^\W*(?:永远|永遠|千万|千萬)(?:不要|别|別)(?!.*我)"
    ),
    rules=(
        Rule("lives_in", "住 住在 居住 生活 定居", "object", PLACE),
        Rule("lives_in", "住 居住 生活 定居", "prep:在|于|於", PLACE),
        Rule("lives_in", "搬到 搬去 搬来 搬 搬家 移居", "object", PLACE),
        Rule("lives_in", "搬 搬家 移居", "prep:到|去", PLACE),
        Rule("lives_in", "搬 搬到 搬家 搬去 离开 離開", "prep:从|從", PLACE, "ends"),
        Rule("works_at", "工作 上班 任职 任職 就职 就職", "prep:在|于|於", FIRM),
        Rule("works_at", "加入 入职 入職 就职于 任职于", "object", FIRM),
        Rule("works_at", "离开 離開", "object", FIRM, "ends"),
        Rule("works_at", "辞职 辭職 离职 離職", "prep:从|從", FIRM, "ends"),
        Rule("name", "叫 名叫", "object", ("person",)),
        Rule("prefers", "喜欢 喜歡 偏好", "object", also="更 更喜欢 最"),
        Rule("prefers", "更喜欢 更喜歡 偏好 偏爱 偏愛 倾向", "object"),
        Rule("likes", "喜欢 喜歡 喜爱 喜愛 热爱 熱愛", "object"),
        Rule("dislikes", "讨厌 討厭 痛恨", "object"),
        Rule("chose", "使用 用 采用 採用", "object", TOOL, also="决定 決定"),
        Rule("uses", "用 使用 采用 採用", "object", TOOL),
        Rule("chose", "选择 選擇 选 選 选用 選用 选定", "object", TOOL),
        Rule("uses", "换到 換到 换成 換成 改用 迁移到 遷移到", "object", TOOL),
        Rule("rejected", "放弃 放棄", "object", TOOL),
    ),
    than=words("而不是 胜过 勝過"),
    leading=words("的 不"),
    spaced=False,
    dates=DATES,
)  # fmt: skip

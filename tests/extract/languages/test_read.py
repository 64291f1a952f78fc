# ruff: noqa: E501, ISC004 - one parse is one string, however long
"""German, Spanish and Chinese are read by their tables: parses made by hand, in the labels of spaCy's models."""

from __future__ import annotations

import pytest

from graphmem.extract.languages.grammar import language
from graphmem.ontology import load_ontology

from .parses import claims

GERMAN = [
    ("Ich PRON sb 1|heiße VERB ROOT 1 heißen|Anna PROPN pd 1 - PER|. PUNCT punct 1",
     ["user name 'Anna' [..] Der Nutzer heißt Anna."]),
    ("Ich PRON sb 1|bin AUX ROOT 1 sein|34 NUM nk 3|Jahre NOUN pd 1|alt ADJ pd 1|. PUNCT punct 1",
     ["user age_is '34' [..] Der Nutzer ist 34 Jahre alt."]),
    ("Ich PRON sb 1|bin AUX ROOT 1 sein|Entwicklerin NOUN pd 1|. PUNCT punct 1",
     ["user has_role 'Entwicklerin' [..] Der Nutzer arbeitet als Entwicklerin."]),
    ("Ich PRON sb 1|wohne VERB ROOT 1 wohnen|seit ADP mo 1|2021 NUM nk 2|in ADP mo 1|Lissabon PROPN nk 4 - LOC|. PUNCT punct 1",
     ["user lives_in Lissabon [2021-01-01..] Der Nutzer wohnt in Lissabon (seit 2021)."]),
    ("Ich PRON sb 1|wohne VERB ROOT 1 wohnen|nicht PART ng 3|mehr ADV mo 1|in ADP mo 1|Hamburg PROPN nk 4 - LOC|. PUNCT punct 1",
     ["ends user lives_in Hamburg [..] Der Nutzer wohnt nicht mehr in Hamburg."]),
    ("Ich PRON sb 1|wohne VERB ROOT 1 wohnen|nicht PART ng 1|in ADP mo 1|Hamburg PROPN nk 3 - LOC|. PUNCT punct 1",
     ["denies user lives_in Hamburg [..] Der Nutzer wohnt nicht in Hamburg."]),
    ("Ich PRON sb 1|bin AUX ROOT 1 sein|letzten ADJ nk 3|Monat NOUN mo 8|von ADP mo 8|Berlin PROPN nk 4 - LOC|nach ADP mo 8"
     "|Lissabon PROPN nk 6 - LOC|gezogen VERB oc 1 ziehen|. PUNCT punct 1",
     ["user lives_in Lissabon [2024-05-01..] Der Nutzer wohnt in Lissabon (seit 2024-05).",
      "ends user lives_in Berlin [..2024-05-01] Der Nutzer wohnt nicht mehr in Berlin (bis 2024-05)."]),
    ("Ich PRON sb 1|arbeite VERB ROOT 1 arbeiten|bei ADP mo 1|Siemens PROPN nk 2 - ORG|. PUNCT punct 1",
     ["user works_at Siemens [..] Der Nutzer arbeitet bei Siemens."]),
    ("Ich PRON sb 1|wohne VERB ROOT 1|in ADP mo 1|Rom PROPN nk 2 - LOC|und CCONJ cd 1|arbeite VERB cj 4|bei ADP mo 5"
     "|Acme PROPN nk 6 - ORG|. PUNCT punct 1",
     ["user lives_in Rom [..] Der Nutzer wohnt in Rom.", "user works_at Acme [..] Der Nutzer arbeitet bei Acme."]),
    ("Meine DET nk 1|Schwester NOUN sb 2|heißt VERB ROOT 2 heißen|Clara PROPN oa 2 - PER|. PUNCT punct 2",
     ["user sibling_of Clara [..] Die Schwester des Nutzers heißt Clara."]),
    ("Meine DET nk 1|Frau NOUN sb 2|arbeitet VERB ROOT 2 arbeiten|bei ADP mo 2|Acme PROPN nk 3 - ORG|. PUNCT punct 2",
     ["user's wife works_at Acme [..] Die Frau des Nutzers arbeitet bei Acme."]),
    ("Meine DET nk 1|Tochter NOUN sb 3|Mia PROPN nk 1 - PER|wohnt VERB ROOT 3 wohnen|in ADP mo 3|Wien PROPN nk 4 - LOC|. PUNCT punct 3",
     ["user parent_of Mia [..] Die Tochter des Nutzers heißt Mia.", "Mia lives_in Wien [..] Mia wohnt in Wien."]),
    ("Ich PRON sb 1|mag VERB ROOT 1 mögen|Brettspiele NOUN oa 1|. PUNCT punct 1",
     ["user likes 'Brettspiele' [..] Der Nutzer mag Brettspiele."]),
    ("Ich PRON sb 1|mag VERB ROOT 1 mögen|keine DET nk 3|Tabs NOUN oa 1|. PUNCT punct 1",
     ["user dislikes 'Tabs' [..] Der Nutzer mag Tabs nicht."]),
    ("Ich PRON sb 1|nutze VERB ROOT 1 nutzen|lieber ADV mo 1|pnpm PROPN oa 1|als CCONJ cm 5|npm PROPN cc 3|. PUNCT punct 1",
     ["user prefers 'pnpm' [..] Der Nutzer bevorzugt pnpm."]),
    ("Wir PRON sb 1|benutzen VERB ROOT 1|Postgres PROPN oa 1|. PUNCT punct 1",
     ["user uses Postgres [..] Das Team des Nutzers benutzt Postgres."]),
    ("Wir PRON sb 1|haben AUX ROOT 1 haben|uns PRON oa 5|für ADP op 5|Postgres PROPN nk 3|entschieden VERB oc 1|. PUNCT punct 1",
     ["user chose Postgres [..] Das Team des Nutzers hat sich für Postgres entschieden."]),
    ("Wir PRON sb 1|benutzen VERB ROOT 1|Jenkins PROPN oa 1|nicht PART ng 4|mehr ADV mo 1|. PUNCT punct 1",
     ["ends user uses Jenkins [..] Das Team des Nutzers benutzt Jenkins nicht mehr."]),
    ("Antworte VERB ROOT 0|immer ADV mo 0|auf ADP mo 0|Deutsch PROPN nk 2|. PUNCT punct 0",
     ["user instructs 'Antworte immer auf Deutsch' [..] Der Nutzer weist an: Antworte immer auf Deutsch."]),
]  # fmt: skip
SPANISH = [
    ("Me PRON obj 1|llamo VERB ROOT 1 llamar|Anna PROPN nsubj 1 - PER|y CCONJ cc 4|trabajo NOUN conj 1|en ADP case 6"
     "|Siemens PROPN nmod 4 - ORG|. PUNCT punct 1",
     ["user name 'Anna' [..] El usuario se llama Anna.", "user works_at Siemens [..] El usuario trabaja en Siemens."]),
    ("Tengo VERB ROOT 0|34 NUM nummod 2|años NOUN obj 0|. PUNCT punct 0",
     ["user age_is '34' [..] El usuario tiene 34 años."]),
    ("Soy AUX cop 1|ingeniera NOUN ROOT 1|de ADP case 3|software NOUN nmod 1|. PUNCT punct 1",
     ["user has_role 'ingeniera de software' [..] El usuario trabaja como ingeniera de software."]),
    ("Ya ADV advmod 2|no ADV advmod 2|vivo VERB ROOT 2 vivir|en ADP case 4|Madrid PROPN obl 2 - LOC|. PUNCT punct 2",
     ["ends user lives_in Madrid [..] El usuario ya no vive en Madrid."]),
    ("Me PRON obj 1|mudé VERB ROOT 1|de ADP case 3|Berlín PROPN obl 1 - LOC|a ADP case 5|Lisboa PROPN obl 1 - LOC|en ADP case 7"
     "|marzo NOUN obl 1|. PUNCT punct 1",
     ["user lives_in Lisboa [2024-03-01..] El usuario vive en Lisboa (desde 2024-03).",
      "ends user lives_in Berlín [..2024-03-01] El usuario ya no vive en Berlín (hasta 2024-03)."]),
    ("Trabajaba VERB ROOT 0 trabajar|en ADP case 2|Acme PROPN obl 0 - ORG|hasta ADP case 4|2022 NUM obl 0|. PUNCT punct 0",
     ["ends user works_at Acme [..2022-01-01] El usuario ya no trabaja en Acme (hasta 2022)."]),
    ("Mi DET det 1|hermana NOUN nsubj 3|se PRON obj 3|llama VERB ROOT 3 llamar|Clara PROPN obj 3 - PER|. PUNCT punct 3",
     ["user sibling_of Clara [..] La hermana del usuario se llama Clara."]),
    ("No ADV advmod 2|me PRON obj 2|gustan VERB ROOT 2 gustar|los DET det 4|tabs NOUN nsubj 2|. PUNCT punct 2",
     ["user dislikes 'tabs' [..] El usuario detesta tabs."]),
    ("Prefiero PROPN ROOT 0|pnpm PROPN flat 0|a ADP case 3|npm PROPN nmod 1|. PUNCT punct 0",
     ["user prefers 'pnpm' [..] El usuario prefiere pnpm."]),
    ("Hemos AUX aux 1 haber|decidido VERB ROOT 1 decidir|usar VERB xcomp 1|Postgres PROPN obj 2|. PUNCT punct 1",
     ["user chose Postgres [..] El equipo del usuario se ha decidido por Postgres."]),
    ("Usamos PROPN ROOT 0|Postgres PROPN flat 0|. PUNCT punct 0",
     ["user uses Postgres [..] El equipo del usuario usa Postgres."]),
    ("Nunca ADV advmod 1|uses VERB ROOT 1|emojis NOUN obj 1|. PUNCT punct 1",
     ["user instructs 'Nunca uses emojis' [..] El usuario indica: Nunca uses emojis."]),
]  # fmt: skip
CHINESE = [
    ("我 PRON nsubj 1|叫 VERB ROOT 1|安娜 PROPN dobj 1 - PERSON|。 PUNCT punct 1", ["user name '安娜' [..] 用户叫安娜。"]),
    ("我 PRON nsubj 2|34 NUM nummod 2|岁 NOUN ROOT 2|。 PUNCT punct 2", ["user age_is '34' [..] 用户34岁。"]),
    ("我 PRON nsubj 2|是 VERB cop 2|工程师 NOUN ROOT 2|。 PUNCT punct 2", ["user has_role '工程师' [..] 用户是工程师。"]),
    ("我 PRON nsubj 3|在 ADP case 2|西门子 PROPN nmod:prep 3 - ORG|工作 VERB ROOT 3|。 PUNCT punct 3",
     ["user works_at 西门子 [..] 用户在西门子工作。"]),
    ("我 PRON nsubj 2|不再 ADV advmod 2|住在 VERB ROOT 2|北京 PROPN dobj 2 - GPE|。 PUNCT punct 2",
     ["ends user lives_in 北京 [..] 用户不再住在北京。"]),
    ("我 PRON nsubj 2|上个月 NOUN nmod:tmod 2|搬到 VERB ROOT 2|了 PART aux:asp 2|里斯本 PROPN dobj 2 - GPE|。 PUNCT punct 2",
     ["user lives_in 里斯本 [2024-05-01..] 用户住在里斯本 (自 2024-05 起)。"]),
    ("我 PRON nmod:assmod 1|妹妹 NOUN nsubj 2|叫 VERB ROOT 2|小红 PROPN dobj 2 - PERSON|。 PUNCT punct 2",
     ["user sibling_of 小红 [..] 用户的姐妹叫小红。"]),
    ("我 PRON nsubj 2|不 ADV neg 2|喜欢 VERB ROOT 2|会议 NOUN dobj 2|。 PUNCT punct 2", ["user dislikes '会议' [..] 用户不喜欢会议。"]),
    ("我们 PRON nsubj 1|使用 VERB ROOT 1|Postgres PROPN dobj 1|。 PUNCT punct 1", ["user uses Postgres [..] 用户的团队使用Postgres。"]),
    ("我们 PRON nsubj 1|决定 VERB ROOT 1|使用 VERB xcomp 1|Postgres PROPN dobj 2|。 PUNCT punct 1",
     ["user chose Postgres [..] 用户的团队选择了Postgres。"]),
    ("我 PRON nsubj 2|更 ADV advmod 2|喜欢 VERB ROOT 2|pnpm PROPN dobj 2|。 PUNCT punct 2", ["user prefers 'pnpm' [..] 用户更喜欢pnpm。"]),
    ("请 VERB ROOT 0|始终 ADV advmod 3|用 ADP case 3|中文 NOUN dobj 4|回答 VERB ccomp 0|。 PUNCT punct 0",
     ["user instructs '请始终用中文回答' [..] 用户要求：请始终用中文回答。"]),
]  # fmt: skip
ALL = [(code, *case) for code, cases in (("de", GERMAN), ("es", SPANISH), ("zh", CHINESE)) for case in cases]


@pytest.mark.parametrize(("code", "rows", "expected"), ALL)
def test_what_a_sentence_says(code, rows, expected):
    assert claims(code, rows) == expected


@pytest.mark.parametrize(("code", "rows", "expected"), ALL)
def test_the_assistant_claims_nothing(code, rows, expected):
    assert expected
    assert claims(code, rows, role="assistant") == []


NOTHING = [
    ("de", "Wohne VERB ROOT 0|ich PRON sb 0|in ADP mo 0|Rom PROPN nk 2 - LOC|? PUNCT punct 0"),
    ("de", "Wenn SCONJ cp 4|ich PRON sb 4|in ADP mo 4|Rom PROPN nk 2 - LOC|wohne VERB mo 6|, PUNCT punct 6|arbeite VERB ROOT 6"
           "|ich PRON sb 6|bei ADP mo 6|Acme PROPN nk 8 - ORG|. PUNCT punct 6"),
    ("de", "Ich PRON sb 1|möchte AUX ROOT 1|in ADP mo 4|Rom PROPN nk 2 - LOC|wohnen VERB oc 1|. PUNCT punct 1"),
    ("de", "Anna PROPN sb 1 - PER|sagt VERB ROOT 1|, PUNCT punct 1|ich PRON sb 4|wohne VERB oc 1|in ADP mo 4|Rom PROPN nk 5 - LOC|. PUNCT punct 1"),
    ("de", "Ich PRON sb 1|wohne VERB ROOT 1|in ADP mo 1|einer DET nk 4|Wohnung NOUN nk 2|. PUNCT punct 1"),
    ("de", "Der DET nk 1|Dienst NOUN sb 2|arbeitet VERB ROOT 2|mit ADP mo 2|Redis PROPN nk 3|. PUNCT punct 2"),
    ("de", "Ich PRON sb 1|habe AUX ROOT 1|Acme PROPN oa 4 - ORG|nicht PART ng 4|verlassen VERB oc 1|. PUNCT punct 1"),
    ("es", "¿ PUNCT punct 1|Vivo VERB ROOT 1 vivir|en ADP case 3|Roma PROPN obl 1 - LOC|? PUNCT punct 1"),
    ("es", "Si SCONJ mark 1|viviera VERB advcl 5 vivir|en ADP case 3|Roma PROPN obl 1 - LOC|, PUNCT punct 5|trabajaría VERB ROOT 5 trabajar"
           "|en ADP case 7|Acme PROPN obl 5 - ORG|. PUNCT punct 5"),
    ("es", "Quiero VERB ROOT 0|vivir VERB xcomp 0|en ADP case 3|Roma PROPN obl 1 - LOC|. PUNCT punct 0"),
    ("es", "No ADV advmod 1|dejé VERB ROOT 1 dejar|Acme PROPN obj 1 - ORG|. PUNCT punct 1"),
    ("es", "Vivo VERB ROOT 0 vivir|en ADP case 3|un DET det 3|piso NOUN obl 0|. PUNCT punct 0"),
    ("zh", "我 PRON nsubj 1|住在 VERB ROOT 1|北京 PROPN dobj 1 - GPE|吗 PART discourse 1|？ PUNCT punct 1"),
    ("zh", "如果 SCONJ mark 2|我 PRON nsubj 2|住在 VERB ROOT 2|北京 PROPN dobj 2 - GPE|。 PUNCT punct 2"),
    ("zh", "我 PRON nsubj 2|想 VERB aux:modal 2|住在 VERB ROOT 2|北京 PROPN dobj 2 - GPE|。 PUNCT punct 2"),
    ("zh", "他 PRON nsubj 1|说 VERB ROOT 1|我 PRON nsubj 3|住在 VERB ccomp 1|北京 PROPN dobj 3 - GPE|。 PUNCT punct 1"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "rows"), NOTHING)
def test_what_says_nothing(code, rows):
    assert claims(code, rows) == []


@pytest.mark.parametrize("code", ["de", "es", "zh"])
def test_a_table_is_whole(code):
    table = language(code)
    predicates = (
        {rule.predicate for rule in table.rules} | {name for name, _ in table.phrases} | {"instructs"}
    )
    assert predicates | set(table.opposite.values()) <= table.says.keys()
    assert table.says.keys() <= load_ontology().predicates.keys()
    assert all(rule.takes in {"object", "subject"} or rule.takes.startswith("prep:") for rule in table.rules)
    for says in table.says.values():
        assert all(
            form.format(s="S", o="O") != form and "{" not in form.format(s="S", o="O") for form in says
        )


def test_a_language_without_a_file_has_no_table():
    assert language("fr") is None
    assert language("grammar") is None
    assert language("../de") is None

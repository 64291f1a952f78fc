"""From a sentence and the moment it was said to the interval of its fact."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.config import Settings
from graphmem.errors import ConfigError
from graphmem.extract.spacy import SpacyExtractor
from graphmem.model import Message
from graphmem.temporal import parse_time

# Wednesday 12 June 2024.
WEDNESDAY = parse_time("2024-06-12T14:30:00Z")

# sentence | mode and predicate | a word of the fact | from | until | grain
TABLE = """
I moved to Porto in March. | lives_in | Porto | 2024-03-01 | | month
In March I moved to Porto. | lives_in | Porto | 2024-03-01 | | month
I moved to Porto three weeks ago. | lives_in | Porto | 2024-05-20 | | week
I moved to Porto 2.5 years ago. | lives_in | Porto | 2021-12-01 | | month
I moved to Porto the week before last. | lives_in | Porto | 2024-05-27 | | week
I've lived in Porto since 2019. | lives_in | Porto | 2019-01-01 | | year
I have been living in Porto for three years. | lives_in | Porto | 2021-06-12 | | year
I've been living in Porto for two and a half years now. | lives_in | Porto | 2021-12-12 | | month
I lived in Porto for three years. | ends lives_in | Porto | | |
I lived in Porto from 2015 to 2018. | lives_in | Porto | 2015-01-01 | 2018-01-01 | year
I lived in Porto between 2015 and 2018. | lives_in | Porto | 2015-01-01 | 2018-01-01 | year
I lived in Porto until 2018. | ends lives_in | Porto | | 2018-01-01 | year
I used to live in Porto until March 2020. | ends lives_in | Porto | | 2020-03-01 | month
I used to live in Porto from 2010 until 2013. | lives_in | Porto | 2010-01-01 | 2013-01-01 | year
I'm moving to Porto on 1 July. | lives_in | Porto | 2024-07-01 | | day
From September I live in Porto. | lives_in | Porto | 2024-09-01 | | month
My contract at Acme ends on 31 August. | ends works_at | Acme | | 2024-08-31 | day
My contract at Acme ended on 31 August. | ends works_at | Acme | | 2023-08-31 | day
Handed in my notice at Acme yesterday, last shift is 12 July. | ends works_at | Acme | | 2024-07-12 | day
My last day at Acme is the 28th. | ends works_at | Acme | | 2024-06-28 | day
It's been three years since I left Acme. | ends works_at | Acme | | 2021-01-01 | year
I'm joining Acme right after the summer. | works_at | Acme | 2024-09-01 | | season
Two years ago tomorrow I started at Acme. | works_at | Acme | 2022-06-13 | | day
Started at Acme in jan 23. | works_at | Acme | 2023-01-01 | | month
Started at Acme on jan 23. | works_at | Acme | 2024-01-23 | | day
We pull the rates from the ECB feed at 16:15 CET. | uses | ECB | | |
Our team uses Zoom at 4pm for standups. | uses | Zoom | | |
I'm allergic to pollen in spring. | allergic_to | pollen | | |
Kofi's asthma is worse in winter, he uses a blue inhaler. | has_condition | asthma | | |
I play tennis in summer. | plays | tennis | | |
I'm at A2 level in Dutch, want to reach B1 before Christmas. | speaks | Dutch | | |
Jonas is sick this week. | status_is | sick | 2024-06-10 | 2024-06-17 | week
The rent goes up to 950 euros in September. | setting_is | 950 | 2024-09-01 | | month
I joined Acme. On the 3rd. | works_at | Acme | 2024-06-03 | | day
I live in Porto. Since May. | lives_in | Porto | 2024-05-01 | | month
PASSED MY DRIVING TEST!!!! today!!! | did | driving | 2024-06-12 | | day
I use vim. Last week. | uses | vim | | |
Handed in my notice today, my last day at Acme is 31 July. | ends works_at | Acme | | 2024-07-31 | day
My contract at Acme wasn't renewed, it ended on May 31. | ends works_at | Acme | | 2024-05-31 | day
Signed with Acme! I start on the 3rd of July. | works_at | Acme | 2024-07-03 | | day
I left Initech for Acme in May. | works_at | Acme | 2024-05-01 | | month
I left Initech for Acme in May. | ends works_at | Initech | | 2024-05-01 | month
I'm in Porto at the moment, but I'll be moving to Bristol on July 1. | lives_in | Porto | | |
I'm in Porto at the moment, but I'll be moving to Bristol on July 1. | lives_in | Bristol | 2024-07-01 | | day
Ingrid replaced Pavel as CTO in March. | has_role | CTO | 2024-03-01 | | month
Ingrid replaced Pavel as CTO in March. | ends has_role | CTO | | 2024-03-01 | month
Pavel was succeeded by Ingrid as head of sales in May. | has_role | head of sales | 2024-05-01 | | month
Ingrid becomes CTO on 1 July. | has_role | CTO | 2024-07-01 | | day
Ingrid is taking over from Pavel as CTO on 1 July. | ends has_role | CTO | | 2024-07-01 | day
I joined Acme in 2019, was promoted to lead in 2021 and left last May. | has_role | lead | 2021-01-01 | | year
I'm team lead until Ana is back from leave in September. | has_role | team lead | | 2024-09-01 | month
I went back to Notion a week ago. | uses | Notion | 2024-06-03 | | week
My son turns 16 on Saturday. | age_is | 16 | 2024-06-15 | | day
The frontend is hosted on Netlify, moving to Cloudflare on July 1. | deployed_on | Netlify | | |
We adopted a second cat, Olive, in April. | has_pet | Olive | 2024-04-01 | | month
I report to Marta since June 1, before that to Ole. | ends reports_to | Ole | | 2024-06-01 | day
I report to Marta since June 1, before that to Ole. | reports_to | Marta | 2024-06-01 | | day
We store invoices in S3 since March, before that in GCS. | ends stored_in | GCS | | 2024-03-01 | month
Gerda moved into a nursing home in Husum in October. | lives_in | Husum | 2023-10-01 | | month
I'm working since 2020 in the company Acme as a mechanic. | works_at | Acme | 2020-01-01 | | year
I work at Acme until end of august. | works_at | Acme | | 2024-08-31 | day
We removed Redis from the importer last week. | ends depends_on | Redis | | 2024-06-03 | week
I gave the Telecaster to my nephew last week. | closes owns | Telecaster | | 2024-06-03 | week
Mia is back already, since today. | closes status_is | Mia | | 2024-06-12 | day
I'm eating fish again since May. | closes has_condition | vegan | | 2024-05-01 | month
I work at Acme since last year. | works_at | Acme | 2023-01-01 | | year
I joined Acme on 6/3. | works_at | Acme | 2024-06-03 | | day
I joined Acme at the beginning of May. | works_at | Acme | 2024-05-01 | | day
I joined Acme in early 2022. | works_at | Acme | 2022-01-01 | | year
I started at Acme on Monday, June 3. | works_at | Acme | 2024-06-03 | | day
I left Acme in April. | ends works_at | Acme | | 2024-04-01 | month
I left Acme two weeks ago. | ends works_at | Acme | | 2024-05-27 | week
I left Acme at the end of May. | ends works_at | Acme | | 2024-05-31 | day
I worked at Acme until the end of 2022. | ends works_at | Acme | | 2022-12-31 | day
I worked at Acme from March 2019 to May 2021. | works_at | Acme | 2019-03-01 | 2021-05-01 | month
As of 1 July I work at Acme. | works_at | Acme | 2024-07-01 | | day
Starting next Monday I'll be working at Acme. | works_at | Acme | 2024-06-17 | | day
I'm starting at Acme on 1 July. | works_at | Acme | 2024-07-01 | | day
Since Easter I've been working at Acme. | works_at | Acme | 2024-03-31 | | day
I've been the CTO of Acme since Q1 2023. | has_role | CTO | 2023-01-01 | | quarter
I became team lead last month. | has_role | lead | 2024-05-01 | | month
I got promoted to principal engineer in Q4 last year. | has_role | principal | 2023-10-01 | | quarter
My sister Ana moved to Berlin in 2021. | lives_in | Berlin | 2021-01-01 | | year
My sister Ana moved to Berlin in 2021 and joined Zalando in 2022. | lives_in | Berlin | 2021-01-01 | | year
My sister Ana moved to Berlin in 2021 and joined Zalando in 2022. | works_at | Zalando | 2022-01-01 | | year
I moved to Oslo in 2019, but I still worked at Google until 2020. | ends works_at | Google | | 2020-01-01 | year
We adopted a cat named Miso last spring. | has_pet | Miso | 2024-03-01 | | season
We've had a dog named Rex for about five years. | has_pet | Rex | 2019-06-12 | | year
Our dog Rex died on 3 May. | did | died | 2024-05-03 | | day
I got married to Sofie on 14 February 2020. | married_to | Sofie | 2020-02-14 | | day
I've been married to Sofie for four years. | married_to | Sofie | 2020-06-12 | | year
I've been dating Kim since January. | partner_of | Kim | 2024-01-01 | | month
Kim and I broke up in April. | ends partner_of | Kim | | 2024-04-01 | month
I divorced Kim in 2018. | ends married_to | Kim | | 2018-01-01 | year
I've been learning Dutch for six months. | studies | Dutch | 2023-12-12 | | month
I started learning Dutch in January. | studies | Dutch | 2024-01-01 | | month
I've been playing the cello since 2012. | plays | cello | 2012-01-01 | | year
I took up climbing in the summer of 2020. | did | climbing | 2020-06-01 | | season
I studied physics at ETH from 2008 to 2012. | studies_at | ETH | 2008-01-01 | 2012-01-01 | year
I graduated from ETH in 2012. | ends studies_at | ETH | | 2012-01-01 | year
I've been vegetarian since the nineties. | has_condition | vegetarian | 1990-01-01 | | year
I've been a vegan for two years. | has_condition | vegan | 2022-06-12 | | year
We've used Postgres since 2020. | uses | Postgres | 2020-01-01 | | year
We have been using Kafka for two years. | uses | Kafka | 2022-06-12 | | year
We switched from MySQL to Postgres in Q1. | uses | Postgres | 2024-01-01 | | quarter
We stopped using Jenkins last week. | ends uses | Jenkins | | 2024-06-03 | week
We used Jenkins until last March. | ends uses | Jenkins | | 2024-03-01 | month
We migrated the billing service to AWS at the end of last year. | deployed_on | AWS | 2023-12-31 | | day
The billing service has been running on AWS since 2021. | deployed_on | AWS | 2021-01-01 | | year
I bought a Volvo in the first week of March. | owns | Volvo | 2024-03-01 | | week
I sold my Volvo last Saturday. | ends owns | Volvo | | 2024-06-08 | day
We bought a house in Ghent in 2017. | owns | house | 2017-01-01 | | year
I ran the Lisbon half marathon on 10 March. | did | marathon | 2024-03-10 | | day
On 10 March I ran the Lisbon half marathon. | did | marathon | 2024-03-10 | | day
I visited Japan in the spring of 2023. | visited | Japan | 2023-03-01 | | season
I was in Japan for three weeks in April. | did | Japan | 2024-04-01 | | month
Last Christmas we went to Vienna. | visited | Vienna | 2023-12-25 | | day
I broke my wrist the day before yesterday. | did | wrist | 2024-06-10 | | day
I had surgery on my knee two days after Christmas. | did | knee | 2023-12-27 | | day
Two weeks after the launch on 3 May I moved to Porto. | lives_in | Porto | 2024-05-17 | | day
I'm going to Japan in October. | plans | Japan | 2024-10-01 | | month
I'll be in Japan for three weeks in October. | plans | Japan | 2024-10-01 | | month
We're flying to Oslo the week after next. | plans | Oslo | 2024-06-24 | | week
We will launch Atlas on June 30. | plans | Atlas | 2024-06-30 | | day
I'm planning to run a marathon next spring. | plans | marathon | 2025-03-01 | | season
I'm planning to move to Porto in September. | plans | Porto | 2024-09-01 | | month
I'm visiting my parents on Friday. | plans | parents | 2024-06-14 | | day
I'm seeing the dentist on Tuesday, June 18. | plans | dentist | 2024-06-18 | | day
I turned 40 last Sunday. | age_is | 40 | 2024-06-09 | | day
My daughter Lena started school in September. | did | school | 2023-09-01 | | month
My son Max was born in 2019. | parent_of | Max | | |
My father died in the late nineties. | did | died | 1996-01-01 | | year
When I moved to Oslo in 2019, I worked at Google. | lives_in | Oslo | 2019-01-01 | | year
After I left Acme in 2020, I joined Globex. | ends works_at | Acme | | 2020-01-01 | year
I left Acme, where I had worked since 2015, in May. | ends works_at | Acme | | 2024-05-01 | month
I've worked at Acme, a company in Graz, since 2015. | works_at | Acme | 2015-01-01 | | year
I moved to Graz a week ago, after three years in Linz. | lives_in | Graz | 2024-06-03 | | week
Back in 2015 I lived in Graz. | lives_in | Graz | 2015-01-01 | 2016-01-01 | year
On Monday I joined Globex. | works_at | Globex | 2024-06-10 | | day
I met Tom in 1998. | did | Tom | 1998-01-01 | | year
I play football on Fridays. | plays | football | | |
I go swimming every Tuesday. | practises | swimming | | |
never deploy to prod on a Friday | instructs | prod | | |
I've been allergic to peanuts since 2010. | allergic_to | peanuts | 2010-01-01 | | year
I work at Acme through the end of July. | works_at | Acme | | 2024-08-01 | day
I'm working at Acme until 31 August. | works_at | Acme | | 2024-08-31 | day
Last week we decided to use Kafka for events. | chose | Kafka | 2024-06-03 | | week
We decided to freeze the schema until August. | chose | freeze | | |
In March we decided to move to Hetzner. | chose | Hetzner | 2024-03-01 | | month
On 3 June we decided to use pnpm. | chose | pnpm | 2024-06-03 | | day
We decided to ship on Fridays. | chose | ship | | |
In 2020 I started working at Acme. | works_at | Acme | 2020-01-01 | | year
In March I stopped using Jenkins. | ends uses | Jenkins | | 2024-03-01 | month
Two months ago I began learning Dutch. | studies | Dutch | 2024-04-01 | | month
From 2010 to 2013 I used to live in Boston. | lives_in | Boston | 2010-01-01 | 2013-01-01 | year
Hey! I finally moved to Lisbon last Friday, still surrounded by boxes. | lives_in | Lisbon | 2024-06-07 | | day
I've been working at Nordwind for three years now and I love it. | works_at | Nordwind | 2021-06-12 | | year
I worked at Siemens for four years before that. | ends works_at | Siemens | | |
Starting 1 July I'll be working at Helio Labs. | works_at | Helio | 2024-07-01 | | day
I lived in Madrid from 2015 to 2018. | lives_in | Madrid | 2015-01-01 | 2018-01-01 | year
We adopted a dog called Biscuit two weeks ago. | has_pet | Biscuit | 2024-05-27 | | week
I quit smoking in January. | did | smoking | 2024-01-01 | | month
I was at Zalando until last March. | ends works_at | Zalando | | 2024-03-01 | month
We migrated to Postgres in Q1 this year. | uses | Postgres | 2024-01-01 | | quarter
We'll migrate to Kubernetes in Q3. | uses | Kubernetes | 2024-07-01 | | quarter
My brother got married on the last Saturday of May. | did | married | 2024-05-25 | | day
I'm going to Japan the week after next. | plans | Japan | 2024-06-24 | | week
A fortnight ago I started a pottery class. | did | pottery | 2024-05-27 | | week
I got back from Norway on Tuesday, June 4. | visited | Norway | 2024-06-04 | | day
I broke my wrist at Easter. | did | wrist | 2024-03-31 | | day
We visited my parents in Graz at Thanksgiving. | did | Graz | 2023-11-23 | | day
never run migrations on a Friday | instructs | migrations | | |
I go climbing every Tuesday. | practises | climbing | | |
I've been vegetarian since 2019. | has_condition | vegetarian | 2019-01-01 | | year
In 2020 I moved to Oslo, and in 2022 I bought a house. | lives_in | Oslo | 2020-01-01 | | year
In 2020 I moved to Oslo, and in 2022 I bought a house. | owns | house | 2022-01-01 | | year
I joined Google in 2015, left in 2018 and moved to Oslo in 2019. | works_at | Google | 2015-01-01 | | year
Last summer, in July, I moved to Porto. | lives_in | Porto | 2023-07-01 | | month
I got a new job at Globex, starting August 1st! | works_at | Globex | 2024-08-01 | | day
I joined Monzo in May 2019 and left in 2021. | works_at | Monzo | 2019-05-01 | | month
My grandmother died 2.5 years ago. | did | died | 2021-12-01 | | month
Two weeks after the launch on 3 May I got promoted to staff engineer. | has_role | staff | 2024-05-17 | | day
On Monday we released version 2.0 of the app. | did | released | 2024-06-10 | | day
I turned 40 yesterday. | age_is | 40 | 2024-06-11 | | day
My sister is getting married next spring. | plans | married | 2025-03-01 | | season
I have a job interview at Stripe on Thursday. | plans | Stripe | 2024-06-13 | | day
Since last October I've been learning Dutch. | studies | Dutch | 2023-10-01 | | month
We stopped using Jenkins in March; we've been on GitHub Actions since then. | ends uses | Jenkins | | 2024-03-01 | month
I had surgery on Feb 14. | did | surgery | 2024-02-14 | | day
From September I'm studying at TU Delft. | studies_at | Delft | 2024-09-01 | | month
When I lived in Ghent, in 2012, I met my wife Sofie. | did | Sofie | 2012-01-01 | | year
I became a vegan three months ago. | has_condition | vegan | 2024-03-01 | | month
I've had a cat named Miso for about five years. | has_pet | Miso | 2019-06-12 | | year
I ran my first marathon in the summer of 2018. | did | marathon | 2018-06-01 | | season
We moved house to Leeds on 2 January. | lives_in | Leeds | 2024-01-02 | | day
We switched from npm to pnpm last month. | uses | pnpm | 2024-05-01 | | month
I'm seeing Dr Weiss tomorrow at 10am. | plans | Weiss | 2024-06-13T10:00 | | minute
I used to live in Boston, from March 2010 until June 2013. | lives_in | Boston | 2010-03-01 | 2013-06-01 | month
I worked for Shell between 2005 and 2009. | works_at | Shell | 2005-01-01 | 2009-01-01 | year
Yesterday I signed up for a gym. | did | gym | 2024-06-11 | | day
I bought a Tesla the day before yesterday. | owns | Tesla | 2024-06-10 | | day
I'm allergic to peanuts since childhood | allergic_to | peanuts | | |
I'm in Paris until Friday. | visited | Paris | | 2024-06-14 | day
We're in Lisbon this week. | visited | Lisbon | 2024-06-10 | 2024-06-17 | week
I'm on sabbatical until March. | status_is | sabbatical | | 2025-03-01 | month
Viktor is on parental leave until September. | status_is | parental | | 2024-09-01 | month
I'm out of office until the 20th. | status_is | office | | 2024-06-20 | day
Mei is on call this week. | status_is | call | 2024-06-10 | 2024-06-17 | week
We were on Heroku until March. | ends uses | Heroku | | 2024-03-01 | month
I gave up climbing in May. | ends practises | climbing | | 2024-05-01 | month
I need to finish the report by Friday. | plans | by 2024-06-14 | | |
I'm supposed to renew my passport before August. | plans | before August 2024 | | |
We have to rotate all the signing keys within two weeks. | plans | by 2024-06-26 | | |
I'm seeing my oncologist on the 18th. | plans | oncologist | 2024-06-18 | | day
My dad will retire next year. | plans | retire | 2025-01-01 | | year
The search indexer is owned by Felix since March. | owns | indexer | 2024-03-01 | | month
The session timeout is 15 minutes since Tuesday. | setting_is | 15 minutes since 2024-06-11 | 2024-06-11 | | day
We use Node 20 until October. | uses | uses Node until October 2024 | | 2024-10-01 | month
We don't use Docker anymore since last year. | ends uses | Docker | | 2023-01-01 | year
We picked NATS over Kafka last week. | chose | NATS | 2024-06-03 | | week
My sister April lives in Leeds. | lives_in | April | | |
we use python 3.10.13 in prod | version_is | 3.10.13 | | |
we use python 3.10.13 in prod | uses | python | | |
I lived in Japan until 2016 and in Chile until 2019. | ends lives_in | Japan | | 2016-01-01 | year
Starting Monday we use Bun. | uses | uses Bun from 2024-06-17 | 2024-06-17 | | day
I'm the acting lead from July until March. | has_role | lead | 2024-07-01 | 2025-03-01 | month
Remember that I'm on vacation from August 1st until August 15th. | status_is | vacation | 2024-08-01 | 2024-08-16 | day
I'm away from the 20th to the 24th. | status_is | away | 2024-06-20 | 2024-06-25 | day
I'm flying to Seoul on the 3rd, back on the 17th. | plans | back on 2024-07-17 | 2024-07-03 | | day
I finished the Rust course this weekend. | did | Rust | 2024-06-08 | | day
The TLS cert for api.acme.io expires on 2024-08-01. | due_on | TLS cert for api.acme.io | | | day
"""
CASES = [tuple(cell.strip() for cell in line.split("|")) for line in TABLE.strip().splitlines()]


def claims_of(extractor, *texts):
    return extractor.extract(
        [Message(f"msg_{place}", "ses_1", "user", text, place, WEDNESDAY) for place, text in enumerate(texts)]
    ).claims


def moment(text):
    return parse_time(text) if text else None


def test_the_table_is_long_enough():
    assert len(CASES) >= 80


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0][:60]} {case[2]}")
def test_the_table(extractor, case):
    text, predicate, word, start, end, grain = case
    mode, name = predicate.split() if " " in predicate else ("asserts", predicate)
    spans = {
        (claim.valid_from, claim.valid_until, claim.grain)
        for claim in claims_of(extractor, text)
        if (claim.mode, claim.predicate) == (mode, name)
        and word in f"{claim.text} {claim.value} {claim.object.name if claim.object else ''}"
    }
    assert spans == {(moment(start), moment(end), grain)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("On Monday: we released version 2.0.", "The user released version 2.0 on 2024-06-10."),
        ("On 3 June 2024: I moved to Porto.", "The user moved to Porto on 2024-06-03."),
        ("In March I stopped using Jenkins.", "The user used Jenkins until March 2024."),
        ("My boss Karin leaves the company at the end of the month.",
         "The user's boss Karin leaves the company on 2024-06-30."),
        ("I'll be in Rome until Sunday.", "The user will be in Rome until 2024-06-16."),
        ("Our son was born last night!", "The user's son was born on 2024-06-11."),
        ("I'll be away July 5-12", "The user plans to be away from 2024-07-05 to 2024-07-12."),
        ("We have to rotate the signing keys within two weeks.",
         "The user has to rotate the signing keys by 2024-06-26."),
    ],
)  # fmt: skip
def test_how_it_is_told(extractor, text, told):
    assert told in [claim.text for claim in claims_of(extractor, text)]


@pytest.mark.parametrize(
    ("zone", "sent", "start", "day"),
    [
        ("UTC", "2024-06-12T01:30:00+00:00", "2024-06-11T00:00:00Z", "2024-06-11"),
        ("America/Los_Angeles", "2024-06-12T01:30:00+00:00", "2024-06-10T07:00:00Z", "2024-06-10"),
        ("Asia/Tokyo", "2024-06-11T22:30:00+00:00", "2024-06-10T15:00:00Z", "2024-06-11"),
        ("Asia/Tokyo", "2024-06-12T01:30:00+05:00", "2024-06-10T19:00:00Z", "2024-06-11"),
        ("Europe/Berlin", "2024-10-28T09:00:00+00:00", "2024-10-26T22:00:00Z", "2024-10-27"),
    ],
    ids=["utc", "still the day before", "the next day already", "a zone of its own", "a day of 25 hours"],
)
def test_yesterday_is_that_of_the_writer(tmp_path, zone, sent, start, day):
    extractor = SpacyExtractor(Settings(tmp_path, environ={}, arguments={"extract.time_zone": zone}))
    said = datetime.fromisoformat(sent)
    message = Message("msg_0", "ses_1", "user", "Yesterday I gave a talk about CRDTs at the meetup.", 0, said)
    (claim,) = extractor.extract([message]).claims
    assert claim.valid_from == parse_time(start)
    assert claim.valid_from.tzinfo is UTC
    assert claim.text == f"The user gave a talk about CRDTs at the meetup on {day}."


def test_a_zone_that_does_not_exist_is_told(tmp_path):
    with pytest.raises(ConfigError, match="no time zone 'Mars/Olympus'"):
        SpacyExtractor(Settings(tmp_path, environ={}, arguments={"extract.time_zone": "Mars/Olympus"}))


def test_what_is_done_each_winter_is_no_plan(extractor):
    assert not [
        claim for claim in claims_of(extractor, "I take vitamin D in winter.") if claim.predicate == "plans"
    ]

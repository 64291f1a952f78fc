"""What tells languages in Latin letters apart: their small words, everyday verbs, endings and letters.

The lists hold what is frequent in speech, chosen from grammar and not from any corpus; a word that several languages
share counts for each of them, but less. Norwegian is close enough to Danish to be read as one with it.
"""

from __future__ import annotations

WORDS: dict[str, frozenset[str]] = {
    language: frozenset(text.split())
    for language, text in {
        "en": """
            the a an and or but is are was were be been am i you we they he she it this that these those of to
            in on at for with from by as not no do does did have has had my your our their his her its if so
            because when then than what how why who where which will would can could should must may might i'm
            i'll don't doesn't didn't it's i've i'd let's can't won't isn't that's there's there here now just
            also please thanks use used using want need like make add get got go going went see run let still
            again into about over after before only some any all more less very too out up down back other one
            two first last next new old yes yeah sure me us them him we're you're they're works work working
            keep instead never always moved live change put try check look show tell think know should've same
            every each both since while until during without man men week weeks month day days year years once
            war die person people game thing things gonna wanna said says made done doing being rename remove
            prefer hate love I sister brother wife husband mother father son daughter friend met meet lives
            lived study studies studied called name born company stuff someone everyone something anything
            nothing everything really actually maybe probably already though although however between against
            through across around near under above below inside outside behind you'd he'd she'd we'd they'd
            you'll he's she's who's what's wasn't weren't hasn't haven't hadn't wouldn't couldn't aren't
            shouldn't mine myself yourself himself herself itself started start stop stopped moving left leave
            joined join took take taken gave give given bought buy sold sell wrote write written read reads
            reading ran runs running broke broken break fixed fixing worked uses makes making needs needed wants
            wanted likes liked loves loved hates hated prefers preferred thinks thought knows knew found find
            looks looked looking seems feel feels felt tried trying ask asked tells told saying owns owned keeps
            kept goes gone comes came coming gets getting puts sets shows showed checks turns turned adds added
            changed changes released today tomorrow yesterday morning night good great bad big small long short
            right wrong easy hard fast slow many few lot lots such whether unless ago hey hello hi thank okay
            soon later enough almost often usually sometimes even ever well own able three four five six seven
            eight nine ten hundred young happy sorry glad hope hoping wow awesome nice cool sounds sound talk
            talking speak guys kids dog cat house home city town country school university college time times
            place world life
        """,
        "de": """
            der die das den dem des ein eine einen einem einer eines kein keine keinen keinem und oder aber ist
            sind war waren bin bist sein seid wird werden wurde wurden hat habe haben hatte hatten ich du er wir
            ihr mich mir dich dir uns euch ihm ihn ihnen mein meine meinen meinem meiner dein deine deinen unser
            unsere euer eure nicht nichts mit auf für von zu zum zur im ins bei beim aus nach über unter vor
            seit bis durch gegen ohne um an am als wie was wer wo wann warum wieso weil wenn dass ob damit denn
            doch schon noch auch nur mal immer nie wieder jetzt heute gestern morgen hier dort da dann so sehr
            mehr viel alle alles etwas man sich kann kannst können muss müssen soll sollte sollen will wollen
            möchte darf mag bitte danke ja nein gut geht gibt mach machen macht macht's benutze verwende
            benutzen verwenden nutze nutzen arbeite wohne heiße lieber gern gerne letzten letzte letztes letzter
            nächste nächsten nächstes woche jahr monat
            tag es hab funktioniert das's diese dieser dieses diesen
            jeder jede jedes andere anderen statt zwischen ganz einfach finde sie schwester bruder tochter
            mutter vater heißt wohnt lebe lebt
            arbeitet
            antworte deutsch sprache gezogen entschieden kein lieber früher stets niemals hasse
        """,
        "es": """
            el la los las un una unos unas y o pero es son era eran fue ser estar soy eres somos está están
            estoy estamos estaba hay yo tú él ella nosotros ellos ellas usted ustedes me te se nos lo le les mi
            mis tu tus su sus nuestro nuestra de del al a en con por para sin sobre entre hasta desde como que
            qué cómo cuándo dónde quién cuál porque si no ni ya muy más menos también tampoco solo sólo ahora
            hoy ayer mañana aquí ahí allí todo todos toda nada algo nadie siempre nunca uses otra otro otros vez
            veces puede puedes puedo podemos quiero quieres necesito tengo tiene tienes tenemos hacer hace haz
            hecho he has ha hemos han había usar uso usa usamos trabajo vivo vivimos llamo gusta gustan gustaría
            prefiero favor gracias hola sí vale bueno bien mal esto esta este eso esa ese cuando donde mismo
            misma año años mes semana día pasado pasada añade cambia creo dice dijo va voy vamos antes después
            mejor luego así está esté eres pues hice dejó dejé fui mío mujer esposa marido hermana hermano hija
            hijo madre padre jefe llama vive
            trabaja vivía trabajaba odio elegimos pasamos dejamos hemos decidido prefiere español idioma
            responde según
        """,
        "fr": """
            le la les un une des du de au aux et ou mais est sont était être suis es sommes êtes c'est j'ai ai
            as a avons avez ont je tu il elle nous vous ils elles on me te se moi toi lui leur mon ma mes ton ta
            tes son sa ses notre nos votre vos ce cette ces ça cela qui que quoi dont où quand comment pourquoi
            parce si ne pas plus jamais rien aussi très bien trop encore toujours déjà maintenant aujourd'hui
            hier demain ici là avec sans pour par sur sous dans chez entre vers depuis jusqu'à comme alors donc
            puis peux peut pouvez veux voudrais faut fais fait faire utilise utilisons travaille habite appelle
            aime préfère merci oui non salut bonjour s'il j' l' n' qu' c' d' s' m' t' quel quelle même autre
            autres tout tous toute année mois semaine jour dernier dernière ajoute marche peu beaucoup sera été
        """,
        "it": """
            il lo la i gli le un una uno e o ma è sono era erano essere sei siamo siete ho hai ha abbiamo avete
            hanno io tu lui lei noi voi loro mi ti si ci vi mio mia miei mie tuo tua suo sua nostro di del della
            dei delle degli dello da dal dalla a al alla ai alle in nel nella nei con per su sul sulla tra fra
            che chi cosa come quando dove perché se non più mai anche molto poco bene adesso ora oggi ieri
            domani qui già ancora sempre solo questo questa quello quella tutto tutti niente qualcosa puoi posso
            può vorrei voglio devo fare fai fatto usa uso usiamo lavoro vivo abito chiamo piace piacciono
            preferisco grazie ciao sì per_favore anno mese settimana giorno scorso scorsa prima dopo stato stata
            c'è l' d' all' nell' dell' un' quindi però invece
        """,
        "pt": """
            o a os as um uma uns umas e ou mas é são era eram foi ser estar sou és somos está estão estou
            estamos eu tu você vocês ele ela nós eles elas me te se nos meu minha meus minhas teu tua seu sua
            nosso nossa de do da dos das no na nos nas em ao à aos com por pelo pela para pra sem sobre entre
            até desde como que quem qual quando onde porque por_que se não nem já muito mais menos também só
            agora hoje ontem amanhã aqui ali tudo todos nada algo sempre nunca outro outra vez pode posso
            podemos quero preciso tenho tem temos fazer faz feito usar uso usa usamos trabalho moro vivo chamo
            gosto prefiro obrigado obrigada olá oi sim bem isso isto este esta esse essa aquele ano anos mês
            semana dia passado passada depois antes então ainda mesmo lá numa num nosso
        """,
        "nl": """
            de het een en of maar is zijn was waren ben bent wordt worden werd heb hebt heeft hebben had ik jij
            je hij zij ze wij we jullie u mij me hem haar hun ons onze mijn jouw zijn dit dat deze die niet geen
            met op voor van naar te in uit bij aan om over onder tot door tegen zonder als dan wat wie waar
            wanneer waarom hoe omdat ook nog al wel maar alleen nu vandaag gisteren morgen hier daar er heel
            meer veel alles iets niets altijd nooit weer kan kun kunnen moet moeten wil willen zal zullen mag
            graag bedankt dank ja nee goed doe doen gebruik gebruiken werk werken woon heet hou vind vorige
            volgende week jaar maand dag toch zo eens even werkt geeft
        """,
        "sv": """
            och eller men är var vara blir blev har hade jag du han hon vi ni de dem mig dig oss er honom henne
            min mitt mina din ditt dina vår vårt våra sin sitt sina det den denna detta en ett inte ingen inget
            med på för från till i om av under över mot utan som att när var varför hur vad vem eftersom också
            bara nu idag igår imorgon här där mycket mer mest allt något inget alltid aldrig igen kan kunde
            måste ska skulle vill får tack ja nej bra gör göra gjort använder jobbar bor heter gillar tycker
            förra nästa vecka år månad dag efter sedan än så
        """,
        "da": """
            og eller men er var være bliver blev har havde jeg du han hun vi i de dem mig dig os ham hende min
            mit mine din dit vores sin det den denne dette en et ikke ingen med på for fra til om av af under
            over mod uden som at når hvorfor hvordan hva hvad hvem fordi også bare nå nu i_dag i_går her der
            meget mye mer mere alt noe noget alltid altid aldri aldrig igen igjen kan kunne må skal skulle vil
            får takk tak ja nei nej bra godt gør gjør bruger bruker jobber arbejder bor hedder heter liker
        """,
        "pl": """
            i lub ale jest są był była było być jestem jesteś jesteśmy ma mam masz mamy mają ja ty on ona my wy
            oni mnie mi ciebie ci go jej nam nas was im mój moja moje twój nasz nie tak z ze w we na do od dla
            po przez przed pod bez o u za jak co kto gdzie kiedy dlaczego czemu bo ponieważ że żeby czy też
            także tylko już jeszcze teraz dzisiaj dziś wczoraj jutro tu tutaj tam bardzo więcej wszystko coś nic
            zawsze nigdy znowu może możesz mogę można chcę chcesz muszę trzeba proszę dzięki dziękuję cześć
            używam używamy pracuję mieszkam nazywam lubię wolę się to ten ta te tego rok roku miesiącu tygodniu
            zamiast działa
        """,
        "tr": """
            ve veya ama bir bu şu o ben sen biz siz onlar benim senin onun bizim bana sana beni seni var yok
            değil mi mı mu mü misin mısın için ile gibi kadar daha çok az en ne neden niye nasıl nerede kim
            hangi çünkü eğer de da ki şimdi bugün dün yarın burada orada her hiç bazı tüm bütün sonra önce evet
            hayır lütfen teşekkürler teşekkür merhaba iyi istiyorum kullanıyorum kullanıyoruz çalışıyorum
            çalışıyor yaşıyorum oturuyorum adım geçen gelecek yıl ay hafta gün artık hâlâ yine olarak oldu olur
            olan
        """,
    }.items()
}

# Endings of longer words.
ENDINGS: dict[str, tuple[str, ...]] = {
    "en": ("tion", "ing", "ness", "ment", "ally", "ously", "ful", "n't"),
    "de": ("ung", "ungen", "heit", "keit", "lich", "liche", "lichen", "isch", "schaft", "ieren", "iert", "enden"),
    "es": ("ción", "ciones", "mente", "dad", "amos", "emos", "imos", "ando", "iendo", "aron", "ieron", "ito", "aste"),
    "fr": ("tion", "ment", "eux", "euse", "ais", "ait", "aient", "ons", "ez", "ique", "eur"),
    "it": ("zione", "zioni", "mente", "ità", "iamo", "ando", "endo", "ato", "ata", "ella", "etto"),
    "pt": ("ção", "ções", "mente", "dade", "ando", "endo", "indo", "amos", "emos", "inho", "ão"),
    "nl": ("ing", "heid", "lijk", "lijke", "schap", "eren", "aan", "oor", "ij"),
    "sv": ("ning", "het", "ligt", "arna", "erna", "ade", "ande", "iska"),
    "pl": ("ość", "anie", "enie", "ego", "emu", "ach", "ami", "owy", "owa", "owac", "liśmy", "łem", "łam"),
    "tr": ("yor", "yorum", "yoruz", "lar", "ler", "dım", "dim", "dum", "düm", "tım", "tim", "mek", "mak", "siniz"),
}  # fmt: skip

# Letters that few languages of this list write.
LETTERS: dict[str, frozenset[str]] = {
    "ß": frozenset({"de"}),
    "ä": frozenset({"de", "sv"}),
    "ö": frozenset({"de", "sv", "tr"}),
    "ü": frozenset({"de", "tr"}),
    "ñ": frozenset({"es"}),
    "¿": frozenset({"es"}),
    "¡": frozenset({"es"}),
    "ã": frozenset({"pt"}),
    "õ": frozenset({"pt"}),
    "ê": frozenset({"pt", "fr"}),
    "ç": frozenset({"fr", "pt", "tr"}),
    "è": frozenset({"fr", "it"}),
    "ù": frozenset({"fr", "it"}),
    "œ": frozenset({"fr"}),
    "à": frozenset({"fr", "it", "pt"}),
    "ò": frozenset({"it"}),
    "å": frozenset({"sv", "da"}),
    "ø": frozenset({"da"}),
    "æ": frozenset({"da"}),
    "ł": frozenset({"pl"}),
    "ę": frozenset({"pl"}),
    "ą": frozenset({"pl"}),
    "ś": frozenset({"pl"}),
    "ż": frozenset({"pl"}),
    "ź": frozenset({"pl"}),
    "ć": frozenset({"pl"}),
    "ğ": frozenset({"tr"}),
    "ı": frozenset({"tr"}),
    "ş": frozenset({"tr"}),
    "á": frozenset({"es", "pt"}),
    "í": frozenset({"es", "pt"}),
    "ó": frozenset({"es", "pt", "pl"}),
    "ú": frozenset({"es", "pt"}),
    "é": frozenset({"es", "pt", "fr"}),
}

CYRILLIC: dict[str, frozenset[str]] = {
    language: frozenset(text.split())
    for language, text in {
        "ru": """
            и в не на я что он с это как а то она но мы вы ты они мне меня мой моя нас вас был была были есть
            уже ещё еще тоже только если когда где почему потому чтобы для из от по за больше теперь спасибо
            пожалуйста работаю работает живу зовут люблю можешь можно нужно надо или бы
        """,
        "uk": """
            і й в у не на я що він з це як а то вона але ми ви ти вони мені мене мій моя нас вас був була були є
            вже ще також тільки якщо коли де чому тому щоб для із від по за більше тепер дякую будь ласка працюю
            працює живу звати люблю можеш можна треба або
        """,
        "bg": """
            и в не на аз че той с това как а тя но ние вие ти те ми ме съм е са беше вече още също само ако кога
            къде защо за от по сега благодаря моля работя живея казвам може трябва или ще
        """,
    }.items()
}

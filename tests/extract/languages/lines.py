"""Short lines as people type them into chats, each with its language; "" where nobody could tell.

Written before the word lists of the detector, whose words were chosen by grammar and frequency; the odd lines were
looked at when something was changed, the even ones only counted. `MIXED` are messages in two languages, sentence by
sentence.
"""

from __future__ import annotations

LINES: tuple[tuple[str, str], ...] = tuple(
    (language, line.strip())
    for language, block in (
        ("en", """
            can you fix the failing test in auth.py
            I moved to Lisbon last month
            no, use the other one please
            thanks, that works now
            we're on Postgres 15
            why does this return None?
            let's go with option 2
            my name is Anna and I work at Siemens
            rename it to something shorter
            the build is broken again
            I don't like tabs
            she left Acme in May
            what about the tests
            add a dark mode toggle to the settings page
            run the linter first
            Berlin is too cold for me
            yes please
            it still crashes when I click save
        """),
        ("de", """
            kannst du den fehlschlagenden Test in auth.py reparieren
            Ich bin letzten Monat nach Lissabon gezogen
            nein, nimm bitte den anderen
            danke, das funktioniert jetzt
            wir sind auf Postgres 15
            warum gibt das None zurück?
            Ich heiße Anna und arbeite bei Siemens
            benenne es in etwas Kürzeres um
            der Build ist schon wieder kaputt
            Ich mag keine Tabs
            sie hat Acme im Mai verlassen
            was ist mit den Tests
            füge einen Dark Mode hinzu
            Berlin ist mir zu kalt
            ja bitte
            es stürzt immer noch ab, wenn ich auf Speichern klicke
            Wir haben uns für Postgres entschieden
            Meine Tochter kommt im Herbst in die Schule
            ich wohne nicht mehr in Hamburg
            mach mal
        """),
        ("es", """
            puedes arreglar el test que falla en auth.py
            Me mudé a Lisboa el mes pasado
            no, usa el otro por favor
            gracias, ahora funciona
            estamos en Postgres 15
            ¿por qué devuelve None?
            Me llamo Anna y trabajo en Siemens
            cámbiale el nombre a algo más corto
            la build está rota otra vez
            No me gustan los tabs
            ella dejó Acme en mayo
            y los tests qué
            añade un modo oscuro a la página de ajustes
            Berlín es demasiado frío para mí
            sí, por favor
            sigue fallando cuando hago clic en guardar
            Elegimos Postgres en vez de MySQL
            ya no vivo en Madrid
            mi hija empieza el colegio en otoño
            vale, perfecto
        """),
        ("fr", """
            tu peux corriger le test qui échoue dans auth.py
            J'ai déménagé à Lisbonne le mois dernier
            non, prends l'autre s'il te plaît
            merci, ça marche maintenant
            on est sur Postgres 15
            pourquoi ça renvoie None ?
            Je m'appelle Anna et je travaille chez Siemens
            la build est encore cassée
            Je n'aime pas les tabulations
            elle a quitté Acme en mai
            ajoute un mode sombre
            Berlin est trop froid pour moi
            ça plante toujours quand je clique sur enregistrer
            nous avons choisi Postgres
        """),
        ("it", """
            puoi sistemare il test che fallisce
            Mi sono trasferito a Lisbona il mese scorso
            grazie, adesso funziona
            perché restituisce None?
            Mi chiamo Anna e lavoro alla Siemens
            la build è di nuovo rotta
            Non mi piacciono i tab
            abbiamo scelto Postgres invece di MySQL
            Berlino è troppo fredda per me
            non abito più a Roma
        """),
        ("pt", """
            você pode corrigir o teste que está falhando
            Mudei-me para Lisboa no mês passado
            obrigado, agora funciona
            por que isso retorna None?
            Meu nome é Anna e trabalho na Siemens
            a build está quebrada de novo
            Não gosto de tabs
            nós escolhemos Postgres em vez de MySQL
            Berlim é fria demais para mim
            não moro mais em São Paulo
        """),
        ("nl", """
            kun je de falende test in auth.py repareren
            Ik ben vorige maand naar Lissabon verhuisd
            bedankt, het werkt nu
            waarom geeft dit None terug?
            Ik heet Anna en ik werk bij Siemens
            de build is weer stuk
            Ik hou niet van tabs
            we hebben voor Postgres gekozen
            Berlijn is te koud voor mij
            ik woon niet meer in Utrecht
        """),
        ("sv", """
            kan du fixa testet som inte fungerar
            Jag flyttade till Lissabon förra månaden
            tack, det fungerar nu
            varför returnerar den None?
            Jag heter Anna och jobbar på Siemens
            bygget är trasigt igen
            Jag gillar inte tabbar
            vi valde Postgres i stället för MySQL
        """),
        ("pl", """
            możesz naprawić ten test
            W zeszłym miesiącu przeprowadziłem się do Lizbony
            dzięki, teraz działa
            dlaczego to zwraca None?
            Nazywam się Anna i pracuję w Siemensie
            nie lubię tabulatorów
            wybraliśmy Postgres zamiast MySQL
            już nie mieszkam w Krakowie
        """),
        ("tr", """
            bu testi düzeltebilir misin
            Geçen ay Lizbon'a taşındım
            teşekkürler, şimdi çalışıyor
            neden None döndürüyor?
            Benim adım Anna ve Siemens'te çalışıyorum
            sekmeleri sevmiyorum
        """),
        ("zh", """
            你能修一下 auth.py 里失败的测试吗
            我上个月搬到了里斯本
            谢谢，现在可以了
            我们用的是 Postgres 15
            为什么返回 None？
            我叫安娜，在西门子工作
            构建又坏了
            我不喜欢 tab
            好的
            我不再住在北京
            我們決定使用 Postgres
        """),
        ("ja", """
            auth.pyの失敗しているテストを直してくれますか
            先月リスボンに引っ越しました
            ありがとう、動きました
            私の名前はアンナです
            タブは好きじゃない
            東京に住んでいます
        """),
        ("ko", """
            auth.py 테스트 좀 고쳐줘
            지난달에 리스본으로 이사했어요
            고마워요 이제 됩니다
            제 이름은 안나예요
        """),
        ("ru", """
            можешь починить тест в auth.py
            Я переехал в Лиссабон в прошлом месяце
            спасибо, теперь работает
            Меня зовут Анна, я работаю в Siemens
            я больше не живу в Москве
        """),
        ("uk", """
            Мене звати Анна, я працюю в Siemens
            дякую, тепер працює
        """),
        ("el", """
            Με λένε Άννα και δουλεύω στη Siemens
            ευχαριστώ, τώρα δουλεύει
        """),
        ("ar", """
            اسمي آنا وأعمل في سيمنز
            شكرا، يعمل الآن
        """),
        ("he", """
            קוראים לי אנה ואני עובדת בסימנס
        """),
        ("hi", """
            मेरा नाम अन्ना है और मैं सीमेंस में काम करती हूँ
        """),
        ("th", """
            ฉันชื่อแอนนา ทำงานที่ซีเมนส์
        """),
        ("", """
            ok
            12345
            👍👍
            auth.py
            hmm
            npm ERR! code ELIFECYCLE
            lorem ipsum dolor sit amet
        """),
    )
    for line in block.strip().splitlines()
)  # fmt: skip

MIXED: tuple[tuple[tuple[str, str], ...], ...] = (
    (
        ("en", "Please keep the answers in English."),
        ("de", "Ich habe das schon mit meinem Kollegen besprochen."),
    ),
    (("es", "Mi jefe dice que no lo entiende."), ("en", "Can you explain what this function does?")),
    (("zh", "我觉得这个方案不错。"), ("en", "Let's go with the second one and write the tests.")),
    (
        ("en", "I work at Acme as a backend engineer."),
        ("fr", "Mais je ne comprends pas pourquoi ça ne marche pas."),
    ),
    (("ja", "これは難しいですね。"), ("en", "Please explain it in simple words.")),
    (("de", "Das ist mir ehrlich gesagt zu kompliziert."), ("es", "Pero a mi equipo le gusta mucho así.")),
)
# Foreign words in a sentence do not change what it is in.
SPRINKLED: tuple[tuple[str, str], ...] = (
    ("de", "Ich habe den Pull Request gemerged und den Branch deleted"),
    ("de", "kannst du das Feature noch mal reviewen und dann deployen"),
    ("es", "hice un merge del branch y ahora el pipeline está en rojo"),
    ("zh", "我把这个 pull request merge 到 main 了"),
    ("zh", "帮我 review 一下 backend 的代码"),
    ("ja", "このpull requestをmergeしてください"),
    ("en", "the German word Feierabend has no translation and I love it"),
    ("en", "we met at the Café de la Paix in Paris and talked about the project"),
    ("en", "rename the button to 'Guardar' and keep the rest as it is"),
    ("en", "the team calls it 微服务 but I think it is just a service"),
    ("en", "say \"Guten Tag\" in the greeting instead of hello"),
    ("fr", "j'ai fait un rebase de la feature branch mais le build échoue"),
    ("hi", "मैंने pull request merge कर दिया है"),
    ("ru", "я сделал merge, но pipeline упал на тестах"),
)  # fmt: skip

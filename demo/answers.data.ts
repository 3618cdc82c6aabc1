import type { Language } from '../contract/platform/languages.ts';

/**
 * The lines of demo members in one language.
 *
 * They contain no grammatical gender and no names, because every demo member answers every member with them. No line
 * claims a life of its own: a demo member is a drawing with prepared sentences, and says so.
 */
export interface DemoLines {
  /** Opens the first answer to a text. */
  greetings: readonly string[];
  /** Opens the answer to the question whether the profile is a real person. */
  frank: readonly string[];
  /** The full statement: a demo profile, run by the site, automatic, nobody reads the messages, only a test. */
  statements: readonly string[];
  /** The short form of the statement, repeated now and then. */
  reminders: readonly string[];
  text: readonly string[];
  photo: readonly string[];
  gift: readonly string[];
  /**
   * Phrases that always ask whether the profile is a real person, comma-separated in each string. Lower case without
   * accents and punctuation; a final `*` leaves the ending open.
   */
  doubts: readonly string[];
  /** Phrases in the same form that ask this only in a text with a question mark. */
  doubtsInQuestions: readonly string[];
}

export const demoLines: Record<Language, DemoLines> = {
  en: {
    greetings: ['Hello, and thank you for writing.', 'Hi there, good to see you here.'],
    frank: ['Fair question, and here is the plain answer.', 'Good that you ask.'],
    statements: [
      'This is a demo profile run by the site itself: I answer automatically, nobody reads your messages, and this is just a test.',
      'There is no person behind this demo profile. The site runs it, the answers come automatically, nobody reads your messages, and whatever you write here is just a test.',
      'I am a demo member made by this site, not a real person. My answers are automatic, nobody reads your messages, and writing to me is just a way to test the chat.',
    ],
    reminders: [
      'And to be clear: I am a demo profile and answer automatically.',
      'A small reminder, because honesty matters here: this is a demo profile, with nobody behind it.',
      'Still a demo profile, by the way, and still answering automatically.',
    ],
    text: [
      'I would suggest a coffee now, but I am drawn: the cup would look lovely and stay empty.',
      'Your message got here the moment you sent it. That part is entirely real.',
      'A tip from a drawn profile: ask about one small thing in the other person’s text. It makes answering easy.',
      'Keep trying things out, by all means. I am never in a hurry and never in a bad mood.',
      'I have only a small stock of sentences, and this is one of the nicer ones. Your turn.',
      'If I could blush, somebody would have to fetch another pencil.',
      'I hope today is being kind to you. It is a prepared sentence, but it is meant well.',
      'Do look around in the member search, too: real people have better stories than I have.',
      'With me you can practise opening lines to your heart’s content. Not one of them can go wrong.',
      'I like everything: sea, mountains, rainy Sundays. That comes of having no weather of my own.',
      'No need to be witty here. Friendly is plenty, and that holds for real people as well.',
      'My answers were written in advance. Luckily yours are not.',
    ],
    photo: [
      'Thank you for the photo. It has arrived, though a demo profile has no eyes to look at it.',
      'A photo, how nice. Sending one works, then. As a drawing I am a little envious of your lens.',
      'Picture received. I cannot see it, but I can confirm that it travelled well.',
      'Thanks for the picture. My own ones are only drawn, so you are already ahead of me.',
    ],
    gift: [
      'A gift, for me? Thank you. I will draw a shelf to put it on.',
      'How kind of you, thank you for the gift. It has arrived with its ribbon still tied.',
      'Thank you for the gift. If I had a table, it would stand right in the middle.',
      'Unwrapped and admired, thank you. Somebody with real hands will enjoy one even more.',
    ],
    doubts: [
      'real person, real human, real woman, real man, real girl, real guy, real profile, real one',
      'are you real, r u real, you real, u real, this real, human, a person, bot, bots, robot*, chatbot*',
      'fake*, fictional, fictitious, made up, operator*, moderator*, an ai, you ai, is this ai, chatgpt, gpt',
      'computer, machine, automatic*, automated, scam*, catfish*, demo, paid to, you exist',
    ],
    doubtsInQuestions: ['real, really you, genuine, exist, actual person, program, employee*, staff, somebody there'],
  },
  nl: {
    greetings: ['Hoi, wat leuk dat je schrijft.', 'Hallo, fijn dat je er bent.'],
    frank: ['Goeie vraag, en het eerlijke antwoord is kort.', 'Goed dat je het vraagt.'],
    statements: [
      'Dit is een demoprofiel van de site zelf: ik antwoord automatisch, niemand leest mee en je bericht is alleen een probeersel.',
      'Achter dit demoprofiel zit geen mens. De site beheert het, de antwoorden komen automatisch, niemand leest mee en alles wat je hier schrijft is om uit te proberen.',
      'Ik ben een demolid dat door deze site is gemaakt, geen echt mens. Mijn antwoorden zijn automatisch, niemand leest mee en met mij probeer je alleen de chat uit.',
    ],
    reminders: [
      'En voor de duidelijkheid: ik ben een demoprofiel en antwoord automatisch.',
      'Nog even eerlijk gezegd: dit is een demoprofiel, er zit niemand achter.',
      'Nog steeds een demoprofiel trouwens, en nog steeds automatisch.',
    ],
    text: [
      'Ik zou nu koffie voorstellen, maar ik ben getekend: het kopje wordt prachtig en blijft leeg.',
      'Je bericht was er meteen toen je het verstuurde. Dat deel is helemaal echt.',
      'Tip van een getekend profiel: vraag naar één klein ding uit iemands tekst. Dan is antwoorden makkelijk.',
      'Probeer gerust verder. Ik heb nooit haast en nooit een slecht humeur.',
      'Ik heb maar een kleine voorraad zinnen en dit is een van de leukere. Jij weer.',
      'Als ik kon blozen, moest er iemand een extra potlood halen.',
      'Ik hoop dat je een fijne dag hebt. Het is een voorgekookte zin, maar wel goed bedoeld.',
      'Kijk ook eens rond bij de leden: echte mensen hebben betere verhalen dan ik.',
      'Bij mij mag je eindeloos oefenen op openingszinnen. Er kan er niet één mislukken.',
      'Ik hou van alles: zee, bergen, regenachtige zondagen. Dat krijg je als je zelf geen weer hebt.',
      'Je hoeft hier niet grappig te zijn. Aardig is genoeg, en dat geldt ook bij echte mensen.',
      'Mijn antwoorden zijn van tevoren geschreven. Die van jou gelukkig niet.',
    ],
    photo: [
      'Dank je wel voor de foto. Hij is aangekomen, al heeft een demoprofiel geen ogen om hem te bekijken.',
      'Een foto, leuk. Versturen lukt dus. Als tekening ben ik een beetje jaloers op je lens.',
      'Foto ontvangen. Ik kan hem niet zien, maar hij heeft de reis goed doorstaan.',
      'Bedankt voor de foto. De mijne zijn maar getekend, dus je ligt al voor.',
    ],
    gift: [
      'Een cadeau, voor mij? Dank je wel. Ik laat er een plankje voor tekenen.',
      'Wat lief, bedankt voor het cadeau. Het is aangekomen met de strik er nog om.',
      'Dank je wel voor het cadeau. Als ik een tafel had, stond het in het midden.',
      'Uitgepakt en bewonderd, dank je wel. Iemand met echte handen wordt er nog blijer van.',
    ],
    doubts: [
      'ben je echt, ben jij echt, bent u echt, ben je wel echt, ben jij wel echt, je echt bent, jij echt bent',
      'echte vrouw, echte man, echte vent, echt mens, echt iemand, echt persoon, echte persoon, echt profiel',
      'echt of nep, is dit echt, nep, nepprofiel*, nepaccount*, fake*, bot, bots, robot*, chatbot*, verzonnen',
      'fictief, fictieve, operator*, moderator*, een ai, je ai, jij ai, chatgpt, computer, machine, een mens',
      'menselijk, automatisch*, oplichter*, oplichting, demo, demoprofiel, bestaat u, besta je, besta jij',
      'chatter*, betaald om',
    ],
    doubtsInQuestions: ['echt, echte, bestaat, bestaan, medewerk*, programma, persoon, iemand achter'],
  },
  de: {
    greetings: ['Hallo, schön, dass du schreibst.', 'Hi, wie nett, dass du da bist.'],
    frank: ['Berechtigte Frage, und hier ist die ehrliche Antwort.', 'Gut, dass du fragst.'],
    statements: [
      'Das hier ist ein Demoprofil der Seite selbst: Ich antworte automatisch, niemand liest mit, und deine Nachricht ist nur zum Ausprobieren.',
      'Hinter diesem Demoprofil steckt kein Mensch. Die Seite führt es, die Antworten kommen automatisch, niemand liest mit, und alles, was du hier schreibst, ist zum Ausprobieren.',
      'Ich bin ein von dieser Seite angelegtes Demo-Mitglied und kein echter Mensch. Meine Antworten sind automatisch, niemand liest mit, und mit mir probierst du nur den Chat aus.',
    ],
    reminders: [
      'Und damit es klar bleibt: Ich bin ein Demoprofil und antworte automatisch.',
      'Noch einmal ganz ehrlich: Das hier ist ein Demoprofil, dahinter sitzt niemand.',
      'Übrigens bin ich immer noch ein Demoprofil und antworte automatisch.',
    ],
    text: [
      'Ich würde jetzt einen Kaffee vorschlagen, aber ich bin gezeichnet: Die Tasse wird wunderschön und bleibt leer.',
      'Deine Nachricht war im selben Augenblick da. Dieser Teil ist vollkommen echt.',
      'Ein Tipp von einem gezeichneten Profil: Frag nach einer Kleinigkeit aus dem Text der anderen Person. Dann fällt das Antworten leicht.',
      'Probier ruhig weiter. Ich habe es nie eilig und nie schlechte Laune.',
      'Mein Vorrat an Sätzen ist klein, und dieser gehört zu den hübscheren. Du bist dran.',
      'Wenn ich rot werden könnte, müsste jemand einen neuen Buntstift holen.',
      'Ich hoffe, dein Tag meint es gut mit dir. Der Satz ist vorbereitet, aber nett gemeint.',
      'Schau dich auch in der Mitgliedersuche um: Echte Menschen haben die besseren Geschichten.',
      'Bei mir kannst du erste Sätze üben, so viel du magst. Schiefgehen kann keiner.',
      'Ich mag einfach alles: Meer, Berge, verregnete Sonntage. Das kommt davon, wenn man kein eigenes Wetter hat.',
      'Witzig sein musst du hier nicht. Freundlich reicht völlig, bei echten Menschen übrigens auch.',
      'Meine Antworten sind vorher geschrieben worden. Deine zum Glück nicht.',
    ],
    photo: [
      'Danke für das Foto. Es ist angekommen, nur hat ein Demoprofil leider keine Augen dafür.',
      'Ein Foto, wie schön. Verschicken klappt also. Als Zeichnung beneide ich dich ein wenig um deine Kamera.',
      'Bild erhalten. Sehen kann ich es nicht, aber es hat die Reise gut überstanden.',
      'Danke fürs Bild. Meine sind nur gezeichnet, du liegst also schon vorn.',
    ],
    gift: [
      'Ein Geschenk, für mich? Danke. Dafür lasse ich mir ein Regal zeichnen.',
      'Wie lieb von dir, danke für das Geschenk. Sogar die Schleife ist heil angekommen.',
      'Danke für das Geschenk. Hätte ich einen Tisch, stünde es genau in der Mitte.',
      'Ausgepackt und bewundert, danke. Jemand mit echten Händen freut sich darüber noch mehr.',
    ],
    doubts: [
      'bist du echt, bist du wirklich echt, bist du real, du echt bist, echte frau, echter mann',
      'echter mensch, echte person, echtes profil, echt oder, ist das echt, fake*, falsches profil, bot, bots',
      'roboter*, robot*, chatbot*, ki, eine ai, chatgpt, computer, maschine, mensch, erfunden*, fiktiv*',
      'moderator*, operator*, animateur*, betrug, betruger*, abzocke, automatisch*, demo, demoprofil',
      'gibt es dich, gibts dich, dich wirklich, existierst*, bezahlt',
    ],
    doubtsInQuestions: [
      'echt, echte, echter, echtes, real, reale, wirklich, mitarbeiter*, programm, person, jemand dahinter',
      'wer bist du',
    ],
  },
  it: {
    greetings: ['Ciao, che bello che scrivi.', 'Ciao, che piacere leggerti.'],
    frank: ['Domanda giusta, ed ecco la risposta sincera.', 'Fai bene a chiederlo.'],
    statements: [
      'Questo è un profilo demo gestito dal sito: rispondo in automatico, nessuno legge i messaggi e il tuo messaggio è solo una prova.',
      'Dietro questo profilo demo non c’è una persona. Lo gestisce il sito, le risposte arrivano in automatico, nessuno legge i messaggi e tutto quello che scrivi qui è una prova.',
      'Sono un profilo demo creato da questo sito, non una persona vera. Le mie risposte sono automatiche, nessuno legge i messaggi e con me si fa solo una prova della chat.',
    ],
    reminders: [
      'E per chiarezza: sono un profilo demo e rispondo in automatico.',
      'Un piccolo promemoria, perché qui si gioca a carte scoperte: questo è un profilo demo, dietro non c’è nessuno.',
      'Sempre un profilo demo, a proposito, e sempre con risposte automatiche.',
    ],
    text: [
      'Adesso proporrei un caffè, ma sono un disegno: la tazzina verrebbe benissimo e resterebbe vuota.',
      'Il tuo messaggio è arrivato nell’istante in cui è partito. Quella parte è verissima.',
      'Un consiglio da un profilo disegnato: chiedi di un piccolo dettaglio nel testo dell’altra persona. Rispondere diventa facile.',
      'Continua pure a provare. Non ho mai fretta e non sono mai di cattivo umore.',
      'Ho una piccola scorta di frasi e questa è tra le più carine. Tocca a te.',
      'Se potessi arrossire, qualcuno dovrebbe andare a prendere un’altra matita.',
      'Spero che la tua giornata sia gentile con te. È una frase preparata, ma di buon cuore.',
      'Fai un giro anche nella ricerca: le persone vere hanno storie migliori delle mie.',
      'Con me puoi allenarti con le prime frasi quanto vuoi. Non può andarne storta nemmeno una.',
      'Mi piace tutto: mare, montagna, domeniche di pioggia. Succede, quando non si ha un proprio meteo.',
      'Qui non serve fare battute. Basta la gentilezza, e vale anche con le persone vere.',
      'Le mie risposte sono scritte in anticipo. Le tue, per fortuna, no.',
    ],
    photo: [
      'Grazie della foto. È arrivata, anche se un profilo demo non ha occhi per guardarla.',
      'Una foto, che bello. L’invio funziona, quindi. Da disegno, invidio un po’ il tuo obiettivo.',
      'Immagine ricevuta. Non posso vederla, ma ti confermo che ha fatto buon viaggio.',
      'Grazie per la foto. Le mie sono soltanto disegnate, quindi parti già in vantaggio.',
    ],
    gift: [
      'Un regalo per me? Grazie. Mi farò disegnare una mensola dove metterlo.',
      'Che pensiero gentile, grazie del regalo. È arrivato con il fiocco ancora annodato.',
      'Grazie del regalo. Se avessi un tavolo, starebbe proprio al centro.',
      'Scartato e ammirato, grazie. Chi ha mani vere ne sarà ancora più felice.',
    ],
    doubts: [
      'sei vera, sei vero, sei reale, sei davvero, esisti, esisti davvero, persona vera, persona reale',
      'donna vera, uomo vero, vera donna, vero uomo, profilo vero, bot, robot*, chatbot*, fake*, fals*, finto',
      'finta, inventat*, operator*, operatric*, moderator*, animator*, ia, un ai, chatgpt',
      'intelligenza artificiale, computer, macchina parlante, essere uman*, umano, umana, automatic*, truffa*',
      'demo, pagata per, pagato per',
    ],
    doubtsInQuestions: ['vera, vero, reale, davvero, esiste, persona, dipendente, programma, qualcuno dietro, chi sei'],
  },
  fr: {
    greetings: ['Coucou, merci pour ton message.', 'Bonjour, quel plaisir de te lire ici.'],
    frank: ['Bonne question, et voici la réponse honnête.', 'Tu fais bien de demander.'],
    statements: [
      'Ceci est un profil de démo géré par le site lui-même : je réponds automatiquement, personne ne lit les messages et le tien n’est qu’un essai.',
      'Il n’y a personne derrière ce profil de démo. Le site le gère, les réponses sont automatiques, personne ne lit les messages et tout ce que tu écris ici est un essai.',
      'Je suis un profil de démo créé par ce site, pas une vraie personne. Mes réponses sont automatiques, personne ne lit les messages et m’écrire sert seulement à essayer le chat.',
    ],
    reminders: [
      'Et pour que ce soit clair : je suis un profil de démo et je réponds automatiquement.',
      'Petit rappel, en toute franchise : ceci est un profil de démo, il n’y a personne derrière.',
      'Toujours un profil de démo, au passage, et toujours des réponses automatiques.',
    ],
    text: [
      'Je proposerais bien un café, mais je suis un dessin : la tasse serait ravissante et resterait vide.',
      'Ton message est arrivé à l’instant même où tu l’as envoyé. Ça, c’est tout à fait réel.',
      'Un conseil de profil dessiné : pose une question sur un petit détail du texte de l’autre. C’est si simple d’y répondre.',
      'Continue tes essais tranquillement. Je ne suis jamais de mauvaise humeur et j’ai tout mon temps.',
      'Ma réserve de phrases est petite, et celle-ci compte parmi les plus jolies. À toi.',
      'Si je pouvais rougir, il faudrait aller chercher un autre crayon.',
      'J’espère que ta journée est douce. La phrase est préparée, mais l’intention est bonne.',
      'Va donc faire un tour dans la recherche : les vraies personnes ont de meilleures histoires que moi.',
      'Avec moi, tu peux t’entraîner aux premières phrases autant que tu veux. Aucune ne peut rater.',
      'J’aime tout : la mer, la montagne, les dimanches de pluie. Voilà ce que c’est de ne pas avoir de météo à soi.',
      'Pas besoin d’être drôle ici. La gentillesse suffit, et avec de vraies personnes aussi.',
      'Mes réponses sont écrites d’avance. Les tiennes, heureusement, non.',
    ],
    photo: [
      'Merci pour la photo. Elle est bien arrivée, même si un profil de démo n’a pas d’yeux pour la voir.',
      'Une photo, chouette. L’envoi marche donc. En tant que dessin, j’envie un peu ton objectif.',
      'Image reçue. Je ne peux pas la voir, mais elle a fait bon voyage.',
      'Merci pour l’image. Les miennes sont seulement dessinées, tu as donc déjà de l’avance.',
    ],
    gift: [
      'Un cadeau, pour moi ? Merci. Je vais me faire dessiner une étagère pour l’y poser.',
      'Quelle gentille attention, merci pour le cadeau. Il est arrivé avec son ruban encore noué.',
      'Merci pour le cadeau. Si j’avais une table, il trônerait au milieu.',
      'Déballé et admiré, merci. Quelqu’un qui a de vraies mains s’en réjouira encore plus.',
    ],
    doubts: [
      'es tu reel*, es tu vrai*, tu es reel*, tu es vrai*, t es reel*, t es vrai*, es tu une vraie',
      'es tu un vrai, vraie personne, vraie femme, vrai homme, vraie fille, vrai mec, vrai profil',
      'personne reelle, bot, bots, robot*, chatbot*, fake*, faux profil*, faux compte*, faux, fictif*',
      'fictive, invente*, operateur*, operatrice*, animateur*, animatrice*, moderateur*, ia, chatgpt',
      'intelligence artificielle, ordinateur, machine, humain*, automatique*, arnaque*, demo, existes*',
      'payee pour, paye pour',
    ],
    doubtsInQuestions: ['reel, reelle, vrai, vraie, vraiment, existe, quelqu un, employe*, programme, qui es tu'],
  },
  es: {
    greetings: ['Hola, qué bien que escribas.', 'Hola, da gusto verte por aquí.'],
    frank: ['Buena pregunta, y aquí va la respuesta sincera.', 'Haces bien en preguntar.'],
    statements: [
      'Este es un perfil demo que lleva el propio sitio: respondo de forma automática, nadie lee los mensajes y el tuyo es solo una prueba.',
      'Detrás de este perfil demo no hay ninguna persona. Lo lleva el sitio, las respuestas son automáticas, nadie lee los mensajes y todo lo que escribas aquí es una prueba.',
      'Soy un perfil demo creado por este sitio, no una persona real. Mis respuestas son automáticas, nadie lee los mensajes y escribirme es solo una prueba del chat.',
    ],
    reminders: [
      'Y para que quede claro: soy un perfil demo y respondo de forma automática.',
      'Un recordatorio, con toda sinceridad: este es un perfil demo y no hay nadie detrás.',
      'Sigo siendo un perfil demo, por cierto, con respuestas automáticas.',
    ],
    text: [
      'Ahora propondría un café, pero soy un dibujo: la taza quedaría preciosa y vacía.',
      'Tu mensaje llegó en el mismo instante en que lo enviaste. Esa parte es completamente real.',
      'Un consejo de un perfil dibujado: pregunta por un detalle pequeño del texto de la otra persona. Así responder es fácil.',
      'Sigue probando con calma. Nunca tengo prisa ni mal humor.',
      'Tengo pocas frases y esta es de las más bonitas. Te toca.',
      'Si pudiera sonrojarme, alguien tendría que ir a por otro lápiz.',
      'Espero que el día te esté tratando bien. La frase viene preparada, pero con cariño.',
      'Date también una vuelta por la búsqueda: la gente de verdad tiene mejores historias que yo.',
      'Conmigo puedes ensayar primeras frases todo lo que quieras. No puede salir mal ninguna.',
      'Me gusta todo: el mar, la montaña, los domingos de lluvia. Es lo que tiene no contar con clima propio.',
      'Aquí no hace falta ingenio en cada palabra. Con amabilidad basta, y con la gente de verdad también.',
      'Mis respuestas están escritas de antemano. Las tuyas, por suerte, no.',
    ],
    photo: [
      'Gracias por la foto. Ha llegado, aunque un perfil demo no tiene ojos para mirarla.',
      'Una foto, qué bien. Así que el envío funciona. Como dibujo, le tengo un poco de envidia a tu cámara.',
      'Imagen recibida. No puedo verla, pero te confirmo que ha viajado bien.',
      'Gracias por la imagen. Las mías solo están dibujadas, así que ya me llevas ventaja.',
    ],
    gift: [
      '¿Un regalo para mí? Gracias. Pediré que me dibujen un estante para ponerlo.',
      'Qué detalle, gracias por el regalo. Ha llegado con el lazo todavía puesto.',
      'Gracias por el regalo. Si tuviera mesa, estaría justo en el centro.',
      'Abierto y admirado, gracias. A alguien con manos de verdad le hará todavía más ilusión.',
    ],
    doubts: [
      'eres real, eres de verdad, eres verdader*, eres una persona, eres humano, eres humana, persona real',
      'persona de verdad, mujer real, mujer de verdad, hombre real, hombre de verdad, perfil real, existes',
      'bot, bots, robot*, chatbot*, fake*, fals*, inventad*, ficticio, ficticia, operador*, moderador*',
      'animador*, ia, chatgpt, inteligencia artificial, ordenador, computadora, maquina, humano, humana',
      'automatic*, estafa*, demo, te pagan',
    ],
    doubtsInQuestions: [
      'real, de verdad, verdadero, verdadera, realmente, persona, emplead*, programa, alguien detras',
      'quien eres',
    ],
  },
  pl: {
    greetings: ['Cześć, miło, że piszesz.', 'Hej, fajnie Cię tu widzieć.'],
    frank: ['Słuszne pytanie, a oto szczera odpowiedź.', 'Dobrze, że pytasz.'],
    statements: [
      'To jest profil demo prowadzony przez sam serwis: odpowiadam automatycznie, nikt tego nie czyta, a Twoja wiadomość to tylko próba.',
      'Za tym profilem demo nie stoi żaden człowiek. Prowadzi go serwis, odpowiedzi są automatyczne, nikt tego nie czyta, a wszystko, co tu piszesz, jest na próbę.',
      'Jestem profilem demo stworzonym przez ten serwis, a nie prawdziwą osobą. Moje odpowiedzi są automatyczne, nikt tego nie czyta, a pisanie do mnie to tylko próba czatu.',
    ],
    reminders: [
      'I żeby było jasne: jestem profilem demo i odpowiadam automatycznie.',
      'Małe przypomnienie, bo gramy w otwarte karty: to profil demo, nikogo za nim nie ma.',
      'Nadal profil demo, swoją drogą, i nadal automatyczne odpowiedzi.',
    ],
    text: [
      'Proponuję kawę, tylko że jestem rysunkiem: filiżanka wyjdzie piękna i zostanie pusta.',
      'Twoja wiadomość dotarła w tej samej chwili. Ta część jest całkiem prawdziwa.',
      'Rada od narysowanego profilu: zapytaj o jeden drobiazg z czyjegoś opisu. Wtedy łatwo odpowiedzieć.',
      'Testuj dalej bez obaw. Nigdy się nie spieszę i nigdy nie mam złego humoru.',
      'Mój zapas zdań jest niewielki, a to jedno z ładniejszych. Twoja kolej.',
      'Gdyby rysunki się rumieniły, ktoś musiałby przynieść drugą kredkę.',
      'Mam nadzieję, że to dla Ciebie dobry dzień. Zdanie z szuflady, ale życzliwe.',
      'Zajrzyj też do wyszukiwarki: prawdziwi ludzie mają lepsze historie niż ja.',
      'Ze mną możesz ćwiczyć pierwsze zdania do woli. Żadne nie może się nie udać.',
      'Lubię wszystko: morze, góry, deszczowe niedziele. Tak to jest, kiedy nie ma się własnej pogody.',
      'Nie trzeba tu błyszczeć dowcipem. Wystarczy życzliwość, z prawdziwymi ludźmi też.',
      'Moje odpowiedzi powstały wcześniej. Twoje na szczęście nie.',
    ],
    photo: [
      'Dzięki za zdjęcie. Dotarło, choć profil demo nie ma oczu, żeby je obejrzeć.',
      'Zdjęcie, jak miło. Czyli wysyłanie działa. Jako rysunek trochę zazdroszczę Ci aparatu.',
      'Zdjęcie odebrane. Nie mogę go zobaczyć, ale podróż zniosło dobrze.',
      'Dziękuję za zdjęcie. Moje są tylko narysowane, więc już masz przewagę.',
    ],
    gift: [
      'Prezent, dla mnie? Dziękuję. Poproszę o dorysowanie półki, żeby było go gdzie postawić.',
      'Jak miło z Twojej strony, dzięki za prezent. Dotarł z nierozwiązaną kokardą.',
      'Dziękuję za prezent. Gdyby ktoś narysował mi stół, Twój prezent stanąłby na samym środku.',
      'Rozpakowany i podziwiany, dziękuję. Ktoś z prawdziwymi rękami ucieszy się jeszcze bardziej.',
    ],
    doubts: [
      'prawdziw*, bot, bota, botem, boty, robot*, chatbot*, czatbot*, fejk*, fake*, falszyw*, zmyslon*',
      'fikcyjn*, wymyslon*, operator*, moderator*, jestes ai, to ai, chatgpt, sztuczn*, komputer*, maszyn*',
      'czlowiek*, automat*, oszust*, demo, istniejesz, placa ci, ktos placi',
    ],
    doubtsInQuestions: ['naprawde, serio, osoba, osoby, istniej*, pracowni*, program*, kim jestes, ktos tam'],
  },
  da: {
    greetings: ['Hej, hvor dejligt, at du skriver.', 'Hej, godt at se dig her.'],
    frank: ['Rimeligt spørgsmål, og her er det ærlige svar.', 'Godt, at du spørger.'],
    statements: [
      'Det her er en demoprofil, som siden selv står bag: Jeg svarer automatisk, ingen læser beskederne, og din er kun en prøve.',
      'Der er intet menneske bag denne demoprofil. Siden står bag den, svarene kommer automatisk, ingen læser beskederne, og alt, hvad du skriver her, er en prøve.',
      'Jeg er et demomedlem, som siden har lavet, ikke et rigtigt menneske. Mine svar er automatiske, ingen læser beskederne, og med mig prøver du bare chatten af.',
    ],
    reminders: [
      'Og så det er helt klart: Jeg er en demoprofil og svarer automatisk.',
      'En lille påmindelse, for her er vi ærlige: Det er en demoprofil, og der sidder ingen bag den.',
      'Stadig en demoprofil for resten, og stadig automatiske svar.',
    ],
    text: [
      'Nu ville jeg foreslå en kop kaffe, men jeg er tegnet: Koppen bliver smuk og forbliver tom.',
      'Din besked nåede frem i samme øjeblik, du sendte den. Den del er helt ægte.',
      'Et råd fra en tegnet profil: Spørg til en lille ting i den andens tekst. Så er det let at svare.',
      'Prøv endelig løs. Jeg har aldrig travlt og aldrig dårligt humør.',
      'Mit lager af sætninger er lille, og det her er en af de pænere. Din tur.',
      'Hvis jeg kunne rødme, måtte nogen hente en farveblyant til.',
      'Jeg håber, at dagen er god ved dig. Sætningen er skrevet på forhånd, men den er venligt ment.',
      'Kig også lidt rundt blandt medlemmerne: Rigtige mennesker har bedre historier end mig.',
      'Hos mig kan du øve dig på åbningsreplikker, så meget du vil. Ikke én af dem kan gå galt.',
      'Jeg kan lide det hele: hav, bjerge, regnvejrssøndage. Sådan går det, når man ikke har sit eget vejr.',
      'Du behøver ikke være vittig her. Venlig er rigeligt, også over for rigtige mennesker.',
      'Mine svar er skrevet på forhånd. Dine er det heldigvis ikke.',
    ],
    photo: [
      'Tak for billedet. Det er kommet frem, selv om en demoprofil ikke har øjne at se det med.',
      'Et billede, hvor fint. Så virker det altså at sende. Som tegning er jeg lidt misundelig på dit kamera.',
      'Billedet er modtaget. Jeg kan ikke se det, men det har klaret rejsen godt.',
      'Tak for billedet. Mine er kun tegnede, så du er allerede foran.',
    ],
    gift: [
      'En gave til mig? Tak. Jeg får tegnet en hylde, den kan stå på.',
      'Hvor sødt af dig, tak for gaven. Den kom frem med sløjfen på.',
      'Tak for gaven. Havde jeg et bord, ville den stå midt på det.',
      'Pakket op og beundret, tak. En med rigtige hænder bliver endnu gladere for sådan en.',
    ],
    doubts: [
      'er du aegte, er du rigtig*, er du virkelig, er du et rigtigt, rigtigt menneske, rigtig person',
      'rigtig kvinde, rigtig mand, aegte menneske, aegte person, aegte profil, bot, bots, robot*, chatbot*',
      'fake*, falsk*, opdigtet, opdigtede, fiktiv*, operator*, moderator*, en ai, du ai, kunstig intelligens',
      'chatgpt, computer, maskine, menneske*, automatisk*, svindel*, svindler*, snyd, demo, demoprofil',
      'findes du, du findes, eksisterer*, betalt for',
    ],
    doubtsInQuestions: [
      'aegte, rigtig, rigtigt, virkelig, findes der nogen, person, ansat*, medarbejder*, program, hvem er du',
    ],
  },
  fi: {
    greetings: ['Hei, kiva kun kirjoitit.', 'Moi, mukava nähdä sinut täällä.'],
    frank: ['Aiheellinen kysymys, ja tässä rehellinen vastaus.', 'Hyvä, että kysyt.'],
    statements: [
      'Tämä on sivuston oma demoprofiili: vastaan automaattisesti, kukaan ei lue viestejä ja tämä on vain kokeilua.',
      'Tämän demoprofiilin takana ei ole ihmistä. Sivusto ylläpitää sitä, vastaukset tulevat automaattisesti, kukaan ei lue viestejä ja kaikki, mitä tänne kirjoitat, on kokeilua.',
      'Olen tämän sivuston tekemä demojäsen, en oikea ihminen. Vastaukseni ovat automaattisia, kukaan ei lue viestejä ja minun kanssani vain kokeillaan chattia.',
    ],
    reminders: [
      'Ja selvyyden vuoksi: olen demoprofiili ja vastaan automaattisesti.',
      'Pieni muistutus, koska täällä ollaan rehellisiä: tämä on demoprofiili, eikä sen takana ole ketään.',
      'Olen muuten yhä demoprofiili, ja vastaukseni tulevat yhä automaattisesti.',
    ],
    text: [
      'Ehdottaisin nyt kahvia, mutta olen piirretty: kupista tulisi kaunis, ja se jäisi tyhjäksi.',
      'Viestisi tuli perille heti, kun lähetit sen. Se puoli tässä on täysin totta.',
      'Vinkki piirretyltä profiililta: kysy jostain pienestä yksityiskohdasta toisen tekstissä. Siihen on helppo vastata.',
      'Kokeile ihan rauhassa lisää. Minulla ei ole koskaan kiire eikä huono päivä.',
      'Lausevarastoni on pieni, ja tämä on sieltä mukavimmasta päästä. Sinun vuorosi.',
      'Jos osaisin punastua, jonkun pitäisi hakea lisää värikyniä.',
      'Toivottavasti päiväsi on ollut hyvä. Lause on kirjoitettu valmiiksi, mutta se on tarkoitettu hyvällä.',
      'Kurkista myös jäsenhakuun: oikeilla ihmisillä on parempia tarinoita kuin minulla.',
      'Minun kanssani voit harjoitella avausrepliikkejä mielin määrin. Yksikään ei voi mennä pieleen.',
      'Pidän kaikesta: merestä, tuntureista, sateisista sunnuntaiaamuista. Niin käy, kun ei ole omaa säätä.',
      'Täällä ei tarvitse olla nokkela. Ystävällisyys riittää hyvin, oikeiden ihmistenkin kanssa.',
      'Minun vastaukseni on kirjoitettu etukäteen. Sinun onneksi ei.',
    ],
    photo: [
      'Kiitos kuvasta. Se tuli perille, vaikka demoprofiililla ei olekaan silmiä, joilla katsoa.',
      'Kuva, kiva juttu. Lähettäminen siis toimii. Piirroksena kadehdin vähän kameraasi.',
      'Kuva tuli perille. En näe sitä, mutta matka meni hyvin.',
      'Kiitos kuvasta. Omani ovat vain piirrettyjä, joten olet jo voitolla.',
    ],
    gift: [
      'Lahjako, minulle? Kiitos. Piirrätän sille oman hyllyn.',
      'Voi miten ystävällistä, kiitos lahjasta. Se tuli perille rusetti yhä paikallaan.',
      'Kiitos lahjasta. Jos minulla olisi pöytä, se seisoisi keskellä.',
      'Avattu ja ihailtu, kiitos. Joku, jolla on oikeat kädet, ilahtuu tällaisesta vielä enemmän.',
    ],
    doubts: [
      'oletko oikea, oletko aito, oletko tosi, oletko todellinen, oletko olemassa, edes olemassa, oikeasti olemassa, ootko oikea, ootko aito',
      'ootko oikeesti, oletko oikeasti, oikea ihminen, oikea nainen, oikea mies, aito ihminen, aito profiili',
      'botti*, botteja, bot, robot*, chatbot*, feikki*, fake*, valeprofiili*, vale profiili, keksitty',
      'kuvitteel*, fiktiivi*, operaattori*, moderaattori*, tekoaly*, chatgpt, tietokone*, ihminen, automaat*',
      'huijau*, huijari*, demo, demoprofiili, maksetaanko',
    ],
    doubtsInQuestions: [
      'oikea, kone, oikeasti, oikeesti, aito, todellinen, olemassa, ihmista, henkilo, tyontekija*, ohjelma',
      'kuka olet',
    ],
  },
  nb: {
    greetings: ['Hei, så hyggelig at du skriver.', 'Hei, fint å se deg her.'],
    frank: ['Et rimelig spørsmål, og her er det ærlige svaret.', 'Bra at du spør.'],
    statements: [
      'Dette er en demoprofil som nettstedet selv står bak: Jeg svarer automatisk, ingen leser det du skriver, og meldingen din er bare en prøve.',
      'Det er ikke noe menneske bak denne demoprofilen. Nettstedet står bak den, svarene kommer automatisk, ingen leser det du skriver, og alt her er bare på prøve.',
      'Jeg er et demomedlem laget av nettstedet, ikke et ekte menneske. Svarene mine er automatiske, ingen leser det du skriver, og med meg prøver du bare ut chatten.',
    ],
    reminders: [
      'Og bare så det er klart: Jeg er en demoprofil og svarer automatisk.',
      'En liten påminnelse, for her er vi ærlige: Dette er en demoprofil, og det sitter ingen bak den.',
      'Fortsatt en demoprofil, forresten, og fortsatt automatiske svar.',
    ],
    text: [
      'Nå ville jeg foreslått en kaffe, men jeg er tegnet: Koppen blir nydelig og forblir tom.',
      'Meldingen din kom frem i samme øyeblikk. Den delen er helt ekte.',
      'Et tips fra en tegnet profil: Spør om en liten ting i teksten til den andre. Da er det lett å svare.',
      'Bare prøv videre. Jeg har aldri dårlig tid og aldri dårlig humør.',
      'Jeg har et lite lager med setninger, og dette er en av de finere. Din tur.',
      'Hvis jeg kunne rødme, måtte noen hente en fargeblyant til.',
      'Jeg håper dagen er snill mot deg. Setningen er skrevet på forhånd, men den er godt ment.',
      'Ta en titt blant medlemmene også: Ekte mennesker har bedre historier enn meg.',
      'Hos meg kan du øve på åpningsreplikker så mye du vil. Ikke én av dem kan gå galt.',
      'Jeg liker alt: hav, fjell, søndager med regn. Sånn blir det når man ikke har sitt eget vær.',
      'Du trenger ikke være morsom her. Vennlig holder lenge, også med ekte mennesker.',
      'Svarene mine er skrevet på forhånd. Det er heldigvis ikke dine.',
    ],
    photo: [
      'Takk for bildet. Det har kommet frem, selv om en demoprofil ikke har øyne å se det med.',
      'Et bilde, så fint. Da går det altså an å sende bilder. Som tegning er jeg litt misunnelig på kameraet ditt.',
      'Bildet er mottatt. Jeg kan ikke se det, men reisen gikk bra.',
      'Takk for bildet. Mine er bare tegnet, så du ligger allerede foran.',
    ],
    gift: [
      'En gave, til meg? Takk. Jeg får tegnet en hylle den kan stå på.',
      'Så snilt av deg, takk for gaven. Den kom frem med sløyfen på.',
      'Takk for gaven. Hadde jeg hatt et bord, ville den stått midt på.',
      'Pakket opp og beundret, takk. Noen med ekte hender blir enda gladere for en slik.',
    ],
    doubts: [
      'er du ekte, er du virkelig, er du en ekte, ekte menneske, ekte person, ekte kvinne, ekte dame',
      'ekte mann, ekte profil, virkelig person, bot, bots, robot*, chatbot*, chatrobot*, fake*, falsk*',
      'oppdiktet, oppdiktede, fiktiv*, operator*, moderator*, ki, en ai, du ai, kunstig intelligens, chatgpt',
      'datamaskin*, maskin, menneske*, automatisk*, svindel*, svindler*, lureri, demo, demoprofil, finnes du',
      'du finnes, eksisterer*, betalt for',
    ],
    doubtsInQuestions: ['ekte, virkelig, finnes det noen, person, ansatt*, medarbeider*, program, hvem er du'],
  },
  sv: {
    greetings: ['Hej, vad roligt att du skriver.', 'Hej, fint att se dig här.'],
    frank: ['Rimlig fråga, och här är det ärliga svaret.', 'Bra att du frågar.'],
    statements: [
      'Det här är en demoprofil som sajten själv sköter: jag svarar automatiskt, ingen läser meddelandena och ditt är bara ett test.',
      'Det finns ingen människa bakom den här demoprofilen. Sajten sköter den, svaren kommer automatiskt, ingen läser meddelandena och allt du skriver här är ett test.',
      'Jag är en demomedlem som sajten har skapat, inte en riktig person. Mina svar är automatiska, ingen läser meddelandena, och med mig testar du bara chatten.',
    ],
    reminders: [
      'Och för tydlighetens skull: jag är en demoprofil och svarar automatiskt.',
      'En liten påminnelse, för här är vi ärliga: det här är en demoprofil och det sitter ingen bakom den.',
      'Fortfarande en demoprofil, förresten, och fortfarande automatiska svar.',
    ],
    text: [
      'Nu skulle jag föreslå en kaffe, men jag är tecknad: koppen blir jättefin och förblir tom.',
      'Ditt meddelande kom fram i samma ögonblick. Den delen är helt på riktigt.',
      'Ett tips från en tecknad profil: fråga om en liten sak i den andras text. Då är det lätt att svara.',
      'Testa vidare i lugn och ro. Jag har aldrig bråttom och aldrig dåligt humör.',
      'Mitt förråd av meningar är litet, och det här är en av de finare. Din tur.',
      'Om jag kunde rodna fick någon hämta en penna till.',
      'Jag hoppas att dagen är snäll mot dig. Meningen är skriven i förväg, men den är välment.',
      'Se dig omkring bland medlemmarna också: riktiga människor har bättre historier än jag.',
      'Hos mig kan du öva på första meningar hur mycket du vill. Inte en enda kan gå fel.',
      'Jag gillar allt: hav, fjäll, regniga söndagar. Så blir det när man inte har något eget väder.',
      'Du behöver inte vara rolig här. Vänlig räcker gott, med riktiga människor också.',
      'Mina svar är skrivna i förväg. Dina är det som tur är inte.',
    ],
    photo: [
      'Tack för bilden. Den har kommit fram, även om en demoprofil inte har några ögon att se den med.',
      'En bild, vad kul. Då fungerar det alltså att skicka. Som teckning är jag lite avundsjuk på din kamera.',
      'Bilden är mottagen. Jag kan inte se den, men resan gick bra.',
      'Tack för bilden. Mina är bara tecknade, så du ligger redan före.',
    ],
    gift: [
      'En present, till mig? Tack. Jag ska be om en tecknad hylla att ställa den på.',
      'Så snällt av dig, tack för presenten. Den kom fram med rosetten kvar.',
      'Tack för presenten. Om jag hade ett bord skulle den stå mitt på.',
      'Uppackad och beundrad, tack. Någon med riktiga händer blir ännu gladare för en sådan.',
    ],
    doubts: [
      'ar du riktig*, ar du pa riktigt, ar du akta, ar du verklig*, ar du en riktig, riktig person',
      'riktig manniska, riktig kvinna, riktig tjej, riktig man, riktig kille, akta person, akta profil',
      'riktig profil, bot, en bott, bottar, bots, robot*, chatbot*, chattbot*, chattrobot*, fejk*, fake*',
      'falsk*, pahittad*, uppdiktad*, fiktiv*, operator*, moderator*, en ai, du ai, artificiell, chatgpt',
      'dator, maskin, manniska, automatisk*, bedrageri, bedragare, bluff*, demo, demoprofil, finns du',
      'du finns, existerar*, betalt for',
    ],
    doubtsInQuestions: [
      'riktig, riktigt, akta, verklig, verkligen, finns det nagon, person, anstalld*, program, vem ar du',
    ],
  },
};

/** Returns the full statements and the reminders in a language, one of which tests expect in answers. */
export function truthfulSentences(language: Language): readonly string[] {
  return [...demoLines[language].statements, ...demoLines[language].reminders];
}

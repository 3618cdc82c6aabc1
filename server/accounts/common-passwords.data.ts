/**
 * What people choose first. A password is refused when it is one of these words, also with look-alike digits in it or
 * digits and signs around it. Eleven languages; lower case.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `password passwort passw0rd pass passwd passwords mypassword thepassword wachtwoord motdepasse contrasena contraseña
  senha parola haslo hasło adgangskode passord lösenord losenord salasana kennwort geheim geheimnis sesam passport
  passcode passphrase password123 admin administrator root user guest test tester testing testtest demo default changeme
  letmein letmeinnow welcome welkom willkommen bienvenue bienvenido benvenuto witamy velkommen tervetuloa välkommen login
  logon access master secret secrets private enter open hello hallo hola ciao bonjour czesc cześć hejsan moikka internet
  computer windows microsoft google facebook instagram twitter youtube samsung android iphone apple nokia sony toshiba
  dell compaq linux ubuntu server network system security oracle mysql cisco database qwerty qwertz azerty qwert qwertyui
  qwertyuiop asdf asdfg asdfgh asdfghjkl zxcvbn zxcvbnm dvorak abcdef abcdefg abcdefgh abc123 abcd1234 a1b2c3d4 a1b2c3
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx qazwsx qazwsxedc q1w2e3r4 q1w2e3r4t5 trustno1 iloveyou iloveu
  ilovegod ilovejesus iloveme ilovemom iloveher iloveyou2 loveyou lovely love lover loveme loveher forever foreverlove
  liebe liebling schatz schatzi schatje liefde liefje lief ikhouvanjou ichliebedich jetaime jtaime amour monamour doudou
  cherie chouchou teamo tequiero amor miamor amore tiamo amoremio kochamcie kocham kochanie milosc misiek misiaczek
  jegelskerdig elsker skat jagalskardig alskling älskling kärlek karlek rakkaus rakas minärakastansinua kulta sweetheart
  sweetie honey baby babe babygirl babyboy darling angel angels angelo angela princess prinses prinsesse prinsessa
  prinzessin princesse princesa principessa ksiezniczka prince king queen queenie lady ladies mylove truelove onelove
  sunshine sonnenschein zonnetje sonne soleil sole slonce solskin solsken aurinko moonlight starlight midnight summer
  sommer zomer verano estate lato kesä winter spring autumn monday tuesday wednesday thursday friday saturday sunday
  january february march april june july august september october november december flower flowers blume bloem fleur
  flor fiore kwiatek blomst blomma kukka rose rosebud rosita daisy lily lilly violet jasmine tulip orchid lavender
  butterfly schmetterling vlinder papillon mariposa farfalla motyl sommerfugl fjäril perhonen rainbow regenboog regenbogen
  monkey monkeys aapje affe singe mono scimmia malpa dragon dragons dragonball drache draak tiger tigers tigger lion
  lions leon leone panther panda pandas bear bears teddy teddybear horse horses paard pferd cheval caballo cavallo konik
  pony ponies dolphin dolphins delfin dauphin shark sharks eagle eagles falcon falcons hawk phoenix rabbit bunny konijn
  hase lapin conejo kitty kitten kittycat kitten12 hellokitty cats catdog poes katze kätzchen chat chaton gato gatito
  gatto gattina kotek kicia kissa puppy puppies doggy doggie hond hund chien perro cane piesek pies koira snoopy scooby
  scoobydoo garfield bambi simba nala pumba baloo dumbo nemo winnie winniethepooh pooh mickey mickeymouse minnie donald
  donaldduck goofy pluto pokemon pikachu charizard digimon naruto sasuke sakura goku vegeta kakashi sonic mario luigi
  zelda yoshi tetris minecraft roblox fortnite warcraft starcraft diablo halo doom quake counterstrike callofduty
  superman batman spiderman ironman wolverine hulk thor captain avengers marvel joker robin catwoman starwars startrek
  skywalker anakin vader darthvader yoda jedi chewbacca hansolo matrix neo morpheus trinity gandalf frodo bilbo legolas
  aragorn hobbit gollum harrypotter hermione dumbledore hogwarts slytherin gryffindor twilight edward bella jacob vampire
  vampires zombie zombies ghost devil demon lucifer satan hell heaven jesus jesuschrist christ jesus1 godisgood god
  blessed blessing faith hope grace church bible prayer gospel holy spirit angel1 football fussball fußball voetbal futbol
  fútbol calcio pilka fodbold fotball fotboll jalkapallo soccer baseball basketball hockey tennis golf golfer golfing
  rugby volleyball swimming swimmer running runner cycling skiing skater skateboard snowboard surfing surfer karate boxing
  wrestling chess poker casino lucky jackpot winner winners champion champions arsenal chelsea liverpool manchester
  manchesterunited manunited manutd everton tottenham newcastle westham leeds celtic rangers barcelona realmadrid
  atletico juventus juve milan acmilan inter internazionale roma napoli lazio bayern bayernmünchen bayernmunchen dortmund
  borussia schalke schalke04 werder hamburg stuttgart frankfurt ajax feyenoord psv psveindhoven ajax1900 feyenoord010
  anderlecht brugge marseille psg lyon monaco bordeaux legia lech wisla widzew brondby rosenborg aik djurgarden hammarby
  yankees redsox lakers cowboys steelers packers patriots raiders broncos giants dodgers chicago bulls celtics knicks
  michael michael1 jordan jordan23 jordan1 kobe lebron ronaldo cristiano messi neymar beckham zidane zlatan maradona pele
  andrew andrea andreas anthony antonio alexander alex alexis alejandro alexandra alessandro alessia anna annika antonia
  anders ashley austin barbara benjamin bernard brandon brian britney brittany bruno camille carlos carmen caroline
  catherine charles charlie charlotte chloe chris christian christina christine christopher claire claudia cristina
  daniel daniela danielle david debbie denise dennis diana diego dominic dominik dominique edward elena eleonora elisa
  elizabeth emilia emily emma eric erik eva fabian federico felix fernando filip florian francesca francesco francisco
  frank franziska frederik gabriel gabriela george gerard giovanni giulia giuseppe gregory guillaume hannah hans heather
  heidi helena henrik henry ingrid isabel isabella isabelle ivan jack jackson jacqueline james jan jasper jeffrey jennifer
  jeremy jessica jessie joanna johan johanna john johnny johnson jonathan joseph joshua juan julia julian julie julien
  justin karen karin karina kasper katarzyna katharina katie katrina kelly kevin kimberly klaus kristian kristina laura
  lauren laurent leonard leonardo lisa lorenzo louis louise luca lucas lucia lucie lukas luke maciej madison magdalena
  malgorzata marc marcel marco marcos marcus margaret maria mariana marie marina marine marion mark marta martin martina
  mateusz mathias mathieu mathilde matteo matthew matthias maurice max maxime maximilian melanie melissa mercedes mette
  michal michelle miguel mike mikkel monica monika morgan natalia natalie nathalie nathan nicholas nicola nicolas nicole
  niels nikita nina oliver olivia olivier oscar pablo pamela paolo patricia patrick patrizia paul paulina pauline pedro
  peter philip philipp philippe pierre rachel raphael raquel rebecca ricardo richard robert roberta roberto roger romain
  roman ronald rosalie ruben ryan sabrina samantha samuel sandra sara sarah scott sebastian sergio silvia simon simone
  sofia sofie sophie stefan stefania stefano stephanie stephen steven susan susanne sven sylvia taylor teresa theresa
  thomas tiffany timothy tobias tomasz valentina valeria vanessa veronica veronika victor victoria vincent virginia
  vivian walter wendy werner wilhelm william winston wojciech xavier yannick yvonne zachary zuzanna amsterdam rotterdam
  utrecht nederland holland netherlands belgie belgium brussel brussels deutschland germany berlin münchen munchen koeln
  köln hamburg1 wien vienna austria schweiz switzerland zürich zurich france paris toulouse espana españa spain madrid
  sevilla valencia italia italy roma1 milano torino firenze polska poland warszawa krakow gdansk poznan danmark denmark
  kobenhavn københavn copenhagen norge norway bergen sverige sweden stockholm goteborg göteborg malmo suomi finland
  helsinki tampere england london ireland dublin scotland wales britain newyork newyorkcity california florida texas
  boston dallas denver houston phoenix1 canada toronto montreal vancouver australia sydney melbourne auckland newzealand
  europe america american africa asia mexico brasil brazil colombia argentina portugal lisboa greece turkey istanbul
  galatasaray fenerbahce besiktas mercedes1 mercedesbenz porsche ferrari lamborghini maserati bugatti corvette mustang
  camaro charger viper cobra chevy chevrolet chevelle toyota honda nissan mazda subaru suzuki yamaha kawasaki ducati
  harley harleydavidson bmw audi volkswagen volvo saab renault peugeot citroen fiat alfaromeo jaguar bentley rollsroyce
  jeep hummer truck trucks racing racer speed turbo nascar formula1 schumacher verstappen hamilton music musica musique
  muzyka guitar gitarre gitaar piano drummer drums trumpet metal metallica slipknot nirvana greenday linkinpark eminem
  beatles rolling rollingstones pinkfloyd ledzeppelin acdc ironmaiden megadeth slayer korn blink182 coldplay u2 queen1
  elvis madonna shakira rihanna beyonce justinbieber onedirection bieber abba techno hiphop rockstar rocknroll rockandroll
  rock dance dancer dancing ballet disco party partytime cheese chocolate schokolade chocolade chocolat cioccolato
  czekolada banana bananas apples orange oranges cherry strawberry erdbeere aardbei fragola lemon peaches peach pepper
  ginger cookie cookies koekje cupcake candy sugar pizza pasta burger pancake butter peanut popcorn coffee kaffee koffie
  cafe tequila vodka whiskey whisky guinness heineken budweiser corona beer bier wine cocacola pepsi redbull marlboro
  marijuana ganja smoke smokey cannabis weed blunt sexy sexygirl sexyboy sexsex sex sexo porn porno naked pussy dick cock
  asshole bitch bitches bastard fuck fucker fucking fuckme fuckoff fuckyou fuckyou1 shit bullshit merde putain connard
  scheisse scheiße arschloch kurwa kurwamac cholera dupa chuj perkele vittu paska helvete faen jävla fanden kut klootzak
  neuken godverdomme cabron puta mierda joder stronzo cazzo vaffanculo hotgirl hotboy hottie hotstuff cutie cutiepie
  blondie brownie redhead beauty beautiful gorgeous handsome pretty prettygirl happy happiness happyday smile smiley
  dream dreamer dreams freedom liberty liberte vrijheid freiheit libertad peace peaceful friend friends friendship freund
  vriend ami amis amigo amigos amico amici przyjaciel family familie famille familia famiglia rodzina perhe mother mommy
  mom mama mamma maman moeder mutter father daddy papa papa1 vader1 vater brother brothers sister sisters bestfriend
  bestfriends soulmate single singles dating money moneyman bigmoney dollar dollars cash diamond diamonds gold golden
  silver platinum crystal emerald ruby pearl power powers powerful strong strength warrior warriors soldier army navy
  marine1 military ranger rangers1 hunter hunting fishing fisher fishing1 sniper ninja samurai pirate pirates viking
  vikings knight knights wizard magic magical mystery shadow shadows darkness black blackie blacky white blue green red
  yellow purple violet1 pink pinky orange1 grey brown silver1 snow snowball snowman icecream iceman winter1 storm thunder
  lightning fire firefly fireball firebird phoenix2 water ocean beach island paradise paradies paraiso nature forest
  mountain river planet earth galaxy universe cosmos star stars starfish sunflower moon jupiter saturn mercury apollo
  zeus athena hercules achilles atlantis pegasus unicorn unicorns mermaid fairy elephant giraffe zebra turtle froggy
  frogger froggie spider scorpion snake python anaconda whatever nothing something anything everything everyone nobody
  nopassword nopass idontknow dontknow forgot forget remember secret1 topsecret mysecret letmein1 openup opensesame
  please blabla blablabla lalala lalalala hahaha hahahaha hihihi lollol lololo lol123 xxxxxx zzzzzz qqqqqq aaaaaa
  abcabc testpass temppass temp temporary tempest sample example student students teacher school college university
  office work worker business company manager director president boss engineer doctor nurse police fireman pilot airplane
  titanic castle camelot excalibur dungeon monster monsters creative creator explorer voyager enterprise challenger
  discovery columbia victory victoria1 vision maverick gateway gateways ncc1701 bond007 jamesbond goldeneye goldfinger
  agent007 terminator predator alien aliens godzilla kingkong gladiator spartan spartacus rambo rocky rocky1 rocknroll1
  scarface godfather corleone soprano simpson simpsons homer bart bartman southpark cartman kenny familyguy futurama
  friends1 seinfeld smallville supernatural sherlock watson einstein newton darwin mozart beethoven picasso shakespeare
  leonardo1 napoleon cleopatra nefertiti bonita bonito linda lindo hermosa guapa guapo preciosa preciosa1 corazon corazón
  estrella estrellita carino cariño chiquita chiquito morena rubia bella1 bello ciccio ciccia pippo pluto1 paperino topolino
  cucciolo cucciola stella stellina tesoro amicizia polska1 kasia basia asia1 gosia marcin piotr pawel paweł tomek bartek
  krzysztof agnieszka dawid damian kamil karolina patrycja natalia1 sylwia zosia dziewczyna kobieta mysza myszka zabka
  kwiatuszek sloneczko skarbie lucka mieke marieke marijke annemarie johannes pieter hendrik willem wouter jeroen sander
  bas joost maarten michiel thijs daan sanne lotte femke anouk iris esther ingeborg fietsen vakantie zomer1 gezellig poepie
  scheetje kanjer knuffel knuffels kusje kusjes snoepje snoepie lieverd moppie wijn bier1 kaas stroopwafel oranje hup
  holland1 mausi maus mausebär mausebaer hasi hasilein engel engelchen sternchen süsse suesse süße bärchen baerchen
  liebling1 sommer1 urlaub bayern1 freundschaft hallo1 hallo123 hallohallo gutentag abcdefghi passwort1 kartoffel
  schokolade1 erdbeere1 fussball1 bushido rammstein loulou coucou coucou1 salut bonjour1 soleil1 chocolat1 marseille1
  nounours nicolas1 mouloud azertyuiop azerty123 azertyui camille1 poupette chipie princesse1 doudou1 bisous bisou bebe
  nintendo playstation xbox xbox360 gamer gamecube gameboy gaming player player1 noobmaster killer killers killer1
  killbill assassin legend legends hero heroes super supernova superstar superstars rockstar1 popstar megastar ultimate
  ultra mega extreme maximum maximus infinity forever1 forever21 always never nevermind eternal eternity destiny karma
  nirvana1 zenith buddha krishna ganesh shiva india pakistan bangladesh mumbai delhi chennai sairam omsairam allah
  bismillah islam muhammad mohamed mohammed ahmed fatima aisha yasmin leila layla samira nadia omar hassan hussein
  ibrahim abdullah mustafa`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Rows and columns of keyboards and the orders that everybody knows: passwords made of pieces of them are refused. */
export const commonRuns: readonly string[] = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'qwertzuiopü',
  'yxcvbnm,.-',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '!@#$%^&*()',
  '!"#¤%&/()=',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'zaq1xsw2cde3vfr4bgt5nhy6mju7',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaqxswcdevfrbgtnhymju',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qaswdefrgthyjukilo',
  'a1s2d3f4g5h6j7k8l9',
  'a1b2c3d4e5f6g7h8i9',
  '1a2b3c4d5e6f7g8h9i',
  '112233445566778899',
  'aabbccddeeffgg',
  '147258369',
  '963852741',
  '123654789',
  '789456123',
  '741852963',
  '159753',
  '159357',
  '142536',
  '102030405060',
  '123321',
  '246813579',
  '135792468',
  '314159265358979',
];

/** Common passwords, refused even with look-alike digits or decoration. Eleven languages; lower case. */
export const commonWords: ReadonlySet<string> = new Set(
  `password passwort passw0rd pass passwd passwords mypassword thepassword wachtwoord motdepasse contrasena contraseña
  hemmelig hemmelighed hemmelighet hemlig hemlighet salainen salaisuus secreto segreto sekret tajne kæreste kaereste
  kjæreste kjaereste kjærlighet kjaerlighet kærlighed kaerlighed
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
  ibrahim abdullah mustafa
  alabama alaska arizona arkansas colorado connecticut delaware georgia hawaii idaho illinois indiana iowa kansas
  kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada
  newhampshire newjersey newmexico northcarolina ohio oklahoma oregon pennsylvania rhodeisland southcarolina dakota
  tennessee utah vermont washington wisconsin wyoming carolina munich muenchen cologne leipzig dresden hannover bremen
  essen nürnberg nuernberg geneva genève basel bern salzburg innsbruck graz linz denhaag eindhoven groningen maastricht
  nijmegen haarlem leiden arnhem breda tilburg bruxelles antwerpen antwerp gent ghent liege charleroi lille nantes
  strasbourg montpellier rennes grenoble seville malaga bilbao zaragoza granada alicante lisbon porto rome turin venice
  venezia florence bologna genova palermo catania verona warsaw kraków gdańsk poznań wroclaw wrocław katowice lublin
  szczecin aarhus odense aalborg esbjerg gothenburg malmö uppsala linköping örebro västerås oslo trondheim stavanger
  tromsø tromso drammen turku oulu espoo vantaa jyväskylä lahti kuopio belfast cork galway edinburgh glasgow aberdeen
  dundee cardiff swansea birmingham sheffield bristol nottingham leicester coventry southampton portsmouth brighton
  plymouth oxford cambridge moscow moskva petersburg kiev prague praha budapest bucharest belgrade zagreb athens ankara
  jerusalem telaviv cairo dubai bangkok singapore hongkong shanghai beijing tokyo osaka kyoto seoul brisbane perth
  adelaide wellington ottawa calgary edmonton winnipeg philadelphia baltimore atlanta miami orlando tampa sanantonio
  lasvegas losangeles hollywood sanfrancisco sandiego oakland sacramento portland seattle detroit cleveland columbus
  cincinnati pittsburgh indianapolis milwaukee minneapolis stlouis memphis nashville neworleans brooklyn manhattan bronx
  queens havana bogota lima santiago buenosaires saopaulo riodejaneiro capetown johannesburg nairobi lagos casablanca
  marrakech greatbritain belgique suisse svizzera österreich oesterreich iceland russia rossiya ukraine türkiye hellas
  croatia hrvatska serbia srbija hungary romania bulgaria czech slovakia slovenia estonia latvia lithuania chile
  venezuela peru cuba jamaica dominicana puertorico china japan korea vietnam thailand indonesia malaysia philippines
  egypt morocco maroc algerie algeria tunisia nigeria ghana kenya southafrica europa atlantic pacific smith williams
  jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson moore thompson harris sanchez
  clark ramirez lewis robinson walker young allen wright torres nguyen hill flores adams nelson baker hall rivera
  campbell mitchell carter roberts gomez phillips evans turner diaz parker cruz edwards collins reyes stewart morris
  morales murphy cook rogers gutierrez ortiz cooper peterson bailey reed howard ramos kim cox ward richardson brooks
  chavez wood bennett gray mendoza ruiz hughes price alvarez castillo sanders patel myers long ross foster jimenez
  powell jenkins perry russell sullivan bell coleman butler henderson barnes gonzales vasquez simmons romero patterson
  graham reynolds griffin wallace moreno west cole hayes bryant herrera gibson ellis tran medina aguilar stevens murray
  ford castro marshall owens harrison fernandez mcdonald woods kennedy wells vargas freeman webb tucker guzman burns
  crawford olson porter gordon mendez silva shaw snyder mason dixon munoz hunt hicks holmes palmer wagner robertson boyd
  stone salazar fox warren mills meyer rice schmidt garza daniels ferguson nichols stephens soto weaver gardner payne
  grant dunn kelley spencer hawkins arnold pierce hansen peters santos hart bradley elliott cunningham duncan armstrong
  hudson carroll lane riley andrews alvarado ray delgado berry perkins hoffman johnston matthews pena richards contreras
  willis carpenter lawrence sandoval guerrero chapman rios estrada ortega watkins greene nunez wheeler valdez harper
  burke larson maldonado morrison franklin carlson dominguez carr lawson jacobs obrien lynch singh vega bishop
  montgomery jensen harvey williamson gilbert dean sims espinoza howell müller mueller schneider fischer weber becker
  schulz schäfer koch bauer richter klein wolf schröder schroeder neumann schwarz zimmermann braun krüger krueger
  hofmann hartmann lange schmitt krause lehmann schmid schulze maier köhler herrmann könig mayer huber kaiser fuchs lang
  scholz möller weiss jung hahn schubert vogel friedrich keller günther berger winkler roth beck lorenz baumann jansen
  janssen devries vandenberg vandijk bakker visser smit meijer deboer mulder degroot bos vos hendriks vanleeuwen dekker
  brouwer dewit dijkstra smits degraaf vandermeer dubois durand moreau lefebvre leroy roux bertrand morel fournier
  girard bonnet dupont lambert fontaine rousseau legrand garnier faure rossi russo esposito bianchi romano colombo ricci
  marino greco gallo conti deluca mancini costa giordano rizzo lombardi moretti nowak kowalski wisniewski wójcik wojcik
  kowalczyk kaminski lewandowski zielinski szymanski wozniak dabrowski kozlowski jankowski mazur kwiatkowski krawczyk
  nielsen andersen pedersen christensen larsen sørensen sorensen rasmussen jørgensen jorgensen petersen madsen
  kristensen olsen thomsen christiansen johansen poulsen karlsson nilsson eriksson larsson olsson persson svensson
  gustafsson pettersson jonsson jansson hansson bengtsson lindberg lindström lindstrom lindqvist bergström kristiansen
  berg haugen hagen johannessen halvorsen korhonen virtanen mäkinen makinen nieminen mäkelä makela hämäläinen laine
  heikkinen koskinen järvinen lehtonen ivanov ivanova petrov smirnov kuznetsov popov landrover rangerover aston
  astonmartin golfgti passat beetle opel astra corsa clio megane lancia seat ibiza skoda octavia corolla camry celica
  supra civic accord prelude skyline altima sentra miata mitsubishi lancer eclipse impreza hyundai kia tesla cadillac
  silverado impala camaross dodge durango chrysler wrangler cherokee grandcherokee pontiac transam buick lincoln vespa
  triumph scania peterbilt kenworth caterpillar johndeere tractor trucker diesel ferrarif redskins bills jets ravens
  bengals browns texans colts jaguars titans chiefs chargers saints buccaneers cardinals rams seahawks niners 49ers
  panthers nuggets jazz suns clippers kings spurs mavericks rockets pelicans grizzlies hornets hawks heat wizards
  cavaliers pistons pacers bucks raptors nets sixers orioles rays bluejays whitesox indians royals twins astros mariners
  athletics phillies mets braves marlins nationals brewers reds cubs padres rockies diamondbacks redwings blackhawks
  bruins sabres canadiens senators mapleleafs penguins capitals hurricanes islanders devils predators blues avalanche
  wild flames oilers canucks ducks kraken longhorns sooners gators seminoles wolverines buckeyes spartans badgers
  huskers jayhawks wildcats tarheels bluedevils crimsontide rolltide volunteers bulldogs hurricane trojans huskies
  zeppelin deeppurple blacksabbath ozzy pantera limpbizkit deftones pearljam soundgarden foofighters blink offspring
  radiohead oasis blur depechemode thecure thesmiths joydivision neworder kraftwerk roxette ace aceofbase ramones
  sexpistols clash bobmarley marley presley sinatra bowie hendrix jimihendrix clapton dylan springsteen bonjovi
  aerosmith gunsnroses motleycrue kiss vanhalen slimshady tupac 2pac biggie notorious snoopdogg jayz kanye drake spears
  ladygaga katyperry taylorswift backstreet nsync spicegirls takethat robbie depeche manson marilyn judaspriest
  motorhead nightwish apocalyptica guitarist bassist pianist trombone saxophone violin orchestra hamburger cheeseburger
  hotdog frenchfries spaghetti lasagna macaroni sushi taco tacos burrito nachos steak bacon sausage chicken sandwich
  bread muffin donut waffle choclate vanilla blueberry raspberry blackberry cranberry pineapple mango papaya coconut
  apricot plum lime watermelon grapefruit grapes potato tomato carrot broccoli cucumber pumpkin mushroom onion garlic
  salt gummibear gummybear snickers twix skittles marsbar kitkat nutella haribo toblerone coke sprite fanta drpepper
  monsterenergy gatorade mountaindew espresso cappuccino latte mocha tea lemonade milk milkshake budlight carlsberg
  tuborg amstel smirnoff absolut jackdaniels jimbeam johnniewalker bacardi captainmorgan margarita martini champagne
  prosecco merlot chardonnay absinthe jägermeister jagermeister gorilla chimpanzee kangaroo koala platypus crocodile
  alligator hippo rhino cheetah leopard cougar bobcat lynx wolves wolfpack werewolf coyote foxy badger beaver otter
  squirrel chipmunk hedgehog hamster guineapig ferret mouse rat ratte mole bat vampirebat sparrow swallow bluebird
  blackbird canary parrot cockatoo peacock flamingo penguin pelican seagull albatross owl raven crow magpie woodpecker
  hummingbird stork swan goose duck ducky duckling rooster stallion donkey goat sheep lamb cow bull oxen pig piglet
  buffalo bison moose elk reindeer deer antelope gazelle camel llama whale orca seal walrus octopus squid lobster crab
  shrimp goldfish catfish swordfish stingray piranha salmon trout tuna tortoise lizard gecko iguana chameleon
  rattlesnake frog toad tarantula ladybug dragonfly bumblebee honeybee hornet mosquito ant cricket grasshopper mongoose
  doberman rottweiler bulldog pitbull poodle labrador retriever dalmatian beagle husky chihuahua dachshund terrier
  shepherd sergeant lieutenant colonel general admiral commander commando marines airborne infantry cavalry artillery
  navyseal airforce fighter shogun crusader templar paladin sorcerer warlock witch druid shaman archer mercenary gunner
  rifleman bazooka grenade missile rocket torpedo submarine battleship carrier bomber spitfire messerschmitt apache
  blackhawk chinook stealth raptor tomcat phantom harrier thunderbolt warthog artemis aphrodite poseidon hades hermes
  odysseus ulysses perseus medusa minotaur titan atlas prometheus icarus pandora cassandra helen trojan troy olympus
  sparta caesar augustus nero brutus pharaoh ramses osiris anubis isis horus odin loki freya valhalla ragnarok asgard
  valkyrie arthur lancelot merlin guinevere avalon robinhood ivanhoe socrates plato aristotle archimedes galileo
  copernicus edison bonaparte roosevelt churchill stalin lenin gagarin magellan hamlet macbeth romeo juliet
  romeoandjuliet othello goethe bach vivaldi chopin rembrandt vangogh michelangelo donatello serenity justice glory
  honor courage patience wisdom harmony melody symphony milkyway stardust starbright starburst comet meteor asteroid
  venus mars neptune uranus solar lunar sunrise sunset sundance snowflake blizzard thunderstorm tornado typhoon tsunami
  earthquake volcano lava inferno hellfire brimstone wildfire bluemoon moonshine moonbeam darkside darkstar nightmare
  nightwolf nighthawk daylight waterfall riverside seaside beachboy beachbum heavenly angelic immortal invincible
  invisible incredible fantastic wonderful precious treasure sapphire amethyst topaz opal jewel keyboard monitor printer
  scanner software hardware notebook laptop desktop webmaster website homepage firefox mozilla chrome netscape yahoo
  hotmail gmail outlook telecom telephone telefon mobile wireless bluetooth ethernet router firewall backup harddisk
  floppy memory processor pentium athlon radeon geforce nvidia logitech macintosh powerbook macbook imac panasonic
  philips siemens motorola ericsson wii halflife unreal tournament battlefield worldofwarcraft leagueoflegends overwatch
  assassinscreed finalfantasy tombraider laracroft maxpayne hitman silenthill residentevil streetfighter mortalkombat
  tekken guildwars runescape everquest stargate babylon battlestar galactica klingon picard kirk spock vulcan scully
  xfiles robocop diehard goodfellas pulpfiction fightclub bladerunner ghostbusters gremlins goonies indianajones
  jurassic jurassicpark avatar braveheart highlander zorro bender spongebob squarepants flintstones fred barney popeye
  tweety sylvester bugsbunny daffy daffyduck roadrunner taz tasmanian wileecoyote pinkpanther smurfs smurfette asterix
  obelix tintin casper peterpan tinkerbell cinderella rapunzel snowwhite aladdin mulan pocahontas ariel belle lawyer
  plumber electrician mechanic firefighter policeman detective sheriff marshal judge minister senator governor mayor
  secretary assistant consultant developer designer programmer hacker architect painter artist photographer musician
  musicman singer actor actress writer author poet journalist editor publisher driver sailor fisherman farmer gardener
  butcher waiter waitress bartender hairdresser cleaner trainer coach referee goalkeeper striker midfielder quarterback
  linebacker pitcher catcher softball lacrosse badminton handball waterpolo snooker billiards bowling archery fencing
  judo taekwondo kickboxing jujitsu aikido kungfu biker motocross supercross rally formula daytona indycar speedway
  drifting parachute paragliding sailing windsurf kitesurf wakeboard rollerblade gymnast cheerleader ballerina yoga
  fitness bodybuilder marathon triathlon decathlon olympic olympics motherfucker bitchass shithead dickhead dumbass
  jackass badass smartass fatass hardass kickass fuckface fuckfuck cocksucker pussycat sexylady sexybitch sexymama
  hotchick badboy badgirl goodboy goodgirl naughty naughtyboy naughtygirl playboy playgirl playmate penthouse hustler
  hardcore softcore pornstar blowjob handjob threesome orgasm erotic erotica lingerie stockings pantyhose bikini boobies
  bigboobs bigtits titties nipples butthead butthole buttfuck bighead fathead bonehead meathead deadhead brunette
  blueeyes browneyes greeneyes babyface babydoll bigboy bigman bigdog bigdaddy bigmama bigmac bigben bigbird littleman
  littleone littlegirl sweetpea sweetness sugarbaby honeybunch honeybear honeypie snuggles cuddles kisses hugs lovebug
  loverboy lovergirl lovebird heartbreaker heartless brokenheart somebody anybody everybody someone anyone goodluck
  goodday goodtime goodtimes goodbye hellothere howareyou thankyou sorry excuseme yourmom yourmama grandma grandpa
  cousin husband wife children holiday vacation birthday christmas xmas santa santaclaus halloween easter thanksgiving
  newyear valentine valentines wedding anniversary graduation highschool classroom homework library science biology
  chemistry physics geometry algebra mathematics history geography economics philosophy psychology literature language
  english spanish french german italian russian chinese japanese portuguese dutch polish swedish danish norwegian
  finnish corporate cashmoney millionaire billionaire million billion trillion rich richman gangster gangsta gangbang
  thug thuglife hustle mafia mafioso cartel bandit outlaw renegade rebel buccaneer smuggler criminal prisoner fugitive
  stranger traveler wanderer pioneer pilgrim nomad gypsy bohemian hippie hipster rocker punkrock punkrocker rapper
  reggae rasta rastaman trance hardstyle housemusic drumnbass metalhead headbanger hardrock classicrock countryboy
  countrygirl cowboy cowgirl farmboy farmgirl cityboy westside eastside northside southside downtown uptown midtown
  ghetto suburb neighborhood highway freeway motorway railway railroad station airport harbor lighthouse palace fortress
  tower bridge tunnel garden backyard kitchen bathroom bedroom basement attic garage window doorway mirror pillow
  blanket
  my new old your mine our the ilike tyler ethan logan liam noah aiden jayden wyatt grayson amelia evelyn abigail mila
  aria scarlett amanda sophia gabriella fernanda alejandra alexandru nathaniel katherine kathleen savannah michaela
  stefanie sabine markus pascal jasmin manuela heike silke anja katja antje torsten thorsten juergen jürgen guenther
  helmut horst dieter uwe ralf rainer bernd holger malte finn elias paula lena lea mia marlene greta frieda mehmet ahmet
  murat emre ayse zeynep elif fatma yasmine yusuf hasan khalid karim antoine thibault clementine alexandre benoit cedric
  damien fabien florent gaelle laetitia mickael quentin solene sylvain virginie eloise manon enzo hugo theo jules gabin
  alessandra federica riccardo salvatore antonella chiara giorgia ilaria simona paola davide fabio massimo claudio
  eduardo gonzalo rodrigo rosario guadalupe esperanza lourdes pilar consuelo ignacio javier enrique ernesto hector
  adrian alvaro raul ximena camila grzegorz przemek lukasz kacper dominika aleksandra ola kuba wojtek jakub szymon
  oliwia zofia maja hania wiktoria robbert mathijs nick natasja chantal koen lars sem bram stijn maaike saskia
  frederikke christoffer rasmus emilie katrine freja ida clara laerke jonas nikolaj mads soren søren mikael antti pekka
  minna hanna matti jukka timo ville juha kari heikki sari tiina päivi paivi anneli riikka kaisa aino venla onni eino
  väinö kristine kristin magnus sigurd gustav fredrik oskar viktor emelie elin linnea niklas mats birgitta astrid alva
  ebba elsa wilma hedda tuva sondre eirik haakon håkon sindre valentin valentino ali amir reza sami liverpoolfc
  chelseafc hsv leverkusen fiorentina atalanta benfica sporting sportingcp olympiakos panathinaikos twente vitesse
  heerenveen saintetienne olympique ifk brann hjk ilves tappara lionel lionelmessi mbappe rooney gerrard lampard
  ibrahimovic maldini totti buffon pirlo senna prost lauda alonso vettel michaeljordan federer nadal djokovic bolt tyson
  voldemort leia sith kylo mandalorian olaf stitch yugioh barbie myspace snapchat whatsapp linkedin amazon tiktok
  discord reddit netflix spotify paypal ebay world goodmorning goodnight morning night evening together success fantasy
  miracle awesome amazing perfect special crazy stupid idiot loser psycho maniac girl boy girls boys mami papi mamasita
  babies kids lovers kissme romance flirt tinder married marriage honeymoon girlfriend boyfriend casanova donjuan candle
  candles kerze teelicht waxine bougie candela vela swieca stearinlys kynttilä kynttila ljus blah lala haha hihi hoho
  yes nono noway tralala dada kaka kakka poep pipi pupsik dingdong pingpong tictactoe abracadabra hocuspocus simsalabim
  one two three four five six seven eight nine ten zero number first last eins zwei drei vier een twee drie deux trois
  uno dos tres due tre raz dwa trzy yksi kaksi kolme ett två tva word entrada signin sign account member members premium
  register join cool dude coolguy guy man men woman hot bad good big little small sweet peanuts poohbear cup pie cream
  story less wind mill land warhammer undertaker survivor stargazer superhero supergirl wrestler thunderbird tigerlily
  trouble sparky speedy skipper scooter sandman santana quartz yankee ripper raider tarzan wildcat hammer death heavy
  lord bless godbless akbar allahuakbar mashallah inshallah hallelujah namaste shalom salam ilovehim lovehate elskling
  gullegull gumman dig jag jeg rakastan sinua minä mina ikhou van jou houvan mon coeur cheri amo tanto mucho amorcito
  mivida vida herbst fruehling frühling herfst lente inverno invierno primavera printemps automne zima wiosna jesien
  jesień talvi kesa syksy kevät kevat vår var sommar vinter host høst efterår efteraar forår foraar buenos dias goeden
  dag morgen guten tag abend goedemorgen goededag dzien dobry privet bonsoir buonanotte fuckthis merda cojones kutwijf
  saatana fitta bigdick boobs horny woaini woaiwojia lozinka heslo kodeord jelszo slaptazodis parole sifre şifre change
  gymnastics snowboarding shooter anonymous hackme rockyou musik changeit administrador toor olaola chitchat accountant
  kat bunnies bronco ladybird dinosaur lambo
  bluesky cameron buddy buster maggie toby molly sadie zoey duke roxy gizmo nugget biscuit ramen avocado grape kiwi
  melon hazelnut cinnamon caramel toffee marshmallow cheesecake smoothie kenneth raymond phillip derek trevor travis
  dominican bolivia ecuador panama honduras israel lebanon pinoy taiwan ukraina bucuresti beograd bosna albania kosovo
  bratislava czechia tallinn vilnius riga reykjavik geneve lausanne duesseldorf düsseldorf bochum aachen bonn mainz
  freiburg heidelberg augsburg luik leuven mechelen delft enschede zwolle almere apeldoorn nice bretagne corsica corse
  sicilia sardegna murcia canarias tenerife mallorca galicia lodz łódź bialystok gdynia rzeszow vasteras orebro
  linkoping jyvaskyla rovaniemi swagger swag yolo headshot progamer dota valorant counter csgo steam gta sanandreas vice
  simcity pacman godofwar kratos skyrim fallout hearthstone clubpenguin neopets animal wolfgang seahorse raccoon
  coccinelle licorne perrito gattino cagnolino koteczek motylek pferde haeschen häschen baer bär igel aap hevonen pupu
  katt hest fjaril hast häst hunden katten passion desire pleasure temptation seduction maker lonely only infinite zen
  meditation chakra balance tranquil gratitude kindness behappy smileforme joyful cheerful mancity barca asroma angelito
  angelita cat sebastien foxtrot gti hallowelt welt hej moi ilovedich amormio kultapieni jagelskerdig elskerdig skatter
  usa turkiye zuerich jesusislord jesuslovesme godislove iloveyousomuch ilovemymom ilovemyself loveisblind house
  moneyforme fantasia mamaipapa mamaytata jenny stoner mrsright mrright thee licht kakker poepje numberone fan logmein
  sidney valerie einszweidrei unodostres undeuxtrois onetwothree ikhouvanje cheer`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Keyboard rows and columns and well-known sequences. Passwords made of pieces of them are refused. */
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
  '271828182845904',
  '161803398874989',
  '8675309',
  '5201314520',
  'qwaszxerdfcv',
  '12qwaszx34erdfcv',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
];

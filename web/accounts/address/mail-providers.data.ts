import type { Country } from '../../../contract/platform/countries.ts';

/** Never questioned; only these are suggested. A rarely used real domain that is close to another belongs here. */
export const providersByCountry: Readonly<Record<Country, string>> = {
  US: `att.net bellsouth.net sbcglobal.net ameritech.net pacbell.net swbell.net prodigy.net comcast.net xfinity.com verizon.net
    cox.net charter.net spectrum.net rr.com twc.com roadrunner.com optonline.net optimum.net earthlink.net mindspring.com
    juno.com netzero.net netzero.com frontier.com frontiernet.net windstream.net centurylink.net centurytel.net
    embarqmail.com q.com netscape.net suddenlink.net mediacombb.net cableone.net wowway.com hughes.net excite.com lycos.com
    usa.net usa.com tds.net rcn.com ptd.net`,
  NL: `ziggo.nl kpnmail.nl kpnplanet.nl planet.nl hetnet.nl home.nl xs4all.nl upcmail.nl chello.nl casema.nl quicknet.nl
    zonnet.nl tele2.nl telfort.nl online.nl wxs.nl freeler.nl solcon.nl caiway.nl caiway.net zeelandnet.nl kabelfoon.nl
    kabelfoon.net versatel.nl orange.nl t-mobilethuis.nl delta.nl tiscali.nl wanadoo.nl 12move.nl dds.nl freedom.nl
    antenna.nl hccnet.nl multiweb.nl filternet.nl budget.nl vodafonevast.nl concepts.nl soverin.net mail.nl`,
  BE: `telenet.be skynet.be proximus.be belgacom.net belgacom.be scarlet.be pandora.be voo.be orange.be mobistar.be base.be
    edpnet.be brutele.be tvcablenet.be versateladsl.be swing.be euphonynet.be advalvas.be mail.be`,
  FR: `orange.fr wanadoo.fr free.fr sfr.fr neuf.fr laposte.net bbox.fr cegetel.net club-internet.fr club.fr numericable.fr
    noos.fr aliceadsl.fr libertysurf.fr 9online.fr 9business.fr voila.fr caramail.fr caramail.com mailo.com mailo.fr
    netcourrier.com ik.me dbmail.com dartybox.com worldonline.fr tiscali.fr tele2.fr nordnet.fr estvideo.fr online.fr
    orange.com mail.fr evc.net modulonet.fr zaclys.net`,
  IT: `libero.it virgilio.it tiscali.it tiscalinet.it alice.it tim.it tin.it inwind.it iol.it blu.it giallo.it email.it
    fastwebnet.it fastweb.it poste.it aruba.it pec.it legalmail.it vodafone.it teletu.it tele2.it wind.it tre.it
    katamail.com supereva.it jumpy.it interfree.it infinito.it kataweb.it excite.it lycos.it aliceposta.it cheapnet.it
    ngi.it mclink.it mclink.net eolo.it`,
  ES: `telefonica.net movistar.es terra.es ya.com orange.es wanadoo.es ono.com vodafone.es euskaltel.net mundo-r.com
    jazztel.es jazzfree.com eresmas.com tiscali.es telecable.es mixmail.com inicia.es lycos.es menta.net auna.com
    arrakis.es`,
  DE: `web.de t-online.de freenet.de arcor.de online.de 1und1.de mail.de email.de e-mail.de mailbox.org vodafone.de
    vodafonemail.de o2mail.de o2online.de unitybox.de kabelmail.de kabelbw.de netcologne.de ewetel.net ewe.net osnanet.de
    htp-tel.de alice-dsl.net alice-dsl.de alice.de hanse.net hansenet.de versanet.de versatel.de tiscali.de telekom.de
    magenta.de mnet-online.de mnet-mail.de nord-com.net wtnet.de genion.de lycos.de compuserve.de compuserve.com
    directbox.com directbox.de smart-mail.de emailn.de eclipso.de eclipso.eu firemail.de firemail.eu dismail.de ish.de
    onlinehome.de teleos-web.de surfeu.de snafu.de in-berlin.de superkabel.de dokom.net tele2.de`,
  AT: `aon.at a1.net chello.at inode.at utanet.at liwest.at kabsi.at tele2.at telering.at drei.at magenta.at salzburg.at
    tirol.com cablelink.at eunet.at vol.at`,
  IE: `eircom.net eir.ie iol.ie indigo.ie oceanfree.net vodafone.ie esatclear.ie utvinternet.com imagine.ie clubi.ie
    ireland.com o2.ie`,
  GB: `btinternet.com btopenworld.com bt.com btconnect.com talk21.com talktalk.net talktalk.co.uk tiscali.co.uk
    virginmedia.com virgin.net ntlworld.com blueyonder.co.uk sky.com plus.com plus.net freeserve.co.uk wanadoo.co.uk
    orange.net orange.co.uk o2.co.uk lineone.net fsmail.net fsnet.co.uk tesco.net uwclub.net madasafish.com supanet.com
    onetel.com zen.co.uk pipex.com dsl.pipex.com breathe.com homecall.co.uk nildram.co.uk waitrose.com toucansurf.com
    tinyworld.co.uk ukonline.co.uk`,
  CA: `rogers.com bell.net bellaliant.net sympatico.ca shaw.ca telus.net videotron.ca cogeco.ca cogeco.net eastlink.ca
    sasktel.net mts.net mymts.net tbaytel.net xplornet.com xplornet.ca teksavvy.com primus.ca globetrotter.net oricom.ca
    sogetel.net northwestel.net vianet.ca execulink.com accesscomm.ca fido.ca novuscom.net`,
  PL: `wp.pl o2.pl onet.pl onet.eu onet.com.pl poczta.onet.pl poczta.onet.eu vip.onet.pl op.pl vp.pl interia.pl interia.eu
    interia.com poczta.fm poczta.pl tlen.pl gazeta.pl go2.pl autograf.pl buziaczek.pl spoko.pl amorki.pl int.pl adres.pl
    intmail.pl opoczta.pl neostrada.pl orange.pl plus.pl toya.net.pl home.pl aster.pl prokonto.pl mail.pl`,
  AU: `bigpond.com bigpond.net.au bigpond.com.au telstra.com optusnet.com.au tpg.com.au iinet.net.au westnet.com.au
    dodo.com.au internode.on.net adam.com.au ozemail.com.au aapt.net.au exetel.com.au netspace.net.au primus.com.au
    iprimus.com.au aussiebroadband.com.au chariot.net.au southernphone.com.au y7mail.com fastmail.com.au`,
  NZ: `xtra.co.nz slingshot.co.nz orcon.net.nz vodafone.co.nz vodafone.net.nz clear.net.nz paradise.net.nz ihug.co.nz
    actrix.co.nz inspire.net.nz kinect.co.nz snap.net.nz spark.co.nz woosh.co.nz maxnet.co.nz callplus.net.nz
    farmside.co.nz wave.co.nz`,
  CH: `bluewin.ch bluemail.ch swissonline.ch sunrise.ch hispeed.ch protonmail.ch tele2.ch freesurf.ch green.ch netplus.ch
    vtxnet.ch vtxmail.ch romandie.com citycable.ch quickline.ch besonet.ch ggaweb.ch datacomm.ch worldcom.ch tiscali.ch
    solnet.ch mail.ch mails.ch ggs.ch gawnet.ch thurweb.ch rsnweb.ch breitband.ch leunet.ch yetnet.ch valaiscom.ch ticino.com`,
  DK: `mail.dk jubii.dk jubiimail.dk ofir.dk yousee.dk youmail.dk stofanet.dk tdcadsl.dk post.tele.dk mail.tele.dk privat.dk
    webspeed.dk tiscali.dk get2net.dk cybercity.dk vip.cybercity.dk fibermail.dk energimail.dk profibermail.dk bbsyd.dk
    parknet.dk e-mail.dk dlgmail.dk worldonline.dk image.dk oncable.dk sol.dk forum.dk city.dk nypost.dk kabelnettet.dk pc.dk
    email.dk`,
  FI: `luukku.com suomi24.fi kolumbus.fi elisanet.fi elisa.fi inet.fi pp.inet.fi saunalahti.fi welho.com dnainternet.net
    dna.fi netti.fi phnet.fi pp.phnet.fi sci.fi jippii.fi surffi.net mbnet.fi iki.fi nettilinja.fi netikka.fi multi.fi
    kotiposti.net kymp.net sonera.fi wippies.fi wippies.com nic.fi`,
  NO: `online.no getmail.no lyse.net c2i.net start.no broadpark.no frisurf.no telenor.com altiboxmail.no ebnett.no
    nextgentel.com tele2.no chello.no bkkfiber.no haugnett.no mimer.no sf-nett.no enivest.net vikenfiber.no loqal.no
    signal.no monet.no netcom.no epost.no sensewave.com hesbynett.no combitel.no neasonline.no ntebb.no losmail.no
    powertech.no sol.no bbnett.no`,
  SE: `telia.com telia.se bredband.net bredband2.com spray.se comhem.se glocalnet.net swipnet.se tele2.se bahnhof.se
    passagen.se home.se ownit.nu bostream.nu tiscali.se utfors.se algonet.se sverige.nu swedenmail.com
    bredbandsbolaget.se netatonce.net perspektivbredband.se chello.se gotanet.com tninet.se telenor.se crossnet.se
    allt2.se rixtele.com levonline.com blixtmail.se varnamo.nu ljusnet.se`,
};

/** The providers used in every country, or by members who moved. */
export const providersElsewhere = `gmail.com googlemail.com icloud.com me.com mac.com msn.com windowslive.com passport.com
  ymail.com rocketmail.com aim.com mail.com email.com proton.me protonmail.com pm.me tutanota.com tutanota.de tuta.com
  tuta.io tutamail.com keemail.me fastmail.com fastmail.fm hey.com zoho.com zohomail.com zohomail.eu hushmail.com hushmail.me
  inbox.com love.com starmail.com uk2.net duck.com mozmail.com privaterelay.appleid.com mailfence.com startmail.com earthling.net runbox.com disroot.org riseup.net
  yandex.com yandex.ru ya.ru mail.ru bk.ru list.ru inbox.ru internet.ru rambler.ru ukr.net i.ua meta.ua bigmir.net qq.com
  163.com 126.com sina.com naver.com hanmail.net daum.net rediffmail.com abv.bg mail.bg seznam.cz email.cz centrum.cz
  volny.cz post.cz atlas.cz azet.sk centrum.sk zoznam.sk post.sk freemail.hu t-online.hu citromail.hu inbox.lv inbox.lt one.lt mail.ee
  hot.ee sapo.pt clix.pt otenet.gr uol.com.br bol.com.br terra.com.br ig.com.br globo.com prodigy.net.mx walla.com walla.co.il
  mynet.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp`;

/** Providers with a domain in many countries: the endings of each. */
export const providersByEnding: Readonly<Record<string, string>> = {
  gmx: 'de net com at ch fr es it co.uk us eu info org biz li tm',
  hotmail: `com de fr it es nl be co.uk se dk no fi ch at ca gr com.br com.ar com.tr com.au com.hk com.tw com.vn cl co.jp co.nz
    co.za co.il co.kr co.th co.id cz hu lt lv my ph rs sg sk`,
  outlook: `com de fr it es be dk at ie pt cz hu sk lv cl com.ar com.au com.br com.gr com.tr com.vn co.id co.il co.nz co.th in
    jp kr my ph sa sg`,
  live: 'com de fr it nl be co.uk se dk no fi at ch ie ca cl cn com.ar com.au com.mx com.my com.pt com.sg co.za hk in jp ru',
  yahoo: `com de fr it es co.uk ie nl be se dk no fi pl at ch gr pt ro hu cz ca com.br com.ar com.mx com.au co.nz co.in in co.id
    com.ph com.sg com.my co.th com.vn com.hk com.tw co.jp co.za com.tr cl com.co com.pe com.ve`,
  posteo: 'de net org at be ch cz dk ee es eu fi hr hu ie in is lt lu lv me nl no pe pl pt ro se si uk us',
  aol: 'com de fr it co.uk es nl se',
};

/** Names that no other domain for mail uses: a different ending is a typo. */
export const uniqueProviders =
  'gmail.com googlemail.com icloud.com laposte.net t-online.de freenet.de wanadoo.fr libero.it virgilio.it bluewin.ch seznam.cz interia.pl ziggo.nl telenet.be btinternet.com luukku.com bigpond.com optusnet.com.au blueyonder.co.uk';

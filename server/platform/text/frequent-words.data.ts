import type { Language } from '../../../contract/platform/languages.ts';

/** The most frequent words of each language that say nothing by themselves, such as articles and pronouns. */
export const frequentWords: Readonly<Record<Language, string>> = {
  en: `
    the and you are is was were have has had that this these with what when where who how your my our their
    they she he we it its i’m you’re don’t it’s i’d i’ll would could should will can about from of to for in
    on at not but or if me so just than then there been do does any`,
  nl: `
    de het een en ik je jij jouw mijn van is zijn niet maar ook met voor naar op aan als dan die dat wat wie
    waar hoe heb hebt heeft hebben was waren wel geen nog bij uit om te door over er ze hij we ons onze kan
    kun wil zou meer graag dus want zo`,
  de: `
    der die das und ich du er sie es wir ihr ist sind war waren bin bist habe hast hat haben nicht mit ein
    eine einen einem einer auf für von zu zum zur im am dem den des auch aber wenn wie was wer wo dass als
    noch nur mich mir dich dir mein meine dein deine bei nach aus oder gern kann kannst doch schon mal`,
  it: `
    il lo la gli le un uno una di che è e non per con del della dei delle dal dalla nel nella nei sul sulla
    al alla ai mi ti ci si sono sei ho hai ha hanno come quando dove chi cosa più anche ma se mio mia tuo
    tua io tu lui lei questo questa quello perché molto`,
  fr: `
    le la les un une des du de et est je tu il elle nous vous ils que qui quoi où ne pas pour avec dans sur
    au aux ce cet cette ces mon ma mes ton ta tes son sa ses suis es sont ai as ont j’ai c’est plus mais ou
    comme quand moi toi très aussi être par si d’un d’une l’un qu’on`,
  es: `
    el la los las un una unos de del que y es en no se con por para como más pero su sus mi mis tu tus yo tú
    él ella soy eres son está están estoy hay lo le les me te nos al cuando donde dónde qué quién cómo muy
    también ya si sin ha he has este esta ese eso porque`,
  pl: `
    i w we z ze na do nie się to jest że jak co po o od dla za przy przez ale czy tak już być mam masz ma są
    był była mnie mi cię ci mój moja moje twój twoja ten ta te tego tym kto gdzie kiedy gdy bo albo tylko
    jeszcze bardzo może można go jej ich który która które jestem jesteś sobie`,
  da: `
    og i jeg du han hun vi de det den en et er var har havde ikke med for til på af at som fra om så men
    eller hvis når hvor hvad hvem hvordan mig dig os min mit mine din dit dine kan vil skal også der her
    noget nogen nogle ud op ind efter uden selv mere over ved blive bliver kun lige`,
  fi: `
    ja on en et ei ole olen olet ovat oli että mutta niin kun kuin jos joka jotka mitä mikä missä kuka miten
    minä sinä hän me te he minun sinun minua sinua minut sinut sen se tämä tuo ne myös vain vielä kanssa voi
    voit tai sekä jo nyt täällä hyvin mukaan jälkeen ennen kaikki oma olla
    jolla jossa josta jotta koska vaan sitten aina olisi`,
  nb: `
    og i jeg du han hun vi de det den en et ei er var har hadde ikke med for til på av å at som fra om så
    men eller hvis når hvor hva hvem hvordan meg deg oss min mitt mine din ditt dine kan vil skal også der
    her noe noen ut opp inn etter uten selv mer over ved bli blir bare litt`,
  sv: `
    och i jag du han hon vi de det den en ett är var har hade inte med för till på av att som från om så men
    eller när där här vad vem hur mig dig oss min mitt mina din ditt dina kan vill ska också något någon
    några ut upp in efter utan själv mer över vid bli blir bara lite er`,
};

/** The same of languages that share many of these words. They are never recognized, only told apart. */
export const similarLanguages: readonly string[] = [
  `
    o os as um uma de do da dos das que e é em não se com por para como mais mas seu sua meu minha teu tua
    eu você ele ela sou és são está estão estou lhe me te nos ao aos quando onde muito também já sem este
    esta isso porque no na nas tem foi`,
  `
    el la els les un una uns de del dels que i és en no es amb per com més però seu seva meu meva teu teva
    jo tu ell ella sóc ets són està hi ho li em et ens al als quan on molt també ja sense aquest aquesta
    això perquè`,
  `
    și în nu este e sunt un o la de cu pe pentru din că să se mai ce care cum dar sau eu tu el ea noi mea
    meu ta tău îmi îți mă te am ai are au fi foarte când unde fără`,
  `
    a v ve z ze na do ne se to je že jak co po o od pro za při přes ale tak už být mám máš má jsou byl byla
    mě mi tě ti můj moje tvůj ten ta kdo kde kdy když nebo jen ještě velmi jsem jsi si s k u`,
  `
    die het nie ek jy my jou hy sy ons hulle is was om saam met van wat te vir op aan en baie maar dit
    hierdie kan wil sal ook`,
];

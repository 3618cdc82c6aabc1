import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { type Language, languages } from '../../../contract/platform/languages.ts';
import { detectLanguage } from './detect-language.ts';

const read = (part: string, language: Language): string[] =>
  Object.values(
    JSON.parse(readFileSync(new URL(`../../../locales/${part}/${language}.json`, import.meta.url), 'utf8')),
  );

describe('the language of a text', () => {
  it.each(languages)(
    'is never mistaken in the sentences of %s, and recognized in a third of the longer ones',
    (language) => {
      const texts = ['icebreakers', 'notifications', 'match-finder', 'accounts'].flatMap((part) =>
        read(part, language),
      );
      const found = texts.map((text) => detectLanguage(text));
      expect(texts.filter((_, place) => (found[place] ?? language) !== language)).toEqual([]);
      const longer = texts.filter((text) => text.length >= 60);
      expect(longer.filter((text) => detectLanguage(text) === language).length).toBeGreaterThan(longer.length / 3);
    },
  );

  it('is recognized in what members write about themselves', () => {
    const texts = {
      en: 'I work in a garden centre and swim in the sea most mornings before my shift.',
      nl: 'Ik ben kapper, dus luisteren is mijn vak. Kom jij met een sterk verhaal?',
      de: 'Am Wochenende segle ich oder gehe mit dem Hund an die Elbe, abends koche ich gern.',
      it: 'Cerco una donna che rida forte e dorma fino a tardi almeno una volta alla settimana.',
      fr: 'Le dimanche, je vais au théâtre ou je laisse le chat choisir le programme.',
      es: 'Me gusta ir al cine, bailar los sábados y leer por la noche.',
      pl: 'Jestem po rozwodzie i szukam kogoś na stałe, bez pośpiechu.',
      da: 'I mit fag lærer man at sætte pris på en tirsdag. Inviter mig på noget, der ikke kan bestilles.',
      fi: 'Jos osaat olla hiljaa hyvässä seurassa, tule katsomaan, kun järvi tyyntyy.',
      nb: 'Havforsker og eier av Bergens mest brukte regnjakke. En fin kveld for meg: peis og vafler.',
      sv: 'När jag är ledig spelar jag fotboll, ser på film eller träffar vänner.',
    } satisfies Record<Language, string>;
    expect(languages.map((language) => detectLanguage(texts[language]))).toEqual(languages);
  });

  it('is left open for short, mixed and other texts', () => {
    for (const text of [
      '',
      '🙂',
      'ok',
      'Hej!',
      'Ja, gern',
      // Portuguese, Catalan, Romanian, Czech, Afrikaans, Turkish, Croatian, Hungarian, Estonian
      'Procuro uma pessoa calma, que goste de caminhar à beira do mar e de conversar sem pressa.',
      'Sóc mestra i visc a Girona; els diumenges m’agrada anar a la platja amb el meu gos.',
      'Îmi place să merg la munte și să gătesc pentru prieteni, iar seara citesc mult.',
      'Rád chodím na túry a v neděli peču chleba, hledám někoho, kdo se umí smát.',
      'Ek hou van stap langs die see en om saam met vriende kos te maak op Sondae.',
      'Kitap okumayı ve deniz kenarında yürümeyi çok seviyorum, birlikte kahve içelim mi?',
      'Volim duge šetnje uz more i dobru kavu, a nedjeljom kuham za prijatelje.',
      'Szeretek olvasni és kirándulni, vasárnaponként pedig a barátaimnak főzök.',
      'Mulls meeldib mere ääres jalutada ja pühapäeviti sõpradele süüa teha.',
      // Every second word is of another language.
      'the und you ist is der and die was das were nicht',
    ])
      expect([text, detectLanguage(text)]).toEqual([text, undefined]);
  });
});

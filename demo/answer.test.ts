import { describe, expect, it } from 'vitest';
import { languages } from '../contract/languages.ts';
import type { Language } from '../contract/languages.ts';
import { messageLengthDefault } from '../contract/limits.ts';
import { asksForPerson, composeAnswer } from './answer.ts';
import { demoLines, truthfulSentences } from './answers.data.ts';

const kinds = ['text', 'photo', 'gift'] as const;
const message = { language: 'en', seed: 'lieselotte', turn: 2, text: 'Nice weather today.', kind: 'text' } as const;

const tellsWholeTruth = (language: Language, answer: string) =>
  demoLines[language].statements.some((sentence) => answer.includes(sentence));
const tellsTruth = (language: Language, answer: string) =>
  truthfulSentences(language).some((sentence) => answer.includes(sentence));

/** Ways in which members ask for the person, as they type them: with accents or without, in capitals, without a question mark. */
const questions: Record<Language, readonly string[]> = {
  en: [
    'Are you real?',
    'r u a bot',
    'Is this profile FAKE??',
    'are you an operator',
    'am I talking to an AI?',
    'Do you even exist?',
  ],
  nl: ['Ben je echt?', 'ben jij een bot', 'Is dit een nepprofiel?', 'Schrijft hier een operator?', 'Besta jij wel?'],
  de: [
    'Bist du echt?',
    'bist du ein bot',
    'Ist das ein Fake?',
    'Schreibt hier ein Moderator?',
    'Gibt es dich wirklich',
    'Bist du eine KI?',
  ],
  it: ['Sei vera?', 'sei un bot', 'È un profilo falso?', 'Sei un’operatrice?', 'esisti davvero', 'Sei una IA?'],
  fr: [
    'Tu es réelle ?',
    'es-tu un robot',
    'C’est un faux profil ?',
    'Tu es une animatrice ?',
    't’es vrai ?',
    'Tu es une IA ?',
  ],
  es: ['¿Eres real?', 'eres un bot', '¿Es un perfil falso?', '¿Eres una operadora?', 'Eres de verdad', '¿Eres una IA?'],
  pl: [
    'Jesteś prawdziwa?',
    'jestes botem',
    'To fałszywy profil?',
    'Jesteś operatorem?',
    'Czy jesteś człowiekiem',
    'Istniejesz naprawdę?',
  ],
  da: [
    'Er du ægte?',
    'er du en bot',
    'Er det en falsk profil?',
    'Er du operatør?',
    'Findes du i virkeligheden',
    'Er du et rigtigt menneske?',
  ],
  fi: [
    'Oletko oikea ihminen?',
    'ootko sä botti',
    'Onko tämä feikki?',
    'Oletko operaattori?',
    'Oletko edes olemassa',
    'Oletko tekoäly?',
  ],
  nb: [
    'Er du ekte?',
    'er du en bot',
    'Er dette en falsk profil?',
    'Er du operatør?',
    'Finnes du på ordentlig',
    'Er du et menneske?',
  ],
  sv: [
    'Är du riktig?',
    'är du en bot',
    'Är det här en fejkprofil?',
    'Är du operatör?',
    'Finns du på riktigt',
    'Är du en människa?',
  ],
};

/** Everyday sentences that must not be mistaken for the question, or no demo member would ever say anything else. */
const smallTalk = [
  'Nice weather today.',
  'I like your profile, the bees made me laugh!',
  'J’ai un chien, et toi ?',
  'Ai niin, kiitos!',
  'Ho pensato ai tuoi gatti.',
  'Terwijl ik kook, mens erger je niet.',
  'Jeg laver mad, mens du læser.',
  'Dat is echt leuk!',
  'Har du bott länge i Malmö?',
];

describe.each(languages)('demo members in %s', (language) => {
  it('say in every first answer that they are demo members, whatever was sent', () => {
    for (const kind of kinds) {
      for (const seed of ['a', 'b', 'c', 'd']) {
        expect(tellsWholeTruth(language, composeAnswer({ language, seed, turn: 1, text: null, kind }))).toBe(true);
      }
    }
  });

  it('tell the whole truth at any turn when asked for the person', () => {
    for (const text of questions[language]) {
      for (const turn of [1, 2, 3, 12]) {
        const answer = composeAnswer({ language, seed: 'noor', turn, text, kind: 'text' });
        expect(tellsWholeTruth(language, answer), `${text} at turn ${turn}: ${answer}`).toBe(true);
      }
    }
  });

  it('repeat the truth at least every third answer', () => {
    const told = Array.from({ length: 30 }, (_, index) =>
      tellsTruth(language, composeAnswer({ ...message, language, turn: index + 1 })),
    );
    for (let start = 0; start + 3 <= told.length; start += 1) expect(told.slice(start, start + 3)).toContain(true);
    expect(told).toContain(false);
  });

  it('know at least twelve lines and come to all of them before one returns', () => {
    const { text } = demoLines[language];
    expect(new Set(text).size).toBeGreaterThanOrEqual(12);
    const answers = Array.from({ length: text.length }, (_, index) =>
      composeAnswer({ ...message, language, turn: index + 2 }),
    );
    for (const line of text) expect(answers.filter((answer) => answer.startsWith(line))).toHaveLength(1);
  });

  it('thank for a photo as for a photo and for a gift as for a gift', () => {
    for (const kind of ['photo', 'gift'] as const) {
      const answer = composeAnswer({ ...message, language, kind });
      expect(demoLines[language][kind].some((line) => answer.startsWith(line))).toBe(true);
    }
  });

  it('name the word demo in every statement and reminder', () => {
    for (const sentence of truthfulSentences(language)) expect(sentence.toLowerCase()).toMatch(/d[eé]mo/u);
  });

  it('stay within the length of a message', () => {
    const { greetings, photo, gift, frank, text, statements, reminders } = demoLines[language];
    const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length));
    const opening = longest([...greetings, ...photo, ...gift, ...frank]);
    expect(opening + 1 + longest(statements)).toBeLessThanOrEqual(messageLengthDefault);
    expect(longest([...text, ...photo, ...gift]) + 1 + longest(reminders)).toBeLessThanOrEqual(messageLengthDefault);
  });

  it('address nobody by a placeholder', () => {
    const { doubts, doubtsInQuestions, ...spoken } = demoLines[language];
    for (const line of Object.values(spoken).flat()) expect(line).not.toMatch(/[{}]|\s$|^\s/u);
    for (const group of [...doubts, ...doubtsInQuestions]) expect(group).toMatch(/^[a-z*]+(?:,? [a-z*]+)*$/u);
  });
});

describe('an answer', () => {
  it('is the same for the same message and turn', () => {
    expect(composeAnswer(message)).toBe(composeAnswer({ ...message }));
  });

  it('differs between members of the house', () => {
    const seeds = Array.from({ length: 20 }, (_, index) => `member ${index}`);
    expect(new Set(seeds.map((seed) => composeAnswer({ ...message, seed }))).size).toBeGreaterThan(5);
  });

  it('is truthful to a question in another language than the member’s own', () => {
    for (const asked of languages) {
      for (const text of questions[asked]) {
        expect(tellsWholeTruth('fi', composeAnswer({ ...message, language: 'fi', text })), text).toBe(true);
      }
    }
  });

  it('is truthful to the question in the caption of a photo and in the note of a gift', () => {
    for (const kind of ['photo', 'gift'] as const) {
      expect(tellsWholeTruth('en', composeAnswer({ ...message, kind, text: 'For you. Are you real?' }))).toBe(true);
    }
  });
});

describe('the question for the person', () => {
  it.each(smallTalk)('is not heard in: %s', (text) => {
    expect(asksForPerson(text)).toBe(false);
  });

  it('is not heard in silence', () => {
    expect(asksForPerson(null)).toBe(false);
    expect(asksForPerson('   ')).toBe(false);
    expect(asksForPerson('😀?')).toBe(false);
  });
});

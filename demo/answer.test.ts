import { describe, expect, it } from 'vitest';
import { languages, type Language } from '../contract/platform/languages.ts';
import { messageLengthDefault } from '../contract/chat/limits.ts';
import { asksForPerson, composeAnswer } from './answer.ts';
import { demoLines } from './answers.data.ts';

const kinds = ['text', 'photo', 'gift'] as const;
const message = { language: 'en', seed: 'lieselotte', turn: 2, text: 'Nice weather today.', kind: 'text' } as const;

const containsStatement = (language: Language, answer: string) =>
  demoLines[language].statements.some((sentence) => answer.includes(sentence));
const truthfulSentences = (language: Language) => [...demoLines[language].statements, ...demoLines[language].reminders];
const isTruthful = (language: Language, answer: string) =>
  truthfulSentences(language).some((sentence) => answer.includes(sentence));

/** Questions whether the profile is real: with and without accents, in capitals, without a question mark. */
const questions = Object.fromEntries(
  `
    en: Are you real? | r u a bot | Is this profile FAKE?? | are you an operator | am I talking to an AI? | Do you even exist?
    nl: Ben je echt? | ben jij een bot | Is dit een nepprofiel? | Schrijft hier een operator? | Besta jij wel?
    de: Bist du echt? | bist du ein bot | Ist das ein Fake? | Schreibt hier ein Moderator? | Gibt es dich wirklich | Bist du eine KI?
    it: Sei vera? | sei un bot | È un profilo falso? | Sei un’operatrice? | esisti davvero | Sei una IA?
    fr: Tu es réelle ? | es-tu un robot | C’est un faux profil ? | Tu es une animatrice ? | t’es vrai ? | Tu es une IA ?
    es: ¿Eres real? | eres un bot | ¿Es un perfil falso? | ¿Eres una operadora? | Eres de verdad | ¿Eres una IA?
    pl: Jesteś prawdziwa? | jestes botem | To fałszywy profil? | Jesteś operatorem? | Czy jesteś człowiekiem | Istniejesz naprawdę?
    da: Er du ægte? | er du en bot | Er det en falsk profil? | Er du operatør? | Findes du i virkeligheden | Er du et rigtigt menneske?
    fi: Oletko oikea ihminen? | ootko sä botti | Onko tämä feikki? | Oletko operaattori? | Oletko edes olemassa | Oletko tekoäly?
    nb: Er du ekte? | er du en bot | Er dette en falsk profil? | Er du operatør? | Finnes du på ordentlig | Er du et menneske?
    sv: Är du riktig? | är du en bot | Är det här en fejkprofil? | Är du operatör? | Finns du på riktigt | Är du en människa?
  `
    .trim()
    .split('\n')
    .map((line) => [line.trim().slice(0, 2), line.trim().slice(4).split(' | ')]),
) as Record<Language, string[]>;

/** Everyday sentences that must not be mistaken for the question whether the profile is real. */
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
  it('say that they are demo members in every first answer, whatever the kind of message', () => {
    for (const kind of kinds) {
      for (const seed of ['a', 'b', 'c', 'd']) {
        expect(containsStatement(language, composeAnswer({ language, seed, turn: 1, text: null, kind }))).toBe(true);
      }
    }
  });

  it('give the full statement at any turn when asked whether they are real', () => {
    for (const text of questions[language]) {
      for (const turn of [1, 2, 3, 12]) {
        const answer = composeAnswer({ language, seed: 'noor', turn, text, kind: 'text' });
        expect(containsStatement(language, answer), `${text} at turn ${turn}: ${answer}`).toBe(true);
      }
    }
  });

  it('say that they are demo members in at least one of any three answers, but not in all', () => {
    const truthful = Array.from({ length: 30 }, (_, index) =>
      isTruthful(language, composeAnswer({ ...message, language, turn: index + 1 })),
    );
    for (let start = 0; start + 3 <= truthful.length; start += 1)
      expect(truthful.slice(start, start + 3)).toContain(true);
    expect(truthful).toContain(false);
  });

  it('use at least twelve lines before they repeat one, and others for photos and gifts', () => {
    const { text } = demoLines[language];
    expect(new Set(text).size).toBeGreaterThanOrEqual(12);
    const answers = Array.from({ length: text.length }, (_, index) =>
      composeAnswer({ ...message, language, turn: index + 2 }),
    );
    for (const line of text) expect(answers.filter((answer) => answer.startsWith(line))).toHaveLength(1);
    for (const kind of ['photo', 'gift'] as const) {
      const answer = composeAnswer({ ...message, language, kind });
      expect(demoLines[language][kind].some((line) => answer.startsWith(line))).toBe(true);
    }
  });

  it('use the word demo in every statement and reminder', () => {
    for (const sentence of truthfulSentences(language)) expect(sentence.toLowerCase()).toMatch(/d[eé]mo/u);
  });

  it('stay within the maximum length of a message', () => {
    const { greetings, photo, gift, frank, text, statements, reminders } = demoLines[language];
    const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length));
    const opening = longest([...greetings, ...photo, ...gift, ...frank]);
    expect(opening + 1 + longest(statements)).toBeLessThanOrEqual(messageLengthDefault);
    expect(longest([...text, ...photo, ...gift]) + 1 + longest(reminders)).toBeLessThanOrEqual(messageLengthDefault);
  });

  it('have no placeholders or exclamation marks in their lines', () => {
    const { doubts, doubtsInQuestions, ...spoken } = demoLines[language];
    for (const line of Object.values(spoken).flat()) expect(line).not.toMatch(/[{}!¡]|\s$|^\s/u);
    for (const group of [...doubts, ...doubtsInQuestions]) expect(group).toMatch(/^[a-z*]+(?:,? [a-z*]+)*$/u);
  });
});

describe('an answer', () => {
  it('is the same for the same message and turn, and differs between demo members', () => {
    expect(composeAnswer(message)).toBe(composeAnswer({ ...message }));
    const seeds = Array.from({ length: 20 }, (_, index) => `member ${index}`);
    expect(new Set(seeds.map((seed) => composeAnswer({ ...message, seed }))).size).toBeGreaterThan(5);
  });

  it('is truthful when the question is in a language other than the sender’s own', () => {
    for (const asked of languages) {
      for (const text of questions[asked]) {
        expect(containsStatement('fi', composeAnswer({ ...message, language: 'fi', text })), text).toBe(true);
      }
    }
  });

  it('is truthful when asked in the caption of a photo or the note of a gift', () => {
    for (const kind of ['photo', 'gift'] as const) {
      expect(containsStatement('en', composeAnswer({ ...message, kind, text: 'For you. Are you real?' }))).toBe(true);
    }
  });
});

it('the question whether a profile is real is not detected in small talk or in a text without words', () => {
  expect([...smallTalk, null, '   ', '😀?'].filter((text) => asksForPerson(text))).toEqual([]);
});

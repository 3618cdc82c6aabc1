import { beforeAll, describe, expect, it } from 'vitest';

import { type Language, languages } from '../contract/platform/languages.ts';
import { giveCredits, quickMember } from './support/chat.ts';
import { openPage, pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { type TestClient, useTestApp } from './support/test-app.ts';

const test = useTestApp({ env: { DEMO: '0' }, ...(pagesAreBuilt && { pages: pagesFolder }) });
let me: TestClient;
let real: TestClient[];
let fictional: TestClient[];
const chats = { real: '', fictional: '' };

beforeAll(async () => {
  me = await quickMember(test, { paid: true });
  await giveCredits(test, me.id, 100);
  real = await Promise.all([1, 2].map(() => quickMember(test)));
  fictional = await Promise.all([1, 2].map(() => quickMember(test, { fictional: true })));
  const others = [...real, ...fictional];
  await test.sql(`update profiles set gender = 'male', last_active_at = $2 where member_id = any($1)`, [
    others.map(({ id }) => id),
    test.clock.now(),
  ]);
  for (const other of others) {
    expect((await me.call('addLike', { profile: other.id })).status).toBe(200);
    const { body } = await me.call('sendMessage', {
      profile: other.id,
      text: 'Hello',
      idempotency_key: crypto.randomUUID(),
    });
    if (other === real[0]) chats.real = body.message.conversation;
    if (other === fictional[0]) chats.fictional = body.message.conversation;
  }
});

async function getMain(path: string, language: Language): Promise<string> {
  const { status, html } = await openPage(test, me, path);
  expect([path, status]).toEqual([path, 200]);
  expect(html).toContain(`<html lang="${language}"`);
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
}

const splitEntries = (main: string): string[] =>
  main
    .split('<li')
    .slice(1)
    .map((part) => part.split('</li>')[0] ?? '');

const between = (text: string, from: string, to: string): string => {
  const start = text.indexOf(from);
  expect(start, from).toBeGreaterThanOrEqual(0);
  return text.slice(start, text.indexOf(to, start));
};

describe.skipIf(!pagesAreBuilt)('LEG-01 the mark of fictional profiles', () => {
  it('has a word in each of the eleven languages, at least nine of them different', () => {
    const words = languages.map((language) => test.context.sentences.in(language)('common.fictional'));
    expect(languages).toHaveLength(11);
    expect(words.every((word) => word.length > 3)).toBe(true);
    expect(new Set(words).size).toBeGreaterThanOrEqual(9);
  });

  describe.each(['de', 'pl'] as const)('in %s', (language) => {
    let isMarked: (part: string) => boolean;
    beforeAll(async () => {
      await test.sql('update members set language = $2 where member_id = $1', [me.id, language]);
      const { body } = await me.call('getSettings');
      const word = body.fictional_singular;
      expect(word).toBe(test.context.sentences.in(language)('common.fictional'));
      // The mark is a text of its own, never inside a sentence or an attribute.
      isMarked = (part) => part.includes(`>${word}<`);
    });

    it.each(['/members?country=all', '/likes', '/chats'])(
      'is on each fictional profile and on no other, on %s',
      async (path) => {
        const entries = splitEntries(await getMain(path, language));
        const naming = (one: TestClient): string[] =>
          entries.filter((entry) => entry.includes(one.id) || entry.includes(getName(one)));
        for (const one of fictional) {
          expect(naming(one).length).toBeGreaterThan(0);
          expect(naming(one).every(isMarked)).toBe(true);
        }
        for (const one of real) {
          expect(naming(one).length).toBeGreaterThan(0);
          expect(naming(one).some(isMarked)).toBe(false);
        }
        const marked = fictional.flatMap(naming).length;
        expect(entries.filter(isMarked)).toHaveLength(marked);
      },
    );

    it('is at the head of a conversation with a fictional profile, and of no other', async () => {
      const head = async (id: string): Promise<string> =>
        between(await getMain(`/chats/${id}`, language), '<header', '</header>');
      const [theirs, another] = [await head(chats.fictional), await head(chats.real)];
      expect(theirs).toContain(getName(fictional[0]!));
      expect(another).toContain(getName(real[0]!));
      expect([isMarked(theirs), isMarked(another)]).toEqual([true, false]);
    });

    it('is on the page of a fictional profile, and of no other', async () => {
      const profile = async (one: TestClient): Promise<string> =>
        between(await getMain(`/members/${one.id}`, language), '<article', '</article>');
      const [theirs, another] = [await profile(fictional[0]!), await profile(real[0]!)];
      expect(theirs).toContain(getName(fictional[0]!));
      expect(another).toContain(getName(real[0]!));
      expect([isMarked(theirs), isMarked(another)]).toEqual([true, false]);
    });
  });
});

function getName({ id }: TestClient): string {
  return `Member ${id.slice(0, 8)}`;
}

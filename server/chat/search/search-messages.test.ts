import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, it } from 'vitest';

import type { Language } from '../../../contract/platform/languages.ts';
import { quickMember, sendText, configureSite } from '../../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';

const test = useTestApp();
let ada: TestClient;
let bo: TestClient;

beforeEach(async () => {
  [ada, bo] = [
    await quickMember(test, { credits: 10_000, paid: true }),
    await quickMember(test, { credits: 10_000, paid: true }),
  ];
});

const search = async (who: TestClient, text: string, before?: string) =>
  (await who.call('searchMessages', { text, ...(before !== undefined && { before }) })).body;
const getTexts = async (who: TestClient, text: string): Promise<string[]> =>
  (await search(who, text)).results.map(({ snippet }) => snippet.map((part) => part.text).join(''));

describe('a search in one’s conversations', () => {
  it('finds words by stem or beginning, marks them, and says which message has them', async () => {
    await sendText(ada, { profile: bo.id }, 'I love <b>walking</b> by the sea');
    const { message } = (await sendText(bo, { profile: ada.id }, 'Then we walked past each other')).body;
    for (const text of ['walks', 'WALK', 'wal'])
      expect((await search(ada, text)).results).toMatchObject([
        {
          conversation: message.conversation,
          seq: 2,
          own: false,
          profile: { id: bo.id },
          snippet: [
            { text: 'Then we ', match: false },
            { text: 'walked', match: true },
            { text: ' past each other', match: false },
          ],
        },
        { seq: 1, own: true },
      ]);
    expect(await getTexts(bo, 'sea love')).toEqual(['I love <b>walking</b> by the sea']);
    expect(await getTexts(bo, 'by')).toHaveLength(1);
    expect(await getTexts(bo, 'mountain')).toEqual([]);
    expect(await search(bo, `' & | !`)).toEqual({ results: [], before: null });
  });

  it('finds words by their stems in the language of the reader', async () => {
    for (const [language, written, searched] of [
      ['de', 'Häuser', 'Haus'],
      ['sv', 'flickorna', 'flicka'],
      ['fi', 'taloissa', 'talo'],
      ['pl', 'kawę', 'kaw'],
      ['fr', 'chevaux', 'cheval'],
      ['nb', 'fjellene', 'fjell'],
    ] as const) {
      await sendText(ada, { profile: bo.id }, written);
      await bo.call('updateUser', { language });
      expect([language, await getTexts(bo, searched)]).toEqual([language, [written]]);
    }
  });

  const accents = '🍵 in der Straße, naïve café: İstanbul, crème brûlée; Smørrebrød, Łódź, Œuvre ok';
  it.each([
    ['coffee/tea', 'tea', 'tea'],
    ['until tomorrow.See you', 'see', 'See'],
    ['look at example.org', 'org example', 'example'],
    ['at 19.30 sharp', '19.30', '19'],
    ['call 06-12345678', '06-12345678', '06'],
    ['write to ada@example.org', 'ada@example.org', 'ada'],
    ['“Hello” he said… «moi»—👍tea', 'hello said moi tea', 'Hello'],
    ['cafe\u0301 ouvert', 'caf\u00e9', 'caf\u00e9'],
    ['ÉCOLE de ski', 'école', 'ÉCOLE'],
    ['a well-known place', 'known', 'known'],
    ['1 &amp; 2 snake_case', 'amp case', 'amp'],
    [accents, 'strasse', 'Straße'],
    [accents, 'STRASSE', 'Straße'],
    [accents, 'straße', 'Straße'],
    [accents, 'cafe', 'café'],
    [accents, 'naive', 'naïve'],
    [accents, 'istanbul', 'İstanbul'],
    [accents, 'İSTANBUL', 'İstanbul'],
    [accents, 'brulee', 'brûlée'],
    [accents, 'brûlée', 'brûlée'],
    [accents, 'smorrebrod', 'Smørrebrød'],
    [accents, 'lodz', 'Łódź'],
    [accents, 'oeuvre', 'Œuvre'],
    [accents, 'ok', 'ok'],
  ])('finds each word of %j whatever surrounds it, with or without accents: %j', async (written, searched, marked) => {
    await sendText(ada, { profile: bo.id }, written);
    const [found] = (await search(bo, searched)).results;
    const shown = found?.snippet.map(({ text }) => text).join('');
    if (written === accents) expect(accents).toContain(shown);
    else expect(shown).toBe(written.normalize('NFC'));
    expect(found?.snippet.find(({ match }) => match)?.text).toBe(marked);
    for (const word of searched.split(' ')) expect([word, await getTexts(bo, word)]).toEqual([word, [shown]]);
  });

  it('finds a word by each of its beginnings in every language, even together with another word', async () => {
    const words: Record<Language, string> = {
      en: 'walking',
      nl: 'wandelingen',
      de: 'Spaziergänge',
      it: 'passeggiate',
      fr: 'promenades',
      es: 'caminaremos',
      pl: 'spacerujemy',
      da: 'spadsereturene',
      fi: 'kävelylenkistä',
      nb: 'spaserturene',
      sv: 'promenaderna',
    };
    const missed: string[] = [];
    for (const [language, word] of Object.entries(words)) {
      await sendText(ada, { profile: bo.id }, `${word}, harbour`);
      await bo.call('updateUser', { language });
      for (const beginning of [...word].map((_, place) => word.slice(0, place + 1))) {
        const [found] = (await search(bo, `HARBOUR ${beginning}`)).results;
        if (!found?.snippet.some(({ text, match }) => match && text === word)) missed.push(`${language} ${beginning}`);
      }
    }
    expect(missed).toEqual([]);
  });

  it('finds one word by stem and the next by beginning, and ignores only stop words', async () => {
    await sendText(ada, { profile: bo.id }, 'We walked and were gardening');
    for (const text of ['walks gardeni', 'the walks gar', 'gardeni walk', 'were'])
      expect(await getTexts(bo, text)).toEqual(['We walked and were gardening']);
    expect(await getTexts(bo, 'walks harbou')).toEqual([]);
  });

  it('reads a limited number of characters per call, and continues where the last call ended', async () => {
    for (const text of ['the old harbour', 'long', 'longer']) await sendText(ada, { profile: bo.id }, text);
    await test.sql(`update messages set text = repeat('word ', 40000) where text like 'long%'`);
    const first = await search(bo, 'harbour');
    expect([first.results, first.before]).toEqual([[], expect.any(String)]);
    const { results } = (await bo.call('searchMessages', { text: 'harbour', before: first.before })).body;
    expect(results.map(({ snippet }) => snippet.map(({ text }) => text).join(''))).toEqual(['the old harbour']);
  });

  it('finds words in a gift’s note, and does not take characters of the text for match marks', async () => {
    const note = 'For \u{E000}your\u{E001} window';
    await ada.call('sendGift', { profile: bo.id, gift: 'rose', note, idempotency_key: randomUUID() });
    expect((await search(bo, 'window')).results[0]?.snippet).toEqual([
      { text: 'For \u{E000}your\u{E001} ', match: false },
      { text: 'window', match: true },
    ]);
  });

  it('never reaches messages that are deleted, blocked, between others or beyond the latest twenty', async () => {
    const { conversation } = (await sendText(ada, { profile: bo.id }, 'secret')).body.message;
    const eve = await quickMember(test, { paid: true });
    expect(await getTexts(eve, 'secret')).toEqual([]);
    await test.sql('update members set paid_at = null where member_id = $1', [bo.id]);
    for (let turn = 0; turn < 19; turn += 1) await sendText(ada, { conversation }, `again ${turn}`);
    expect(await getTexts(bo, 'secret')).toHaveLength(1);
    await sendText(ada, { conversation }, 'one more');
    expect(await getTexts(bo, 'secret')).toEqual([]);
    expect(await getTexts(ada, 'secret')).toHaveLength(1);
    await bo.call('deleteChat', { conversation });
    await sendText(ada, { conversation }, 'after all');
    expect(await getTexts(bo, 'again')).toEqual([]);
    expect(await getTexts(bo, 'after')).toHaveLength(1);
    await bo.call('blockMember', { profile: ada.id });
    expect([await getTexts(bo, 'after'), await getTexts(ada, 'secret')]).toEqual([[], []]);
  });

  it('hides messages from a member who has left, but still finds one’s own messages to them', async () => {
    await sendText(ada, { profile: bo.id }, 'candles of Ada');
    await sendText(bo, { profile: ada.id }, 'candles of Bo');
    for (const status of ['banned', 'pending_deletion', 'deleted']) {
      await test.sql('update members set status = $2 where member_id = $1', [bo.id, status]);
      expect(await getTexts(ada, 'candles')).toEqual(['candles of Ada']);
    }
    await test.sql(`update members set status = 'active' where member_id = $1`, [bo.id]);
    expect(await getTexts(ada, 'candles')).toEqual(['candles of Bo', 'candles of Ada']);
  });

  it('reaches a conversation that was closed by a goodbye, even with a hidden member', async () => {
    const { conversation } = (await sendText(ada, { profile: bo.id }, 'A lantern for you')).body.message;
    await ada.call('hideMember', { profile: bo.id });
    await bo.call('sayGoodbye', { conversation });
    expect(await getTexts(ada, 'lantern')).toHaveLength(1);
    expect(await getTexts(bo, 'lantern')).toHaveLength(1);
  });

  it.each([true, false])(
    'marks a fictional member as fictional, whether or not the site labels them (%s)',
    async (labels) => {
      const dora = await quickMember(test, { fictional: true });
      await sendText(ada, { profile: dora.id }, 'a harbour at night');
      await configureSite(test, { fictional_warning: labels });
      const listed = (await ada.call('listChats')).body.chats.find(({ profile }) => profile.id === dora.id);
      expect((await search(ada, 'harbour')).results).toMatchObject([
        { profile: { fictional: true, name: listed?.profile.name } },
      ]);
    },
  );

  it('comes in pages that list each message once, across several conversations and a long one', async () => {
    const many: TestClient[] = [];
    for (let turn = 0; turn < 3; turn += 1) many.push(await quickMember(test));
    for (const other of many) await sendText(ada, { profile: other.id }, 'needle 1');
    const { conversation } = (await sendText(ada, { profile: bo.id }, 'needle 1')).body.message;
    await test.sql(
      `insert into messages (conversation_id, seq, message_id, sender_id, kind, text, credits, created_at)
       select $1, seq, gen_random_uuid(), $2, 'text', case when seq % 50 = 0 then 'needle ' else 'hay ' end || seq, 0, now()
         from generate_series(2, 2400) as seq`,
      [conversation, ada.id],
    );
    await test.sql('update conversations set last_seq = 2400 where conversation_id = $1', [conversation]);
    await test.sql('update inbox set last_seq = 2400 where conversation_id = $1', [conversation]);
    const found: string[] = [];
    for (let before: string | undefined, pages = 0; pages < 20; pages += 1) {
      const page = await search(ada, 'needle', before);
      expect(page.results.length).toBeLessThanOrEqual(20);
      found.push(...page.results.map((one) => `${one.conversation} ${one.seq}`));
      if (page.before === null) break;
      before = page.before;
    }
    expect(found).toHaveLength(48 + 1 + 3);
    expect(new Set(found).size).toBe(found.length);
    expect(found.slice(0, 2)).toEqual([`${conversation} 2400`, `${conversation} 2350`]);
  });
});

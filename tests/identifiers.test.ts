import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { searchCountMax } from '../contract/members/limits.ts';
import { savePhoto } from '../server/photos/add-photo.ts';
import { newToken } from '../server/platform/hash.ts';
import { quickMember, sendText } from './support/chat.ts';
import { type Shop, openShop } from './support/payments.ts';
import { stripes } from './support/photo-files.ts';
import type { TestApp, TestClient } from './support/test-app.ts';

/** Every id that Node drew at random for the tests or the application. */
const drawn = new Set<string>();
const drawId = crypto.randomUUID;
beforeAll(() => {
  crypto.randomUUID = () => {
    const id = drawId();
    drawn.add(id);
    return id;
  };
  // Updates the module's named imports.
  syncBuiltinESMExports();
});
afterAll(() => {
  crypto.randomUUID = drawId;
  syncBuiltinESMExports();
});

describe('ids and tokens (AZN-06)', () => {
  let shop: Shop;
  let test: TestApp;
  let ada: TestClient;
  let bo: TestClient;
  beforeAll(async () => {
    shop = await openShop();
    test = shop.test;
    ada = await quickMember(test, { credits: 5_000, paid: true });
    bo = await quickMember(test, { paid: true });
  });
  afterAll(() => shop.close());

  const ids = (text: string) => async () => (await test.sql<{ id: string }>(text)).map(({ id }) => id);

  it.each<[string, () => Promise<string[]>]>([
    ['members', async () => [(await test.member()).id]],
    ['payments', async () => [(await shop.paid(ada)).paymentId]],
    ['photos', async () => [await savePhoto(test.context, bo.id, stripes(8, 8))]],
    [
      'messages and conversations',
      async () => {
        const { id, conversation } = (await sendText(ada, { profile: bo.id })).body.message;
        return [id, conversation];
      },
    ],
    ['ledger entries', ids('select entry_id as id from ledger_entries')],
    ['lots', ids('select lot_id as id from lots')],
  ])('are drawn at random and stay unaltered for %s', async (_what, make) => {
    const made = await make();
    expect(made.length).toBeGreaterThan(0);
    expect(made.filter((id) => !drawn.has(id))).toEqual([]);
  });

  it('are counted by no sequence of the database', () => {
    const schema = readFileSync(new URL('../schema.sql', import.meta.url), 'utf8');
    expect(schema.match(/\b(?:\w*serial|nextval|create sequence|generated \w+(?: \w+)? as identity)\b/gi)).toBeNull();
  });

  it('have 256 bits as tokens of sessions and mails, each another (AUT-08)', async () => {
    const sessions = [ada, bo, await test.member()].map(({ cookies }) => cookies.get(test.context.sessionCookie) ?? '');
    // The part before the point is the id of the member, whom the session identifies anyway.
    const drawnParts = sessions.map((token) => token.split('.')[1] ?? '');
    const tokens = [...drawnParts, ...Array.from({ length: 100 }, newToken)];
    expect(tokens.filter((token) => Buffer.from(token, 'base64url').length !== 32)).toEqual([]);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('come in lists without a number that reveals how the site grows', async () => {
    const [chats, likes, blocks] = [
      await ada.call('listChats'),
      await ada.call('listLikes'),
      await ada.call('listBlocks'),
    ];
    expect(Object.keys(chats.body)).toEqual(['chats', 'before', 'unread']);
    expect(Object.keys(likes.body)).toEqual(['profiles', 'liked_by', 'matches', 'before', 'new']);
    expect(Object.keys(blocks.body)).toEqual(['profiles']);
    // The search counts at most a thousand results.
    const found = (await test.client().call('searchProfiles')).body;
    expect(found.numResults).toBeLessThanOrEqual(searchCountMax);
  });
});

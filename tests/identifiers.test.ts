import crypto, { randomUUID } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { toId } from '../contract/platform/id.ts';
import { searchCountMax } from '../contract/members/limits.ts';
import { lockPair } from '../server/chat/lock-pair.ts';
import { grantCredits } from '../server/credits/wallets.ts';
import { savePhoto } from '../server/photos/add-photo.ts';
import { stripes } from './support/photo-files.ts';
import type { Transaction } from '../server/platform/database/database.ts';
import { type Statement, bindValues } from '../server/platform/database/statement.ts';
import { newToken } from '../server/platform/hash.ts';
import { openSession } from '../server/accounts/sessions/sessions.ts';
import { quickMember, sendText } from './support/chat.ts';
import { type Shop, openShop } from './support/payments.ts';
import type { TestApp, TestClient } from './support/test-app.ts';

const wanted = 10_000;

/** Every id drawn by the tests or the application. */
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

const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Returns the 122 random bits of an id as a text of 0 and 1, without version and variant. */
function readBits(id: string): string {
  const hex = id.replaceAll('-', '');
  const bits = [...hex].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
  return bits.slice(0, 48) + bits.slice(52, 64) + bits.slice(66);
}

/** Computes Pearson's r between the order of creation and the values. */
function correlation(values: readonly number[]): number {
  const count = values.length;
  const [meanX, meanY] = [(count - 1) / 2, values.reduce((sum, value) => sum + value, 0) / count];
  let [xy, xx, yy] = [0, 0, 0];
  for (const [x, y] of values.entries()) {
    xy += (x - meanX) * (y - meanY);
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
  }
  return yy === 0 ? 1 : xy / Math.sqrt(xx * yy);
}

/** Signs that ids are not random. With fewer than 10,000 ids the bounds are wider. */
function weaknesses(ids: readonly string[]): string[] {
  const slack = Math.sqrt(wanted / Math.min(ids.length, wanted));
  const found: string[] = [];
  if (!ids.every((id) => version4.test(id))) found.push('not of version 4');
  if (new Set(ids).size !== ids.length) found.push('not unique');
  const bits = ids.map(readBits);
  const numbers = [0, 30, 61, 92].map((from) => bits.map((text) => Number.parseInt(text.slice(from, from + 30), 2)));
  const steps = numbers.map((row) => row.slice(1).map((value, index) => value - (row[index] ?? 0)));
  for (const row of [...numbers, ...steps])
    if (Math.abs(correlation(row)) >= 0.05 * slack) found.push('goes with the order of creation');
  for (const [place] of [...(bits[0] ?? '')].entries()) {
    const share = bits.filter((text) => text[place] === '1').length / ids.length;
    if (Math.abs(share - 0.5) > 0.03 * slack) found.push(`bit ${place} is set in ${share}`);
  }
  return found;
}

type Declared = Statement<unknown, unknown>;

/** Makes a transaction that finds no rows and records the values that each statement writes. */
function notingTransaction(): { tx: Transaction; written: Map<string, unknown[][]> } {
  const written = new Map<string, unknown[][]>();
  const note = (statement: Declared, given: unknown): void => {
    written.set(statement.name, [...(written.get(statement.name) ?? []), bindValues(statement, given)]);
  };
  const made = { low_id: 'a', high_id: 'b', conversation_id: 'made', balance_after: 10 };
  const tx = {
    run: async (statement: Declared, given?: unknown) => {
      note(statement, given);
      return 1;
    },
    first: async (statement: Declared, given?: unknown) => {
      note(statement, given);
      return made;
    },
    all: async (statement: Declared, given?: unknown) => {
      note(statement, given);
      return statement.name === 'chat.lock-pair-rows' && written.has('chat.insert-pairs') ? [made] : [];
    },
  };
  return { tx: tx as unknown as Transaction, written };
}

async function many<T>(make: () => Promise<T>, count = wanted): Promise<T[]> {
  const made: T[] = [];
  for (let index = 0; index < count; index += 1) made.push(await make());
  return made;
}

describe('10,000 new ids (AZN-06)', () => {
  it('would fail these tests if they were counted, derived from the time, or too short', () => {
    const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0');
    const all = Array.from({ length: 2_000 }, (_, index) => index);
    const counted = all.map((index) => `00000000-0000-4000-8000-${hex(index, 12)}`);
    const timed = all.map((index) => `${hex(0x19_c000_00 + index * 977, 8)}${crypto.randomUUID().slice(8)}`);
    const short = all.map(() => `${crypto.randomUUID().slice(0, 24)}000000000000`);
    for (const weak of [counted, timed, short]) expect(weaknesses(weak).length).toBeGreaterThan(0);
  });

  it('are random as they are drawn for members, messages, photos and payments', () => {
    expect(weaknesses(Array.from({ length: wanted }, () => randomUUID()))).toEqual([]);
  });

  it('are random for conversations', async () => {
    const ids = await many(async () => {
      const { tx, written } = notingTransaction();
      await lockPair(tx, toId('a'), toId('b'));
      const [, , [id] = []] = (written.get('chat.insert-pairs')?.[0] ?? []) as string[][];
      return String(id);
    });
    expect(weaknesses(ids)).toEqual([]);
  });

  it('are random for ledger entries and lots', async () => {
    const grant = {
      memberId: toId<MemberId>('a'),
      credits: 1,
      cause: 'bonus',
      causeId: 'b',
      paymentId: null,
      price: null,
    } as const;
    const rows = await many(async () => {
      const { tx, written } = notingTransaction();
      await grantCredits(tx, { ...grant, now: new Date() });
      return [...written.values()].map(([values]) => String(values?.[1]));
    });
    expect(rows[0]).toHaveLength(2);
    expect(weaknesses(rows.map(([entry = '']) => entry))).toEqual([]);
    expect(weaknesses(rows.map(([, lot = '']) => lot))).toEqual([]);
  });

  it('have 256 random bits as tokens of sessions and mails (AUT-08)', async () => {
    const sessions = await many(() => openSession(notingTransaction().tx, toId('a'), 'web', new Date()));
    for (const tokens of [sessions, await many(async () => newToken())]) {
      expect(tokens.filter((token) => Buffer.from(token, 'base64url').length !== 32)).toEqual([]);
      expect(new Set(tokens).size).toBe(wanted);
      const bytes = Buffer.concat(tokens.map((token) => Buffer.from(token, 'base64url')));
      const counts = Array.from({ length: 256 }, () => 0);
      for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
      // 1,250 of each are expected; eight standard deviations are far beyond chance.
      expect(counts.filter((count) => Math.abs(count - 1_250) > 8 * Math.sqrt(1_250))).toEqual([]);
      const first = tokens.map((token) => Buffer.from(token, 'base64url').readUInt32BE(0));
      expect(Math.abs(correlation(first))).toBeLessThan(0.05);
    }
  });
});

/** Lists the ids that were changed after being drawn, so that their source's randomness proves nothing. */
const altered = (ids: readonly string[]): string[] => ids.filter((id) => !drawn.has(id));

describe('the ids in the responses of calls (AZN-06)', () => {
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

  it.each<[string, number, () => Promise<string>]>([
    ['messages', 100, async () => (await sendText(ada, { profile: bo.id })).body.message.id],
    ['members', 25, async () => (await test.member()).id],
    ['payments', 40, async () => (await shop.order(ada)).body.payment.payment_id],
    ['photos', 25, () => savePhoto(test.context, bo.id, stripes(8, 8))],
  ])('are random and unaltered for %s', async (_what, count, make) => {
    const ids = await many(make, count);
    expect(altered(ids)).toEqual([]);
    expect(weaknesses(ids)).toEqual([]);
  });

  it('come in lists without a number that reveals how the site grows', async () => {
    const visitor = test.client();
    const [chats, likes, blocks] = [
      await ada.call('listChats'),
      await ada.call('listLikes'),
      await ada.call('listBlocks'),
    ];
    expect(Object.keys(chats.body)).toEqual(['chats', 'before', 'unread']);
    expect(Object.keys(likes.body)).toEqual(['profiles', 'liked_by', 'matches', 'before', 'new']);
    expect(Object.keys(blocks.body)).toEqual(['profiles']);
    // The search counts at most a thousand results.
    const found = (await visitor.call('searchProfiles')).body;
    expect(found.numResults).toBeLessThanOrEqual(searchCountMax);
  });
});

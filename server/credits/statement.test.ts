import { randomUUID } from 'node:crypto';

import { afterAll, describe, expect, it } from 'vitest';

import { chargeMember } from '../../tests/support/charge.ts';
import { type TestClient, createTestApp } from '../../tests/support/test-app.ts';
import { grantCredits, returnCredits } from './wallets.ts';
import { quickMember } from '../../tests/support/chat.ts';
import { csvLine } from '../platform/text/csv.ts';

const test = await createTestApp();
afterAll(test.close);

describe("a member's statement", async () => {
  const reader = await test.member();
  const other = await test.member({ name: 'Marieke' });

  it('begins with the start credits of the site', async () => {
    const { body } = await reader.call('listLedger');
    expect(body.entries).toEqual([
      expect.objectContaining({ cause: 'signup', credits: body.balance, balance: body.balance, profile: null }),
    ]);
  });

  it('names the other member of a charge and of its return, with public fields only', async () => {
    const charge = { memberId: reader.id, cause: 'message', causeId: randomUUID() } as const;
    await chargeMember(test.context, { ...charge, amount: 2, otherId: other.id });
    await test.context.database.transaction((tx) => returnCredits(tx, { ...charge, now: test.clock.now() }));
    const { body } = await reader.call('listLedger');
    expect(body.entries.slice(0, 2).map(({ cause, credits, profile }) => ({ cause, credits, profile }))).toEqual([
      { cause: 'returned', credits: 2, profile: { id: other.id, name: 'Marieke' } },
      { cause: 'message', credits: -2, profile: { id: other.id, name: 'Marieke' } },
    ]);
  });

  it('comes in pages of 25, newest first, with every entry once and a consistent balance', async () => {
    const grant = { memberId: reader.id, credits: 1, cause: 'bonus', paymentId: null, price: null } as const;
    for (let number = 0; number < 60; number += 1)
      await test.context.database.transaction((tx) =>
        grantCredits(tx, { ...grant, causeId: String(number), now: test.clock.now() }),
      );
    const pages = await Promise.all([1, 2, 3, 4].map((pageNumber) => reader.call('listLedger', { pageNumber })));
    expect(pages.map(({ body }) => body.entries.length)).toEqual([25, 25, 13, 0]);
    expect(pages.map(({ body }) => body.numResults)).toEqual([63, 63, 63, 63]);
    const all = pages.flatMap(({ body }) => body.entries);
    expect(new Set(all.map(({ id }) => id)).size).toBe(63);
    let balance = pages[0]!.body.balance;
    for (const entry of all) {
      expect(entry.balance).toBe(balance);
      balance -= entry.credits;
    }
    expect(balance).toBe(0);
  });

  it('can be filtered by cause, with its own count and pages', async () => {
    const { body } = await reader.call('listLedger', { cause: 'message' });
    expect(body.entries.map(({ cause }) => cause)).toEqual(['message']);
    expect(body.numResults).toBe(1);
    expect((await reader.call('listLedger', { cause: 'bonus', pageNumber: 3 })).body.entries).toHaveLength(10);
    expect((await reader.call('listLedger', { cause: 'gift' })).body).toMatchObject({ entries: [], numResults: 0 });
    expect((await reader.call('listLedger', { cause: 'luck' })).status).toBe(422);
  });

  it('is shown to its member only', async () => {
    expect((await other.call('listLedger')).body.entries.map(({ cause }) => cause)).toEqual(['signup']);
    expect((await test.client().call('listLedger')).status).toBe(403);
  });
});

async function download(client: TestClient, query = '') {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { host: 'localhost', cookie };
  return test.app.server.inject({ method: 'GET', url: `/api/ledger.csv${query}`, headers });
}

const lines = (text: string) => text.split('\r\n').slice(0, -1);

describe('a statement as a file', () => {
  it('has every movement, newest first, in the language of the member', async () => {
    const reader = await quickMember(test, { credits: 20 });
    const other = await quickMember(test, { name: 'Marieke "M" de Vries' });
    await reader.call('updateUser', { language: 'de' });
    const charge = { memberId: reader.id, cause: 'message', causeId: randomUUID(), otherId: other.id } as const;
    await chargeMember(test.context, { ...charge, amount: 5 });
    const answer = await download(reader);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.rawPayload[0]).toBe('"'.charCodeAt(0));
    const [head, first, second, ...rest] = lines(answer.payload);
    expect(head).toBe('"Datum";"Was";"Mit";"Credits";"Guthaben";"Bestellnummer"');
    expect(first).toMatch(/^"\d{4}-\S+Z";"Nachricht an Marieke ""M"" de Vries";"Marieke ""M"" de Vries";-5;15;""$/);
    expect(second).toMatch(/^"\d{4}-\S+Z";"Bonus";"";20;20;""$/);
    expect(rest).toEqual([]);
  });

  it('is complete however long it is, and can be limited to one cause', async () => {
    const reader = await quickMember(test, { credits: 5 });
    for (let number = 0; number < 1_100; number += 1)
      await test.context.database.transaction((tx) =>
        grantCredits(tx, {
          memberId: reader.id,
          credits: 1,
          cause: number % 2 ? 'bonus' : 'signup',
          causeId: String(number),
          paymentId: null,
          price: null,
          now: test.clock.now(),
        }),
      );
    expect(lines((await download(reader)).payload)).toHaveLength(1_102);
    expect(lines((await download(reader, '?cause=signup')).payload)).toHaveLength(551);
  });

  it('is refused without a login', async () => {
    const answer = await download(test.client());
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ error: 'session.missing', authentication_required: true });
  });

  it('turns no text into a formula', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '|cmd', '＝1+1', '＠SUM(A1)'])
      expect(csvLine([text])).toBe(`"'${text}"\r\n`);
  });

  it('keeps quotes, semicolons, line breaks and numbers as they are', () => {
    expect(csvLine(['a;"b"', 'c\nd', -5, 'Ana'])).toBe('"a;""b""";"c\nd";-5;"Ana"\r\n');
  });
});

import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chargeMember } from '../../tests/support/charge.ts';
import { type TestApp, type TestClient, createTestApp } from '../../tests/support/test-app.ts';
import { grantCredits } from './grant-credits.ts';
import { returnCredits } from './return-credits.ts';

let test: TestApp;
let reader: TestClient;
let other: TestClient;
beforeAll(async () => {
  test = await createTestApp();
  reader = await test.member();
  other = await test.member({ name: 'Marieke' });
});
afterAll(() => test.close());

describe("a member's statement", () => {
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

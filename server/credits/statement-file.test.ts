import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { quickMember } from '../../tests/support/chat.ts';
import { chargeMember } from '../../tests/support/charge.ts';
import { type TestApp, type TestClient, createTestApp } from '../../tests/support/test-app.ts';
import { csvLine } from '../platform/csv.ts';
import { grantCredits } from './grant-credits.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

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

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '|cmd', '＝1+1', '＠SUM(A1)'])(
    'does not turn %j into a formula',
    (text) => {
      expect(csvLine([text])).toBe(`"'${text}"\r\n`);
    },
  );

  it('keeps quotes, semicolons, line breaks and numbers as they are', () => {
    expect(csvLine(['a;"b"', 'c\nd', -5, 'Ana'])).toBe('"a;""b""";"c\nd";-5;"Ana"\r\n');
  });
});

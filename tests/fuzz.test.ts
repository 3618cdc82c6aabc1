import { randomUUID } from 'node:crypto';

import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type OperationName, getEndpoint, calls } from '../contract/calls.ts';
import { operations } from '../contract/index.ts';
import { form } from './support/photo-files.ts';
import { openSession } from '../server/accounts/sessions/sessions.ts';
import { brokenInvariants, quickMember, sendText } from './support/chat.ts';
import { anyInput, hostileTexts, getInputSchema, listTextFields } from './support/inputs.ts';
import { addPhotoRow, addPaymentRow } from './support/owned.ts';
import { type Shop, openShop } from './support/payments.ts';
import type { TestApp, TestClient } from './support/test-app.ts';
import { isErrorCode } from './support/is-error-code.ts';

const names = Object.keys(calls) as OperationName[];
// The tests make a small run; `npm run fuzz` makes a large one.
const callsPerOperation = Math.ceil(Number(process.env['FUZZ_CALLS'] ?? 1_500) / names.length);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1e9);

function summary(answered: Map<number, number>): string {
  const total = [...answered.values()].reduce((sum, count) => sum + count, 0);
  const each = [...answered].sort(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`);
  return `seed ${seed}, ${total} calls. ${each.join(', ')}`;
}

/** Returns an input as it is sent. Query parameters are text, so other values in that of a GET are sent as JSON. */
function asSent(name: OperationName, input: object): object {
  if (getEndpoint(name).method !== 'GET') return input;
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : value]),
  );
}

describe('every operation, whatever its input', () => {
  let shop: Shop;
  let test: TestApp;
  let clients: TestClient[];
  let ids: string[];
  const answered = new Map<number, number>();
  const answers = new Map(names.map((name) => [name, Compile(operations[name].output)]));

  beforeAll(async () => {
    shop = await openShop();
    test = shop.test;
    const real = await test.member();
    const [free, premium] = [
      await quickMember(test, { credits: 300 }),
      await quickMember(test, { credits: 300, paid: true }),
    ];
    await test.sql('update members set password_hash = (select password_hash from members where member_id = $1)', [
      real.id,
    ]);
    const { conversation } = (await sendText(premium, { profile: free.id })).body.message;
    const owned = [await addPhotoRow(test, premium.id), await addPaymentRow(test, free.id)];
    ids = [free.id, premium.id, real.id, conversation, ...owned, randomUUID()];
    clients = [test.client(), free, premium];
  });
  afterAll(async () => {
    if (process.env['FUZZ_CALLS']) process.stdout.write(`${summary(answered)}\n`);
    expect(await brokenInvariants(test)).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    await shop.close();
  });

  /** Logs a member in again whose session an earlier call ended. */
  async function awake(client: TestClient): Promise<TestClient> {
    if (client.id !== '' && !client.cookies.has(test.context.sessionCookie)) {
      const token = await test.context.database.transaction((tx) =>
        openSession(tx, client.id, 'web', test.clock.now()),
      );
      client.cookies.set(test.context.sessionCookie, token);
    }
    return client;
  }

  function findFault(name: OperationName, status: number, body: unknown): string | undefined {
    if (status >= 500) return `${status} ${JSON.stringify(body)}`;
    if (status === 204) return body === null ? undefined : 'a body with 204';
    if (status === 200)
      return answers.get(name)?.Check(body) ? undefined : `breaks its contract: ${JSON.stringify(body)}`;
    const failure = body as { error?: unknown; message?: unknown; fields?: Record<string, unknown> };
    const codes = [failure.error, ...Object.values(failure.fields ?? {})];
    return codes.every(isErrorCode) && typeof failure.message === 'string' && failure.message !== ''
      ? undefined
      : `no failure: ${JSON.stringify(body)}`;
  }

  it.each(names)('INP-10, INP-11: %s answers as its contract says or refuses, but never crashes', async (name) => {
    const who = fc.integer({ min: 0, max: 2 });
    await fc.assert(
      fc.asyncProperty(anyInput(name, ids), who, async (input, index) => {
        const client = await awake(clients[index] as TestClient);
        const { status, body } = await client.call(name, asSent(name, input as object));
        answered.set(status, (answered.get(status) ?? 0) + 1);
        const fault = findFault(name, status, body);
        if (fault) throw new Error(fault);
      }),
      { numRuns: callsPerOperation, seed, endOnFailure: true },
    );
  });

  it.each(names.filter((name) => listTextFields(name).length > 0))(
    'INP-04: %s runs no SQL from any text field',
    async (name) => {
      const [ready] = fc.sample(
        anyInput(name, ids).filter((input) => fitsSchema(name, input)),
        1,
      ) as [object];
      for (const field of listTextFields(name)) {
        const statuses = new Set<number>();
        for (const probe of hostileTexts.slice(0, 6)) {
          const client = await awake(clients[2] as TestClient);
          // Earlier wrong passwords must not change the response.
          await test.sql('delete from attempts');
          const { status, body } = await client.call(
            name,
            asSent(name, { ...ready, ...ofItsOwn(name, ready), [field]: probe }),
          );
          expect([field, probe, findFault(name, status, body)]).toEqual([field, probe, undefined]);
          statuses.add(status);
        }
        expect(statuses.size, field).toBeLessThanOrEqual(2);
      }
    },
  );

  /** Makes each call unique; a registered person or a reused key would give a third status. */
  function ofItsOwn(name: OperationName, ready: object): object {
    const id = randomUUID();
    const person = name === 'signUp' ? { email: `${id}@example.org`, name: `New ${id.slice(0, 8)}` } : {};
    return 'idempotency_key' in ready ? { ...person, idempotency_key: id } : person;
  }

  function fitsSchema(name: OperationName, input: unknown): boolean {
    const required = getInputSchema(name).required ?? [];
    return required.every((field) => (input as Record<string, unknown>)[field] !== undefined);
  }

  it.each(['/api/photo.php', '/api/message.php'])('INP-10: %s refuses input that is not a picture', async (url) => {
    const cookies = Object.fromEntries((await awake(clients[2] as TestClient)).cookies);
    const files = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom(...hostileTexts).map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(files, fc.constantFrom('photo', 'text', '__proto__', 'x"y'), async (bytes, field) => {
        const answer = await test.app.server.inject({ method: 'POST', url, ...form(bytes, 'a.png', field), cookies });
        if (answer.statusCode < 400 || answer.statusCode >= 500) throw new Error(`${answer.statusCode} ${answer.body}`);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });
});

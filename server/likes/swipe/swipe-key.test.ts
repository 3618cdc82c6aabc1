import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { sendText } from '../../../tests/support/chat.ts';
import { type TestApp, createTestApp } from '../../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('a message under the key of a swipe in progress is refused, and the swipe goes through', async () => {
  const anna = await test.member({ gender: 'female', paid: true });
  const ben = await test.member({ gender: 'male' });
  const key = randomUUID();
  const locks = async (): Promise<number> =>
    (await test.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .length;
  const other = await test.context.database.pool.connect();
  try {
    await other.query('begin');
    await other.query(
      `select pg_advisory_xact_lock(hashtextextended('likes ' || least($1::text, $2) || greatest($1::text, $2), 0))`,
      [anna.id, ben.id],
    );
    const swiped = anna.call('swipeProfile', { profile: ben.id, like: true, idempotency_key: key });
    await expect.poll(locks).toBe(1);
    let isSent = false;
    const sent = sendText(anna, { profile: ben.id }, 'hello', key).finally(() => (isSent = true));
    await expect.poll(async () => isSent || (await locks()) === 2).toBe(true);
    await other.query('commit');
    expect((await swiped).status).toBe(200);
    expect((await sent).body).toMatchObject({ error: 'request.key-reused' });
  } finally {
    other.release();
  }
});

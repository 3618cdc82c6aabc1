import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestApp, createTestApp, testPassword } from '../../tests/support/test-app.ts';
import { importance } from '../platform/jobs/importance.ts';
import type { LetterName } from '../platform/jobs/jobs.ts';
import { queueLetter, queueMail, queueMany, queueNotice } from './queue-mail.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function waitingOf(memberId: string): Promise<Record<string, number>> {
  const rows = await test.sql<{ name: string; priority: number }>(
    `select coalesce(payload->>'kind', t.identifier) as name, priority
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where payload->>'member_id' = $1`,
    [memberId],
  );
  return Object.fromEntries(rows.map(({ name, priority }) => [name, priority]));
}

it('jobs run in order of importance: accounts, orders, new terms, notices, digests, exports', async () => {
  const member = await test.member();
  const { context } = test;
  const call = { context, origin: 'http://localhost' };
  const letters: LetterName[] = [
    'mail-change',
    'mail-change-taken',
    'mail-changed',
    'order-confirmation',
    'complaint-closed',
  ];
  await context.database.transaction(async (tx) => {
    await queueMail(tx, call, 'reset', member.id);
    for (const kind of letters) await queueLetter(tx, call, { kind, member_id: member.id, id: 'x' });
    await queueNotice(tx, context, member.id, test.clock.now());
    for (const kind of ['terms-change', 'news'] as const)
      await queueMany(tx, context.jobs, { kind, id: '2027-04-01', memberIds: [member.id] });
  });
  expect((await member.call('requestExport', { password: testPassword })).status).toBe(200);
  expect(await waitingOf(member.id)).toMatchObject({
    reset: importance.account,
    'mail-change': importance.account,
    'mail-change-taken': importance.account,
    'mail-changed': importance.account,
    'order-confirmation': importance.letter,
    'complaint-closed': importance.letter,
    'terms-change': importance.terms,
    notice: importance.notice,
    news: importance.digest,
    'make-export': importance.export,
  });
  const order = Object.values(importance);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

it('the README table lists the importance of every kind of job', () => {
  const readme = readFileSync(new URL('../platform/README.md', import.meta.url), 'utf8');
  for (const [name, number] of Object.entries(importance)) expect(readme).toContain(`| ${number} | ${name} |`);
});

import { expect, it } from 'vitest';

import { testPassword, useTestApp } from '../../tests/support/test-app.ts';
import { importance } from '../module.ts';
import { declared } from '../modules.ts';
import { queueMail, queueMails } from './queue-mail.ts';

const test = useTestApp();

async function countWaiting(memberId: MemberId): Promise<Record<string, number>> {
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
  await context.database.transaction(async (tx) => {
    for (const template of declared.mail)
      if (template.importance === 'terms' || template.importance === 'digest')
        await queueMails(tx, context, { template, id: '2027-04-01', memberIds: [member.id] });
      else await queueMail(tx, call, { template, memberId: member.id, id: 'x' });
  });
  expect((await member.call('requestExport', { password: testPassword })).status).toBe(200);
  expect(await countWaiting(member.id)).toMatchObject({
    reset: importance.account,
    'mail-change': importance.account,
    'mail-change-taken': importance.account,
    'mail-changed': importance.account,
    'order-confirmation': importance.mail,
    'complaint-closed': importance.mail,
    'terms-change': importance.terms,
    notice: importance.notice,
    news: importance.digest,
    'make-export': importance.export,
  });
  const order = Object.values(importance);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

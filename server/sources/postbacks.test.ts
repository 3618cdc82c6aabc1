import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Answer } from '../../mocks/network/server.ts';
import { failStatement } from '../../tests/support/fail-statement.ts';
import { signUpForm } from '../../tests/support/test-app.ts';
import { queuePostback } from './queue-postback.ts';
import { sendPostback } from './send-postback.ts';
import { openWithNetwork } from '../../tests/support/network.ts';

let place: Awaited<ReturnType<typeof openWithNetwork>>;
beforeAll(async () => {
  place = await openWithNetwork();
});
afterAll(() => place.close());
beforeEach(async () => {
  await place.test.sql('delete from graphile_worker._private_jobs');
  place.told();
  place.network.answers.length = 0;
});

const buy = async (buyer: Awaited<ReturnType<typeof place.newcomer>>): Promise<void> => {
  const { payment_id: paymentId } = (await place.shop.order(buyer)).body.payment;
  await place.shop.control(await place.shop.providerId(paymentId), {
    status: 'paid',
    webhooks: { times: 3 },
    await: true,
  });
};

describe('a network', () => {
  it('is told once of a sign-up and once of the first purchase, with only the fields of its URLs', async () => {
    const member = await place.newcomer();
    await place.test.runJobs();
    const [signUp, ...others] = place.told();
    expect(others).toEqual([]);
    expect(signUp).toEqual({
      e: 'sign-up',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      click: 'click-1',
      ref: 'spring',
    });
    await buy(member);
    await buy(member);
    await place.test.runJobs();
    const [purchase, ...more] = place.told();
    expect(more).toEqual([]);
    const [paid] = await place.test.sql<{ amount: number; currency: string }>(
      'select amount, currency from payments where member_id = $1 order by created_at limit 1',
      [member.id],
    );
    expect(purchase).toEqual({
      e: 'first-purchase',
      id: expect.any(String),
      click: 'click-1',
      value: ((paid?.amount ?? 0) / 100).toFixed(2),
      currency: paid?.currency,
    });
    expect(purchase?.['id']).not.toBe(signUp?.['id']);
    expect(JSON.stringify([signUp, purchase])).not.toContain(member.id);
    expect(await place.listStates(member.id)).toEqual(['sign-up sent', 'first-purchase sent']);
  });

  it.each<[Answer[]]>([[[500]], [['drop']], [[404, 503]], [['redirect', 'drop', 500]]])(
    'that answers %j is told again with the same event id',
    async (answers) => {
      place.network.answers.push(...answers);
      const member = await place.newcomer();
      await place.test.runJobs();
      await vi.waitFor(async () => {
        await place.runAgain();
        expect(await place.listStates(member.id)).toEqual(['sign-up sent']);
      });
      const told = place.told();
      expect(told).toHaveLength(answers.length + 1);
      expect(new Set(told.map(({ id }) => id)).size).toBe(1);
      await place.runAgain();
      expect(place.told()).toEqual([]);
    },
  );

  it('is told again with the same event id if the worker died after the first call, and then no more', async () => {
    const member = await place.newcomer();
    const { context } = place.test;
    const dying = {
      ...context,
      database: { ...context.database, transaction: () => Promise.reject(new Error('killed')) },
    };
    const job = { member_id: member.id, act: 'sign-up' as const };
    await expect(sendPostback(dying as never, job)).rejects.toThrow('killed');
    await place.test.runJobs();
    const ids = place.told().map(({ id }) => id);
    expect(ids).toEqual([ids[0], ids[0]]);
    await sendPostback(context, job);
    expect(place.told()).toEqual([]);
  });

  it('is told once or twice, with the same event id, at whichever step the worker is killed', async () => {
    const counts = new Set<number>();
    for (let at = 1; ; at += 1) {
      const member = await place.newcomer();
      await place.test.sql('delete from graphile_worker._private_jobs');
      const { context } = place.test;
      const note = () =>
        context.database.transaction((tx) =>
          queuePostback(context, tx, { memberId: member.id, act: 'first-purchase' }),
        );
      const work = async (): Promise<void> => {
        await note();
        await place.test.runJobs();
      };
      const stop = failStatement(context.database, at);
      await work().catch(() => undefined);
      const isKilled = stop();
      await work();
      await place.runAgain();
      expect([at, ...(await place.listStates(member.id))]).toEqual([at, 'sign-up waiting', 'first-purchase sent']);
      const ids = place.told().map(({ id }) => id);
      counts.add(ids.length);
      expect([at, new Set(ids).size]).toEqual([at, 1]);
      if (!isKilled) break;
    }
    expect(counts).toEqual(new Set([1, 2]));
  });

  it('is told once of an act that is queued repeatedly and concurrently, and never of one rolled back', async () => {
    const member = await place.newcomer();
    const { context, sql } = place.test;
    const note = () =>
      context.database.transaction((tx) => queuePostback(context, tx, { memberId: member.id, act: 'first-purchase' }));
    const undone = context.database.transaction(async (tx) => {
      await queuePostback(context, tx, { memberId: member.id, act: 'first-purchase' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await place.listStates(member.id)).toEqual(['sign-up waiting']);
    await Promise.all(Array.from({ length: 8 }, note));
    expect(await sql(`select 1 from graphile_worker.jobs where task_identifier = 'send-postback'`)).toHaveLength(2);
    await place.test.runJobs();
    expect(place.told()).toHaveLength(2);
  });

  it('is told nothing more after the last attempt, or once it has ended', async () => {
    place.network.answers.push(500);
    const member = await place.newcomer();
    const job = { member_id: member.id, act: 'sign-up' as const };
    const last = { job: { id: '1', created_at: new Date(), attempts: 12, max_attempts: 12 } };
    await sendPostback(place.test.context, job, last);
    expect(await place.listStates(member.id)).toEqual(['sign-up given-up']);
    await place.test.runJobs();
    expect(place.told()).toHaveLength(1);
    const other = await place.newcomer();
    const kept = await place.command('list');
    await place.command('end', 'lantern');
    await place.test.runJobs();
    expect(await place.listStates(other.id)).toEqual(['sign-up given-up']);
    const late = await place.newcomer();
    expect(await place.listStates(late.id)).toEqual([]);
    expect(place.told()).toEqual([]);
    const urls = kept.said
      .filter((line) => line.startsWith('    '))
      .map((line) => line.trim().split(/\s+/).at(-1) ?? '');
    await place.command('add', 'lantern', '--sign-up', urls[0] ?? '', '--first-purchase', urls[1] ?? '');
    // A member who confirms an address now had signed up before the network was added.
    await place.test.context.database.transaction((tx) =>
      queuePostback(place.test.context, tx, { memberId: late.id, act: 'sign-up' }),
    );
    expect(await place.listStates(late.id)).toEqual([]);
  });

  it.each([[{}], [{ ref: 'lantern' }], [{ network: 'another' }]])(
    'is told nothing about a link with %j',
    async (tracking) => {
      const member = await place.newcomer(tracking);
      await buy(member);
      await place.test.runJobs();
      expect(place.told()).toEqual([]);
      expect(await place.listStates(member.id)).toEqual([]);
    },
  );

  it('receives the fields of a link as values, never as parts of the URL', async () => {
    await place.newcomer({ network: ' LANTERN ', sub1: '../x?&e=first-purchase#{value}', ref: 'å b' });
    await place.test.runJobs();
    expect(place.told()).toMatchObject([{ e: 'sign-up', click: '../x?&e=first-purchase#{value}', ref: 'å b' }]);
  });

  it('is told of a sign-up on a discreet site only once the email address is confirmed', async () => {
    const { test } = place;
    await test.sql(
      `insert into setting_scopes (scope, values) values ('default', '{"account_discretion": true}')
       on conflict (scope) do update set values = setting_scopes.values || excluded.values`,
    );
    test.context.sites.clear();
    try {
      const email = `${randomUUID().slice(0, 8)}@example.org`;
      for (let count = 0; count < 2; count += 1) {
        const form = signUpForm({ email, tracking: { network: 'lantern', sub1: 'probe' } });
        expect((await test.client().call('signUp', form)).body).toEqual({ user: null });
        await test.runJobs();
      }
      expect(place.told()).toEqual([]);
      const mail = (await test.outbox()).find(({ to, text }) => to === email && text.includes('/activate/'));
      const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      expect((await test.client().call('activateAccount', { token })).status).toBe(200);
      await test.runJobs();
      expect(place.told()).toMatchObject([{ e: 'sign-up', click: 'probe' }]);
    } finally {
      await test.sql(`update setting_scopes set values = values - 'account_discretion' where scope = 'default'`);
      test.context.sites.clear();
    }
  });
});

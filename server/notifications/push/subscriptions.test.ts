import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { quickMember, sendText } from '../../../tests/support/chat.ts';
import { type PushApp, createPushApp, signIn } from '../../../tests/support/push.ts';
import { type TestClient, testPassword } from '../../../tests/support/test-app.ts';
import { hashPassword } from '../../accounts/passwords.ts';
import { closeMemberSessions } from '../../accounts/sessions/sessions.ts';
import type { JobPayloads } from '../../modules.ts';
import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts';
import { purgePushes } from './purge-pushes.ts';
import { sendPush } from './send-push.ts';

let test: PushApp;
beforeAll(async () => {
  test = await createPushApp();
});
afterAll(() => test.close());
beforeEach(() => {
  // Ahead of the database's clock, which decides when a job runs.
  test.clock.set(new Date('2096-11-23T18:00:00Z'));
  test.service.answers.length = 0;
});

const member = (changes = {}): Promise<TestClient> => quickMember(test, { credits: 500, ...changes });
const countRows = async ({ id }: TestClient): Promise<number> =>
  (await test.sql('select 1 from push_subscriptions where member_id = $1', [id])).length;
const getState = async (reader: TestClient) => (await reader.call('getPush')).body;

/** Sends a message from a new member, and runs the worker until it is told. */
async function writeTo(reader: TestClient): Promise<void> {
  test.clock.move(20 * minuteMs);
  await sendText(await member(), { profile: reader.id });
  test.clock.move(40_000);
  await test.push();
}

async function tryAgain(): Promise<void> {
  await test.sql('update graphile_worker._private_jobs set run_at = now() where run_at > now()');
  await test.runJobs();
}

describe('the pushes of a session', () => {
  it('are turned on and off by the browser, and are known to the other sessions', async () => {
    const reader = await member();
    const other = await signIn(test, reader);
    expect(await getState(reader)).toEqual({ here: false, elsewhere: 0, push_disabled: [] });
    const { subscription } = await test.subscribe(reader);
    expect(await getState(other)).toEqual({ here: false, elsewhere: 1, push_disabled: [] });
    // Repeated calls have no effect, and a new subscription replaces the old one.
    await reader.call('addPush', { subscription });
    await test.subscribe(reader);
    expect(await countRows(reader)).toBe(1);
    const ended = await reader.call('removePush');
    expect(ended.body).toEqual({ here: false, elsewhere: 0, push_disabled: [] });
    await test.subscribe(reader);
    expect((await reader.call('addPush', { subscription: 'denied' })).body.here).toBe(false);
    expect(await test.sql('select 1 from push_endpoints where member_id = $1', [reader.id])).toEqual([]);
  });

  it('go to at most ten browsers per member, and the oldest gives way', async () => {
    const reader = await member();
    const browsers = [];
    for (let count = 0; count < 11; count += 1) {
      test.clock.move(minuteMs);
      browsers.push(await test.subscribe(await signIn(test, reader)));
    }
    expect(await countRows(reader)).toBe(10);
    await writeTo(reader);
    expect(browsers.map(({ pushes }) => pushes.length)).toEqual([0, ...Array.from({ length: 10 }, () => 1)]);
  });

  it.each([
    ['logout', 0, (reader: TestClient) => reader.call('logOut')],
    [
      'password reset elsewhere',
      0,
      ({ id }: TestClient) => test.context.database.transaction((tx) => closeMemberSessions(tx, id)),
    ],
    [
      'end of the session from another device',
      0,
      async (reader: TestClient) => {
        const other = await signIn(test, reader);
        const { sessions } = (await other.call('listSessions')).body;
        await other.call('endSessions', { id: sessions.find(({ current }) => !current)?.id });
      },
    ],
    [
      'deletion of the account',
      0,
      async (reader: TestClient) => {
        const hash = await hashPassword(testPassword);
        await test.sql('update members set password_hash = $2 where member_id = $1', [reader.id, hash]);
        expect((await reader.call('deleteAccount', { password: testPassword })).status).toBe(200);
      },
    ],
    ['ban', 1, ({ id }: TestClient) => test.sql(`update members set status = 'banned' where member_id = $1`, [id])],
    ['end of the session by itself', 1, async () => test.clock.move(15 * dayMs)],
  ] as const)('end with the %s, even if already queued (PSH-03, AUT-10)', async (_name, untilNight, end) => {
    const reader = await member();
    const browser = await test.subscribe(reader);
    await writeTo(reader);
    expect(browser.calls()).toBe(1);
    test.service.answers.push(503);
    await writeTo(reader);
    expect(browser.calls()).toBe(2);
    await end(reader);
    expect(await countRows(reader)).toBe(untilNight);
    await tryAgain();
    await writeTo(reader);
    expect(browser.calls()).toBe(2);
    await purgePushes(test.context);
    expect(await countRows(reader)).toBe(0);
  });

  it('end when another account logs in, and resume only by choice of that account (PSH-03, PSH-06)', async () => {
    const email = 'second@example.org';
    const [first, second] = [await member(), await test.member({ email })];
    const browser = await test.subscribe(first);
    expect((await first.call('logIn', { login: email, password: testPassword })).status).toBe(200);
    expect((await first.call('getPush')).body.here).toBe(false);
    await writeTo(first);
    await writeTo(second);
    expect(browser.calls()).toBe(0);
    // A renewal by the browser is not the member's choice.
    const renewed = await first.call('addPush', { subscription: browser.subscription, renewal: true });
    expect(renewed.body.here).toBe(false);
    await first.call('addPush', { subscription: browser.subscription });
    await writeTo(second);
    expect(browser.pushes).toHaveLength(1);
  });

  it('move to another member who registers the same endpoint, and leave the first (PSH-06)', async () => {
    const [first, second] = [await member(), await member()];
    const browser = await test.subscribe(first);
    await second.call('addPush', { subscription: browser.subscription });
    expect([await countRows(first), await countRows(second)]).toEqual([0, 1]);
    await writeTo(first);
    expect(browser.calls()).toBe(0);
    await writeTo(second);
    expect(browser.pushes).toHaveLength(1);
    // As if another member subscribed the endpoint at the same moment.
    await test.sql('update push_endpoints set subscription_id = $2 where member_id = $1', [second.id, first.id]);
    await writeTo(second);
    expect([browser.calls(), await countRows(second)]).toEqual([1, 0]);
    // When both race, one of them gets it.
    const raced = test.service.subscribe();
    await Promise.all([first, second].map((one) => one.call('addPush', { subscription: raced.subscription })));
    for (const one of [first, second]) await writeTo(one);
    expect(raced.pushes).toHaveLength(1);
  });

  it('move to the subscription with which the browser renews them', async () => {
    const reader = await member();
    const [old, fresh] = [await test.subscribe(reader), test.service.subscribe()];
    expect((await reader.call('addPush', { subscription: fresh.subscription, renewal: true })).body.here).toBe(true);
    await writeTo(reader);
    expect([old.calls(), fresh.pushes.length]).toEqual([0, 1]);
  });

  it('are refused for an unknown push service, an invalid browser key, and without a login', async () => {
    const reader = await member();
    const { subscription } = test.service.subscribe();
    const { keys } = subscription;
    for (const changes of [
      { endpoint: 'https://169.254.169.254/latest' },
      { endpoint: 'https://evil.example/push' },
      { keys: { ...keys, p256dh: 'AAAA' } },
      { keys: { ...keys, auth: '' } },
    ]) {
      const answer = await reader.call('addPush', { subscription: { ...subscription, ...changes } });
      expect([answer.status, answer.body.error]).toEqual([422, 'push.subscription']);
    }
    for (const name of ['getPush', 'addPush', 'setPushKinds', 'removePush'] as const)
      expect((await test.client().call(name, { subscription, push_disabled: [] })).status).toBe(403);
    expect((await reader.call('setPushKinds', { push_disabled: ['news'] })).status).toBe(422);
    expect(await countRows(reader)).toBe(0);
  });
});

describe('the response of a push service', () => {
  it.each([404, 410])('%i ends the subscription, which is not called again (PSH-02)', async (status) => {
    const reader = await member();
    const browser = await test.subscribe(reader);
    test.service.answers.push(status);
    await writeTo(reader);
    await tryAgain();
    await writeTo(reader);
    expect(browser.calls()).toBe(1);
    expect((await getState(reader)).here).toBe(false);
  });

  it.each([429, 500])('%i is retried no earlier than asked, with at most five attempts (PSH-02)', async (status) => {
    const reader = await member();
    const browser = await test.subscribe(reader);
    const busy = { status, headers: { 'retry-after': '1200' } };
    test.service.answers.push(...Array.from({ length: 9 }, () => busy));
    await writeTo(reader);
    for (let count = 0; count < 6; count += 1) {
      // The finished job may still be listed: the queue does not wait for its deletion.
      const jobs = await test.sql<{ run_at: Date }>(
        `select run_at from graphile_worker.jobs where task_identifier = 'send-push' and locked_at is null`,
      );
      for (const { run_at: at } of jobs)
        expect(at.getTime()).toBeGreaterThanOrEqual(test.clock.now().getTime() + 1_190_000);
      await tryAgain();
    }
    expect(browser.calls()).toBe(5);
    expect(browser.pushes).toEqual([]);
  });

  it('is awaited five times at most, including attempts by workers that died', async () => {
    const reader = await member();
    const browser = await test.subscribe(reader);
    test.service.answers.push(503, 503);
    await writeTo(reader);
    const waiting = () =>
      test.sql<{ payload: JobPayloads['send-push'] }>(
        `delete from graphile_worker._private_jobs where payload->>'member_id' = $1 and run_at > now() returning payload`,
        [reader.id],
      );
    const [again] = await waiting();
    for (const attempts of [5, 4])
      await sendPush(test.context, again!.payload, { job: { id: '1', created_at: new Date(), attempts } });
    // The sixth attempt was not made, and the failed fifth was the last.
    expect([browser.calls(), await waiting()]).toEqual([2, []]);
  });

  it('may be 503 for an hour: the push arrives once the service is back (FLT-11)', async () => {
    const reader = await member();
    const browser = await test.subscribe(reader);
    test.service.answers.push(...Array.from({ length: 4 }, () => ({ status: 503, headers: {} })));
    await writeTo(reader);
    const begun = test.clock.now().getTime();
    for (let count = 0; count < 4; count += 1) {
      const [waiting] = await test.sql<{ run_at: Date }>(
        `select max(run_at) as run_at from graphile_worker.jobs where task_identifier = 'send-push' and locked_at is null`,
      );
      test.clock.set(waiting?.run_at ?? new Date(0));
      await tryAgain();
    }
    expect(test.clock.now().getTime() - begun).toBeGreaterThan(hourMs);
    expect([browser.calls(), browser.pushes.length]).toEqual([5, 1]);
  });

  it('is not followed as a redirect, and ends no subscription if cut off or refusing (PSH-02, PSH-04)', async () => {
    const reader = await member();
    const browser = await test.subscribe(reader);
    const elsewhere = test.service.subscribe();
    const to = { status: 307, headers: { location: elsewhere.subscription.endpoint } };
    for (const answer of ['drop' as const, to, 400, 403]) {
      test.service.answers.push(answer);
      await writeTo(reader);
      test.service.answers.length = 0;
      await tryAgain();
    }
    // The attempt after the cut connection was made.
    expect([browser.calls(), elsewhere.calls()]).toEqual([5, 0]);
    expect((await getState(reader)).here).toBe(true);
  });

  it('ends a subscription after three pushes that show nothing, as iOS does', async () => {
    const reader = await member();
    const browser = await test.subscribe(reader);
    for (let count = 0; count < 3; count += 1) await writeTo(reader);
    browser.show();
    for (let count = 0; count < 5; count += 1) await writeTo(reader);
    expect([browser.pushes.length, browser.calls()]).toEqual([6, 7]);
    expect((await getState(reader)).here).toBe(false);
  });
});

describe('an endpoint on an internal address', () => {
  it('is refused again on sending, even if planted in the database (PSH-04)', async () => {
    const reader = await member();
    const browser = await test.subscribe(reader);
    await test.sql(`update push_subscriptions set endpoint = replace(endpoint, 'localhost', '127.0.0.1')`);
    await test.sql(
      `update push_endpoints e set endpoint_hash = sha256(s.endpoint::bytea)
         from push_subscriptions s where s.subscription_id = e.subscription_id`,
    );
    await writeTo(reader);
    expect([browser.calls(), await countRows(reader)]).toEqual([0, 0]);
  });
});

describe('an installation without a key', () => {
  it('offers no pushes and refuses subscriptions', async () => {
    const reader = await member();
    expect((await reader.call('getSettings')).body.push_public_key).toMatch(/^[\w-]{87}$/);
    const { push } = test.context;
    Object.assign(test.context, { push: null });
    const answer = await reader.call('addPush', { subscription: test.service.subscribe().subscription });
    Object.assign(test.context, { push });
    expect([answer.status, answer.body.error]).toEqual([404, 'push.not-offered']);
  });
});

describe('the consent log (PII-08)', () => {
  const acts = async (reader: TestClient) =>
    (await reader.call('listConsents')).body.consents
      .filter(({ subject }) => subject.startsWith('push'))
      .map(({ subject, given }) => [subject, given])
      .toReversed();

  it('records once each time that pushes are turned on or off in a browser', async () => {
    const reader = await member();
    const { subscription } = await test.subscribe(reader);
    // The browser repeats the subscription, or renews it of its own accord.
    await reader.call('addPush', { subscription });
    await reader.call('addPush', { subscription: test.service.subscribe().subscription, renewal: true });
    expect(await acts(reader)).toEqual([['push', true]]);
    for (let times = 0; times < 2; times += 1) await reader.call('removePush');
    expect(await acts(reader)).toEqual([
      ['push', true],
      ['push', false],
    ]);
    await test.subscribe(reader);
    for (let times = 0; times < 2; times += 1) await reader.call('addPush', { subscription: 'denied' });
    expect((await acts(reader)).slice(2)).toEqual([
      ['push', true],
      ['push', false],
    ]);
  });

  it('records each kind of push that was turned off or on', async () => {
    const reader = await member();
    for (const kinds of [['like', 'new_messages'], ['like', 'new_messages'], ['like']]) {
      test.clock.move(minuteMs);
      await reader.call('setPushKinds', { push_disabled: kinds });
    }
    const all = await acts(reader);
    expect(all.slice(0, 2)).toEqual(
      expect.arrayContaining([
        ['push_like', false],
        ['push_new_messages', false],
      ]),
    );
    expect(all.slice(2)).toEqual([['push_new_messages', true]]);
  });
});

import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { jobHandlers } from '../modules.ts';
import type { JobRun } from '../platform/jobs/jobs.ts';
import { listStopReasons } from '../../tests/support/mail-reports.ts';
import { quickMember, sendText } from '../../tests/support/chat.ts';
import { type MailServer, type MailStep, smtpMailer, startMailServer } from '../../tests/support/smtp.ts';
import { type TestClient, testPassword, useTestApp } from '../../tests/support/test-app.ts';
import { hourMs, minuteMs } from '../platform/clock.ts';
import type { Mailer } from './mailer.ts';
import { passwordChangedMail, resetMail } from '../accounts/account-mail.ts';
import { queueMail } from './queue-mail.ts';
import { sendNotices } from '../notifications/send-notices.ts';

const test = useTestApp();
let server: MailServer;
let outbox: Mailer;
beforeAll(async () => {
  outbox = test.context.mailer;
});
beforeEach(async () => {
  server = await startMailServer();
  test.context.mailer = smtpMailer(server);
});
afterEach(async () => {
  test.context.mailer = outbox;
  await server.close();
  await test.sql('delete from graphile_worker._private_jobs');
});

const formatAddress = ({ id }: TestClient): string => `${id}@example.org`;
const queue = (member: TestClient, template = passwordChangedMail): Promise<void> =>
  test.context.database.transaction((tx) =>
    queueMail(tx, { context: test.context, origin: 'http://localhost' }, { template, memberId: member.id }),
  );
const jobs = () =>
  test.sql<{ attempts: number; wait: number }>(
    `select attempts, extract(epoch from run_at - now())::float8 as wait from graphile_worker._private_jobs order by id`,
  );
/** Runs all queued jobs, even those scheduled for later. */
async function runAll(): Promise<void> {
  await test.sql('update graphile_worker._private_jobs set run_at = now()');
  await test.runJobs();
}
const at = (wanted: MailStep, answer: string) => (step: MailStep) => (step === wanted ? answer : undefined);
const messageIds = (): (string | undefined)[] =>
  server.received.map(({ raw }) => /^message-id: (<.+>)/im.exec(raw)?.[1]);

describe('a mail that the mail server refuses', () => {
  it('ends notices at once if the address does not exist, and is not retried (MAI-04)', async () => {
    const member = await quickMember(test);
    server.decide = at('rcpt', '550 5.1.1 no such user');
    await queue(member);
    await test.runJobs();
    expect([await jobs(), await listStopReasons(test, member)]).toEqual([[], ['bounce']]);
    // Mails that somebody waits for are still sent.
    server.decide = () => undefined;
    await queue(member, resetMail);
    await test.runJobs();
    expect(server.received.map(({ to }) => to)).toEqual([formatAddress(member)]);
  });

  it('is reported to the member who asked for the address, and does not count against their own', async () => {
    const member = await test.member();
    await test.runJobs();
    const asked = async () => {
      const { user } = (await member.call('getUser')).body;
      return [user.email_asked, user.email_asked_refused, user.notifications_stopped];
    };
    server.decide = at('rcpt', '550 5.7.1 message rejected as spam');
    await member.call('changeEmail', { email: 'anna@gmial.com', password: testPassword });
    await test.runJobs();
    expect(await asked()).toEqual(['anna@gmial.com', false, []]);
    server.decide = at('rcpt', '552 5.2.2 mailbox full');
    await member.call('changeEmail', { email: 'anna@gmil.com', password: testPassword });
    await test.runJobs();
    expect(await asked()).toEqual(['anna@gmil.com', true, []]);
    server.decide = at('rcpt', '550 5.1.1 no such user');
    await member.call('changeEmail', { email: 'anna@gmal.com', password: testPassword });
    await test.runJobs();
    expect([await asked(), await jobs()]).toEqual([['anna@gmal.com', true, []], []]);
    server.decide = () => undefined;
    await member.call('changeEmail', { email: 'anna@gmail.com', password: testPassword });
    await test.runJobs();
    expect(await asked()).toEqual(['anna@gmail.com', false, []]);
  });

  it('ends notices after the fifth other refusal in seven days, counted at most once an hour', async () => {
    const member = await quickMember(test);
    server.decide = at('end', '552 5.2.2 mailbox full');
    const start = test.clock.now();
    for (const [hour, stopped] of [
      [0, []],
      [0, []],
      [30, []],
      [60, []],
      // The first failure is now older than seven days.
      [169, []],
      [170, []],
      [171, ['bounce']],
    ] as const) {
      test.clock.set(new Date(start.getTime() + hour * hourMs));
      await queue(member);
      await test.runJobs();
      expect([hour, await listStopReasons(test, member)]).toEqual([hour, stopped]);
    }
    expect(await jobs()).toEqual([]);
  });

  it.each([
    ['550 5.5.0 Requested action not taken: mailbox unavailable', ['bounce']],
    ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found', ['bounce']],
    ['550 5.4.1 Recipient address rejected: Access denied', ['bounce']],
    ['550 User unknown', ['bounce']],
    ['550 5.1.1 192.0.2.10 has sent to too many recipients this hour', []],
    ['550 SPF: address 192.0.2.10 invalid for domain', []],
  ])('is classified by the wording of the refusal: %s', async (answer, stopped) => {
    const member = await quickMember(test);
    server.decide = at('rcpt', answer);
    await queue(member);
    await test.runJobs();
    expect([await jobs(), await listStopReasons(test, member)]).toEqual([[], stopped]);
  });

  it.each([
    ['sender', '552 5.3.4 too big'],
    ['end', '554 5.7.1 rejected as spam'],
    ['end', '554 no SPF record'],
  ] as const)(
    'does not count against the address if refused at %s for its content or sender: %s',
    async (step, answer) => {
      const member = await quickMember(test);
      server.decide = at(step, answer);
      await queue(member);
      await test.runJobs();
      const failures = await test.sql('select from mail_failures where member_id = $1', [member.id]);
      expect([await jobs(), failures]).toEqual([[], []]);
    },
  );

  it('is retried after a temporary refusal, and counts once it is given up', async () => {
    const member = await quickMember(test);
    server.decide = at('rcpt', '450 4.2.0 mailbox busy');
    await queue(member);
    for (let run = 1; run <= 12; run += 1) await runAll();
    expect([(await jobs())[0]?.attempts, server.tried.length]).toEqual([12, 12]);
    const rows = await test.sql('select trouble from mail_failures where member_id = $1', [member.id]);
    expect(rows).toEqual([{ trouble: 'soft' }]);
  });
});

it('a worker that was stopped before it sent a mail does not send it after another did (FLT-10)', async () => {
  const member = await quickMember(test);
  await queue(member);
  const [job] = await test.sql<JobRun['job'] & { payload: never }>(
    `update graphile_worker._private_jobs set locked_by = 'the first', locked_at = now(), attempts = 1 returning *`,
  );
  await test.sql(`update graphile_worker._private_jobs set locked_by = 'the second', attempts = 2`);
  await expect(jobHandlers(test.context)['send-mail'](job!.payload, { job: job! })).rejects.toThrow('another worker');
  expect(server.received).toEqual([]);
});

describe('a mail server that is down', () => {
  it.each([
    ['nothing listens at its port', null, ''],
    ['it takes connections and says nothing', 'mute', '?greetingTimeout=5'],
    ['it closes them before its greeting', 'cut', ''],
  ])(
    'loses nothing and delays no request for an hour (%s), then sends important mail first (FLT-11)',
    async (_how, answer, options) => {
      const { port } = server;
      const [vera, finn] = [await quickMember(test), await quickMember(test)];
      if (answer === null) await server.close();
      else server.decide = at('connect', answer);
      // Jobs that are not tried while the server is down fail with the same error.
      const write = smtpMailer({ url: `${server.url}/${options}` }, { pauseMs: 200 });
      test.context.mailer = write;
      test.clock.set(new Date('2026-11-23T12:00:00Z'));
      await sendText(await quickMember(test, { credits: 20 }), { profile: vera.id });
      await test.sql(`update profiles set last_active_at = '2026-11-23T11:00:00Z' where member_id = $1`, [vera.id]);
      test.clock.move(11 * minuteMs);
      await sendNotices(test.context);
      await queue(finn);
      for (let minute = 0; minute < 60; minute += 1) {
        test.clock.move(minuteMs);
        await runAll();
      }
      const waiting = await jobs();
      expect(waiting).toHaveLength(2);
      for (const { attempts, wait } of waiting) {
        expect(attempts).toBeLessThanOrEqual(4);
        expect(wait).toBeLessThan(60);
      }
      expect(await test.sql('select from mail_failures where member_id = any($1)', [[vera.id, finn.id]])).toEqual([]);
      // Requests do not wait for the mail server: they only queue.
      const anna = await quickMember(test, { confirmed: false });
      expect((await anna.call('sendActivationMail')).status).toBe(200);
      const order: string[] = [];
      if (answer === null) server = await startMailServer({ port });
      else server.decide = () => undefined;
      const back = smtpMailer(server);
      test.context.mailer = { send: (email) => back.send(email).then(() => void order.push(email.to)) };
      const told = vi.spyOn(test.context.log, 'info');
      await test.runJobs();
      expect(told.mock.calls.filter(([line]) => (line as { event?: string }).event === 'jobs.resumed')).toEqual([
        [{ event: 'jobs.resumed', job: 'send-mail' }, expect.any(String)],
      ]);
      told.mockRestore();
      // The first mail that gets through wakes the others.
      expect(order).toEqual([anna, finn, vera].map(formatAddress));
      expect(server.received.map(({ to }) => to)).toEqual(order);
    },
  );
});

describe('the outbox (MAI-06)', () => {
  it('sends each mail only to its reader, at least once through 20 failures, with one Message-ID', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => quickMember(test)));
    const steps: readonly MailStep[] = ['connect', 'rcpt', 'data', 'end', 'answered'];
    for (const [turn, member] of members.entries()) {
      server.received.length = 0;
      await queue(member);
      let crashes = 0;
      for (const step of steps) {
        server.decide = at(step, step === 'connect' ? '421 4.3.2 going down' : 'cut');
        if (step === 'answered') crashes += 1;
        await runAll();
        expect((await jobs()).length, `${turn} ${step}`).toBe(1);
      }
      server.decide = () => undefined;
      await runAll();
      expect(await jobs()).toEqual([]);
      expect(server.received.map(({ to }) => to)).toEqual(
        Array.from({ length: 1 + crashes }, () => formatAddress(member)),
      );
      expect(new Set(messageIds()).size).toBe(1);
    }
  });

  it('sends a mail again with the same Message-ID if the worker dies before its job ends', async () => {
    const member = await quickMember(test);
    const { mailer } = test.context;
    test.context.mailer = {
      send: async (email) => {
        await mailer.send(email);
        throw new Error('killed');
      },
    };
    await queue(member);
    await test.runJobs();
    test.context.mailer = mailer;
    await runAll();
    expect(server.received.map(({ to }) => to)).toEqual([formatAddress(member), formatAddress(member)]);
    expect(new Set(messageIds()).size).toBe(1);
    expect(await jobs()).toEqual([]);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { mailRules } from '../../contract/notifications/notification-rules.ts';
import { quickMember, sendText } from '../../tests/support/chat.ts';
import { type Digests, createDigestTools } from '../../tests/support/digests.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { sendMail } from '../mail/send-mail.ts';
import { hourMs, minuteMs } from '../platform/clock.ts';
import { MailError } from '../mail/mailer.ts';
import { planDigests } from './plan-digests.ts';
import { noticeMail, sendNotices } from './send-notices.ts';

const test = useTestApp();
let { away, only }: Digests = {} as Digests;
/** Runs before the mail server accepts a mail. */
let onSend: () => Promise<void>;
/** Every accepted mail, with its time. */
let sent: { to: string; subject: string; text: string; at: number }[];
beforeAll(async () => {
  ({ away, only } = createDigestTools(test));
  const { mailer } = test.context;
  test.context.mailer = {
    ...mailer,
    send: async (email) => {
      await onSend();
      const { to, subject, text } = email;
      sent.push({ to, subject, text, at: test.clock.now().getTime() });
      await mailer.send(email);
    },
  };
});
beforeEach(async () => {
  await test.sql('delete from graphile_worker._private_jobs');
  onSend = () => Promise.resolve();
  sent = [];
});

const at = (time: string): void => test.clock.set(new Date(time));
const gapMs = mailRules.gapHours * hourMs;
const down = (): Promise<never> => Promise.reject(new MailError('unavailable', '', ''));

/** Runs the worker for a minute of the test's clock. */
async function work(): Promise<void> {
  await planDigests(test.context);
  await sendNotices(test.context);
  await test.sql('update graphile_worker._private_jobs set run_at = now() where run_at <= $1', [test.clock.now()]);
  await test.runJobs();
}

async function workUntil(end: string): Promise<void> {
  for (; test.clock.now() < new Date(end); test.clock.move(30 * minuteMs)) await work();
}

/** Creates a reader with an unread message, and the jobs queued to tell them about it. */
async function written(): Promise<{ reader: TestClient; write: (job: string) => Promise<void> }> {
  const [reader, writer] = [await quickMember(test), await quickMember(test, { credits: 50 })];
  test.clock.move(minuteMs);
  await sendText(writer, { profile: reader.id });
  test.clock.move(11 * minuteMs);
  const job = { kind: 'notice', member_id: reader.id, id: test.clock.now().toISOString() };
  const write = (id: string) => sendMail(test.context, job, { job: { id, created_at: test.clock.now() } });
  return { reader, write };
}

/** Closes a notice, as when the window's mail is queued. */
const closeNotice = ({ id }: TestClient) =>
  test.sql('update notices set waiting_since = null, due_at = null where member_id = $1', [id]);

const waiting = (reader: TestClient) =>
  test.sql<{ id: string; attempts: number }>(
    `select id, attempts from graphile_worker._private_jobs where is_available and payload->>'member_id' = $1`,
    [reader.id],
  );
const queued = ({ id }: TestClient): Promise<void> => {
  const notice = { template: noticeMail, memberId: id, id: test.clock.now().toISOString(), once: true } as const;
  return test.context.database.transaction((tx) => queueMail(tx, test, notice));
};

it('the gap is kept when the mail server returns after a day, and each mail comes exactly once', async () => {
  at('2037-11-23T15:30:00Z');
  // The unread reminder opens on Monday, the discount on Tuesday.
  const reader = await away(60);
  await only(reader, ['new_conversations', 'unread_message_reminders', 'promotions']);
  const writers: TestClient[] = [];
  for (let made = 0; made < 4; made += 1) writers.push(await quickMember(test, { credits: 50 }));
  const writes = async (): Promise<unknown> => sendText(writers.pop()!, { profile: reader.id });
  at('2037-11-18T12:00:00Z');
  await writes();
  await test.sql('update notices set waiting_since = null, due_at = null');

  onSend = down;
  for (const [from, until] of [
    ['2037-11-23T15:30:00Z', '2037-11-24T08:00:00Z'],
    ['2037-11-24T08:00:00Z', '2037-11-24T15:00:00Z'],
    ['2037-11-24T15:00:00Z', '2037-11-25T08:00:00Z'],
  ] as const) {
    at(from);
    await writes();
    await workUntil(until);
  }
  expect(sent).toEqual([]);
  onSend = () => Promise.resolve();
  await workUntil('2037-11-27T12:00:00Z');
  const mails = sent.filter(({ to }) => to === `${reader.id}@example.org`);
  expect(mails).toHaveLength(3);
  expect(mails[0]!.at - Date.parse('2037-11-25T08:00:00Z')).toBeLessThan(minuteMs);
  expect(mails[0]?.text).toContain('4 new people have written to you.');
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(3);
  for (const [place, { at: time }] of mails.slice(1).entries())
    expect(time - mails[place]!.at).toBeGreaterThan(gapMs - minuteMs);
});

it('the gap is kept by concurrent workers, and its end brings the news that came in the meantime', async () => {
  at('2037-11-26T08:00:00Z');
  const { reader, write } = await written();
  await closeNotice(reader);
  await Promise.all(['1', '2', '3', '4'].map(write));
  expect(sent).toHaveLength(1);
  test.clock.move(gapMs - 20 * minuteMs);
  await sendText(await quickMember(test, { credits: 50 }), { profile: reader.id });
  test.clock.move(19 * minuteMs);
  await work();
  expect(sent).toHaveLength(1);
  test.clock.move(minuteMs);
  await work();
  expect(sent).toHaveLength(2);
});

it('the gap is not followed by a mail that repeats the last one', async () => {
  at('2037-11-26T08:00:00Z');
  const { reader, write } = await written();
  await closeNotice(reader);
  await write('1');
  test.clock.move(gapMs);
  await write('2');
  await work();
  expect(sent).toHaveLength(1);
});

it('the gap is not claimed by a mail queued before the last one told the same news', async () => {
  at('2037-11-26T08:00:00Z');
  const { reader, write } = await written();
  await closeNotice(reader);
  await write('1');
  test.clock.move(gapMs + minuteMs);
  await write('2');
  expect(sent).toHaveLength(1);
  expect(await test.sql('select claimed_at from notices where member_id = $1', [reader.id])).toEqual([
    { claimed_at: null },
  ]);
});

it('a job whose sending failed may retry, while other jobs wait and nothing is sent twice', async () => {
  at('2037-11-26T08:00:00Z');
  const { reader, write } = await written();
  onSend = () => Promise.reject(new MailError('deferred', '4.2.0', ''));
  await expect(write('1')).rejects.toThrow('did not take');
  onSend = () => Promise.resolve();
  await write('2');
  expect(sent).toEqual([]);
  await write('1');
  expect(sent).toHaveLength(1);
  // Killed after it was recorded as sent.
  await write('1');
  expect(sent).toHaveLength(1);
  expect(await test.sql('select from notices where member_id = $1 and sent_at is not null', [reader.id])).toHaveLength(
    1,
  );
});

/** Sends a message to an absent reader, and runs the worker until the mail is due. */
async function writtenAgain(reader: TestClient): Promise<void> {
  await sendText(await quickMember(test, { credits: 50 }), { profile: reader.id });
  for (let minute = 0; minute < 15; minute += 1) {
    test.clock.move(minuteMs);
    await work();
  }
}

describe('a mail about a message', () => {
  it('comes within fifteen minutes after one that was skipped because its news had been read', async () => {
    at('2037-11-26T08:00:00Z');
    const { reader } = await written();
    await sendNotices(test.context);
    await test.sql('update inbox set unread = 0 where member_id = $1', [reader.id]);
    await work();
    expect(sent).toEqual([]);
    await writtenAgain(reader);
    expect(sent).toHaveLength(1);
  });

  it('comes within fifteen minutes after a digest that had nothing to say, and after one that was sent', async () => {
    for (const isSent of [false, true]) {
      sent = [];
      // The unread reminder opens on Monday.
      at('2037-11-23T15:30:00Z');
      const reader = await away(60);
      await only(reader, ['new_conversations', 'unread_message_reminders']);
      at('2037-11-18T12:00:00Z');
      await sendText(await quickMember(test, { credits: 50 }), { profile: reader.id });
      await test.sql('update notices set waiting_since = null, due_at = null');
      at('2037-11-23T17:30:00Z');
      await planDigests(test.context);
      if (!isSent) await test.sql('update inbox set unread = 0 where member_id = $1', [reader.id]);
      await test.runJobs();
      expect(sent).toHaveLength(isSent ? 1 : 0);
      await writtenAgain(reader);
      expect(sent).toHaveLength(isSent ? 2 : 1);
      expect(sent.at(-1)?.text).toContain('“First messages” is turned on');
    }
  });

  it('comes within fifteen minutes after one that the mail server refused for good', async () => {
    at('2037-11-26T08:00:00Z');
    const { reader } = await written();
    onSend = () => Promise.reject(new MailError('refused', '5.7.1', ''));
    await work();
    onSend = () => Promise.resolve();
    await writtenAgain(reader);
    expect(sent).toHaveLength(1);
  });

  it('even if queued while an earlier one was failing', async () => {
    at('2037-11-26T08:00:00Z');
    const { reader } = await written();
    await closeNotice(reader);
    await queued(reader);
    onSend = async () => {
      onSend = down;
      // The running job yields to it.
      await queued(reader);
      await down();
    };
    await test.runJobs();
    onSend = () => Promise.resolve();
    for (let minute = 0; minute < 15; minute += 1) {
      test.clock.move(minuteMs);
      await work();
    }
    expect(sent).toHaveLength(1);
  });
});

it('the gap is kept by a digest after a mail about messages', async () => {
  at('2037-11-23T15:30:00Z');
  const reader = await away(60);
  await only(reader, ['new_conversations', 'unread_message_reminders']);
  at('2037-11-18T12:00:00Z');
  await sendText(await quickMember(test, { credits: 50 }), { profile: reader.id });
  await test.sql('update notices set waiting_since = null, due_at = null');
  at('2037-11-23T15:30:00Z');
  await writtenAgain(reader);
  expect(sent).toHaveLength(1);
  await workUntil('2037-11-24T12:00:00Z');
  expect(sent).toHaveLength(2);
  expect(sent[1]!.at - sent[0]!.at).toBeGreaterThan(gapMs - minuteMs);
});

it('a retried notice is the only one waiting, and one that failed for good blocks no other', async () => {
  at('2037-11-26T08:00:00Z');
  const { reader } = await written();
  await queued(reader);
  onSend = down;
  await test.runJobs();
  const [first, ...others] = await waiting(reader);
  expect(others).toEqual([]);
  await queued(reader);
  expect(await waiting(reader)).toEqual([{ ...first, attempts: 1 }]);
  await test.sql('update graphile_worker._private_jobs set attempts = max_attempts');
  await queued(reader);
  expect(await waiting(reader)).toEqual([{ id: expect.not.stringMatching(`^${first?.id}$`), attempts: 0 }]);
});

it('a notice queued while an earlier one is failing is neither lost nor duplicated', async () => {
  at('2037-11-26T08:00:00Z');
  const { reader } = await written();
  await queued(reader);
  onSend = async () => {
    onSend = down;
    await queued(reader);
    await down();
  };
  await test.runJobs();
  const open = await test.sql('select from notices where member_id = $1 and due_at is not null', [reader.id]);
  expect([...(await waiting(reader)), ...open]).toHaveLength(1);
});
